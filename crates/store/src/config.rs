//! Settings that operators edit.

use crate::{
    conn::{Conn, Tx},
    error::Result,
    value::Row,
};

/// One setting's value.
pub fn value(conn: &mut Conn, jian: &str) -> Result<Option<String>> {
    let row = conn.query_opt(
        "SELECT zhi FROM app_config WHERE jian = ? AND is_del = FALSE",
        &[jian.into()],
    )?;
    row.map_or(Ok(None), |row| Ok(row.opt_text(0)?.map(str::to_owned)))
}

/// The rows of a group: id, jian, mingcheng, zhi, zhi_type, is_xitong, is_kejian, paixu, beizhu, banben_suo.
pub fn group(conn: &mut Conn, kind: &str) -> Result<Vec<Row>> {
    conn.query(
        "SELECT id, jian, mingcheng, zhi, zhi_type, is_xitong, is_kejian, paixu, beizhu, banben_suo FROM app_config \
         WHERE \"type\" = ? AND is_del = FALSE ORDER BY paixu, id",
        &[kind.into()],
    )
}

pub fn set_flags(tx: &mut Tx<'_>, id: i64, is_visible: bool) -> Result<()> {
    tx.execute_one(
        "UPDATE app_config SET is_xitong = TRUE, is_kejian = ? WHERE id = ?",
        &[is_visible.into(), id.into()],
    )
}

pub fn exists(conn: &mut Conn, jian: &str) -> Result<bool> {
    Ok(!conn
        .query(
            "SELECT 1 FROM app_config WHERE jian = ? AND is_del = FALSE",
            &[jian.into()],
        )?
        .is_empty())
}
