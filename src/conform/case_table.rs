//! Tests that are run once for each row of a table beside their file.
//!
//! Invariant: `${{ column }}` in a test that names a table is a cell of its row, or a fault with its place; a test that names
//! none is taken as it is written.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::conform::case::TestFault;
use crate::source::side_tables::{SideTable, SideTableError};
use crate::source::table::{Notation, parse_table};
use crate::source::{Entry, Node, Value};

/// The column whose cells name the rows.
const NAMES: &str = "case";

/// A test as one row of its table fills it in, with what is added to its name; without a table as it is written.
pub type TestCase<'a> = (Option<String>, Cow<'a, Node>);

/// The test, or one for each row of its table.
///
/// # Errors
/// What is wrong with the table, or with a variable.
pub fn expand_test<'a>(test: &'a Node, side_tables: &[SideTable]) -> Result<Vec<TestCase<'a>>, TestFault> {
    let Some((written, span)) = test.get("cases").and_then(|node| Some((node.text()?, node.span))) else {
        return Ok(vec![(None, Cow::Borrowed(test))]);
    };
    let refuse = |message: String| TestFault { span, message };
    let (columns, rows) = read_rows(written, side_tables).map_err(refuse)?;
    let name_column = columns.iter().position(|column| column == NAMES);
    let mut names = BTreeSet::new();
    let mut tests = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        let name = name_column.and_then(|column| row.get(column)).filter(|cell| !cell.is_empty());
        let name = name.cloned().unwrap_or_else(|| (at + 1).to_string());
        if !names.insert(name.clone()) {
            return Err(refuse(format!("two rows of `{written}` have the name `{}`", short(&name))));
        }
        let fill = |text: &str| fill_in(text, written, &columns, row);
        tests.push((Some(name), Cow::Owned(filled(test, &fill)?)));
    }
    Ok(tests)
}

/// The names of the columns, and the cells of each row.
fn read_rows(written: &str, side_tables: &[SideTable]) -> Result<(Vec<String>, Vec<Vec<String>>), String> {
    let notation = Notation::from_path(written).ok_or("a table of cases is a .csv or a .tsv file")?;
    let beside = side_tables.iter().find(|beside| beside.written == written);
    if let Some(fault) = beside.and_then(|beside| beside.findings.first()) {
        return Err(format!("`{}` cannot be read: {}", short(written), fault.message));
    }
    let file = match beside.map(|beside| &beside.file) {
        Some(Ok(file)) => file,
        Some(Err(SideTableError::Unreadable(why))) => {
            return Err(format!("`{}` cannot be read: {why}", short(written)));
        }
        Some(Err(SideTableError::TooLarge(bytes) | SideTableError::TotalTooLarge(bytes))) => {
            return Err(format!("`{}` is not read: {bytes} bytes are too many", short(written)));
        }
        None => return Err(format!("`{}` cannot be read", short(written))),
    };
    let table = parse_table(file, notation);
    if let Some(fault) = table.faults.first() {
        return Err(format!("a quote of `{written}` is wrong in line {}", file.place_of(fault.span).line));
    }
    let mut rows = table.rows().map(|row| row.iter().map(|cell| table.cell_text(*cell).into_owned()).collect());
    let columns: Vec<String> = rows.next().unwrap_or_default();
    let rows: Vec<Vec<String>> = rows.collect();
    if let ([line], Notation::Csv) = (columns.as_slice(), notation)
        && let Some(sign) = line.chars().find(|c| matches!(c, ';' | '\t'))
    {
        let sign = if sign == ';' { "semicolons" } else { "tabs" };
        return Err(format!("{sign} divide the columns of `{written}`: divide them with commas"));
    }
    if let Some(at) = rows.iter().position(|row| row.len() != columns.len()) {
        let (cells, wanted) = (rows[at].len(), columns.len());
        return Err(format!("row {} of `{written}` has {cells} cells, its first line has {wanted}", at + 1));
    }
    if columns.iter().collect::<BTreeSet<_>>().len() < columns.len() {
        return Err(format!("two columns of `{written}` have the same name"));
    }
    if rows.is_empty() {
        return Err(format!("`{written}` has no row below its line of names"));
    }
    Ok((columns, rows))
}

/// A node in which every text is filled in.
fn filled(node: &Node, fill: &impl Fn(&str) -> Result<String, String>) -> Result<Node, TestFault> {
    let value = match &node.value {
        Value::Text(text) => Value::Text(fill(text).map_err(|message| TestFault { span: node.span, message })?),
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

/// A text with the cells of a row in place of `${{ column }}`.
fn fill_in(text: &str, table: &str, columns: &[String], row: &[String]) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${{") {
        let (name, behind) = after.split_once("}}").ok_or("`${{` is never closed: write `${{ column }}`")?;
        let name = name.trim();
        let at = columns.iter().position(|column| column == name).ok_or_else(|| {
            format!("`{}` is no column of `{table}`; there are {}", short(name), short(&columns.join(", ")))
        })?;
        out.push_str(before);
        out.push_str(&row[at]);
        rest = behind;
    }
    out.push_str(rest);
    Ok(out)
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}
