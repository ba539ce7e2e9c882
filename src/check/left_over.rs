//! `foreign-notation`: what other programs leave in a text: assistants, chats, forms, file managers, converters of documents.
//!
//! Prompts may well speak of such signs, so that what stands in quotes or is spoken of is left alone: better silent than wrong.

use std::ops::Range;
use std::sync::Arc;

use crate::check::entity::entity_finding;
use crate::check::left_over_signs as signs;
use crate::check::mixed_scripts::find_mixed_words;
use crate::check::raw_document::{RawText, RawTextKind};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix, Safety, SourceFile, Span};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;

/// A part of a text that was left there, and what stands there instead where that is known.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LeftPart {
    pub(super) range: Range<usize>,
    pub(super) instead: Option<String>,
}

impl LeftPart {
    /// A part that is to be deleted.
    pub(super) fn to_delete(range: Range<usize>) -> Self {
        Self { range, instead: Some(String::new()) }
    }
}

/// One thing that programs leave in texts.
struct LeftOver {
    /// Texts in which it is looked for.
    kinds: &'static [RawTextKind],
    /// Bytes of which a text has one that holds it.
    bytes: &'static [u8],
    /// Finds all of it in a text.
    find: fn(&str) -> Vec<LeftPart>,
    /// What it is called behind `this prompt holds …`.
    called: &'static str,
    /// What to do, as an order; the title of the edits where there are any.
    help: &'static str,
}

const NAME: RawTextKind = RawTextKind::Name;
const LABEL: RawTextKind = RawTextKind::Label;
const PROMPT: RawTextKind = RawTextKind::Prompt;
const CONTEXT: RawTextKind = RawTextKind::Context;
const PHRASE: RawTextKind = RawTextKind::Phrase;
const TERM: RawTextKind = RawTextKind::Term;
const TEXT: RawTextKind = RawTextKind::Text;

