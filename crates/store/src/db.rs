//! The database as the rest of the program sees it: `read` and `write` run a synchronous job on
//! a thread that owns a connection, or a quick read where it was asked for, and answer when it is
//! done — for a write, when it is on disk.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::{
    conn::{Conn, Engine, Shared, Tx},
    count::Counts,
    crypt::Keys,
    error::{Error, Failure, Result},
    group::group_writer,
    jobs::{Job, answer, attempt, on_snapshot, pg_writer, reader, send, wait},
    known_schema::KnownSchema,
    labels::KnownLabels,
    pool::{Pool, PoolUse},
    postgres::{PgConn, Server},
    private,
    sql::Dialect,
    sqlite::{Budget, SqliteConn},
    tools::Tools,
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
    /// How much of a SQLite database its connections keep in memory, all together.
    pub page_cache_mb: u16,
    /// How long to wait for a database server that is not there yet.
    pub start_patience: Duration,
    /// How long one statement may take.
    pub statement_budget: Duration,
    /// How long a group of SQLite transactions lets others in before it is committed.
    pub group_for: Duration,
    /// Counting the rows of a list stops here; more are many.
    pub count_bound: i64,
    /// What is for developers is there.
    pub tools: Tools,
}

impl Options {
    /// Past so many rows the pager says "10000+".
    pub const COUNT_BOUND: i64 = 10_000;
    pub const PAGE_CACHE_MB: u16 = 64;
    /// How long a statement may take while somebody waits for it.
    pub const STATEMENT_BUDGET: Duration = Duration::from_secs(6);

    pub fn new(url: &str, keys: Keys) -> Self {
        let cores = thread::available_parallelism().map_or(2, usize::from);
        let options = Self {
            url: url.to_owned(),
            replica_url: None,
            keys,
            readers: cores.clamp(2, 8),
            writers: 1,
            page_cache_mb: Self::PAGE_CACHE_MB,
            start_patience: Duration::ZERO,
            statement_budget: Self::STATEMENT_BUDGET,
            group_for: Duration::from_millis(50),
            count_bound: Self::COUNT_BOUND,
            tools: Tools::None,
        };
        options.sharing(default_connections(cores))
    }

    /// Shares this many connections to a PostgreSQL server among reads and writes.
    #[must_use]
    pub fn sharing(mut self, connections: usize) -> Self {
        if !self.url.starts_with("sqlite:") {
            self.readers = (connections / 3).clamp(1, 8);
            self.writers = connections.saturating_sub(self.readers).max(1);
        }
        self
    }
}

/// Three nodes fit into the hundred connections that a server grants by default, three of which it
/// keeps for itself, even while it stands in for their replica.
fn default_connections(cores: usize) -> usize {
    (cores * 4 + 4).clamp(12, 28)
}

/// A handle on the database; clones share it.
#[derive(Clone)]
pub struct Db(Arc<Inner>);

struct Inner {
    dialect: Dialect,
    shared: Arc<Shared>,
    sqlite_path: Option<PathBuf>,
    reads: Queue,
    relaxed_reads: Option<Queue>,
    writes: Queue,
    /// Connections for quick reads on the thread that asks (SQLite only).
    nearby: Vec<Mutex<Conn>>,
}

/// Jobs of one kind on their way to the connections that run them.
struct Queue {
    name: &'static str,
    jobs: Sender<Box<dyn Job>>,
    pool: Arc<Pool>,
}

impl Queue {
    /// A queue, and the end of it that connections take from.
    fn new(name: &'static str) -> (Self, Receiver<Box<dyn Job>>) {
        let (jobs, taken) = bounded(QUEUE);
        let pool = Arc::default();
        (Self { name, jobs, pool }, taken)
    }
}

/// How much of a SQLite database is kept in memory while it is copied.
const COPY_CACHE_KIB: u32 = 8 << 10;
/// Connections to a replica.
const REPLICA: usize = 4;
/// How long a read may hold up the thread that asks.
const QUICK: Duration = Duration::from_millis(5);
/// Waiting jobs per queue; past that a call is answered with "busy" at once.
const QUEUE: usize = 2048;

