//! Whether this node can work: for a balancer that asks every second, and for whoever watches.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use http::StatusCode;
use store::meta;

use crate::app::App;

/// Whatever hangs, the answer does not.
const WITHIN: Duration = Duration::from_millis(800);

#[derive(Default)]
pub struct Health {
    is_stopping: AtomicBool,
    /// Somebody waits for the file storage: one question at a time, however long it is silent.
    is_asking_files: Arc<AtomicBool>,
}

impl Health {
    /// From now on this node says that it is not ready, though it still answers.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }
}

/// The status for a balancer and the lines for a person: the database decides; file storage and
/// seals that fail stop no other work, but whoever watches must see it.
pub async fn readiness(app: &App) -> (StatusCode, String) {
    if app.health.is_stopping.load(Ordering::Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping".to_owned());
    }
    let asked = tokio::time::timeout(WITHIN, app.db.read(meta::ping));
    let (database, has_files) = tokio::join!(asked, has_files(app));
    let is_ready = database.is_ok_and(|answer| answer.is_ok());
    let mut lines = vec![if is_ready { "ready" } else { "not ready" }];
    if !is_ready {
        lines.push("the database does not answer");
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

/// Whether the file storage answers at once.
pub async fn has_files(app: &App) -> bool {
    let is_asking = Arc::clone(&app.health.is_asking_files);
    if is_asking.swap(true, Ordering::AcqRel) {
        return false;
    }
    let files = Arc::clone(&app.files);
    let asked = tokio::task::spawn_blocking(move || {
        let is_healthy = files.healthy().is_ok();
        is_asking.store(false, Ordering::Release);
        is_healthy
    });
    matches!(tokio::time::timeout(WITHIN, asked).await, Ok(Ok(true)))
}
