//! Reads and writes that are one job for the database.

use std::{
    mem,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{body::Body, response::Response};
use service::{
    Call, Error, Once, Result, resources::with_rules, search, session, settings, wire::Given,
};
use store::{Tx, sessions};

use super::{
    Visit,
    door::{authenticate, counted, log_refusal, may_call, note_use},
};
use crate::{
    answer::success,
    error,
    own::{call, logged},
    request::{self, BodyError, JSON_LIMIT},
    route::{ReadRun, WriteRun},
};

/// What a job for a read comes back with: the answer, a session to note, versions.
type Readout = (Result<Vec<u8>>, Option<i64>, (i64, i64));

/// One job for the database does it all: sign-in, permission, handler. A read that turns out to
/// search for a secret is counted first, and then done again.
pub async fn read(visit: &mut Visit, run: &'static ReadRun) -> Result<Response> {
    let token = request::token(visit.request.headers());
    let token = token.ok_or(Error::SignedOut)?.to_owned();
    let given = Arc::new(Given {
        params: mem::take(&mut visit.params),
        query: request::query(visit.request.uri().query())?,
        body: None,
        of: visit.route.of.map(with_rules),
    });
    *visit.request.body_mut() = Body::empty();
    let (mut answer, used, known) = read_once(visit, &given, &token, run, false).await?;
    if let Err(Error::Uncounted(asked)) = answer {
        let call = asked.call.clone();
        let counted = visit.app.db.write(move |tx| search::count(tx, &asked));
        if let Err(error) = counted.await {
            log_refusal(&visit.app, visit.route, call, &error).await;
            return Err(error);
        }
        answer = read_once(visit, &given, &token, run, true).await?.0;
    }
    note_use(&visit.app, visit.route, used);
    visit.versions = Some(known);
    Ok(success(answer?))
}

async fn read_once(
    visit: &mut Visit,
    given: &Arc<Given>,
    token: &str,
    run: &'static ReadRun,
    is_counted: bool,
) -> Result<Readout> {
    let (app, route, given) = (Arc::clone(&visit.app), visit.route, Arc::clone(given));
    let (token, origin) = (token.to_owned(), visit.origin.clone());
    let job = move |conn: &mut store::Conn| {
        let real_ms = app.clock.real().0;
        let signed_in =
            session::authenticate(conn, &app.access, sessions::By::Token, &token, real_ms)?;
        let (used, known) = (signed_in.due_for_note(), signed_in.versions());
        let answer = may_call(route, &signed_in.actor).and_then(|()| {
            let call = Call {
                is_counted,
                ..call(&app, route.log_type, signed_in.actor, origin.clone())
            };
            settings::must_be_on(conn, route.of)?;
            run(conn, &call, &given)
        });
        // A refused read still tells who was signed in.
        match answer {
            Err(error @ Error::Store(_)) => Err(error),
            answer => Ok((answer, used, known)),
        }
    };
    visit.app.db.read(job).await
}

/// Here too: whoever calls is looked up by the transaction that does what they ask, so that nobody is
/// let in by what was true before it.
pub async fn write(visit: &mut Visit, run: &'static WriteRun) -> Result<Response> {
    let token = request::token(visit.request.headers());
    let token = token.ok_or(Error::SignedOut)?.to_owned();
    // A stranger's body is not read, and a stranger does not wait with those who write.
    let is_known = visit.app.tokens.is_known(&token);
    if !is_known {
        admit(visit, &token).await?;
    }
    let asked = match Asked::of(visit).await {
        Ok(asked) => asked,
        Err(why) => {
            if is_known {
                admit(visit, &token).await?;
            }
            return why.answer();
        }
    };
    let caller = Arc::<Mutex<Option<Caller>>>::default();
    let job = job(visit, run, asked, &token, &caller);
    let answer = visit.app.db.write(job).await;
    let Some(caller) = set(&caller, None) else {
        if matches!(answer, Err(Error::SignedOut)) {
            visit.app.tokens.forget(&token);
        }
        return answer.map(success);
    };
    note_use(&visit.app, visit.route, caller.used);
    if !caller.is_known {
        // Before their next write a reader works out what they may do, and keeps it.
        visit.app.tokens.forget(&token);
    }
    // What a transaction found that is not there is not told.
    if !matches!(answer, Err(Error::Store(_))) {
        visit.versions = Some(caller.versions);
    }
    match answer {
        Ok(text) => Ok(success(text)),
        Err(error) => {
            let error = counted(&visit.app, &caller.call, error).await;
            log_refusal(&visit.app, visit.route, (*caller.call).clone(), &error).await;
            Err(error)
        }
    }
}

/// Who called, as the transaction found them.
struct Caller {
    call: Arc<Call>,
    /// A session to note.
    used: Option<i64>,
    versions: (i64, i64),
    /// What they may do was known before.
    is_known: bool,
}

/// Puts a value into its place; answers the one that was there.
fn set<T>(place: &Mutex<Option<T>>, value: Option<T>) -> Option<T> {
    let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
    mem::replace(&mut place, value)
}

/// Lets in whoever shows a good token and may call; what they may not is written down.
async fn admit(visit: &mut Visit, token: &str) -> Result<()> {
    let (app, route) = (&visit.app, visit.route);
    let signed_in = authenticate(app, route, visit.request.headers()).await;
    let signed_in = signed_in.inspect_err(|error| {
        if matches!(error, Error::SignedOut) {
            app.tokens.forget(token);
        }
    })?;
    visit.versions = Some(signed_in.versions());
    if let Err(error) = may_call(route, &signed_in.actor) {
        let call = call(app, route.log_type, signed_in.actor, visit.origin.clone());
        log_refusal(app, route, call, &error).await;
        return Err(error);
    }
    app.tokens.remember(token);
    Ok(())
}

/// What a write is asked.
struct Asked {
    given: Given,
    once: Option<Once>,
}

/// Why that could not be read.
enum Unasked {
    Unread(BodyError),
    Invalid(Error),
}

impl From<Error> for Unasked {
    fn from(error: Error) -> Self {
        Self::Invalid(error)
    }
}

impl Unasked {
    fn answer(self) -> Result<Response> {
        match self {
            Self::Unread(why) => Ok(error::unread(&why)),
            Self::Invalid(error) => Err(error),
        }
    }
}

impl Asked {
    /// Reads it, and keeps what the log shows of it.
    async fn of(visit: &mut Visit) -> Result<Self, Unasked> {
        let route = visit.route;
        let query = request::query(visit.request.uri().query())?;
        let key = request::idempotency_key(visit.request.headers())?;
        let mut asked = visit.request.uri().to_string().into_bytes();
        let body = mem::take(visit.request.body_mut());
        let bytes = request::bytes(body, JSON_LIMIT).await;
        let bytes = bytes.map_err(Unasked::Unread)?;
        let body = request::json(&bytes)?;
        visit.origin.canshu = logged(&body);
        // What a deletion means stands in its path, not in its body.
        asked.push(b'\n');
        asked.extend_from_slice(&bytes);
        let key = key.filter(|_| !route.is_secret);
        Ok(Self {
            once: key.map(|key| Once::new(key, route.path, &asked)),
            given: Given {
                params: mem::take(&mut visit.params),
                query,
                body: Some(body),
                of: route.of.map(with_rules),
            },
        })
    }
}

/// Sign-in, permission and handler, in the one transaction of a write; tells who called.
fn job(
    visit: &Visit,
    run: &'static WriteRun,
    asked: Asked,
    token: &str,
    caller: &Arc<Mutex<Option<Caller>>>,
) -> impl FnMut(&mut Tx<'_>) -> Result<Vec<u8>> + Send + use<> {
    let (app, route, origin) = (Arc::clone(&visit.app), visit.route, visit.origin.clone());
    let (token, caller) = (token.to_owned(), Arc::clone(caller));
    move |tx| {
        // Of an attempt that was not kept.
        set(&caller, None);
        let real_ms = app.clock.real().0;
        let signed_in =
            session::authenticate(tx, &app.access, sessions::By::Token, &token, real_ms)?;
        let (used, versions) = (signed_in.due_for_note(), signed_in.versions());
        let is_known = app.access.knows(&signed_in);
        let mut call = call(&app, route.log_type, signed_in.actor, origin.clone());
        let may = may_call(route, &call.actor);
        if may.is_err() {
            // What somebody sends who may not send it is not kept.
            call.origin.canshu = None;
        }
        let call = Arc::new(call);
        let found = Caller {
            call: Arc::clone(&call),
            used,
            versions,
            is_known,
        };
        set(&caller, Some(found));
        may?;
        settings::must_be_on(tx, route.of)?;
        let Some(once) = &asked.once else {
            return run(tx, &call, &asked.given);
        };
        if let Some(answer) = once.earlier(tx, &call)? {
            return Ok(answer.into_bytes());
        }
        let text = run(tx, &call, &asked.given)?;
        once.keep(tx, &call, &String::from_utf8_lossy(&text))?;
        Ok(text)
    }
}
