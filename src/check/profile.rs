//! Translation profiles by themselves: what their fields say, and what must hold between them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::languages::{find_language, is_target_only, root_code};
use crate::catalogue::limits::RECOMMENDED_THRESHOLD;
use crate::catalogue::request_words::{Formality, OutputFormat};
use crate::check::document::SourceDocument;
use crate::check::glossary::located_field;
use crate::check::raw_document::{RawText, RawTextKind, TextPointer};
use crate::check::{edge_whitespace, hidden_text, language, left_over, prompt_utf16};
use crate::diagnostic::{Code, Diagnostic, Fix, Located, Safety, SourceFile, Span};
use crate::model::glossary::LanguagePair;
use crate::model::profile::{
    DocumentParameters, GlossaryParameters, Profile, TranslationMemoryParameters, VoiceParameters, WritingParameters,
};
use crate::model::project::Project;
use crate::model::{Key, Language, Placed};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::schema::missing_field::commented_field;
use crate::schema::profile_fields::{COMPANIONS, EXCLUSIVE_FIELDS};
use crate::source::{Entry, Node, Value};

/// Reads a profile and says what is wrong with it by itself. References are followed later.
pub(super) fn read_profile(
    document: &SourceDocument<'_>,
    project: &Project,
    prompt: usize,
) -> (Option<Profile>, Vec<Diagnostic>) {
    let reader = ProfileReader { file: document.file, node: document.node };
    let mut findings = Vec::new();
    reader.check_exclusive_fields(&mut findings);
    reader.check_languages(&mut findings);
    // A field with a slip may be the one that is missing.
    if !document.astray {
        reader.check_source_language(project, &mut findings);
    }
    reader.check_memory_threshold(&mut findings);
    reader.check_effects(&mut findings);
    reader.check_features(&mut findings);
    reader.check_repeated("glossaries", &["glossaries"], &mut findings);
    reader.check_repeated("voice.target_languages", &["voice", "target_languages"], &mut findings);
    for text in reader.sent_texts() {
        findings.extend(hidden_text::check_hidden_text(document.file, &text));
        findings.extend(edge_whitespace::check_edge_whitespace(document.file, &text));
        findings.extend(left_over::check_left_over(document.file, &text));
        findings.extend(prompt_utf16::check_prompt_utf16(document.file, &text, prompt));
    }
    (reader.build_profile(document), findings)
}

struct ProfileReader<'a> {
    file: &'a Arc<SourceFile>,
    node: &'a Node,
}

impl<'a> ProfileReader<'a> {
    fn text_field(&self, field: &str) -> Option<Located<String>> {
        located_field(self.node, field)
    }

    fn bool_field(&self, path: &[&str]) -> Option<(bool, Span)> {
        let node = path.iter().try_fold(self.node, |node, part| node.get(part))?;
        if let Value::Bool(value) = node.value { Some((value, node.span)) } else { None }
    }

