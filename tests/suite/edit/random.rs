//! Random files, random single changes.
//!
//! Seeded: a failure prints its seed, `HOUSESTYLE_SEED=n` runs it alone, `HOUSESTYLE_CASES=n` as many as wanted.

use housestyle::diagnostic::SourceFile;
use housestyle::source::edit::{TreeEdit, edit_document};
use housestyle::source::emit::ValueTree;
use housestyle::source::path_segment::PathSegment;
use housestyle::source::{Format, Node, parse_source};

use crate::edit::{FIELDS, difference};
use crate::simulated_world::{Dice, seeds};

const CASES: u64 = 1500;

/// Texts that people write, and texts that tools make.
pub(crate) const TEXTS: &[&str] = &[
    "use_comma",
    "Address the reader with Sie.",
    "it's",
    "say \"no\"",
    "key: value",
    "a # b",
    "yes",
    "12",
    "敬語を使う。",
    "😀 done",
    "naïve, «œuvre»",
    "- dash",
    "C:\\temp",
    "100 %",
    "[x]",
    "{y}",
    "long text with many words that goes on and on and does not seem to end at all, whatever happens",
];

/// Categories with their rules and values.
pub(crate) type Rules = Vec<(String, Vec<(String, String)>)>;

/// A file in the making: how it is written is drawn, what it says is not.
pub(crate) struct Writer<'a> {
    pub(crate) dice: &'a mut Dice,
    pub(crate) out: String,
    pub(crate) comments: usize,
    pub(crate) eol: &'static str,
    /// What is configured; nothing where the writer thinks something up.
    pub(crate) rules: Option<Rules>,
}

