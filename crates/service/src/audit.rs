//! The operation log, written in the transaction of what it records.

use std::{collections::HashSet, sync::LazyLock};

use serde_json::{Map, Value as Json, json};
use store::{Conn, Tx, customer_log, oplog};

use crate::{
    call::{Call, Origin},
    code,
    error::{Error, Result},
    settings,
};

const KEEP_DAYS: i64 = 1095;
const DAY_MS: i64 = 86_400_000;

/// How many days a line stays in the list.
pub fn kept_days(conn: &mut Conn) -> Result<i64> {
    Ok(settings::LOG_DAYS.value(conn)?.unwrap_or(KEEP_DAYS))
}

/// Nobody takes a line out of sight before its time.
pub(crate) fn check_archive(conn: &mut Conn, call: &Call, id: i64) -> Result<()> {
    let days = kept_days(conn)?;
    match oplog::written_at(conn, id)? {
        Some(at) if at >= call.now.0 - days * DAY_MS => Err(Error::refused(format!(
            "只能归档超过保留期（{days}天）的日志"
        ))),
        _ => Ok(()),
    }
}

/// What was done, for the log.
#[derive(Debug, Clone, Default)]
pub struct Deed {
    pub mokuai: String,
    pub miaoshu: String,
    /// Before and after, where something changed.
    pub bianhua: Option<Json>,
    /// The customer it was done to, whose time line shows it.
    pub customer: Option<i64>,
}

impl Deed {
    pub fn new(mokuai: &str, miaoshu: impl Into<String>) -> Self {
        Self {
            mokuai: mokuai.to_owned(),
            miaoshu: miaoshu.into(),
            bianhua: None,
            customer: None,
        }
    }

    /// It was done to a customer.
    pub fn about(mut self, customer: impl Into<Option<i64>>) -> Self {
        self.customer = customer.into();
        self
    }

    /// Adds what a row was and became; only the columns that differ.
    pub fn changed(mut self, before: &Map<String, Json>, after: &Map<String, Json>) -> Self {
        let differs = |key: &&String| before.get(*key) != after.get(*key) && !is_bookkeeping(key);
        let keys: Vec<&String> = after.keys().filter(differs).collect();
        let pick = |from: &Map<String, Json>| -> Map<String, Json> {
            keys.iter()
                .map(|key| {
                    (
                        (*key).clone(),
                        from.get(*key).cloned().unwrap_or(Json::Null),
                    )
                })
                .collect()
        };
        self.bianhua = Some(json!({ "qian": pick(before), "hou": pick(after) }));
        self
    }

    pub fn removed(mut self, rows: &[Map<String, Json>]) -> Self {
        self.bianhua = Some(json!({ "qian": rows, "hou": null }));
        self
    }

    pub fn added(mut self, row: &Map<String, Json>) -> Self {
        self.bianhua = Some(json!({ "qian": null, "hou": row }));
        self
    }
}

fn is_bookkeeping(key: &str) -> bool {
    matches!(
        key,
        "updateTime" | "updateBy" | "updateByShow" | "banbenSuo"
    )
}

/// Writes the line for something that was done.
pub fn record(tx: &mut Tx<'_>, call: &Call, deed: &Deed) -> Result<()> {
    let entry = done(signed(deed, call));
    let Some(customer) = deed.customer else {
        return Ok(oplog::note(tx, &entry, call.now)?);
    };
    let line = oplog::append(tx, &entry, call.now)?;
    Ok(customer_log::add(tx, customer, line)?)
}

/// Writes the line for something that was refused.
pub fn record_refusal(
    tx: &mut Tx<'_>,
    call: &Call,
    deed: &Deed,
    code: u16,
    message: &str,
) -> Result<()> {
    let entry = oplog::Entry {
        cuowu: Some(message.to_owned()),
        jieguo: Some(answer(code, message)),
        ..signed(deed, call)
    };
    oplog::append(tx, &entry, call.now)?;
    Ok(())
}

/// The line of something that succeeded.
pub(crate) fn done(entry: oplog::Entry) -> oplog::Entry {
    oplog::Entry {
        is_success: true,
        jieguo: Some(answer(code::DONE, code::DONE_MESSAGE)),
        ..entry
    }
}

/// An answer as the log keeps it: its code and its words. The result itself may be anything, also
/// what must be written down nowhere.
pub(crate) fn answer(code: u16, message: &str) -> String {
    let message: String = message.chars().take(MESSAGE_CHARS).collect();
    json!({ "code": code, "message": message }).to_string()
}

