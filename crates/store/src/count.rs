//! Totals that were counted already. A total stays good for as long as the table's version does.

use std::{collections::HashMap, sync::Mutex};

use crate::value::Value;

/// Which rows a total counts: the statement's text and parameters.
pub(crate) type Key = (String, Vec<Value>);

#[derive(Default)]
pub(crate) struct Counts(Mutex<HashMap<Key, Entry>>);

struct Entry {
    version: String,
    total: i64,
}

/// Past this many remembered totals the memory starts afresh.
const LIMIT: usize = 4096;

impl Counts {
    pub fn get(&self, key: &Key, version: &str) -> Option<i64> {
        let totals = self.0.lock().ok()?;
        totals
            .get(key)
            .filter(|entry| entry.version == version)
            .map(|entry| entry.total)
    }

    pub fn put(&self, key: Key, version: String, total: i64) {
        let Ok(mut totals) = self.0.lock() else {
            return;
        };
        if totals.len() >= LIMIT {
            totals.clear();
        }
        totals.insert(key, Entry { version, total });
    }
}
