//! What a connection keeps of rows that wait to be added (`pending.rs`).

use std::collections::{BTreeMap, HashMap};

use crate::value::Value;

/// What waits, where rows wait at all.
#[derive(Default)]
pub(crate) struct Waiting {
    pub is_on: bool,
    /// By the beginning of their statement, `INSERT INTO table (columns)`, and what stands for the
    /// last column.
    pub rows: BTreeMap<(String, &'static str), Vec<Vec<Value>>>,
    /// By how much the number of rows of a table has changed.
    pub touched: BTreeMap<String, i64>,
    /// The digests of the newest lines of guarded rows, by table and row.
    pub macs: HashMap<String, HashMap<i64, String>>,
}

impl Waiting {
    /// Keeps the digest of the newest line of a guarded row, where its line waits.
    pub fn keep_mac(&mut self, table: &str, row_id: i64, mac: &str) {
        if self.is_on {
            let of_table = self.macs.entry(table.to_owned()).or_default();
            of_table.insert(row_id, mac.to_owned());
        }
    }

    pub fn mac(&self, table: &str, row_id: i64) -> Option<&String> {
        self.macs.get(table)?.get(&row_id)
    }

    /// Whether rows of a table wait.
    pub fn has_rows_of(&self, table: &str) -> bool {
        let beginning = format!("INSERT INTO \"{table}\" ");
        let mut heads = self.rows.iter().filter(|(_, rows)| !rows.is_empty());
        heads.any(|((head, _), _)| head.starts_with(&beginning))
    }

    /// Keeps in mind that a table changed; answers whether that waits too.
    pub fn touch(&mut self, table: &str, rows: i64) -> bool {
        if self.is_on {
            *self.touched.entry(table.to_owned()).or_default() += rows;
        }
        self.is_on
    }
}
