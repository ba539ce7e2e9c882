//! Whether a text is code as a whole: the one answer for detectors, inference, fixes and checks of integrity.
//!
//! Invariant: it depends on the text alone. A text is code where each of its lines is: an assignment, a call, a statement, a
//! command, a query, a field. Words around that make it prose, of which [`mask`](crate::conform::mask) overwrites the parts
//! that are code. What no grammar decides (`Total = 5`) is code: it is neither judged nor rewritten.

use std::sync::LazyLock;

use regex::Regex;

/// Longest text that may be anything but an object, in bytes.
const LONGEST: usize = 4_096;

/// A form whose signs a text does not have is not looked for: bits of [`SIGNS`].
const OF_CODE: u8 = 1;
const OF_WHOLE: u8 = 2;
const OF_REGEX: u8 = 4 | 8;
const OF_FORMULA: u8 = 16 | 32;

/// Which forms each byte may belong to. A regular expression has a bracket or a backslash, and what repeats or anchors; a formula a
/// sign of equality or a bracket, and an operator.
const SIGNS: [u8; 256] = {
    let mut signs = [0; 256];
    let forms: [(&[u8], u8); 6] = [
        (b"\"'=({[\\;$^%#*<>|&@~", OF_CODE),
        (b"\\$=;[*", OF_WHOLE),
        (b"\\[(", 4),
        (b"\\+*?{^$", 8),
        // `×` and `÷` begin with the one, `–` with the other byte beyond ASCII.
        (b"=(", 16),
        (b"*/+-\xc3\xe2", 32),
    ];
    let mut form = 0;
    while form < forms.len() {
        let mut at = 0;
        while at < forms[form].0.len() {
            signs[forms[form].0[at] as usize] |= forms[form].1;
            at += 1;
        }
        form += 1;
    }
    signs
};

/// Whether a text is nothing but code.
#[must_use]
pub fn is_code(text: &str) -> bool {
    let text = text.trim();
    let bytes = text.as_bytes();
    if matches!(bytes.first(), Some(b'{' | b'['))
        && text.contains('"')
        && serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
    {
        return true;
    }
    if text.len() > LONGEST {
        return false;
    }
    let signs = bytes.iter().fold(0, |signs, byte| signs | SIGNS[usize::from(*byte)]);
    is_date_pattern(text)
        || signs & OF_FORMULA == OF_FORMULA && FORMULA.is_match(text)
        || bytes.first().is_some_and(u8::is_ascii_lowercase) && COMMAND.is_match(text)
        || is_number_pattern(text)
        || signs & OF_WHOLE != 0 && WHOLE.is_match(text)
        || signs & OF_REGEX == OF_REGEX && is_regex(text)
        || signs & OF_CODE != 0 && (is_query(text) || has_lines_of_code(text))
        || text.ends_with('}') && STYLE_SHEET.is_match(text)
}

/// Letters, blanks and boundaries of words are those of ASCII: what tells code is, and the automata stay small enough to be
/// kept, where those of Unicode are built again for each text.
fn pattern(parts: &[&str]) -> Regex {
    let mut text = String::new();
    let all = parts.concat();
    let mut rest = all.chars();
    while let Some(c) = rest.next() {
        match (c, if c == '\\' { rest.next() } else { None }) {
            (_, Some('w')) => text.push_str("[0-9A-Za-z_]"),
            (_, Some('s')) => text.push_str(r"[ \t\r\n]"),
            (_, Some('b')) => text.push_str(r"(?-u:\b)"),
            (c, escaped) => text.extend(std::iter::once(c).chain(escaped)),
        }
    }
    Regex::new(&text).expect("a pattern of this file, and a test compiles it")
}

