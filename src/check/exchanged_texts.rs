//! `foreign-notation`: the label of an instruction and its prompt, each in the place of the other.

use std::sync::Arc;

use crate::check::raw_document::{RawDocument, RawInstruction};
use crate::diagnostic::{Code, Diagnostic, SourceFile};
use crate::schema::edits;

/// What ends a sentence.
const STOPS: &[char] = &['.', '。'];

/// Says it of instructions whose label is a sentence while the prompt is what others are called.
///
/// A label that is longer than the `limit` is told as that.
pub(super) fn check_exchanged_texts(file: &Arc<SourceFile>, own: &RawDocument, limit: usize) -> Vec<Diagnostic> {
    let short = own.instructions.iter().filter(|own| own.instruction.label.chars().count() <= limit);
    short.filter_map(|instruction| check_instruction(file, instruction)).collect()
}

fn check_instruction(file: &Arc<SourceFile>, own: &RawInstruction) -> Option<Diagnostic> {
    // What is called by one word is told by fewer.
    let least = if own.instruction.prompt.trim().contains(char::is_whitespace) { 5 } else { 4 };
    if !is_sentence(&own.instruction.label, least) || !is_name(&own.instruction.prompt) {
        return None;
    }
    let message = "the label says what to do, and the prompt what the instruction is called";
    let finding = Diagnostic::new(Code::ForeignNotation, file, own.label, message)
        .with_label("a prompt, as it seems")
        .with_secondary(own.prompt, "a label, as it seems")
        .with_pointer(format!("/custom_instructions/{}/label", own.index));
    let title = "swap the two texts";
    let finding = finding.with_help(format!("{title}, or write as the prompt what is to be done"));
    let in_line = [own.label, own.prompt].iter().all(|span| !file.slice(*span).contains('\n'));
    let fix = in_line.then(|| edits::swap_texts(file, own.label, own.prompt, title));
    Some(fix.into_iter().fold(finding, Diagnostic::with_fix))
}

/// A sentence of so many words at `least` that ends as one.
fn is_sentence(text: &str, least: usize) -> bool {
    /// Fewest characters where no blanks part words.
    const CHARACTERS: usize = 12;
    let text = text.trim();
    let long = text.split_whitespace().count() >= least || text.ends_with('。') && text.chars().count() >= CHARACTERS;
    long && text.ends_with(STOPS) && !text.ends_with("..")
}

/// One word to three that say nothing to do.
fn is_name(text: &str) -> bool {
    /// Most words and characters of it.
    const MOST: (usize, usize) = (3, 30);
    let text = text.trim();
    let short = text.split_whitespace().count() <= MOST.0 && text.chars().count() <= MOST.1;
    short
        && text.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase())
        && !text.contains([':', '!', '?', '.', '。', '！', '？'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_no_label_and_a_word_no_prompt() {
        for label in ["Vouvoyez toujours la clientèle.", "数字はすべて半角で書いてください。"] {
            assert!(is_sentence(label, 4) && !is_name(label), "{label}");
        }
        for name in ["Lei", "Distances", "Forms of address", "数字の書き方"] {
            assert!(is_name(name) && !is_sentence(name, 4), "{name}");
        }
        for text in ["Be brief.", "Use “Sie”, please", "St. Gallen", "and so on and so on and so on..."] {
            assert!(!is_name(text) || !is_sentence(text, 4), "{text}");
        }
        assert!(["Be kind.", "Numbers and the like", "see the guide..."].iter().all(|text| !is_sentence(text, 4)));
    }
}
