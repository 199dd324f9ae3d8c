//! Jobs for the database, and the threads that run them: readers and the writers of PostgreSQL. The one
//! writer of SQLite is in `group.rs`.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    thread,
    time::Duration,
};

use crossbeam_channel::{Receiver, Sender, TrySendError};
use tokio::sync::oneshot;

use crate::{
    conn::{Conn, Engine},
    error::{Error, Failure, Result},
    pool::{Member, Pool},
};

/// Attempts at a transaction that met another or lost its connection.
const ATTEMPTS: usize = 8;
/// How often a server that had no room for a connection is asked again.
const ROOM_EVERY: Duration = Duration::from_secs(1);

/// A job that runs in one transaction and is told how the commit went.
pub(crate) trait Job: Send {
    /// Nobody waits for the answer any more.
    fn is_abandoned(&self) -> bool;
    /// Runs the job; what it answers is kept until it is finished.
    fn run(&mut self, conn: &mut Conn) -> Outcome;
    /// Gives the answer, or the error where what it was made from is not in the database.
    fn finish(self: Box<Self>, commit: Result<()>);
}

#[derive(PartialEq, Eq)]
pub(crate) enum Outcome {
    Done,
    Failed,
    /// Failed in a way that a second attempt may mend.
    Again,
}

struct Pending<T, E, F> {
    job: F,
    answer: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<T, E, F> Job for Pending<T, E, F>
where
    T: Send,
    E: Failure,
    F: FnMut(&mut Conn) -> Result<T, E> + Send,
{
    fn is_abandoned(&self) -> bool {
        self.reply.is_closed()
    }

    fn run(&mut self, conn: &mut Conn) -> Outcome {
        // A panic is final: the job may have been left without its input.
        let before = self
            .answer
            .as_ref()
            .and_then(|answer| answer.as_ref().err());
        if let Some(Error::Panic(_)) = before.and_then(Failure::store) {
            return Outcome::Failed;
        }
        let answer = attempt(conn, &mut self.job);
        let outcome = match &answer {
            Ok(_) => Outcome::Done,
            Err(error) if error.store().is_some_and(Error::is_retryable) => Outcome::Again,
            Err(_) => Outcome::Failed,
        };
        self.answer = Some(answer);
        outcome
    }

    fn finish(self: Box<Self>, commit: Result<()>) {
        let answer = match (self.answer, commit) {
            // A refusal too may have been made from work that was not kept.
            (_, Err(error)) => Err(E::from(error)),
            (Some(answer), Ok(())) => answer,
            (None, Ok(())) => Err(E::from(Error::Busy)),
        };
        // Nobody waiting any more is not an error.
        let _ = self.reply.send(answer);
    }
}

/// Runs a job once; a panic is an error like any other.
pub(crate) fn attempt<T, E: Failure>(
    conn: &mut Conn,
    job: &mut impl FnMut(&mut Conn) -> Result<T, E>,
) -> Result<T, E> {
    conn.start();
    let answer = catch_unwind(AssertUnwindSafe(|| job(conn)))
        .unwrap_or_else(|panic| Err(E::from(Error::Panic(panic_text(panic.as_ref())))));
    let answer = answer.and_then(|answer| {
        conn.send_changes()?;
        Ok(answer)
    });
    let answer = match answer {
        // A failed statement has already undone part of the work on PostgreSQL.
        Ok(_) if conn.is_poisoned() => Err(E::from(Error::swallowed())),
        other => other,
    };
    if answer.is_err() {
        // It may have read what it wrote itself.
        conn.ended_before = None;
    }
    answer
}

/// What a panic said.
pub fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic".to_owned())
}

pub(crate) type Reply<T, E> = oneshot::Receiver<Result<T, E>>;

pub(crate) fn send<T, E, F>(queue: &Sender<Box<dyn Job>>, job: F) -> Option<Reply<T, E>>
where
    T: Send + 'static,
    E: Failure,
    F: FnMut(&mut Conn) -> Result<T, E> + Send + 'static,
{
    let (reply, receiver) = oneshot::channel();
    let pending = Box::new(Pending {
        job,
        answer: None,
        reply,
    });
    match queue.try_send(pending) {
        Ok(()) => Some(receiver),
        Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => None,
    }
}

pub(crate) async fn answer<T, E: Failure>(receiver: Option<Reply<T, E>>) -> Result<T, E> {
    match receiver {
        Some(receiver) => receiver.await.unwrap_or_else(|_| Err(E::from(gone()))),
        None => Err(E::from(Error::Busy)),
    }
}

pub(crate) fn wait<T, E: Failure>(receiver: Reply<T, E>) -> Result<T, E> {
    receiver
        .blocking_recv()
        .unwrap_or_else(|_| Err(E::from(gone())))
}

