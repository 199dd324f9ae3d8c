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

use crate::{
    app::App,
    assets, error,
    handlers::health,
    metrics::{self, Around},
};

/// antd writes its styles into the page, so styles may be inline; scripts never.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' blob: data: https:; media-src 'self' blob:; font-src 'self' data:; connect-src 'self'; \
    frame-src 'self' blob:; worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

static HEADERS: [(HeaderName, HeaderValue); 6] = [
    fixed("x-content-type-options", "nosniff"),
    fixed("referrer-policy", "no-referrer"),
    fixed("cross-origin-opener-policy", "same-origin"),
    fixed("cross-origin-resource-policy", "same-origin"),
    fixed("x-frame-options", "DENY"),
    fixed(
        "permissions-policy",
        "camera=(), microphone=(), geolocation=()",
    ),
];

const fn fixed(name: &'static str, value: &'static str) -> (HeaderName, HeaderValue) {
    (
        HeaderName::from_static(name),
        HeaderValue::from_static(value),
    )
}

/// Adds the site around the API.
pub fn add(router: Router, app: &Arc<App>) -> Router {
    let (asked, measured) = (Arc::clone(app), Arc::clone(app));
    router
        .route("/healthz", get(async || "ok"))
        .route("/readyz", get(move || ready(Arc::clone(&asked))))
        .route(
            "/metrics",
            get(move |request: Request| {
                let page = metrics_page(&measured, &request);
                async move { page }
            }),
        )
        .fallback(asset)
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::map_response(with_headers))
}

async fn ready(app: Arc<App>) -> Response {
    let (status, text) = health::readiness(&app).await;
    plain(status, &text)
}

/// Only to whoever shows the token; without one the page does not exist here.
fn metrics_page(app: &App, request: &Request) -> Response {
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
        plain(StatusCode::OK, &measured(app))
    } else {
        error::no_such_path()
    }
}

/// What Prometheus reads.
pub fn measured(app: &App) -> String {
    let around = Around {
        pools: app.db.pools(),
        is_sealed: app.sealing.is_sealed(),
        sealed_ms: app.sealing.sealed_ms(),
        is_anchored: app.sealing.is_anchored(),
    };
    metrics::page(&app.metrics, &around)
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
    headers.reserve(HEADERS.len() + 1);
    // A stored file brings a stricter policy of its own.
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(POLICY),
        );
    }
    for (name, value) in &HEADERS {
        headers.entry(name).or_insert_with(|| value.clone());
    }
    response
}
