//! The page of all codes of findings.

use crate::diagnostic::{Code, Severity};
use crate::report::reference::{GENERATED_NOTICE, escape_markdown};

/// Every code with what its page says.
#[must_use]
pub fn render_codes() -> String {
    let mut out = format!(
        "{GENERATED_NOTICE}\n# Findings\n\nWhat `housestyle validate` reports, by code. `housestyle explain CODE` shows one of these pages. A \
         warning stops nothing; `[lints]` in `housestyle.toml` makes it an error or turns it off.\n\n\
         | code | | what |\n|---|---|---|\n"
    );
    for code in Code::ALL {
        out.push_str(&format!(
            "| [{code}](#{code}) | {} | {} |\n",
            severity_text(*code),
            escape_markdown(code.summary())
        ));
    }
    for code in Code::ALL {
        out.push_str(&format!(
            "\n## {code}\n\n*{}.* {}\n",
            capitalize_word(severity_text(*code)),
            page_body(code.page()).trim()
        ));
    }
    out
}

fn severity_text(code: Code) -> &'static str {
    match code.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn capitalize_word(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A page without its title, its headings as bold words: they are the same on every page.
fn page_body(page: &str) -> String {
    let mut out = String::new();
    let mut fenced = false;
    for line in page.lines() {
        if line.starts_with("```") {
            fenced = !fenced;
        }
        match line.strip_prefix("## ") {
            Some(heading) if !fenced => out.push_str(&format!("**{heading}**")),
            None if !fenced && line.starts_with("# ") => {}
            Some(_) | None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_a_page_are_bold_and_comments_in_examples_stay() {
        let page = "# a-code\n\nSays.\n\n## Example\n\n```yaml\n# comment\n## more\n```\n";
        assert_eq!(page_body(page), "\n\nSays.\n\n**Example**\n\n```yaml\n# comment\n## more\n```\n");
    }
}