const MESSAGE_CHARS: usize = 200;

/// A line with the person who called.
fn signed(deed: &Deed, call: &Call) -> oplog::Entry {
    oplog::Entry {
        user_id: Some(call.actor.user_id),
        login_name: Some(call.actor.login_name.clone()),
        nick_name: Some(call.actor.nick_name.clone()),
        mendian: call.actor.mendian.clone(),
        ..entry(deed, call.log_type, &call.origin)
    }
}

/// A line without a signed-in person yet.
pub(crate) fn entry(deed: &Deed, log_type: &'static str, origin: &Origin) -> oplog::Entry {
    oplog::Entry {
        mokuai: deed.mokuai.clone(),
        kind: log_type,
        miaoshu: deed.miaoshu.chars().take(500).collect(),
        bianhua: deed.bianhua.as_ref().map(Json::to_string),
        ip: Some(origin.ip.clone()),
        ua: Some(origin.ua.chars().take(300).collect()),
        url: origin.url.chars().take(300).collect(),
        method: origin.method.clone(),
        canshu: origin.canshu.clone(),
        haoshi_ms: i64::try_from(origin.started.elapsed().as_millis()).unwrap_or(i64::MAX),
        trace_id: origin.trace_id.clone(),
        ..oplog::Entry::default()
    }
}

/// Takes out of a request body what must not stand in a log: passwords, tokens, personal data.
pub fn cleaned(body: &Json) -> Json {
    cleaned_at(body, MAX_DEPTH)
}

/// What is nested deeper is left out: the log must stay readable for every reader of JSON.
const MAX_DEPTH: usize = 20;

fn cleaned_at(body: &Json, depth: usize) -> Json {
    match body {
        Json::Object(_) | Json::Array(_) if depth == 0 => Json::String("…".to_owned()),
        Json::Object(map) => Json::Object(
            map.iter()
                .map(|(key, value)| (key.clone(), cleaned_value(key, value, depth - 1)))
                .collect(),
        ),
        Json::Array(items) => Json::Array(
            items
                .iter()
                .take(100)
                .map(|item| cleaned_at(item, depth - 1))
                .collect(),
        ),
        Json::String(text) if text.chars().count() > 200 => {
            Json::String(text.chars().take(200).collect::<String>() + "…")
        }
        other => other.clone(),
    }
}

fn cleaned_value(key: &str, value: &Json, depth: usize) -> Json {
    if is_secret(key) {
        Json::String("******".to_owned())
    } else {
        cleaned_at(value, depth)
    }
}

/// Names that hold something secret in any body: passwords, where somebody is, and every column of the
/// kind secret.
fn is_secret(key: &str) -> bool {
    static COLUMNS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let secrets = schema::models().iter().flat_map(|model| model.secrets());
        secrets.map(|field| field.wire.as_str()).collect()
    });
    let lower = key.to_ascii_lowercase();
    let named = [
        "password", "mima", "token", "yzm", "secret", "miyao", "zhi", "weizhi",
    ];
    named
        .iter()
        .any(|part| lower == *part || (part.len() > 4 && lower.contains(part)))
        || COLUMNS.contains(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_secret_reaches_the_log() {
        let body = json!({
            "loginName": "zhang", "oldPassword": "a", "phone": "13800138000",
            "data": [{ "newPassword": "b", "nickName": "张三" }], "neirong": "长".repeat(500),
            "weizhi": { "lat": 35.03, "lng": 111.0 },
        });
        let text = cleaned(&body).to_string();
        assert!(
            !text.contains("13800138000") && !text.contains("\"a\"") && !text.contains("\"b\"")
        );
        assert!(!text.contains("35.03"), "{text}");
        assert!(text.contains("张三") && text.contains("zhang"));
        assert!(text.chars().count() < 500);
    }

    #[test]
    fn a_deep_body_is_cut() {
        let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
        assert!(cleaned(&deep).to_string().len() < 60);
    }

    #[test]
    fn a_change_names_only_what_differs() {
        let before = json!({ "biaoti": "甲", "paixu": 1, "banbenSuo": 0 });
        let after = json!({ "biaoti": "乙", "paixu": 1, "banbenSuo": 1 });
        let deed =
            Deed::new("公告", "").changed(before.as_object().unwrap(), after.as_object().unwrap());
        assert_eq!(
            deed.bianhua.unwrap(),
            json!({ "qian": { "biaoti": "甲" }, "hou": { "biaoti": "乙" } })
        );
    }
}
