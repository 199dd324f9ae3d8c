//! SQLite: bundled, WAL, synchronous=FULL, one writer that groups waiting transactions into one
//! commit, reader threads with cached statements.

use std::{
    borrow::Cow,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use rusqlite::{
    Connection, ErrorCode, OpenFlags, Statement, StatementStatus, ToSql,
    config::DbConfig,
    types::{ToSqlOutput, ValueRef},
};

use crate::{
    checkpoint::{self, Quiet},
    error::{Error, Result},
    private,
    value::{Borrowed, BorrowedRow, Value},
};

/// Releases before 3.51.3 can corrupt a WAL database when two connections meet at a checkpoint.
const LEAST_VERSION: i32 = 3_051_003;

pub(crate) struct SqliteConn {
    conn: Connection,
    deadline: Arc<Deadline>,
    /// How much of the database it keeps in memory.
    cache_kib: u32,
    /// What SQLite does not count as a change: texts of several statements, and what failed half-way.
    others: u64,
    /// Whoever looks after the log of changes.
    quiet: Option<Quiet>,
}

/// How long work on a connection may take.
#[derive(Clone, Copy)]
pub(crate) enum Budget {
    Statement(Duration),
    /// All statements of a job together.
    Job(Duration),
}

/// When what runs must be over, in milliseconds since the connection was opened.
struct Deadline {
    opened: Instant,
    until_ms: AtomicU64,
    budget: Budget,
    /// The job at hand takes as long as it takes.
    is_patient: AtomicBool,
}

impl Deadline {
    fn start_job(&self) {
        match self.budget {
            Budget::Statement(_) => self.lift(),
            Budget::Job(budget) => self.set(budget),
        }
    }
    fn start_statement(&self) -> Result<()> {
        match self.budget {
            _ if self.is_patient.load(Ordering::Relaxed) => self.lift(),
            Budget::Statement(budget) => self.set(budget),
            Budget::Job(_) if self.is_over() => return Err(Error::Timeout),
            Budget::Job(_) => {}
        }
        Ok(())
    }
    fn set(&self, budget: Duration) {
        let until = self.opened.elapsed() + budget;
        self.until_ms.store(millis(until), Ordering::Relaxed);
    }
    fn lift(&self) {
        self.until_ms.store(u64::MAX, Ordering::Relaxed);
    }
    fn is_over(&self) -> bool {
        millis(self.opened.elapsed()) > self.until_ms.load(Ordering::Relaxed)
    }
}

/// Tells whoever listens how many steps of SQLite's machine a statement took.
fn tell_steps(statement: &Statement<'_>, text: &str) {
    if tracing::enabled!(target: "store::steps", tracing::Level::TRACE) {
        let steps = statement.reset_status(StatementStatus::VmStep);
        tracing::trace!(target: "store::steps", steps, text);
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl SqliteConn {
    /// Refuses a library with the WAL bug.
    pub fn check_version() -> Result<()> {
        let version = rusqlite::version_number();
        if version < LEAST_VERSION {
            return Err(Error::Driver(format!(
                "SQLite {} is too old: 3.51.3 or newer is needed",
                rusqlite::version()
            )));
        }
        Ok(())
    }

    pub fn open(path: &Path, writable: bool, budget: Budget, cache_kib: u32) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut conn = Connection::open_with_flags(path, flags).map_err(from_sqlite)?;
        conn.busy_timeout(match budget {
            Budget::Statement(_) => Duration::from_secs(5),
            Budget::Job(budget) => budget,
        })
        .map_err(from_sqlite)?;
        conn.set_prepared_statement_cache_capacity(256);
        // One plan a statement, whatever is bound to it: otherwise SQLite plans the cached
        // statements of lists anew each time they run.
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)
            .map_err(from_sqlite)?;
        conn.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
             PRAGMA mmap_size = 268435456;
             PRAGMA journal_size_limit = 67108864; PRAGMA trusted_schema = OFF;",
        )
        .map_err(from_sqlite)?;
        if !writable {
            // Only readers sort in memory: what the writer keeps for its savepoints would stay in
            // memory too, where each statement walks all of it and a large import never ends.
            conn.execute_batch("PRAGMA query_only = ON; PRAGMA temp_store = MEMORY;")
                .map_err(from_sqlite)?;
        }
        let deadline = Arc::new(Deadline {
            opened: Instant::now(),
            until_ms: AtomicU64::new(u64::MAX),
            budget,
            is_patient: AtomicBool::new(false),
        });
        let watched = Arc::clone(&deadline);
        // Steps between two looks at the clock: each may have to wait for the disk.
        let steps = match budget {
            Budget::Statement(_) => 4000,
            Budget::Job(_) => 200,
        };
        conn.progress_handler(steps, Some(move || watched.is_over()))
            .map_err(from_sqlite)?;
        let mut conn = Self {
            conn,
            deadline,
            cache_kib,
            others: 0,
            quiet: None,
        };
        conn.widen_cache(None)?;
        Ok(conn)
    }

    /// Looks after the log of changes from now on; answers the work of a thread beside.
    pub fn look_after_log(&mut self, path: &Path) -> Result<impl FnOnce() + Send + use<>> {
        let (quiet, work) = checkpoint::beside(&mut self.conn, path).map_err(from_sqlite)?;
        self.quiet = Some(quiet);
        Ok(work)
    }

    /// Nobody has written for a while.
    pub fn tell_quiet(&self) {
        if let Some(quiet) = &self.quiet {
            quiet.tell();
        }
    }

    pub fn each(
        &mut self,
        text: &str,
        params: &[Value],
        take: impl FnMut(&dyn BorrowedRow) -> Result<()>,
    ) -> Result<()> {
        let outcome = self.read(text, params, take);
        self.note_failure(&outcome);
        outcome
    }

    fn read(
        &mut self,
        text: &str,
        params: &[Value],
        mut take: impl FnMut(&dyn BorrowedRow) -> Result<()>,
    ) -> Result<()> {
        self.deadline.start_statement()?;
        let mut statement = self.conn.prepare_cached(text).map_err(from_sqlite)?;
        let width = statement.column_count();
        let mut rows = statement
            .query(rusqlite::params_from_iter(params))
            .map_err(from_sqlite)?;
        while let Some(row) = rows.next().map_err(from_sqlite)? {
            take(&Held { row, width })?;
        }
        drop(rows);
        tell_steps(&statement, text);
        Ok(())
    }

    pub fn execute(&mut self, text: &str, params: &[Value]) -> Result<u64> {
        let outcome = self.run_one(text, params);
        self.note_failure(&outcome);
        outcome
    }

    /// What SQLite refuses it has not changed; what fails in another way it may have changed in part.
    fn note_failure<T>(&mut self, outcome: &Result<T>) {
        let is_refusal = matches!(outcome, Ok(_) | Err(Error::Unique(_)));
        self.others += u64::from(!is_refusal);
    }

    fn run_one(&mut self, text: &str, params: &[Value]) -> Result<u64> {
        self.deadline.start_statement()?;
        let mut statement = self.conn.prepare_cached(text).map_err(from_sqlite)?;
        let changed = statement
            .execute(rusqlite::params_from_iter(params))
            .map_err(from_sqlite)?;
        tell_steps(&statement, text);
        Ok(changed as u64)
    }

    /// Keeps so much of the database in memory, or as much as it was opened with.
    pub fn widen_cache(&mut self, kib: Option<u32>) -> Result<()> {
        let kib = kib.unwrap_or(self.cache_kib);
        self.batch(&format!("PRAGMA cache_size = -{kib}"))
    }

    /// Whether the job at hand takes as long as it takes.
    pub fn set_patient(&self, is_patient: bool) {
        self.deadline
            .is_patient
            .store(is_patient, Ordering::Relaxed);
    }

    /// Grows with every change over this connection, those that are taken back included.
    pub fn changes(&self) -> u64 {
        self.conn.total_changes() + self.others
    }

    /// The number of the row that was added last.
    pub fn last_id(&self) -> i64 {
        self.conn.last_insert_rowid()
    }

    /// Control statements and migrations: no time budget.
    pub fn batch(&mut self, text: &str) -> Result<()> {
        self.deadline.lift();
        self.others += 1;
        self.conn.execute_batch(text).map_err(from_sqlite)
    }

    /// Starts a snapshot, and answers a number that stays the same until somebody else commits.
    /// Without a snapshot the statements of a job merely run one by one, and there is no number.
    pub fn begin_reading(&mut self) -> Option<i64> {
        let state = self.control("BEGIN").and_then(|()| self.state());
        self.deadline.start_job();
        if let Err(error) = &state {
            tracing::warn!(%error, "cannot begin to read");
        }
        state.ok()
    }

    fn state(&self) -> Result<i64> {
        let statement = self.conn.prepare_cached("PRAGMA data_version");
        let mut statement = statement.map_err(from_sqlite)?;
        statement
            .query_one([], |row| row.get(0))
            .map_err(from_sqlite)
    }

    /// Lets go of the snapshot, so that it does not hold up checkpoints.
    pub fn end_reading(&mut self) {
        if self.in_transaction()
            && let Err(error) = self.control("COMMIT")
        {
            tracing::warn!(%error, "cannot end reading");
        }
    }

    fn control(&self, text: &str) -> Result<()> {
        self.deadline.lift();
        let mut statement = self.conn.prepare_cached(text).map_err(from_sqlite)?;
        statement.execute([]).map(drop).map_err(from_sqlite)
    }

    /// False once an error made SQLite roll the whole transaction back by itself.
    pub fn in_transaction(&self) -> bool {
        !self.conn.is_autocommit()
    }

    /// Copies the live database into a new file, consistent at one instant.
    pub fn copy_to(&self, target: &Path) -> Result<()> {
        // Held open, the transaction keeps the copy at its instant; without it every commit beside
        // the copying starts it again from the first page.
        self.control("BEGIN")?;
        let copied = self.copy_pages_to(target);
        self.control("ROLLBACK")?;
        copied
    }

    fn copy_pages_to(&self, target: &Path) -> Result<()> {
        let read = "SELECT count(*) FROM sqlite_schema";
        self.conn
            .query_row(read, [], |_| Ok(()))
            .map_err(from_sqlite)?;
        private::make_file(target)
            .map_err(|error| Error::Driver(format!("{}: {error}", target.display())))?;
        let mut copy = Connection::open(target).map_err(from_sqlite)?;
        let backup = rusqlite::backup::Backup::new(&self.conn, &mut copy).map_err(from_sqlite)?;
        backup
            .run_to_completion(1000, Duration::from_millis(1), None)
            .map_err(from_sqlite)
    }
}

