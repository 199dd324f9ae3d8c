//! 资金: sums of movements and the trial balance.

use std::collections::HashMap;

use loan::Account;
use schema::{Date, Timestamp};
use serde_json::{Map, Value as Json, json};
use store::{
    Conn, Row, ledger,
    records::{self, Group, Sums},
};

use crate::{
    call::Call,
    error::{Error, Result},
    input::{Query, given},
    order::date,
    resource,
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
    let rows = records::sums(conn, &wanted, group, reach)?;
    let mut groups = Vec::with_capacity(rows.len());
    let mut total = Moved::default();
    for row in &rows {
        let moved = Moved::read(row)?;
        let name = group_name(conn, group, row.text(0)?)?;
        let key = match group {
            Group::Day => name.as_str(),
            _ => row.text(0)?,
        };
        groups.push(moved.shown(key, &name));
        total.add(&moved);
    }
    let filtered = wanted.method.is_some() || wanted.operator.is_some() || wanted.kind.is_some();
    let booked = if filtered {
        None
    } else {
        Some(ledger::cash_moved(conn, from, to, reach)?)
    };
    let mut answer = total.shown("", "合计");
    answer.extend([
        ("zhangmian".to_owned(), booked.into()),
        (
            "isYizhi".to_owned(),
            booked.map(|booked| booked == total.net()).into(),
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
            let user = resource::anywhere(conn, "sys/user", id).ok();
            let name = user.as_ref().and_then(|user| user.get("nickName"));
            name.and_then(Json::as_str)
                .map_or_else(|| format!("编号{key}"), str::to_owned)
        }
    })
}

#[derive(Debug, Default, Clone, Copy)]
struct Moved {
    count: i64,
    money_in: i64,
    money_out: i64,
    reversed: i64,
}

impl Moved {
    fn read(row: &Row) -> Result<Self> {
        Ok(Self {
            count: row.int(1)?,
            money_in: row.int(2)?,
            money_out: row.int(3)?,
            reversed: row.int(4)?,
        })
    }
    fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.money_in += other.money_in;
        self.money_out += other.money_out;
        self.reversed += other.reversed;
    }
    fn net(&self) -> i64 {
        self.money_in - self.money_out + self.reversed
    }
    fn shown(&self, key: &str, name: &str) -> Map<String, Json> {
        let columns: [(&str, Json); 7] = [
            ("jian", key.into()),
            ("mingcheng", name.into()),
            ("bishu", self.count.into()),
            ("ruzhang", self.money_in.into()),
            ("chuzhang", self.money_out.into()),
            ("chongxiao", self.reversed.into()),
            ("jinge", self.net().into()),
        ];
        Map::from_iter(columns.map(|(name, value)| (name.to_owned(), value)))
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
    let rows = ledger::trial_balance(conn, from, to, &call.actor.access.reach)?;
    let sums: HashMap<&str, &Row> = rows
        .iter()
        .map(|row| Ok((row.text(0)?, row)))
        .collect::<Result<_>>()?;
    let mut lines = Vec::new();
    let (mut debit, mut credit, mut balance) = (0, 0, 0);
    for account in Account::ALL {
        let figure = |at| sums.get(account.code()).map_or(Ok(0), |row| row.int(at));
        let opening = figure(1)? - figure(2)?;
        let (debited, credited) = (figure(3)?, figure(4)?);
        let closing = opening + debited - credited;
        debit += debited;
        credit += credited;
        balance += closing;
        lines.push(json!({
            "kemu": account.code(), "kemuShow": account.label(), "qichu": opening,
            "jie": debited, "dai": credited, "qimo": closing,
        }));
    }
    Ok(json!({
        "riqiBegin": from.to_string(), "riqiEnd": to.to_string(), "mingxi": lines,
        "jieHeji": debit, "daiHeji": credit, "isPingheng": debit == credit && balance == 0,
    }))
}
