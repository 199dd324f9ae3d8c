//! A backup every day at an hour of the office, into a folder, the newest so many of them kept.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, UNIX_EPOCH},
};

use schema::Timestamp;
use service::backups::{self, Ended, Kept};

use crate::{
    app::{self, App},
    cli::copy::{self, Copied},
    settings::Settings,
};

const LOOK_EVERY: Duration = Duration::from_mins(1);
/// What made a backup fail seldom goes away within a minute, and each try costs as much as one.
const AFTER_A_FAILURE: Duration = Duration::from_hours(1);
/// What the names of our folders begin with; the day and the time follow.
const PREFIX: &str = "zhanggui-";
/// A backup that is being made: one that was cut off is not taken for one.
const UNFINISHED: &str = "unfinished-";
/// Everything but some files that the storage did not give: better than nothing, and no backup.
const INCOMPLETE: &str = "incomplete-";

/// Runs until the program ends, where a folder was set.
pub async fn run(app: Arc<App>, settings: Settings) {
    let Some(folder) = settings.backup_dir.clone() else {
        return;
    };
    recall(&app, &folder).await;
    loop {
        let now = app.clock.now();
        let made = match newest(&folder) {
            Ok(last) if is_due(last.as_deref(), now, settings.backup_hour) => {
                let (settings, folder) = (settings.clone(), folder.clone());
                let made = tokio::task::spawn_blocking(move || make(&settings, &folder, now));
                made.await.unwrap_or_else(|panic| Err(panic.to_string()))
            }
            Ok(_) => {
                tokio::time::sleep(LOOK_EVERY).await;
                continue;
            }
            Err(error) => Err(format!("无法读取备份目录：{error}")),
        };
        let rest = rest_after(&made);
        note(&app, made).await;
        tokio::time::sleep(rest).await;
    }
}

fn rest_after(made: &Result<(), String>) -> Duration {
    match made {
        Ok(()) => LOOK_EVERY,
        Err(_) => AFTER_A_FAILURE,
    }
}

/// What is known of backups from before this start, for whoever watches.
async fn recall(app: &App, folder: &Path) {
    let known = app.db.write(backups::scheduled).await;
    let known = known.unwrap_or_else(|error| {
        tracing::warn!(?error, "what is known of backups cannot be read");
        Kept::default()
    });
    let noted = known.good.map(|good| good.real_ms);
    // Those of an earlier version are known by their folders alone.
    if let Some(real_ms) = noted.or_else(|| newest_ms(folder)) {
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
pub fn make(settings: &Settings, folder: &Path, now: Timestamp) -> Result<(), String> {
    let failed = |error: io::Error| format!("备份失败：{error}");
    store::private::make_folder(folder).map_err(failed)?;
    let named = |prefix: &str| folder.join(format!("{prefix}{}", stamp(now)));
    let unfinished = named(UNFINISHED);
    remove(&unfinished).map_err(failed)?;
    forget_cut_off(folder, now).map_err(failed)?;
    let copied = app::open_existing_db(settings)
        .and_then(|db| copy::copy(settings, &db, &unfinished))
        .inspect_err(|_| match remove(&unfinished) {
            Ok(()) => tracing::info!("what there was of the backup was removed"),
            Err(error) => tracing::warn!(%error, "an unfinished backup cannot be removed"),
        })?;
    if let Copied::Lacking(sentence) = copied {
        let older = ours(folder, INCOMPLETE).map_err(failed)?;
        fs::rename(&unfinished, named(INCOMPLETE)).map_err(failed)?;
        older
            .iter()
            .try_for_each(|(_, path)| remove(path))
            .map_err(failed)?;
        return Err(sentence);
    }
    fs::rename(&unfinished, named(PREFIX)).map_err(failed)?;
    forget_older(folder, settings.backup_keep).map_err(failed)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Removes what a program that was killed left of a backup on an earlier day.
fn forget_cut_off(folder: &Path, now: Timestamp) -> io::Result<()> {
    let today = stamp(now);
    let is_older = |made: &str| made.get(..8) < today.get(..8);
    for (made, path) in ours(folder, UNFINISHED)? {
        if is_older(&made) {
            remove(&path)?;
        }
    }
    Ok(())
}

/// Our folders of one kind, oldest first, each with the day and time in its name.
fn ours(folder: &Path, prefix: &str) -> io::Result<Vec<(String, PathBuf)>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut ours = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let stamp = name.strip_prefix(prefix).unwrap_or_default();
        if stamp.len() == 14 && stamp.bytes().all(|byte| byte.is_ascii_digit()) {
            ours.push((stamp.to_owned(), entry.path()));
        }
    }
    ours.sort();
    Ok(ours)
}

fn newest(folder: &Path) -> io::Result<Option<String>> {
    Ok(ours(folder, PREFIX)?.pop().map(|(stamp, _)| stamp))
}

/// When the newest backup there is was written.
fn newest_ms(folder: &Path) -> Option<i64> {
    let (_, path) = ours(folder, PREFIX).ok()?.pop()?;
    let written = fs::metadata(path).and_then(|found| found.modified()).ok()?;
    let since = written.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(since.as_millis()).ok()
}

fn forget_older(folder: &Path, keep: u16) -> io::Result<()> {
    let made = ours(folder, PREFIX)?;
    let older = made.len().saturating_sub(keep.into());
    for (_, path) in made.iter().take(older) {
        remove(path)?;
    }
    Ok(())
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

    #[test]
    fn what_was_cut_off_on_an_earlier_day_goes() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            "unfinished-20260228030000",
            "unfinished-20260301030000",
            "unfinished-notes",
            "zhanggui-20260228030000",
        ];
        for name in names {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let now = store::Clock::from_setting("2026-03-01T09:00:00!").unwrap();
        forget_cut_off(folder.path(), now.now()).unwrap();
        let left = names.map(|name| folder.path().join(name).exists());
        assert_eq!(left, [false, true, true, true]);
    }

    #[test]
    fn only_what_is_ours_and_old_goes() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            "zhanggui-20260101030000",
            "zhanggui-20260102030000",
            "zhanggui-20260103030000",
            "zhanggui-notes",
            "unfinished-20260104030000",
        ];
        for name in names {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        forget_older(folder.path(), 2).unwrap();
        let left = names.map(|name| folder.path().join(name).exists());
        assert_eq!(left, [false, true, true, true, true]);
        let newest = newest(folder.path()).unwrap();
        assert_eq!(newest.as_deref(), Some("20260103030000"));
    }
}
