//! What characters a passage has: a detector whose characters are absent is not run.

/// What every passage has.
pub const ANYTHING: u32 = 0;
/// A digit, of half or full width.
pub const DIGIT: u32 = 1;
/// `"`.
pub const QUOTE: u32 = 1 << 1;
/// `'`.
pub const APOSTROPHE: u32 = 1 << 2;
/// Punctuation beyond ASCII: quotation marks, dashes, the ellipsis.
pub const TYPOGRAPHY: u32 = 1 << 3;
/// Anything else beyond ASCII.
pub const WIDE: u32 = 1 << 4;
/// `&`.
pub const AMPERSAND: u32 = 1 << 5;
/// `/`.
pub const SLASH: u32 = 1 << 6;
/// `.`.
pub const PERIOD: u32 = 1 << 7;
/// `,`.
pub const COMMA: u32 = 1 << 8;
/// `:` or `;`.
pub const COLON: u32 = 1 << 9;
/// `!` or `?`.
pub const CALL: u32 = 1 << 10;
/// `-`.
pub const HYPHEN: u32 = 1 << 11;
/// `(` or `)`.
pub const BRACKET: u32 = 1 << 12;
/// `@`, or a bracket that may stand around the word for it.
pub const AT: u32 = 1 << 13;
/// A capital letter of ASCII.
pub const CAPITAL: u32 = 1 << 14;
/// A small letter of ASCII.
pub const SMALL: u32 = 1 << 15;
/// `=`.
pub const EQUALS: u32 = 1 << 16;
/// `$`.
pub const DOLLAR: u32 = 1 << 17;
/// `%`.
pub const PERCENT: u32 = 1 << 18;

/// A line feed.
pub const NEWLINE: u32 = 1 << 19;
/// Two capitals side by side, or one beyond ASCII: every word of three capitals has either.
pub const CAPITALS: u32 = 1 << 20;
/// A capital of ASCII before a full stop.
pub const INITIAL: u32 = 1 << 21;
/// `ss`, or what may be an eszett.
pub const DOUBLE_S: u32 = 1 << 22;
/// `ae`, `oe` or `ue` of any case, or what may be an umlaut.
pub const UMLAUT: u32 = 1 << 23;
/// What every name of a unit without a figure has: `kg`, `km`, `cm`, `mm`, `og`, `me`, `mè`.
pub const MEASURE: u32 = 1 << 24;
/// `nd`, as in *and* and *und*.
pub const AND: u32 = 1 << 25;
/// What every part of the pattern of code has.
pub const CODE: u32 = 1 << 26;
/// A character of the scripts of East Asia, among others.
pub const EAST: u32 = 1 << 28;
/// What every ellipsis has: two full stops side by side, a space before one, or a mark beyond ASCII.
pub const ELLIPSIS: u32 = 1 << 29;

/// The ingredients of a text, in one pass.
#[must_use]
pub fn of(text: &str) -> u32 {
    let mut all = 0;
    let mut before = usize::from(class::SPACE);
    for byte in text.bytes() {
        let own = usize::from(CLASSES[usize::from(byte)]);
        all |= TABLE[usize::from(byte)] | PAIRS[before * class::COUNT + own];
        before = own;
    }
    all
}

const TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte: usize = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'0'..=b'9' => DIGIT,
            b'"' => QUOTE,
            b'\'' => APOSTROPHE,
            b'&' => AMPERSAND | CODE,
            b'/' => SLASH,
            b'.' => PERIOD,
            b',' => COMMA,
            b':' | b';' => COLON,
            b'!' | b'?' => CALL,
            b'-' => HYPHEN,
            b'(' | b')' => BRACKET,
            b'@' | b'[' => AT,
            b'A'..=b'Z' => CAPITAL,
            b'a'..=b'z' => SMALL,
            b'=' => EQUALS,
            b'$' => DOLLAR | CODE,
            b'%' => PERCENT | CODE,
            b'{' | b'<' | b'`' => CODE,
            b'\n' => NEWLINE,
            // Lead bytes: U+0080 to U+00FF and U+2000 to U+2FFF hold marks, U+F000 to U+FFFF the forms of full width.
            0xC2 | 0xE2 => TYPOGRAPHY | WIDE,
            0xE3 => TYPOGRAPHY | WIDE | EAST,
            0xEF => TYPOGRAPHY | WIDE | DIGIT | CAPITALS | EAST,
            0xC3 => WIDE,
            // U+1E9E is the capital eszett.
            0xE1 => WIDE | CAPITALS | DOUBLE_S | EAST,
            0xEA | 0xF0..=0xF4 => WIDE | CAPITALS | EAST,
            0xC4..=0xDF => WIDE | CAPITALS,
            0xE4..=0xEE => WIDE | EAST,
            0xE0 => WIDE,
            _ => 0,
        };
        byte += 1;
    }
    table
}

