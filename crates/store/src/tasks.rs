//! 积分任务: how far customers came, beside the resource engine.

use std::sync::LazyLock;

use schema::{Record, resources::PointsTask};

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    rows::{self, RowError},
    sql::{Dialect, Sql},
};

/// Enabled tasks of a kind.
pub fn of_kind(conn: &mut Conn, kind: &str) -> Result<Vec<PointsTask>, RowError> {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let columns = rows::stored_select(PointsTask::model());
        format!(
            "{columns} WHERE t.type = ? AND t.state = 'QIYONG' AND t.is_del = FALSE ORDER BY t.id"
        )
    });
    rows::list_kept(conn, &TEXT, &[kind.into()])
}

/// The newest record of a customer in a period of a task.
#[derive(Debug, Clone, Copy)]
pub struct Newest {
    pub id: i64,
    pub round: i64,
    pub progress: i64,
}

/// Notes that something counts for a task, and answers the newest record of the customer in the
/// period; nothing where it counted before. What is undone and done again counts once.
pub fn counts(
    tx: &mut Tx<'_>,
    task: i64,
    customer: i64,
    source: &str,
    period: &str,
) -> Result<Option<Option<Newest>>> {
    let mut noted =
        Sql::new("INSERT INTO jifen_renwu_laiyuan (renwu_id, user_id, laiyuan) VALUES (");
    noted.bind(task).push(", ").bind(customer);
    noted.push(", ").bind(source);
    noted.push(") ON CONFLICT DO NOTHING");
    let mut newest =
        Sql::new("SELECT id, lunci, jindu FROM app_jifen_renwu_jilu WHERE renwu_id = ");
    newest.bind(task).push(" AND user_id = ").bind(customer);
    newest.push(" AND zhouqi_key = ").bind(period);
    newest.push(" AND is_del = FALSE ORDER BY lunci DESC LIMIT 1");
    let (is_new, rows) = tx.add_new_and_ask(noted, &newest)?;
    let newest = rows.first().map(|row| {
        Ok::<_, Error>(Newest {
            id: row.int(0)?,
            round: row.int(1)?,
            progress: row.int(2)?,
        })
    });
    let newest = newest.transpose()?;
    Ok(is_new.then_some(newest))
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