    fn entry_at(&self, path: &[&str]) -> Option<&'a Entry> {
        let (last, parents) = path.split_last()?;
        parents.iter().try_fold(self.node, |node, part| node.get(part))?.entry(last)
    }

    /// Texts of a list with their places.
    fn text_list(&self, path: &[&str]) -> Vec<Located<String>> {
        let items = self.entry_at(path).map(|entry| entry.value.items()).unwrap_or_default();
        let text = |node: &Node| {
            node.text().filter(|text| !text.is_empty()).map(|text| Located { value: text.to_owned(), span: node.span })
        };
        items.iter().filter_map(text).collect()
    }

    fn profile_finding(&self, code: Code, span: Span, message: impl Into<String>, field: &str) -> Diagnostic {
        Diagnostic::new(code, self.file, span, message).with_pointer(format!("/{}", field.replace('.', "/")))
    }

    fn check_exclusive_fields(&self, findings: &mut Vec<Diagnostic>) {
        for (one, other) in EXCLUSIVE_FIELDS {
            let (Some(first), Some(second)) = (self.node.entry(one), self.node.entry(other)) else { continue };
            let (first, second) = if first.key.span <= second.key.span { (first, second) } else { (second, first) };
            let (name, before) = (&second.key.value, &first.key.value);
            let message = format!("`{name}` and `{before}` exclude each other");
            let finding = self
                .profile_finding(Code::ExclusiveFields, second.key.span, message, name)
                .with_secondary(first.key.span, "also set")
                .with_note("a request carries one of them");
            // What the other one names among others says nothing more.
            let among = |one: &Entry, all: &Entry| {
                one.value.text().is_some() && all.value.items().iter().any(|item| item.text() == one.value.text())
            };
            let pairs = [(first, second), (second, first)];
            findings.push(match pairs.into_iter().find(|(one, all)| among(one, all)) {
                Some((one, all)) => {
                    let (less, more) = (&one.key.value, &all.key.value);
                    let title = format!("take `{less}` out");
                    let shown = echo_text(one.value.text().unwrap_or_default());
                    let finding = finding.with_help(format!("{title}: `{more}` names `{shown}` too"));
                    let span = edits::removal_span(self.file, one);
                    let fix = span.map(|span| edits::replace_span(span, "", title, Safety::Unsafe));
                    fix.into_iter().fold(finding, Diagnostic::with_fix)
                }
                None => finding.with_help("keep one of the two"),
            });
        }
    }

    fn check_languages(&self, findings: &mut Vec<Diagnostic>) {
        let [target, source] = ["target_language", "source_language"].map(|field| self.text_field(field));
        findings.extend(target.and_then(|code| language::check_language(self.file, &code, "/target_language")));
        let source = source.and_then(|code| {
            let finding = language::check_source_language(self.file, &code, "/source_language")?;
            Some(self.explain_detection(&code.value, finding))
        });
        findings.extend(source);
        for (index, code) in self.text_list(&["voice", "target_languages"]).iter().enumerate() {
            findings.extend(language::check_language(self.file, code, &format!("/voice/target_languages/{index}")));
        }
    }

    /// The field of the glossaries, which are used for a pair of languages.
    fn glossary_field(&self) -> Option<&'a Entry> {
        ["glossary", "glossaries"].iter().find_map(|field| self.node.entry(field))
    }

    /// A word for a language that the service is to detect.
    fn explain_detection(&self, written: &str, finding: Diagnostic) -> Diagnostic {
        if !matches!(&*written.trim().to_lowercase(), "auto" | "detect" | "any" | "auto-detect") {
            return finding;
        }
        finding.with_help(match self.glossary_field() {
            Some(field) => {
                format!("write the code of the language that texts are translated from: `{}` needs it", field.key.value)
            }
            None => "remove the line: without it, the service detects the language".to_owned(),
        })
    }

    fn check_source_language(&self, project: &Project, findings: &mut Vec<Diagnostic>) {
        if self.node.entry("source_language").is_some() {
            return;
        }
        let Some(glossary) = self.glossary_field() else { return };
        let name = &glossary.key.value;
        let for_text = ["document", "voice", "spoken_terms"].iter().all(|field| self.node.entry(field).is_none());
        if name == "glossary" && for_text && project.names_public_service() {
            let message = "the glossary is used where the service detects a language that it has";
            findings.push(
                self.profile_finding(Code::DetectedSourceLanguage, glossary.key.span, message, name)
                    .with_label("without `source_language`")
                    .with_note(
                        "DeepL takes this for text; documents, voice and several glossaries need `source_language`",
                    )
                    .with_help("add `source_language` where all texts have one"),
            );
            return;
        }
        let message = format!("`{name}` needs `source_language`");
        let finding = self
            .profile_finding(Code::MissingSourceLanguage, glossary.key.span, message, name)
            .with_label("a glossary is used for a pair of languages")
            .with_help("add `source_language`, the language that texts are translated from");
        findings.push(self.or_uncommenting(finding, "source_language"));
    }

    fn check_memory_threshold(&self, findings: &mut Vec<Diagnostic>) {
        let Some(entry) = self.node.entry("translation_memory_threshold") else { return };
        let Value::Integer(threshold) = entry.value.value else { return };
        if self.node.entry("translation_memory").is_some() && (0..i64::from(RECOMMENDED_THRESHOLD)).contains(&threshold)
        {
            let message = format!("a threshold of {threshold} is lower than recommended");
            findings.push(
                self.profile_finding(Code::LowThreshold, entry.value.span, message, "translation_memory_threshold")
                    .with_label("segments that are little alike would be used")
                    .with_help(format!("write {RECOMMENDED_THRESHOLD} or more")),
            );
        }
    }

    /// A field that does nothing as the profile stands.
    fn no_effect_finding(&self, entry: &Entry, message: &str, otherwise: &str) -> Diagnostic {
        let name = &entry.key.value;
        let help = format!("take `{name}` out, or {otherwise}");
        let finding = self.profile_finding(Code::WithoutEffect, entry.key.span, message, name).with_help(help);
        match edits::removal_span(self.file, entry) {
            Some(span) => finding.with_fix(edits::replace_span(
                span,
                "",
                format!("take `{name}` out"),
                crate::diagnostic::Safety::Unsafe,
            )),
            None => finding,
        }
    }

    fn check_effects(&self, findings: &mut Vec<Diagnostic>) {
        let shows = |format| matches!(format, OutputFormat::Docx | OutputFormat::Pdf);
        let format = self.entry_at(&["document", "output_format"]).and_then(|entry| entry.value.text());
        if let (Some(entry), Some((true, _)), Some(format)) = (
            self.entry_at(&["document", "enable_watermark"]),
            self.bool_field(&["document", "enable_watermark"]),
            format.and_then(OutputFormat::from_name),
        ) && !shows(format)
        {
            let message = format!("`{}` shows no watermark", format.as_str());
            findings.push(self.no_effect_finding(entry, &message, "write `docx` or `pdf` as `output_format`"));
        }
        for (field, needs, message) in COMPANIONS {
            // Of a list in the place of one value, that is said.
            if let (Some(entry), None) = (self.node.entry(field), self.node.entry(needs))
                && entry.value.items().is_empty()
            {
                let finding = self.no_effect_finding(entry, message, &format!("add `{needs}`"));
                findings.push(self.or_uncommenting(finding, needs));
            }
        }
        if let Some(entry) = self.node.entry("enable_beta_languages") {
            let message = "the service keeps this field for compatibility, and it has no effect";
            findings.push(self.no_effect_finding(entry, message, "leave it where other tools read it"));
        }
    }

    /// Offers the line of a field that stands in a comment beside the edit of a finding.
    fn or_uncommenting(&self, finding: Diagnostic, field: &str) -> Diagnostic {
        let Some((_, edits)) = commented_field(self.file, self.node, field) else { return finding };
        let title = format!("take the `#` before `{field}` away");
        match finding.fix.clone() {
            Some(fix) => finding.offering_either(Fix { title, safety: Safety::Unsafe, edits }, fix),
            None => finding.or_offering(title, edits),
        }
    }

    fn check_features(&self, findings: &mut Vec<Diagnostic>) {
        let Some(target) = self.text_field("target_language") else { return };
        let Some(language) = find_language(&target.value.to_ascii_lowercase()) else { return };
        if let Some(written) = self.text_field("formality")
            && matches!(Formality::from_name(&written.value), Some(Formality::More | Formality::Less))
            && !language.formality
        {
            let message = format!("{} was not known to have a choice of formality", language.name);
            let finding = self
                .profile_finding(Code::FeatureNotOffered, written.span, message, "formality")
                .with_label("rejected for languages without formality")
                .with_secondary(target.span, "the target language")
                .with_note("for a language without formality, the service ignores `prefer_more` and `prefer_less`");
            let wish = format!("prefer_{}", written.value);
            let title = format!("write `{wish}`, which also holds if the language changes");
            let wished = edits::replace_span(written.span, edits::text_value(self.file, &wish), title, Safety::Unsafe);
            let line = self.node.entry("formality").and_then(|entry| edits::removal_span(self.file, entry));
            let gone = line.map(|line| edits::replace_span(line, "", "take the line out", Safety::Unsafe));
            findings.push(match gone {
                Some(gone) => finding.offering_either(wished, gone),
                None => finding.with_help(&wished.title).with_fix(wished),
            });
        }
        for field in ["writing_style", "tone"] {
            let Some(entry) = self.node.entry(field) else { continue };
            if language.improvement {
                continue;
            }
            let message = format!("text was not known to be improved in {}", language.name);
            findings.push(
                self.profile_finding(Code::FeatureNotOffered, entry.key.span, message, field)
                    .with_secondary(target.span, "the target language")
                    .with_help(format!("take `{field}` out, or see whether the service takes it")),
            );
        }
    }

    fn check_repeated(&self, field: &str, path: &[&str], findings: &mut Vec<Diagnostic>) {
        let mut first: BTreeMap<String, Span> = BTreeMap::new();
        for item in self.text_list(path) {
            let Some(before) = first.get(&item.value.to_ascii_lowercase()) else {
                first.insert(item.value.to_ascii_lowercase(), item.span);
                continue;
            };
            let message = format!("`{}` is named twice", echo_text(&item.value));
            findings.push(
                self.profile_finding(Code::DuplicateReference, item.span, message, field)
                    .with_label("again")
                    .with_secondary(*before, "first here")
                    .with_help("name it once, or write the one that is meant"),
            );
        }
    }

    /// Texts that are sent as people wrote them.
    fn sent_texts(&self) -> Vec<RawText<'a>> {
        let text = |what, node: &'a Node, pointer: String| {
            let text = node.text().filter(|text| !text.is_empty())?;
            Some(RawText { kind: what, text, span: node.span, pointer: TextPointer::Written(pointer.into()) })
        };
        let one = |what, path: &[&str]| {
            let entry = self.entry_at(path)?;
            text(what, &entry.value, format!("/{}", path.join("/")))
        };
        let mut texts = Vec::new();
        texts.extend(one(RawTextKind::TranslationMemory, &["translation_memory"]));
        texts.extend(one(RawTextKind::Context, &["context"]));
        texts.extend(one(RawTextKind::Context, &["voice", "content_type"]));
        texts.extend(one(RawTextKind::Context, &["voice", "voice"]));
        let prompts = self.entry_at(&["custom_instructions"]).map(|entry| entry.value.items()).unwrap_or_default();
        let prompt = |(index, node)| text(RawTextKind::Prompt, node, format!("/custom_instructions/{index}"));
        texts.extend(prompts.iter().enumerate().filter_map(prompt));
        texts
    }

    fn build_profile(&self, document: &SourceDocument<'_>) -> Option<Profile> {
        let placed = |text: Located<String>| Placed::new(text.value, self.file.place_of(text.span));
        let language = |text: Located<String>| Placed::new(Language::new(&text.value), self.file.place_of(text.span));
        let key = |text: Located<String>| Some(Placed::new(Key::new(&text.value).ok()?, self.file.place_of(text.span)));
        let switch =
            |path: &[&str]| self.bool_field(path).map(|(value, span)| Placed::new(value, self.file.place_of(span)));
        let nested = |path: &[&str]| {
            let entry = self.entry_at(path)?;
            let text = entry.value.text()?.to_owned();
            Some(Located { value: text, span: entry.value.span })
        };
        let threshold = self.node.get("translation_memory_threshold").and_then(|node| {
            let Value::Integer(value) = node.value else { return None };
            Some(Placed::new(u8::try_from(value).ok()?, self.file.place_of(node.span)))
        });
        let keys: Vec<Placed<Key>> = self.text_list(&["glossaries"]).into_iter().filter_map(key).collect();
        let glossaries = match (self.text_field("glossary").and_then(key), keys) {
            (Some(one), _) => GlossaryParameters::One(one),
            (None, keys) if keys.is_empty() => GlossaryParameters::None,
            (None, keys) => GlossaryParameters::Several(keys),
        };
        let writing = match (self.enum_field("writing_style"), self.enum_field("tone")) {
            (Some(style), _) => Some(WritingParameters::Style(style)),
            (None, tone) => tone.map(WritingParameters::Tone),
        };
        Some(Profile {
            key: document.key.clone()?,
            description: self.text_field("description").map(|text| text.value),
            target_language: language(self.text_field("target_language")?),
            source_language: self.text_field("source_language").map(language),
            style_profile: self.text_field("style_profile").and_then(key),
            style: self.text_field("style").and_then(key),
            glossaries,
            translation_memory: self
                .text_field("translation_memory")
                .map(|name| TranslationMemoryParameters { name: placed(name), threshold }),
            spoken_terms: self.text_field("spoken_terms").and_then(key),
            formality: self.enum_field("formality"),
            model_type: self.enum_field("model_type"),
            tag_handling: self.enum_field("tag_handling"),
            tag_handling_version: self.enum_field("tag_handling_version"),
            context: self.text_field("context").map(placed),
            custom_instructions: self.text_list(&["custom_instructions"]).into_iter().map(placed).collect(),
            show_billed_characters: switch(&["show_billed_characters"]),
            enable_beta_languages: switch(&["enable_beta_languages"]),
            document: self.node.get("document").map(|node| DocumentParameters {
                output_format: ProfileReader { file: self.file, node }.enum_field("output_format"),
                enable_watermark: switch(&["document", "enable_watermark"]),
            }),
            voice: self.node.get("voice").map(|_| VoiceParameters {
                target_languages: self.text_list(&["voice", "target_languages"]).into_iter().map(language).collect(),
                content_type: nested(&["voice", "content_type"]).map(placed),
                voice: nested(&["voice", "voice"]).map(placed),
            }),
            writing,
            place: self.file.place_of(document.start),
        })
    }

    fn enum_field<T: RequestEnum>(&self, field: &str) -> Option<Placed<T>> {
        let text = self.text_field(field)?;
        Some(Placed::new(T::parse_name(&text.value)?, self.file.place_of(text.span)))
    }
}