/// All that is looked for, in this order: of a text, one is told.
const LEFT_OVERS: &[LeftOver] = &[
    LeftOver {
        kinds: &[NAME, LABEL, PROMPT, CONTEXT, PHRASE, TERM, TEXT],
        bytes: &[0xE3],
        find: signs::find_references,
        called: "a reference that an assistant writes for itself",
        help: "delete it",
    },
    LeftOver {
        kinds: &[NAME, LABEL, PROMPT, CONTEXT, PHRASE, TERM, TEXT],
        bytes: b"[",
        find: signs::find_citations,
        called: "a reference that an assistant writes for itself",
        help: "delete it",
    },
    LeftOver {
        kinds: &[PROMPT],
        bytes: b":",
        find: signs::find_answer_head,
        called: "what an assistant says before its answer",
        help: "delete it",
    },
    LeftOver {
        kinds: &[NAME, LABEL, PROMPT, CONTEXT, PHRASE, TERM, TEXT],
        bytes: b":",
        find: signs::find_editor_command,
        called: "a command of the editor vim",
        help: "delete it",
    },
    LeftOver {
        kinds: &[PROMPT],
        bytes: b"xXTtLlPp.-?",
        find: signs::find_filler,
        called: "what stands in the place of a text that is still to be written",
        help: "write the prompt, or delete the instruction",
    },
    LeftOver {
        kinds: &[NAME, LABEL, PHRASE, TERM],
        bytes: b"*",
        find: signs::find_bold,
        called: "signs of Markdown, which are part of it here",
        help: "take the stars away",
    },
    LeftOver {
        kinds: &[PROMPT],
        bytes: b"$",
        find: signs::find_shell_variables,
        called: "a variable of a shell, which nothing fills in",
        help: "write the text itself",
    },
    LeftOver {
        kinds: &[PROMPT],
        bytes: b"{",
        find: signs::find_chat_variables,
        called: "a place that a program fills in before it asks a chat model",
        help: "say how texts are to be translated: the text and its languages are sent with the request",
    },
    LeftOver {
        kinds: &[PROMPT],
        bytes: b"(",
        find: signs::find_message_head,
        called: "the head of a message in a chat",
        help: "delete it",
    },
    LeftOver {
        kinds: &[PROMPT, CONTEXT],
        bytes: b"/",
        find: signs::find_counter,
        called: "a count of characters as a form shows it",
        help: "delete it",
    },
    LeftOver {
        kinds: &[NAME, LABEL, PROMPT, CONTEXT, PHRASE],
        bytes: b"{[",
        find: signs::find_changes,
        called: "a change as a comparison of texts marks it",
        help: "keep what was written last, without the signs around it",
    },
    LeftOver {
        kinds: &[PROMPT, CONTEXT, PHRASE],
        bytes: b"<",
        find: signs::find_doubled_links,
        called: "the link of the address before it",
        help: "delete it, and keep the address",
    },
    LeftOver {
        kinds: &[PROMPT, CONTEXT, PHRASE],
        bytes: b"]",
        find: signs::find_address_links,
        called: "an address as a link of Markdown",
        help: "write the address alone",
    },
    LeftOver {
        kinds: &[NAME, LABEL, PROMPT, CONTEXT],
        bytes: b"[",
        find: signs::find_review_marks,
        called: "the mark of a comment in another document",
        help: "delete it",
    },
    LeftOver {
        kinds: &[NAME, LABEL, PROMPT],
        bytes: b"[<",
        find: signs::find_blanks_to_fill,
        called: "a place that somebody was to fill in",
        help: "write what is to stand there: nothing fills it in",
    },
    LeftOver {
        kinds: &[NAME],
        bytes: b" ",
        find: signs::find_copy_sign,
        called: "the sign of a copy that was never renamed",
        help: "write a name of its own",
    },
    LeftOver {
        kinds: &[PROMPT, CONTEXT],
        bytes: b"TFX",
        find: signs::find_notes,
        called: "a note for later, which is sent",
        help: "delete it, or write it as a comment",
    },
    LeftOver {
        kinds: &[PROMPT, CONTEXT],
        bytes: b"\\",
        find: signs::find_line_breaks,
        called: "an escape that ends no line here",
        help: "write a blank",
    },
    LeftOver {
        kinds: &[NAME, LABEL, PROMPT, CONTEXT, PHRASE, TERM],
        bytes: b"\\",
        find: signs::find_escapes,
        called: "an escape that nothing reads here",
        help: "write the letters that escapes stand for",
    },
    LeftOver {
        kinds: &[NAME, LABEL, PROMPT, CONTEXT, PHRASE, TERM, TEXT],
        bytes: b"?",
        find: signs::find_lost_letters,
        called: "a word that lost letters when it was saved",
        help: "write the word again",
    },
    LeftOver {
        kinds: &[LABEL, PROMPT, CONTEXT],
        bytes: b"-",
        find: signs::find_parted_words,
        called: "a word that was parted at the end of a line",
        help: "write the word whole",
    },
    LeftOver {
        kinds: &[NAME, LABEL, PHRASE, TERM],
        bytes: &[0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4],
        find: find_mixed_words,
        called: "a word with letters of another script that look alike",
        help: "write the word in letters of one script",
    },
];

/// What a text with a byte may hold: a bit for each of all that is looked for.
const MAY_HOLD: [u32; 256] = {
    let mut table = [0; 256];
    let mut left = 0;
    while left < LEFT_OVERS.len() {
        let mut at = 0;
        while at < LEFT_OVERS[left].bytes.len() {
            table[LEFT_OVERS[left].bytes[at] as usize] |= 1 << left;
            at += 1;
        }
        left += 1;
    }
    table
};

/// Says it of a text of a document.
pub(super) fn check_left_over(file: &Arc<SourceFile>, text: &RawText<'_>) -> Option<Diagnostic> {
    Some(tell_left_over(file, text.kind, text.text, text.span)?.with_pointer(text.pointer.to_string()))
}

/// The longest text that is looked at, in bytes: each sign in it is held against all that stands before it.
const LONGEST: usize = 1 << 14;

