//! The database as the rest of the program sees it: `read` and `write` run a synchronous job on
//! a thread that owns a connection, or a quick read where it was asked for, and answer when it is
//! done — for a write, when it is on disk.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use tokio::sync::oneshot;

use crate::{
    conn::{Conn, Engine, Shared, Tx},
    count::Counts,
    crypt::Keys,
    dict::KnownLabels,
    error::{Error, Failure, Result},
    postgres::PgConn,
    sql::Dialect,
    sqlite::{Budget, SqliteConn},
};

/// How a database is opened.
#[derive(Clone)]
pub struct Options {
    /// `sqlite:<file>` or `postgres://…`
    pub url: String,
    /// Read-only queries that tolerate a little delay may go here.
    pub replica_url: Option<String>,
    pub keys: Keys,
    pub readers: usize,
    /// Connections that write; SQLite always has one.
    pub writers: usize,
    /// How long one statement may take.
    pub statement_budget: Duration,
}

impl Options {
    pub fn new(url: &str, keys: Keys) -> Self {
        let cores = thread::available_parallelism().map_or(2, usize::from);
        Self {
            url: url.to_owned(),
            replica_url: None,
            keys,
            readers: cores.clamp(2, 8),
            writers: (cores * 4).clamp(8, 32),
            statement_budget: Duration::from_secs(6),
        }
    }
}

/// A handle on the database; clones share it.
#[derive(Clone)]
pub struct Db(Arc<Inner>);

struct Inner {
    dialect: Dialect,
    sqlite_path: Option<PathBuf>,
    reads: Sender<Box<dyn Job>>,
    relaxed_reads: Option<Sender<Box<dyn Job>>>,
    writes: Sender<Box<dyn Job>>,
    /// Connections for quick reads on the thread that asks (SQLite only).
    nearby: Vec<Mutex<Conn>>,
}

/// How long a read may hold up the thread that asks.
const QUICK: Duration = Duration::from_millis(5);
/// Waiting jobs per queue; past that a call is answered with "busy" at once.
const QUEUE: usize = 2048;
/// Transactions in one group commit.
const GROUP: usize = 256;
/// Attempts at a transaction that met another or lost its connection.
const ATTEMPTS: usize = 8;

/// A job that runs in one transaction and is told how the commit went.
trait Job: Send {
    /// Nobody waits for the answer any more.
    fn is_abandoned(&self) -> bool;
    /// Runs the job; the error, if any, is kept for the answer.
    fn run(&mut self, conn: &mut Conn) -> Outcome;
    fn finish(self: Box<Self>, commit: Result<()>);
}

#[derive(PartialEq, Eq)]
enum Outcome {
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
            (Some(Err(error)), _) => Err(error),
            (_, Err(error)) => Err(E::from(error)),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (None, Ok(())) => Err(E::from(Error::Busy)),
        };
        // Nobody waiting any more is not an error.
        let _ = self.reply.send(answer);
    }
}

/// Runs a job once; a panic is an error like any other.
fn attempt<T, E: Failure>(
    conn: &mut Conn,
    job: &mut impl FnMut(&mut Conn) -> Result<T, E>,
) -> Result<T, E> {
    conn.start();
    let answer = catch_unwind(AssertUnwindSafe(|| job(conn)))
        .unwrap_or_else(|panic| Err(E::from(Error::Panic(panic_text(panic.as_ref())))));
    match answer {
        // A failed statement has already undone part of the work on PostgreSQL.
        Ok(_) if conn.is_poisoned() => Err(E::from(Error::shape("no failed statement", "one"))),
        other => other,
    }
}

/// What a panic said.
pub fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "panic".to_owned())
}

impl Db {
    /// Opens the database and starts its threads. The schema is not touched.
    pub fn open(options: &Options) -> Result<Self> {
        let shared = Arc::new(Shared {
            counts: Counts::default(),
            keys: options.keys.clone(),
            labels: KnownLabels::default(),
        });
        match options.url.strip_prefix("sqlite:") {
            Some(path) => Self::open_sqlite(Path::new(path), options, &shared),
            None => Self::open_postgres(options, &shared),
        }
    }

