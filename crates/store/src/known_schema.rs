//! The newest schema that a program knows. Once that is settled, whatever it writes is committed only
//! where no newer program has moved the schema on.

use std::sync::atomic::{AtomicI64, Ordering};

/// A row where the schema is newer.
pub(crate) const NEWER: &str = "SELECT 1 FROM schema_migration WHERE version > ? LIMIT 1";

/// The same as a question that fails: sent along with a commit, it turns that into a rollback.
///
/// Asked in the end, and not in the beginning, it leaves no gap. What a migration changes it locks:
/// either this transaction wrote there first, and the migration waited for it, or it waited for the
/// migration, whose version it sees here.
pub(crate) const FAIL_IF_NEWER: &str = "SELECT 1 / CASE WHEN EXISTS \
     (SELECT 1 FROM schema_migration WHERE version > ?) THEN 0 ELSE 1 END";

/// The version of the last migration known, once the database is up to date.
#[derive(Default)]
pub(crate) struct KnownSchema(AtomicI64);

impl KnownSchema {
    /// From now on nothing is committed beside a newer schema; `None`: the schema is being moved.
    pub fn settle(&self, newest: Option<i64>) {
        self.0.store(newest.unwrap_or_default(), Ordering::Relaxed);
    }

    pub fn newest(&self) -> Option<i64> {
        Some(self.0.load(Ordering::Relaxed)).filter(|newest| *newest > 0)
    }
}