/// Says it of a text, wherever that stands.
pub(super) fn tell_left_over(file: &Arc<SourceFile>, kind: RawTextKind, text: &str, span: Span) -> Option<Diagnostic> {
    if text.len() > LONGEST {
        return None;
    }
    if let Some(finding) = tell_entity(file, kind, text, span) {
        return Some(finding);
    }
    let may_hold = text.bytes().fold(0, |seen, byte| seen | MAY_HOLD[usize::from(byte)]);
    let looked_for =
        LEFT_OVERS.iter().enumerate().filter(|(at, left)| may_hold >> at & 1 == 1 && left.kinds.contains(&kind));
    let (left, parts) = looked_for.map(|(_, left)| (left, (left.find)(text))).find(|(_, parts)| !parts.is_empty())?;
    let first = &text[parts.first()?.range.clone()];
    let message = format!("{} holds `{}`, {}", kind.noun(), echo_text(first.trim()), left.called);
    let place = place_in_file(file, span, text, &parts.first()?.range).map_or(span, |place| trimmed(file, place));
    let finding = Diagnostic::new(Code::ForeignNotation, file, place, message)
        .with_label("part of the text")
        .with_help(left.help);
    let finding = match describe_lookalike(first, parts.first()?) {
        Some(note) => finding.with_note(note),
        None => finding,
    };
    let edit = |part: &LeftPart| {
        let writes = |instead: &&String| !instead.contains(['"', '\'', '\\', '#', '\n']);
        let instead = part.instead.as_ref().filter(writes)?.clone();
        Some(Edit { span: place_in_file(file, span, text, &part.range)?, text: instead })
    };
    let finding = match parts.iter().map(edit).collect::<Option<Vec<Edit>>>() {
        Some(edits) => finding.with_fix(Fix { title: left.help.to_owned(), safety: Safety::Unsafe, edits }),
        None => finding,
    };
    Some(match in_double_quotes(file, span).filter(|_| first == "\\n") {
        Some(quoted) => finding.rather_offering(quoted),
        None => finding,
    })
}

/// Quotes in which the `\n` of a text on one line is the end of one, where it has no other escapes.
fn in_double_quotes(file: &SourceFile, span: Span) -> Option<Fix> {
    let raw = file.slice(span);
    let bare = raw.strip_prefix('\'').and_then(|raw| raw.strip_suffix('\'')).unwrap_or(raw);
    let plain = !edits::is_toml(file) && !raw.starts_with(['|', '>']) && !bare.contains(['"', '\'', '\n']);
    let title = "put the text in double quotes, where `\\n` ends a line";
    (plain && bare.matches('\\').count() == bare.matches("\\n").count())
        .then(|| edits::replace_span(span, format!("\"{bare}\""), title, Safety::Unsafe))
}

/// Which letter of a word is another one than it seems, as nobody sees it, where letter stands for letter.
fn describe_lookalike(word: &str, part: &LeftPart) -> Option<String> {
    let instead = part.instead.as_ref().filter(|instead| instead.chars().count() == word.chars().count())?;
    let (letter, meant) = word.chars().zip(instead.chars()).find(|(letter, meant)| letter != meant)?;
    Some(format!("its `{letter}` is U+{:04X}, not the `{meant}` that it looks like", u32::from(letter)))
}

/// Signs as HTML writes them, in a name, and between the letters of a label: labels may well be about them.
fn tell_entity(file: &Arc<SourceFile>, kind: RawTextKind, text: &str, span: Span) -> Option<Diagnostic> {
    if !matches!(kind, RawTextKind::Name | RawTextKind::Label) {
        return None;
    }
    let told = |entity: &str, at: usize| {
        let (before, behind) = (text[..at].chars().next_back(), text[at + entity.len()..].chars().next());
        let beside_letter = [before, behind].into_iter().flatten().any(char::is_alphabetic);
        (kind == RawTextKind::Name || beside_letter) && !signs::is_spoken_of(text, at)
    };
    entity_finding(file, kind.noun(), (text, span), told)
}

/// Where a part of a text is written; nothing where an escape or an indentation hides that.
pub(super) fn place_in_file(file: &SourceFile, span: Span, text: &str, part: &Range<usize>) -> Option<Span> {
    let (raw, written) = (file.slice(span), &text[part.clone()]);
    // In double quotes, a `\` of the text is written twice.
    if written.contains('\\') && raw.starts_with('"') {
        return None;
    }
    let once = || raw.find(written).filter(|at| !raw[at + written.len()..].contains(written));
    let at = raw.find(text).map(|at| at + part.start).or_else(once)?;
    let start = span.start as usize + at;
    Some(Span::new(start, start + written.len()))
}

