//! Handlers that do more than one job.

use std::{mem, sync::Arc};

use axum::response::Response;
use http::Method;
use service::{Result, resources::with_rules, settings, wire::Given};

use super::{
    Visit,
    door::{authenticate, counted, log_refusal, may_call},
};
use crate::{
    error,
    own::{Own, OwnRun, call, logged},
    request::{self, JSON_LIMIT},
    route::{Permission, Route},
};

/// A body of somebody who is not signed in may be this long.
const STRANGERS_LIMIT: usize = 8 * 1024;

pub async fn own(visit: &mut Visit, run: &'static OwnRun) -> Result<Response> {
    let (app, route) = (Arc::clone(&visit.app), visit.route);
    let actor = if route.permission == Permission::Public {
        None
    } else {
        let signed_in = authenticate(&app, route, visit.request.headers()).await?;
        visit.versions = Some(signed_in.versions());
        if let Err(error) = may_call(route, &signed_in.actor) {
            let call = call(&app, route.log_type, signed_in.actor, visit.origin.clone());
            log_refusal(&app, route, call, &error).await;
            return Err(error);
        }
        if route.of.is_some_and(|of| of.table.switch.is_some()) {
            app.db
                .read(|conn| settings::must_be_on(conn, route.of))
                .await?;
        }
        Some(signed_in.actor)
    };
    let caller = actor.clone().map(|actor| (actor, visit.origin.clone()));
    let own = Own {
        app: Arc::clone(&app),
        path: route.path,
        log_type: route.log_type,
        of: route.of.map(with_rules),
        request: mem::take(&mut visit.request),
        actor,
        origin: visit.origin.clone(),
        shown: None,
    };
    let params = mem::take(&mut visit.params);
    let outcome = taken(route, own, params, run).await;
    match (outcome, caller) {
        (Err(error), Some((actor, origin))) => {
            let call = call(&app, route.log_type, actor, origin);
            let error = counted(&app, &call, error).await;
            log_refusal(&app, route, call, &error).await;
            Err(error)
        }
        (outcome, _) => outcome,
    }
}

/// Reads what is asked, but for a form, and runs the handler.
async fn taken(
    route: &Route,
    mut own: Own,
    params: super::Params,
    run: &'static OwnRun,
) -> Result<Response> {
    let mut given = Given {
        params,
        query: request::query(own.request.uri().query())?,
        body: None,
        of: own.of,
    };
    if route.method == Method::POST && (route.takes)().form.is_empty() {
        let limit = if own.actor.is_some() {
            JSON_LIMIT
        } else {
            STRANGERS_LIMIT
        };
        let body = mem::take(own.request.body_mut());
        let bytes = match request::bytes(body, limit).await {
            Ok(bytes) => bytes,
            Err(why) => return Ok(error::unread(&why)),
        };
        let body = request::json(&bytes)?;
        own.shown = logged(&body);
        given.body = Some(body);
    }
    run(own, given).await
}
