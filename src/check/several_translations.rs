//! `foreign-notation`: several translations in the place of one, as dictionaries for people have them.

use std::sync::Arc;

use crate::diagnostic::cap::CappedFindings;
use crate::diagnostic::{Code, Diagnostic, Edit, SourceFile, Span};
use crate::schema::edits;
use crate::schema::explained_document::echo_text;
use crate::source::table::Notation;

/// Entries with several translations. Of a few, each translation is offered; of many, the choices of each would hide all else, so
/// that their places are told together.
#[derive(Default)]
pub(super) struct SeveralTranslations {
    few: Vec<Diagnostic>,
    are_many: bool,
}

impl SeveralTranslations {
    /// Most entries that are told with their choices.
    const MOST: usize = 4;

    pub(super) fn add(&mut self, finding: Diagnostic, found: &mut CappedFindings) {
        if !self.are_many && self.few.len() < Self::MOST {
            self.few.push(finding);
            return;
        }
        self.are_many = true;
        for finding in self.few.drain(..).chain([finding]) {
            found.add(Code::ForeignNotation, || finding.without_edits());
        }
    }

    /// Tells those of a dictionary with a few of them.
    pub(super) fn tell_few(self, found: &mut CappedFindings) {
        for finding in self.few {
            found.add(Code::ForeignNotation, || finding);
        }
    }
}

/// Several translations where one is due, as dictionaries for people have them: each of them is offered, as all are meant.
pub(super) fn check_synonyms(file: &Arc<SourceFile>, source: &str, target: &str, span: Span) -> Option<Diagnostic> {
    let sign = ["; ", " | ", "|", ";", "；", "｜"].into_iter().find(|sign| target.contains(sign));
    let sign = sign.or_else(|| beside_slash(source, target))?;
    let parts: Vec<&str> = target.split(sign).map(str::trim).collect();
    // Beside a sign without blanks, words alone are translations.
    let word = |c: char| sign.contains(' ') || c.is_alphabetic() || matches!(c, ' ' | '-' | '’');
    let short = parts.iter().all(|part| {
        !part.is_empty()
            && part.split(' ').count() < 4
            && !part.contains(['.', '&', '<', '('])
            && part.chars().all(word)
    });
    if !short || source.contains(sign.trim()) || source.contains('\n') {
        return None;
    }
    let message = "several translations are one text here, which is sent whole".to_owned();
    let finding = Diagnostic::new(Code::ForeignNotation, file, span, message)
        .with_label(format!("`{}` parts nothing", sign.trim()));
    Some(offer_each(finding.with_help("keep one of them: an entry has one translation"), file, span, target, &parts))
}

/// Offers each part of a phrase in its place, where it is written as it reads.
fn offer_each(finding: Diagnostic, file: &SourceFile, span: Span, whole: &str, parts: &[&str]) -> Diagnostic {
    /// Most parts that are offered side by side.
    const MOST: usize = 4;
    let (raw, in_table) = (file.slice(span), Notation::from_path(file.path()).is_some());
    // What stands between signs of one kind may be parted by another.
    let parts: Vec<&str> = parts.iter().flat_map(|part| part.split(" / ")).map(str::trim).collect();
    let words = parts.iter().all(|part| part.starts_with(char::is_alphabetic));
    let once = raw.matches(whole).count() == 1;
    if !once || !words || parts.len() > MOST {
        return finding;
    }
    let text = |part: &str| match in_table {
        true => raw.replace(whole, part),
        false => edits::match_notation(file, span, part),
    };
    let keep = |part: &&str| (format!("keep `{}`", echo_text(part)), vec![Edit { span, text: text(part) }]);
    parts.iter().map(keep).fold(finding, |finding, (title, edits)| finding.or_offering(title, edits))
}

