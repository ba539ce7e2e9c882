//! The page of everything that files may say.

use crate::catalogue::Catalogue;
use crate::report::explain::{Told, told};
use crate::report::reference::{MADE, markdown};

/// Every field of every kind of file.
#[must_use]
pub fn fields(catalogue: &Catalogue) -> String {
    let mut out = format!(
        "{MADE}\n# Files\n\nWhat stands in the files of a project, read from the schemas that `housestyle validate` uses. \
         `housestyle explain FIELD` tells one of them. `*` stands for a name of your own.\n"
    );
    let mut last = "";
    for Told { file, path, required, description, facts } in told(catalogue) {
        if file != last {
            let mut name = file.chars();
            let title: String =
                name.next().map_or_else(String::new, |first| first.to_uppercase().chain(name).collect());
            let title = if file.contains('.') { file.to_owned() } else { title };
            out.push_str(&format!("\n## {title}\n\n| field | what | type |\n|---|---|---|\n"));
            last = file;
        }
        let needed = if required { ", needed" } else { "" };
        let mut sort = String::new();
        for (what, value) in facts {
            match what {
                "required" => {}
                "type" => sort.push_str(&format!("{value}{needed}")),
                _ => sort.push_str(&format!("; {what}: `{}`", value.replace('`', "'"))),
            }
        }
        out.push_str(&format!("| `{path}` | {} | {} |\n", markdown(&description), markdown(&sort)));
    }
    out
}