/// A row that SQLite still holds.
struct Held<'a, 'row> {
    row: &'a rusqlite::Row<'row>,
    width: usize,
}

impl BorrowedRow for Held<'_, '_> {
    fn width(&self) -> usize {
        self.width
    }
    fn cell(&self, at: usize) -> Result<Borrowed<'_>> {
        from_ref(self.row.get_ref(at).map_err(from_sqlite)?)
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Bool(value) => ValueRef::Integer(i64::from(*value)),
            Self::Int(value) => ValueRef::Integer(*value),
            Self::Text(value) => ValueRef::Text(value.as_bytes()),
            Self::Blob(value) => ValueRef::Blob(value),
        }))
    }
}

fn from_ref(value: ValueRef<'_>) -> Result<Borrowed<'_>> {
    Ok(match value {
        ValueRef::Null => Borrowed::Null,
        ValueRef::Integer(value) => Borrowed::Int(value),
        ValueRef::Text(bytes) => Borrowed::Text(match str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => String::from_utf8_lossy(bytes),
        }),
        ValueRef::Blob(bytes) => Borrowed::Blob(bytes),
        ValueRef::Real(_) => return Err(Error::shape("no floating point", "one")),
    })
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the shape that map_err takes"
)]
fn from_sqlite(error: rusqlite::Error) -> Error {
    let text = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) if text.contains("UNIQUE") => Error::Unique(text),
        Some(ErrorCode::OperationInterrupted) => Error::Timeout,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Serialization(text),
        Some(ErrorCode::DiskFull | ErrorCode::ReadOnly | ErrorCode::SystemIoFailure) => {
            Error::Full(text)
        }
        _ => Error::Driver(text),
    }
}