/// The slash between words that each translate all of a phrase: `baskets / tennis`. Silent where the phrase speaks of several
/// things, or the words are forms of one, or one of them is the phrase itself, as of places with two names.
fn beside_slash(source: &str, target: &str) -> Option<&'static str> {
    const SIGN: &str = " / ";
    const JOINED: &[&str] =
        &[" or ", " and ", " oder ", " und ", " ou ", " et ", " o ", " y ", " e ", " per ", " pro ", " vs "];
    /// Most words that are held against each other: a list has more, and is none of translations.
    const MOST: usize = 6;
    let parts = || target.split(SIGN).map(str::trim);
    if !(2..=MOST).contains(&parts().take(MOST + 1).count()) {
        return None;
    }
    let word = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '’' | '\'');
    let alone = |part: &str| part.chars().all(word) && part.chars().filter(|c| c.is_alphabetic()).count() > 2;
    let said: Vec<String> = parts().map(str::to_lowercase).collect();
    let own = source.trim().to_lowercase();
    let of_one = said.iter().enumerate().any(|(at, one)| {
        *one == own || said[at + 1..].iter().any(|other| one == other || are_forms_of_one(one, other))
    });
    let several = source.contains(['/', '／', '|', ';', ',', '&', '+', '>', '–', '-', '(', '·'])
        || JOINED.iter().any(|word| own.contains(word));
    (!several && !of_one && parts().all(alone)).then_some(SIGN)
}

/// `Kunde` and `Kundin`, `acteur` and `actrice`: the same words but for the ending of the last one.
fn are_forms_of_one(one: &str, other: &str) -> bool {
    const LEAST: usize = 3;
    const LONGEST: usize = 4;
    let last = |text: &'_ str| text.rsplit([' ', '’', '\'']).next().unwrap_or_default().to_owned();
    let (one, other) = (last(one), last(other));
    let alike = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let differs = one != other && one.chars().count().max(other.chars().count()) <= alike + LONGEST;
    alike >= LEAST && differs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(path: &str, source: &str, target: &str) -> Option<Diagnostic> {
        let file = SourceFile::new(path, target);
        check_synonyms(&file, source, target, Span::new(0, target.len()))
    }

    #[test]
    fn each_of_several_translations_is_offered() {
        for (source, target, parts) in [
            ("trainers", "baskets / tennis", ["baskets", "tennis"]),
            (
                "Eingewöhnung",
                "settling-in period / familiarisation phase",
                ["settling-in period", "familiarisation phase"],
            ),
            ("Eingewöhnung", "Eingewöhnungsphase / Eingewöhnungszeit", ["Eingewöhnungsphase", "Eingewöhnungszeit"]),
            ("landlord", "hyresvärd|fastighetsägare", ["hyresvärd", "fastighetsägare"]),
            ("lease", "hyreskontrakt; hyresavtal", ["hyreskontrakt", "hyresavtal"]),
        ] {
            for path in ["a.csv", "a.tsv", "a.yaml"] {
                let finding = told(path, source, target).unwrap_or_else(|| panic!("{target}"));
                assert!(finding.fix.is_none(), "{target}");
                let offered: Vec<&str> = finding.alternatives.iter().map(|way| way.edits[0].text.as_str()).collect();
                assert_eq!(offered, parts);
            }
        }
    }

    #[test]
    fn what_a_slash_may_join_is_left_alone() {
        for (source, target) in [
            ("on/off", "Ein / Aus"),
            ("sign in or register", "Anmelden / Registrieren"),
            ("terms and conditions", "Bedingungen / Konditionen"),
            ("start-stop system", "Start / Stopp"),
            ("Settings > Account", "Einstellungen / Konto"),
            ("customer", "Kunde / Kundin"),
            ("the customer", "der Kunde / die Kundin"),
            ("actor", "acteur / actrice"),
            ("student", "étudiant / étudiante"),
            ("they", "er / sie"),
            ("Bolzano", "Bozen / Bolzano"),
            ("speed", "km / h"),
            ("paper", "A4 / Letter"),
            ("switch", "Ein/Aus"),
        ] {
            assert!(told("a.csv", source, target).is_none(), "{source}: {target}");
        }
    }

    #[test]
    fn of_many_entries_no_choices_are_told() {
        let finding = || told("a.csv", "trainers", "baskets / tennis").unwrap();
        for (count, choices) in [(1, 2), (SeveralTranslations::MOST, 2), (SeveralTranslations::MOST + 1, 0)] {
            let (mut several, mut found) = (SeveralTranslations::default(), CappedFindings::default());
            (0..count).for_each(|_| several.add(finding(), &mut found));
            several.tell_few(&mut found);
            let found = found.into_findings();
            assert_eq!(found.len(), count);
            assert!(found.iter().all(|finding| finding.alternatives.len() == choices), "{count}");
        }
    }
}
