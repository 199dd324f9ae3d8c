//! The one SQLite writer: what waits goes into one commit, each job with its own outcome.

use std::{
    iter,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError};

use crate::{
    conn::{Conn, Engine, Tx},
    error::{Error, Result},
    gram,
    jobs::{Job, Outcome, attempt},
    kept_days,
    known_schema::NEWER,
    pool::Pool,
};

/// Transactions in one group commit.
const GROUP: usize = 256;
/// How long nobody wants to write before what was left is written.
const QUIET: Duration = Duration::from_millis(200);
/// How long before what it wrote is brought over from the log of changes.
const LONG_QUIET: Duration = Duration::from_secs(1);
/// Rows without search words, past which nobody's silence is waited for, and of how many they are
/// written at once: a search looks through the rest.
const WORDLESS: usize = 512;
/// Figures of days that are not added up, past which nobody's silence is waited for: who asks for
/// figures reads them all.
const FIGURES: usize = 512;
/// How often in a row words are written while somebody waits: more rows than a group adds.
const IN_A_ROW: usize = 2;
/// How long an index that could not be written is left alone.
const LEFT_ALONE: Duration = Duration::from_hours(1);

/// The one SQLite writer: everything that waits goes into one commit, and nobody is answered before
/// it is on disk. What comes when the group is older than it may be waits for the next one, so that
/// slow jobs do not hold up the answers to those before them.
pub(crate) fn group_writer(
    mut conn: Conn,
    jobs: &Receiver<Box<dyn Job>>,
    group_for: Duration,
    pool: &Pool,
) {
    let _member = pool.join();
    while let Some(first) = next(&mut conn, jobs) {
        let _busy = pool.work();
        let started = Instant::now();
        let is_young = || started.elapsed() < group_for;
        let waiting = iter::from_fn(|| is_young().then(|| jobs.try_recv().ok())?);
        let group = iter::once(first).chain(waiting).take(GROUP);
        let mut left = run_group(&mut conn, group, Apart::Never, pool);
        while !left.is_empty() {
            pool.tried_again();
            left = run_group(&mut conn, left.into_iter(), Apart::Savepoints, pool);
        }
        write_much(&mut conn, jobs);
    }
}

/// Writes what was left where it is much: all of it as long as nobody waits.
fn write_much(conn: &mut Conn, jobs: &Receiver<Box<dyn Job>>) {
    let is_much = |conn: &Conn| conn.behind.wordless >= WORDLESS || conn.behind.figures >= FIGURES;
    let mut written = 0;
    while is_much(conn) && may_write_behind(conn) {
        if written >= IN_A_ROW && !jobs.is_empty() {
            break;
        }
        write_behind(conn);
        written += 1;
    }
}

fn may_write_behind(conn: &Conn) -> bool {
    conn.shared.writes_behind.load(Ordering::Relaxed)
}

