//! Paths of a project as they are written from another folder.

use camino::{Utf8Component, Utf8Path};

/// How files of a project are written from a folder.
#[derive(Debug)]
pub struct PathsFrom {
    /// Folders from the one that both have to where people are.
    up: Vec<String>,
    /// Folders from the one that both have to the project.
    down: Vec<String>,
}

impl PathsFrom {
    /// From a folder to a project's.
    #[must_use]
    pub fn new(here: &Utf8Path, root: &Utf8Path) -> Self {
        let parts = |path: &Utf8Path| -> Vec<String> {
            let real = path.canonicalize_utf8().unwrap_or_else(|_| path.to_owned());
            let kept = real.components().filter(|part| !matches!(part, Utf8Component::CurDir));
            kept.map(|part| part.as_str().to_owned()).collect()
        };
        let (here, root) = (parts(here), parts(root));
        let shared = here.iter().zip(&root).take_while(|(one, other)| one == other).count();
        Self { up: here[shared..].to_vec(), down: root[shared..].to_vec() }
    }

    /// A path of the project from where people are.
    #[must_use]
    pub fn shown_path(&self, path: &str) -> String {
        let mut to: Vec<&str> = self.down.iter().map(String::as_str).chain(path.split('/')).collect();
        let shared = self.up.iter().zip(&to).take_while(|(one, other)| one == *other).count().min(to.len() - 1);
        to.drain(..shared);
        let up = std::iter::repeat_n("..", self.up.len() - shared);
        up.chain(to).collect::<Vec<_>>().join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_from_where_one_is() {
        for (here, root, shown) in [
            ("/r/l10n", "/r/l10n", "styles/x.yaml"),
            ("/r", "/r/l10n", "l10n/styles/x.yaml"),
            ("/r/l10n/styles", "/r/l10n", "x.yaml"),
            ("/r/l10n/house", "/r/l10n", "../styles/x.yaml"),
            ("/r/other", "/r/l10n", "../l10n/styles/x.yaml"),
        ] {
            let paths = PathsFrom::new(here.into(), root.into());
            assert_eq!(paths.shown_path("styles/x.yaml"), shown, "{here} {root}");
        }
    }
}
