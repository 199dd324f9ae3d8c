//! Facts about the installation itself.

use crate::{
    conn::{Conn, Tx},
    error::Result,
};

pub fn get(conn: &mut Conn, name: &str) -> Result<Option<String>> {
    let row = conn.query_opt("SELECT value FROM meta WHERE name = ?", &[name.into()])?;
    row.map(|row| row.text(0).map(str::to_owned)).transpose()
}

/// Sets a fact that is not there yet; answers whether it was set.
pub fn put_new(tx: &mut Tx<'_>, name: &str, value: &str) -> Result<bool> {
    let text = "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING";
    Ok(tx.execute(text, &[name.into(), value.into()])? == 1)
}

/// Lets one node at a time do scheduled work; held until the transaction ends.
pub fn try_lock(tx: &mut Tx<'_>, number: i64) -> Result<bool> {
    match tx.dialect() {
        crate::Dialect::Sqlite => Ok(true),
        crate::Dialect::Postgres => tx
            .query_one("SELECT pg_try_advisory_xact_lock(?)", &[number.into()])?
            .bool(0),
    }
}

/// The database answers.
pub fn ping(conn: &mut Conn) -> Result<()> {
    conn.query("SELECT 1", &[]).map(drop)
}
