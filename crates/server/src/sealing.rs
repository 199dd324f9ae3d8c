//! Keeps the seals of the database: with which key, how far, and anchored where. Nothing here is
//! part of a money transaction, and nothing that goes wrong here stops work: it is shown.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use store::{
    Conn, Db, SealKeys, Tx,
    anchor::{self, Kind},
    locks::Lock,
    seal::{self, Head, Mark, SEALED},
    seal_check, seal_key,
};

use crate::settings::Settings;

/// Blocks of a table sealed in one transaction.
const BLOCKS: usize = 50;
/// How long a start or a stop waits for what others have on its way.
const SETTLE_WITHIN: Duration = Duration::from_secs(5);

pub struct Sealing {
    keys: PathBuf,
    anchor: PathBuf,
    installation: String,
    /// There were seals before this start.
    had_seals: bool,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    /// What the anchor remembers already.
    anchored: Vec<Head>,
    sealing_problem: Option<String>,
    /// When everything that had settled by then was sealed last.
    sealed_ms: i64,
    anchor_problem: Option<String>,
    /// This process began the file beside older seals.
    begun: Option<String>,
}

/// What to do about an anchor that does not reach back to the first seal.
pub const BEGIN_ANCHOR: &str = "此前的封存没有锚可以对照。若它曾在别处，请找回原来的文件；\
    确是新增的节点，或原来的磁盘已毁，请执行 zhanggui begin-anchor 予以承认";

impl Sealing {
    /// Finds the seal keys, or makes the first one of a database that has none yet.
    pub fn open(settings: &Settings, db: &Db) -> Result<Self, String> {
        let path = settings.seal_keys();
        let failed = |error: store::Error| format!("数据库不可用：{error}");
        let newest = db.read_now(seal_key::newest_known).map_err(failed)?;
        let found = load(&path)?;
        let is_new = found.is_none();
        let keys = match found {
            Some(keys) => keys,
            None if newest == 0 => create(&path, 1)?,
            None => return Err(missing(&path)),
        };
        if !db
            .write_now(move |tx| seal_key::register(tx, &keys))
            .map_err(failed)?
        {
            if is_new {
                // Another node made one at the same time: that one counts.
                let _ = fs::remove_file(&path);
            }
            return Err(differs(&path));
        }
        Ok(Self {
            keys: path,
            anchor: settings.anchor_file(),
            installation: db.write_now(seal_key::installation).map_err(failed)?,
            had_seals: db.read_now(has_seals).map_err(failed)?,
            seen: Mutex::default(),
        })
    }

    /// One round of housekeeping: seals what was there at `before` and has settled since, anchors
    /// the heads, and answers how far the tables have come by now.
    pub fn round(&self, db: &Db, before: &Mark, real_ms: i64) -> Mark {
        let sealed = self.seal(db, before, real_ms, false);
        self.note(sealed, real_ms);
        self.write_anchor(db, real_ms);
        // Without a mark nothing is sealed in the next round, which is safe.
        db.read_now(Mark::take).unwrap_or_default()
    }

    /// Seals and anchors everything there is, at a start and at a clean stop.
    pub fn everything(&self, db: &Db, real_ms: i64) {
        let sealed = db
            .read_now(Mark::take)
            .map_err(|error| error.to_string())
            .and_then(|mark| self.seal(db, &mark, real_ms, true));
        self.note(sealed, real_ms);
        self.write_anchor(db, real_ms);
    }

    /// Why the seals do not grow, and why they are not anchored, in sentences.
    pub fn problems(&self) -> Vec<String> {
        let seen = self.seen();
        let all = [&seen.sealing_problem, &seen.anchor_problem, &seen.begun];
        all.into_iter().flatten().cloned().collect()
    }

    /// The same for a machine, without a path.
    pub fn is_anchored(&self) -> bool {
        self.seen().anchor_problem.is_none()
    }

    pub fn is_sealed(&self) -> bool {
        self.seen().sealing_problem.is_none()
    }

    /// When the seals had come as far as they could, for this node; zero before the first time.
    pub fn sealed_ms(&self) -> i64 {
        self.seen().sealed_ms
    }

