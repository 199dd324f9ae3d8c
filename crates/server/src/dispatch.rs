//! From a request to an answer: who calls, may they, run the handler, wrap what it says.

use std::{
    future::poll_fn,
    mem,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::{Pin, pin},
    sync::Arc,
    task::Poll,
    time::Instant,
};

use axum::{
    extract::{ConnectInfo, Request},
    response::Response,
};
use http::{HeaderMap, HeaderValue, header};
use schema::{Model, Timestamp};
use serde_json::Value as Json;
use service::{
    Actor, Call, Error, Once, Origin, Result, audit,
    audit::Deed,
    call::no_permission,
    input::Query,
    resources,
    rules::Resource,
    search,
    session::{self, SignedIn},
};
use store::{Conn, Tx, crypt, sessions};

use crate::{
    answer::{Answer, success},
    app::App,
    assets, error,
    request::{self, JSON_LIMIT},
    route::{Permission, Route, Run},
};

/// Everything a handler may know about a request.
pub struct Ask {
    pub app: Arc<App>,
    pub call: Call,
    pub query: Query,
    pub params: Vec<(String, String)>,
    pub body: Json,
    pub of: Option<&'static Model>,
}

impl Ask {
    /// A parameter of the path.
    pub fn param(&self, name: &str) -> &str {
        self.params
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
            .unwrap_or_default()
    }

    pub fn id(&self) -> Result<i64> {
        let id = self.param("id").parse().ok().filter(|id: &i64| *id > 0);
        id.ok_or_else(|| Error::invalid("编号应为整数"))
    }

    /// The resource of the route, with its rules.
    pub fn resource(&self) -> Result<Resource> {
        resource_of(self.of)
    }
}

/// The resource of a route, with its rules.
pub fn resource_of(model: Option<&'static Model>) -> Result<Resource> {
    let model = model.ok_or_else(|| Error::internal("the route has no resource"))?;
    Ok(resources::with_rules(model))
}

pub type ReadFn = fn(&mut Conn, &Ask) -> Result<Answer>;
pub type WriteFn = fn(&mut Tx<'_>, &Ask) -> Result<Answer>;
pub type Reply = Pin<Box<dyn Future<Output = Result<Response>> + Send>>;
/// A handler that does more than one database job.
pub type OwnFn = fn(OwnAsk) -> Reply;

/// What an [`OwnFn`] gets: the request itself, and who calls where someone must be signed in.
pub struct OwnAsk {
    pub app: Arc<App>,
    pub route: &'static Route,
    pub request: Request,
    pub params: Vec<(String, String)>,
    pub actor: Option<Actor>,
    pub origin: Origin,
}

impl OwnAsk {
    /// The call of a verb by the person signed in.
    pub fn call(&self) -> Result<Call> {
        let actor = self.actor.clone().ok_or(Error::SignedOut)?;
        Ok(call(&self.app, actor, self.origin.clone()))
    }

    pub fn query(&self) -> Result<Query> {
        request::query(self.request.uri().query())
    }

    /// The key that marks one decision, if the client sent one.
    pub fn key(&self) -> Result<Option<String>> {
        idempotency_key(self.request.headers())
    }
}

fn call(app: &App, actor: Actor, origin: Origin) -> Call {
    Call {
        actor,
        origin,
        now: app.clock.now(),
        real_ms: app.clock.real().0,
        is_counted: false,
    }
}

/// Serves one request of a route: never fails, never panics, always answers.
pub async fn serve(
    app: Arc<App>,
    route: &'static Route,
    params: Vec<(String, String)>,
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
    app.metrics
        .answered(route.path, response.status().as_u16(), started.elapsed());
    tracing::info!(
        trace_id,
        route = route.path,
        status = response.status().as_u16(),
        ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        "request"
    );
    response
}

/// Runs the work of a request so that a panic stays in it. A client that goes away takes a mere
/// read with it; a write has a task of its own, so that it is not cut in half.
async fn alone<T: Send + 'static>(
    route: &Route,
    work: impl Future<Output = T> + Send + 'static,
) -> Result<T, String> {
    if !matches!(route.run, Run::Read(_)) {
        return tokio::spawn(work).await.map_err(|panic| panic.to_string());
    }
    let mut work = pin!(work);
    poll_fn(|context| {
        let polled = catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context)));
        match polled {
            Ok(polled) => polled.map(Ok),
            Err(panic) => Poll::Ready(Err(store::panic_text(panic.as_ref()))),
        }
    })
    .await
}

/// Versions of permissions and dictionaries, for the client to notice a change.
type Versions = Option<(i64, i64)>;

