//! 合同: templates looked at with the data of an order, and what an order was applied for under.

use schema::{
    Timestamp,
    resources::{Contract, ContractVersion, Dingdan, SignedValues},
};
use store::{Condition, Conn, List, Reach, orders, rows};

use crate::{
    call::Call,
    contract_text::{self, FIELDS},
    contract_values::{self, Values},
    error::{Error, Result},
    wire::{NoAsk, answer, ask},
};

/// Where a contract leaves room for a pen.
const BLANK: &str = "________";
/// In place of what the caller may not see.
const HIDDEN: &str = "******";
/// Versions of one template that are shown.
const MOST_VERSIONS: i64 = 200;

answer! {
    /// A placeholder that templates may have.
    pub struct KnownField {
        jian: &'static str,
        mingcheng: &'static str,
    }
}

/// 可用变量
pub fn fields(_: &mut Conn, _: &Call, _: NoAsk) -> Result<Vec<KnownField>> {
    let all = FIELDS.iter();
    let all = all.map(|&(jian, mingcheng)| KnownField { jian, mingcheng });
    Ok(all.collect())
}

ask! {
    /// Which template.
    open pub struct ContractId {
        id: i64 = path_id(),
    }
}

answer! {
    /// A version without its text.
    pub struct ShownVersion {
        id: i64,
        hetong_id: i64,
        banben: i64,
        mingcheng: String,
        r#type: String,
        is_qianzhang: bool,
        wenjian_url: Option<String>,
        fabu_time: Timestamp,
        shengxiao_time: Option<Timestamp>,
    }
}

impl From<ContractVersion> for ShownVersion {
    fn from(row: ContractVersion) -> Self {
        Self {
            id: row.id,
            hetong_id: row.hetong_id,
            banben: row.banben,
            mingcheng: row.mingcheng,
            r#type: row.r#type,
            is_qianzhang: row.is_qianzhang,
            wenjian_url: row.wenjian_url,
            fabu_time: row.fabu_time,
            shengxiao_time: row.shengxiao_time,
        }
    }
}

/// The versions of a template, newest first.
pub fn versions(conn: &mut Conn, call: &Call, ask: ContractId) -> Result<Vec<ShownVersion>> {
    let _: Contract = rows::get(conn, ask.id, &call.actor.access.reach)?;
    let found = versions_of(conn, ask.id)?;
    Ok(found.into_iter().map(ShownVersion::from).collect())
}

fn versions_of(conn: &mut Conn, contract: i64) -> Result<Vec<ContractVersion>> {
    let list = List {
        conditions: vec![Condition::equal(ContractVersion::hetong_id, contract)],
        orders: vec![(ContractVersion::id.field(), true)],
        limit: MOST_VERSIONS,
        ..List::default()
    };
    Ok(rows::list(conn, &list, &Reach::everything())?)
}

ask! {
    /// 预览合同: a template as it is, or one of its versions; with an order's data, or with the
    /// meaning of its placeholders.
    open pub struct Preview {
        hetong_id:  i64         = id(),
        banben_id:  Option<i64> = id(),
        dingdan_id: Option<i64> = id(),
    }
}

answer! {
    /// A contract to be read or printed.
    pub struct ContractText {
        mingcheng: String,
        /// 0 for what was not published yet.
        banben: i64,
        neirong: String,
        is_qianzhang: bool,
        wenjian_url: Option<String>,
    }
}

pub fn preview(conn: &mut Conn, call: &Call, ask: Preview) -> Result<ContractText> {
    let contract: Contract = rows::get(conn, ask.hetong_id, &call.actor.access.reach)?;
    let text = match ask.banben_id {
        Some(version) => version_text(conn, version, Some(contract.id))?,
        None => ContractText {
            mingcheng: contract.mingcheng,
            banben: contract.banben,
            neirong: contract.neirong,
            is_qianzhang: contract.is_qianzhang,
            wenjian_url: contract.wenjian_url,
        },
    };
    let Some(order) = ask.dingdan_id else {
        let meaning = |name: &str| contract_text::label(name).map(|label| format!("〔{label}〕"));
        return Ok(filled(text, |name| meaning(name).unwrap_or_default()));
    };
    call.require("app:dingdan:query")?;
    let values = current_values(conn, call, order)?;
    Ok(with_values(call, text, &values))
}

