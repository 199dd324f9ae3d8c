//! From a request to an answer: who calls, may they, run what the route says, wrap what it answers.

mod door;
mod one_job;
mod own;

use std::{
    future::poll_fn,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll},
    time::Instant,
};

use axum::{
    extract::{ConnectInfo, Request},
    response::Response,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use schema::Timestamp;
use service::{Origin, Result};
use store::crypt;
use tokio::runtime::Handle;

use crate::{
    answer::code_of,
    app::App,
    assets, error,
    handlers::health,
    metrics::Answered,
    route::{Route, Run},
};

type Params = Vec<(String, String)>;

/// Serves one request of a route: never fails, never panics, always answers.
pub async fn serve(
    app: Arc<App>,
    route: &'static Route,
    params: Params,
    request: Request,
) -> Response {
    let started = Instant::now();
    let origin = origin(&app, &request, started);
    let trace_id = origin.trace_id.clone();
    let budget = if route.is_long {
        None
    } else {
        Some(app.request_budget)
    };
    let work = alone(
        route,
        handle(Arc::clone(&app), route, params, request, origin),
    );
    let finished = match budget {
        None => Ok(work.await),
        Some(budget) => tokio::time::timeout(budget, work).await,
    };
    let (mut response, versions) = match finished {
        Ok(Ok(served)) => served,
        Ok(Err(panic)) => {
            app.metrics.panicked();
            (error::our_fault("系统异常", panic, &trace_id), None)
        }
        Err(_) => (error::timed_out(), None),
    };
    add_headers(response.headers_mut(), &trace_id, versions, app.clock.now());
    let (status, code) = (response.status().as_u16(), code_of(&response));
    let answered = Answered {
        route: route.path,
        verb: route.verb(),
        status,
        code,
    };
    app.metrics.answered(&answered, started.elapsed());
    tracing::info!(
        trace_id,
        route = route.path,
        status,
        code,
        ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        "request"
    );
    response
}

/// Runs the work of a request so that a panic stays in it. A client that goes away takes a mere
/// read with it; a write goes on without them, so that it is not cut in half.
async fn alone<T: Send + 'static>(
    route: &Route,
    work: impl Future<Output = T> + Send + 'static,
) -> Result<T, String> {
    if matches!(route.run, Run::Read(_)) {
        let mut work = pin!(work);
        return poll_fn(|context| caught(work.as_mut(), context)).await;
    }
    Finished(Some(Box::pin(work))).await
}

fn caught<T>(
    work: Pin<&mut impl Future<Output = T>>,
    context: &mut Context<'_>,
) -> Poll<Result<T, String>> {
    let polled = catch_unwind(AssertUnwindSafe(|| work.poll(context)));
    match polled {
        Ok(polled) => polled.map(Ok),
        Err(panic) => Poll::Ready(Err(store::panic_text(panic.as_ref()))),
    }
}

/// Work that gets a task of its own when whoever waits for it goes away, and not before: a task
/// wakes another thread.
struct Finished<F: Future<Output: Send> + Send + 'static>(Option<Pin<Box<F>>>);

impl<F: Future<Output: Send> + Send + 'static> Future for Finished<F> {
    type Output = Result<F::Output, String>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(work) = &mut self.0 else {
            return Poll::Pending;
        };
        let polled = caught(work.as_mut(), context);
        if polled.is_ready() {
            self.0 = None;
        }
        polled
    }
}

impl<F: Future<Output: Send> + Send + 'static> Drop for Finished<F> {
    fn drop(&mut self) {
        if let (Some(work), Ok(runtime)) = (self.0.take(), Handle::try_current()) {
            runtime.spawn(work);
        }
    }
}

/// Versions of permissions and dictionaries, for the client to notice a change.
type Versions = Option<(i64, i64)>;

static TRACE_ID: HeaderName = HeaderName::from_static("x-trace-id");
static TIME: HeaderName = HeaderName::from_static("x-shijian");
static VERSIONS: HeaderName = HeaderName::from_static("x-banben");

fn add_headers(headers: &mut HeaderMap, trace_id: &str, versions: Versions, now: Timestamp) {
    if let Ok(value) = HeaderValue::from_str(trace_id) {
        headers.insert(&TRACE_ID, value);
    }
    // A browser's clock and zone are its own; what is today in the office only we know.
    if let Ok(value) = HeaderValue::from_str(&now.to_string()) {
        headers.insert(&TIME, value);
    }
    if let Some((auth, dict)) = versions
        && let Ok(value) = HeaderValue::from_str(&format!("{}.{auth}.{dict}", assets::build_id()))
    {
        headers.insert(&VERSIONS, value);
    }
}

/// The other end of the connection.
pub fn peer(request: &Request) -> SocketAddr {
    let info = request.extensions().get::<ConnectInfo<SocketAddr>>();
    info.map_or_else(
        || SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
        |info| info.0,
    )
}

fn origin(app: &App, request: &Request, started: Instant) -> Origin {
    let text = |name: HeaderName| {
        request
            .headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    Origin {
        ip: app
            .proxies
            .client(peer(request), request.headers())
            .to_string(),
        ua: text(header::USER_AGENT).to_owned(),
        trace_id: crypt::hex(&rand::random::<[u8; 8]>()),
        method: request.method().to_string(),
        url: request.uri().path().to_owned(),
        started,
        canshu: None,
    }
}

/// A request on its way: what every kind of route needs to know.
struct Visit {
    app: Arc<App>,
    route: &'static Route,
    params: Params,
    request: Request,
    origin: Origin,
    /// Told once it is known who calls.
    versions: Versions,
}

async fn handle(
    app: Arc<App>,
    route: &'static Route,
    params: Params,
    request: Request,
    origin: Origin,
) -> (Response, Versions) {
    // Here, not in `serve`: work goes on, and counts, after its client went away.
    let in_flight = app.metrics.start();
    let trace_id = origin.trace_id.clone();
    let mut visit = Visit {
        app: Arc::clone(&app),
        route,
        params,
        request,
        origin,
        versions: None,
    };
    let may_run = if route.method == Method::GET {
        Ok(())
    } else {
        health::may_write(&app)
    };
    let outcome: Result<Response> = match (may_run, &route.run) {
        (Err(error), _) => Err(error),
        (Ok(()), Run::Read(run)) => one_job::read(&mut visit, run).await,
        (Ok(()), Run::Write(run)) => one_job::write(&mut visit, run).await,
        (Ok(()), Run::Own(run)) => own::own(&mut visit, run).await,
    };
    drop(in_flight);
    (
        outcome.unwrap_or_else(|error| error::respond(&error, &trace_id)),
        visit.versions,
    )
}
