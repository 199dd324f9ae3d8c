//! The journal: double entry, append only. Money is summed here and nowhere else.

use loan::{Entry, EventId};
use schema::{Date, Record, Timestamp, resources::Dingdan};

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    orders::columns::ColumnValues,
    pending,
    reach::Reach,
    rows::Author,
    sql::Sql,
    sums,
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
) -> impl Iterator<Item = ColumnValues> {
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
    by: &Author<'_>,
) -> Result<()> {
    let head = "INSERT INTO app_zijin_fenlu (dingdan_id, shijian_id, is_chongxiao, hang, riqi, kemu, fangxiang, jine, jianmian, \
         create_time, create_by)";
    let lines = columns(order, event, entry, by.now, by.reach.user_id);
    let rows = lines.map(|line| line.into_iter().map(|(_, value)| value).collect());
    pending::append_all(tx, head, rows.collect())
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
    if let Some(scope) = reach.condition(Dingdan::model(), "o") {
        sql.push(" AND EXISTS (SELECT 1 FROM app_dingdan o WHERE o.id = t.dingdan_id AND ");
        sql.append(&scope).push(")");
    }
}
