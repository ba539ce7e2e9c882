//! Where a text holds what other programs leave: a scanner for each, which is silent wherever the signs may be meant.

use crate::check::left_over::LeftPart;

/// Whether what begins here is quoted, and so spoken of.
pub(super) fn is_spoken_of(text: &str, at: usize) -> bool {
    let before = &text[..at];
    before.matches('`').count() % 2 == 1
        || before.matches('"').count() % 2 == 1
        || before.ends_with(['\'', '“', '„', '«', '‹', '‘', '‚', '(', '「', '『', '»', '”'])
}

/// `【4:2†styleguide.pdf】`.
pub(super) fn find_references(text: &str) -> Vec<LeftPart> {
    let found = text.match_indices('【').filter_map(|(at, _)| {
        let length = text[at..].find('】')? + '】'.len_utf8();
        let is_reference = text[at..at + length].contains('†') && !is_spoken_of(text, at);
        is_reference.then(|| LeftPart::to_delete(at..at + length))
    });
    found.collect()
}

/// `[oaicite:3]`, `:contentReference[oaicite:3]{index=3}`, `[cite: 12, 14]`, `[cite_start]`. `[1]` is none: people write it, too.
pub(super) fn find_citations(text: &str) -> Vec<LeftPart> {
    /// What is said by who speaks of such markers.
    const SPEAKS: &str = "citation|marker|such as|e.g.|z. b.|bracket|klammer|zitat|zitier|footnote|fußnote|verweis|renvoi|\
        unchanged|as it is|as they are|unverändert|inchangé";
    let lower = text.to_lowercase();
    let speaks = SPEAKS.split('|').any(|word| lower.contains(word));
    let found = text.match_indices('[').filter_map(|(at, _)| {
        let inner = text[at + 1..].split_once(']')?.0;
        if !is_citation(inner) || speaks && !inner.starts_with("oaicite:") {
            return None;
        }
        let end = at + inner.len() + 2;
        let index = text[end..].strip_prefix("{index=").and_then(|rest| rest.find('}'));
        let end = index.map_or(end, |length| end + "{index=".len() + length + 1);
        let before = text[..at].strip_suffix(":contentReference").map_or(at, str::len);
        // A marker of its own word has blanks of its own: those before it, or behind it at the beginning.
        let blanks = |rest: &str| rest.len() - rest.trim_start_matches(' ').len();
        let (start, end) = match (inner, text[..before].trim_end_matches(' ')) {
            (inner, _) if inner.starts_with("oaicite:") => (before, end),
            ("cite_start", _) | (_, "") => (before, end + blanks(&text[end..])),
            (_, said) => (said.len(), end),
        };
        // French has a blank inside its quotes.
        let quoted = is_spoken_of(text, before) || text[..before].trim_end().ends_with(['«', '‹']);
        (!quoted).then(|| LeftPart::to_delete(start..end))
    });
    found.collect()
}

/// What assistants write between brackets where they point to a source: a word of theirs, and numbers.
fn is_citation(inner: &str) -> bool {
    const NUMBERED: &[&str] = &["cite: ", "cite:", "web:", "attached_file:"];
    let numbers = |rest: &str| {
        let counted = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        rest.split(',').all(|number| counted(number.trim()))
    };
    matches!(inner, "cite_start" | "cite_end")
        || inner.starts_with("oaicite:")
        || NUMBERED.iter().any(|word| inner.strip_prefix(word).is_some_and(numbers))
}

/// Whether the value on a line of YAML begins with a marker of an assistant, and goes on: `prompt: [cite_start]Be kind.`
pub(super) fn starts_with_citation(line: &str) -> bool {
    let key = line.split_once(": ").filter(|(key, _)| !key.contains('['));
    let value = key.map_or(line, |(_, value)| value).trim_start_matches([' ', '-']);
    let marker = value.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    marker.is_some_and(|(inner, said)| is_citation(inner) && !said.trim().is_empty())
}

