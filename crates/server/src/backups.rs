//! A backup every day at an hour of the office, into a folder, the newest so many of them kept.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use schema::Timestamp;

use crate::{app::App, cli::copy, settings::Settings};

const LOOK_EVERY: Duration = Duration::from_mins(1);
/// What the names of our folders begin with; the day and the time follow.
const PREFIX: &str = "zhanggui-";
/// A backup that is being made: one that was cut off is not taken for one.
const UNFINISHED: &str = "unfinished";

/// Runs until the program ends, where a folder was set.
pub async fn run(app: Arc<App>, settings: Settings) {
    let Some(folder) = settings.backup_dir.clone() else {
        return;
    };
    loop {
        let now = app.clock.now();
        match newest(&folder) {
            Ok(last) if is_due(last.as_deref(), now, settings.backup_hour) => {
                let (settings, folder) = (settings.clone(), folder.clone());
                let made = tokio::task::spawn_blocking(move || make(&settings, &folder, now));
                let made = made.await.unwrap_or_else(|panic| Err(panic.to_string()));
                match &made {
                    Ok(()) => tracing::info!("a backup was made"),
                    Err(sentence) => tracing::error!(sentence, "the backup failed"),
                }
                app.metrics.backed_up(app.clock.real().0, made.is_ok());
            }
            Ok(_) => {}
            Err(error) => {
                tracing::error!(%error, "the folder for backups cannot be read");
                app.metrics.backed_up(app.clock.real().0, false);
            }
        }
        tokio::time::sleep(LOOK_EVERY).await;
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

fn make(settings: &Settings, folder: &Path, now: Timestamp) -> Result<(), String> {
    let failed = |error: io::Error| format!("备份失败：{error}");
    store::private::make_folder(folder).map_err(failed)?;
    let unfinished = folder.join(format!("{UNFINISHED}-{}", stamp(now)));
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished).map_err(failed)?;
    }
    copy::backup(settings, &unfinished)?;
    let whole = folder.join(format!("{PREFIX}{}", stamp(now)));
    fs::rename(&unfinished, whole).map_err(failed)?;
    forget_older(folder, settings.backup_keep).map_err(failed)
}

/// Our folders, oldest first.
fn made(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut made = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let stamp = name.strip_prefix(PREFIX).unwrap_or_default();
        if stamp.len() == 14 && stamp.bytes().all(|byte| byte.is_ascii_digit()) {
            made.push((stamp.to_owned(), entry.path()));
        }
    }
    made.sort();
    Ok(made)
}

fn newest(folder: &Path) -> io::Result<Option<String>> {
    Ok(made(folder)?.pop().map(|(stamp, _)| stamp))
}

fn forget_older(folder: &Path, keep: u16) -> io::Result<()> {
    let made = made(folder)?;
    let older = made.len().saturating_sub(keep.into());
    for (_, path) in made.iter().take(older) {
        fs::remove_dir_all(path)?;
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
