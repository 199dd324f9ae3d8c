//! Work nobody waits for: ending old sessions, forgetting old captchas, removing unused files,
//! sealing private ones, sealing and archiving the log. With several nodes one of them has the turn:
//! the office as a whole does it once a minute.

use std::{sync::Arc, time::Duration};

use schema::Timestamp;
use service::{
    Error, Result, audit, audit::Deed, channel, login::PLACE_MS, points, retention, seed, session,
};
use store::{
    Tx, files, idempotency, import_failed, kept_days, locks::Lock, login, meta, oplog, rotation,
    seal::Mark, searches, sessions,
};

use crate::{
    app::App,
    files::{remove_unused, seal_older},
    handlers::health,
};

const VISITS_SOON: Duration = Duration::from_secs(5);
const VISITS_REST: Duration = Duration::from_secs(55);
const EVERY: Duration = Duration::from_mins(1);
const TURN: &str = "housekeeping";
/// Less than lies between two rounds of a node, so that it keeps the turn while it is there.
const TURN_MS: i64 = 55_000;
const KEYS_EVERY: Duration = Duration::from_secs(2);
const DAY_MS: i64 = 86_400_000;
const KEEP_KEYS_MS: i64 = 7 * DAY_MS;
const ARCHIVED_AT_ONCE: i64 = 5_000;

/// Runs until the program ends.
pub async fn run(app: Arc<App>) {
    let mut mark = Mark::default();
    loop {
        tokio::time::sleep(EVERY).await;
        match minute(&app, mark.clone()).await {
            Ok(now) => mark = now,
            Err(error) => tracing::warn!(?error, "housekeeping failed"),
        }
    }
}

/// What a node does once a minute: everything where it has the turn, else what is its own. A turn
/// that came to nothing is left to another node, which may have what this one lacks.
pub async fn minute(app: &App, before: Mark) -> Result<Mark> {
    health::may_write(app)?;
    let real_ms = app.clock.real().0;
    let asked = move |tx: &mut Tx<'_>| meta::takes_turn(tx, TURN, real_ms, TURN_MS);
    if !app.db.write(asked).await? {
        beside(app).await?;
        return Ok(before);
    }
    let done = round(app, before).await;
    if done.is_err() || !app.sealing.is_sealed() {
        app.db.write(|tx| meta::leave_turn(tx, TURN)).await?;
    }
    done
}

/// What every node does for itself while another one keeps house.
async fn beside(app: &App) -> Result<()> {
    let (sealing, db, real_ms) = (Arc::clone(&app.sealing), app.db.clone(), app.clock.real().0);
    let anchored = tokio::task::spawn_blocking(move || sealing.write_anchor(&db, real_ms));
    anchored.await.map_err(Error::internal)?;
    let sessions = app.db.read(sessions::count).await?;
    app.metrics.counted_sessions(sessions);
    Ok(())
}

/// Follows a change of keys until the program ends.
pub async fn follow_keys(app: Arc<App>) {
    let Some(watch) = &app.key_watch else { return };
    loop {
        let real_ms = app.clock.real().0;
        if let Err(error) = watch.round(&app.db, real_ms).await {
            tracing::warn!(%error, "the keys could not be followed");
        }
        tokio::time::sleep(KEYS_EVERY).await;
    }
}