/// A place without the white space at its edges.
fn trimmed(file: &SourceFile, place: Span) -> Span {
    let written = file.slice(place);
    let start = place.start as usize + (written.len() - written.trim_start().len());
    Span::new(start, start + written.trim().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(kind: RawTextKind, text: &str) -> Option<Diagnostic> {
        let file = SourceFile::new("a.yaml", text);
        tell_left_over(&file, kind, text, Span::new(0, text.len()))
    }

    #[test]
    fn a_byte_of_each_lets_a_text_be_looked_at() {
        let samples = [
            (TEXT, "One each【4:2†guide.pdf】."),
            (TEXT, "One each [oaicite:3]."),
            (PROMPT, "Sure! Here's a rule: Be kind."),
            (NAME, "Shop, English:wq"),
            (PROMPT, "xxx"),
            (TERM, "**Nordhof**"),
            (PROMPT, "Greet the readers of ${SITE_NAME}."),
            (PROMPT, "Translate this into {target_language}."),
            (PROMPT, "Chloé Martin (14:32) Vouvoyez la cliente."),
            (PROMPT, "Be kind. Be brief. 18/300"),
            (PROMPT, "Say Sie{+; no du+}."),
            (PROMPT, "Write to a@b.example<mailto:a@b.example>."),
            (PROMPT, "Ask [a@b.example](mailto:a@b.example)."),
            (PROMPT, "Handlungsschritte[JK2] stehen im Imperativ."),
            (NAME, "Letters, [LANGUAGE]"),
            (NAME, "Copy of Tickets"),
            (PROMPT, "Be kind. TODO: ask Ann"),
            (PROMPT, "Be kind.\\nBe brief."),
            (TERM, "Dr. \\xD6zdemir"),
            (TERM, "Gr??en"),
            (PROMPT, "In dieser Reihen- folge."),
            (TERM, "Nоrdhof"),
        ];
        assert_eq!(samples.len(), LEFT_OVERS.len());
        for ((kind, text), left) in samples.into_iter().zip(LEFT_OVERS) {
            let finding = told(kind, text).unwrap_or_else(|| panic!("{text}"));
            assert!(finding.message.ends_with(left.called), "{}", finding.message);
        }
        for c in ('\u{370}'..='\u{52f}').filter(|c| c.is_alphabetic()) {
            assert!(MAY_HOLD[usize::from(c.encode_utf8(&mut [0; 4]).as_bytes()[0])] != 0, "{c}");
        }
    }

    #[test]
    fn edits_write_what_was_meant() {
        for (kind, written, meant) in [
            (PROMPT, "Say Sie{+; never du+}.", "Say Sie; never du."),
            (PROMPT, "Say [-du-]{+Sie+}.", "Say Sie."),
            (PROMPT, "Write to a@b.example<mailto:a@b.example>.", "Write to a@b.example."),
            (PROMPT, "Sure! Here's a rule you can use: Keep it short.", "Keep it short."),
            (PROMPT, "One thought each【4:2†guide.pdf】.", "One thought each."),
            (PROMPT, "Be kind. TODO: ask Ann", "Be kind."),
            (PROMPT, "Say \"we\".\\nBe brief.", "Say \"we\". Be brief."),
            (PROMPT, "Steps[JK2] are orders.[JK13]", "Steps are orders."),
            (TERM, "Dr. \\xD6zdemir", "Dr. Özdemir"),
            (NAME, "Ships &amp; harbour", "Ships & harbour"),
            (LABEL, "Q&amp;A", "Q&A"),
            (PROMPT, "Be kind. :wq", "Be kind."),
        ] {
            let finding = told(kind, written).unwrap_or_else(|| panic!("{written}"));
            let mut fixed = written.to_owned();
            for edit in finding.fix.unwrap().edits.iter().rev() {
                fixed.replace_range(edit.span.range(), &edit.text);
            }
            assert_eq!(fixed, meant);
            assert!(told(kind, meant).is_none(), "{meant}");
        }
    }

    #[test]
    fn labels_may_be_about_signs_of_html() {
        assert!(["Keep &nbsp; as it is", "HTML (&amp;)", "Q&A"].iter().all(|text| told(LABEL, text).is_none()));
    }
}