/// The next job; none where there are to be no more. In between what was left is written.
fn next(conn: &mut Conn, jobs: &Receiver<Box<dyn Job>>) -> Option<Box<dyn Job>> {
    let mut patience = QUIET;
    while conn.behind.wordless + conn.behind.figures > 0 && may_write_behind(conn) {
        match jobs.recv_timeout(patience) {
            Ok(job) => return Some(job),
            Err(RecvTimeoutError::Timeout) => write_behind(conn),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
        patience = Duration::ZERO;
    }
    if conn.behind.is_logged {
        match jobs.recv_timeout(LONG_QUIET) {
            Ok(job) => return Some(job),
            Err(RecvTimeoutError::Timeout) => {
                conn.behind.is_logged = false;
                if let Engine::Sqlite(sqlite) = &conn.engine {
                    sqlite.tell_quiet();
                }
            }
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    jobs.recv().ok()
}

/// Adds up figures of days and writes search words of rows that have none yet, in a transaction of
/// their own. Where an index cannot be written, searches go on looking through the rows it lacks.
fn write_behind(conn: &mut Conn) {
    let mut broken = None;
    let broken_lately = &mut conn.behind.broken;
    broken_lately.retain(|_, at| at.elapsed() < LEFT_ALONE);
    let written = begin_group(conn).and_then(|()| {
        let written = attempt(conn, &mut |conn: &mut Conn| {
            let mut tx = Tx::new(conn);
            tx.be_patient()?;
            kept_days::add_up(&mut tx)?;
            let written = gram::catch_up(&mut tx, WORDLESS);
            written.map_err(|(table, error)| {
                broken = Some(table);
                error
            })
        })?;
        control(conn, "COMMIT")?;
        conn.behind.is_logged = true;
        Ok(written)
    });
    let behind = &mut conn.behind;
    match written {
        Ok(rows) => {
            behind.figures = 0;
            behind.wordless = match rows {
                WORDLESS => behind.wordless.saturating_sub(WORDLESS).max(1),
                _ => 0,
            };
        }
        Err(error) => {
            roll_back(conn);
            tracing::warn!(table = broken, %error, "cannot write what was left");
            let behind = &mut conn.behind;
            let is_broken = matches!(error, Error::Driver(_) | Error::Unique(_) | Error::Shape(_));
            if let Some(table) = broken.filter(|_| is_broken) {
                behind.broken.insert(table, Instant::now());
            } else {
                // Until others are added.
                behind.wordless = 0;
                behind.figures = 0;
            }
        }
    }
}

/// How the jobs of a group are kept apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Apart {
    /// Not at all: hardly any job fails after it changed something, and whatever stands under a
    /// savepoint SQLite copies, page by page, before it changes.
    Never,
    /// Each under a savepoint of its own, behind the first that changed something.
    Savepoints,
}

/// Runs jobs in one transaction and answers them. Where one of them cost the others the transaction,
/// they come back to be run again, kept apart.
fn run_group(
    conn: &mut Conn,
    mut group: impl Iterator<Item = Box<dyn Job>>,
    apart: Apart,
    pool: &Pool,
) -> Vec<Box<dyn Job>> {
    if let Err(error) = begin_group(conn) {
        group.for_each(|job| job.finish(Err(error.clone())));
        return Vec::new();
    }
    let mut over = Vec::new();
    let mut is_untouched = true;
    while let Some(mut job) = group.next() {
        if job.is_abandoned() {
            continue;
        }
        let ran = if is_untouched {
            run_first(conn, job.as_mut())
        } else if apart == Apart::Savepoints {
            run_in_savepoint(conn, job.as_mut())
        } else {
            run_beside(conn, job.as_mut())
        };
        match ran {
            Ok(Ran::Done) => is_untouched = false,
            Ok(Ran::Undone) => {}
            Ok(Ran::Spoilt) => {
                roll_back(conn);
                over.push(job);
                over.extend(group);
                return over;
            }
            Err(error) => {
                roll_back(conn);
                job.finish(Err(error));
                over.extend(group);
                return over;
            }
        }
        over.push(job);
    }
    if may_write_behind(conn) && !is_untouched {
        // Where it cannot be told, whoever writes next tells.
        conn.behind.figures = kept_days::added(conn).unwrap_or_default();
    }
    let committed = control(conn, "COMMIT");
    match &committed {
        Ok(()) => {
            conn.behind.is_logged = true;
            pool.committed();
        }
        Err(_) => roll_back(conn),
    }
    pool.did(over.len());
    for job in over {
        job.finish(committed.clone());
    }
    Vec::new()
}

/// What a job left in the transaction of its group.
enum Ran {
    Done,
    /// It failed, and nothing of it is there.
    Undone,
    /// It failed, and what it changed stands among what others changed.
    Spoilt,
}

/// From here on nobody else writes, so the schema stays as it is found.
fn begin_group(conn: &mut Conn) -> Result<()> {
    control(conn, "BEGIN IMMEDIATE")?;
    let newest = conn.shared.schema.newest();
    let checked = match (&mut conn.engine, newest) {
        (Engine::Sqlite(sqlite), Some(newest)) => {
            sqlite.each(NEWER, &[newest.into()], |_| Err(Error::Outdated))
        }
        _ => Ok(()),
    };
    if checked.is_err() {
        roll_back(conn);
    }
    checked
}

fn roll_back(conn: &mut Conn) {
    // Harmless when SQLite has rolled back by itself.
    let _ = control(conn, "ROLLBACK");
    // It may have read what was written by another of the group that is lost with it.
    conn.ended_before = None;
    // What ended this transaction must not be taken for the end of the next.
    conn.start();
}

/// Runs a job in a transaction that holds nothing yet: where it failed, a new one is begun.
fn run_first(conn: &mut Conn, job: &mut dyn Job) -> Result<Ran> {
    let ran = run_beside(conn, job)?;
    if !matches!(ran, Ran::Done) {
        roll_back(conn);
        begin_group(conn)?;
        return Ok(Ran::Undone);
    }
    Ok(ran)
}

/// Runs a job among the work of others. `Err`: the transaction of the whole group is lost, and why.
fn run_beside(conn: &mut Conn, job: &mut dyn Job) -> Result<Ran> {
    let before = conn.changes();
    let outcome = job.run(conn);
    if let Some(error) = conn.ended() {
        return Err(error.clone());
    }
    Ok(match outcome {
        Outcome::Done => Ran::Done,
        _ if conn.changes() == before => Ran::Undone,
        _ => Ran::Spoilt,
    })
}

/// Runs a job, and undoes it alone where it failed. `Err` as above.
fn run_in_savepoint(conn: &mut Conn, job: &mut dyn Job) -> Result<Ran> {
    control(conn, "SAVEPOINT one")?;
    let ran = run_beside(conn, job)?;
    if matches!(ran, Ran::Done) {
        control(conn, "RELEASE one")?;
        return Ok(ran);
    }
    control(conn, "ROLLBACK TO one; RELEASE one")?;
    Ok(Ran::Undone)
}

fn control(conn: &mut Conn, text: &str) -> Result<()> {
    match &mut conn.engine {
        Engine::Sqlite(sqlite) => sqlite.batch(text),
        Engine::Postgres(_) => Err(Error::Driver("not a SQLite connection".to_owned())),
    }
}
