//! The envelope every answer comes in.

use axum::{body::Body, response::Response};
use http::{HeaderValue, StatusCode, header};
use serde_json::{Value as Json, json};
use service::{
    code::{DONE, DONE_MESSAGE},
    files::Uploaded,
};

/// `{code: 200, message, result}` around a result that is JSON text.
pub fn success(result: impl Into<Vec<u8>>) -> Response {
    let mut body = result.into();
    let head = format!("{{\"code\":{DONE},\"message\":\"{DONE_MESSAGE}\",\"result\":");
    body.splice(..0, head.into_bytes());
    body.push(b'}');
    json_response(StatusCode::OK, body)
}

/// The answer to an upload: `success` beside the envelope, for clients that look there.
pub fn uploaded(result: &Uploaded) -> Response {
    let body = json!({ "code": DONE, "message": DONE_MESSAGE, "success": true, "result": result });
    json_response(StatusCode::OK, body.to_string().into_bytes())
}

/// A refusal, with HTTP 200 unless it never reached a handler.
pub fn failure(status: StatusCode, code: u16, message: &str, result: Option<&Json>) -> Response {
    let body = json!({ "code": code, "message": message, "result": result });
    json_response(status, body.to_string().into_bytes())
}

fn json_response(status: StatusCode, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json; charset=utf-8"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
