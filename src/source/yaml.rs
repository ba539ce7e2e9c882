//! YAML to tree.

use std::sync::Arc;

use crate::diagnostic::SourceFile;
use crate::source::Parsed;

/// Reads YAML.
#[must_use]
pub fn parse(file: &Arc<SourceFile>) -> Parsed {
    Parsed { file: file.clone(), documents: Vec::new(), findings: Vec::new(), incomplete: false }
}
