//! Everything outside /server: the web application, health, metrics; and the headers on every
//! answer.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::{DefaultBodyLimit, Request},
    middleware,
    response::Response,
    routing::get,
};
use http::{HeaderName, HeaderValue, StatusCode, header};
use store::meta;

use crate::{app::App, assets, error, sealing::Sealing};

/// antd writes its styles into the page, so styles may be inline; scripts never.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' blob: data: https:; media-src 'self' blob:; font-src 'self' data:; connect-src 'self'; \
    frame-src 'self' blob:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

const HEADERS: [(&str, &str); 6] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
    (
        "permissions-policy",
        "camera=(), microphone=(), geolocation=()",
    ),
];

/// Adds the site around the API.
pub fn add(router: Router, app: &Arc<App>) -> Router {
    let (ready, measured) = (Arc::clone(app), Arc::clone(app));
    router
        .route("/healthz", get(async || "ok"))
        .route("/readyz", get(move || readiness(Arc::clone(&ready))))
        .route(
            "/metrics",
            get(move |request: Request| {
                let page = metrics(&measured, &request);
                async move { page }
            }),
        )
        .fallback(asset)
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::map_response(with_headers))
}

async fn readiness(app: Arc<App>) -> Response {
    let database = app.db.read(meta::ping).await;
    let files = Arc::clone(&app.files);
    let stored = tokio::task::spawn_blocking(move || files.healthy()).await;
    let is_ready = database.is_ok() && stored.is_ok_and(|healthy| healthy.is_ok());
    plain(
        if is_ready {
            StatusCode::OK
        } else {
            StatusCode::SERVICE_UNAVAILABLE
        },
        &readiness_text(is_ready, &app.sealing),
    )
}

/// Seals that do not grow or are not anchored stop no work, but whoever watches must see it.
fn readiness_text(is_ready: bool, sealing: &Sealing) -> String {
    let mut text = String::from(if is_ready { "ready" } else { "not ready" });
    if !sealing.is_sealed() {
        text.push_str("\nsealing fails");
    }
    if !sealing.is_anchored() {
        text.push_str("\nthe anchor file cannot be written");
    }
    text
}

/// Only to whoever shows the token; without one the page does not exist here.
fn metrics(app: &App, request: &Request) -> Response {
    let shown = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    let shown = shown.and_then(|value| value.strip_prefix("Bearer "));
    let is_right = match (&app.metrics_token, shown) {
        (Some(token), Some(shown)) => store::crypt::digest(token) == store::crypt::digest(shown),
        _ => false,
    };
    if is_right {
        plain(StatusCode::OK, &app.metrics.render())
    } else {
        error::no_such_path()
    }
}

pub fn plain(status: StatusCode, text: &str) -> Response {
    let mut response = Response::new(Body::from(text.to_owned()));
    *response.status_mut() = status;
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    response
}

async fn asset(request: Request) -> Response {
    let text = |name: HeaderName| {
        request
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    let path = request.uri().path();
    if path.starts_with("/server") {
        return error::no_such_path();
    }
    assets::respond(
        request.method(),
        path,
        text(header::ACCEPT_ENCODING),
        text(header::IF_NONE_MATCH),
    )
    .map(Body::from)
}

async fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    // A stored file brings a stricter policy of its own.
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(POLICY),
        );
    }
    for (name, value) in HEADERS {
        headers
            .entry(HeaderName::from_static(name))
            .or_insert(HeaderValue::from_static(value));
    }
    response
}
