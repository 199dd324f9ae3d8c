//! What sign-in and user administration need beside the resource engine.

use schema::roles::ADMIN;

use crate::{
    conn::{Conn, Tx},
    error::Result,
    locks::Lock,
    sql::Dialect,
    state,
};

/// A user as sign-in sees them.
#[derive(Debug, Clone)]
pub struct Credentials {
    pub id: i64,
    pub login_name: String,
    pub nick_name: String,
    pub mendian: Option<String>,
    pub is_enabled: bool,
    pub must_change_password: bool,
    pub password_hash: String,
}

/// The user of this name. Capitals make no difference, unless an older version let in two names
/// that differ in nothing else: then only the exact one is meant.
pub fn by_login_name(conn: &mut Conn, login_name: &str) -> Result<Option<Credentials>> {
    if let Some(exact) = credentials(conn, "login_name = ?", &login_name.into())? {
        return Ok(Some(exact));
    }
    match same_name(conn, login_name)?.as_slice() {
        [only] => by_id(conn, *only),
        _ => Ok(None),
    }
}

/// Whether a live user has this name, in whatever letters. One transaction at a time asks
/// who is about to take a name.
pub fn is_taken(tx: &mut Tx<'_>, login_name: &str) -> Result<bool> {
    Lock::LoginName.take(tx)?;
    Ok(!same_name(tx, login_name)?.is_empty())
}

fn same_name(conn: &mut Conn, login_name: &str) -> Result<Vec<i64>> {
    let text = match conn.dialect() {
        Dialect::Sqlite => "SELECT id FROM sys_user WHERE is_del = FALSE AND lower(login_name) = ?",
        // The C collation folds ASCII alone, whatever the locale of the database.
        Dialect::Postgres => {
            "SELECT id FROM sys_user WHERE is_del = FALSE AND lower(login_name COLLATE \"C\") = ?"
        }
    };
    let rows = conn.query(text, &[login_name.to_ascii_lowercase().into()])?;
    rows.iter().map(|row| row.int(0)).collect()
}

pub fn by_id(conn: &mut Conn, id: i64) -> Result<Option<Credentials>> {
    credentials(conn, "id = ?", &id.into())
}

fn credentials(conn: &mut Conn, which: &str, value: &crate::Value) -> Result<Option<Credentials>> {
    let text = format!(
        "SELECT id, login_name, nick_name, mendian, state, is_gaimi, mima FROM sys_user WHERE is_del = FALSE AND {which}"
    );
    let row = conn.query_opt(&text, std::slice::from_ref(value))?;
    row.map(|row| {
        Ok(Credentials {
            id: row.int(0)?,
            login_name: row.text(1)?.to_owned(),
            nick_name: row.text(2)?.to_owned(),
            mendian: row.opt_text(3)?.map(str::to_owned),
            is_enabled: row.text(4)? == "QIYONG",
            must_change_password: row.bool(5)?,
            password_hash: row.opt_text(6)?.unwrap_or_default().to_owned(),
        })
    })
    .transpose()
}

pub fn set_password(
    tx: &mut Tx<'_>,
    id: i64,
    hash: &str,
    must_change: bool,
    now_ms: i64,
) -> Result<()> {
    let text =
        "UPDATE sys_user SET mima = ?, is_gaimi = ?, mima_time = ? WHERE id = ? AND is_del = FALSE";
    let params = [hash.into(), must_change.into(), now_ms.into(), id.into()];
    state::changing(tx, "sys_user", &[id], |tx| tx.execute_one(text, &params))
}

pub fn signed_in(tx: &mut Tx<'_>, id: i64, now_ms: i64, ip: &str) -> Result<()> {
    let text = "UPDATE sys_user SET login_time = ?, login_ip = ? WHERE id = ?";
    let params = [now_ms.into(), ip.into(), id.into()];
    state::changing(tx, "sys_user", &[id], |tx| tx.execute_one(text, &params))
}

/// The roles a user has, in the order of their ids.
pub fn role_ids(conn: &mut Conn, user_id: i64) -> Result<Vec<i64>> {
    let rows = conn.query(
        "SELECT role_id FROM sys_user_role WHERE user_id = ? ORDER BY role_id",
        &[user_id.into()],
    )?;
    rows.iter().map(|row| row.int(0)).collect()
}

pub fn set_roles(tx: &mut Tx<'_>, user_id: i64, role_ids: &[i64]) -> Result<()> {
    state::changing(tx, "sys_user", &[user_id], |tx| {
        tx.execute(
            "DELETE FROM sys_user_role WHERE user_id = ?",
            &[user_id.into()],
        )?;
        for role_id in role_ids {
            tx.execute(
                "INSERT INTO sys_user_role (user_id, role_id) VALUES (?, ?)",
                &[user_id.into(), (*role_id).into()],
            )?;
        }
        Ok(())
    })
}

/// Enabled administrators, so that the last one can be kept. Waits for others who are about to
/// change that number.
pub fn count_admins(tx: &mut Tx<'_>) -> Result<i64> {
    let locked = "SELECT id FROM sys_role WHERE code = ? FOR UPDATE";
    tx.lock_by(locked, &[ADMIN.into()])?;
    let text = "SELECT count(*) FROM sys_user u JOIN sys_user_role ur ON ur.user_id = u.id \
         JOIN sys_role r ON r.id = ur.role_id \
         WHERE u.is_del = FALSE AND u.state = 'QIYONG' AND r.is_del = FALSE AND r.code = ?";
    tx.query_one(text, &[ADMIN.into()])?.int(0)
}

/// People who are not deleted.
pub fn count_present(conn: &mut Conn) -> Result<i64> {
    let text = "SELECT count(*) FROM sys_user WHERE is_del = FALSE";
    conn.query_one(text, &[])?.int(0)
}

/// People, deleted since or not.
pub fn count(conn: &mut Conn) -> Result<i64> {
    conn.query_one("SELECT count(*) FROM sys_user", &[])?.int(0)
}
