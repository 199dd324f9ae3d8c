//! What an engine knows about how rows are spread, which it plans statements by. PostgreSQL keeps it
//! by itself; SQLite is asked to, now and then.

use crate::{conn::Tx, error::Result, meta, sql::Dialect};

const HOUR_MS: i64 = 3_600_000;
/// Looks at every table, and only at those that have changed much since the last time.
const CHANGED: &str = "PRAGMA optimize = 0x10002";

/// Once an hour among all nodes, where nobody else does it.
pub fn keep(tx: &mut Tx<'_>, real_ms: i64) -> Result<()> {
    if tx.dialect() == Dialect::Sqlite && meta::takes_turn(tx, "statistics", real_ms, HOUR_MS)? {
        tx.batch(CHANGED)?;
    }
    Ok(())
}

/// At once, after very many rows were added.
pub(crate) fn renew(tx: &mut Tx<'_>) -> Result<()> {
    tx.batch(match tx.dialect() {
        Dialect::Sqlite => CHANGED,
        Dialect::Postgres => "ANALYZE",
    })
}