/// `Sure! Here's a concise instruction you can use:`.
pub(super) fn find_answer_head(text: &str) -> Vec<LeftPart> {
    const YES: &str = "Sure|Certainly|Of course|Absolutely|Gerne|Natürlich|Bien sûr|Claro";
    const HERE: &str = "Here’s |Here's |Here is |Here are |Hier ist |Voici |Aquí tiene|Ecco ";
    /// Of what only an answer speaks.
    const ANSWER: &str = "you can use|you asked|rewritten|revised version|improved version|polished|updated version";
    const MOST: usize = 120;
    let beginning = &text.as_bytes()[..text.len().min(MOST)];
    let before = |next: u8| memchr::memchr_iter(b':', beginning).find(|at| text.as_bytes().get(at + 1) == Some(&next));
    let Some(colon) = before(b' ').or_else(|| before(b'\n')) else { return Vec::new() };
    let yes = YES.split('|').find_map(|yes| text.strip_prefix(yes)?.strip_prefix(['!', ',', '.']));
    let said = yes.unwrap_or(text).trim_start();
    let head = &said[..said.len().min(colon + said.len() - text.len())];
    let is_answer = yes.is_some() || ANSWER.split('|').any(|words| head.contains(words));
    let end = colon + text[colon + 1..].find(|c: char| !c.is_whitespace()).map_or(1, |blanks| blanks + 1);
    // Behind a `Sure,` the sentence goes on.
    let begins = |here: &str| head.starts_with(here) || yes.is_some() && head.starts_with(&here.to_lowercase());
    let told = HERE.split('|').any(begins) && is_answer && !head.contains(['.', '\n', '"', '`']);
    if told { vec![LeftPart::to_delete(0..end)] } else { Vec::new() }
}

/// `:wq` behind a text, at its last word or in a line of its own.
pub(super) fn find_editor_command(text: &str) -> Vec<LeftPart> {
    let Some(before) = command_at_end(text) else { return Vec::new() };
    let start = before.trim_end_matches(' ').len();
    vec![LeftPart::to_delete(start..text.trim_end().len())]
}

/// What stands before a command of the editor vim that ends a text; nothing where the text may speak of it.
pub(super) fn command_at_end(text: &str) -> Option<&str> {
    const COMMANDS: &[&str] = &[":wq", ":wq!", ":wqa", ":wqa!", ":q!", ":qa!", ":w!", ":x!"];
    let bare = text.trim_end();
    let before = COMMANDS.iter().find_map(|command| bare.strip_suffix(command))?;
    // A plain text over several lines has blanks for their ends.
    let ended = before.trim_end().ends_with(['.', '!', '?', '。', '！', '？']) || before.ends_with('\n');
    let glued = before.ends_with(|c: char| !c.is_whitespace());
    ((ended || glued) && !is_spoken_of(text, before.len())).then_some(before)
}

/// `Chloé Martin (14:32) `: two names or three, and a time.
pub(super) fn find_message_head(text: &str) -> Vec<LeftPart> {
    let Some((sender, rest)) = text.split_once(" (").filter(|(sender, _)| sender.len() < 60) else { return Vec::new() };
    let Some((time, said)) = rest.split_once(") ") else { return Vec::new() };
    let is_time =
        time.len() == 5 && time.bytes().enumerate().all(|(at, b)| if at == 2 { b == b':' } else { b.is_ascii_digit() });
    let is_name =
        |word: &str| word.starts_with(char::is_uppercase) && word.chars().skip(1).all(|c| c.is_lowercase() || c == '-');
    let names = sender.split(' ').filter(|word| is_name(word)).count();
    let all = (2..4).contains(&names) && sender.split(' ').count() == names;
    let told = is_time && all && said.starts_with(char::is_uppercase);
    if told { vec![LeftPart::to_delete(0..text.len() - said.len())] } else { Vec::new() }
}

/// `xxx`, `TBD`, `Lorem ipsum …`: all of a text.
pub(super) fn find_filler(text: &str) -> Vec<LeftPart> {
    const FILLERS: &str = "tbd|todo|tba|test|text|placeholder|prompt|fixme|platzhalter|à compléter|por definir|da definire|your prompt here";
    let said = text.trim();
    let bare = said.trim_end_matches(['.', '!', ':', '…']).to_lowercase();
    let signs = |signs: &str| said.chars().all(|c| signs.contains(c)) && said.chars().count() > 1;
    let is_filler = said.len() < 40 && (signs("xX") || signs(".-?…–_") || FILLERS.split('|').any(|word| word == bare))
        || said.get(..11).is_some_and(|start| start.eq_ignore_ascii_case("lorem ipsum"));
    let whole = || text.len() - text.trim_start().len()..text.trim_end().len();
    if is_filler { vec![LeftPart { range: whole(), instead: None }] } else { Vec::new() }
}

/// `**Datenschutz**`: all of a text between two stars.
pub(super) fn find_bold(text: &str) -> Vec<LeftPart> {
    let inner = text.trim().strip_prefix("**").and_then(|rest| rest.strip_suffix("**"));
    let inner = inner.filter(|inner| inner.starts_with(char::is_alphabetic) && !inner.contains('*'));
    inner.map(|inner| LeftPart { range: 0..text.len(), instead: Some(inner.to_owned()) }).into_iter().collect()
}

