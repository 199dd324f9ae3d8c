//! What is known of the backups of the office: when the last one ended well, or why it did not.

use schema::Timestamp;
use serde::{Deserialize, Serialize};
use store::{Conn, Tx, meta};

use crate::{call::Call, error::Result, wire::answer};

/// Where it is kept.
const NAME: &str = "backups";
/// A backup that is older than this warns.
const OLD_MS: i64 = 2 * 86_400_000;
/// A reason may name many files; this much of it fits on a line.
const REASON: usize = 200;

/// What is kept of backups.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The last one that ended well.
    pub good: Option<Ended>,
    /// The one after it that did not.
    pub failed: Option<Failed>,
}

/// When a backup came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// By the clock of the office.
    pub at_ms: i64,
    pub real_ms: i64,
}

/// A backup that came to nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failed {
    pub at_ms: i64,
    pub why: String,
}

/// What is kept; nothing where there is no schedule and no backup was ever made.
pub fn kept(conn: &mut Conn) -> Result<Option<Kept>> {
    let text = meta::get(conn, NAME)?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

/// Notes that backups are made by a schedule; answers what is known of them.
pub fn scheduled(tx: &mut Tx<'_>) -> Result<Kept> {
    let known = kept(tx)?;
    if known.is_none() {
        keep(tx, &Kept::default())?;
    }
    Ok(known.unwrap_or_default())
}

/// Notes how a backup ended.
pub fn ended(tx: &mut Tx<'_>, ended: Ended, outcome: &Result<(), String>) -> Result<()> {
    let mut known = kept(tx)?.unwrap_or_default();
    match outcome {
        Ok(()) => {
            known = Kept {
                good: Some(ended),
                failed: None,
            }
        }
        Err(why) => {
            known.failed = Some(Failed {
                at_ms: ended.at_ms,
                why: why.chars().take(REASON).collect(),
            });
        }
    }
    keep(tx, &known)
}

fn keep(tx: &mut Tx<'_>, known: &Kept) -> Result<()> {
    let text = serde_json::to_string(known).map_err(crate::Error::internal)?;
    Ok(meta::put(tx, NAME, &text)?)
}

answer! {
    /// The backups of the office, for who looks after all of it.
    pub struct Backups {
        /// When the last one ended well.
        chenggong_time: Option<Timestamp>,
        /// When the one after it failed, and why.
        shibai_time: Option<Timestamp>,
        yuanyin: Option<String>,
        /// The last one failed, or is too old.
        is_jinggao: bool,
    }
}

/// The line of the home page; none for others than an administrator who sees everything.
pub fn of(conn: &mut Conn, call: &Call) -> Result<Option<Backups>> {
    let access = &call.actor.access;
    if !access.is_admin() || !access.reach.all {
        return Ok(None);
    }
    Ok(kept(conn)?.map(|known| shown(known, call.now)))
}

fn shown(Kept { good, failed }: Kept, now: Timestamp) -> Backups {
    let is_old = good.is_some_and(|good| now.0 - good.at_ms > OLD_MS);
    Backups {
        chenggong_time: good.map(|good| Timestamp(good.at_ms)),
        is_jinggao: is_old || failed.is_some(),
        shibai_time: failed.as_ref().map(|failed| Timestamp(failed.at_ms)),
        yuanyin: failed.map(|failed| failed.why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_or_old_backup_warns() {
        const DAY_MS: i64 = 86_400_000;
        let now = Timestamp(100 * DAY_MS);
        let good = |days: i64| {
            let at_ms = now.0 - days * DAY_MS;
            Some(Ended { at_ms, real_ms: 0 })
        };
        let failed = Some(Failed {
            at_ms: now.0,
            why: "备份失败：磁盘已满".to_owned(),
        });
        for (good, failed, warns) in [
            (None, None, false),
            (good(0), None, false),
            (good(2), None, false),
            (good(3), None, true),
            (good(0), failed.clone(), true),
            (None, failed, true),
        ] {
            let shown = shown(Kept { good, failed }, now);
            assert_eq!(shown.is_jinggao, warns, "{:?}", shown.chenggong_time);
        }
    }
}