    fn open_sqlite(path: &Path, options: &Options, shared: &Arc<Shared>) -> Result<Self> {
        SqliteConn::check_version()?;
        let budget = Budget::Statement(options.statement_budget);
        let connect = |writable, budget| -> Result<Conn> {
            let conn = SqliteConn::open(path, writable, budget)?;
            Ok(Conn::new(Engine::Sqlite(conn), Arc::clone(shared)))
        };
        let (writes, write_jobs) = bounded(QUEUE);
        let conn = connect(true, budget)?;
        spawn("sqlite-writer", move || group_writer(conn, &write_jobs))?;
        let (reads, read_jobs) = bounded(QUEUE);
        let mut nearby = Vec::new();
        for at in 0..options.readers {
            let (conn, jobs) = (connect(false, budget)?, read_jobs.clone());
            spawn(&format!("sqlite-reader-{at}"), move || reader(conn, &jobs))?;
            nearby.push(Mutex::new(connect(false, Budget::Job(QUICK))?));
        }
        let sqlite_path = Some(path.to_owned());
        Ok(Self(Arc::new(Inner {
            dialect: Dialect::Sqlite,
            sqlite_path,
            reads,
            relaxed_reads: None,
            writes,
            nearby,
        })))
    }

    fn open_postgres(options: &Options, shared: &Arc<Shared>) -> Result<Self> {
        let pool =
            |name: &str, url: &str, writable: bool, size: usize| -> Result<Sender<Box<dyn Job>>> {
                let (jobs_in, jobs) = bounded(QUEUE);
                for at in 0..size {
                    let conn = PgConn::new(url, writable, options.statement_budget);
                    let mut conn = Conn::new(Engine::Postgres(conn), Arc::clone(shared));
                    if at == 0 {
                        conn.query("SELECT 1", &[])?;
                    }
                    let jobs: Receiver<Box<dyn Job>> = jobs.clone();
                    spawn(&format!("{name}-{at}"), move || {
                        if writable {
                            pg_writer(conn, &jobs);
                        } else {
                            reader(conn, &jobs);
                        }
                    })?;
                }
                Ok(jobs_in)
            };
        let reads = pool("pg-reader", &options.url, false, options.readers.max(4))?;
        let writes = pool("pg-writer", &options.url, true, options.writers)?;
        let relaxed_reads = match &options.replica_url {
            Some(url) => Some(pool("pg-replica", url, false, options.readers)?),
            None => None,
        };
        Ok(Self(Arc::new(Inner {
            dialect: Dialect::Postgres,
            sqlite_path: None,
            reads,
            relaxed_reads,
            writes,
            nearby: Vec::new(),
        })))
    }

    pub fn dialect(&self) -> Dialect {
        self.0.dialect
    }

