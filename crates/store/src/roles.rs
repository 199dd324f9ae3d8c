//! Roles and what they grant.

use crate::{
    conn::{Conn, Tx},
    error::Result,
    sql::Sql,
    state,
};

pub fn set_menus(tx: &mut Tx<'_>, role_id: i64, menu_ids: &[i64]) -> Result<()> {
    state::changing(tx, "sys_role", &[role_id], |tx| {
        tx.execute(
            "DELETE FROM sys_role_menu WHERE role_id = ?",
            &[role_id.into()],
        )?;
        for menu_id in menu_ids {
            tx.execute(
                "INSERT INTO sys_role_menu (role_id, menu_id) VALUES (?, ?)",
                &[role_id.into(), (*menu_id).into()],
            )?;
        }
        Ok(())
    })
}

/// How many of these ids are live roles.
pub fn count_existing(conn: &mut Conn, ids: &[i64]) -> Result<i64> {
    let mut sql = Sql::new("SELECT count(*) FROM sys_role WHERE is_del = FALSE AND id IN ");
    sql.bind_list(ids);
    conn.query_one(&sql.text, &sql.params)?.int(0)
}

pub fn count_users(conn: &mut Conn, role_id: i64) -> Result<i64> {
    let text = "SELECT count(*) FROM sys_user_role ur JOIN sys_user u ON u.id = ur.user_id \
         WHERE ur.role_id = ? AND u.is_del = FALSE";
    conn.query_one(text, &[role_id.into()])?.int(0)
}

/// The stores of the people who hold a role, each once; none for those who belong to no store.
pub fn stores_of_holders(conn: &mut Conn, role_id: i64) -> Result<Vec<Option<String>>> {
    let rows = conn.query(
        "SELECT DISTINCT u.mendian FROM sys_user_role ur JOIN sys_user u ON u.id = ur.user_id \
         WHERE ur.role_id = ? AND u.is_del = FALSE",
        &[role_id.into()],
    )?;
    rows.iter()
        .map(|row| Ok(row.opt_text(0)?.map(str::to_owned)))
        .collect()
}

/// Code and whether it is built in.
pub fn nature(conn: &mut Conn, role_id: i64) -> Result<Option<(String, bool)>> {
    let row = conn.query_opt(
        "SELECT code, is_xitong FROM sys_role WHERE id = ? AND is_del = FALSE",
        &[role_id.into()],
    )?;
    row.map(|row| Ok((row.text(0)?.to_owned(), row.bool(1)?)))
        .transpose()
}

pub fn id_by_code(conn: &mut Conn, code: &str) -> Result<Option<i64>> {
    let row = conn.query_opt(
        "SELECT id FROM sys_role WHERE code = ? AND is_del = FALSE",
        &[code.into()],
    )?;
    row.map(|row| row.int(0)).transpose()
}

pub fn mark_built_in(tx: &mut Tx<'_>, role_id: i64) -> Result<()> {
    let text = "UPDATE sys_role SET is_xitong = TRUE WHERE id = ?";
    state::changing(tx, "sys_role", &[role_id], |tx| {
        tx.execute_one(text, &[role_id.into()])
    })
}