/// Dates of CLDR, PHP and `strftime`, and how people spell them: `EEEE, d. MMMM y 'um' HH:mm`, `TT.MM.JJJJ`.
fn is_date_pattern(text: &str) -> bool {
    static LETTERS: LazyLock<Regex> = LazyLock::new(|| {
        const FIELD: &str = "(?:[yY]{1,4}|M{1,5}|L{1,5}|[dD]{1,4}|E{1,5}|e{1,5}|c{1,5}|H{1,2}|h{1,2}|m{1,2}|s{1,2}|S{1,9}\
                             |a|z{1,4}|Z{1,4}|TT|J{2,4}|GG|AA(?:AA)?|年|月|日)";
        const BETWEEN: &str = r"(?:'[^']*'|[\s\u{a0}\u{202f}.,:/()年月日時时分秒년월일시분초-])";
        const PHP: &str = r"[dDjlNmMnFyY](?:[./ -][dDjlNmMnFyY])*(?:,? ?[HhGg]:i(?::s)?(?: [aA])?)?|[HhGg]:i(?::s)?";
        pattern(&["^(?:", BETWEEN, "*", FIELD, "(?:", BETWEEN, "+", FIELD, ")+", BETWEEN, "*|", PHP, ")$"])
    });
    static STRFTIME: LazyLock<Regex> =
        LazyLock::new(|| pattern(&[r"^(?:%[-#EO_^0]?[A-Za-z]|[\s.,:/年月日時时分秒년월일시분초-])+$"]));
    // `'Today' 'at' {time_fmt}`: words in apostrophes, and what a program puts between them.
    static PARTS: LazyLock<Regex> = LazyLock::new(|| {
        const FIELD: &str = "[yY]{1,4}|M{1,5}|d{1,2}|E{1,5}|H{1,2}|h{1,2}|mm|ss";
        pattern(&["^(?:'[^']*'|", FIELD, r"|\{[A-Za-z0-9_]{1,40}\}|[ .,:/\u{a0}-])+$"])
    });
    let parted = || {
        let outside = || text.split('\'').step_by(2);
        text.starts_with(['\'', 'E', '{'])
            && outside().any(|part| part.contains('{') || part.contains("EEEE"))
            && text.split('\'').skip(1).step_by(2).any(|part| part.contains(char::is_alphabetic) && !part.contains('{'))
            && (outside().any(|part| part.contains("EE")) || text.contains("{date") || text.contains("{time"))
            && PARTS.is_match(text)
    };
    // The patterns give up at a text's first letters: only then is looked for what tells a date from words.
    let has = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
    begins_with_field(text)
        && LETTERS.is_match(text)
        && (has(&["y", "Y", "MM", "dd", "DD", "HH", "hh", "mm", "EEE"]) && has(&["M", "d", "m", "H", "h", "年"])
            || has(&[":i"]))
        || text.bytes().filter(|byte| *byte == b'%').nth(1).is_some()
            && STRFTIME.is_match(text)
            && has(&["%Y", "%y", "%m", "%H", "%M", "%B", "%b", "%A", "%I"])
        || parted()
}

/// Whether the first letters of a text, outside of apostrophes, are one letter said again, as those of a field are: most texts
/// need no pattern to be told from dates.
fn begins_with_field(text: &str) -> bool {
    let mut letters = text.bytes().skip_while(|byte| byte.is_ascii() && !byte.is_ascii_alphabetic() && *byte != b'\'');
    let first = letters.next();
    let is_letter = first.is_some_and(|byte| byte.is_ascii_alphabetic());
    !is_letter || letters.take_while(u8::is_ascii_alphabetic).all(|byte| Some(byte) == first)
}

/// Numbers of CLDR: `#,##0.00 ¤`.
fn is_number_pattern(text: &str) -> bool {
    static NUMBERS: LazyLock<Regex> = LazyLock::new(|| {
        const SIGNS: &str = r"[-+\s\u{a0}'()%‰¤€$£;\x22]*[#0][#0,.\s\u{a0}'()%‰¤€$£;E+\x22-]*";
        pattern(&["^", SIGNS, r"[#0.](?:[#0,.\s\u{a0}()%‰¤€$£;E+\x22-]|'[^']*')*$"])
    });
    let other = |part: &str| part.contains(|c: char| c.is_alphabetic() && c != 'E' || ('1'..='9').contains(&c));
    // Every other part stands between apostrophes.
    !text.starts_with(|c: char| c.is_alphabetic() || c.is_ascii_digit() && c != '0')
        && NUMBERS.is_match(text)
        && ["#", "0.0", "00"].iter().any(|part| text.contains(part))
        && !text.split('\'').step_by(2).any(other)
}