fn add_headers(headers: &mut HeaderMap, trace_id: &str, versions: Versions, now: Timestamp) {
    if let Ok(value) = HeaderValue::from_str(trace_id) {
        headers.insert("x-trace-id", value);
    }
    // A browser's clock and zone are its own; what is today in the office only we know.
    if let Ok(value) = HeaderValue::from_str(&now.to_string()) {
        headers.insert("x-shijian", value);
    }
    if let Some((auth, dict)) = versions
        && let Ok(value) = HeaderValue::from_str(&format!("{}.{auth}.{dict}", assets::build_id()))
    {
        headers.insert("x-banben", value);
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
    let text = |name: header::HeaderName| {
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

async fn handle(
    app: Arc<App>,
    route: &'static Route,
    params: Vec<(String, String)>,
    request: Request,
    origin: Origin,
) -> (Response, Versions) {
    // Here, not in `serve`: work goes on, and counts, after its client went away.
    let in_flight = app.metrics.start();
    let trace_id = origin.trace_id.clone();
    let mut versions = None;
    let outcome = match route.run {
        Run::Read(run) => read(&app, route, params, request, origin, run, &mut versions).await,
        Run::Write(run) => write(&app, route, params, request, origin, run, &mut versions).await,
        Run::Own(run) => own(&app, route, params, request, origin, run, &mut versions).await,
    };
    drop(in_flight);
    (
        outcome.unwrap_or_else(|error| error::respond(&error, &trace_id)),
        versions,
    )
}

/// What a job for a read comes back with: the answer, a session to note, versions.
type Readout = (Result<Answer>, Option<i64>, (i64, i64));

/// One job for the database does it all: sign-in, permission, handler. A read that turns out to
/// search for a secret is counted first, and then done again.
async fn read(
    app: &Arc<App>,
    route: &'static Route,
    params: Vec<(String, String)>,
    request: Request,
    origin: Origin,
    run: ReadFn,
    versions: &mut Versions,
) -> Result<Response> {
    let token = request::token(request.headers())
        .ok_or(Error::SignedOut)?
        .to_owned();
    let uri = request.uri().clone();
    drop(request);
    let once = async |is_counted: bool| {
        let query = request::query(uri.query())?;
        read_once(
            app,
            route,
            (params.clone(), query),
            &token,
            &origin,
            run,
            is_counted,
        )
        .await
    };
    let (mut answer, used, known) = once(false).await?;
    if let Err(Error::Uncounted(asked)) = answer {
        let call = asked.call.clone();
        if let Err(error) = app.db.write(move |tx| search::count(tx, &asked)).await {
            log_refusal(app, route, call, &error).await;
            return Err(error);
        }
        answer = once(true).await?.0;
    }
    note_use(app, used);
    *versions = Some(known);
    Ok(success(answer?.into_text()))
}

async fn read_once(
    app: &Arc<App>,
    route: &'static Route,
    (mut params, mut query): (Vec<(String, String)>, Query),
    token: &str,
    origin: &Origin,
    run: ReadFn,
    is_counted: bool,
) -> Result<Readout> {
    let (job_app, token, origin) = (Arc::clone(app), token.to_owned(), origin.clone());
    app.db
        .read(move |conn| {
            let real_ms = job_app.clock.real().0;
            let signed_in =
                session::authenticate(conn, &job_app.access, sessions::By::Token, &token, real_ms)?;
            let (used, known) = (signed_in.due_for_note(), signed_in.versions());
            let answer = may_call(route, &signed_in.actor).and_then(|()| {
                let ask = Ask {
                    app: Arc::clone(&job_app),
                    call: Call {
                        is_counted,
                        ..call(&job_app, signed_in.actor, origin.clone())
                    },
                    query: mem::take(&mut query),
                    params: mem::take(&mut params),
                    body: Json::Null,
                    of: route.of,
                };
                let answer = run(conn, &ask);
                // Taken back: a job that lost its connection or took too long here runs again.
                Ask { query, params, .. } = ask;
                answer
            });
            // A refused read still tells who was signed in.
            match answer {
                Err(error @ Error::Store(_)) => Err(error),
                answer => Ok((answer, used, known)),
            }
        })
        .await
}

/// A refusal that gives a secret away is counted before it is told.
async fn counted(app: &Arc<App>, call: &Call, error: Error) -> Error {
    let Error::Taken(taken) = error else {
        return error;
    };
    let job_call = call.clone();
    let counted = app.db.write(move |tx| {
        search::count_taken(tx, &job_call, &taken)?;
        Ok::<_, Error>(taken.clone())
    });
    counted.await.map_or_else(|error| error, Error::Taken)
}

async fn write(
    app: &Arc<App>,
    route: &'static Route,
    params: Vec<(String, String)>,
    request: Request,
    origin: Origin,
    run: WriteFn,
    versions: &mut Versions,
) -> Result<Response> {
    let signed_in = authenticate(app, request.headers()).await?;
    *versions = Some(signed_in.versions());
    if let Err(error) = may_call(route, &signed_in.actor) {
        let call = call(app, signed_in.actor, origin);
        log_refusal(app, route, call, &error).await;
        return Err(error);
    }
    let query = request::query(request.uri().query())?;
    let key = idempotency_key(request.headers())?.filter(|_| !route.is_secret);
    let mut asked = request.uri().to_string().into_bytes();
    let bytes = match request::bytes(request.into_body(), JSON_LIMIT).await {
        Ok(bytes) => bytes,
        Err(why) => return Ok(error::unread(&why)),
    };
    let body = request::json(&bytes)?;
    let mut origin = origin;
    origin.canshu = (!body.is_null()).then(|| audit::cleaned(&body).to_string());
    let call = call(app, signed_in.actor, origin);
    // What a deletion means stands in its path, not in its body.
    asked.push(b'\n');
    asked.extend_from_slice(&bytes);
    let once = key.map(|key| Once::new(key, route.path, &asked));
    let ask = Ask {
        app: Arc::clone(app),
        call: call.clone(),
        query,
        params,
        body,
        of: route.of,
    };
    let outcome = app
        .db
        .write(move |tx| {
            let Some(once) = &once else {
                return Ok(run(tx, &ask)?.into_text());
            };
            if let Some(answer) = once.earlier(tx, &ask.call)? {
                return Ok(answer.into_bytes());
            }
            let text = run(tx, &ask)?.into_text();
            once.keep(tx, &ask.call, &String::from_utf8_lossy(&text))?;
            Ok::<_, Error>(text)
        })
        .await;
    match outcome {
        Ok(text) => Ok(success(text)),
        Err(error) => {
            let error = counted(app, &call, error).await;
            log_refusal(app, route, call, &error).await;
            Err(error)
        }
    }
}

const MAX_KEY: usize = 255;

fn idempotency_key(headers: &HeaderMap) -> Result<Option<String>> {
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

async fn own(
    app: &Arc<App>,
    route: &'static Route,
    params: Vec<(String, String)>,
    request: Request,
    origin: Origin,
    run: OwnFn,
    versions: &mut Versions,
) -> Result<Response> {
    let actor = if route.permission == Permission::Public {
        None
    } else {
        let signed_in = authenticate(app, request.headers()).await?;
        *versions = Some(signed_in.versions());
        if let Err(error) = may_call(route, &signed_in.actor) {
            let call = call(app, signed_in.actor, origin);
            log_refusal(app, route, call, &error).await;
            return Err(error);
        }
        Some(signed_in.actor)
    };
    let caller = actor.clone().map(|actor| (actor, origin.clone()));
    let outcome = run(OwnAsk {
        app: Arc::clone(app),
        route,
        request,
        params,
        actor,
        origin,
    })
    .await;
    match (outcome, caller) {
        (Err(error), Some((actor, origin))) => {
            let call = call(app, actor, origin);
            let error = counted(app, &call, error).await;
            log_refusal(app, route, call, &error).await;
            Err(error)
        }
        (outcome, _) => outcome,
    }
}

/// The person behind the token of a request.
async fn authenticate(app: &Arc<App>, headers: &HeaderMap) -> Result<SignedIn> {
    let token = request::token(headers).ok_or(Error::SignedOut)?.to_owned();
    let job_app = Arc::clone(app);
    let signed_in = app
        .db
        .read(move |conn| {
            let real_ms = job_app.clock.real().0;
            session::authenticate(conn, &job_app.access, sessions::By::Token, &token, real_ms)
        })
        .await?;
    note_use(app, signed_in.due_for_note());
    Ok(signed_in)
}

/// Writes down, now and then, that a session is in use; nobody waits for it.
fn note_use(app: &Arc<App>, session_id: Option<i64>) {
    if let Some(id) = session_id {
        let app = Arc::clone(app);
        let real_ms = app.clock.real().0;
        tokio::spawn(async move {
            let noted = app
                .db
                .write(move |tx| sessions::seen(tx, id, real_ms))
                .await;
            if let Err(error) = noted {
                tracing::warn!(%error, "cannot note the use of a session");
            }
        });
    }
}

/// Whether a signed-in person may call this route at all.
fn may_call(route: &Route, actor: &Actor) -> Result<()> {
    if actor.must_change_password && !route.is_open_before_password_change {
        return Err(Error::refused("请先在个人中心修改密码"));
    }
    let may = match &route.permission {
        Permission::Public | Permission::SignedIn => true,
        Permission::Needs(permission) => actor.may(permission),
        Permission::NeedsAny(permissions) => {
            permissions.iter().any(|permission| actor.may(permission))
        }
    };
    if may { Ok(()) } else { Err(no_permission()) }
}

/// A refused write leaves a line too: someone tried.
async fn log_refusal(app: &Arc<App>, route: &'static Route, call: Call, error: &Error) {
    let Some((code, message)) = error::logged(error) else {
        return;
    };
    let message = message.to_owned();
    if route.is_quiet {
        return;
    }
    let deed = Deed::new(
        route.module(),
        route.log_type(),
        format!("{}被拒绝", route.summary),
    );
    let logged = app
        .db
        .write(move |tx| audit::record_refusal(tx, &call, &deed, code, &message))
        .await;
    if let Err(error) = logged {
        tracing::warn!(?error, "cannot log a refusal");
    }
}
