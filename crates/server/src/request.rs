//! Requests taken apart: query strings, bodies within their limits, tokens.

use axum::body::Body;
use http::{HeaderMap, header};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use percent_encoding::percent_decode_str;
use serde_json::Value as Json;
use service::{Error, Result, input::Query};

/// A JSON body may be this long.
pub const JSON_LIMIT: usize = 1024 * 1024;
const MAX_PAIRS: usize = 200;

/// A query string as pairs.
pub fn query(text: Option<&str>) -> Result<Query> {
    let mut pairs = Vec::new();
    for pair in text
        .unwrap_or_default()
        .split('&')
        .filter(|pair| !pair.is_empty())
    {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        pairs.push((decoded(name)?, decoded(value)?));
        if pairs.len() > MAX_PAIRS {
            return Err(Error::invalid("查询条件过多"));
        }
    }
    Ok(pairs)
}

fn decoded(text: &str) -> Result<String> {
    let spaced = text.replace('+', " ");
    let decoded = percent_decode_str(&spaced).decode_utf8();
    decoded
        .map(std::borrow::Cow::into_owned)
        .map_err(|_| Error::invalid("查询条件不是有效的文本"))
}

/// Why a body could not be read.
pub enum BodyError {
    TooLarge,
    Broken,
}

pub async fn bytes(body: Body, limit: usize) -> std::result::Result<bytes::Bytes, BodyError> {
    let collected = Limited::new(body, limit).collect().await;
    collected
        .map(http_body_util::Collected::to_bytes)
        .map_err(|error| {
            if error.downcast_ref::<LengthLimitError>().is_some() {
                BodyError::TooLarge
            } else {
                BodyError::Broken
            }
        })
}

/// A body as JSON; an empty one is null.
pub fn json(bytes: &[u8]) -> Result<Json> {
    if bytes.is_empty() {
        return Ok(Json::Null);
    }
    serde_json::from_slice(bytes).map_err(|_| Error::invalid("请求内容不是有效的JSON"))
}

const MAX_KEY: usize = 255;

/// The key that marks one decision of a person, if the client sent one.
pub fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let key = value
        .to_str()
        .ok()
        .filter(|key| !key.is_empty() && key.len() <= MAX_KEY);
    key.map(|key| Some(key.to_owned()))
        .ok_or_else(|| Error::invalid("Idempotency-Key 应为1到255个字符"))
}

/// The token of `Authorization: Bearer_<token>`, the only credential there is.
pub fn token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let token = value
        .strip_prefix("Bearer_")
        .or_else(|| value.strip_prefix("Bearer "))?;
    (!token.is_empty() && token.len() <= 128).then_some(token)
}

/// A cookie of this name; none of them is a credential.
pub fn cookie<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let cookies = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let mut pairs = cookies
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    pairs
        .find(|(name, _)| *name == wanted)
        .map(|(_, value)| value)
        .filter(|value| !value.is_empty() && value.len() <= 128)
}

/// The cookie that is good for reading files and nothing else.
pub const FILE_COOKIE: &str = "zhanggui_files";
/// The cookie by which the sign-in knows a browser again, good for nothing else.
pub const BROWSER_COOKIE: &str = "zhanggui_browser";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_decoded_or_refused() {
        let pairs = query(Some("biaoti=%E5%BC%A0+%E4%B8%89&empty=&bare")).unwrap();
        assert_eq!(
            pairs,
            [
                ("biaoti".to_owned(), "张 三".to_owned()),
                ("empty".to_owned(), String::new()),
                ("bare".to_owned(), String::new())
            ]
        );
        assert!(query(Some("a=%ff%fe")).is_err());
        assert!(query(Some(&"a=1&".repeat(300))).is_err());
    }

    #[test]
    fn only_the_header_is_a_credential() {
        let mut headers = HeaderMap::new();
        headers.insert(
            header::COOKIE,
            "token=abc; zhanggui_files=f1".parse().unwrap(),
        );
        assert_eq!(token(&headers), None);
        assert_eq!(cookie(&headers, FILE_COOKIE), Some("f1"));
        headers.insert(header::AUTHORIZATION, "Bearer_abc".parse().unwrap());
        assert_eq!(token(&headers), Some("abc"));
    }
}