/// `${PRODUCT_NAME}`, `$PRODUCT_NAME`, unless the text says what becomes of such places.
pub(super) fn find_shell_variables(text: &str) -> Vec<LeftPart> {
    if speaks_of_signs(text) {
        return Vec::new();
    }
    let is_constant = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let found = text.match_indices('$').filter_map(|(at, _)| {
        let behind = &text[at + 1..];
        let braced = behind.starts_with('{');
        let name = &behind[usize::from(braced)..];
        let name = &name[..name.find(|c| !is_constant(c)).unwrap_or(name.len())];
        let end = at + 1 + name.len() + 2 * usize::from(braced);
        let closed = if braced { text[..end.min(text.len())].ends_with('}') } else { name.contains('_') };
        let is_name = name.len() > 2 && name.starts_with(|c: char| c.is_ascii_uppercase());
        (is_name && closed && !is_spoken_of(text, at)).then_some(LeftPart { range: at..end, instead: None })
    });
    found.take(16).collect()
}

/// `Translate the following text into {target_language}: {text}`: what a program asks a chat model.
pub(super) fn find_chat_variables(text: &str) -> Vec<LeftPart> {
    const ASKS: &[&str] =
        &["translate the following", "translate this", "translate the text", "translate from {", "into {", "to {"];
    const FILLED: &str = "text|source_text|sourceText|input|user_input|content|source_language|target_language|sourceLanguage|\
        targetLanguage|source_lang|target_lang|sourceLang|targetLang|language|lang";
    let lower = text.to_lowercase();
    if !ASKS.iter().any(|asks| lower.contains(asks)) {
        return Vec::new();
    }
    let variables = text.match_indices('{').filter(|(at, _)| !text[..*at].ends_with('{')).filter_map(|(at, _)| {
        let open = if text[at..].starts_with("{{") { 2 } else { 1 };
        let inner = text[at + open..].split(['}', '{', '\n']).next().unwrap_or_default();
        let end = at + open + inner.len() + open;
        let closed = text.get(end - open..end).is_some_and(|close| close.bytes().all(|byte| byte == b'}'));
        (closed && FILLED.split('|').any(|filled| inner.trim() == filled))
            .then_some(LeftPart { range: at..end, instead: None })
    });
    variables.collect()
}

/// ` 65/300` behind a text of about 65 characters.
pub(super) fn find_counter(text: &str) -> Vec<LeftPart> {
    const NEAR: usize = 10;
    let Some((said, counter)) = text.trim_end().rsplit_once([' ', '\n']) else { return Vec::new() };
    let numbers = counter
        .split_once('/')
        .and_then(|(used, most)| Some((used.parse::<usize>().ok()?, most.parse::<usize>().ok()?)));
    let ends = said.trim_end().ends_with(['.', '!', '?', '。', '！', '？', '”', '"']);
    let counts =
        |(used, most): (usize, usize)| used <= most && most > 49 && used.abs_diff(said.chars().count()) <= NEAR;
    match numbers.is_some_and(counts) && ends {
        true => vec![LeftPart::to_delete(said.trim_end().len()..text.len())],
        false => Vec::new(),
    }
}

/// `{+added+}`, `[-deleted-]`.
pub(super) fn find_changes(text: &str) -> Vec<LeftPart> {
    let between = |open: &'static str, close: &'static str| {
        text.match_indices(open).filter_map(move |(at, _)| {
            let inner = &text[at + open.len()..];
            let inner = &inner[..inner.find(close)?];
            let told = inner.contains(char::is_alphabetic) && !inner.contains(['{', '[']) && !is_spoken_of(text, at);
            let instead = if open == "{+" { inner } else { "" };
            let range = at..at + open.len() + inner.len() + close.len();
            told.then(|| LeftPart { range, instead: Some(instead.to_owned()) })
        })
    };
    let mut found: Vec<LeftPart> = between("{+", "+}").chain(between("[-", "-]")).collect();
    found.sort_by_key(|part| part.range.start);
    found
}

/// `a@b.example<mailto:a@b.example>`, `b.example<https://b.example/>`: behind the same address alone.
pub(super) fn find_doubled_links(text: &str) -> Vec<LeftPart> {
    let found = text.match_indices('<').filter_map(|(at, _)| {
        let inner = text[at + 1..].split_once('>')?.0;
        let bare = |address: &str| {
            let address = ["mailto:", "https://", "http://"].iter().find_map(|start| address.strip_prefix(start));
            address.map(|address| address.trim_start_matches("www.").trim_end_matches('/').to_lowercase())
        };
        let address = bare(inner).filter(|address| !address.is_empty())?;
        let before = text[..at].trim_end();
        let said = before.rsplit([' ', '\n', '(', '"', '„', '“', ':']).next()?;
        let said = said.trim_start_matches('/').trim_start_matches("www.").trim_end_matches('/').to_lowercase();
        (said == address).then(|| LeftPart::to_delete(before.len()..at + inner.len() + 2))
    });
    found.collect()
}