impl Db {
    /// Opens the database and starts its threads. The schema is not touched.
    pub fn open(options: &Options) -> Result<Self> {
        let shared = Arc::new(Shared {
            counts: Counts::default(),
            keys: options.keys.clone(),
            labels: KnownLabels::default(),
            count_bound: options.count_bound,
            schema: KnownSchema::default(),
            writes_behind: AtomicBool::new(false),
            tools: options.tools,
        });
        match options.url.strip_prefix("sqlite:") {
            Some(path) => Self::open_sqlite(Path::new(path), options, &shared),
            None => Self::open_postgres(options, &shared),
        }
    }

    fn open_sqlite(path: &Path, options: &Options, shared: &Arc<Shared>) -> Result<Self> {
        SqliteConn::check_version()?;
        close_to_others(path)?;
        let budget = Budget::Statement(options.statement_budget);
        // Half for the one that writes; the others read most pages where the system keeps them.
        let half_kib = u32::from(options.page_cache_mb) * 512;
        let reader_kib = half_kib / u32::try_from(2 * options.readers).unwrap_or(u32::MAX);
        let connect = |writable, budget| -> Result<Conn> {
            let cache_kib = if writable { half_kib } else { reader_kib };
            let conn = SqliteConn::open(path, writable, budget, cache_kib)?;
            Ok(Conn::new(Engine::Sqlite(conn), Arc::clone(shared)))
        };
        let (writes, write_jobs) = Queue::new("write");
        let mut conn = connect(true, budget)?;
        if let Engine::Sqlite(sqlite) = &mut conn.engine {
            spawn("sqlite-log", sqlite.look_after_log(path)?)?;
        }
        let (group_for, pool) = (options.group_for, Arc::clone(&writes.pool));
        spawn("sqlite-writer", move || {
            group_writer(conn, &write_jobs, group_for, &pool);
        })?;
        let (reads, read_jobs) = Queue::new("read");
        let mut nearby = Vec::new();
        for at in 0..options.readers {
            let (conn, jobs) = (connect(false, budget)?, read_jobs.clone());
            let pool = Arc::clone(&reads.pool);
            spawn(&format!("sqlite-reader-{at}"), move || {
                reader(conn, &jobs, &pool);
            })?;
            nearby.push(Mutex::new(connect(false, Budget::Job(QUICK))?));
        }
        let sqlite_path = Some(path.to_owned());
        Ok(Self(Arc::new(Inner {
            dialect: Dialect::Sqlite,
            shared: Arc::clone(shared),
            sqlite_path,
            reads,
            relaxed_reads: None,
            writes,
            nearby,
        })))
    }

