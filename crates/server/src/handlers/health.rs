//! Whether this node can work: for a balancer that asks every second, and for whoever watches.

use std::{sync::Arc, time::Duration};

use http::StatusCode;
use store::{
    meta,
    migrate::{self, Mismatch},
};

use crate::{app::App, files::Storage as _};

/// Whatever hangs, the answer does not.
const WITHIN: Duration = Duration::from_millis(800);
/// By then a database that works has answered.
const GIVEN_UP: Duration = Duration::from_secs(3);
const SCHEMA_EVERY: Duration = Duration::from_secs(2);

/// Refuses to write what a newer program may keep differently.
pub fn may_write(app: &App) -> service::Result<()> {
    if app.health.is_outdated() {
        return Err(store::Error::Outdated.into());
    }
    Ok(())
}

/// Looks whether the schema is still the one this program knows, until the program ends.
pub async fn follow_schema(app: Arc<App>) {
    loop {
        tokio::time::sleep(SCHEMA_EVERY).await;
        // A database that does not answer says nothing about its schema.
        match app.db.read(migrate::applied).await {
            Err(Mismatch::Store(_)) => {}
            applied => {
                let is_outdated = applied.is_err();
                let was = app.health.set_outdated(is_outdated);
                if is_outdated && !was {
                    tracing::error!("the schema is newer than this program: nothing is written");
                }
            }
        }
    }
}

/// The status for a balancer and the lines for a person: the database decides; file storage and
/// seals that fail stop no other work, but whoever watches must see it.
pub async fn readiness(app: &App) -> (StatusCode, String) {
    if app.health.is_stopping() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping".to_owned());
    }
    let (answers, has_files) = tokio::join!(has_database(app), has_files(app));
    let is_outdated = app.health.is_outdated();
    let is_ready = answers && !is_outdated;
    let mut lines = vec![if is_ready { "ready" } else { "not ready" }];
    if !answers {
        lines.push("the database does not answer");
    }
    if is_outdated {
        lines.push("the schema is newer than this program");
    }
    if !has_files {
        lines.push("the file storage does not answer");
    }
    if !app.sealing.is_sealed() {
        lines.push("sealing fails");
    }
    if !app.sealing.is_anchored() {
        lines.push("the anchor file cannot be written");
    }
    let status = if is_ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (status, lines.join("\n"))
}

/// Whether the database answers at once. A question that nobody waits for any more is given up, so
/// that it does not stand in the queue of a database that hangs.
async fn has_database(app: &App) -> bool {
    let ask = || {
        let db = app.db.clone();
        async move {
            let asked = tokio::time::timeout(GIVEN_UP, db.read(meta::ping)).await;
            asked.is_ok_and(|answer| answer.is_ok())
        }
    };
    app.health.database.ask(WITHIN, ask).await
}

/// Whether the file storage answers at once.
pub async fn has_files(app: &App) -> bool {
    let ask = || {
        let files = Arc::clone(&app.files);
        let asked = tokio::task::spawn_blocking(move || files.healthy().is_ok());
        async move { asked.await.unwrap_or(false) }
    };
    app.health.files.ask(WITHIN, ask).await
}
