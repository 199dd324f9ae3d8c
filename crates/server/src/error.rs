//! Every code, log level and sentence in one table.

use axum::response::Response;
use http::StatusCode;
use serde_json::{Map, Value as Json, json};
use service::{
    Error,
    code::{INVALID, NOT_FOUND, OUR_FAULT, REFUSED, SIGNED_OUT, STALE},
};

use crate::{answer::failure, request::BodyError};

const TOO_DEEP: &str = "最多翻到第 10000 条，请增加查询条件，或换一种排序后再找";
/// Of a node that is older than the database it finds.
pub const OUTDATED: &str = "数据库已由更新的程序升级，本节点停止写入，请升级本节点";
const MISSING: &str = "数据不存在或无权查看";

/// The refusals that leave a line in the log, as they are answered.
pub fn logged(error: &Error) -> Option<(u16, &str)> {
    match error {
        Error::Refused { message, .. } => Some((REFUSED, message)),
        Error::Stale(message) | Error::StaleField { message, .. } => Some((STALE, message)),
        Error::NotFound => Some((NOT_FOUND, MISSING)),
        _ => None,
    }
}

/// The answer to a verb that said no.
pub fn respond(error: &Error, trace_id: &str) -> Response {
    match error {
        Error::SignedOut => failure(StatusCode::OK, SIGNED_OUT, "登录已失效，请重新登录", None),
        Error::Invalid { message, fields } => {
            let named: Map<String, Json> = fields
                .iter()
                .map(|(wire, message)| (wire.clone(), Json::from(message.as_str())))
                .collect();
            let result = (!named.is_empty()).then(|| json!({ "fields": named }));
            failure(StatusCode::OK, INVALID, message, result.as_ref())
        }
        Error::Refused { message, result } => {
            failure(StatusCode::OK, REFUSED, message, result.as_ref())
        }
        Error::Taken(taken) => {
            let sentence = taken.sentence();
            let named = json!({ "fields": { taken.field.wire.as_str(): sentence } });
            failure(StatusCode::OK, INVALID, &sentence, Some(&named))
        }
        Error::Uncounted(_) => our_fault("系统异常", "a search that nobody counted", trace_id),
        Error::NotFound => failure(StatusCode::OK, NOT_FOUND, MISSING, None),
        Error::Stale(message) => failure(StatusCode::OK, STALE, message, None),
        Error::StaleField { wire, message } => {
            let named = json!({ "fields": { *wire: message } });
            failure(StatusCode::OK, STALE, message, Some(&named))
        }
        Error::Store(store::Error::Busy) => busy(),
        Error::Store(store::Error::Timeout) => failure(
            StatusCode::OK,
            REFUSED,
            "查询用时过长，请缩小范围后再试",
            None,
        ),
        Error::Store(store::Error::Deep) => failure(StatusCode::OK, REFUSED, TOO_DEEP, None),
        Error::Store(error) => our_fault(shown(error), error, trace_id),
        Error::Away { message, detail } => our_fault(message, detail, trace_id),
        Error::Internal(detail) => our_fault("系统异常", detail, trace_id),
    }
}

/// What a person can do about a failing database, as far as they can.
fn shown(error: &store::Error) -> &'static str {
    match error {
        store::Error::Full(_) => "存储空间不足或不可写，本次操作没有保存",
        store::Error::Unknown(_) => "与数据库的连接中断，操作结果未知，请刷新后核对",
        store::Error::Lost(_) | store::Error::Barred(_) => {
            "数据库暂时无法连接，本次操作没有保存，请稍后再试"
        }
        store::Error::Crowded(_) => "数据库的连接数已满，本次操作没有保存，请稍后再试",
        store::Error::Outdated => OUTDATED,
        store::Error::Serialization(_) => "系统繁忙，本次操作没有保存，请稍后再试",
        _ => "系统异常",
    }
}

/// The inner context goes to the log with the trace id, never to the screen.
pub fn our_fault(shown: &str, detail: impl std::fmt::Display, trace_id: &str) -> Response {
    tracing::error!(trace_id, %detail, "internal error");
    failure(
        StatusCode::OK,
        OUR_FAULT,
        &format!("{shown}，编号{trace_id}"),
        None,
    )
}

pub fn too_often() -> Response {
    failure(
        StatusCode::TOO_MANY_REQUESTS,
        REFUSED,
        "操作过于频繁，请稍后再试",
        None,
    )
}

pub fn busy() -> Response {
    failure(
        StatusCode::SERVICE_UNAVAILABLE,
        OUR_FAULT,
        "系统繁忙，请稍后再试",
        None,
    )
}

/// The answer to a body that could not be read.
pub fn unread(why: &BodyError) -> Response {
    match why {
        BodyError::TooLarge => too_large(),
        BodyError::Broken => timed_out(),
    }
}

fn too_large() -> Response {
    failure(StatusCode::PAYLOAD_TOO_LARGE, INVALID, "请求内容过大", None)
}

pub fn timed_out() -> Response {
    failure(
        StatusCode::REQUEST_TIMEOUT,
        OUR_FAULT,
        "处理超时，结果未知，请刷新后核对",
        None,
    )
}

pub fn no_such_path() -> Response {
    failure(StatusCode::NOT_FOUND, NOT_FOUND, "接口不存在", None)
}

/// An address of a file that leads to none.
pub fn no_such_file() -> Response {
    failure(StatusCode::NOT_FOUND, NOT_FOUND, "文件不存在", None)
}

pub fn wrong_method() -> Response {
    failure(
        StatusCode::METHOD_NOT_ALLOWED,
        INVALID,
        "请求方式不正确",
        None,
    )
}