fn version_text(conn: &mut Conn, id: i64, of: Option<i64>) -> Result<ContractText> {
    let version: ContractVersion = rows::get(conn, id, &Reach::everything())?;
    if of.is_some_and(|contract| contract != version.hetong_id) {
        return Err(Error::NotFound);
    }
    Ok(ContractText {
        mingcheng: version.mingcheng,
        banben: version.banben,
        neirong: version.neirong,
        is_qianzhang: version.is_qianzhang,
        wenjian_url: version.wenjian_url,
    })
}

fn filled(text: ContractText, value: impl Fn(&str) -> String) -> ContractText {
    ContractText {
        neirong: contract_text::fill(&text.neirong, value),
        ..text
    }
}

/// A text with these values; who customers are is hidden from whoever may not see it.
fn with_values(call: &Call, text: ContractText, values: &Values) -> ContractText {
    let may_see = call.actor.may("app:user:renzheng:query");
    let identity = [
        SignedValues::xingming.wire(),
        SignedValues::zhengjianhaoma.wire(),
    ];
    filled(text, |name| match values.get(name) {
        _ if !may_see && identity.contains(&name) => HIDDEN.to_owned(),
        Some(value) => value.clone(),
        None => BLANK.to_owned(),
    })
}

ask! {
    /// Which order.
    open pub struct SignedOrder {
        id: i64 = path_id(),
    }
}

/// The contracts an order was applied for under.
pub fn signed(conn: &mut Conn, call: &Call, ask: SignedOrder) -> Result<Vec<ShownVersion>> {
    let mut found = Vec::new();
    for version in signed_ids(conn, call, ask.id)? {
        let version: ContractVersion = rows::get(conn, version, &Reach::everything())?;
        found.push(version.into());
    }
    Ok(found)
}

fn signed_ids(conn: &mut Conn, call: &Call, order: i64) -> Result<Vec<i64>> {
    let order: Dingdan = rows::get(conn, order, &call.actor.access.reach)?;
    let kept = order.hetong_banben.unwrap_or_default();
    let ids = kept.split(',').filter_map(|id| id.parse().ok());
    Ok(ids.collect())
}

ask! {
    /// One contract of an order.
    open pub struct SignedText {
        dingdan_id: i64 = id(),
        banben_id:  i64 = id(),
    }
}

/// A contract of an order, with what was known when it was signed.
pub fn signed_text(conn: &mut Conn, call: &Call, ask: SignedText) -> Result<ContractText> {
    if !signed_ids(conn, call, ask.dingdan_id)?.contains(&ask.banben_id) {
        return Err(Error::NotFound);
    }
    let text = version_text(conn, ask.banben_id, None)?;
    let values = signed_values(conn, call, ask.dingdan_id)?;
    Ok(with_values(call, text, &values))
}

/// What the contracts of an order say: as it was kept, or worked out for an order from before.
fn signed_values(conn: &mut Conn, call: &Call, order: i64) -> Result<Values> {
    let stored = orders::find(conn, order, &call.actor.access.reach)?;
    match contract_values::kept(conn, call, &stored)? {
        Some(kept) => Ok(kept),
        None => contract_values::of_today(conn, call, &stored),
    }
}

/// What an order says at this moment.
fn current_values(conn: &mut Conn, call: &Call, order: i64) -> Result<Values> {
    let stored = orders::find(conn, order, &call.actor.access.reach)?;
    let mut values = contract_values::of_today(conn, call, &stored)?;
    if let Ok(summary) = stored.order.summary(call.now.date()) {
        let total = summary.total_repayment.to_string();
        values.insert(contract_values::TOTAL.to_owned(), total);
    }
    Ok(values)
}
