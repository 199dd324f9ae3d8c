//! Who is let in, and what is written down about those who are not.

use std::sync::Arc;

use http::HeaderMap;
use service::{
    Actor, Call, Error, Result,
    audit::{self, Deed},
    no_permission, search,
    session::{self, SignedIn},
};
use store::sessions;

use crate::{
    app::App,
    error, request,
    route::{Permission, Route},
};

/// A refusal that gives a secret away is counted before it is told.
pub async fn counted(app: &Arc<App>, call: &Call, error: Error) -> Error {
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

/// The person behind the token of a request.
pub async fn authenticate(app: &Arc<App>, route: &Route, headers: &HeaderMap) -> Result<SignedIn> {
    let token = request::token(headers).ok_or(Error::SignedOut)?.to_owned();
    let job_app = Arc::clone(app);
    let signed_in = app
        .db
        .read(move |conn| {
            let real_ms = job_app.clock.real().0;
            session::authenticate(conn, &job_app.access, sessions::By::Token, &token, real_ms)
        })
        .await?;
    note_use(app, route, signed_in.due_for_note());
    Ok(signed_in)
}

/// Writes down, now and then, that a session is in use; nobody waits for it.
pub fn note_use(app: &Arc<App>, route: &Route, session_id: Option<i64>) {
    if let Some(id) = session_id.filter(|_| !route.is_unattended) {
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
pub fn may_call(route: &Route, actor: &Actor) -> Result<()> {
    if actor.is_locked && !route.is_open_while_locked {
        return Err(session::locked(actor));
    }
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
pub async fn log_refusal(app: &Arc<App>, route: &'static Route, call: Call, error: &Error) {
    let Some((code, message)) = error::logged(error) else {
        return;
    };
    let message = message.to_owned();
    if route.is_quiet {
        return;
    }
    let deed = Deed::new(route.module(), format!("{}被拒绝", route.summary));
    let logged = app
        .db
        .write(move |tx| audit::record_refusal(tx, &call, &deed, code, &message))
        .await;
    if let Err(error) = logged {
        tracing::warn!(?error, "cannot log a refusal");
    }
}
