//! Follows a change of keys: reads the key file again when it is another one, writes with the key
//! that the database names, and tells which keys this node has.

use std::{
    fs, io,
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::SystemTime,
};

use store::{Db, crypt, rotation};

/// How often a node says that it is there, when nothing about it is new.
const HEARD_MS: i64 = 60_000;

pub struct KeyWatch {
    path: PathBuf,
    name: String,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    file: Option<SystemTime>,
    /// The newest key, the one that writes, and when that was told.
    told: Option<(u8, u8, i64)>,
}

impl KeyWatch {
    pub fn new(path: PathBuf) -> io::Result<Self> {
        Ok(Self {
            path,
            name: crypt::token()?.chars().take(16).collect(),
            seen: Mutex::default(),
        })
    }

    /// One look at the file and at the database.
    pub async fn round(&self, db: &Db, real_ms: i64) -> store::Result<()> {
        self.read_file(db);
        let held = db.read(rotation::follow).await?;
        if !held {
            tracing::warn!("the key that the database is written with is not in the key file");
        }
        let keys = db.keys();
        let newest = keys.numbers().last().copied().unwrap_or_default();
        let (now, name) = ((newest, keys.writing(), real_ms), self.name.clone());
        if self.must_tell(now) {
            db.write(move |tx| rotation::report(tx, &name, real_ms))
                .await?;
            self.seen().told = Some(now);
        }
        Ok(())
    }

    /// This node stops: nobody waits for it any more.
    pub fn leave(&self, db: &Db) {
        let name = self.name.clone();
        if let Err(error) = db.write_now(move |tx| rotation::leave(tx, &name)) {
            tracing::warn!(%error, "could not say that this node stops");
        }
    }

    fn must_tell(&self, now: (u8, u8, i64)) -> bool {
        self.seen()
            .told
            .is_none_or(|told| (told.0, told.1) != (now.0, now.1) || now.2 - told.2 >= HEARD_MS)
    }

    fn read_file(&self, db: &Db) {
        let changed = fs::metadata(&self.path).and_then(|found| found.modified());
        let changed = changed.ok();
        if changed.is_none() || self.seen().file == changed {
            return;
        }
        match db.keys().reload(&self.path) {
            Ok(()) => self.seen().file = changed,
            // A file that is just being copied is read a moment later.
            Err(error) => tracing::warn!(%error, "the key file cannot be read"),
        }
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
