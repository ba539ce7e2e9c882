//! Curves in a picture, both axes logarithmic: a straight line at forty-five degrees is linear.

use std::fmt::Write as _;

/// One curve: its name, and its points from left to right.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 70.0;
const BOTTOM: f64 = 470.0;
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"];

/// The picture as SVG.
pub(crate) fn draw(title: &str, x_axis: &str, y_axis: &str, curves: &[Curve]) -> String {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let decades = |value: fn(&(f64, f64)) -> f64| {
        let (low, high) = points().map(value).fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
        (low.log10().floor(), high.log10().ceil().max(low.log10().floor() + 1.0))
    };
    let ((x_low, x_high), (y_low, y_high)) = (decades(|point| point.0), decades(|point| point.1));
    let x = |value: f64| LEFT + (value.log10() - x_low) / (x_high - x_low) * 560.0;
    let y = |value: f64| BOTTOM - (value.log10() - y_low) / (y_high - y_low) * 420.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/><text x=\"{LEFT}\" y=\"24\" font-size=\"16\">{title}</text>\n\
         <text x=\"{LEFT}\" y=\"510\">{x_axis}</text><text x=\"8\" y=\"42\">{y_axis}</text>\n"
    );
    let mut grid = |steps: (f64, f64), line: &dyn Fn(f64) -> String, label: &dyn Fn(f64) -> (f64, f64)| {
        for decade in std::iter::successors(Some(steps.0), |step| Some(step + 1.0)).take_while(|step| *step <= steps.1)
        {
            let value = 10_f64.powf(decade);
            let (left, top) = label(value);
            let line = line(value);
            writeln!(out, "<path d=\"{line}\" stroke=\"#ddd\"/><text x=\"{left:.1}\" y=\"{top:.1}\">{value}</text>")
                .unwrap();
        }
    };
    grid((x_low, x_high), &|value| format!("M{:.1} 50V{BOTTOM}", x(value)), &|value| (x(value), 488.0));
    grid((y_low, y_high), &|value| format!("M{LEFT} {:.1}H630", y(value)), &|value| (24.0, y(value)));
    for (number, curve) in curves.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let path: Vec<String> = curve.points.iter().map(|(a, b)| format!("{:.1} {:.1}", x(*a), y(*b))).collect();
        writeln!(out, "<path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>", path.join("L"))
            .unwrap();
        let row = 60 + number * 18;
        writeln!(out, "<text x=\"645\" y=\"{row}\" fill=\"{colour}\">{}</text>", curve.name).unwrap();
    }
    out + "</svg>\n"
}