fn gone() -> Error {
    Error::Unknown("the database thread ended".to_owned())
}

pub(crate) fn reader(mut conn: Conn, jobs: &Receiver<Box<dyn Job>>, pool: &Pool) {
    let mut member = pool.join();
    while let Some(mut job) = next_job(&mut conn, jobs, &mut member) {
        if job.is_abandoned() {
            continue;
        }
        let _busy = pool.work();
        let mut outcome = on_snapshot(&mut conn, |conn| job.run(conn));
        for _ in 1..ATTEMPTS {
            if outcome != Outcome::Again || job.is_abandoned() {
                break;
            }
            pool.tried_again();
            pause_if_lost(&mut conn);
            outcome = on_snapshot(&mut conn, |conn| job.run(conn));
        }
        pool.did(1);
        job.finish(Ok(()));
    }
}

/// The next job. A connection that the server has no room for leaves the jobs to those that are
/// open, as long as there are any, and asks for room again and again.
fn next_job(
    conn: &mut Conn,
    jobs: &Receiver<Box<dyn Job>>,
    member: &mut Member<'_>,
) -> Option<Box<dyn Job>> {
    if let Engine::Postgres(pg) = &mut conn.engine {
        member.note(!pg.is_lost());
        while pg.is_crowded_out() && member.is_stood_in_for() {
            thread::sleep(ROOM_EVERY);
            pg.reconnect();
            member.note(!pg.is_lost());
        }
    }
    jobs.recv().ok()
}

/// On SQLite all statements of a job see one state, and take one lock instead of one each.
pub(crate) fn on_snapshot<T>(conn: &mut Conn, job: impl FnOnce(&mut Conn) -> T) -> T {
    if let Engine::Sqlite(sqlite) = &mut conn.engine {
        let state = sqlite.begin_reading();
        conn.kept.begin(state);
    }
    let outcome = job(conn);
    if let Engine::Sqlite(sqlite) = &mut conn.engine {
        sqlite.end_reading();
    }
    outcome
}

/// Gives a database server that restarts a moment before the next attempt.
fn pause_if_lost(conn: &mut Conn) {
    if let Engine::Postgres(pg) = &mut conn.engine {
        pg.disconnect();
        thread::sleep(Duration::from_millis(150));
    }
}

pub(crate) fn pg_writer(mut conn: Conn, jobs: &Receiver<Box<dyn Job>>, pool: &Pool) {
    let mut member = pool.join();
    while let Some(mut job) = next_job(&mut conn, jobs, &mut member) {
        if job.is_abandoned() {
            continue;
        }
        let _busy = pool.work();
        let mut committed = Ok(());
        for _ in 0..ATTEMPTS {
            match pg_attempt(&mut conn, job.as_mut()) {
                Attempt::Over(result) => {
                    committed = result;
                    break;
                }
                Attempt::Again(result) => {
                    pool.tried_again();
                    conn.ended_before = None;
                    committed = result;
                }
            }
        }
        if committed.is_err() {
            conn.ended_before = None;
        }
        pool.did(1);
        if committed.is_ok() {
            pool.committed();
        }
        job.finish(committed);
    }
}

enum Attempt {
    Over(Result<()>),
    /// How it went should this have been the last attempt.
    Again(Result<()>),
}

fn pg_attempt(conn: &mut Conn, job: &mut dyn Job) -> Attempt {
    let begun = match &mut conn.engine {
        Engine::Postgres(pg) => pg.begin(),
        Engine::Sqlite(_) => Err(Error::Driver("not a PostgreSQL connection".to_owned())),
    };
    if let Err(error) = begun {
        pause_if_lost(conn);
        return Attempt::Again(Err(error));
    }
    let outcome = job.run(conn);
    let newest = conn.shared.schema.newest();
    let Engine::Postgres(pg) = &mut conn.engine else {
        return Attempt::Over(Ok(()));
    };
    match outcome {
        // What broke before the commit was sent has committed nothing.
        Outcome::Done if !pg.is_alive() => {
            pause_if_lost(conn);
            Attempt::Again(Err(Error::Lost("the connection broke".to_owned())))
        }
        Outcome::Done => match pg.commit(newest) {
            // The answer to the commit was lost: it must never be reported as success.
            Err(Error::Lost(text)) => Attempt::Over(Err(Error::Unknown(text))),
            Err(error @ Error::Serialization(_)) => Attempt::Again(Err(error)),
            done => Attempt::Over(done),
        },
        Outcome::Failed => {
            pg.rollback();
            Attempt::Over(Ok(()))
        }
        Outcome::Again => {
            pg.rollback();
            if pg.is_lost() {
                pause_if_lost(conn);
            }
            Attempt::Again(Ok(()))
        }
    }
}
