//! Customers beside the resource engine.

use crate::{
    conn::{Conn, Tx},
    error::Result,
    locks::Lock,
};

/// The number of the next customer: K and a running number. On PostgreSQL a lock lets one
/// transaction at a time draw it.
pub fn next_number(tx: &mut Tx<'_>) -> Result<String> {
    Lock::CustomerNumber.take(tx)?;
    let row = tx.query_one("SELECT coalesce(max(id), 0) + 1 FROM app_user", &[])?;
    Ok(format!("K{:07}", row.int(0)?))
}

/// Keeps a customer as they are until the transaction ends, so that what is made for them agrees
/// with them; several may do so at once. SQLite writes one at a time anyway.
pub fn hold(tx: &mut Tx<'_>, id: i64) -> Result<()> {
    locked(tx, id, "SHARE")
}

/// Waits for everything that is being made for a customer, and lets nothing begin.
pub fn lock(tx: &mut Tx<'_>, id: i64) -> Result<()> {
    locked(tx, id, "UPDATE")
}

fn locked(tx: &mut Tx<'_>, id: i64, how: &str) -> Result<()> {
    if tx.dialect() == crate::Dialect::Postgres {
        let text = format!("SELECT id FROM app_user WHERE id = ? FOR {how}");
        tx.query(&text, &[id.into()])?;
    }
    Ok(())
}

/// Whether there are customers at all.
pub fn any(conn: &mut Conn) -> Result<bool> {
    Ok(!conn
        .query("SELECT 1 FROM app_user LIMIT 1", &[])?
        .is_empty())
}
