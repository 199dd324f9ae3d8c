//! 积分任务: how far customers came, beside the resource engine.

use schema::{Record, resources::PointsTask};

use crate::{
    conn::{Conn, Tx},
    error::Result,
    rows::{self, RowError},
    sql::Dialect,
};

/// Enabled tasks of a kind.
pub fn of_kind(conn: &mut Conn, kind: &str) -> Result<Vec<i64>> {
    let rows = conn.query_kept(
        "SELECT id FROM app_jifen_renwu WHERE type = ? AND state = 'QIYONG' AND is_del = FALSE ORDER BY id",
        &[kind.into()],
    )?;
    rows.iter().map(|row| row.int(0)).collect()
}

/// Notes that something counts for a task; false where it did before. What is undone and done
/// again counts once.
pub fn counts(tx: &mut Tx<'_>, task: i64, customer: i64, source: &str) -> Result<bool> {
    let added = tx.execute(
        "INSERT INTO jifen_renwu_laiyuan (renwu_id, user_id, laiyuan) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        &[task.into(), customer.into(), source.into()],
    )?;
    Ok(added == 1)
}

/// The newest record of a customer in a period of a task: its id, its number and how far it is.
pub fn newest(
    conn: &mut Conn,
    task: i64,
    customer: i64,
    period: &str,
) -> Result<Option<(i64, i64, i64)>> {
    let row = conn.query_opt(
        "SELECT id, lunci, jindu FROM app_jifen_renwu_jilu \
         WHERE renwu_id = ? AND user_id = ? AND zhouqi_key = ? AND is_del = FALSE ORDER BY lunci DESC LIMIT 1",
        &[task.into(), customer.into(), period.into()],
    )?;
    row.map(|row| Ok((row.int(0)?, row.int(1)?, row.int(2)?)))
        .transpose()
}

/// Whether a customer ever took part in a task.
pub fn takes_part(conn: &mut Conn, task: i64, customer: i64) -> Result<bool> {
    let row = conn.query_opt(
        "SELECT 1 FROM app_jifen_renwu_jilu WHERE renwu_id = ? AND user_id = ? AND is_del = FALSE LIMIT 1",
        &[task.into(), customer.into()],
    )?;
    Ok(row.is_some())
}

/// One more customer takes part. Of customers who join at once each waits for the one before.
pub fn joined(tx: &mut Tx<'_>, task: i64) -> Result<(), RowError> {
    let text = match tx.dialect() {
        Dialect::Sqlite => "SELECT canyushu FROM app_jifen_renwu WHERE id = ?",
        Dialect::Postgres => "SELECT canyushu FROM app_jifen_renwu WHERE id = ? FOR UPDATE",
    };
    let row = tx.query_one(text, &[task.into()])?;
    let count = row.int(0)? + 1;
    rows::put(
        tx,
        PointsTask::model(),
        task,
        &[(PointsTask::canyushu.field(), count.into())],
    )
}
