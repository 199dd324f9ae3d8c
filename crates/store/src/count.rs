//! Totals that were counted already. A total stays good for as long as the table's version does.

use std::{collections::HashMap, sync::Mutex};

use crate::sql::Sql;

/// What was counted, by the statement that counts.
#[derive(Default)]
pub(crate) struct Counts(Mutex<HashMap<Sql, Entry, foldhash::fast::RandomState>>);

struct Entry {
    version: String,
    totals: Vec<i64>,
}

/// Past this many remembered totals the memory starts afresh.
const LIMIT: usize = 4096;

impl Counts {
    pub fn get(&self, key: &Sql, version: &str) -> Option<Vec<i64>> {
        let known = self.0.lock().ok()?;
        known
            .get(key)
            .filter(|entry| entry.version == version)
            .map(|entry| entry.totals.clone())
    }

    pub fn put(&self, key: Sql, version: String, totals: Vec<i64>) {
        let Ok(mut known) = self.0.lock() else {
            return;
        };
        if known.len() >= LIMIT {
            known.clear();
        }
        known.insert(key, Entry { version, totals });
    }
}
