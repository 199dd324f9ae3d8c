//! The journal: double entry, append only. Money is summed here and nowhere else.

use loan::{Entry, EventId};
use schema::{Date, Model, Timestamp};

use crate::{
    conn::{Conn, Tx},
    error::Result,
    orders::columns::Columns,
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

/// What the lines of an entry hold that is posted at this moment by this person.
pub fn columns(
    order: i64,
    event: EventId,
    entry: &Entry,
    now: Timestamp,
    by: i64,
) -> impl Iterator<Item = Columns> {
    let is_reversal = entry.reverses().is_some();
    let day = now.date().to_string();
    (1_i64..).zip(entry.lines()).map(move |(at, line)| {
        vec![
            ("dingdan_id", order.into()),
            ("shijian_id", event.0.into()),
            ("is_chongxiao", is_reversal.into()),
            ("hang", at.into()),
            ("riqi", day.as_str().into()),
            ("kemu", line.account.code().into()),
            ("fangxiang", line.side.code().into()),
            ("jine", line.amount.get().into()),
            ("jianmian", line.reduces.map(loan::Account::code).into()),
            ("create_time", now.0.into()),
            ("create_by", by.into()),
        ]
    })
}

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
    let lines = columns(order, event, entry, by.now, by.reach.user_id);
    for (line_at, line) in lines.enumerate() {
        sql.push(if line_at > 0 { ", (" } else { "(" });
        for (at, (_, value)) in line.into_iter().enumerate() {
            sql.push(if at > 0 { ", " } else { "" }).bind(value);
        }
        sql.push(")");
    }
    tx.execute_sql(&sql)?;
    Ok(())
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
