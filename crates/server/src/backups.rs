//! A backup every day at an hour of the office, into a folder or a bucket, the newest so many of them
//! kept.

mod shelf;

use std::{sync::Arc, time::Duration};

use schema::Timestamp;
use service::backups::{self, Ended, Kept};
use tokio::task::spawn_blocking;

use crate::{
    app::{self, App},
    cli::copy::{self, Copied},
    settings::Settings,
};

pub use shelf::Shelf;
use shelf::Sort;

const LOOK_EVERY: Duration = Duration::from_mins(1);
/// What made a backup fail seldom goes away within a minute, and each try costs as much as one.
const AFTER_A_FAILURE: Duration = Duration::from_hours(1);

/// Runs until the program ends, where a place was set.
pub async fn run(app: Arc<App>, settings: Settings) {
    let Some(place) = &settings.backup_dir else {
        return;
    };
    let shelf = Shelf::of(place);
    recall(&app, &shelf).await;
    loop {
        let (now, settings, shelf) = (app.clock.now(), settings.clone(), shelf.clone());
        let made = spawn_blocking(move || make_if_due(&settings, &shelf, now));
        let made = made
            .await
            .unwrap_or_else(|panic| Some(Err(panic.to_string())));
        let Some(made) = made else {
            tokio::time::sleep(LOOK_EVERY).await;
            continue;
        };
        let rest = rest_after(&made);
        note(&app, made).await;
        tokio::time::sleep(rest).await;
    }
}

/// How the backup of today ended; nothing where it is not due.
fn make_if_due(settings: &Settings, shelf: &Shelf, now: Timestamp) -> Option<Result<(), String>> {
    match shelf.newest() {
        Ok(last) if is_due(last.as_deref(), now, settings.backup_hour) => {
            Some(make(settings, shelf, now))
        }
        Ok(_) => None,
        Err(sentence) => Some(Err(sentence)),
    }
}

fn rest_after(made: &Result<(), String>) -> Duration {
    match made {
        Ok(()) => LOOK_EVERY,
        Err(_) => AFTER_A_FAILURE,
    }
}

/// What is known of backups from before this start, for whoever watches.
async fn recall(app: &App, shelf: &Shelf) {
    let known = app.db.write(backups::scheduled).await;
    let known = known.unwrap_or_else(|error| {
        tracing::warn!(?error, "what is known of backups cannot be read");
        Kept::default()
    });
    let noted = known.good.map(|good| good.real_ms);
    // Those of an earlier version are known by their folders alone.
    if let Some(real_ms) = noted.or_else(|| shelf.newest_ms()) {
        app.metrics.backed_up(real_ms, true);
    }
    if known.failed.is_some() {
        app.metrics.backed_up(0, false);
    }
}

/// Tells how a backup ended: the log, whoever watches, and the home page.
async fn note(app: &App, made: Result<(), String>) {
    match &made {
        Ok(()) => tracing::info!("a backup was made"),
        Err(sentence) => {
            tracing::error!(sentence, "the backup failed; it is tried again in an hour");
        }
    }
    let ended = Ended {
        at_ms: app.clock.now().0,
        real_ms: app.clock.real().0,
    };
    app.metrics.backed_up(ended.real_ms, made.is_ok());
    let noted = app.db.write(move |tx| backups::ended(tx, ended, &made));
    if let Err(error) = noted.await {
        tracing::warn!(?error, "how the backup ended could not be written down");
    }
}

/// The day and the time in a folder's name.
fn stamp(now: Timestamp) -> String {
    let digits = now.to_string();
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    digits.chars().take(14).collect()
}

/// Whether the hour of today has come and no backup was made since.
fn is_due(last: Option<&str>, now: Timestamp, hour: u8) -> bool {
    let now = stamp(now);
    let due = format!("{}{hour:02}0000", now.get(..8).unwrap_or_default());
    now >= due && last.is_none_or(|last| last < due.as_str())
}

/// Makes a backup and forgets those that are too old. What is left of one that failed goes, but for
/// one that lacks nothing but files.
pub fn make(settings: &Settings, shelf: &Shelf, now: Timestamp) -> Result<(), String> {
    let stamp = stamp(now);
    shelf.prepare(&stamp)?;
    let place = |copied: &Copied| shelf.place(sort_of(copied), &stamp);
    let copied = app::open_existing_db(settings)
        .and_then(|db| copy::keep(settings, &db, place))
        .inspect_err(|_| match shelf.give_up(&stamp) {
            Ok(()) => tracing::info!("what there was of the backup was removed"),
            Err(error) => tracing::warn!(error, "an unfinished backup cannot be removed"),
        })?;
    shelf.finish(sort_of(&copied), &stamp)?;
    match copied {
        Copied::Whole => shelf.forget(Sort::Whole, settings.backup_keep.into()),
        Copied::Lacking(sentence) => {
            shelf.forget(Sort::Incomplete, 1)?;
            Err(sentence)
        }
    }
}

fn sort_of(copied: &Copied) -> Sort {
    match copied {
        Copied::Whole => Sort::Whole,
        Copied::Lacking(_) => Sort::Incomplete,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_is_due_once_a_day_after_its_hour() {
        let at = |text: &str| store::Clock::from_setting(text).unwrap().now();
        let (early, late) = (at("2026-03-01T02:59:59!"), at("2026-03-01T03:00:00!"));
        assert!(!is_due(None, early, 3));
        assert!(is_due(None, late, 3));
        assert!(is_due(Some("20260228030100"), late, 3));
        assert!(!is_due(Some("20260301030001"), late, 3));
    }

    #[test]
    fn a_failure_is_not_tried_again_at_once() {
        assert_eq!(rest_after(&Ok(())), Duration::from_mins(1));
        let failed = Err("备份失败".to_owned());
        assert_eq!(rest_after(&failed), Duration::from_hours(1));
    }
}