/// Forms that are told by how they begin and end.
static WHOLE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&[
        r"^(?s:",
        // Formulas of TeX and of tables.
        r"\\\([^\n]*\\\)|\\\[.*\\\]|\$\$.*\$\$|\$[^$\s][^$\n]*[\\^=<>+][^$\n]*\$|\\begin\{.*\\end\{[^{}]*\}",
        r"|=\s*[A-ZÄÖÜ.]{2,}\(.*",
        // Keywords of desktop entries (`Bild;Foto;Ansicht;`), declarations of style sheets, paths of XPath, names of files.
        r"|(?:[^;\n]+;){2,}|(?:[A-Za-z-]+\s*:\s*(?:[^;{}:]*[0-9](?:%|px|r?em|pt|v[hw])[^;{}:]*|[a-z0-9#., -]+);\s*)+|//?[\w*]+\[@.*|(?:\*\.\w+[;, ]*)+",
        // Loops and conditions of a shell.
        r"|for \w+ in [^\n]*;\s*do\s.*done|if \[.*\];\s*then\s.*fi|while [^\n]*;\s*do\s.*done|\$ [a-z][^\n]*",
        r")$",
    ])
});

/// Formulas in words: `Margin = (Used / Total) * 100%`. Without a sign of equality, a division in brackets and a factor.
static FORMULA: LazyLock<Regex> = LazyLock::new(|| {
    const INSIDE: &str = r"\([^()\n]*\s[/*×÷+–-]\s[^()\n]*\)";
    pattern(&[
        r"^(?:[^=\n!?]{1,80}\s=\s[^=\n!?]*(?:",
        INSIDE,
        r"|\s\*\s)[^=\n!?]*|[^=\n!?]*",
        INSIDE,
        r"\s?[*×÷]\s?[0-9(][^=\n!?]*)$",
    ])
});

static STYLE_SHEET: LazyLock<Regex> = LazyLock::new(|| pattern(&[r"^[^{}\n]*\{(?:\s*[a-z-]+\s*:\s*[^;{}]+;?)+\s*\}$"]));

/// Commands of a shell: words that begin sentences, too, are commands where an option, a variable or another command follows.
static COMMAND: LazyLock<Regex> = LazyLock::new(|| {
    const WITH_SIGNS: &str = "git|npm|npx|yarn|pnpm|pip3?|python3?|node|docker|kubectl|helm|cargo|go|java|make|curl|wget|ssh|scp\
                              |rsync|apt|apt-get|brew|systemctl|psql|mysql|cd|ls|cp|mv|rm|cat|grep|sed|awk|find|tar|echo|printf|export|source\
                              |sort|chmod|chown|mkdir|touch|kill|ps|df|du|php|composer|ruby|gem|bundle|perl|sh|bash|sudo|env";
    const SIGNS: &str = r"(?:\s--?[A-Za-z]|\s&&\s|\s\|\s(?:grep|sed|awk|sort|head|tail|wc|xargs|less|tee|sh|bash)\b|\s[0-9]?>{1,2}\s?[\x22'\w./$~-]*[./][\x22'\w./-]*|\$\{?[A-Za-z])";
    const PLAIN: &str = "git (?:add|clone|commit|push|pull|checkout|init|status|log|diff|merge|rebase)|npm (?:install|run|i|ci|start|test)\
                         |pip3? install|docker (?:run|build|pull|compose|exec)|cargo (?:build|run|test|install)|brew install|apt(?:-get)? install\
                         |yarn (?:add|install)|echo|cat|cd|mkdir|printf";
    const WORD: &str = r#"(?:"[^"\n]*"|'[^'\n]*'|[A-Za-z0-9_./:@=~^*+-]+)"#;
    const STRING: &str = r#"(?:"[^"\n]*"|'[^'\n]*')"#;
    pattern(&[
        "^(?:(?:sudo )?(?:",
        WITH_SIGNS,
        r")(?:\s[^\n]*)?",
        SIGNS,
        "[^\n]*[^\n.!?…]|(?:",
        PLAIN,
        ")(?: ",
        STRING,
        ")+|(?:sudo )?(?:",
        &PLAIN[..PLAIN.find("|echo").unwrap_or(PLAIN.len())],
        ")(?: ",
        WORD,
        "){0,8})$",
    ])
});