impl Writer<'_> {
    /// What is configured.
    fn configured(&mut self) -> Rules {
        if let Some(rules) = self.rules.take() {
            return rules;
        }
        let categories = 1 + self.dice.below(3) as usize;
        let rules =
            |n: usize| ["alpha", "gamma", "omega"][..n].iter().map(|rule| ((*rule).to_owned(), "use_comma".to_owned()));
        ["dates", "numbers", "punctuation"][..categories]
            .iter()
            .map(|category| ((*category).to_owned(), rules(1 + self.dice.below(3) as usize).collect()))
            .collect()
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push_str(self.eol);
    }

    fn comment(&mut self, indent: usize) {
        if self.dice.chance(20) {
            self.comments += 1;
            let text = format!("{}# comment {} ü", " ".repeat(indent), self.comments);
            self.line(&text);
        }
        if self.dice.chance(10) {
            self.line("");
        }
    }

    fn behind(&mut self) -> String {
        if self.dice.chance(20) {
            self.comments += 1;
            return format!("  # behind {}", self.comments);
        }
        String::new()
    }

    fn yaml(&mut self, text: &str, indent: usize) -> String {
        match self.dice.below(5) {
            0 => format!("'{}'", text.replace('\'', "''")),
            1 | 2 => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
            3 if indent > 0 => {
                let sign = *self.dice.pick(&["|", "|-", ">", ">-", ">2"][..4]);
                let broken = if sign.starts_with('>') {
                    text.replacen(" and ", &format!(" and{}{}", self.eol, " ".repeat(indent)), 2)
                } else {
                    text.to_owned()
                };
                format!("{sign}{}{}{}", self.eol, " ".repeat(indent), broken)
            }
            _ => {
                let plain = text.chars().all(|c| c.is_alphanumeric() || " _.,".contains(c))
                    && text.parse::<i64>().is_err()
                    && text != "yes";
                if plain { text.to_owned() } else { format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")) }
            }
        }
    }

    pub(crate) fn yaml_file(&mut self) {
        self.line("# the title");
        let name = *self.dice.pick(TEXTS);
        let name = format!("name: {}{}", self.yaml(name, 0), self.behind());
        self.line(&name);
        self.line("language: de");
        if self.dice.chance(80) {
            self.comment(0);
            self.line("configured_rules:");
            for (category, rules) in self.configured() {
                self.comment(2);
                if self.dice.chance(20) {
                    let inner: Vec<String> = rules.iter().map(|(rule, value)| format!("{rule}: \"{value}\"")).collect();
                    let line = format!("  {category}: {{ {} }}{}", inner.join(", "), self.behind());
                    self.line(&line);
                    continue;
                }
                self.line(&format!("  {category}:"));
                for (rule, value) in rules {
                    self.comment(4);
                    let value = self.yaml(&value, 0);
                    let line = format!("    {rule}: {value}{}", self.behind());
                    self.line(&line);
                }
            }
        }
        if self.dice.chance(80) {
            self.comment(0);
            self.line("custom_instructions:");
            let indent = if self.dice.chance(30) { 0 } else { 2 };
            for index in 0..1 + self.dice.below(4) {
                self.comment(indent);
                let prompt = *self.dice.pick(TEXTS);
                let pad = " ".repeat(indent);
                if self.dice.chance(15) {
                    let line = format!("{pad}- {{label: l{index}, prompt: \"p {index}\"}}{}", self.behind());
                    self.line(&line);
                    continue;
                }
                let line = format!("{pad}- label: l{index}{}", self.behind());
                self.line(&line);
                let written = self.yaml(prompt, indent + 4);
                let behind = if written.contains('\n') { String::new() } else { self.behind() };
                let line = format!("{pad}  prompt: {written}{behind}");
                self.line(&line);
                if self.dice.chance(30) {
                    self.line(&format!("{pad}  source_language: en"));
                }
            }
        }
        self.comment(0);
    }

    fn toml(&mut self, text: &str) -> String {
        match self.dice.below(3) {
            0 if !text.contains('\'') => format!("'{text}'"),
            1 => format!("\"\"\"{}{}\"\"\"", self.eol, text.replace('\\', "\\\\").replace('"', "\\\"")),
            _ => format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
        }
    }

    pub(crate) fn toml_file(&mut self) {
        self.line("# the title");
        let name = *self.dice.pick(TEXTS);
        let name = format!("name = {}{}", self.toml(name), self.behind());
        self.line(&name);
        self.line("language = 'de'");
        let inline = self.dice.chance(20);
        if inline {
            self.line("custom_instructions = [");
            for index in 0..1 + self.dice.below(3) {
                let line = format!("  {{ label = \"l{index}\", prompt = \"p\" }},{}", self.behind());
                self.line(&line);
            }
            self.line("]");
        }
        let dotted = self.dice.chance(30);
        let configured = if self.dice.chance(80) { self.configured() } else { Rules::new() };
        for (category, rules) in configured {
            self.comment(0);
            if !dotted {
                self.line(&format!("[configured_rules.{category}]"));
            }
            for (rule, value) in rules {
                self.comment(0);
                let value = self.toml(&value);
                let lead = if dotted { format!("configured_rules.{category}.") } else { String::new() };
                let line = format!("{lead}{rule} = {value}{}", self.behind());
                self.line(&line);
            }
        }
        if !inline {
            for index in 0..self.dice.below(4) {
                self.comment(0);
                let line = format!("[[custom_instructions]]{}", self.behind());
                self.line(&line);
                self.line(&format!("label = \"l{index}\""));
                let prompt = *self.dice.pick(TEXTS);
                let line = format!("prompt = {}{}", self.toml(prompt), self.behind());
                self.line(&line);
                if self.dice.chance(30) {
                    self.line("source_language = 'en'");
                }
            }
        }
    }
}

fn key(name: &str) -> PathSegment {
    PathSegment::Key(name.to_owned())
}

