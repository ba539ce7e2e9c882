//! The key. It has no `Debug` and no `Display`; the transport takes it out, everything else carries it closed.

use std::sync::Arc;

/// A key of the service.
#[derive(Clone)]
pub struct Secret(Arc<str>);

impl Secret {
    /// Closes a key in, white space around it removed.
    #[must_use]
    pub fn new(key: &str) -> Self {
        Self(key.trim().into())
    }

    /// The key itself: for the header of a request, for nothing else.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether there is anything in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the key is one of a free plan: those end in `:fx`.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.0.ends_with(":fx")
    }

    /// Text without the key, should somebody (a proxy, the service) have put it there.
    #[must_use]
    pub fn scrub(&self, text: &str) -> String {
        // Keys shorter than this are words; replacing them would garble ordinary text.
        if self.0.len() < 8 { text.to_owned() } else { text.replace(&*self.0, "[key]") }
    }
}