/// `[a@b.example](mailto:a@b.example)`, where the text speaks of no links.
pub(super) fn find_address_links(text: &str) -> Vec<LeftPart> {
    let lower = text.to_lowercase();
    if ["link", "markdown", "lien", "enlace", "verweis"].iter().any(|word| lower.contains(word)) {
        return Vec::new();
    }
    let found = text.match_indices("](mailto:").filter_map(|(at, open)| {
        let address = text[at + open.len()..].split_once(')')?.0;
        let start = at.checked_sub(address.len() + 1).filter(|start| text.is_char_boundary(*start))?;
        let same = text[start..at].strip_prefix('[') == Some(address) && !is_spoken_of(text, start);
        let range = start..at + open.len() + address.len() + 1;
        same.then(|| LeftPart { range, instead: Some(address.to_owned()) })
    });
    found.collect()
}

/// Words of texts that speak of signs in brackets.
const SPEAKS: &str = "placeholder|platzhalter|bracket|klammer|keep|leave|unchanged|template|such as|like|variable|e.g.|\
    z. b.|tag|translate|unverändert|exemple|example|behalte|lass|citation|zitat|source|quelle|footnote|fußnote";

fn speaks_of_signs(text: &str) -> bool {
    let lower = text.to_lowercase();
    SPEAKS.split('|').any(|word| lower.contains(word))
}

/// `Schritte[JK2]`: initials and a count behind a word or a sentence, as a word processor shows comments.
pub(super) fn find_review_marks(text: &str) -> Vec<LeftPart> {
    if speaks_of_signs(text) {
        return Vec::new();
    }
    let found = text.match_indices('[').filter_map(|(at, _)| {
        let inner = text[at + 1..].split_once(']')?.0;
        let count = inner.trim_start_matches(|c: char| c.is_ascii_uppercase());
        let counted = (1..3).contains(&count.len()) && count.bytes().all(|byte| byte.is_ascii_digit());
        let initials = (2..4).contains(&(inner.len() - count.len()));
        let said = text[..at].trim_end_matches(['.', ',', ';', ':', '!', '?', '。', '、']);
        let word = said.chars().rev().take(2).filter(|c| c.is_alphabetic()).count() == 2;
        let behind = text[at + inner.len() + 2..].chars().next();
        let ends = behind.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '(' | '[' | '=' | '/'));
        let told = counted && initials && word && ends && !is_spoken_of(text, at);
        told.then(|| LeftPart::to_delete(at..at + inner.len() + 2))
    });
    found.collect()
}

/// `[LANGUAGE]`, `[Your Company Name]`: of capitals alone, what forms ask for; tags such as `[BETA]` may be meant.
pub(super) fn find_blanks_to_fill(text: &str) -> Vec<LeftPart> {
    /// Words of a text beyond which it says more than that such a place stays.
    const LEAST_WORDS: usize = 6;
    const ASKED: &str = "LANGUAGE|NAME|COMPANY|BRAND|PRODUCT|CLIENT|CUSTOMER|TITLE|COUNTRY|AUDIENCE|TOPIC|SPRACHE|KUNDE|\
        FIRMA|MARKE|PRODUKT|LANGUE|MARQUE|ENTREPRISE|IDIOMA|EMPRESA|LINGUA";
    const ASKS: &str = "your |insert |enter |name of |ihr |ihre |votre |insérer |su nombre|hier einfügen|\
        nom de votre |nom de ton |nombre de su |nombre de tu |name ihre|name deine|nome della tua |nome della vostra ";
    /// Whose name only the writer of a text knows, and what is said of places that stay.
    const OF_FORMS: &str =
        "company name|brand name|business name|organization name|organisation name|firmenname|markenname";
    /// The same of names that also are places in the texts which are translated, unless the text speaks of such texts.
    const OF_OTHERS: &str = "client name|product name|project name|agency name|hotel name|store name|kundenname|produktname|\
        projektname|nom du client|nom de l’entreprise|nom de l'entreprise|nom de la marque|nom du produit|nombre del cliente|\
        nombre de la empresa|nombre de la marca|nombre del producto|nome del cliente|nome dell’azienda|nome dell'azienda|\
        nome del marchio|nome del prodotto";
    const TEXTS: &str = "mail|message|letter|template|text|string|subject|greeting|salutation|brief|nachricht|vorlage|betreff|\
        courrier|courriel|objet|modèle|correo|carta|mensaje|plantilla|asunto|lettera|messaggi|modello|oggetto|fill|insert|replace";
    const STAYS: &str = "as it is|as they are|as is|unchanged|untouched| stay";
    let speaks = speaks_of_signs(text);
    let alone = text.matches(['[', '<']).count() == 1 && !STAYS.split('|').any(|words| text.contains(words));
    let lower = text.to_lowercase();
    let of_texts = TEXTS.split('|').any(|word| lower.contains(word));
    let found = text.match_indices(['[', '<']).filter_map(|(at, open)| {
        let inner = text[at + 1..].split_once(if open == "[" { ']' } else { '>' })?.0;
        let asked = inner.split([' ', '_']).any(|word| ASKED.split('|').any(|asked| asked == word));
        let capitals = asked && !inner.contains(char::is_lowercase);
        let asks = ASKS.split('|').any(|start| inner.to_lowercase().starts_with(start))
            && !inner.contains(['=', '"', '[', '<']);
        let lower = inner.to_lowercase();
        let whose = lower.strip_prefix("your ").unwrap_or(&lower);
        let is_one_of = |forms: &str| forms.split('|').any(|whole| whose == whole);
        let of_form = is_one_of(OF_FORMS) || is_one_of(OF_OTHERS) && !of_texts;
        let form = alone && of_form && inner.starts_with(char::is_uppercase);
        let linked = text[at + inner.len() + 2..].starts_with(['(', '[']);
        // What is not to be translated may be such a place itself, but not where both signs of a form are there.
        let meant =
            is_spoken_of(text, at) || speaks && !((capitals && asks || form) && text.split(' ').count() > LEAST_WORDS);
        let told = (capitals || asks || form) && inner.len() < 60 && !linked && !meant && !text.contains("laceholder");
        told.then(|| LeftPart { range: at..at + inner.len() + 2, instead: None })
    });
    found.collect()
}

