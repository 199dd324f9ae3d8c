//! When the search words of new rows are written (`gram.rs`).

use crate::{conn::Tx, db::Db, error::Result, gram::catch_up};

/// Rows of one transaction.
const TOGETHER: usize = 2_000;

/// Writes the words of all rows that have none yet: after very many were added.
pub fn finish_words(db: &Db) -> Result<()> {
    let write = |tx: &mut Tx<'_>| {
        tx.be_patient()?;
        tx.behind.broken.clear();
        catch_up(tx, TOGETHER).map_err(|(_, error)| error)
    };
    while db.write_now(write)? == TOGETHER {}
    Ok(())
}

/// From now on what may be is written behind: the schema is this program's, and it goes on running.
pub fn write_behind(db: &Db) {
    db.write_behind();
}
