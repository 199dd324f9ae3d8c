//! What SQLite keeps of each table in its one writer; on PostgreSQL a kept row would make every writer
//! wait.

use crate::{
    conn::Conn,
    error::{Error, Result},
};

/// The version of a table and its number of live rows.
pub(crate) fn version_and_rows(conn: &mut Conn, table: &str) -> Result<(i64, i64)> {
    let rows = conn.query_kept(
        "SELECT version, row_count FROM table_version WHERE name = ?",
        &[table.into()],
    )?;
    let row = rows.first().ok_or_else(|| Error::shape("1 row", 0))?;
    Ok((row.int(0)?, row.int(1)?))
}
