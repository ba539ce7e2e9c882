//! The name of a finding that outlives edits around it. Every form that carries one carries this one.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::diagnostic::{Diagnostic, SourceFile};

/// How many findings of each kind had a name so far.
#[derive(Debug, Default)]
pub struct Fingerprints(BTreeMap<String, usize>);

impl Fingerprints {
    /// Names a finding by what it is about, so that it keeps its name while lines above it come and go, and while its
    /// wording changes. Findings that are alike in all of this are told apart by their order, so all of them have to be
    /// named, in order, even where only some are written.
    pub fn fingerprint_of(&mut self, finding: &Diagnostic) -> String {
        let Diagnostic { file, primary, pointer, .. } = finding;
        let id = finding.id();
        let file: &SourceFile = file;
        let pointer = pointer.as_deref().map(strip_indexes).unwrap_or_default();
        let parts = [&*id, file.path(), &pointer, file.slice(primary.span)];
        let alike = digest_parts(&parts);
        let occurrence = self.0.entry(alike).or_default();
        *occurrence += 1;
        digest_parts(&[parts[0], parts[1], parts[2], parts[3], &occurrence.to_string()])
    }
}

/// A pointer without the numbers of list entries, which change where an entry comes or goes above.
fn strip_indexes(pointer: &str) -> String {
    let number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    pointer.split('/').map(|part| if number(part) { "*" } else { part }).collect::<Vec<_>>().join("/")
}

fn digest_parts(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
