//! Translation profiles by themselves: what their fields say, and what must hold between them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::languages::{known, root};
use crate::catalogue::limits::THRESHOLD_RECOMMENDED;
use crate::catalogue::request::{Formality, OutputFormat};
use crate::check::document::Document;
use crate::check::glossary::located;
use crate::check::own::{Text, What};
use crate::check::{edge_whitespace, hidden_text, language, prompt_utf16};
use crate::diagnostic::{Code, Diagnostic, Located, SourceFile, Span};
use crate::model::profile::{DocumentUse, Glossaries, MemoryUse, Profile, VoiceUse, Writing};
use crate::model::{Key, Language, Placed};
use crate::schema::edits;
use crate::schema::validate::echo;
use crate::source::{Entry, Node, Value};

/// Fields that exclude each other in one request.
const EXCLUSIVE: &[(&str, &str)] = &[("glossary", "glossaries"), ("writing_style", "tone")];

/// Reads a profile and says what is wrong with it by itself. References are followed later.
pub(super) fn read(document: &Document<'_>, prompt: usize) -> (Option<Profile>, Vec<Diagnostic>) {
    let reader = Reader { file: document.file, node: document.node };
    let mut findings = Vec::new();
    reader.exclusive(&mut findings);
    reader.languages(&mut findings);
    reader.source_language(&mut findings);
    reader.memory(&mut findings);
    reader.effect(&mut findings);
    reader.features(&mut findings);
    reader.repeated("glossaries", &["glossaries"], &mut findings);
    reader.repeated("voice.target_languages", &["voice", "target_languages"], &mut findings);
    for text in reader.texts() {
        findings.extend(hidden_text::check(document.file, &text));
        findings.extend(edge_whitespace::check(document.file, &text));
        findings.extend(prompt_utf16::check(document.file, &text, prompt));
    }
    (reader.profile(document), findings)
}

struct Reader<'a> {
    file: &'a Arc<SourceFile>,
    node: &'a Node,
}

impl<'a> Reader<'a> {
    fn text(&self, field: &str) -> Option<Located<String>> {
        located(self.node, field)
    }

    fn switch(&self, path: &[&str]) -> Option<(bool, Span)> {
        let node = path.iter().try_fold(self.node, |node, part| node.get(part))?;
        if let Value::Bool(value) = node.value { Some((value, node.span)) } else { None }
    }

