//! Orders: the engine's order read from its rows, what an event did to it written back, and a few
//! questions about orders.

pub mod columns;
pub(crate) mod held;
pub mod history;
mod listed;
pub mod proof;
mod read;
mod save;

use loan::Order;
use schema::{
    Date, Record,
    resources::{Customer, Dingdan},
};

pub use held::{begin, holding, is_needed_to_add};
pub use listed::{Figures, Listed};
pub use read::{by_ids, due_with, find, listed, lock};
pub use save::{Beside, save};

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    kept_days,
    locks::Lock,
    pending,
    reach::Reach,
    rows::{self, RowError},
    sql::Sql,
    sums,
};

/// An order as it is kept: the engine's view of it and what stands around that.
#[derive(Debug, Clone)]
pub struct Stored {
    pub id: i64,
    pub version: i64,
    pub bianhao: String,
    pub user_id: i64,
    pub user_show: String,
    pub project_id: i64,
    pub payee_id: i64,
    /// The copy of the receiving account in force (`payee_copies`); none before the review.
    pub payee_copy_id: Option<i64>,
    /// The one line that copy is known by, masked.
    pub payee_line: Option<String>,
    /// Who reviewed it.
    pub reviewer_id: Option<i64>,
    /// Money events so far, undone ones included; the next one's number is one more.
    pub events: i64,
    pub order: Order,
}

/// The number of the next order: its day and a running number. On PostgreSQL a lock lets one
/// transaction at a time draw it.
pub fn next_number(tx: &mut Tx<'_>, today: Date) -> Result<String> {
    Lock::OrderNumber.take(tx)?;
    let row = tx.query_one("SELECT coalesce(max(id), 0) + 1 FROM app_dingdan", &[])?;
    Ok(format!("D{}{:07}", today.strftime("%Y%m%d"), row.int(0)?))
}

/// What the customer's orders keep of the customer: who looks after them, where, and the phone;
/// another than theirs where it is given.
pub fn follow_customer(
    tx: &mut Tx<'_>,
    user_id: i64,
    phone: Option<&str>,
    today: Date,
) -> Result<(), RowError> {
    let orders = tx.query(
        "SELECT id FROM app_dingdan WHERE user_id = ? AND is_del = FALSE",
        &[user_id.into()],
    )?;
    if orders.is_empty() {
        return Ok(());
    }
    // The evenings before it were those of whoever looked after them.
    kept_days::end_days(tx, today)?;
    tx.execute(
        "UPDATE app_dingdan SET genjinren_id = (SELECT u.genjinren_id FROM app_user u WHERE u.id = ?), \
         mendian = (SELECT u.mendian FROM app_user u WHERE u.id = ?) WHERE user_id = ? AND is_del = FALSE",
        &[user_id.into(), user_id.into(), user_id.into()],
    )?;
    let phone = match phone {
        Some(phone) => Some(phone.to_owned()),
        None => rows::clear(tx, Customer::phone, user_id, &Reach::everything())?,
    };
    if let Some(phone) = phone {
        for row in &orders {
            rows::set_secret(tx, Dingdan::phone, row.int(0)?, &phone)?;
        }
    }
    rows::touch(tx, &Dingdan::model().name, 0)?;
    Ok(())
}

/// When this happened to the order last, in real time.
pub fn last_time(tx: &mut Tx<'_>, order: i64, kind: &str) -> Result<Option<i64>> {
    pending::flush(tx)?;
    // By the order, which has few lines; a kind has as many as there are orders.
    tx.query_one(
        "SELECT max(shishi_ms) FROM app_log WHERE dingdan_id = ? AND \"type\" || '' = ?",
        &[order.into(), kind.into()],
    )?
    .opt_int(0)
}

/// Whether the customer has an order that is not finished.
pub fn has_unfinished(conn: &mut Conn, user_id: i64) -> Result<bool> {
    let rows = conn.query(
        "SELECT 1 FROM app_dingdan WHERE user_id = ? AND is_del = FALSE \
         AND state IN ('DAISHENHE', 'DAIFANGKUAN', 'FANGKUANSHIBAI', 'DAIHUANKUAN') LIMIT 1",
        &[user_id.into()],
    )?;
    Ok(!rows.is_empty())
}

/// Principal paid out for a product on a day, by the orders still paid out.
pub fn paid_out_on(tx: &mut Tx<'_>, project_id: i64, from_ms: i64, to_ms: i64) -> Result<i128> {
    let locked = "SELECT id FROM app_project WHERE id = ? FOR UPDATE";
    tx.lock_by(locked, &[project_id.into()])?;
    let mut sql = Sql::new("SELECT ");
    sums::push(&mut sql, &Sql::new("jiekuan_jine"));
    // A day has fewer orders than a product: the product is looked at last.
    sql.push(" FROM app_dingdan WHERE project_id + 0 = ")
        .bind(project_id);
    let tabs = Dingdan::model()
        .table
        .tabs
        .map_or(&[][..], |(_, tabs)| tabs);
    sql.push(" AND is_del = FALSE AND state IN ")
        .bind_list(tabs);
    sql.push(" AND fangkuan_time BETWEEN ").bind(from_ms);
    sql.push(" AND ").bind(to_ms);
    let written = sums::read(&tx.query_one(&sql.text, &sql.params)?, 0)?;
    Ok(written + held::paid_out(tx, project_id, from_ms, to_ms))
}

fn unreadable(what: &str) -> Error {
    Error::shape(what, "what is stored")
}
