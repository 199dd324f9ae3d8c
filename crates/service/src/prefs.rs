//! 偏好: what a person has set for themselves, kept on the server so that it survives a sign-out.

use serde_json::{Map, Value as Json};
use store::{Conn, Tx, prefs};

use crate::{
    call::Call,
    error::{Error, Result},
    input,
};

const MAX_BYTES: usize = 32 * 1024;
const MAX_KEYS: i64 = 200;

pub fn all(conn: &mut Conn, call: &Call) -> Result<Json> {
    let kept = prefs::all(conn, call.actor.user_id)?;
    let shown: Map<String, Json> = kept
        .into_iter()
        .filter_map(|(key, text)| Some((key, serde_json::from_str(&text).ok()?)))
        .collect();
    Ok(Json::Object(shown))
}

/// `{jian, zhi}`; a null zhi forgets.
pub fn set(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let body = input::object(body)?;
    input::only(body, &["jian", "zhi"])?;
    let jian = body
        .get("jian")
        .and_then(Json::as_str)
        .map(str::trim)
        .unwrap_or_default();
    if jian.is_empty() || jian.chars().count() > 100 || jian.contains('\0') {
        return Err(Error::field("jian", "键名应为1到100个字"));
    }
    let zhi = body.get("zhi").unwrap_or(&Json::Null);
    if zhi.is_null() {
        prefs::remove(tx, call.actor.user_id, jian)?;
        return Ok(Json::Null);
    }
    let text = zhi.to_string();
    if text.len() > MAX_BYTES || text.contains("\\u0000") {
        return Err(Error::field("zhi", "内容过长或含有不允许的字符"));
    }
    if prefs::count_others(tx, call.actor.user_id, jian)? >= MAX_KEYS {
        return Err(Error::refused("偏好设置过多"));
    }
    prefs::set(tx, call.actor.user_id, jian, &text)?;
    Ok(Json::Null)
}
