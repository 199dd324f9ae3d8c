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

/// Whether there are customers at all.
pub fn any(conn: &mut Conn) -> Result<bool> {
    Ok(!conn
        .query("SELECT 1 FROM app_user LIMIT 1", &[])?
        .is_empty())
}
