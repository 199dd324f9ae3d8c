//! 合同: templates looked at with the data of an order, and what an order was applied for under.

use std::collections::HashMap;

use loan::Fen;
use schema::{
    Date, Key, Record, Timestamp, camel, common,
    resources::{Contract, ContractVersion, Dingdan, RealName},
};
use serde_json::{Map, Value as Json};
use store::{Condition, Conn, List, Reach, config, dict, orders, rows};

use crate::{
    call::Call,
    contract_text::{self, FIELDS},
    error::{Error, Result},
    resource,
    resources::with_rules,
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
    with_order(conn, call, text, order)
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

fn with_order(
    conn: &mut Conn,
    call: &Call,
    text: ContractText,
    order: i64,
) -> Result<ContractText> {
    let values = values(conn, call, order)?;
    let value = |name: &str| match values.get(name) {
        Some(Some(value)) => value.clone(),
        _ => BLANK.to_owned(),
    };
    Ok(filled(text, value))
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

/// A contract of an order, with its data.
pub fn signed_text(conn: &mut Conn, call: &Call, ask: SignedText) -> Result<ContractText> {
    if !signed_ids(conn, call, ask.dingdan_id)?.contains(&ask.banben_id) {
        return Err(Error::NotFound);
    }
    let text = version_text(conn, ask.banben_id, None)?;
    with_order(conn, call, text, ask.dingdan_id)
}

type Values = HashMap<&'static str, Option<String>>;

/// What an order says for each placeholder, as whoever asks may see it: personal data is masked.
fn values(conn: &mut Conn, call: &Call, id: i64) -> Result<Values> {
    let row = resource::find(conn, call, with_rules(Dingdan::model()), id)?;
    let stored = orders::find(conn, id, &call.actor.access.reach)?;
    let order = &stored.order;
    let total = order.summary(call.now.date()).ok();
    let plan = order.plan.as_ref();
    let last = plan.and_then(|plan| plan.items.last());
    let purpose = text(&row, Dingdan::jiekuan_yongtu).unwrap_or_default();
    let (name, number) = identity(conn, call, stored.user_id)?;
    Ok(HashMap::from([
        ("xingming", name),
        ("zhengjianhaoma", number),
        ("phone", text(&row, Dingdan::phone)),
        ("dingdanBianhao", Some(stored.bianhao.clone())),
        ("chanpin", shown(&row, Dingdan::project_id)),
        ("jiekuanJine", Some(order.principal.to_string())),
        ("jiekuanDaxie", Some(order.principal.in_words())),
        ("qishu", text(&row, Dingdan::jiekuan_zhouqi_show)),
        ("nianlilv", Some(order.terms.annual_rate.to_string())),
        ("huankuanMoshi", Some(order.terms.mode.to_string())),
        (
            "jiekuanYongtu",
            dict::label(conn, "jiekuan_yongtu", &purpose)?,
        ),
        (
            "huankuanJine",
            total.map(|total| Fen::to_string(&total.total_repayment)),
        ),
        ("shoukuanZhanghu", shown(&row, Dingdan::user_shoukuan_id)),
        (
            "shenqingRiqi",
            row.get(&camel(common::CREATED)).and_then(day),
        ),
        (
            "fangkuanRiqi",
            row.get(Dingdan::fangkuan_time.wire()).and_then(day),
        ),
        ("daoqiRiqi", last.map(|item| day_in_words(item.due_on))),
        ("gongsiMingcheng", config::value(conn, "gongsiMingcheng")?),
        ("kefuDianhua", config::value(conn, "kefuDianhua")?),
    ]))
}

/// What a column of an order shows.
fn text<T>(row: &Map<String, Json>, key: Key<Dingdan, T>) -> Option<String> {
    let text = row.get(key.wire()).and_then(Json::as_str);
    text.map(str::to_owned)
}

/// What the row is called that a column names.
fn shown<T>(row: &Map<String, Json>, key: Key<Dingdan, T>) -> Option<String> {
    let show = key.field().show.as_ref()?;
    row.get(show).and_then(Json::as_str).map(str::to_owned)
}

fn day(moment: &Json) -> Option<String> {
    Timestamp::parse(moment.as_str()?).map(|moment| day_in_words(moment.date()))
}

fn day_in_words(day: Date) -> String {
    day.strftime("%Y年%m月%d日").to_string()
}

/// The verified name and number of a customer, masked; hidden from whoever may not see who
/// customers are.
fn identity(
    conn: &mut Conn,
    call: &Call,
    customer: i64,
) -> Result<(Option<String>, Option<String>)> {
    if !call.actor.may("app:user:renzheng:query") {
        let hidden = || Some(HIDDEN.to_owned());
        return Ok((hidden(), hidden()));
    }
    let list = List {
        conditions: vec![Condition::equal(RealName::user_id, customer)],
        limit: 1,
        ..List::default()
    };
    let reach = &call.actor.access.reach;
    let found = rows::list_shown::<RealName>(conn, &list, reach, call.real_ms)?;
    let Some((_, row)) = found.first() else {
        return Ok((None, None));
    };
    let of = |wire: &str| row.get(wire).and_then(Json::as_str).map(str::to_owned);
    Ok((
        of(RealName::zhenshixingming.wire()),
        of(RealName::zhengjianhaoma.wire()),
    ))
}