/// Queries of SQL.
fn is_query(text: &str) -> bool {
    static QUERY: LazyLock<Regex> = LazyLock::new(|| {
        pattern(&[
            r"^(?s:(?:WITH\s.+)?SELECT\s.+\sFROM\s.+|INSERT\s+INTO\s+\S+.*|UPDATE\s+\S+\s+SET\s.+|DELETE\s+FROM\s+\S+.*",
            r"|(?:CREATE|ALTER|DROP)\s+(?:TABLE|INDEX|VIEW|DATABASE)\s.+",
            r"|(?i:select\s+\*\s+from\s+\S+.*|select\s.+\sfrom\s+\S+\s+where\s.+[=<>].*",
            r"|insert\s+into\s+\S+\s*\(.*|update\s+\S+\s+set\s+\S+\s*=.*|delete\s+from\s+\S+\s+where\s.+[=<>].*))$",
        ])
    });
    // A label in capitals has neither small letters nor signs.
    text.starts_with(['W', 'S', 'I', 'U', 'D', 'C', 'A', 's', 'i', 'u', 'd', 'ſ'])
        && QUERY.is_match(text)
        && text.contains(|c: char| c.is_lowercase() || "*=(;".contains(c))
}

/// Regular expressions: two of their signs, and no words beside each other.
fn is_regex(text: &str) -> bool {
    static PARTS: LazyLock<Regex> = LazyLock::new(|| {
        pattern(&[
            r"\\[dwsbDWSB.](?:[+*?]|\{[0-9])?|[\])]\s?(?:[+*?]|\{[0-9]{1,3}(?:,[0-9]{0,3})?\})|\(\?[:=!<i]|\.[*+]\??|^\^|\$$",
        ])
    });
    static WORDS: LazyLock<Regex> = LazyLock::new(|| pattern(&[r"\pL{2,}[,:]? \pL{2,}"]));
    let signs = PARTS.find_iter(text).count();
    (signs >= 2 || signs == 1 && text.starts_with("(?")) && !WORDS.is_match(text)
}

/// Whether each line is one of code, or a comment beside such lines.
fn has_lines_of_code(text: &str) -> bool {
    // A string may go over several lines.
    if LINE.is_match(text) {
        return true;
    }
    if !text.contains('\n') {
        return false;
    }
    let mut found = false;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if LINE.is_match(line) {
            found = true;
        } else if !line.starts_with(['#', '*'])
            && !line.starts_with("//")
            && !line.starts_with("/*")
            && !line.starts_with("--")
        {
            return false;
        }
    }
    found
}

