//! Tests that are run once for each row of a table beside their file.
//!
//! Invariant: `${{ column }}` in a test that names a table is a cell of its row, or a fault with its place; a test that names
//! none is taken as it is written. What is wrong with the table stands in the table.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::conform::case::{TestFault, UnknownName};
use crate::diagnostic::{SourceFile, Span};
use crate::source::side_tables::{SideTable, SideTableError};
use crate::source::table::{Notation, Table, TableCell, TableFaultKind, parse_table};
use crate::source::{Entry, Node, Value};

/// The column whose cells name the rows.
const NAMES: &str = "case";

/// Most rows of a table that are told at once.
const MAX_FAULTS: usize = 20;

/// What to do where no table can be read.
const NAME_A_TABLE: &str = "name a table beside this file: `.csv` with commas, or `.tsv` with tabs";

/// A test as one row of its table fills it in, with what is added to its name; without a table as it is written.
pub type TestCase<'a> = (Option<String>, Cow<'a, Node>);

/// The test, or one for each row of its table.
///
/// # Errors
/// What is wrong with the table, or with a variable.
pub fn expand_test<'a>(test: &'a Node, side_tables: &[SideTable]) -> Result<Vec<TestCase<'a>>, Vec<TestFault>> {
    let Some((written, span)) = named_table(test) else {
        return Ok(vec![(None, Cow::Borrowed(test))]);
    };
    let file = find_table(written, side_tables).map_err(|fault| vec![TestFault { span, ..fault }])?;
    let cases = read_cases(written, file)?;
    let mut faults = cases.faults.clone();
    match cases.missing_names(test, file) {
        Some(fault) => faults.push(fault),
        None => faults.extend(cases.unfilled_texts(test)),
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut tests = Vec::with_capacity(cases.rows.len());
    for (name, row) in &cases.rows {
        let fill = |text: &str, span: Span| cases.fill_in(text, row, span);
        tests.push((Some(name.clone()), Cow::Owned(filled(test, &fill).map_err(|fault| vec![fault])?)));
    }
    Ok(tests)
}

/// The names of the columns of the table of a test, as far as it can be read; none where it names no table.
#[must_use]
pub fn columns_of_test(test: &Node, side_tables: &[SideTable]) -> Option<Vec<String>> {
    let (written, _) = named_table(test)?;
    Some(read_cases(written, find_table(written, side_tables).ok()?).ok()?.columns)
}

fn named_table(test: &Node) -> Option<(&str, Span)> {
    test.get("cases").and_then(|node| Some((node.text()?, node.span)))
}

/// The table that a name leads to.
fn find_table<'t>(written: &str, side_tables: &'t [SideTable]) -> Result<&'t Arc<SourceFile>, TestFault> {
    let here = |message: String, help: &str| TestFault::new(Span::empty_at(0), message, help);
    let name = short(written);
    if Notation::from_path(written).is_none() {
        return Err(here("a table of cases is a .csv or a .tsv file".to_owned(), NAME_A_TABLE));
    }
    let beside = side_tables.iter().find(|beside| beside.written == written);
    if let Some(fault) = beside.and_then(|beside| beside.findings.first()) {
        return Err(here(format!("`{name}` cannot be read: {}", fault.message), "save the table as UTF-8"));
    }
    match beside.map(|beside| &beside.file) {
        Some(Ok(file)) => Ok(file),
        Some(Err(SideTableError::Absent(near))) => {
            let fault = here(format!("`{name}` cannot be read: there is no such file"), NAME_A_TABLE);
            let [name, written] = [written.to_owned(), written.to_owned()];
            let unknown = UnknownName { name, written, known: near.clone(), unused: None };
            Err(TestFault { unknown: Some(Box::new(unknown)), ..fault })
        }
        Some(Err(SideTableError::Unreadable(why))) => {
            Err(here(format!("`{name}` cannot be read: {why}"), NAME_A_TABLE))
        }
        Some(Err(SideTableError::TooLarge(bytes) | SideTableError::TotalTooLarge(bytes))) => {
            let help = "divide its rows among several tables and tests";
            Err(here(format!("`{name}` is not read: {bytes} bytes are too many"), help))
        }
        None => Err(here(format!("`{name}` cannot be read"), NAME_A_TABLE)),
    }
}

/// A table of cases: its columns, and its rows with the name of each.
struct Cases {
    written: String,
    columns: Vec<String>,
    /// What is wrong with rows, which are left out.
    faults: Vec<TestFault>,
    rows: Vec<(String, Vec<String>)>,
}

