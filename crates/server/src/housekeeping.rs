//! Work nobody waits for: ending old sessions, forgetting old captchas, removing unused files,
//! sealing and archiving the log. With several nodes one of them does it.

use std::{sync::Arc, time::Duration};

use schema::Timestamp;
use service::{Error, Result, audit, audit::Deed, login::PLACE_MS, seed, session};
use store::{Tx, idempotency, import_failed, locks::Lock, login, oplog, seal, searches};

use crate::{app::App, files::remove_unused};

const EVERY: Duration = Duration::from_mins(1);
const DAY_MS: i64 = 86_400_000;
const KEEP_KEYS_MS: i64 = 7 * DAY_MS;
const ARCHIVED_AT_ONCE: i64 = 5_000;
/// Blocks sealed in one round.
const BLOCKS: usize = 50;
/// Tables whose rows are sealed.
pub const SEALED: [&str; 5] = [
    "sys_log",
    "app_mingan_jilu",
    "app_log",
    "app_zijin_fenlu",
    "app_dingdan_lishi",
];

/// Runs until the program ends.
pub async fn run(app: Arc<App>) {
    // A row with a smaller id may still be on its way to its commit; after a minute it is not.
    let mut settled = [0; SEALED.len()];
    loop {
        tokio::time::sleep(EVERY).await;
        let outcome = round(&app, settled).await;
        match outcome {
            Ok(newest) => settled = newest,
            Err(error) => tracing::warn!(?error, "housekeeping failed"),
        }
    }
}

/// One round; `settled` are the newest ids of the sealed tables a minute ago.
pub async fn round(app: &App, settled: [i64; SEALED.len()]) -> Result<[i64; SEALED.len()]> {
    let (now, real_ms) = (app.clock.now(), app.clock.real().0);
    app.db
        .write(move |tx| {
            if Lock::Housekeeping.try_take(tx)? {
                tidy(tx, real_ms)?;
                archive_old_log(tx, now, real_ms)?;
                for (table, up_to) in SEALED.iter().zip(settled) {
                    seal_up_to(tx, table, up_to)?;
                }
            }
            Ok::<_, Error>(())
        })
        .await?;
    remove_unused(app).await?;
    app.db
        .read(|conn| {
            let mut newest = [0; SEALED.len()];
            for (table, newest) in SEALED.iter().zip(&mut newest) {
                *newest = seal::newest_id(conn, table)?;
            }
            Ok::<_, Error>(newest)
        })
        .await
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
        let deed = Deed::new(
            "操作日志",
            "SHANCHU",
            format!("归档超过保留期的日志 {archived}条"),
        );
        audit::record(tx, &seed::system_call("housekeeping", now, real_ms), &deed)?;
    }
    Ok(())
}

/// Seals what has settled.
pub fn seal_up_to(tx: &mut Tx<'_>, table: &str, up_to: i64) -> Result<()> {
    for _ in 0..BLOCKS {
        if !seal::seal_next(tx, table, up_to)? {
            break;
        }
    }
    Ok(())
}