    fn note(&self, sealed: Result<bool, String>, real_ms: i64) {
        let mut seen = self.seen();
        if sealed == Ok(true) {
            seen.sealed_ms = real_ms;
        }
        seen.sealing_problem = sealed.err();
    }

    /// Answers whether it was done: not while what was there at the mark is still on its way.
    fn seal(&self, db: &Db, mark: &Mark, real_ms: i64, waits: bool) -> Result<bool, String> {
        let keys = load(&self.keys)?.ok_or_else(|| missing(&self.keys))?;
        let patience = Instant::now() + SETTLE_WITHIN;
        let failed = |error: store::Error| {
            tracing::warn!(%error, "sealing failed");
            "封存失败，原因见服务器日志；新数据暂未封存".to_owned()
        };
        loop {
            let asked = mark.clone();
            if db
                .read_now(move |conn| asked.has_settled(conn))
                .map_err(failed)?
            {
                break;
            }
            if !waits || Instant::now() > patience {
                return Ok(false);
            }
            thread::sleep(Duration::from_millis(20));
        }
        let mut more = true;
        while more {
            let (keys, mark) = (keys.clone(), mark.clone());
            let sealed = db.write_now(move |tx| seal_some(tx, &keys, &mark, real_ms, waits));
            more = sealed.map_err(failed)? && waits;
        }
        Ok(true)
    }

    /// Notes in the anchor of this node how far the seals have come, whoever made them.
    pub fn write_anchor(&self, db: &Db, real_ms: i64) {
        let written = self.anchor_heads(db, real_ms);
        if let Err(sentence) = &written {
            tracing::warn!(sentence, "the seals are not anchored");
        }
        self.seen().anchor_problem = written.err();
    }

