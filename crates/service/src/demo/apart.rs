//! A demo office for PostgreSQL, made in a SQLite file of its own and carried over as a whole: of a
//! year's hundreds of thousands of questions none has to travel.

use std::{path::Path, sync::mpsc, thread};

use schema::Timestamp;
use store::{Conn, Db, Dialect, Error, Options, Row, Tx, migrate, portable, rotation};

use super::{Made, already, run};
use crate::{error::Result, user::FreshPassword};

/// Pieces on their way between two databases.
const ON_THE_WAY: usize = 4;
/// What the copy is a copy of.
const DEMO: &str = "demo";
/// A larger one is made where it is, some thousand orders in a transaction: whoever stops it has what
/// was made by then.
const MOST: usize = 50_000;

/// What the tables of a database gave as numbers: another where somebody added something.
type Numbers = Vec<(String, i64)>;

/// Whether a demo of so many orders may be made in a file: nobody else works with the server, and
/// there is one to make.
pub fn may_be_apart(db: &Db, orders: usize, real_ms: i64) -> Result<bool> {
    if db.dialect() == Dialect::Sqlite || orders > MOST {
        return Ok(false);
    }
    db.read_now(move |conn| may_be_replaced(conn, real_ms))
}

fn may_be_replaced(conn: &mut Conn, real_ms: i64) -> Result<bool> {
    Ok(already(conn)?.is_none() && rotation::nodes(conn, real_ms)?.is_empty())
}

/// [`run`], by way of a file in this folder. What the database holds, which is what an office begins
/// with, goes there first; it comes back with the demo in one transaction. Nothing, and nothing is
/// changed, where somebody else began to work with the server meanwhile.
pub fn run_apart(
    db: &Db,
    folder: &Path,
    (now, real_ms): (Timestamp, i64),
    orders: usize,
    passwords: &[FreshPassword],
    stops: impl Fn() -> bool + Send + Sync + 'static,
) -> Result<Option<Made>> {
    let begins_with = db.read_now(portable::numbers)?;
    let url = format!("sqlite:{}", folder.join("demo.db").display());
    let apart = Db::open(&Options::new(&url, db.keys().clone()))?;
    migrate::migrate(&apart).map_err(crate::Error::internal)?;
    let from = db.clone();
    apart.write_now(move |tx| fill(tx, &from))?;
    let made = run(&apart, now, orders, passwords, stops)?;
    if !matches!(made, Made::Orders(_) | Made::Stopped(_)) {
        return Ok(None);
    }
    let is_there = db.write_now(move |tx| replace(tx, &apart, &begins_with, real_ms))?;
    Ok(is_there.then_some(made))
}

/// Puts the rows of a database where nobody else is any more; false where somebody was.
fn replace(tx: &mut Tx<'_>, from: &Db, known: &Numbers, real_ms: i64) -> Result<bool> {
    tx.be_patient()?;
    portable::lock(tx)?;
    if !may_be_replaced(tx, real_ms)? || portable::numbers(tx)? != *known {
        return Ok(false);
    }
    portable::clear(tx)?;
    fill(tx, from)?;
    Ok(true)
}

/// Puts the rows of one database into another one.
fn fill(tx: &mut Tx<'_>, from: &Db) -> store::Result<()> {
    tx.be_patient()?;
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
    let numbers: store::Result<Numbers> = reading
        .join()
        .unwrap_or_else(|_| Err(Error::Panic("reading a demo".to_owned())));
    portable::finish(tx, &numbers?)?;
    portable::end(tx)
}
