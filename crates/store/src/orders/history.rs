//! 订单历史: every event of an order with all that was said, append only. The order can be made
//! again from it, and `zhanggui check` does.

use std::collections::BTreeMap;

use loan::{Event, Fen, Order, Terms};
use schema::{Timestamp, common, resources::Dingdan};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::held;
use crate::{
    conn::{Conn, Tx},
    crypt::Keys,
    error::{Error, Result},
    pending,
    value::Value,
};

pub(crate) const TABLE: &str = "app_dingdan_lishi";
/// Every column but the id: what a seal covers.
pub(crate) const COLUMNS: [&str; 7] = [
    "dingdan_id",
    "xuhao",
    "\"type\"",
    "shijian_ms",
    "caozuoren_id",
    "neirong",
    "mac",
];

/// Columns of the order that facts set; nobody sets them otherwise.
pub fn beside() -> [&'static str; 19] {
    [
        Dingdan::bianhao.name(),
        Dingdan::user_id.name(),
        Dingdan::project_id.name(),
        Dingdan::qudao_id.name(),
        Dingdan::jiekuan_yongtu.name(),
        Dingdan::user_shoukuan_id.name(),
        Dingdan::shoukuan_fuben_id.name(),
        Dingdan::hetong_banben.name(),
        Dingdan::beizhu.name(),
        Dingdan::shenheren_id.name(),
        Dingdan::shenhe_yijian.name(),
        Dingdan::fangkuanren_id.name(),
        Dingdan::fangkuan_time.name(),
        Dingdan::fangkuan_liushui.name(),
        Dingdan::fangkuan_shibai.name(),
        common::CREATED,
        common::CREATOR,
        common::UPDATED,
        common::UPDATER,
    ]
}

/// One thing that happened to an order.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Fact {
    pub what: What,
    /// Columns of the order that it set beside what the engine decides.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub columns: BTreeMap<String, Json>,
    /// What its records keep of the paper: method, receipt, vouchers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receipt: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vouchers: Option<String>,
    /// The copy of the receiving account that it took, with its keyed digest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payee: Option<(i64, String)>,
    /// The sentence of the order log.
    pub sentence: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum What {
    Applied {
        terms: Box<Terms>,
        asked: Fen,
        periods: u16,
    },
    Happened(Event),
    /// The order as it stood when histories began; earlier orders have nothing before it.
    Known(Box<Known>),
}

/// What an order and its rows were when its history began.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Known {
    pub order: Order,
    /// Money events so far.
    pub events: i64,
    /// The newest line of the order log.
    pub log_id: i64,
    /// Digests of the rows that no later event can make again.
    pub undone_events: String,
    pub records: String,
    pub lines: String,
    /// Copies of the receiving account, with their keyed digests.
    #[serde(default)]
    pub copies: Vec<(i64, String)>,
}

impl Fact {
    pub fn new(what: What, sentence: &str) -> Self {
        Self {
            what,
            columns: BTreeMap::new(),
            method: None,
            receipt: None,
            vouchers: None,
            payee: None,
            sentence: sentence.to_owned(),
        }
    }

    /// The same with the columns it set.
    pub fn with<'a>(mut self, columns: impl Iterator<Item = (&'static str, &'a Value)>) -> Self {
        let kept = columns.map(|(name, value)| (name.to_owned(), json_of(value)));
        self.columns.extend(kept);
        self
    }

    /// The word for it in the table, as in the order log.
    pub fn code(&self) -> &'static str {
        match &self.what {
            What::Applied { .. } => "TIJIAO",
            What::Known(_) => "QICHU",
            What::Happened(event) => event.kind().code(),
        }
    }
}

/// Writes it down. `version` is the order's row version after it.
pub fn add(
    tx: &mut Tx<'_>,
    order: i64,
    version: i64,
    fact: &Fact,
    now: Timestamp,
    actor: i64,
) -> Result<()> {
    let text = serde_json::to_string(fact).map_err(|error| Error::Shape(error.to_string()))?;
    let previous = if held::is_held(tx, order) {
        held::newest_mac(tx, order)
    } else {
        newest_mac(tx, order, version)?
    };
    let mut values = vec![
        order.into(),
        (version + 1).into(),
        fact.code().into(),
        now.0.into(),
        actor.into(),
        text.into(),
    ];
    let mac = mac(tx.keys(), previous.as_deref(), &values);
    held::keep_mac(tx, order, &mac);
    values.push(mac.into());
    pending::append(
        tx,
        "INSERT INTO app_dingdan_lishi (dingdan_id, xuhao, \"type\", shijian_ms, caozuoren_id, neirong, mac)",
        values,
    )
}

fn newest_mac(conn: &mut Conn, order: i64, number: i64) -> Result<Option<String>> {
    let row = conn.query_opt(
        "SELECT mac FROM app_dingdan_lishi WHERE dingdan_id = ? AND xuhao = ?",
        &[order.into(), number.into()],
    )?;
    row.map(|row| row.text(0).map(str::to_owned)).transpose()
}

/// What happened to an order and when, oldest first.
pub fn of(conn: &mut Conn, order: i64) -> Result<Vec<(Timestamp, Fact)>> {
    let rows = conn.query(
        "SELECT shijian_ms, neirong FROM app_dingdan_lishi WHERE dingdan_id = ? ORDER BY xuhao",
        &[order.into()],
    )?;
    let facts = rows.iter().map(|row| {
        let fact = serde_json::from_str(row.text(1)?);
        let fact = fact.map_err(|error| Error::Shape(error.to_string()))?;
        Ok((Timestamp(row.int(0)?), fact))
    });
    facts.collect()
}

/// The keyed digest of a row and of the one before it, so that whoever has the database alone can
/// neither add a row nor repeat an earlier one, sealed or not.
pub(crate) fn mac(keys: &Keys, previous: Option<&str>, values: &[Value]) -> String {
    let mut mac = keys.state();
    mac.text(TABLE);
    mac.value(&previous.into());
    for value in values {
        mac.value(value);
    }
    mac.finish()
}

fn json_of(value: &Value) -> Json {
    match value {
        Value::Null | Value::Blob(_) => Json::Null,
        Value::Bool(value) => (*value).into(),
        Value::Int(value) => (*value).into(),
        Value::Text(value) => value.as_str().into(),
    }
}

/// A column's value as a fact keeps it.
pub fn value_of(json: &Json) -> Value {
    match json {
        Json::Bool(value) => (*value).into(),
        Json::Number(number) => number.as_i64().into(),
        Json::String(text) => text.as_str().into(),
        _ => Value::Null,
    }
}