    fn open_postgres(options: &Options, shared: &Arc<Shared>) -> Result<Self> {
        let here = Server::new(&[&options.url]);
        let pool = |name, server: &Server, writable: bool, size: usize| -> Result<Queue> {
            let (queue, jobs) = Queue::new(name);
            for at in 0..size {
                let conn = PgConn::new(server, writable, options.statement_budget);
                let mut conn = Conn::new(Engine::Postgres(conn), Arc::clone(shared));
                if at == 0 {
                    await_server(&mut conn, options.start_patience)?;
                }
                let (jobs, pool) = (jobs.clone(), Arc::clone(&queue.pool));
                spawn(&format!("pg-{name}-{at}"), move || {
                    if writable {
                        pg_writer(conn, &jobs, &pool);
                    } else {
                        reader(conn, &jobs, &pool);
                    }
                })?;
            }
            Ok(queue)
        };
        let reads = pool("read", &here, false, options.readers)?;
        let writes = pool("write", &here, true, options.writers)?;
        let relaxed_reads = match &options.replica_url {
            // What the replica would do, the primary does while it is away.
            Some(url) => {
                let replica = Server::new(&[url, &options.url]);
                Some(pool(
                    "replica",
                    &replica,
                    false,
                    options.readers.min(REPLICA),
                )?)
            }
            None => None,
        };
        Ok(Self(Arc::new(Inner {
            dialect: Dialect::Postgres,
            shared: Arc::clone(shared),
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

    /// The keys that every connection uses.
    pub fn keys(&self) -> &Keys {
        &self.0.shared.keys
    }

    /// What is known of the schema by whoever writes.
    pub(crate) fn schema(&self) -> &KnownSchema {
        &self.0.shared.schema
    }

    pub(crate) fn write_behind(&self) {
        self.0.shared.writes_behind.store(true, Ordering::Relaxed);
    }

    /// How busy the connections of each kind are.
    pub fn pools(&self) -> Vec<PoolUse> {
        let Inner {
            reads,
            relaxed_reads,
            writes,
            ..
        } = &*self.0;
        let all = [Some(reads), Some(writes), relaxed_reads.as_ref()];
        let used = |queue: &Queue| queue.pool.used(queue.name, queue.jobs.len());
        all.into_iter().flatten().map(used).collect()
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
            None => answer(send(&self.0.reads.jobs, job)).await,
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
        answer(send(&self.0.writes.jobs, move |conn: &mut Conn| {
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
        send(&self.0.reads.jobs, job).map_or_else(|| Err(E::from(Error::Busy)), wait)
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
        send(&reads.jobs, job).map_or_else(|| Err(E::from(Error::Busy)), wait)
    }

    /// [`write`](Self::write) for code that is not async (commands, tests).
    pub fn write_now<T, E, F>(&self, mut job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failure,
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    {
        let receiver = send(&self.0.writes.jobs, move |conn: &mut Conn| {
            job(&mut Tx::new(conn))
        });
        receiver.map_or_else(|| Err(E::from(Error::Busy)), wait)
    }

    /// Runs a job that makes ready for a write without writing: a reader does it, and refuses
    /// whatever it would write.
    pub fn rehearse_now<T, E, F>(&self, mut job: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: Failure,
        F: FnMut(&mut Tx<'_>) -> Result<T, E> + Send + 'static,
    {
        self.read_now(move |conn| job(&mut Tx::new(conn)))
    }

    /// Copies a live SQLite database into a new file, consistent at one instant.
    pub fn copy_to(&self, target: &Path) -> Result<()> {
        let path = self.0.sqlite_path.as_deref();
        let path = path
            .ok_or_else(|| Error::Driver("only SQLite databases are copied as files".to_owned()))?;
        let budget = Budget::Statement(Duration::from_mins(10));
        SqliteConn::open(path, false, budget, COPY_CACHE_KIB)?.copy_to(target)
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
        if !self.reads.jobs.is_empty() {
            return None;
        }
        let mut conn = self.nearby.iter().find_map(|conn| conn.try_lock().ok())?;
        let _busy = self.reads.pool.work();
        let answer = on_snapshot(&mut conn, |conn| {
            let has_begun = conn.kept.is_on();
            has_begun.then(|| attempt(conn, job))
        })?;
        let error = answer.as_ref().err().and_then(Failure::store);
        // A panic is final: the job may have been left without its input.
        let is_final = !conn.is_poisoned() || matches!(error, Some(Error::Panic(_)));
        if is_final {
            self.reads.pool.did(1);
        }
        is_final.then_some(answer)
    }
}

/// Asks a server that may still be starting.
fn await_server(conn: &mut Conn, patience: Duration) -> Result<()> {
    let started = Instant::now();
    loop {
        match conn.query("SELECT 1", &[]) {
            Err(Error::Lost(why) | Error::Crowded(why)) if started.elapsed() < patience => {
                tracing::warn!(why, "waiting for the database server");
                thread::sleep(Duration::from_secs(1));
            }
            asked => return asked.map(drop),
        }
    }
}

/// The file, made where it is missing. What SQLite puts beside it has the mode of the file; an
/// earlier version may have left them readable.
fn close_to_others(path: &Path) -> Result<()> {
    let beside = ["-wal", "-shm"].map(|end| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    });
    private::make_file(path)
        .and_then(|()| beside.iter().try_for_each(|path| private::close(path)))
        .map_err(|error| Error::Driver(format!("{}: {error}", path.display())))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_nodes_fit_into_a_server_as_it_comes() {
        for (cores, connections) in [(1, 12), (2, 12), (4, 20), (6, 28), (64, 28)] {
            assert_eq!(default_connections(cores), connections, "{cores} cores");
        }
        let options = Options::new("postgres://db/office", Keys::from_master(&[7; 32]).unwrap());
        let of_replica = options.readers.min(REPLICA);
        assert!(3 * (options.readers + options.writers + of_replica) <= 97);
    }
}
