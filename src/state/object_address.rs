//! Addresses of object storage: `s3://bucket/prefix`, `gs://bucket/prefix`, `az://container/prefix`.
//!
//! Always holds: an address carries no secret, no host and no option; those come from the variables of the cloud.

use std::fmt;

/// Whose object storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectCloud {
    /// Amazon S3, and what speaks like it.
    S3,
    /// Google Cloud Storage.
    Gs,
    /// Azure Blob Storage.
    Az,
}

impl ObjectCloud {
    /// Every cloud.
    pub const ALL: &'static [Self] = &[Self::S3, Self::Gs, Self::Az];

    /// The scheme of its addresses.
    #[must_use]
    pub fn scheme(self) -> &'static str {
        match self {
            Self::S3 => "s3",
            Self::Gs => "gs",
            Self::Az => "az",
        }
    }

    /// How the names of its variables begin.
    #[must_use]
    pub fn variable_prefix(self) -> &'static str {
        match self {
            Self::S3 => "AWS_",
            Self::Gs => "GOOGLE_",
            Self::Az => "AZURE_",
        }
    }
}

/// A place in object storage: which cloud, which bucket, and below which prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectAddress {
    /// Whose storage.
    pub cloud: ObjectCloud,
    /// The bucket, or the container.
    pub bucket: String,
    /// Names of folders with `/` between; empty for the bucket itself.
    pub prefix: String,
}

impl ObjectAddress {
    /// Whether a text is meant as an address, not as a path.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.contains("://")
    }

    /// Reads an address.
    ///
    /// # Errors
    /// What to write instead.
    pub fn parse(text: &str) -> Result<Self, String> {
        let form = "write s3://BUCKET/PREFIX, gs://BUCKET/PREFIX or az://CONTAINER/PREFIX";
        let (scheme, rest) = text.split_once("://").ok_or(form)?;
        let cloud = ObjectCloud::ALL.iter().copied().find(|cloud| cloud.scheme() == scheme).ok_or(form)?;
        // The text itself is not repeated: somebody may have written a key into it.
        if rest.contains(['@', '?', '#']) {
            return Err(format!("an address holds no key and no option: {form}"));
        }
        let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let prefix = prefix.trim_end_matches('/');
        let is_plain = |name: &str, marks: &str| {
            let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || marks.contains(c));
            !name.is_empty() && plain && name != "." && name != ".."
        };
        if !is_plain(bucket, "-_.") {
            return Err(form.to_owned());
        }
        if !prefix.is_empty() && !prefix.split('/').all(|name| is_plain(name, "-_.=+")) {
            return Err(format!(
                "a prefix consists of letters, digits and the marks - _ . = + between slashes: {form}"
            ));
        }
        Ok(Self { cloud, bucket: bucket.to_owned(), prefix: prefix.to_owned() })
    }
}

impl fmt::Display for ObjectAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.cloud.scheme(), self.bucket)?;
        if self.prefix.is_empty() { Ok(()) } else { write!(f, "/{}", self.prefix) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_it_is_shown() {
        for text in ["s3://acme", "s3://acme/styles", "gs://acme.example/a/b=1", "az://container/x"] {
            assert_eq!(ObjectAddress::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(ObjectAddress::parse("s3://acme/styles/").unwrap().to_string(), "s3://acme/styles");
    }

    #[test]
    fn what_is_no_address_or_holds_a_key_is_refused_without_repeating_it() {
        for text in [
            "s3:/acme",
            "http://acme/x",
            "s3://",
            "s3:///x",
            "s3://a/../b",
            "s3://a//b",
            "s3://key:secret@acme/x",
            "s3://acme?secret=1",
            "s3://acme/a b",
            "S3://acme",
        ] {
            let said = ObjectAddress::parse(text).unwrap_err();
            assert!(said.contains("s3://BUCKET/PREFIX") && !said.contains("secret"), "{text}: {said}");
        }
    }
}