fn read_cases(written: &str, file: &Arc<SourceFile>) -> Result<Cases, Vec<TestFault>> {
    let notation = Notation::from_path(written).unwrap_or(Notation::Csv);
    let fault = |span: Span, message: String, help: &str| TestFault {
        table: Some(file.clone()),
        ..TestFault::new(span, message, help)
    };
    let within = |span: Span, message: String, help: &str| Err(vec![fault(span, message, help)]);
    let table = parse_table(file, notation);
    if let Some(fault) = table.faults.first() {
        let (message, help) = match fault.kind {
            TableFaultKind::Unclosed => ("this quote is never closed", "close it"),
            TableFaultKind::AfterQuote => {
                ("text stands behind a closing quote", "write a quote inside of a cell twice")
            }
            TableFaultKind::BlankBeside => ("a blank stands beside a quote", "delete the blank"),
            TableFaultKind::InsideCell => {
                ("a cell without quotes contains one", "put the cell in quotes, and write the quote inside of it twice")
            }
        };
        return within(fault.span, message.to_owned(), help);
    }
    let columns = column_names(&table);
    let header: Vec<Span> = table.rows().next().into_iter().flatten().map(|cell| cell.span).collect();
    if let ([line], [span], Notation::Csv) = (columns.as_slice(), header.as_slice(), notation)
        && let Some((at, sign)) = line.char_indices().find(|(_, c)| matches!(c, ';' | '\t'))
    {
        let place = Span::new(span.start as usize + at, span.start as usize + at + 1);
        let (sign, help) = match sign {
            ';' => ("semicolons", "divide them with commas, and put a cell that contains a comma in quotes"),
            _ => ("tabs", "divide them with commas, or give the file the ending `.tsv`"),
        };
        return within(place, format!("{sign} divide the columns of this table"), help);
    }
    let mut first: BTreeMap<&str, Span> = BTreeMap::new();
    for (name, span) in columns.iter().zip(&header) {
        if first.insert(name, *span).is_some() {
            let message = format!("two columns have the name `{}`", short(name));
            return within(*span, message, "give each column a name of its own");
        }
    }
    let name_column = columns.iter().position(|column| column == NAMES);
    let mut names: BTreeMap<String, Span> = BTreeMap::new();
    let (mut rows, mut faults) = (Vec::with_capacity(table.len()), Vec::new());
    for (at, row) in table.rows().skip(1).enumerate() {
        if faults.len() == MAX_FAULTS {
            break;
        }
        let cell = name_column.and_then(|column| row.get(column));
        let name = cell.map(|cell| table.cell_text(*cell).into_owned()).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| (at + 1).to_string());
        let named = cell.or(row.first()).map_or(Span::empty_at(0), |cell| cell.span);
        let before = names.insert(name.clone(), named);
        let (cells, wanted) = (row.len(), columns.len());
        if cells != wanted {
            let place = row.get(wanted).or(row.last()).map_or(Span::empty_at(0), |cell| cell.span);
            let help = match (notation, cells > wanted) {
                (Notation::Csv, true) => "put a cell that contains a comma in quotes",
                (Notation::Tsv, true) => "take the tab inside of a cell out",
                (_, false) => {
                    &format!("write the cell that is missing: {} are due, in this order", short(&columns.join(", ")))
                }
            };
            let cells = if cells == 1 { "one cell".to_owned() } else { format!("{cells} cells") };
            faults.push(fault(place, format!("this row has {cells}, the line of names {wanted}"), help));
            continue;
        }
        if let Some(before) = before {
            let line = file.place_of(before).line;
            let message = format!("two rows have the name `{}`; the first stands in line {line}", short(&name));
            faults.push(fault(named, message, "give each row a name of its own: a test is chosen and reported by it"));
            continue;
        }
        rows.push((name, row.iter().map(|cell| table.cell_text(*cell).into_owned()).collect()));
    }
    if rows.is_empty() && faults.is_empty() {
        let place = header.first().copied().unwrap_or(Span::empty_at(0));
        let message = "this table has no row below its line of names".to_owned();
        return within(place, message, "write a row for each case");
    }
    Ok(Cases { written: written.to_owned(), columns, faults, rows })
}

fn column_names(table: &Table) -> Vec<String> {
    table.rows().next().into_iter().flatten().map(|cell| table.cell_text(*cell).trim().to_owned()).collect()
}

/// A node in which every text is filled in.
fn filled(node: &Node, fill: &impl Fn(&str, Span) -> Result<String, TestFault>) -> Result<Node, TestFault> {
    let value = match &node.value {
        Value::Text(text) => Value::Text(fill(text, node.span)?),
        Value::Sequence(items) => {
            Value::Sequence(items.iter().map(|item| filled(item, fill)).collect::<Result<_, _>>()?)
        }
        Value::Mapping(entries) => {
            let entries =
                entries.iter().map(|entry| Ok(Entry { key: entry.key.clone(), value: filled(&entry.value, fill)? }));
            Value::Mapping(entries.collect::<Result<_, TestFault>>()?)
        }
        Value::Null | Value::Bool(_) | Value::Integer(_) | Value::Float(_) | Value::Date(_) => node.value.clone(),
    };
    Ok(Node { value, span: node.span })
}

/// The names in `${{ … }}` of all texts of a test, each once, in order.
fn names_in_test(test: &Node) -> Vec<&str> {
    let mut names = Vec::new();
    collect_names(test, &mut names);
    names
}

