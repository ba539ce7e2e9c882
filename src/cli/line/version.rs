//! What `--version` tells: the build, the interface of the service and the catalogue that are in it. The first line is the
//! program and its number alone, for scripts.

use crate::catalogue::load::{Edition, builtin_catalogue};
use crate::report::humanize::count_noun;
use crate::service::INTERFACE_VERSION;

/// The lines.
#[must_use]
pub fn version_text() -> String {
    let mut text = format!(
        "housestyle {}\nbuild      {}\ninterface  {INTERFACE_VERSION}\n",
        env!("CARGO_PKG_VERSION"),
        build_description()
    );
    for edition in Edition::ALL.iter().rev() {
        let catalogue = builtin_catalogue(*edition);
        let (rules, values) = catalogue.count_rules_and_values();
        text.push_str(&format!(
            "catalogue  {}: {}, {}, {}\n           {}\n",
            edition.as_str(),
            count_noun(rules, "rule"),
            count_noun(values, "value"),
            count_noun(catalogue.languages.len(), "language"),
            catalogue.digest(),
        ));
    }
    text
}

/// Platform, profile and, where the build was told, the commit.
fn build_description() -> String {
    let libc = if cfg!(target_env = "musl") {
        "-musl"
    } else if cfg!(target_env = "gnu") {
        "-gnu"
    } else if cfg!(target_env = "msvc") {
        "-msvc"
    } else {
        ""
    };
    let linked = if cfg!(target_feature = "crt-static") { ", static" } else { "" };
    let profile = if cfg!(debug_assertions) { ", debug" } else { "" };
    let commit = option_env!("HOUSESTYLE_COMMIT").map(|commit| format!(", commit {commit}")).unwrap_or_default();
    format!("{}-{}{libc}{linked}{profile}{commit}", std::env::consts::ARCH, std::env::consts::OS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_for_scripts_and_the_rest_tells_what_is_inside() {
        let text = version_text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], concat!("housestyle ", env!("CARGO_PKG_VERSION")));
        assert!(lines[1].contains(std::env::consts::ARCH) && lines[2].ends_with("3.12.0"), "{text}");
        assert_eq!(lines[3], "catalogue  public: 159 rules, 518 values, 8 languages");
        assert_eq!(lines[5], "catalogue  core: 124 rules, 444 values, 8 languages");
        assert!([4, 6].iter().all(|at| lines[*at].trim().starts_with("sha256:")), "{text}");
    }
}
