//! `/q/{bianma}`: the link of a channel. Anyone may follow it; nothing is kept of who did.

use std::sync::Arc;

use axum::{
    extract::{RawPathParams, Request},
    response::Response,
};
use http::{HeaderValue, Method, StatusCode, header};
use service::channel::{self, Landing};

use super::site;
use crate::{app::App, dispatch::peer};

pub async fn follow(app: Arc<App>, params: Option<RawPathParams>, request: Request) -> Response {
    let client = app.proxies.client(peer(&request), request.headers());
    let (client, now) = (client.to_string(), app.clock.real().0);
    if !app.promotions.allows(&client, now) {
        let words = "访问过于频繁，请稍后再试";
        return site::plain(StatusCode::TOO_MANY_REQUESTS, words);
    }
    // A code that is not UTF-8 is read as an empty one, which no channel has.
    let code = params.and_then(|params| {
        let mut values = params.iter();
        values.next().map(|(_, code)| code.to_owned())
    });
    let code = code.unwrap_or_default();
    let found = app.db.read(move |conn| channel::landing(conn, &code));
    let mut answer = match found.await {
        Ok(Landing::At { channel, address }) => {
            if is_visit(&request) && app.visitors.allows(&client, now) {
                app.visits.note(channel);
            }
            redirect(&address)
        }
        Ok(Landing::Unset) => site::plain(StatusCode::NOT_FOUND, "推广页面还没有设置"),
        Ok(Landing::Unknown) => site::plain(StatusCode::NOT_FOUND, "推广链接不存在或已停用"),
        Err(error) => {
            tracing::warn!(?error, "a promotion link could not be followed");
            let words = "暂时无法打开，请稍后再试";
            site::plain(StatusCode::SERVICE_UNAVAILABLE, words)
        }
    };
    let never = HeaderValue::from_static("no-store");
    answer.headers_mut().insert(header::CACHE_CONTROL, never);
    answer
}

/// Whether somebody came: a browser that fetches a page in case it is wanted says so.
fn is_visit(request: &Request) -> bool {
    let is_ahead = ["sec-purpose", "purpose", "x-moz"].iter().any(|name| {
        let value = request.headers().get(*name);
        value.is_some_and(|value| value.as_bytes().starts_with(b"prefetch"))
    });
    request.method() == Method::GET && !is_ahead
}

fn redirect(address: &str) -> Response {
    let Ok(location) = HeaderValue::from_str(address) else {
        return site::plain(StatusCode::NOT_FOUND, "推广页面的地址不正确");
    };
    let mut answer = site::plain(StatusCode::FOUND, "");
    answer.headers_mut().insert(header::LOCATION, location);
    answer
}
