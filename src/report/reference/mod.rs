//! Reference pages, made from where the truth is: codes from their pages, fields from the schemas that validation uses,
//! rules from the catalogue. What the command line takes is told by `cli`, which owns it.
//!
//! Always holds: the same program and catalogue give the same bytes; text of a project's own catalogue does nothing in a
//! page but be read.

mod codes;
mod fields;
mod llms_index;
mod rules;

pub use codes::render_codes;
pub use fields::render_fields;
pub use llms_index::render_llms_index;
pub use rules::render_rules;

/// What stands first in a page that nobody edits.
pub const GENERATED_NOTICE: &str = "<!-- Made by `housestyle docs --into docs`; edits are lost. -->\n";

/// Text in a paragraph or a cell of Markdown, where nothing but code between backticks is set.
#[must_use]
pub fn escape_markdown(text: &str) -> String {
    let mut out = String::new();
    for (at, part) in text.split('`').enumerate() {
        if at > 0 {
            out.push('`');
        }
        for c in part.chars() {
            match c {
                '|' => out.push_str("\\|"),
                '<' | '*' | '[' | ']' if at % 2 == 0 => out.extend(['\\', c]),
                _ => out.push(c),
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_markdown_would_take_for_its_own_is_escaped_outside_of_code() {
        assert_eq!(escape_markdown("a <b> *c* | `d<e>*|`"), "a \\<b> \\*c\\* \\| `d<e>*\\|`");
    }
}
