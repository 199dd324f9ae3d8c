//! A demo office for PostgreSQL, made in a SQLite file of its own and carried over as a whole: of a
//! year's hundreds of thousands of questions none has to travel.

use std::{path::Path, sync::mpsc, thread};

use schema::Timestamp;
use store::{Db, Dialect, Error, Options, Row, Tx, migrate, portable, rotation};

use super::{Made, already, run};
use crate::{error::Result, user::FreshPassword};

/// Pieces on their way between two databases.
const ON_THE_WAY: usize = 4;
/// What the copy is a copy of.
const DEMO: &str = "demo";

/// Whether nobody else works with a database on a server, so that all of it may be put there anew.
pub fn may_be_apart(db: &Db, real_ms: i64) -> Result<bool> {
    let is_server = db.dialect() == Dialect::Postgres;
    Ok(is_server
        && db
            .read_now(move |conn| rotation::nodes(conn, real_ms))?
            .is_empty())
}

/// [`run`], by way of a file in this folder. What the database holds, which is what an office begins
/// with, goes there first; it comes back with the demo in one transaction, or stays as it was.
pub fn run_apart(
    db: &Db,
    folder: &Path,
    now: Timestamp,
    orders: usize,
    passwords: &[FreshPassword],
    stops: impl Fn() -> bool + Send + Sync + 'static,
) -> Result<Made> {
    if let Some(reason) = db.read_now(already)? {
        return Ok(reason);
    }
    let url = format!("sqlite:{}", folder.join("demo.db").display());
    let apart = Db::open(&Options::new(&url, db.keys().clone()))?;
    migrate::migrate(&apart).map_err(crate::Error::internal)?;
    carry(db, &apart)?;
    let made = run(&apart, now, orders, passwords, stops)?;
    carry(&apart, db)?;
    Ok(made)
}

/// Puts the rows of one database into another, instead of those that are there.
fn carry(from: &Db, to: &Db) -> Result<()> {
    let from = from.clone();
    Ok(to.write_now(move |tx| replace(tx, &from))?)
}

fn replace(tx: &mut Tx<'_>, from: &Db) -> store::Result<()> {
    tx.be_patient()?;
    portable::clear(tx)?;
    portable::begin(tx, DEMO)?;
    let (give, given) = mpsc::sync_channel(ON_THE_WAY);
    let source = from.clone();
    let reading = thread::spawn(move || {
        source.read_now(move |conn| {
            conn.snapshot(|conn| {
                let give = |shape: &portable::Shape, rows: Vec<Row>| {
                    give.send((shape.clone(), rows)).is_ok()
                };
                portable::scan(conn, None, give)?;
                portable::numbers(conn)
            })
        })
    });
    for (shape, rows) in given {
        portable::insert(tx, &shape, &rows)?;
    }
    let numbers: store::Result<_> = reading
        .join()
        .unwrap_or_else(|_| Err(Error::Panic("reading a demo".to_owned())));
    portable::finish(tx, &numbers?)?;
    portable::end(tx)
}
