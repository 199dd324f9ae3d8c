//! 资金: sums of movements and the trial balance.

use std::collections::HashMap;

use loan::Account;
use schema::{Date, Timestamp, resources::User};
use serde_json::{Map, Value as Json, json};
use store::{
    Conn, Reach, RowError,
    ledger::{self, Balance},
    records::{self, Group, Moved, Sums},
    rows,
};

use crate::{
    call::Call,
    error::{Error, Result},
    input::{Query, given},
    order::date,
};

const DAY_MS: i64 = 86_400_000;

/// Refuses a name that nobody knows.
pub fn only(query: &Query, names: &[&str]) -> Result<()> {
    match query
        .iter()
        .find(|(name, _)| !names.contains(&name.as_str()))
    {
        Some((name, _)) => Err(Error::field(name, "不支持的查询条件")),
        None => Ok(()),
    }
}

fn day(query: &Query, name: &str) -> Result<Option<Date>> {
    let text = given(query, name);
    text.map(|text| date(name, "日期", text.get(..10).unwrap_or(text)))
        .transpose()
}

/// Sums of 资金流水 beside what the journal says.
pub fn sums(conn: &mut Conn, call: &Call, query: &Query) -> Result<Json> {
    let names = [
        "fenzu",
        "createTimeBegin",
        "createTimeEnd",
        "zhifufangshi",
        "caozuorenId",
        "type",
    ];
    only(query, &names)?;
    let group = match given(query, "fenzu") {
        None | Some("RI") => Group::Day,
        Some("FANGSHI") => Group::Method,
        Some("CAOZUOREN") => Group::Operator,
        Some(_) => return Err(Error::field("fenzu", "分组应为RI、FANGSHI或CAOZUOREN")),
    };
    let (from, to) = (day(query, "createTimeBegin")?, day(query, "createTimeEnd")?);
    let operator = given(query, "caozuorenId").map(str::parse).transpose();
    let wanted = Sums {
        from_ms: from.map(|day| Timestamp::start_of(day).0),
        to_ms: to.map(|day| Timestamp::start_of(day).0 + DAY_MS - 1),
        method: given(query, "zhifufangshi").map(str::to_owned),
        operator: operator.map_err(|_| Error::field("caozuorenId", "操作人应为编号"))?,
        kind: given(query, "type").map(str::to_owned),
    };
    let reach = &call.actor.access.reach;
    let mut groups = Vec::new();
    let mut total = Moved::default();
    for moved in records::sums(conn, &wanted, group, reach)? {
        let name = group_name(conn, group, &moved.key)?;
        let key = match group {
            Group::Day => &name,
            _ => &moved.key,
        };
        groups.push(shown(&moved, key, &name));
        total.count += moved.count;
        total.money_in += moved.money_in;
        total.money_out += moved.money_out;
        total.reversed += moved.reversed;
    }
    let filtered = wanted.method.is_some() || wanted.operator.is_some() || wanted.kind.is_some();
    let booked = if filtered {
        None
    } else {
        Some(ledger::cash_moved(conn, from, to, reach)?)
    };
    let mut answer = shown(&total, "", "合计");
    answer.extend([
        ("zhangmian".to_owned(), booked.map(figure).into()),
        (
            "isYizhi".to_owned(),
            booked.map(|booked| booked == net(&total)).into(),
        ),
        ("mingxi".to_owned(), groups.into()),
    ]);
    Ok(answer.into())
}

fn group_name(conn: &mut Conn, group: Group, key: &str) -> Result<String> {
    let unnamed = || "未填写".to_owned();
    Ok(match group {
        Group::Day => {
            let days: i64 = key.parse().unwrap_or_default();
            Timestamp(days * DAY_MS).date().to_string()
        }
        Group::Method if key.is_empty() => unnamed(),
        Group::Method => {
            store::dict::label(conn, "zhifu_fangshi", key)?.unwrap_or_else(|| key.to_owned())
        }
        Group::Operator => {
            let id = key.parse().unwrap_or_default();
            match rows::get::<User>(conn, id, &Reach::everything()) {
                Ok(user) => user.nick_name,
                Err(RowError::NotFound) => format!("编号{key}"),
                Err(error) => return Err(error.into()),
            }
        }
    })
}

fn net(moved: &Moved) -> i128 {
    moved.money_in + moved.money_out - moved.reversed
}

fn shown(moved: &Moved, key: &str, name: &str) -> Map<String, Json> {
    let columns: [(&str, Json); 7] = [
        ("jian", key.into()),
        ("mingcheng", name.into()),
        ("bishu", moved.count.into()),
        ("ruzhang", figure(moved.money_in)),
        ("chuzhang", figure(-moved.money_out)),
        ("chongxiao", figure(-moved.reversed)),
        ("jinge", figure(net(moved))),
    ];
    Map::from_iter(columns.map(|(name, value)| (name.to_owned(), value)))
}

/// A sum in fen. A screen reads numbers exactly up to here; a greater one is its digits as text.
fn figure(sum: i128) -> Json {
    match i64::try_from(sum) {
        Ok(fen) if fen.unsigned_abs() < 1 << 53 => fen.into(),
        _ => sum.to_string().into(),
    }
}

/// 总账: every account's opening, movements and closing over a range of days.
pub fn trial_balance(conn: &mut Conn, call: &Call, query: &Query) -> Result<Json> {
    only(query, &["riqiBegin", "riqiEnd"])?;
    let today = call.now.date();
    let to = day(query, "riqiEnd")?.unwrap_or(today);
    let from = day(query, "riqiBegin")?.unwrap_or_else(|| to.first_of_month());
    if from > to {
        return Err(Error::field("riqiEnd", "结束日期不能早于开始日期"));
    }
    let found = ledger::trial_balance(conn, from, to, &call.actor.access.reach)?;
    let found: HashMap<&str, &Balance> = found
        .iter()
        .map(|balance| (balance.account.as_str(), balance))
        .collect();
    let mut lines = Vec::new();
    let (mut debit, mut credit, mut balance) = (0, 0, 0);
    for account in Account::ALL {
        let moved = found.get(account.code()).copied();
        let Balance { before, within, .. } = moved.cloned().unwrap_or_default();
        let opening = before.debit - before.credit;
        let closing = opening + within.debit - within.credit;
        debit += within.debit;
        credit += within.credit;
        balance += closing;
        lines.push(json!({
            "kemu": account.code(), "kemuShow": account.label(), "qichu": figure(opening),
            "jie": figure(within.debit), "dai": figure(within.credit), "qimo": figure(closing),
        }));
    }
    Ok(json!({
        "riqiBegin": from.to_string(), "riqiEnd": to.to_string(), "mingxi": lines,
        "jieHeji": figure(debit), "daiHeji": figure(credit),
        "isPingheng": debit == credit && balance == 0,
    }))
}
