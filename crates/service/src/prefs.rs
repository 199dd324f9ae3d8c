//! 偏好: what a person has set for themselves, kept on the server so that it survives a sign-out.

use serde_json::{Map, Value as Json};
use store::{Conn, Tx, prefs};

use crate::{
    call::Call,
    error::{Error, Result},
    wire::{NoAsk, ask},
};

const MAX_BYTES: usize = 32 * 1024;
const MAX_KEYS: i64 = 200;

pub fn all(conn: &mut Conn, call: &Call, _: NoAsk) -> Result<Map<String, Json>> {
    let kept = prefs::all(conn, call.actor.user_id)?;
    Ok(kept
        .into_iter()
        .filter_map(|(key, text)| Some((key, serde_json::from_str(&text).ok()?)))
        .collect())
}

ask! {
    /// 保存偏好
    pub struct SetPreference {
        jian: String       = word(100).says("键名应为1到100个字"),
        zhi:  Option<Json> = anything("内容"),
    }
}

/// Keeps a preference; null forgets it.
pub fn set(tx: &mut Tx<'_>, call: &Call, ask: SetPreference) -> Result<()> {
    let jian = ask.jian.as_str();
    let Some(zhi) = ask.zhi else {
        return Ok(prefs::remove(tx, call.actor.user_id, jian)?);
    };
    let text = zhi.to_string();
    if text.len() > MAX_BYTES || text.contains("\\u0000") {
        return Err(Error::field("zhi", "内容过长或含有不允许的字符"));
    }
    if prefs::count_others(tx, call.actor.user_id, jian)? >= MAX_KEYS {
        return Err(Error::refused("偏好设置过多"));
    }
    Ok(prefs::set(tx, call.actor.user_id, jian, &text)?)
}