/// A change of one value, one rule or one instruction.
fn act(dice: &mut Dice, root: &Node) -> TreeEdit {
    let text = ValueTree::from_text(*dice.pick(TEXTS));
    let items = root.get("custom_instructions").map_or(0, |list| list.items().len());
    let any = |dice: &mut Dice| dice.below(items as u64) as usize;
    match dice.below(9) {
        0 => TreeEdit::Set { at: vec![key("name")], value: text, after: &[] },
        1 | 2 => {
            let category = *dice.pick(&["dates", "numbers", "punctuation"]);
            let rule = *dice.pick(&["alpha", "beta", "gamma", "omega"]);
            TreeEdit::Set { at: vec![key("configured_rules"), key(category), key(rule)], value: text, after: &[] }
        }
        3 => {
            let rules = root.get("configured_rules");
            let category = rules.and_then(|rules| rules.entries().first());
            let rule = category.and_then(|category| category.value.entries().last());
            match (category, rule) {
                (Some(category), Some(rule)) => TreeEdit::Remove {
                    at: vec![key("configured_rules"), key(&category.key.value), key(&rule.key.value)],
                },
                (_, _) => TreeEdit::Set { at: vec![key("name")], value: text, after: &[] },
            }
        }
        4 if items > 0 => TreeEdit::Remove { at: vec![key("custom_instructions"), PathSegment::Item(any(dice))] },
        5 | 6 if items > 0 => {
            let list = root.get("custom_instructions").map(Node::items).unwrap_or_default();
            let index = any(dice);
            let now = list[index].get("prompt").and_then(Node::text).unwrap_or_default();
            let words: Vec<&str> = now.split(' ').collect();
            let word: &str = words[dice.below(words.len() as u64) as usize];
            let text = ValueTree::from_text(now.replacen(word, dice.pick::<&str>(TEXTS), 1));
            TreeEdit::Set {
                at: vec![key("custom_instructions"), PathSegment::Item(index), key("prompt")],
                value: text,
                after: &[],
            }
        }
        7 if items > 0 => TreeEdit::Set {
            at: vec![key("custom_instructions"), PathSegment::Item(any(dice)), key("source_language")],
            value: ValueTree::from_text("ja"),
            after: &["prompt"],
        },
        _ => TreeEdit::Append {
            at: vec![key("custom_instructions")],
            item: ValueTree::Mapping(vec![("label".into(), ValueTree::from_text("new")), ("prompt".into(), text)]),
            after: FIELDS,
        },
    }
}

#[test]
fn a_single_change_touches_three_lines_and_no_comment_that_is_not_its_own() {
    let seeds = seeds(0, "HOUSESTYLE_CASES", CASES);
    let (mut most, mut changed_lines) = (0, 0);
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let (path, eol) = (*dice.pick(&["a.yaml", "a.toml"]), *dice.pick(&["\n", "\n", "\r\n"]));
        let mut writer = Writer { dice: &mut dice, out: String::new(), comments: 0, eol, rules: None };
        if path == "a.yaml" {
            writer.yaml_file()
        } else {
            writer.toml_file()
        }
        let mut text = std::mem::take(&mut writer.out);
        if dice.chance(20) {
            text.truncate(text.trim_end().len());
        }
        let format = Format::from_path(path).unwrap();
        let parsed = parse_source(&SourceFile::new(path, text.clone()), format);
        let serious = parsed.findings.iter().any(|finding| finding.message.contains("syntax"));
        assert!(
            !serious && parsed.documents.len() == 1 && !parsed.incomplete,
            "HOUSESTYLE_SEED={seed}: {:?}\n{text}",
            parsed.findings
        );
        let act = act(&mut dice, &parsed.documents[0]);
        let new = edit_document(&parsed, format, 0, std::slice::from_ref(&act))
            .unwrap_or_else(|refused| panic!("HOUSESTYLE_SEED={seed}: {act:?} {}\n{text}", refused.why));
        let difference = difference(&text, &new);
        let said = difference.lines().filter(|line| line.len() > 1 && line.trim_end_matches('␍').len() > 1);
        // A last line without an end gets one: it is not another line.
        let ends = difference.lines().filter(|line| line.ends_with('⌿')).count();
        let (gone, come): (Vec<&str>, Vec<&str>) = said.partition(|line| line.starts_with('-'));
        let lines = gone.len().max(come.len()).saturating_sub(usize::from(ends > 0));
        let whole = match &act {
            TreeEdit::Remove { .. } => true,
            TreeEdit::Set { .. } | TreeEdit::Append { .. } => false,
        };
        if !whole {
            assert!(lines <= 3, "HOUSESTYLE_SEED={seed}: {act:?} {lines} lines\n{difference}\n{text}");
            let comments = |text: &str| {
                text.lines().filter(|line| line.contains("# comment") || line.contains("# behind")).count()
            };
            assert_eq!(comments(&text), comments(&new), "HOUSESTYLE_SEED={seed}: {act:?}\n{difference}");
        } else {
            assert!(come.is_empty() || lines <= 1 || ends > 0, "HOUSESTYLE_SEED={seed}: {act:?}\n{difference}\n{text}");
        }
        assert!(new.contains("# the title"), "HOUSESTYLE_SEED={seed}: {act:?}\n{difference}");
        most = most.max(lines);
        changed_lines += lines;
    }
    println!("at most {most} lines, {changed_lines} in all");
}