/// `Copy of …`, `… (copy)`, `… (2)`.
pub(super) fn find_copy_sign(name: &str) -> Vec<LeftPart> {
    const BEFORE: &str = "Copy of |Kopie von |Copie de |Copia de |Copia di ";
    const BEHIND: &str = "(copy)|(Copy)|(Kopie)|(copie)|(copia)|- Copy|- Kopie|- Copie|- Copia|– Kopie|- copy|(2)|(3)";
    /// Copies that are a thing of their own, and what counts its parts.
    const OWN: &str = "sécurité|seguridad|sicurezza|riserva|record|the ";
    const COUNTED: &str = "Part|Teil|Version|Phase|Level|Stage|Band|Volume|Tier|Step|Partie";
    let before = BEFORE.split('|').find_map(|sign| Some((sign.len(), name.strip_prefix(sign)?)));
    if let Some((length, _)) = before.filter(|(_, rest)| !OWN.split('|').any(|word| rest.starts_with(word))) {
        return vec![LeftPart { range: 0..length, instead: None }];
    }
    let behind = BEHIND.split('|').find_map(|sign| name.strip_suffix(sign)?.strip_suffix(' '));
    let is_counted = |rest: &&str| COUNTED.split('|').any(|word| rest.ends_with(word));
    let behind = behind.filter(|rest| !rest.is_empty() && !is_counted(rest));
    behind.map(|rest| LeftPart { range: rest.len()..name.len(), instead: None }).into_iter().collect()
}

/// ` TODO: ask Ann`: behind a sentence, to the end of its line, or in brackets.
pub(super) fn find_notes(text: &str) -> Vec<LeftPart> {
    const NOTES: &[&str] = &["TODO", "TBD", "FIXME", "XXX"];
    /// What somebody is to do, in small letters.
    const ORDERS: &str =
        "confirm|check|ask|verify|clarify|review|decide|discuss|prüfen|klären|fragen|vérifier|confirmer";
    let found = NOTES.iter().flat_map(|note| text.match_indices(*note)).filter_map(|(at, note)| {
        let (before, behind) = (&text[..at], &text[at + note.len()..]);
        let open = before.strip_suffix(['(', '[']);
        let said = open.unwrap_or(before).trim_end();
        let line = behind.find('\n').unwrap_or(behind.len());
        let end = if open.is_some() { behind[..line].find([')', ']'])? + 1 } else { line };
        // Who speaks of such notes says more of them before.
        let apart = said.ends_with(['.', '!', '?', '。', '！', '？']) && before.ends_with([' ', '\n', '(', '[']);
        let said_next = behind.trim_start_matches(' ');
        let order = ORDERS.split('|').any(|order| said_next.split([' ', '\n']).next() == Some(order));
        let to_whom = order || said_next.starts_with(|c: char| c == '(' || c.is_uppercase());
        let named = behind.starts_with(": ") || to_whom && !behind[..line].trim_end().ends_with(['.', '。']);
        let words = text.to_lowercase();
        let spoken = ["comment", "kommentar", "marker", "note", "code"].iter().any(|word| words.contains(word));
        (apart && named && !spoken).then(|| LeftPart::to_delete(said.len()..at + note.len() + end))
    });
    found.collect()
}

