//! Private files that lie in clear, from an earlier version, or under an older key are written
//! again, beside live servers. The database says which those are, so whoever is killed goes on.

use store::{Db, files};

use super::{
    Folder,
    key::FileKey,
    sealed::{Again, Sealed},
    storage::Storage as _,
};

const AT_ONCE: i64 = 20;
/// Longer than an upload takes between its row and its bytes.
const UPLOAD_MS: i64 = 600_000;

/// What a walk did.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Walked {
    pub sealed: usize,
    /// Could not be read or written: they stay as they are.
    pub failed: usize,
}

/// Seals every private file that lies in clear or under an older key than the one that writes.
/// `tell` hears how many were sealed.
pub fn seal_older(
    db: &Db,
    storage: &Sealed,
    real_ms: impl Fn() -> i64,
    mut tell: impl FnMut(usize),
) -> store::Result<Walked> {
    let mut walked = Walked::default();
    for folder in Folder::private() {
        for number in 0..storage.writing() {
            let mut after = String::new();
            loop {
                let asked = after.clone();
                let ask = move |conn: &mut _| files::under(conn, folder, number, &asked, AT_ONCE);
                let keys = db.read_now(ask)?;
                let Some(last) = keys.last() else { break };
                after.clone_from(last);
                let more = seal_some(db, storage, keys, number, real_ms())?;
                walked.sealed += more.sealed;
                walked.failed += more.failed;
                tell(walked.sealed);
            }
        }
    }
    Ok(walked)
}

fn seal_some(
    db: &Db,
    storage: &Sealed,
    keys: Vec<String>,
    number: u8,
    real_ms: i64,
) -> store::Result<Walked> {
    let keys = db.write_now(move |tx| files::rewrite(tx, keys.clone(), real_ms))?;
    let mut done = Vec::new();
    let mut walked = Walked::default();
    for key in keys.iter().filter_map(|key| FileKey::parse(key)) {
        match storage.seal_again(&key, number) {
            Ok(again) => done.push((key, again)),
            Err(error) => {
                let (file, error) = (key.as_str(), error.context());
                tracing::warn!(file, error, "a private file cannot be sealed");
                walked.failed += 1;
            }
        }
    }
    walked.sealed = done.len();
    let writing = storage.writing();
    let gone = db.write_now(move |tx| {
        let mut gone = Vec::new();
        for (key, again) in &done {
            match again {
                Again::Missing => {
                    files::nothing_there(tx, key.as_str(), writing, real_ms - UPLOAD_MS)?;
                }
                Again::Under(number) if files::rewritten(tx, key.as_str(), *number)? => {}
                Again::Under(_) => gone.push(key.clone()),
            }
        }
        Ok::<_, store::Error>(gone)
    })?;
    // Their rows stay until the bytes are gone for good, so what fails here is done again later.
    for key in &gone {
        if let Err(error) = storage.delete(key) {
            tracing::warn!(error = error.context(), "cannot remove a file given up");
        }
    }
    Ok(walked)
}
