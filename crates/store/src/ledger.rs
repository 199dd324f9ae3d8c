//! The journal: double entry, append only. What was posted on a day is summed in `kept_days`.

use loan::{Entry, EventId};
use schema::Timestamp;

use crate::{conn::Tx, error::Result, orders::columns::ColumnValues, pending, rows::Author};

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
