//! Who looked at personal data.

use crate::{
    conn::{Conn, Tx},
    error::Result,
};

/// Makes a person's reveals and searches wait for each other, so that the count before each one holds. SQLite
/// writes one at a time anyway.
pub fn one_at_a_time(tx: &mut Tx<'_>, user_id: i64) -> Result<()> {
    let locked = "SELECT id FROM sys_user WHERE id = ? FOR UPDATE";
    tx.lock_by(locked, &[user_id.into()])
}

pub fn count_since(conn: &mut Conn, user_id: i64, since_ms: i64) -> Result<i64> {
    // A search has no row: it has an account of its own. A look at a masked list reveals nothing.
    let text = "SELECT count(*) FROM app_mingan_jilu WHERE create_by = ? AND create_time >= ? AND mubiao_id > 0 AND ziduan <> '*'";
    conn.query_one(text, &[user_id.into(), since_ms.into()])?
        .int(0)
}

/// What a line of the access log says of a look.
#[derive(Debug)]
pub struct Line<'a> {
    pub person: i64,
    pub path: &'a str,
    pub id: i64,
    pub reason: &'a str,
}

/// Whether a person looked at something, for that reason, after a moment.
pub fn is_since(conn: &mut Conn, line: &Line<'_>, since_ms: i64) -> Result<bool> {
    let text = "SELECT 1 FROM app_mingan_jilu WHERE create_by = ? AND create_time > ? AND mubiao_id > 0 \
         AND mubiao_id = ? AND ziyuan = ? AND yuanyin = ? LIMIT 1";
    let params = [
        line.person.into(),
        since_ms.into(),
        line.id.into(),
        line.path.into(),
        line.reason.into(),
    ];
    Ok(conn.query_opt(text, &params)?.is_some())
}
