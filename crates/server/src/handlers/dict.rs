//! /api/app/dict beside the pattern.

use axum::body::Body;
use http::{HeaderValue, StatusCode, header};
use service::{
    Error,
    dict::{self, Dictionary},
    wire::{Answer as _, NoAsk},
};

use crate::{
    answer::success,
    own::{Own, Reply},
};

/// All dictionaries, with a version: a client that has this one is told so in a few bytes.
pub fn init(ask: Own, _: NoAsk) -> Reply<Vec<Dictionary>> {
    Box::pin(async move {
        let known = ask
            .request
            .headers()
            .get(header::IF_NONE_MATCH)
            .and_then(|value| value.to_str().ok());
        let known = known.map(str::to_owned);
        let (tag, text) = ask
            .app
            .db
            .read(move |conn| {
                let tag = format!("\"dict-{}\"", store::dict::version(conn)?);
                let text = if known.as_deref() == Some(tag.as_str()) {
                    None
                } else {
                    Some(dict::init(conn)?.text()?)
                };
                Ok::<_, Error>((tag, text))
            })
            .await?;
        let mut response = if let Some(text) = text {
            success(text)
        } else {
            let mut response = axum::response::Response::new(Body::empty());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        };
        let headers = response.headers_mut();
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-cache"),
        );
        if let Ok(value) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, value);
        }
        Ok(response.into())
    })
}