/// `Be kind.\nBe brief.`: between two sentences.
pub(super) fn find_line_breaks(text: &str) -> Vec<LeftPart> {
    let found = text.match_indices("\\n").filter_map(|(at, sign)| {
        let (before, behind) = (&text[..at], text[at + sign.len()..].trim_start_matches(sign));
        let between = before.ends_with(['.', '!', '?', ':', ';']) && behind.starts_with(char::is_uppercase);
        let range = at..text.len() - behind.len();
        (between && !is_spoken_of(text, at)).then(|| LeftPart { range, instead: Some(" ".to_owned()) })
    });
    found.collect()
}

/// `client\u00e8le`, `\xD6zdemir`: letters beyond ASCII, beside a letter, as escapes.
pub(super) fn find_escapes(text: &str) -> Vec<LeftPart> {
    let found = text.match_indices('\\').filter_map(|(at, _)| {
        let (digits, count) =
            [("\\u", 4), ("\\x", 2)].iter().find_map(|(sign, count)| Some((text[at..].strip_prefix(sign)?, *count)))?;
        let hex = digits.get(..count).filter(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        let letter =
            char::from_u32(u32::from_str_radix(hex, 16).ok()?).filter(|c| !c.is_ascii() && c.is_alphabetic())?;
        let end = at + "\\u".len() + count;
        let (before, behind) = (text[..at].chars().next_back(), text[end..].chars().next());
        let beside = [before, behind].into_iter().flatten().any(char::is_alphabetic);
        (beside && !is_spoken_of(text, at)).then(|| LeftPart { range: at..end, instead: Some(letter.to_string()) })
    });
    found.collect()
}

/// `Gr??en`: two or more `?` between letters of a word.
pub(super) fn find_lost_letters(text: &str) -> Vec<LeftPart> {
    let Some(at) = text.find("??") else { return Vec::new() };
    let end = at + text[at..].find(|c| c != '?').unwrap_or(text.len() - at);
    let (before, behind) = (text[..at].chars().next_back(), text[end..].chars().next());
    let inside = before.is_some_and(char::is_alphabetic) && behind.is_some_and(char::is_lowercase);
    let is_letter = |c: char| c.is_alphabetic() || c == '?';
    let start = text[..at].trim_end_matches(is_letter).len();
    let end = text.len() - text[end..].trim_start_matches(is_letter).len();
    let address =
        text[..start].ends_with(['/', '.', '&', '=', '_', '-']) || text[end..].starts_with(['=', '/', '_', '(']);
    let told = inside && !address && !is_spoken_of(text, start);
    if told { vec![LeftPart { range: start..end, instead: None }] } else { Vec::new() }
}

/// `Reihen- folge`: not before a word that goes on behind a hyphen (`Vor- und Nachteile`), and not behind what is a prefix.
pub(super) fn find_parted_words(text: &str) -> Vec<LeftPart> {
    /// Words that stand behind a part of a word by themselves.
    const APART: &str = " und oder bis bzw beziehungsweise sowie noch als auf wie statt mit nach vor von zu in im nicht nur aber \
        sondern wird werden wurde ist sind steht stehen hat haben kann ohne gegen gegenüber gehört je an bei durch für über \
        and or to nor vs versus through but not plus only before after is are was were takes take with without in on at as for from \
        words compounds prefix must should never always when where if than the a an be go goes stays stay like into becomes \
        et ou à au ni est sont se ne pas avec devant y e o u ni es son con i lub oraz och eller og samt en of tot a nebo és vagy ja tai \
        ed od è sono come per ";
    const PREFIXES: &str = " anti auto bio co counter cross de eco ex extra hyper infra inter intra macro mega meta micro mid mini \
        multi neo non out over para post pre pro proto pseudo quasi re self semi sub super trans ultra un under vice well all high \
        low long short two three first second ober unter vor nach nicht ur sonder haupt neben quasi möchtegern ";
    let found = text.match_indices("- ").filter_map(|(at, sign)| {
        let start = text[..at].trim_end_matches(char::is_alphabetic).len();
        let (first, rest) = (&text[start..at], &text[at + sign.len()..]);
        let second = &rest[..rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())];
        let known = |list: &str, word: &str| list.contains(&format!(" {} ", word.to_lowercase()));
        let long = first.chars().count() > 2 && second.chars().count() > 2;
        let parted = second.starts_with(char::is_lowercase) && first.chars().skip(1).all(char::is_lowercase);
        let begins = text[..start].is_empty() || text[..start].ends_with([' ', '\n']);
        let told = long && parted && begins && !known(APART, second) && !known(PREFIXES, first);
        let range = start..at + sign.len() + second.len();
        (told && !is_spoken_of(text, start)).then(|| LeftPart { range, instead: Some(format!("{first}{second}")) })
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Find = fn(&str) -> Vec<LeftPart>;

    #[test]
    fn what_was_left_is_found() {
        for (find, text, part) in [
            (find_references as Find, "One each【4:2†styleguide.pdf】.", "【4:2†styleguide.pdf】"),
            (
                find_citations,
                "One each :contentReference[oaicite:3]{index=3}.",
                ":contentReference[oaicite:3]{index=3}",
            ),
            (find_citations, "One each [oaicite:3].", "[oaicite:3]"),
            (find_citations, "Be kind. [cite: 12]", " [cite: 12]"),
            (find_citations, "Be kind [cite: 12, 14].", " [cite: 12, 14]"),
            (find_citations, "[cite_start]Be kind.", "[cite_start]"),
            (find_citations, "[cite: 3] Be kind.", "[cite: 3] "),
            (find_citations, "Be kind. [web:2]", " [web:2]"),
            (find_answer_head, "Sure! Here's a rule: Be kind.", "Sure! Here's a rule: "),
            (find_answer_head, "Sure, here is the rule: Be kind.", "Sure, here is the rule: "),
            (find_answer_head, "Here is the revised version: Be kind.", "Here is the revised version: "),
            (find_message_head, "Chloé Martin (14:32) Vouvoyez la cliente.", "Chloé Martin (14:32) "),
            (find_counter, "Be kind. Be brief. 18/300", " 18/300"),
            (find_changes, "Sie{+; no du+}.", "{+; no du+}"),
            (find_shell_variables, "Schreibe den Produktnamen ${PRODUCT_NAME} ohne Bindestrich.", "${PRODUCT_NAME}"),
            (find_shell_variables, "Greet the readers of $SITE_NAME.", "$SITE_NAME"),
            (find_bold, "**Datenschutz**", "**Datenschutz**"),
            (find_filler, "xxx", "xxx"),
            (find_filler, "TBD.", "TBD."),
            (find_filler, "Lorem ipsum dolor sit amet", "Lorem ipsum dolor sit amet"),
            (find_chat_variables, "Translate the following into German: {text}", "{text}"),
            (find_chat_variables, "Translate this into {{ target_lang }}.", "{{ target_lang }}"),
            (find_blanks_to_fill, "Never translate or inflect the name [Your Company Name].", "[Your Company Name]"),
            (find_doubled_links, "a@b.example<mailto:a@b.example>", "<mailto:a@b.example>"),
            (find_doubled_links, "See b.example <https://www.b.example/>.", " <https://www.b.example/>"),
            (find_address_links, "Ask [a@b.example](mailto:a@b.example).", "[a@b.example](mailto:a@b.example)"),
            (find_review_marks, "Schritte[JK2] stehen im Imperativ.", "[JK2]"),
            (find_blanks_to_fill, "Letters, [LANGUAGE]", "[LANGUAGE]"),
            (find_blanks_to_fill, "[Your Company Name] Letters", "[Your Company Name]"),
            (find_blanks_to_fill, "Sign as <YOUR NAME>.", "<YOUR NAME>"),
            (find_blanks_to_fill, "Never translate [Company Name] or the names of its products.", "[Company Name]"),
            (find_blanks_to_fill, "Never translate [Client name], and never add a legal form to it.", "[Client name]"),
            (find_blanks_to_fill, "Sign as [Nom du client] in French.", "[Nom du client]"),
            (find_blanks_to_fill, "Gruß, [hier einfügen]", "[hier einfügen]"),
            (find_blanks_to_fill, "Never translate or inflect the names [YOUR BRAND NAMES].", "[YOUR BRAND NAMES]"),
            (find_copy_sign, "Copy of Tickets", "Copy of "),
            (find_copy_sign, "Tickets (2)", " (2)"),
            (find_copy_sign, "Briefe - Kopie", " - Kopie"),
            (find_notes, "Be kind. TODO: ask Ann", " TODO: ask Ann"),
            (find_notes, "Be kind. (TODO: ask Ann) Be brief.", " (TODO: ask Ann)"),
            (find_notes, "Be kind. TODO Ann asks the others", " TODO Ann asks the others"),
            (find_notes, "Be kind. TODO confirm with legal", " TODO confirm with legal"),
            (find_notes, "Be kind. TBD: ask Ann", " TBD: ask Ann"),
            (find_line_breaks, "Be kind.\\n\\nBe brief.", "\\n\\n"),
            (find_escapes, "la client\\u00e8le", "\\u00e8"),
            (find_escapes, "Dr. \\xD6zdemir", "\\xD6"),
            (find_lost_letters, "Mit Gr??en.", "Gr??en"),
            (find_parted_words, "in dieser Reihen- folge stehen", "Reihen- folge"),
        ] {
            let found = find(text);
            assert_eq!(found.first().map(|found| &text[found.range.clone()]), Some(part), "{text}");
        }
    }

    #[test]
    fn what_may_be_meant_is_left_alone() {
        for (find, text) in [
            (find_references as Find, "Write 【重要】 before it."),
            (find_shell_variables, "Never translate ${USER_NAME}."),
            (find_shell_variables, "Write prices in US$ or $USD."),
            (find_filler, "Test every sentence."),
            (find_references, "Delete `【4:2†a】`."),
            (find_citations, "Delete \"[oaicite:3]\"."),
            (find_citations, "Be kind. [1]"),
            (find_citations, "Keep markers such as [cite: 12] as they are."),
            (find_citations, "Delete \"[cite: 12]\"."),
            (find_citations, "Be kind. [cite: the guide]"),
            (find_citations, "Gardez « [cite: 12] » dans le texte."),
            (find_answer_head, "Sure! and Certainly! are too eager: write Yes."),
            (find_answer_head, "Here is how dates are written: 5 May."),
            (find_message_head, "Noon (12:00) Is written 12 pm."),
            (find_message_head, "Times (14:32) stay."),
            (find_counter, "Write fractions, e.g. 110/220"),
            (find_counter, "Keep it open. 24/7"),
            (find_changes, "Keep {+} and [-]."),
            (find_changes, "Keep `{+this+}`."),
            (find_doubled_links, "Write a@b.example or <b> tags."),
            (find_doubled_links, "See the guide <https://b.example>."),
            (find_address_links, "Link it: [a@b.example](mailto:a@b.example)."),
            (find_review_marks, "Citations stay: the study[GH95] says so."),
            (find_review_marks, "Read row[AB] and a[AB1]."),
            (find_blanks_to_fill, "[BETA] Letters"),
            (find_blanks_to_fill, "Keep [NAME] as it is."),
            (find_blanks_to_fill, "Never translate [Company Name], which stays unchanged in all mails."),
            (find_blanks_to_fill, "Never translate [First Name] and [Company Name] in the texts of mails."),
            (find_blanks_to_fill, "Never translate [Client name] in the subject of an e-mail to clients."),
            (find_blanks_to_fill, "Never translate [Client name]."),
            (find_blanks_to_fill, "Write [Client name] and [Product name] in bold where they are spoken of."),
            (find_blanks_to_fill, "Write '[Client name]' in bold where it is spoken of, never in italics."),
            (find_blanks_to_fill, "Placeholders such as <YOUR NAME> stay."),
            (find_blanks_to_fill, "Keep [YOUR NAME] as it is."),
            (find_copy_sign, "Copia de seguridad"),
            (find_copy_sign, "Copywriting"),
            (find_copy_sign, "Rules, Part (2)"),
            (find_notes, "Leave comments alone. TODO: stays TODO:"),
            (find_notes, "Write TODO: in capitals."),
            (find_notes, "Be kind. TODO items stay as they are"),
            (find_notes, "Be kind. TODO check marks stay as they are."),
            (find_notes, "Sei kurz. TODO Punkte bleiben stehen."),
            (find_line_breaks, "Keep \\n as it is: \\nName"),
            (find_escapes, "Put \\u00a0 before the colon."),
            (find_escapes, "Letters in [\\u00e0-\\u00ff]"),
            (find_escapes, "C:\\users\\xenia"),
            (find_lost_letters, "Really?? Yes."),
            (find_lost_letters, "Never write `Gr??en`."),
            (find_lost_letters, "https://a.example/b??cd=1"),
            (find_parted_words, "Vor- und Nachteile, ein- bis zweimal, Haupt- sowie Nebensatz"),
            (find_parted_words, "Hyphenate non- only before names; pre- takes none."),
            (find_parted_words, "short- and long-term - unless it is said"),
            (find_parted_words, "A dash- Like this"),
        ] {
            assert_eq!(find(text), Vec::new(), "{text}");
        }
    }

    #[test]
    fn a_marker_at_the_beginning_of_a_value_is_seen() {
        for line in ["    prompt: [cite_start]Be kind.", "  - [cite_start]Be kind. [cite: 3]", "[cite: 3] Be kind."] {
            assert!(starts_with_citation(line), "{line}");
        }
        for line in ["    prompt: [cite_start]", "extends: [house/de] # base", "    prompt: Be kind. [cite: 3]"] {
            assert!(!starts_with_citation(line), "{line}");
        }
    }
}