/// Assignments, calls, statements, fields of objects, and the brackets that close them.
static LINE: LazyLock<Regex> = LazyLock::new(|| {
    const STRING: &str = r#"(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"#;
    const NUMBER: &str = r"-?[0-9][0-9_]*(?:\.[0-9]+)?";
    const NAME: &str = r"(?:[A-Za-z_$][A-Za-z0-9_$]*(?:(?:\.|->|::)[A-Za-z0-9_$]+|\[[^\[\]\s]{1,40}\])*)";
    const END: &str = r"\s*[;,]?\s*(?:(?://|#|--|/\*).*)?";
    let atom = [r"(?:", STRING, "|", NUMBER, "|", NAME, r"(?:\([^\n]*\))?|[\[{(].*[\]})])"].concat();
    let value = [atom.as_str(), r"(?:\s*[-+*/%&|<>=!?:,.]{1,3}\s*", atom.as_str(), ")*"].concat();
    // A call of a simple name has none, or something that is no word: `Datei(en)` is prose.
    let arguments = [r"(?:\s*|(?:[^()\n]*[=,]\s*)?(?:[\x22']|-?[0-9]|\[|\{|\w+\()[^\n]*)"].concat();
    pattern(&[
        r"^(?:(?:(?:export|const|let|var|final|static|public|private|set|int|float|string|String|bool|boolean|auto)\s+)*",
        NAME,
        r"\s*(?:[-+*/%|&.:?]?={1,2}|=>)\s*",
        &value,
        END,
        r"|(?:await\s+|return\s+|new\s+|throw\s+|yield\s+)?(?:",
        NAME,
        r"[._A-Z]",
        r"[A-Za-z0-9_$]+\([^\n]*\)|",
        NAME,
        r"\(",
        &arguments,
        r"\))",
        r"(?:\.[A-Za-z0-9_]+\([^\n]*\))*",
        END,
        r"|return\s+",
        &value,
        END,
        r"|(?:return|throw|yield|await|import|from|using|package|var|let|const|case|del|raise|assert)\b[^\n]*;",
        r"|(?:if|while|for|switch|catch|elif|else if)\s*\([^\n]*\)\s*(?:\{.*|[^\n]*;)|(?:\}\s*)?else\s*\{|(?:public|private|protected|static)\s.*[{;]|<\?php\s.*|function\s*\w*\([^\n]*",
        r"|def \w+\(.*\).*:|class \w+\(.*\):|(?:if|elif|while)\s.*(?:==|!=|<=|>=).*:|for \w+(?:, ?\w+)* in [\w.()]+:",
        r#"|from [\w.]+ import .*|import [\w.]+;?|import \{.*|#include\s*[<"].*"#,
        r#"|"[\w .$@/-]{1,60}"\s*:\s*(?:"#,
        STRING,
        "|",
        NUMBER,
        r"|true|false|null|[\[{].*)\s*,?",
        r"|\{\s*(?:",
        STRING,
        "|",
        NAME,
        r")\s*:\s.*\}?|\[\s*",
        STRING,
        r"(?:\s*,\s*(?:",
        STRING,
        "|",
        NUMBER,
        r"))*\s*\]",
        END,
        r"|[\])};,]+)$",
    ])
});

#[cfg(test)]
mod tests {
    use crate::conform::passage::{MASKED, Passage, Tongue};
    use crate::conform::table::detectors_of;

    /// Kind, text, and what of it is code.
    fn read_texts() -> impl Iterator<Item = (String, String, String)> {
        let plain = |cell: &str| cell.replace("\\\\", "\0").replace("\\n", "\n").replace('\0', "\\");
        include_str!("../../tests/conformance/code.tsv").lines().filter(|line| !line.starts_with('#')).map(
            move |line| {
                let mut cells = line.split('\t').map(plain);
                (cells.next().unwrap(), cells.next().unwrap(), cells.next().unwrap_or_default())
            },
        )
    }

    #[test]
    fn a_text_that_is_code_has_no_occasion_and_one_that_looks_like_it_is_read() {
        let mut wrong = Vec::new();
        for (kind, text, part) in read_texts() {
            for tongue in Tongue::ALL {
                let passage = Passage::new(&text, tongue, &[]);
                if passage.is_code != (kind == "code") {
                    wrong.push(format!("{kind}: {text}"));
                    break;
                }
                let occasions = detectors_of(tongue).iter().flat_map(|detector| detector.occasions(&passage));
                let hidden = text.find(&part).filter(|_| !part.is_empty()).map(|at| at..at + part.len());
                let seen: Vec<&str> = occasions
                    .filter(|one| {
                        let overlaps =
                            hidden.as_ref().map(|part| part.start < one.range.end && one.range.start < part.end);
                        kind == "code" || overlaps == Some(true)
                    })
                    .map(|one| &text[one.range])
                    .collect();
                if !seen.is_empty() {
                    wrong.push(format!("{} {kind}: {text}: {seen:?}", tongue.code()));
                }
                if hidden.is_some_and(|part| !passage.text[part].chars().all(|c| c == MASKED)) {
                    wrong.push(format!("{kind}: {text}"));
                    break;
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