    fn anchor_heads(&self, db: &Db, real_ms: i64) -> Result<(), String> {
        let keys = load(&self.keys)?.ok_or_else(|| missing(&self.keys))?;
        let heads = db
            .read_now(seal::heads)
            .map_err(|error| error.to_string())?;
        // Not held while the file is written: whoever asks how the node is does not wait for a disk.
        let anchored = self.seen().anchored.clone();
        let is_new = |head: &&Head| head.block > 0 && !anchored.contains(head);
        let fresh: Vec<Head> = heads.iter().filter(is_new).cloned().collect();
        let knows_seals = self.had_seals || is_sealed(&anchored);
        let kind = if knows_seals && !anchor::is_begun(&self.anchor) {
            Kind::Begun
        } else {
            Kind::Sealed
        };
        append(
            &self.anchor,
            &keys,
            &self.installation,
            kind,
            &fresh,
            real_ms,
        )?;
        let mut seen = self.seen();
        if kind == Kind::Begun && !fresh.is_empty() {
            tracing::warn!("the anchor begins anew beside seals that were there before");
            seen.begun = Some(format!(
                "锚文件 {} 重新开始：{BEGIN_ANCHOR}",
                self.anchor.display()
            ));
        }
        seen.anchored = heads;
        Ok(())
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Seals some blocks of every table; answers whether there may be more. Several nodes share a
/// database: one at a time seals.
fn seal_some(
    tx: &mut Tx<'_>,
    keys: &SealKeys,
    mark: &Mark,
    real_ms: i64,
    waits: bool,
) -> store::Result<bool> {
    if waits {
        Lock::Sealing.take(tx)?;
    } else if !Lock::Sealing.try_take(tx)? {
        return Ok(false);
    }
    let mut more = false;
    for (table, up_to) in mark.tables() {
        let mut sealed = 0;
        while sealed < BLOCKS && seal::seal_next(tx, keys, table, up_to, real_ms)? {
            sealed += 1;
        }
        more |= sealed == BLOCKS;
    }
    Ok(more)
}

fn has_seals(conn: &mut Conn) -> store::Result<bool> {
    seal::heads(conn).map(|heads| is_sealed(&heads))
}

/// Whether anything is sealed: a table without seals has a head too.
fn is_sealed(heads: &[Head]) -> bool {
    heads.iter().any(|head| head.block > 0)
}

/// What the unkeyed seals of an earlier version were worth, where there are any and no keyed ones
/// yet: a sentence for the operation log.
pub fn before_keys(db: &Db) -> store::Result<Option<String>> {
    db.read_now(|conn| {
        if has_seals(conn)? {
            return Ok(None);
        }
        let (mut blocks, mut broken) = (0, 0);
        for table in SEALED {
            let (had, bad) = seal_check::unkeyed(conn, table)?;
            blocks += had;
            broken += bad;
        }
        let verdict = match broken {
            0 => "核对无误".to_owned(),
            broken => format!("其中{broken}块不符"),
        };
        Ok((blocks > 0)
            .then(|| format!("封存升级：原有封存{blocks}块，{verdict}；自此起用密钥封存")))
    })
}

/// Notes in the anchor that a backup was brought back: the seals go on from where it had come.
pub fn record_restore(settings: &Settings, db: &Db, real_ms: i64) -> Result<(), String> {
    record(settings, db, Kind::Restored, real_ms)
}

/// Notes in the anchor that somebody knows why it begins beside older seals.
pub fn accept_begin(settings: &Settings, db: &Db, real_ms: i64) -> Result<(), String> {
    record(settings, db, Kind::Accepted, real_ms)
}

fn record(settings: &Settings, db: &Db, kind: Kind, real_ms: i64) -> Result<(), String> {
    let path = settings.seal_keys();
    let keys = load(&path)?.ok_or_else(|| missing(&path))?;
    let installation = db.write_now(seal_key::installation);
    let installation = installation.map_err(|error| error.to_string())?;
    let heads = db
        .read_now(seal::heads)
        .map_err(|error| error.to_string())?;
    append(
        &settings.anchor_file(),
        &keys,
        &installation,
        kind,
        &heads,
        real_ms,
    )
}

/// Makes a new key the one that seals; answers its number. A lost file starts again with the next
/// number, and what the lost keys sealed can no longer be verified.
pub fn rotate(settings: &Settings, db: &Db, is_lost: bool) -> Result<i64, String> {
    let path = settings.seal_keys();
    let newest = db.read_now(seal_key::newest_known);
    let newest = newest.map_err(|error| error.to_string())?;
    let keys = match (load(&path)?, is_lost) {
        (None, true) => create(&path, newest + 1)?,
        (None, false) => return Err(missing(&path)),
        (Some(_), _) => SealKeys::rotate(&path).map_err(|error| unreadable(&path, &error))?,
    };
    let number = keys.newest();
    let registered = db.write_now(move |tx| seal_key::register(tx, &keys));
    match registered {
        Ok(true) => Ok(number),
        Ok(false) => Err(differs(&path)),
        Err(error) => Err(error.to_string()),
    }
}

pub fn load(path: &Path) -> Result<Option<SealKeys>, String> {
    SealKeys::load(path).map_err(|error| unreadable(path, &error))
}

pub fn create(path: &Path, number: i64) -> Result<SealKeys, String> {
    SealKeys::create(path, number).map_err(|error| unreadable(path, &error))
}

fn append(
    path: &Path,
    keys: &SealKeys,
    installation: &str,
    kind: Kind,
    heads: &[Head],
    real_ms: i64,
) -> Result<(), String> {
    anchor::append(path, keys, installation, kind, heads, real_ms)
        .map_err(|error| format!("锚文件 {} 无法写入：{error}", path.display()))
}

fn unreadable(path: &Path, error: &std::io::Error) -> String {
    format!("无法使用封存密钥 {}：{error}", path.display())
}

pub fn missing(path: &Path) -> String {
    format!(
        "没有找到封存密钥 {}：请找回原来的文件，各节点用同一份；确已遗失时执行 zhanggui rotate-seal-key --lost",
        path.display()
    )
}

pub fn differs(path: &Path) -> String {
    format!(
        "封存密钥 {} 与数据库不符：请找回原来的文件，各节点用同一份",
        path.display()
    )
}
