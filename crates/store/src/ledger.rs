//! The journal: double entry, append only. Money is summed here and nowhere else.

use loan::{Entry, EventId};
use schema::{Date, Model};

use crate::{
    conn::{Conn, Tx},
    error::Result,
    reach::Reach,
    rows::Writer,
    sql::Sql,
    value::Row,
};

pub(crate) const TABLE: &str = "app_zijin_fenlu";
/// Every column but the id: what a seal covers.
pub(crate) const COLUMNS: [&str; 11] = [
    "dingdan_id",
    "shijian_id",
    "is_chongxiao",
    "hang",
    "riqi",
    "kemu",
    "fangxiang",
    "jine",
    "jianmian",
    "create_time",
    "create_by",
];

/// Posts the entry of an event, or its reversal.
pub(crate) fn post(
    tx: &mut Tx<'_>,
    order: i64,
    event: EventId,
    entry: &Entry,
    by: &Writer<'_>,
) -> Result<()> {
    let mut sql = Sql::new(
        "INSERT INTO app_zijin_fenlu (dingdan_id, shijian_id, is_chongxiao, hang, riqi, kemu, fangxiang, jine, jianmian, \
         create_time, create_by) VALUES ",
    );
    let day = by.now.date().to_string();
    for (at, line) in (1_i64..).zip(entry.lines()) {
        sql.push(if at > 1 { ", (" } else { "(" });
        sql.bind(order).push(", ").bind(event.0).push(", ");
        sql.bind(entry.reverses().is_some())
            .push(", ")
            .bind(at)
            .push(", ");
        sql.bind(day.as_str())
            .push(", ")
            .bind(line.account.code())
            .push(", ");
        sql.bind(line.side.code())
            .push(", ")
            .bind(line.amount.get())
            .push(", ");
        sql.bind(line.reduces.map(loan::Account::code)).push(", ");
        sql.bind(by.now.0)
            .push(", ")
            .bind(by.reach.user_id)
            .push(")");
    }
    tx.execute_sql(&sql)?;
    Ok(())
}

/// Journal lines of some orders: order, event, is_chongxiao, account, side, amount, jianmian.
pub fn lines(conn: &mut Conn, orders: &[i64]) -> Result<Vec<Row>> {
    let mut sql = Sql::new(
        "SELECT dingdan_id, shijian_id, is_chongxiao, kemu, fangxiang, jine, jianmian FROM app_zijin_fenlu \
         WHERE dingdan_id IN ",
    );
    sql.bind_list(orders)
        .push(" ORDER BY dingdan_id, shijian_id, is_chongxiao, hang");
    conn.query_sql(&sql)
}

/// Sums by account before a day and within a range of days: account, debit before, credit before,
/// debit within, credit within.
pub fn trial_balance(conn: &mut Conn, from: Date, to: Date, reach: &Reach) -> Result<Vec<Row>> {
    let (from, to) = (from.to_string(), to.to_string());
    let mut sql = Sql::new("SELECT t.kemu");
    for (side, before) in [("JIE", true), ("DAI", true), ("JIE", false), ("DAI", false)] {
        sql.push(", CAST(coalesce(sum(CASE WHEN t.fangxiang = ")
            .bind(side);
        sql.push(if before {
            " AND t.riqi < "
        } else {
            " AND t.riqi >= "
        });
        sql.bind(from.as_str())
            .push(" THEN t.jine ELSE 0 END), 0) AS BIGINT)");
    }
    sql.push(" FROM app_zijin_fenlu t WHERE t.riqi <= ")
        .bind(to);
    within(&mut sql, reach);
    sql.push(" GROUP BY t.kemu");
    conn.query_sql(&sql)
}

/// How the cash account moved over a range of days.
pub fn cash_moved(
    conn: &mut Conn,
    from: Option<Date>,
    to: Option<Date>,
    reach: &Reach,
) -> Result<i64> {
    let mut sql = Sql::new(
        "SELECT CAST(coalesce(sum(CASE WHEN t.fangxiang = 'JIE' THEN t.jine ELSE -t.jine END), 0) AS BIGINT) \
         FROM app_zijin_fenlu t WHERE t.kemu = 'ZIJIN'",
    );
    for (sign, day) in [(" AND t.riqi >= ", from), (" AND t.riqi <= ", to)] {
        if let Some(day) = day {
            sql.push(sign).bind(day.to_string());
        }
    }
    within(&mut sql, reach);
    conn.query_one(&sql.text, &sql.params)?.int(0)
}

/// Which entries somebody sees: those of the orders within their reach.
fn within(sql: &mut Sql, reach: &Reach) {
    let order = schema::model("app/dingdan");
    if let Some(scope) = order.and_then(|of: &Model| reach.condition(of, "o")) {
        sql.push(" AND EXISTS (SELECT 1 FROM app_dingdan o WHERE o.id = t.dingdan_id AND ");
        sql.append(&scope).push(")");
    }
}
