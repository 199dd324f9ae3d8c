//! Customers beside the resource engine.

use schema::{Date, Record, resources::Customer};

use crate::{
    conn::{Conn, Tx},
    error::Result,
    locks::Lock,
    orders::{self, Stored},
    rows::{self, Change, RowError},
    select,
    sql::Sql,
    value::Row,
};

/// The number of the next customer: K and a running number. On PostgreSQL a lock lets one
/// transaction at a time draw it.
pub fn next_number(tx: &mut Tx<'_>) -> Result<String> {
    Lock::CustomerNumber.take(tx)?;
    let row = tx.query_one("SELECT coalesce(max(id), 0) + 1 FROM app_user", &[])?;
    Ok(format!("K{:07}", row.int(0)?))
}

/// Keeps a customer as they are until the transaction ends, so that what is made for them agrees
/// with them; several may do so at once. SQLite writes one at a time anyway.
pub fn hold(tx: &mut Tx<'_>, id: i64) -> Result<()> {
    locked(tx, id, "SHARE")
}

/// Waits for everything that is being made for a customer, and lets nothing begin.
pub fn lock(tx: &mut Tx<'_>, id: i64) -> Result<()> {
    locked(tx, id, "UPDATE")
}

fn locked(tx: &mut Tx<'_>, id: i64, how: &str) -> Result<()> {
    let text = format!("SELECT id FROM app_user WHERE id = ? FOR {how}");
    tx.lock_by(&text, &[id.into()])
}

/// What says whose a customer is.
#[derive(Debug, Clone)]
pub struct Belonging {
    pub id: i64,
    pub owner: Option<i64>,
    pub store: Option<String>,
    pub registered_by: Option<i64>,
}

/// The same, and what is told of them beside it.
#[derive(Debug, Clone)]
pub struct Known {
    pub belonging: Belonging,
    pub is_locked: bool,
    /// As everyone may see it.
    pub phone: Option<String>,
}

/// What is known of a customer.
pub fn known(conn: &mut Conn, id: i64) -> Result<Option<Known>> {
    let mut sql = Sql::new("SELECT ");
    sql.push(BELONGING).push(", ").push(KNOWN);
    sql.push(" FROM app_user t WHERE t.id = ").bind(id);
    let row = conn.query_opt(&sql.text, &sql.params)?;
    row.map(|row| knows(conn, &row, 0)).transpose()
}

/// Whose these customers are, and their orders that something has to come for on a day.
pub fn belonging_and_due(
    conn: &mut Conn,
    ids: &[i64],
    today: Date,
) -> Result<(Vec<Belonging>, Vec<Stored>)> {
    let mut sql = Sql::new("SELECT ");
    sql.push(BELONGING).push(" FROM app_user t WHERE t.id IN ");
    sql.bind_list(ids);
    let (due, rows) = orders::due_with(conn, ids, today, &sql)?;
    let customers = rows.iter().map(|row| belongs(row, 0));
    Ok((customers.collect::<Result<_>>()?, due))
}

/// What is known of the customers of these rows, by the number of the row.
pub fn known_of_rows(
    conn: &mut Conn,
    table: &'static str,
    ids: &[i64],
) -> Result<Vec<(i64, Known)>> {
    let mut sql = Sql::new("SELECT r.id, ");
    sql.push(BELONGING).push(", ").push(KNOWN);
    sql.push(" FROM ").name(table);
    sql.push(" r JOIN app_user t ON t.id = r.user_id WHERE r.id IN ")
        .bind_list(ids);
    let rows = conn.query_sql(&sql)?;
    rows.iter()
        .map(|row| Ok((row.int(0)?, knows(conn, row, 1)?)))
        .collect()
}

const BELONGING: &str = "t.id, t.genjinren_id, t.mendian, t.create_by";
const KNOWN: &str = "t.is_suoding, t.phone";

fn belongs(row: &Row, at: usize) -> Result<Belonging> {
    Ok(Belonging {
        id: row.int(at)?,
        owner: row.opt_int(at + 1)?,
        store: row.opt_text(at + 2)?.map(str::to_owned),
        registered_by: row.opt_int(at + 3)?,
    })
}

fn knows(conn: &Conn, row: &Row, at: usize) -> Result<Known> {
    let belonging = belongs(row, at)?;
    let place = select::place(Customer::model(), "phone", belonging.id);
    let phone = conn.keys().open(&place, row.blob(at + 5)?);
    Ok(Known {
        belonging,
        is_locked: row.bool(at + 4)?,
        phone: phone.map(|clear| schema::Mask::Phone.apply(&clear)),
    })
}

/// What a customer's row keeps of the verified name: the name, and its state.
pub fn follow_real_name(
    tx: &mut Tx<'_>,
    id: i64,
    name: Option<&str>,
    state_code: &str,
) -> Result<(), RowError> {
    let of = Customer::model();
    let name: Change = (Customer::zhenshixingming.field(), name.into());
    rows::put(
        tx,
        of,
        id,
        &[name, (Customer::shiming_state.field(), state_code.into())],
    )
}

/// The orders that a customer pays back.
pub fn orders_in_repayment(conn: &mut Conn, id: i64) -> Result<Vec<i64>> {
    let rows = conn.query(
        "SELECT id FROM app_dingdan WHERE user_id = ? AND is_del = FALSE AND state = 'DAIHUANKUAN' ORDER BY id",
        &[id.into()],
    )?;
    rows.iter().map(|row| row.int(0)).collect()
}
