//! The first words of a text, for messages.

/// Never more than part of a line on screen.
pub(super) fn shorten_line(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line.len() == text.len() && line.chars().nth(48).is_none() {
        return text.to_owned();
    }
    line.chars().take(47).chain(['…']).collect()
}
