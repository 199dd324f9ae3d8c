//! Reads and writes that are one job for the database.

use std::{mem, sync::Arc};

use axum::{body::Body, response::Response};
use service::{
    Call, Error, Once, Result, resources::with_rules, search, session, settings, wire::Given,
};
use store::sessions;

use super::{
    Visit,
    door::{authenticate, counted, log_refusal, may_call, note_use},
};
use crate::{
    answer::success,
    error,
    own::{call, logged},
    request::{self, JSON_LIMIT},
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

pub async fn write(visit: &mut Visit, run: &'static WriteRun) -> Result<Response> {
    let (app, route) = (Arc::clone(&visit.app), visit.route);
    let signed_in = authenticate(&app, visit.route, visit.request.headers()).await?;
    visit.versions = Some(signed_in.versions());
    if let Err(error) = may_call(route, &signed_in.actor) {
        let call = call(&app, route.log_type, signed_in.actor, visit.origin.clone());
        log_refusal(&app, route, call, &error).await;
        return Err(error);
    }
    let query = request::query(visit.request.uri().query())?;
    let key = request::idempotency_key(visit.request.headers())?.filter(|_| !route.is_secret);
    let mut asked = visit.request.uri().to_string().into_bytes();
    let body = mem::take(visit.request.body_mut());
    let bytes = match request::bytes(body, JSON_LIMIT).await {
        Ok(bytes) => bytes,
        Err(why) => return Ok(error::unread(&why)),
    };
    let body = request::json(&bytes)?;
    visit.origin.canshu = logged(&body);
    let call = call(&app, route.log_type, signed_in.actor, visit.origin.clone());
    // What a deletion means stands in its path, not in its body.
    asked.push(b'\n');
    asked.extend_from_slice(&bytes);
    let once = key.map(|key| Once::new(key, route.path, &asked));
    let given = Given {
        params: mem::take(&mut visit.params),
        query,
        body: Some(body),
        of: route.of.map(with_rules),
    };
    let job_call = call.clone();
    let job = move |tx: &mut store::Tx<'_>| {
        settings::must_be_on(tx, route.of)?;
        let Some(once) = &once else {
            return run(tx, &job_call, &given);
        };
        if let Some(answer) = once.earlier(tx, &job_call)? {
            return Ok(answer.into_bytes());
        }
        let text = run(tx, &job_call, &given)?;
        once.keep(tx, &job_call, &String::from_utf8_lossy(&text))?;
        Ok::<_, Error>(text)
    };
    match app.db.write(job).await {
        Ok(text) => Ok(success(text)),
        Err(error) => {
            let error = counted(&app, &call, error).await;
            log_refusal(&app, route, call, &error).await;
            Err(error)
        }
    }
}