fn collect_names<'n>(node: &'n Node, names: &mut Vec<&'n str>) {
    let text = node.text().unwrap_or_default();
    let inner = text.split("${{").skip(1).filter_map(|rest| Some(rest.split_once("}}")?.0.trim()));
    for name in inner {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    node.entries().iter().for_each(|entry| collect_names(&entry.value, names));
    node.items().iter().for_each(|item| collect_names(item, names));
}

impl Cases {
    /// A table whose first line is not that of the names: it says none of those in the test, and another line does, or it has as many
    /// columns.
    fn missing_names(&self, test: &Node, file: &Arc<SourceFile>) -> Option<TestFault> {
        let mut names = names_in_test(test);
        if names.len() < 2 || names.iter().any(|name| self.has_column(name)) {
            return None;
        }
        let fault =
            |span, message, help| Some(TestFault { table: Some(file.clone()), ..TestFault::new(span, message, help) });
        let table = parse_table(file, Notation::from_path(&self.written).unwrap_or(Notation::Csv));
        let says = |row: &&[TableCell], name: &&str| row.iter().any(|cell| table.cell_text(*cell) == **name);
        if let Some(row) = table.rows().find(|row| names.iter().all(|name| says(row, name))) {
            let span = row[0].span.to(row[row.len() - 1].span);
            let message = format!("`{}` names the columns, and is not the first line", short(file.slice(span)));
            return fault(span, message, "move the line up, above all others".to_owned());
        }
        if self.columns.len() == names.len() + 1 && !self.has_column(NAMES) {
            names.insert(0, NAMES);
        }
        if self.columns.len() != names.len() {
            return None;
        }
        let sign = if Notation::from_path(&self.written) == Some(Notation::Tsv) { "\t" } else { "," };
        let there = short(&self.columns.join(", "));
        let message = format!("the first line of this table names its columns, and it says {there}");
        let line = short(&names.join(sign));
        let help = format!("write the line `{line}` above it, or in its place, as the test names them");
        fault(Span::empty_at(0), message, help)
    }

    /// What cannot be filled in: text by text, or once where the line of names is not that of the test.
    fn unfilled_texts(&self, test: &Node) -> Vec<TestFault> {
        let mut faults = Vec::new();
        self.collect_unfilled(test, &mut faults);
        let names = names_in_test(test);
        let missing: Vec<&str> = names.iter().filter(|name| !self.has_column(name)).copied().collect();
        let is_free = |column: &&String| *column != NAMES && !names.contains(&column.as_str());
        let free: Vec<&String> = self.columns.iter().filter(is_free).collect();
        if let ([_], [unused]) = (&missing[..], &free[..]) {
            let unknown = faults.iter_mut().filter_map(|fault| fault.unknown.as_mut());
            unknown.for_each(|unknown| unknown.unused = Some((*unused).clone()));
        }
        if missing.len() < 2 || missing.len() != free.len() || faults.iter().any(|fault| fault.unknown.is_none()) {
            return faults;
        }
        let (table, there) = (short(&self.written), short(&self.columns.join(", ")));
        let named = short(&missing.join("` and `"));
        let message = format!("`{named}` are no columns of `{table}`; there are {there}");
        let help = format!("name the columns `{named}` in the first line of `{table}`");
        let also = faults.split_off(1);
        faults.pop().map(|first| vec![TestFault { message, help, also, ..first }]).unwrap_or_default()
    }

    fn has_column(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column == name)
    }

    /// What cannot be filled in, text by text.
    fn collect_unfilled(&self, node: &Node, faults: &mut Vec<TestFault>) {
        faults.extend(node.text().and_then(|text| self.fill_in(text, &[], node.span).err()));
        node.entries().iter().for_each(|entry| self.collect_unfilled(&entry.value, faults));
        node.items().iter().for_each(|item| self.collect_unfilled(item, faults));
    }

    /// A text with the cells of a row in place of `${{ column }}`.
    fn fill_in(&self, text: &str, row: &[String], span: Span) -> Result<String, TestFault> {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("${{") {
            let Some((inner, behind)) = after.split_once("}}") else {
                return Err(TestFault::new(span, "`${{` is never closed", "write `${{ column }}`"));
            };
            let name = inner.trim();
            let Some(at) = self.columns.iter().position(|column| column == name) else {
                let there = short(&self.columns.join(", "));
                let message =
                    format!("`{}` is no column of `{}`; there are {there}", short(name), short(&self.written));
                let unknown = UnknownName {
                    name: name.to_owned(),
                    written: format!("${{{{{inner}}}}}"),
                    known: self.columns.clone(),
                    unused: None,
                };
                let fault = TestFault::new(span, message, "write the name of a column, or add the column to the table");
                return Err(TestFault { unknown: Some(Box::new(unknown)), ..fault });
            };
            out.push_str(before);
            out.push_str(row.get(at).map_or("", String::as_str));
            rest = behind;
        }
        out.push_str(rest);
        Ok(out)
    }
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}
