//! What a writer of SQLite knows of rows whose search words are still to be written.

use std::{collections::BTreeMap, time::Instant};

/// What a writer knows of rows without words.
pub(crate) struct Wordless {
    /// Rows that were added and may have none. Nobody knows of those that were there before.
    pub rows: usize,
    /// Tables whose index could not be written, and when: the others have theirs all the same.
    pub broken: BTreeMap<&'static str, Instant>,
}

impl Default for Wordless {
    fn default() -> Self {
        Self {
            rows: 1,
            broken: BTreeMap::new(),
        }
    }
}
