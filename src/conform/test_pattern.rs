//! Patterns that style tests expect to match: regular expressions of bounded size.

/// A pattern of a test, bounded in size.
///
/// # Errors
/// Says what is wrong with it, on one line.
pub fn compile_pattern(text: &str) -> Result<regex::Regex, String> {
    let built = regex::RegexBuilder::new(text).size_limit(1 << 20).build();
    let reason = |text: String| {
        let last = text.lines().last().unwrap_or_default().trim();
        last.strip_prefix("error: ").unwrap_or(last).to_owned()
    };
    built.map_err(|error| reason(error.to_string()))
}
