//! Reads the blocks `[[import]]`, `[[moved]]` and `[[removed]]` of the project file, each with its place.
//!
//! Ids belong to an account, so a block may name the environments that it is for; otherwise it is for all of them.

use crate::check::project_file::SettingReader;
use crate::model::project::Project;
use crate::model::reviewed::{ImportBlock, MovedBlock, RemovedBlock, ReviewedChanges};
use crate::model::{Address, Id};
use crate::source::{Entry, Node, Value};

/// Names of the blocks.
pub(super) const BLOCKS: &[&str] = &["import", "moved", "removed"];

const IMPORT_SETTINGS: &[&str] = &["to", "id", "environments", "reason"];
const MOVED_SETTINGS: &[&str] = &["from", "to", "environments", "reason"];
const REMOVED_SETTINGS: &[&str] = &["address", "delete", "environments", "reason"];

/// One block, its fields not put together yet.
#[derive(Default)]
struct BlockFields<'n> {
    to: Option<Address>,
    from: Option<Address>,
    address: Option<Address>,
    id: Option<Id>,
    delete: Option<bool>,
    reason: Option<String>,
    environments: Vec<(&'n str, &'n Node)>,
}

/// Reads every block of one name and gives it to its environments.
pub(super) fn read_blocks(reader: &mut SettingReader<'_>, name: &str, node: &Node, project: &mut Project) {
    if !matches!(node.value, Value::Sequence(_)) {
        let message = format!("`{name}` is a list of blocks, not {}", node.describe_type());
        reader.report_invalid(name, node, message, &format!("write `[[{name}]]` and its settings below"));
        return;
    }
    for block in node.items() {
        let fields = read_fields(reader, name, block);
        let mut changes = ReviewedChanges::default();
        let place = reader.file.place_of(block.span);
        let BlockFields { to, from, address, id, delete, reason, environments } = fields;
        match (name, to, from, address, id, delete) {
            ("import", Some(to), _, _, Some(id), _) => changes.imports.push(ImportBlock { to, id, reason, place }),
            ("moved", Some(to), Some(from), ..) if to.kind != from.kind => {
                let message = format!("`{from}` cannot become `{to}`: they are of different kinds");
                reader.report_invalid(name, block, message, "name two addresses of one kind");
            }
            ("moved", Some(to), Some(from), ..) => changes.moves.push(MovedBlock { from, to, reason, place }),
            ("removed", _, _, Some(address), _, Some(delete)) => {
                changes.removals.push(RemovedBlock { address, delete, reason, place });
            }
            // What is missing or wrong was reported with its field.
            _ => {}
        }
        let targets: Vec<String> = if environments.is_empty() {
            project.environments.keys().cloned().collect()
        } else {
            environments.iter().map(|(name, _)| (*name).to_owned()).collect()
        };
        for (environment, node) in &environments {
            if !project.environments.contains_key(*environment) {
                let message = format!("there is no environment `{environment}`");
                let known: Vec<&str> = project.environments.keys().map(String::as_str).collect();
                let help = format!("name one of {}", known.join(", "));
                reader.report_invalid(&format!("{name}.environments"), node, message, &help);
            }
        }
        for target in targets {
            if let Some(environment) = project.environments.get_mut(&target) {
                let ReviewedChanges { imports, moves, removals } = changes.clone();
                environment.reviewed.imports.extend(imports);
                environment.reviewed.moves.extend(moves);
                environment.reviewed.removals.extend(removals);
            }
        }
    }
}

fn read_fields<'n>(reader: &mut SettingReader<'_>, name: &str, block: &'n Node) -> BlockFields<'n> {
    let (known, required): (&[&str], &[&str]) = match name {
        "import" => (IMPORT_SETTINGS, &["to", "id"]),
        "moved" => (MOVED_SETTINGS, &["from", "to"]),
        _ => (REMOVED_SETTINGS, &["address", "delete"]),
    };
    let mut fields = BlockFields::default();
    for entry in reader.read_table(name, block) {
        let (field, node) = (entry.key.value.as_str(), &entry.value);
        if !known.contains(&field) {
            reader.report_unknown(name, entry, known);
            continue;
        }
        let path = format!("{name}.{field}");
        match field {
            "to" => fields.to = read_address(reader, &path, node),
            "from" => fields.from = read_address(reader, &path, node),
            "address" => fields.address = read_address(reader, &path, node),
            "id" => fields.id = read_id(reader, &path, node),
            "delete" => fields.delete = reader.read_bool(&path, node),
            "reason" => fields.reason = reader.read_text(&path, node).map(str::to_owned),
            _ => fields.environments = reader.read_texts(&path, node),
        }
    }
    let has = |wanted: &str| block.entries().iter().any(|Entry { key, .. }| key.value == wanted);
    for missing in required.iter().filter(|wanted| !has(wanted)) {
        let message = format!("`[[{name}]]` lacks `{missing}`");
        let help = match *missing {
            "delete" => {
                "write `delete = true` to delete it on the service, `delete = false` to leave it there".to_owned()
            }
            missing => format!("add `{missing} = \"…\"`"),
        };
        reader.report_invalid(name, block, message, &help);
    }
    fields
}

fn read_address(reader: &mut SettingReader<'_>, path: &str, node: &Node) -> Option<Address> {
    let text = reader.read_text(path, node)?;
    match Address::parse(text) {
        Ok(address) => Some(address),
        Err(why) => {
            let message = format!("`{path}` is not an address");
            reader.report_invalid(path, node, message, "write an address such as `style/support-de`").notes.push(why);
            None
        }
    }
}

fn read_id(reader: &mut SettingReader<'_>, path: &str, node: &Node) -> Option<Id> {
    let text = reader.read_text(path, node)?;
    let id = Id::new(text);
    if id.is_none() {
        let message = format!("`{path}` is not an id");
        reader.report_invalid(path, node, message, "copy the id from the service: letters, digits and hyphens");
    }
    id
}