/// A word of a closed list.
trait RequestEnum: Sized {
    fn parse_name(name: &str) -> Option<Self>;
}

macro_rules! request_enum {
    ($($name:ident),*) => {
        $(impl RequestEnum for crate::catalogue::request_words::$name {
            fn parse_name(name: &str) -> Option<Self> {
                Self::from_name(name)
            }
        })*
    };
}

request_enum!(Formality, ModelType, TagHandling, TagHandlingVersion, OutputFormat, WritingStyle, Tone);

/// The names of the glossaries of a profile.
pub(super) fn glossaries_of_profile(profile: &Node) -> impl Iterator<Item = &Node> {
    let several = profile.get("glossaries").map(Node::items).unwrap_or_default();
    profile.get("glossary").into_iter().chain(several)
}

/// The pair of languages that a profile translates, as dictionaries are kept for.
pub(super) fn pair_of_profile(profile: &Node) -> Option<LanguagePair> {
    let root = |field: &str| Some(root_language(&Language::new(profile.get(field)?.text()?)));
    Some(LanguagePair { source: root("source_language")?, target: root("target_language")? })
}

/// The languages that the voice of a profile speaks.
pub(super) fn spoken_languages(profile: &Node) -> &[Node] {
    profile.at_pointer("/voice/target_languages").map(Node::items).unwrap_or_default()
}