/// Seals what an earlier version kept in clear, until the program ends. It may take hours, so the
/// other work does not wait for it.
pub async fn seal_files(app: Arc<App>) {
    loop {
        if let Err(error) = seal_clear_files(&app).await {
            tracing::warn!(?error, "private files could not be sealed");
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Everything that there is to seal now. While a key takes over, whoever changes it does that.
pub async fn seal_clear_files(app: &App) -> Result<()> {
    health::may_write(app)?;
    let left = app.db.read(|conn| {
        let stage = rotation::stage(conn)?;
        let left = files::left_under_older(conn, stage.writing)?;
        Ok::<_, Error>(if stage.is_under_way() { 0 } else { left })
    });
    if left.await? > 0 {
        let (db, storage) = (app.db.clone(), Arc::clone(&app.files));
        let clock = app.clock.clone();
        let sealing = move || seal_older(&db, &storage, || clock.real().0, |_| ());
        let sealed = tokio::task::spawn_blocking(sealing);
        let walked = sealed.await.map_err(Error::internal)??;
        tracing::info!(?walked, "private files were sealed");
    }
    if !app.db.read(files::are_some_clear).await? {
        app.files.refuse_clear();
    }
    Ok(())
}

/// Writes visits of channels down until the program ends: soon after a quiet minute, and once a
/// minute while they keep coming, as every write adds a state.
pub async fn count_visits(app: Arc<App>) {
    loop {
        tokio::time::sleep(VISITS_SOON).await;
        if write_visits(&app).await {
            tokio::time::sleep(VISITS_REST).await;
        }
    }
}

/// Writes down the visits counted so far, if there are any; what could not be written is counted
/// again.
pub async fn write_visits(app: &App) -> bool {
    let counted = app.visits.take();
    if counted.is_empty() {
        return false;
    }
    let written = match health::may_write(app) {
        Ok(()) => {
            let counted = counted.clone();
            let job = app.db.write(move |tx| channel::visited(tx, &counted));
            job.await
        }
        Err(error) => Err(error),
    };
    if let Err(error) = written {
        tracing::warn!(?error, "visits could not be written down");
        for (channel, count) in counted {
            app.visits.add(channel, count);
        }
    }
    true
}

/// One round; `before` is how far the sealed tables had come a minute ago.
pub async fn round(app: &App, before: Mark) -> Result<Mark> {
    health::may_write(app)?;
    let (now, real_ms) = (app.clock.now(), app.clock.real().0);
    app.db
        .write(move |tx| {
            if Lock::Housekeeping.try_take(tx)? {
                tidy(tx, real_ms)?;
                archive_old_log(tx, now, real_ms)?;
                let call = seed::system_call("housekeeping", now, real_ms).logged_as("SHANCHU");
                retention::remove_old(tx, &call)?;
                points::expire(tx, &call.logged_as("QITA"))?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    tidy_days(app, now).await?;
    remove_unused(app).await?;
    let (sealing, db) = (Arc::clone(&app.sealing), app.db.clone());
    let sealed = tokio::task::spawn_blocking(move || sealing.round(&db, &before, real_ms));
    let mark = sealed.await.map_err(Error::internal)?;
    let sessions = app.db.read(sessions::count).await?;
    app.metrics.counted_sessions(sessions);
    app.metrics.kept_house(real_ms);
    Ok(mark)
}

/// A kind of figure at a time: whoever pays meanwhile waits for one of them at most.
async fn tidy_days(app: &App, now: Timestamp) -> Result<()> {
    let step = move |tx: &mut Tx<'_>| {
        let is_ours = Lock::Housekeeping.try_take(tx)?;
        Ok::<_, Error>(is_ours && kept_days::tidy(tx, now.date())?)
    };
    while app.db.write(step).await? {}
    Ok(())
}

fn tidy(tx: &mut Tx<'_>, real_ms: i64) -> Result<()> {
    session::end_expired(tx, real_ms)?;
    login::forget_old(tx, real_ms, real_ms - DAY_MS, real_ms - PLACE_MS)?;
    idempotency::forget_before(tx, real_ms - KEEP_KEYS_MS)?;
    import_failed::forget_before(tx, real_ms - DAY_MS)?;
    searches::forget_before(tx, real_ms - 2 * DAY_MS)?;
    Ok(())
}

/// Lines older than the retention period leave the list; they stay in the table and its seals.
fn archive_old_log(tx: &mut Tx<'_>, now: Timestamp, real_ms: i64) -> Result<()> {
    let before_ms = now.0 - audit::kept_days(tx)? * DAY_MS;
    let archived = oplog::archive_before(tx, before_ms, ARCHIVED_AT_ONCE, now)?;
    if archived > 0 {
        let deed = Deed::new("操作日志", format!("归档超过保留期的日志 {archived}条"));
        let call = seed::system_call("housekeeping", now, real_ms).logged_as("SHANCHU");
        audit::record(tx, &call, &deed)?;
    }
    Ok(())
}
