//! 收款账户 beside the resource engine.

use schema::{
    Date, Record,
    resources::{Dingdan, Payee},
};

use crate::{
    blocks,
    condition::{blind_place, is_one_of, tail_place},
    conn::{Conn, Tx},
    error::Result,
    reach::Reach,
    rows::{self, RowError},
    sql::Sql,
    state, verified,
};

/// The birthday in the identity number of an account's holder, where the account has one.
pub fn birthday(conn: &mut Conn, id: i64) -> Result<Option<Date>, RowError> {
    let key = Payee::yhk_shenfenzhenghao;
    let number = rows::clear(conn, key, id, &Reach::everything())?;
    Ok(number.as_deref().and_then(verified::born))
}

/// How many other customers have this customer's phone at one of their accounts.
pub fn others_with_phone(conn: &mut Conn, customer: i64) -> Result<i64, RowError> {
    let Some(phone) = blocks::phone_of(conn, customer)? else {
        return Ok(0);
    };
    let of = Payee::model();
    let field = Payee::yhk_yuliushouji.field();
    let digits = phone
        .get(phone.len().saturating_sub(4)..)
        .unwrap_or_default();
    let mut sql = Sql::new(
        "SELECT count(DISTINCT t.user_id) FROM app_user_shoukuan t WHERE t.is_del = FALSE AND t.yhk_yuliushouji_tail",
    );
    is_one_of(
        &mut sql,
        &conn.keys().blinds(&tail_place(of, field), digits),
    );
    sql.push(" AND t.yhk_yuliushouji_idx");
    is_one_of(
        &mut sql,
        &conn.keys().blinds(&blind_place(of, field), &phone),
    );
    sql.push(" AND t.user_id <> ").bind(customer);
    Ok(conn.query_one(&sql.text, &sql.params)?.int(0)?)
}

/// Keeps one default among a customer's accounts: the one just written where it says so, or the
/// only one there is.
pub fn keep_one_default(tx: &mut Tx<'_>, id: i64) -> Result<()> {
    let all = tx.query(
        "SELECT id FROM app_user_shoukuan WHERE user_id = \
         (SELECT s.user_id FROM app_user_shoukuan s WHERE s.id = ?) AND is_del = FALSE",
        &[id.into()],
    )?;
    let all: Vec<i64> = all.iter().map(|row| row.int(0)).collect::<Result<_>>()?;
    state::changing(tx, "app_user_shoukuan", &all, |tx| {
        choose_default(tx, id, &all)
    })
}

fn choose_default(tx: &mut Tx<'_>, id: i64, all: &[i64]) -> Result<()> {
    let mut others = Sql::new(
        "UPDATE app_user_shoukuan SET is_moren = FALSE WHERE is_moren = TRUE \
         AND EXISTS (SELECT 1 FROM app_user_shoukuan s WHERE s.is_moren = TRUE AND s.id = ",
    );
    others.bind(id).push(") AND id <> ").bind(id);
    others.push(" AND id IN ").bind_list(all);
    tx.execute_sql(&others)?;
    // By their numbers: among the accounts of everybody most are a default.
    let mut own = Sql::new("UPDATE app_user_shoukuan SET is_moren = TRUE WHERE id = ");
    own.bind(id)
        .push(" AND NOT EXISTS (SELECT 1 FROM app_user_shoukuan o WHERE o.is_moren = TRUE AND o.id IN ")
        .bind_list(all)
        .push(")");
    tx.execute_sql(&own)?;
    Ok(())
}

/// Whether an order within reach pays out to this account.
pub fn is_used_within(conn: &mut Conn, id: i64, reach: &Reach) -> Result<bool> {
    let mut sql =
        Sql::new("SELECT 1 FROM app_dingdan t WHERE t.is_del = FALSE AND t.user_shoukuan_id = ");
    sql.bind(id);
    if let Some(scope) = reach.condition(Dingdan::model(), "t") {
        sql.push(" AND ").append(&scope);
    }
    sql.push(" LIMIT 1");
    Ok(!conn.query_sql(&sql)?.is_empty())
}

/// The live accounts of a customer.
pub fn of_customer(conn: &mut Conn, customer: i64) -> Result<Vec<i64>> {
    let rows = conn.query(
        "SELECT id FROM app_user_shoukuan WHERE user_id = ? AND is_del = FALSE ORDER BY id",
        &[customer.into()],
    )?;
    rows.iter().map(|row| row.int(0)).collect()
}

/// Whether an order pays out to this account.
pub fn is_used(conn: &mut Conn, id: i64) -> Result<bool> {
    let rows = conn.query(
        "SELECT 1 FROM app_dingdan WHERE user_shoukuan_id = ? AND is_del = FALSE LIMIT 1",
        &[id.into()],
    )?;
    Ok(!rows.is_empty())
}