    /// Runs a job that only reads. It may be run again, so it must not have effects of its own.
    pub async fn read<T, E, F>(&self, mut job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failure,
        F: FnMut(&mut Conn) -> Result<T, E> + Send + 'static,
    {
        match self.0.read_here(&mut job) {
            Some(answer) => answer,
            None => answer(send(&self.0.reads, job)).await,
        }
    }

    /// Runs a job in one transaction. It may be run again if it met another, so it must not have
    /// effects of its own. The answer comes when the commit is durable.
    pub async fn write<T, E, F>(&self, mut job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failure,
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    {
        answer(send(&self.0.writes, move |conn: &mut Conn| {
            job(&mut Tx::new(conn))
        }))
        .await
    }

    /// [`read`](Self::read) for code that is not async (commands, tests).
    pub fn read_now<T, E, F>(&self, job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failure,
        F: FnMut(&mut Conn) -> Result<T, E> + Send + 'static,
    {
        send(&self.0.reads, job).map_or_else(|| Err(E::from(Error::Busy)), wait)
    }

    /// [`read_now`](Self::read_now) for work that may see a slightly older state: exports and
    /// reports go to the replica where there is one.
    pub fn read_relaxed_now<T, E, F>(&self, job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failure,
        F: FnMut(&mut Conn) -> Result<T, E> + Send + 'static,
    {
        let reads = self.0.relaxed_reads.as_ref().unwrap_or(&self.0.reads);
        send(reads, job).map_or_else(|| Err(E::from(Error::Busy)), wait)
    }

    /// [`write`](Self::write) for code that is not async (commands, tests).
    pub fn write_now<T, E, F>(&self, mut job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failure,
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    {
        let receiver = send(&self.0.writes, move |conn: &mut Conn| {
            job(&mut Tx::new(conn))
        });
        receiver.map_or_else(|| Err(E::from(Error::Busy)), wait)
    }

    /// Copies a live SQLite database into a new file, consistent at one instant.
    pub fn copy_to(&self, target: &Path) -> Result<()> {
        let path = self.0.sqlite_path.as_deref();
        let path = path
            .ok_or_else(|| Error::Driver("only SQLite databases are copied as files".to_owned()))?;
        let budget = Budget::Statement(Duration::from_mins(10));
        SqliteConn::open(path, false, budget)?.copy_to(target)
    }
}

impl Inner {
    /// A quick read on the thread that asks: waking another thread and being woken by it costs as
    /// much as reading a page. `None` where it must go to a reader thread: others wait there, no
    /// connection is free, or a statement failed, be it only for taking too long.
    fn read_here<T, E: Failure>(
        &self,
        job: &mut impl FnMut(&mut Conn) -> Result<T, E>,
    ) -> Option<Result<T, E>> {
        if !self.reads.is_empty() {
            return None;
        }
        let mut conn = self.nearby.iter().find_map(|conn| conn.try_lock().ok())?;
        let answer = on_snapshot(&mut conn, |conn| {
            let has_begun = conn.kept.is_on();
            has_begun.then(|| attempt(conn, job))
        })?;
        let error = answer.as_ref().err().and_then(Failure::store);
        // A panic is final: the job may have been left without its input.
        let is_final = !conn.is_poisoned() || matches!(error, Some(Error::Panic(_)));
        is_final.then_some(answer)
    }
}

type Reply<T, E> = oneshot::Receiver<Result<T, E>>;

fn send<T, E, F>(queue: &Sender<Box<dyn Job>>, job: F) -> Option<Reply<T, E>>
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

async fn answer<T, E: Failure>(receiver: Option<Reply<T, E>>) -> Result<T, E> {
    match receiver {
        Some(receiver) => receiver.await.unwrap_or_else(|_| Err(E::from(gone()))),
        None => Err(E::from(Error::Busy)),
    }
}

fn wait<T, E: Failure>(receiver: Reply<T, E>) -> Result<T, E> {
    receiver
        .blocking_recv()
        .unwrap_or_else(|_| Err(E::from(gone())))
}

fn gone() -> Error {
    Error::Unknown("the database thread ended".to_owned())
}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> Result<()> {
    let spawned = thread::Builder::new()
        .name(name.to_owned())
        .stack_size(2 << 20)
        .spawn(body);
    spawned
        .map(drop)
        .map_err(|error| Error::Driver(error.to_string()))
}

fn reader(mut conn: Conn, jobs: &Receiver<Box<dyn Job>>) {
    while let Ok(mut job) = jobs.recv() {
        if job.is_abandoned() {
            continue;
        }
        let mut outcome = on_snapshot(&mut conn, |conn| job.run(conn));
        for _ in 1..ATTEMPTS {
            if outcome != Outcome::Again {
                break;
            }
            pause_if_lost(&mut conn);
            outcome = on_snapshot(&mut conn, |conn| job.run(conn));
        }
        job.finish(Ok(()));
    }
}

/// On SQLite all statements of a job see one state, and take one lock instead of one each.
fn on_snapshot<T>(conn: &mut Conn, job: impl FnOnce(&mut Conn) -> T) -> T {
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

/// The one SQLite writer: everything that waits goes into one commit, each transaction under its
/// own savepoint, and nobody is answered before the commit is on disk.
fn group_writer(mut conn: Conn, jobs: &Receiver<Box<dyn Job>>) {
    while let Ok(first) = jobs.recv() {
        if let Err(error) = control(&mut conn, "BEGIN IMMEDIATE") {
            first.finish(Err(error));
            continue;
        }
        let mut done: Vec<Box<dyn Job>> = Vec::new();
        let mut next = Some(first);
        let mut broken = None;
        while let Some(mut job) = next.take() {
            if !job.is_abandoned() {
                match run_in_savepoint(&mut conn, job.as_mut()) {
                    Ok(true) => done.push(job),
                    Ok(false) => job.finish(Ok(())),
                    Err(error) => {
                        done.push(job);
                        broken = Some(error);
                        break;
                    }
                }
            }
            if done.len() < GROUP {
                next = jobs.try_recv().ok();
            }
        }
        let committed = match broken {
            Some(error) => Err(error),
            None => control(&mut conn, "COMMIT"),
        };
        if committed.is_err() {
            // Harmless when SQLite has rolled back by itself.
            let _ = control(&mut conn, "ROLLBACK");
        }
        for job in done {
            job.finish(committed.clone());
        }
    }
}

/// `Ok(true)`: done, waits for the commit. `Ok(false)`: failed alone. `Err`: the whole group is
/// lost.
fn run_in_savepoint(conn: &mut Conn, job: &mut dyn Job) -> Result<bool> {
    control(conn, "SAVEPOINT one")?;
    let outcome = job.run(conn);
    if let Engine::Sqlite(sqlite) = &conn.engine
        && !sqlite.in_transaction()
    {
        return Err(Error::Full(
            "the transaction was rolled back by the database".to_owned(),
        ));
    }
    if outcome == Outcome::Done {
        control(conn, "RELEASE one")?;
        return Ok(true);
    }
    control(conn, "ROLLBACK TO one; RELEASE one")?;
    Ok(false)
}

fn control(conn: &mut Conn, text: &str) -> Result<()> {
    match &mut conn.engine {
        Engine::Sqlite(sqlite) => sqlite.batch(text),
        Engine::Postgres(_) => Err(Error::Driver("not a SQLite connection".to_owned())),
    }
}

fn pg_writer(mut conn: Conn, jobs: &Receiver<Box<dyn Job>>) {
    while let Ok(mut job) = jobs.recv() {
        if job.is_abandoned() {
            continue;
        }
        let mut committed = Ok(());
        for _ in 0..ATTEMPTS {
            match pg_attempt(&mut conn, job.as_mut()) {
                Attempt::Over(result) => {
                    committed = result;
                    break;
                }
                Attempt::Again(error) => committed = Err(error),
            }
        }
        job.finish(committed);
    }
}

enum Attempt {
    Over(Result<()>),
    Again(Error),
}

fn pg_attempt(conn: &mut Conn, job: &mut dyn Job) -> Attempt {
    let begun = match &mut conn.engine {
        Engine::Postgres(pg) => pg.begin(),
        Engine::Sqlite(_) => Err(Error::Driver("not a PostgreSQL connection".to_owned())),
    };
    if let Err(error) = begun {
        pause_if_lost(conn);
        return Attempt::Again(error);
    }
    let outcome = job.run(conn);
    let Engine::Postgres(pg) = &mut conn.engine else {
        return Attempt::Over(Ok(()));
    };
    match outcome {
        Outcome::Done => match pg.commit() {
            // The answer to the commit was lost: it must never be reported as success.
            Err(Error::Lost(text)) => Attempt::Over(Err(Error::Unknown(text))),
            Err(error @ Error::Serialization(_)) => Attempt::Again(error),
            done => Attempt::Over(done),
        },
        Outcome::Failed => {
            pg.rollback();
            Attempt::Over(Ok(()))
        }
        Outcome::Again => {
            pg.rollback();
            Attempt::Again(Error::Serialization("tried too often".to_owned()))
        }
    }
}
