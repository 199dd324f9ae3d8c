//! 积分商品 and what they were exchanged for, beside the resource engine.

use schema::Date;

use crate::{
    conn::{Conn, Tx},
    error::Result,
    locks::Lock,
    sql::Sql,
};

/// Goods and orders that one step of the check looks at.
const STEP: i64 = 500;

/// The number of the next order: JF, the day and a running number.
pub fn next_number(tx: &mut Tx<'_>, today: Date) -> Result<String> {
    Lock::GoodsOrderNumber.take(tx)?;
    let row = tx.query_one(
        "SELECT coalesce(max(id), 0) + 1 FROM app_jifen_shangpin_dingdan",
        &[],
    )?;
    Ok(format!("JF{}{:06}", today.strftime("%Y%m%d"), row.int(0)?))
}

/// How many pieces of something a customer has had, or is about to get.
pub fn redeemed_by(conn: &mut Conn, customer: i64, goods: i64) -> Result<i64> {
    let row = conn.query_one(
        "SELECT CAST(coalesce(sum(shuliang), 0) AS BIGINT) FROM app_jifen_shangpin_dingdan \
         WHERE user_id = ? AND shangpin_id = ? AND is_del = FALSE AND state <> 'YIQUXIAO'",
        &[customer.into(), goods.into()],
    )?;
    row.int(0)
}

/// Whether orders of a customer are still on their way.
pub fn has_unfinished_of_customer(conn: &mut Conn, customer: i64) -> Result<bool> {
    is_any_unfinished(conn, "user_id", customer)
}

/// Whether orders of something are still on their way.
pub fn has_unfinished_of_goods(conn: &mut Conn, goods: i64) -> Result<bool> {
    is_any_unfinished(conn, "shangpin_id", goods)
}

fn is_any_unfinished(conn: &mut Conn, column: &'static str, id: i64) -> Result<bool> {
    let mut sql = Sql::new("SELECT 1 FROM app_jifen_shangpin_dingdan WHERE ");
    sql.push(column).push(" = ").bind(id);
    sql.push(" AND is_del = FALSE AND state NOT IN ('YIWANCHENG', 'YIQUXIAO') LIMIT 1");
    Ok(!conn.query_sql(&sql)?.is_empty())
}

/// The orders of a customer.
pub fn of_customer(conn: &mut Conn, customer: i64) -> Result<Vec<i64>> {
    let rows = conn.query(
        "SELECT id FROM app_jifen_shangpin_dingdan WHERE user_id = ? AND is_del = FALSE ORDER BY id",
        &[customer.into()],
    )?;
    rows.iter().map(|row| row.int(0)).collect()
}

/// The id that ends the next step of a table; none where fewer rows are left.
fn last_of_step(conn: &mut Conn, table: &'static str, after_id: i64) -> Result<Option<i64>> {
    let mut sql = Sql::new("SELECT id FROM ");
    sql.name(table).push(" WHERE id > ").bind(after_id);
    sql.push(" ORDER BY id LIMIT 1 OFFSET ").bind(STEP - 1);
    let row = conn.query_opt(&sql.text, &sql.params)?;
    row.map(|row| row.int(0)).transpose()
}

/// Goods whose count of exchanges is not that of their orders.
#[derive(Debug)]
pub struct WrongCount {
    pub goods: i64,
    pub kept: i64,
    pub counted: i64,
}

/// What is wrong with the counts of the next goods after an id, and the id to go on after.
pub fn wrong_counts(conn: &mut Conn, after_id: i64) -> Result<(Vec<WrongCount>, Option<i64>)> {
    let last = last_of_step(conn, "app_jifen_shangpin", after_id)?;
    let rows = conn.query(
        "SELECT g.id, g.yiduihuan, CAST(coalesce(sum(o.shuliang), 0) AS BIGINT) FROM app_jifen_shangpin g \
         LEFT JOIN app_jifen_shangpin_dingdan o ON o.shangpin_id = g.id AND o.is_del = FALSE AND o.state <> 'YIQUXIAO' \
         WHERE g.id > ? AND g.id <= ? GROUP BY g.id, g.yiduihuan \
         HAVING g.yiduihuan <> coalesce(sum(o.shuliang), 0) ORDER BY g.id",
        &[after_id.into(), last.unwrap_or(i64::MAX).into()],
    )?;
    let wrong = rows.iter().map(|row| {
        Ok(WrongCount {
            goods: row.int(0)?,
            kept: row.int(1)?,
            counted: row.int(2)?,
        })
    });
    Ok((wrong.collect::<Result<_>>()?, last))
}

/// Orders whose points the ledger does not hold as it should: their numbers; and the id to go on
/// after.
pub fn unpaid(conn: &mut Conn, after_id: i64) -> Result<(Vec<String>, Option<i64>)> {
    let last = last_of_step(conn, "app_jifen_shangpin_dingdan", after_id)?;
    let rows = conn.query(
        "SELECT o.bianhao FROM app_jifen_shangpin_dingdan o \
         LEFT JOIN app_jifen p ON p.type = 'DUIHUAN' AND p.guanlian_id = o.bianhao \
         LEFT JOIN app_jifen r ON r.type = 'TUIHUAN' AND r.guanlian_id = o.bianhao \
         WHERE o.id > ? AND o.id <= ? AND (coalesce(p.jifen, 0) <> -o.jifen OR coalesce(p.user_id, 0) <> o.user_id \
         OR coalesce(r.jifen, 0) <> CASE WHEN o.state = 'YIQUXIAO' THEN o.jifen ELSE 0 END \
         OR coalesce(r.user_id, o.user_id) <> o.user_id) ORDER BY o.id",
        &[after_id.into(), last.unwrap_or(i64::MAX).into()],
    )?;
    let wrong = rows.iter().map(|row| row.text(0).map(str::to_owned));
    Ok((wrong.collect::<Result<_>>()?, last))
}
