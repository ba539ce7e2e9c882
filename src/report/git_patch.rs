//! Edited files as a patch that `git apply` takes.
//!
//! Always holds: paths are those of the repository, three lines stand around each change, line ends are those of the files.
//! Foreign text is in it as the files have it, escaped by their notation; a name that could end a line is quoted.

use similar::{DiffTag, group_diff_ops};

use crate::report::sequence_diff::{Algorithm, DiffOp, diff_sequences};

/// Lines around a change.
const CONTEXT_LINES: usize = 3;

/// A file before and after.
#[derive(Clone, Copy, Debug)]
pub struct PatchFile<'a> {
    /// Its path below the project folder.
    pub path: &'a str,
    /// Its text, where it was there.
    pub old: Option<&'a str>,
    /// Its text from now on.
    pub new: &'a str,
}

/// The patch. `below` is the project folder as its repository names it, with a slash behind it, or nothing.
#[must_use]
pub fn render_git_patch<'a>(below: &str, files: impl IntoIterator<Item = PatchFile<'a>>) -> String {
    let mut out = String::new();
    for PatchFile { path, old, new } in files {
        if old == Some(new) {
            continue;
        }
        let (a, b) = (git_path(&format!("a/{below}{path}")), git_path(&format!("b/{below}{path}")));
        out.push_str(&format!("diff --git {a} {b}\n"));
        match old {
            Some(_) => out.push_str(&format!("--- {a}\n+++ {b}\n")),
            None => out.push_str(&format!("new file mode 100644\n--- /dev/null\n+++ {b}\n")),
        }
        write_hunks(&mut out, old.unwrap_or_default(), new);
    }
    out
}

fn write_hunks(out: &mut String, old: &str, new: &str) {
    let [old, new] = [old, new].map(|text| text.split_inclusive('\n').collect::<Vec<&str>>());
    let ops = diff_sequences(Algorithm::Myers, &old, &new);
    for group in group_diff_ops(ops, CONTEXT_LINES) {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { continue };
        let (from, to) = (first.old_range().start..last.old_range().end, first.new_range().start..last.new_range().end);
        out.push_str(&format!("@@ -{} +{} @@\n", format_range(&from), format_range(&to)));
        for op in &group {
            let (gone, come) = (&old[op.old_range()], &new[op.new_range()]);
            match op.tag() {
                DiffTag::Equal => write_hunk_side(out, ' ', gone),
                DiffTag::Delete | DiffTag::Insert | DiffTag::Replace => {
                    write_hunk_side(out, '-', if matches!(op, DiffOp::Insert { .. }) { &[] } else { gone });
                    write_hunk_side(out, '+', if matches!(op, DiffOp::Delete { .. }) { &[] } else { come });
                }
            }
        }
    }
}

fn write_hunk_side(out: &mut String, sign: char, lines: &[&str]) {
    for line in lines {
        out.push(sign);
        out.push_str(line);
        if !line.ends_with('\n') {
            out.push_str("\n\\ No newline at end of file\n");
        }
    }
}

fn format_range(lines: &std::ops::Range<usize>) -> String {
    // Where a side has no lines, its number is that of the line before.
    let start = if lines.is_empty() { lines.start } else { lines.start + 1 };
    match lines.len() {
        1 => start.to_string(),
        length => format!("{start},{length}"),
    }
}

/// A path as git reads it in a patch.
fn git_path(path: &str) -> String {
    if !path.chars().any(|c| c.is_control() || matches!(c, '"' | '\\')) {
        // Behind a name with a blank, a tab says where it ends; no other tab can be in it.
        return path.to_owned();
    }
    let mut out = String::from("\"");
    for byte in path.bytes() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', char::from(byte)]),
            0..=0x1f | 0x7f.. => out.push_str(&format!("\\{byte:03o}")),
            byte => out.push(char::from(byte)),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_change_stand_among_three_that_do_not() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9";
        let new = "1\n2\n3\n4\nfive\n6\n7\n8\n9\n";
        let patch = render_git_patch("sub/", [PatchFile { path: "a.yaml", old: Some(old), new }]);
        let wanted = "diff --git a/sub/a.yaml b/sub/a.yaml\n--- a/sub/a.yaml\n+++ b/sub/a.yaml\n@@ -2,8 +2,8 @@\n 2\n 3\n 4\n\
                      -5\n+five\n 6\n 7\n 8\n-9\n\\ No newline at end of file\n+9\n";
        assert_eq!(patch, wanted);
        let made = render_git_patch("", [PatchFile { path: "n\"ü.yaml", old: None, new: "a\n" }]);
        assert_eq!(
            made,
            "diff --git \"a/n\\\"\\303\\274.yaml\" \"b/n\\\"\\303\\274.yaml\"\nnew file mode 100644\n--- /dev/null\n\
             +++ \"b/n\\\"\\303\\274.yaml\"\n@@ -0,0 +1 @@\n+a\n"
        );
        assert_eq!(render_git_patch("", [PatchFile { path: "a", old: Some("x"), new: "x" }]), "");
    }
}