/// Kinds of bytes whose neighbour matters.
mod class {
    pub(super) const OTHER: u8 = 0;
    pub(super) const SPACE: u8 = 1;
    /// Other than a space, what a path may stand behind.
    pub(super) const OPENER: u8 = 2;
    pub(super) const PERIOD: u8 = 3;
    pub(super) const COLON: u8 = 4;
    pub(super) const SLASH: u8 = 5;
    pub(super) const BACKSLASH: u8 = 6;
    pub(super) const UNDERSCORE: u8 = 7;
    /// Small letters from here.
    pub(super) const SMALL: u8 = 8;
    pub(super) const A_OR_U: u8 = 9;
    pub(super) const O: u8 = 10;
    pub(super) const E: u8 = 11;
    pub(super) const S: u8 = 12;
    pub(super) const W: u8 = 13;
    pub(super) const K: u8 = 14;
    pub(super) const C: u8 = 15;
    pub(super) const M: u8 = 16;
    pub(super) const G: u8 = 17;
    pub(super) const N: u8 = 18;
    pub(super) const D: u8 = 19;
    /// Capitals from here.
    pub(super) const CAPITAL: u8 = 20;
    pub(super) const CAPITAL_VOWEL: u8 = 21;
    pub(super) const CAPITAL_E: u8 = 22;
    /// Bytes beyond ASCII from here: lead bytes, then those that follow.
    pub(super) const LEAD: u8 = 23;
    pub(super) const LEAD_C3: u8 = 24;
    pub(super) const LEAD_E2: u8 = 25;
    pub(super) const BYTE_80: u8 = 26;
    pub(super) const BYTE_81_9E: u8 = 27;
    pub(super) const BYTE_9F: u8 = 28;
    pub(super) const BYTE_A0_BF: u8 = 29;
    pub(super) const COUNT: usize = 30;
}

const CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut classes = [class::OTHER; 256];
    let mut byte: usize = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' => class::SPACE,
            b'(' | b'"' | b'\'' | b'~' => class::OPENER,
            b'.' => class::PERIOD,
            b':' => class::COLON,
            b'/' => class::SLASH,
            b'\\' => class::BACKSLASH,
            b'_' => class::UNDERSCORE,
            b'a' | b'u' => class::A_OR_U,
            b'o' => class::O,
            b'e' => class::E,
            b's' => class::S,
            b'w' => class::W,
            b'k' => class::K,
            b'c' => class::C,
            b'm' => class::M,
            b'g' => class::G,
            b'n' => class::N,
            b'd' => class::D,
            b'a'..=b'z' => class::SMALL,
            b'A' | b'O' | b'U' => class::CAPITAL_VOWEL,
            b'E' => class::CAPITAL_E,
            b'A'..=b'Z' => class::CAPITAL,
            0x80 => class::BYTE_80,
            0x81..=0x9E => class::BYTE_81_9E,
            0x9F => class::BYTE_9F,
            0xA0..=0xBF => class::BYTE_A0_BF,
            0xC3 => class::LEAD_C3,
            0xE2 => class::LEAD_E2,
            0xC0..=0xFF => class::LEAD,
            _ => class::OTHER,
        };
        byte += 1;
    }
    classes
}

const PAIRS: [u32; class::COUNT * class::COUNT] = pairs();

const fn pairs() -> [u32; class::COUNT * class::COUNT] {
    let mut pairs = [0; class::COUNT * class::COUNT];
    let mut at = 0;
    while at < pairs.len() {
        pairs[at] = pair((at / class::COUNT) as u8, (at % class::COUNT) as u8);
        at += 1;
    }
    pairs
}

const fn pair(before: u8, own: u8) -> u32 {
    use class as c;
    let mut all = 0;
    if c::CAPITAL <= before && before <= c::CAPITAL_E {
        match own {
            c::CAPITAL..=c::CAPITAL_E => all |= CAPITALS,
            c::PERIOD => all |= INITIAL,
            _ => {}
        }
    }
    match (before, own) {
        (c::LEAD_C3, c::BYTE_80 | c::BYTE_81_9E) => all |= CAPITALS | UMLAUT,
        (c::LEAD_C3, c::BYTE_A0_BF) => all |= UMLAUT,
        (c::LEAD_C3, c::BYTE_9F) | (c::S, c::S) => all |= DOUBLE_S,
        // U+2000 to U+203F are marks alone.
        (c::LEAD_E2, c::BYTE_80) | (c::PERIOD | c::SPACE | c::BYTE_A0_BF, c::PERIOD) => all |= ELLIPSIS,
        (c::LEAD_E2, c::BYTE_81_9E | c::BYTE_9F | c::BYTE_A0_BF) => all |= CAPITALS | ELLIPSIS,
        (c::A_OR_U | c::O | c::CAPITAL_VOWEL, c::E | c::CAPITAL_E) => all |= UMLAUT,
        (c::K, c::G | c::M) | (c::C | c::M, c::M) | (c::O, c::G) | (c::M, c::E | c::LEAD_C3) => all |= MEASURE,
        (c::N, c::D) => all |= AND,
        // `:/` of an address, `C:\`.
        (c::COLON, c::SLASH | c::BACKSLASH) | (c::UNDERSCORE, c::UNDERSCORE) => all |= CODE,
        // The ending of a file; `www.` has a letter behind it, too.
        (c::PERIOD, c::SMALL..=c::D) | (c::W, c::PERIOD) => all |= CODE,
        // A path from the root, the home or a folder.
        (c::SPACE | c::OPENER | c::PERIOD | c::LEAD..=c::BYTE_A0_BF, c::SLASH) => all |= CODE,
        _ => {}
    }
    all
}
