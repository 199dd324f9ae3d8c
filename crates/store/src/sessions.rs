//! Sign-ins: one row each, found by the digest of its token. Times are real time.

use crate::{
    conn::{Conn, Tx},
    error::Result,
    sql::{Dialect, Sql},
};

/// A live session with its user.
#[derive(Debug, Clone)]
pub struct Found {
    pub session_id: i64,
    pub user_id: i64,
    pub seen_ms: i64,
    pub expires_ms: i64,
    pub login_name: String,
    pub nick_name: String,
    pub mendian: Option<String>,
    pub is_enabled: bool,
    pub must_change_password: bool,
    /// The screen is locked until the password is given.
    pub is_locked: bool,
    /// Version of permissions and settings at this moment.
    pub auth_version: i64,
    pub dict_version: i64,
}

/// What the database keeps of a token: whoever has the database alone can neither use one nor make
/// one.
pub fn token_hash(conn: &Conn, token: &str) -> String {
    conn.keys().digest("session", token)
}

/// Which secret of a session was shown.
#[derive(Debug, Clone, Copy)]
pub enum By {
    Token,
    /// The cookie that is good for reading files only.
    FileCookie,
}

pub fn find(conn: &mut Conn, by: By, hash: &str) -> Result<Option<Found>> {
    macro_rules! select {
        ($column:literal, $state:literal) => {
            concat!(
                "SELECT s.id, s.user_id, s.huoyue_time, s.guoqi_time, u.login_name, u.nick_name, u.mendian, \
                 u.state, u.is_gaimi, (SELECT version FROM table_version WHERE name = 'auth'), \
                 (SELECT version FROM table_version WHERE name = 'dict'), ",
                $state,
                ", s.is_suoping FROM sys_session s JOIN sys_user u ON u.id = s.user_id \
                 WHERE s.is_del = FALSE AND u.is_del = FALSE AND s.",
                $column,
                " = ?"
            )
        };
    }
    // Totals of this state of a PostgreSQL database may have been counted before.
    let text = match (by, conn.dialect()) {
        (By::Token, Dialect::Sqlite) => select!("token_hash", "NULL"),
        (By::FileCookie, Dialect::Sqlite) => select!("file_hash", "NULL"),
        (By::Token, Dialect::Postgres) => select!("token_hash", "pg_current_snapshot()::text"),
        (By::FileCookie, Dialect::Postgres) => {
            select!("file_hash", "pg_current_snapshot()::text")
        }
    };
    let rows = conn.query_kept(text, &[hash.into()])?;
    if let Some(row) = rows.first() {
        conn.seen = row.opt_text(11)?.map(str::to_owned);
    }
    let found = rows.first().map(|row| {
        Ok(Found {
            session_id: row.int(0)?,
            user_id: row.int(1)?,
            seen_ms: row.int(2)?,
            expires_ms: row.int(3)?,
            login_name: row.text(4)?.to_owned(),
            nick_name: row.text(5)?.to_owned(),
            mendian: row.opt_text(6)?.map(str::to_owned),
            is_enabled: row.text(7)? == "QIYONG",
            must_change_password: row.bool(8)?,
            is_locked: row.bool(12)?,
            auth_version: row.int(9)?,
            dict_version: row.int(10)?,
        })
    });
    let found: Option<Found> = found.transpose()?;
    conn.dict.version = found.as_ref().map(|found| found.dict_version);
    Ok(found)
}

/// Remembers that a session was used.
pub fn seen(tx: &mut Tx<'_>, session_id: i64, real_ms: i64) -> Result<()> {
    tx.execute(
        "UPDATE sys_session SET huoyue_time = ? WHERE id = ?",
        &[real_ms.into(), session_id.into()],
    )?;
    Ok(())
}

/// Locks the screen of a session, or opens it again.
pub fn set_locked(tx: &mut Tx<'_>, session_id: i64, is_locked: bool) -> Result<()> {
    tx.execute(
        "UPDATE sys_session SET is_suoping = ? WHERE id = ?",
        &[is_locked.into(), session_id.into()],
    )?;
    Ok(())
}

/// Ends every session of a user, except one where it is named.
pub fn end_all(tx: &mut Tx<'_>, user_id: i64, except: Option<i64>) -> Result<u64> {
    end(
        tx,
        "user_id = ? AND id <> ?",
        &[user_id.into(), except.unwrap_or(-1).into()],
    )
}

/// Ends one session of a user; others are left alone.
pub fn end_own(tx: &mut Tx<'_>, user_id: i64, session_id: i64) -> Result<u64> {
    end(
        tx,
        "user_id = ? AND id = ?",
        &[user_id.into(), session_id.into()],
    )
}

/// Ends sessions past their time or not used for too long (housekeeping).
pub fn end_expired(tx: &mut Tx<'_>, real_ms: i64, unused_since_ms: i64) -> Result<u64> {
    end(
        tx,
        "(guoqi_time < ? OR huoyue_time < ?)",
        &[real_ms.into(), unused_since_ms.into()],
    )
}

fn end(tx: &mut Tx<'_>, which: &str, params: &[crate::Value]) -> Result<u64> {
    let mut sql = Sql::new("UPDATE sys_session SET is_del = TRUE WHERE is_del = FALSE AND ");
    sql.push(which);
    sql.params = params.to_vec();
    let ended = tx.execute_sql(&sql)?;
    if ended > 0 && tx.dialect() == Dialect::Sqlite {
        let rows = -i64::try_from(ended).unwrap_or_default();
        let text = "UPDATE table_version SET version = version + 1, row_count = row_count + ? WHERE name = 'sys_session'";
        tx.execute_one(text, &[rows.into()])?;
    }
    Ok(ended)
}

/// How many people's browsers are signed in.
pub fn count(conn: &mut Conn) -> Result<i64> {
    let text = "SELECT count(*) FROM sys_session WHERE is_del = FALSE";
    conn.query_one(text, &[])?.int(0)
}

/// The live sessions of one user, newest first.
pub fn of_user(conn: &mut Conn, user_id: i64, real_ms: i64) -> Result<Vec<crate::Row>> {
    conn.query(
        "SELECT id, ip, ua, login_time, huoyue_time, guoqi_time FROM sys_session \
         WHERE user_id = ? AND is_del = FALSE AND guoqi_time > ? ORDER BY id DESC LIMIT 100",
        &[user_id.into(), real_ms.into()],
    )
}
