//! The journal: double entry, append only. Money is summed here and nowhere else.

use loan::{Entry, EventId};
use schema::{Date, Model};

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    reach::Reach,
    rows::Writer,
    sql::Sql,
    sums,
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

/// What an account was debited and credited with.
#[derive(Debug, Clone, Copy, Default)]
pub struct Turnover {
    pub debit: i128,
    pub credit: i128,
}

/// An account's turnover before a day and within a range of days.
#[derive(Debug, Clone, Default)]
pub struct Balance {
    pub account: String,
    pub before: Turnover,
    pub within: Turnover,
}

/// The balances of the accounts that moved.
pub fn trial_balance(conn: &mut Conn, from: Date, to: Date, reach: &Reach) -> Result<Vec<Balance>> {
    let (from, to) = (from.to_string(), to.to_string());
    let mut sql = Sql::new("SELECT t.kemu");
    for condition in [
        "CASE WHEN t.fangxiang = 'JIE' AND t.riqi < ",
        "CASE WHEN t.fangxiang = 'DAI' AND t.riqi < ",
        "CASE WHEN t.fangxiang = 'JIE' AND t.riqi >= ",
        "CASE WHEN t.fangxiang = 'DAI' AND t.riqi >= ",
    ] {
        let mut amount = Sql::new(condition);
        amount.bind(from.as_str()).push(" THEN t.jine ELSE 0 END");
        sql.push(", ");
        sums::push(&mut sql, &amount);
    }
    sql.push(" FROM app_zijin_fenlu t WHERE t.riqi <= ")
        .bind(to);
    within(&mut sql, reach);
    sql.push(" GROUP BY t.kemu");
    let rows = conn.query_sql(&sql)?;
    let balances = rows.iter().map(|row| {
        let turnover = |at| {
            Ok::<_, Error>(Turnover {
                debit: sums::read(row, at)?,
                credit: sums::read(row, at + 2)?,
            })
        };
        Ok(Balance {
            account: row.text(0)?.to_owned(),
            before: turnover(1)?,
            within: turnover(5)?,
        })
    });
    balances.collect()
}

/// How the cash account moved over a range of days.
pub fn cash_moved(
    conn: &mut Conn,
    from: Option<Date>,
    to: Option<Date>,
    reach: &Reach,
) -> Result<i128> {
    let mut sql = Sql::new("SELECT ");
    let of_side = |side: &str| {
        let mut amount = Sql::new("CASE WHEN t.fangxiang = ");
        amount.bind(side).push(" THEN t.jine ELSE 0 END");
        amount
    };
    sums::push(&mut sql, &of_side("JIE"));
    sql.push(", ");
    sums::push(&mut sql, &of_side("DAI"));
    sql.push(" FROM app_zijin_fenlu t WHERE t.kemu = 'ZIJIN'");
    for (sign, day) in [(" AND t.riqi >= ", from), (" AND t.riqi <= ", to)] {
        if let Some(day) = day {
            sql.push(sign).bind(day.to_string());
        }
    }
    within(&mut sql, reach);
    let row = conn.query_one(&sql.text, &sql.params)?;
    Ok(sums::read(&row, 0)? - sums::read(&row, 2)?)
}

/// Which entries somebody sees: those of the orders within their reach.
fn within(sql: &mut Sql, reach: &Reach) {
    let order = schema::model("app/dingdan");
    if let Some(scope) = order.and_then(|of: &Model| reach.condition(of, "o")) {
        sql.push(" AND EXISTS (SELECT 1 FROM app_dingdan o WHERE o.id = t.dingdan_id AND ");
        sql.append(&scope).push(")");
    }
}