/// The finding about a style that is for the source language of its profile: the two languages may be what was exchanged, which the
/// `meant` language of a voice tells.
pub(super) fn or_swapping_languages(
    finding: Diagnostic,
    document: &SourceDocument<'_>,
    meant: &Language,
) -> Diagnostic {
    let codes = ["source_language", "target_language"].map(|field| document.node.get(field).map(|node| node.span));
    let [Some(source), Some(target)] = codes else { return finding };
    let swap = edits::swap_texts(document.file, source, target, "swap the languages of the profile");
    let mut spoken = spoken_languages(document.node).iter().filter_map(Node::text);
    match finding.fix.clone() {
        _ if spoken.any(|code| root_code(code) == meant.as_str()) => finding.rather_offering(swap),
        None => {
            let help = format!("{}, or {}", finding.help.as_deref().unwrap_or_default(), swap.title);
            finding.with_fix(swap).with_help(help)
        }
        Some(style) => finding.offering_either(style, swap),
    }
}

/// The root of a language, as glossaries and styles are kept for.
pub(super) fn root_language(language: &Language) -> Language {
    Language::new(root_code(language.as_str()))
}

/// The finding with what swaps the languages of a profile whose source is one that is a target only.
pub(super) fn with_target_as_source(document: &SourceDocument<'_>, finding: Diagnostic) -> Diagnostic {
    let codes = ["source_language", "target_language"].map(|field| document.node.get(field));
    let ([Some(source), Some(target)], file) = (codes, document.file) else { return finding };
    if !source.text().is_some_and(|code| is_target_only(&code.to_lowercase())) {
        return finding;
    }
    let fix = edits::swap_texts(file, source.span, target.span, "swap the languages of the profile");
    let help = format!("{}, or add a dictionary for the pair", fix.title);
    finding.with_secondary(source.span, "a target only").with_help(help).with_fix(fix)
}

/// What swaps the languages of a profile whose description says the opposite pair: `from German into French`.
pub(super) fn described_direction(document: &SourceDocument<'_>, pair: &LanguagePair) -> Option<Fix> {
    let description = document.node.get("description")?.text()?.to_lowercase();
    let words: Vec<&str> = description.split(|c: char| !c.is_alphanumeric()).collect();
    let at = |code: &Language| words.iter().position(|word| language::code_and_name(code.as_str())[1] == *word);
    let said = at(&pair.source)? < at(&pair.target)?;
    let codes = ["source_language", "target_language"].map(|field| document.node.get(field));
    let [Some(source), Some(target)] = codes else { return None };
    // That of a region is no source language.
    let roots = source.text() == Some(pair.target.as_str()) && target.text() == Some(pair.source.as_str());
    let fix = || edits::swap_texts(document.file, source.span, target.span, "swap the languages of the profile");
    (said && roots).then(fix)
}