    fn entry(&self, path: &[&str]) -> Option<&'a Entry> {
        let (last, parents) = path.split_last()?;
        parents.iter().try_fold(self.node, |node, part| node.get(part))?.entry(last)
    }

    /// Texts of a list with their places.
    fn list(&self, path: &[&str]) -> Vec<Located<String>> {
        let items = self.entry(path).map(|entry| entry.value.items()).unwrap_or_default();
        let text = |node: &Node| {
            node.text().filter(|text| !text.is_empty()).map(|text| Located { value: text.to_owned(), span: node.span })
        };
        items.iter().filter_map(text).collect()
    }

    fn finding(&self, code: Code, span: Span, message: impl Into<String>, field: &str) -> Diagnostic {
        Diagnostic::new(code, self.file, span, message).at(format!("/{}", field.replace('.', "/")))
    }

    fn exclusive(&self, findings: &mut Vec<Diagnostic>) {
        for (one, other) in EXCLUSIVE {
            let (Some(first), Some(second)) = (self.node.entry(one), self.node.entry(other)) else { continue };
            let (first, second) = if first.key.span <= second.key.span { (first, second) } else { (second, first) };
            let (name, before) = (&second.key.value, &first.key.value);
            let message = format!("`{name}` and `{before}` exclude each other");
            findings.push(
                self.finding(Code::ExclusiveFields, second.key.span, message, name)
                    .because(first.key.span, "also set")
                    .note("a request carries one of them")
                    .help("keep one of the two"),
            );
        }
    }

    fn languages(&self, findings: &mut Vec<Diagnostic>) {
        for field in ["target_language", "source_language"] {
            let Some(code) = self.text(field) else { continue };
            findings.extend(language::check(self.file, &code, &format!("/{field}")));
        }
        for (index, code) in self.list(&["voice", "target_languages"]).iter().enumerate() {
            findings.extend(language::check(self.file, code, &format!("/voice/target_languages/{index}")));
        }
    }

    fn source_language(&self, findings: &mut Vec<Diagnostic>) {
        if self.node.entry("source_language").is_some() {
            return;
        }
        let Some(glossary) = ["glossary", "glossaries"].iter().find_map(|field| self.node.entry(field)) else { return };
        let name = &glossary.key.value;
        let message = format!("`{name}` needs `source_language`");
        findings.push(
            self.finding(Code::MissingSourceLanguage, glossary.key.span, message, name)
                .label("a glossary is used for a pair of languages")
                .help("add `source_language`, the language that texts are translated from"),
        );
    }

    fn memory(&self, findings: &mut Vec<Diagnostic>) {
        let Some(entry) = self.node.entry("translation_memory_threshold") else { return };
        let Value::Integer(threshold) = entry.value.value else { return };
        if self.node.entry("translation_memory").is_none() {
            findings.push(self.idle(entry, "a threshold has no effect without a memory", "add `translation_memory`"));
        } else if (0..i64::from(THRESHOLD_RECOMMENDED)).contains(&threshold) {
            let message = format!("a threshold of {threshold} is lower than recommended");
            findings.push(
                self.finding(Code::LowThreshold, entry.value.span, message, "translation_memory_threshold")
                    .label("segments that are little alike would be used")
                    .help(format!("write {THRESHOLD_RECOMMENDED} or more")),
            );
        }
    }

    /// A field that does nothing as the profile stands.
    fn idle(&self, entry: &Entry, message: &str, otherwise: &str) -> Diagnostic {
        let name = &entry.key.value;
        let help = format!("take `{name}` out, or {otherwise}");
        let finding = self.finding(Code::WithoutEffect, entry.key.span, message, name).help(help);
        match edits::remove(self.file, entry) {
            Some(span) => {
                finding.fix(edits::replace(span, "", format!("take `{name}` out"), crate::diagnostic::Safety::Unsafe))
            }
            None => finding,
        }
    }

    fn effect(&self, findings: &mut Vec<Diagnostic>) {
        let shows = |format| matches!(format, OutputFormat::Docx | OutputFormat::Pdf);
        let format = self.entry(&["document", "output_format"]).and_then(|entry| entry.value.text());
        if let (Some(entry), Some((true, _)), Some(format)) = (
            self.entry(&["document", "enable_watermark"]),
            self.switch(&["document", "enable_watermark"]),
            format.and_then(OutputFormat::from_name),
        ) && !shows(format)
        {
            let message = format!("`{}` shows no watermark", format.as_str());
            findings.push(self.idle(entry, &message, "write `docx` or `pdf` as `output_format`"));
        }
        if let (Some(entry), None) = (self.node.entry("tag_handling_version"), self.node.entry("tag_handling")) {
            let message = "a version of tag handling has no effect without tag handling";
            findings.push(self.idle(entry, message, "add `tag_handling`"));
        }
        if let (Some(entry), None) = (self.node.entry("spoken_terms"), self.node.entry("voice")) {
            let message = "spoken terms have no effect outside of voice sessions";
            findings.push(self.idle(entry, message, "add `voice`"));
        }
        if let Some(entry) = self.node.entry("enable_beta_languages") {
            let message = "the service keeps this field for compatibility, and it has no effect";
            findings.push(self.idle(entry, message, "leave it where other tools read it"));
        }
    }

    fn features(&self, findings: &mut Vec<Diagnostic>) {
        let Some(target) = self.text("target_language") else { return };
        let Some(language) = known(&target.value.to_ascii_lowercase()) else { return };
        if let Some(written) = self.text("formality")
            && matches!(Formality::from_name(&written.value), Some(Formality::More | Formality::Less))
            && !language.formality
        {
            let prefer = format!("prefer_{}", written.value);
            let message = format!("{} was not known to have a choice of formality", language.name);
            findings.push(
                self.finding(Code::FeatureNotOffered, written.span, message, "formality")
                    .label("refused where there is no choice")
                    .because(target.span, "the target language")
                    .help(format!("write `{prefer}`, which is passed over where there is no choice"))
                    .fix(edits::rename(self.file, written.span, &prefer, crate::diagnostic::Safety::Unsafe)),
            );
        }
        for field in ["writing_style", "tone"] {
            let Some(entry) = self.node.entry(field) else { continue };
            if language.writing {
                continue;
            }
            let message = format!("text was not known to be improved in {}", language.name);
            findings.push(
                self.finding(Code::FeatureNotOffered, entry.key.span, message, field)
                    .because(target.span, "the target language")
                    .help(format!("take `{field}` out, or see whether the service takes it")),
            );
        }
    }

    fn repeated(&self, field: &str, path: &[&str], findings: &mut Vec<Diagnostic>) {
        let mut first: BTreeMap<String, Span> = BTreeMap::new();
        for item in self.list(path) {
            let Some(before) = first.get(&item.value.to_ascii_lowercase()) else {
                first.insert(item.value.to_ascii_lowercase(), item.span);
                continue;
            };
            let message = format!("`{}` is named twice", echo(&item.value));
            findings.push(
                self.finding(Code::DuplicateReference, item.span, message, field)
                    .label("again")
                    .because(*before, "first here")
                    .help("name it once"),
            );
        }
    }

    /// Texts that are sent as people wrote them.
    fn texts(&self) -> Vec<Text<'a>> {
        let text = |what, node: &'a Node, pointer: String| {
            let text = node.text().filter(|text| !text.is_empty())?;
            Some(Text { what, text, span: node.span, pointer })
        };
        let one = |what, path: &[&str]| {
            let entry = self.entry(path)?;
            text(what, &entry.value, format!("/{}", path.join("/")))
        };
        let mut texts = Vec::new();
        texts.extend(one(What::Memory, &["translation_memory"]));
        texts.extend(one(What::Context, &["context"]));
        texts.extend(one(What::Context, &["voice", "content_type"]));
        texts.extend(one(What::Context, &["voice", "voice"]));
        let prompts = self.entry(&["custom_instructions"]).map(|entry| entry.value.items()).unwrap_or_default();
        let prompt = |(index, node)| text(What::Prompt, node, format!("/custom_instructions/{index}"));
        texts.extend(prompts.iter().enumerate().filter_map(prompt));
        texts
    }

    fn profile(&self, document: &Document<'_>) -> Option<Profile> {
        let placed = |text: Located<String>| Placed::new(text.value, self.file.place(text.span));
        let language = |text: Located<String>| Placed::new(Language::new(&text.value), self.file.place(text.span));
        let key = |text: Located<String>| Some(Placed::new(Key::new(&text.value).ok()?, self.file.place(text.span)));
        let switch = |path: &[&str]| self.switch(path).map(|(value, span)| Placed::new(value, self.file.place(span)));
        let nested = |path: &[&str]| {
            let entry = self.entry(path)?;
            let text = entry.value.text()?.to_owned();
            Some(Located { value: text, span: entry.value.span })
        };
        let threshold = self.node.get("translation_memory_threshold").and_then(|node| {
            let Value::Integer(value) = node.value else { return None };
            Some(Placed::new(u8::try_from(value).ok()?, self.file.place(node.span)))
        });
        let keys: Vec<Placed<Key>> = self.list(&["glossaries"]).into_iter().filter_map(key).collect();
        let glossaries = match (self.text("glossary").and_then(key), keys) {
            (Some(one), _) => Glossaries::One(one),
            (None, keys) if keys.is_empty() => Glossaries::None,
            (None, keys) => Glossaries::Several(keys),
        };
        let writing = match (self.word("writing_style"), self.word("tone")) {
            (Some(style), _) => Some(Writing::Style(style)),
            (None, tone) => tone.map(Writing::Tone),
        };
        Some(Profile {
            key: document.key.clone()?,
            description: self.text("description").map(|text| text.value),
            target_language: language(self.text("target_language")?),
            source_language: self.text("source_language").map(language),
            style: self.text("style").and_then(key),
            glossaries,
            translation_memory: self.text("translation_memory").map(|name| MemoryUse { name: placed(name), threshold }),
            spoken_terms: self.text("spoken_terms").and_then(key),
            formality: self.word("formality"),
            model_type: self.word("model_type"),
            tag_handling: self.word("tag_handling"),
            tag_handling_version: self.word("tag_handling_version"),
            context: self.text("context").map(placed),
            custom_instructions: self.list(&["custom_instructions"]).into_iter().map(placed).collect(),
            show_billed_characters: switch(&["show_billed_characters"]),
            enable_beta_languages: switch(&["enable_beta_languages"]),
            document: self.node.get("document").map(|node| DocumentUse {
                output_format: Reader { file: self.file, node }.word("output_format"),
                enable_watermark: switch(&["document", "enable_watermark"]),
            }),
            voice: self.node.get("voice").map(|_| VoiceUse {
                target_languages: self.list(&["voice", "target_languages"]).into_iter().map(language).collect(),
                content_type: nested(&["voice", "content_type"]).map(placed),
                voice: nested(&["voice", "voice"]).map(placed),
            }),
            writing,
            place: self.file.place(document.start),
        })
    }

    fn word<T: Word>(&self, field: &str) -> Option<Placed<T>> {
        let text = self.text(field)?;
        Some(Placed::new(T::of(&text.value)?, self.file.place(text.span)))
    }
}

/// A word of a closed list.
trait Word: Sized {
    fn of(name: &str) -> Option<Self>;
}

macro_rules! word {
    ($($name:ident),*) => {
        $(impl Word for crate::catalogue::request::$name {
            fn of(name: &str) -> Option<Self> {
                Self::from_name(name)
            }
        })*
    };
}

word!(Formality, ModelType, TagHandling, TagHandlingVersion, OutputFormat, WritingStyle, Tone);

/// The root of a language, as glossaries and styles are kept for.
pub(super) fn root_of(language: &Language) -> Language {
    Language::new(root(language.as_str()))
}
