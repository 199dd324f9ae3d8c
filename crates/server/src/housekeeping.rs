//! Work nobody waits for: ending old sessions, forgetting old captchas, sealing the log. With
//! several nodes one of them does it.

use std::{sync::Arc, time::Duration};

use service::{Error, Result, session};
use store::{Tx, idempotency, login, meta, seal};

use crate::app::App;

const EVERY: Duration = Duration::from_mins(1);
const LOCK: i64 = 7293;
const DAY_MS: i64 = 86_400_000;
const KEEP_KEYS_MS: i64 = 7 * DAY_MS;
/// Blocks sealed in one round.
const BLOCKS: usize = 50;
/// Tables whose rows are sealed.
pub const SEALED: [&str; 2] = ["sys_log", "app_mingan_jilu"];

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
    let real_ms = app.clock.real().0;
    app.db
        .write(move |tx| {
            if meta::try_lock(tx, LOCK)? {
                tidy(tx, real_ms)?;
                for (table, up_to) in SEALED.iter().zip(settled) {
                    seal_up_to(tx, table, up_to)?;
                }
            }
            Ok::<_, Error>(())
        })
        .await?;
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
    login::forget_old(tx, real_ms, real_ms - DAY_MS)?;
    idempotency::forget_before(tx, real_ms - KEEP_KEYS_MS)?;
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
