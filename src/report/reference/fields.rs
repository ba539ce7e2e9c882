//! The reference page of the fields of all files.

use crate::catalogue::Catalogue;
use crate::report::explain::{FieldReference, list_field_references};
use crate::report::reference::{GENERATED_NOTICE, escape_markdown};

/// Every field of every kind of file.
#[must_use]
pub fn render_fields(catalogue: &Catalogue) -> String {
    let mut out = format!(
        "{GENERATED_NOTICE}\n# Files\n\nThe fields of a project's files, generated from the schemas that `housestyle validate` uses. \
         `housestyle explain FIELD` prints one of them. `*` stands for a name of your choice.\n"
    );
    let mut last = "";
    for FieldReference { file, path, required, description, facts } in list_field_references(catalogue) {
        if file != last {
            let mut name = file.chars();
            let title: String =
                name.next().map_or_else(String::new, |first| first.to_uppercase().chain(name).collect());
            let title = if file.contains('.') { file.to_owned() } else { title };
            out.push_str(&format!("\n## {title}\n\n| field | description | type |\n|---|---|---|\n"));
            last = file;
        }
        let needed = if required { ", required" } else { "" };
        let mut sort = String::new();
        for (what, value) in facts {
            match what {
                "required" => {}
                "type" => sort.push_str(&format!("{value}{needed}")),
                _ => sort.push_str(&format!("; {what}: `{}`", value.replace('`', "'"))),
            }
        }
        out.push_str(&format!("| `{path}` | {} | {} |\n", escape_markdown(&description), escape_markdown(&sort)));
    }
    out
}
