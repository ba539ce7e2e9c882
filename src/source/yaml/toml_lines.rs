//! Lines of TOML in a file of YAML: a table with what stands below it, pasted from a page or from another file.

use crate::diagnostic::{Diagnostic, Edit};
use crate::source::emit::{self, ValueTree};
use crate::source::yaml::fault::YamlFault;
use crate::source::{Format, SourceFile, parse_source};

/// Most lines that are read as TOML.
const MAX_LINES: usize = 200;

impl YamlFault<'_> {
    /// The lines around the fault that are TOML, with a table among them, and what they say in YAML.
    pub(super) fn toml_lines(&self) -> Option<Diagnostic> {
        let own = self.line_start(self.at);
        let above = std::iter::successors(Some(own), |at| {
            self.previous_line(*at).filter(|(at, end)| is_line_of_toml(self.text.between(*at, *end))).map(|(at, _)| at)
        });
        let start = above.take(MAX_LINES).last().unwrap_or(own);
        let lines = self.text.from(start).split_inclusive('\n').take(MAX_LINES);
        let of_toml = lines.take_while(|line| line.trim().is_empty() || is_line_of_toml(line));
        let run: String = of_toml.collect();
        let run = run.trim_end();
        let parsed = parse_source(&SourceFile::new("read", run), Format::Toml);
        let told = run.lines().any(|line| line.starts_with('[')) && run.contains('=') && parsed.findings.is_empty();
        let [document] = parsed.documents.as_slice() else { return None };
        let ValueTree::Mapping(entries) = ValueTree::from_node(document) else { return None };
        let yaml = emit::yaml(&entries);
        let end = start + run.len();
        let finding = self.syntax_finding(start, end, "these lines are TOML, and the file is read as YAML");
        let edits = vec![Edit { span: self.marks.file_span(start, end), text: yaml.trim_end().to_owned() }];
        (told && !run.contains('#'))
            .then(|| finding.with_label("YAML has `key: value`").offering("write them as YAML", edits))
    }
}

/// `[table]`, or `key = value`, at the margin.
fn is_line_of_toml(line: &str) -> bool {
    let line = line.trim_end();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '"');
    let header = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
    let header = header.map(|name| name.trim_start_matches('[').trim_end_matches(']'));
    let key = line.split_once('=').map(|(key, _)| key.trim_end());
    header.or(key).is_some_and(|name| !name.is_empty() && name.chars().all(is_name))
}
