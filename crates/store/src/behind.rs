//! What a writer of SQLite knows of what is still to be written behind the transactions.

use std::{collections::BTreeMap, time::Instant};

pub(crate) struct Behind {
    /// Rows that were added and may have no search words. Nobody knows of those that were there before.
    pub wordless: usize,
    /// Tables whose index of words could not be written, and when: the others have theirs all the same.
    pub broken: BTreeMap<&'static str, Instant>,
    /// Figures of days that were appended and not added up.
    pub figures: usize,
    /// Something may stand in the log of changes alone. Nobody knows of what was there before.
    pub is_logged: bool,
}

impl Default for Behind {
    fn default() -> Self {
        Self {
            wordless: 1,
            broken: BTreeMap::new(),
            figures: 0,
            is_logged: true,
        }
    }
}
