//! Who looked at personal data.

use crate::{
    conn::{Conn, Tx},
    error::Result,
    sql::Dialect,
};

/// Makes a person's reveals and searches wait for each other, so that the count before each one holds. SQLite
/// writes one at a time anyway.
pub fn one_at_a_time(tx: &mut Tx<'_>, user_id: i64) -> Result<()> {
    if tx.dialect() == Dialect::Postgres {
        tx.query(
            "SELECT id FROM sys_user WHERE id = ? FOR UPDATE",
            &[user_id.into()],
        )?;
    }
    Ok(())
}

pub fn count_since(conn: &mut Conn, user_id: i64, since_ms: i64) -> Result<i64> {
    // A search has no row: it has an account of its own. A look at a masked list reveals nothing.
    let text = "SELECT count(*) FROM app_mingan_jilu WHERE create_by = ? AND create_time >= ? AND mubiao_id > 0 AND ziduan <> '*'";
    conn.query_one(text, &[user_id.into(), since_ms.into()])?
        .int(0)
}
