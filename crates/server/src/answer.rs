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
    json_response(StatusCode::OK, DONE, body)
}

/// The answer to an upload: `success` beside the envelope, for clients that look there.
pub fn uploaded(result: &Uploaded) -> Response {
    let body = json!({ "code": DONE, "message": DONE_MESSAGE, "success": true, "result": result });
    json_response(StatusCode::OK, DONE, body.to_string().into_bytes())
}

/// A refusal, with HTTP 200 unless it never reached a handler.
pub fn failure(status: StatusCode, code: u16, message: &str, result: Option<&Json>) -> Response {
    let body = json!({ "code": code, "message": message, "result": result });
    json_response(status, code, body.to_string().into_bytes())
}

/// The code inside an answer's envelope, for whoever counts answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Code(pub u16);

/// The code of an answer; that of a file or a sheet, which has no envelope, is its status.
pub fn code_of(response: &Response) -> u16 {
    let inside = response.extensions().get::<Code>();
    inside.map_or_else(|| response.status().as_u16(), |code| code.0)
}

fn json_response(status: StatusCode, code: u16, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response.extensions_mut().insert(Code(code));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json; charset=utf-8"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
