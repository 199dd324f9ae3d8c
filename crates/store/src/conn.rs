//! One connection, whichever engine it speaks to.

use std::{
    any::Any,
    mem,
    ops::{Deref, DerefMut},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::Arc,
};

use crate::{
    count::Counts,
    crypt::Keys,
    error::{Error, Result},
    guard::{Guard, changed_by},
    kept::Kept,
    known_schema::KnownSchema,
    labels::{KnownDict, KnownLabels},
    postgres::{PgConn, Question},
    sql::{Dialect, Sql},
    sqlite::SqliteConn,
    value::{BorrowedRow, Row, Value},
    waiting::Waiting,
};

/// A connection that reads.
pub struct Conn {
    pub(crate) engine: Engine,
    pub(crate) shared: Arc<Shared>,
    /// A statement failed in this transaction: it must not be committed.
    poisoned: bool,
    /// What made SQLite take the whole transaction back: nothing more may run as part of it.
    ended: Option<Error>,
    /// In a transaction, so that several statements see one state.
    is_steady: bool,
    /// The transaction may write, so what it sees may never come to be.
    is_writing: bool,
    /// The guarded table that may be written at this moment.
    guarding: Option<&'static str>,
    pub(crate) kept: Kept,
    /// What this job knows of the dictionaries already.
    pub(crate) dict: KnownDict,
    /// The state of a PostgreSQL database that this job saw when it began.
    pub(crate) seen: Option<String>,
    /// Rows that wait to be added.
    pub(crate) waiting: Waiting,
    /// What this job holds in memory (`orders/held.rs`), of which nothing is known here.
    pub(crate) held: Option<Box<dyn Any + Send>>,
    /// The day before which this connection knows all days to have ended.
    pub(crate) ended_before: Option<schema::Date>,
    along: Along,
}

/// A statement that goes with the next one in the same round trip.
#[derive(Default)]
enum Along {
    #[default]
    Nothing,
    Asked(Sql),
    Answered(Vec<Row>),
}

#[expect(
    clippy::large_enum_variant,
    reason = "a handful of connections, each made once"
)]
pub(crate) enum Engine {
    Sqlite(SqliteConn),
    Postgres(PgConn),
}

impl Engine {
    /// False once SQLite has taken a transaction back by itself; PostgreSQL refuses to go on.
    fn in_transaction(&self) -> bool {
        match self {
            Self::Sqlite(conn) => conn.in_transaction(),
            Self::Postgres(_) => true,
        }
    }
}

/// What every connection of one database shares.
pub(crate) struct Shared {
    pub counts: Counts,
    pub keys: Keys,
    pub labels: KnownLabels,
    /// Counting rows stops here.
    pub count_bound: i64,
    pub schema: KnownSchema,
    /// What is for developers is there.
    pub tools: bool,
}

impl Conn {
    pub(crate) fn new(engine: Engine, shared: Arc<Shared>) -> Self {
        Self {
            engine,
            shared,
            poisoned: false,
            ended: None,
            is_steady: false,
            is_writing: false,
            guarding: None,
            kept: Kept::default(),
            dict: KnownDict::default(),
            seen: None,
            waiting: Waiting::default(),
            held: None,
            ended_before: None,
            along: Along::Nothing,
        }
    }

    pub fn dialect(&self) -> Dialect {
        match self.engine {
            Engine::Sqlite(_) => Dialect::Sqlite,
            Engine::Postgres(_) => Dialect::Postgres,
        }
    }

    /// The keys that protect personal data.
    pub fn keys(&self) -> &Keys {
        &self.shared.keys
    }

    /// Whether the server was started with what is for developers.
    pub fn offers_tools(&self) -> bool {
        self.shared.tools
    }

    pub fn query(&mut self, text: &str, params: &[Value]) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        self.each(text, params, |row| {
            rows.push(Row::copied(row)?);
            Ok(())
        })?;
        Ok(rows)
    }

    /// [`query`](Self::query) for what is asked with every request: it is read again only after
    /// something changed, where the engine can tell.
    pub(crate) fn query_kept(
        &mut self,
        text: &'static str,
        params: &[Value],
    ) -> Result<Arc<Vec<Row>>> {
        if let Some(rows) = self.kept.get(text, params) {
            return Ok(rows);
        }
        let rows = Arc::new(self.query(text, params)?);
        self.kept.put(text, params, &rows);
        Ok(rows)
    }

    /// Hands over each row while the driver still holds it, so that none is copied.
    pub(crate) fn each(
        &mut self,
        text: &str,
        params: &[Value],
        mut take: impl FnMut(&dyn BorrowedRow) -> Result<()>,
    ) -> Result<()> {
        self.ask(&[(text, params)], false, |_, row| take(row))
    }

    /// Several statements of which none needs the answer of another, with the number of the one
    /// that a row answers: PostgreSQL is asked all of them in one round trip.
    pub(crate) fn each_of(
        &mut self,
        asked: &[&Sql],
        take: impl FnMut(usize, &dyn BorrowedRow) -> Result<()>,
    ) -> Result<()> {
        self.ask(&questions(asked), false, take)
    }

    /// The answers to such statements, all about one state of the database.
    pub(crate) fn query_together(&mut self, asked: &[&Sql]) -> Result<Vec<Vec<Row>>> {
        let mut answers: Vec<Vec<Row>> = asked.iter().map(|_| Vec::new()).collect();
        let needs_snapshot = !self.is_steady;
        self.ask(&questions(asked), needs_snapshot, |at, row| {
            if let Some(rows) = answers.get_mut(at) {
                rows.push(Row::copied(row)?);
            }
            Ok(())
        })?;
        Ok(answers)
    }

    /// Asks this with whatever is asked next, or at the latest when its answer is wanted.
    pub(crate) fn ask_along(&mut self, sql: Sql) {
        self.along = Along::Asked(sql);
    }

    /// The answer to it.
    pub(crate) fn answered_along(&mut self) -> Result<Vec<Row>> {
        match mem::take(&mut self.along) {
            Along::Nothing => Ok(Vec::new()),
            Along::Asked(sql) => self.query_sql(&sql),
            Along::Answered(rows) => Ok(rows),
        }
    }

    fn ask(
        &mut self,
        asked: &[Question<'_>],
        needs_snapshot: bool,
        mut take: impl FnMut(usize, &dyn BorrowedRow) -> Result<()>,
    ) -> Result<()> {
        let along = match mem::take(&mut self.along) {
            Along::Asked(along) => along,
            other => {
                self.along = other;
                return self.ask_these(asked, needs_snapshot, take);
            }
        };
        let mut all = asked.to_vec();
        all.push((&along.text, &along.params));
        let mut answered = Vec::new();
        self.ask_these(&all, needs_snapshot, |at, row| {
            if at < asked.len() {
                return take(at, row);
            }
            answered.push(Row::copied(row)?);
            Ok(())
        })?;
        self.along = Along::Answered(answered);
        Ok(())
    }

    fn ask_these(
        &mut self,
        asked: &[Question<'_>],
        needs_snapshot: bool,
        mut take: impl FnMut(usize, &dyn BorrowedRow) -> Result<()>,
    ) -> Result<()> {
        for (text, _) in asked {
            show(text);
            self.refuse_unguarded(text)?;
        }
        self.run(|engine| match engine {
            // On SQLite every job runs in one transaction anyway.
            Engine::Sqlite(conn) => {
                let mut asked = asked.iter().enumerate();
                asked.try_for_each(|(at, (text, params))| {
                    conn.each(text, params, |row| take(at, row))
                })
            }
            Engine::Postgres(conn) if needs_snapshot => conn.each_of_snapshot(asked, take),
            Engine::Postgres(conn) => conn.each_of(asked, take),
        })
    }

    pub fn query_sql(&mut self, sql: &Sql) -> Result<Vec<Row>> {
        self.query(&sql.text, &sql.params)
    }

    /// The only row of an answer that has at most one.
    pub fn query_opt(&mut self, text: &str, params: &[Value]) -> Result<Option<Row>> {
        let mut rows = self.query(text, params)?;
        match rows.len() {
            0 | 1 => Ok(rows.pop()),
            many => Err(Error::shape("at most 1 row", many)),
        }
    }

    pub fn query_one(&mut self, text: &str, params: &[Value]) -> Result<Row> {
        self.query_opt(text, params)?
            .ok_or_else(|| Error::shape("1 row", 0))
    }

    /// Runs several statements that must see one state of the database.
    pub fn snapshot<T, E: From<Error>>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        // On SQLite every job runs in one transaction anyway.
        match &mut self.engine {
            Engine::Postgres(conn) if !self.is_steady => conn.begin_snapshot()?,
            _ => return read(self),
        }
        self.is_steady = true;
        let outcome = catch_unwind(AssertUnwindSafe(|| read(self)));
        self.is_steady = false;
        // Nothing was written: how it ends does not matter, only that it does, or the next job on
        // this connection would see an old state.
        if let Engine::Postgres(conn) = &mut self.engine {
            conn.rollback();
        }
        outcome.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Runs a statement, and keeps in mind that one failed.
    fn run<T>(&mut self, statement: impl FnOnce(&mut Engine) -> Result<T>) -> Result<T> {
        if let Some(error) = &self.ended {
            return Err(error.clone());
        }
        let outcome = statement(&mut self.engine);
        if let Err(error) = &outcome {
            self.poisoned = true;
            // Whatever came next would be committed by itself.
            if self.is_writing && !self.engine.in_transaction() {
                self.ended = Some(error.clone());
            }
        }
        outcome
    }

    pub(crate) fn start(&mut self) {
        if let Engine::Sqlite(conn) = &self.engine {
            conn.set_patient(false);
        }
        self.poisoned = false;
        self.ended = None;
        self.is_steady = false;
        self.is_writing = false;
        self.guarding = None;
        self.dict = KnownDict::default();
        self.seen = None;
        self.waiting = Waiting::default();
        self.held = None;
        self.along = Along::Nothing;
    }

    pub(crate) fn is_writing(&self) -> bool {
        self.is_writing
    }

    pub(crate) fn is_poisoned(&self) -> bool {
        self.poisoned
    }

    /// What cost the job its transaction.
    pub(crate) fn ended(&self) -> Option<&Error> {
        self.ended.as_ref()
    }

    /// A guarded row changes together with its state, or not at all.
    fn refuse_unguarded(&mut self, text: &str) -> Result<()> {
        match changed_by(text) {
            Some(guard) if self.guarding != Some(&guard.table) => {
                self.poisoned = true;
                let table = &guard.table;
                Err(Error::shape(
                    "a write that keeps the state",
                    format!("{table} alone"),
                ))
            }
            _ => Ok(()),
        }
    }

    fn execute_raw(&mut self, text: &str, params: &[Value]) -> Result<u64> {
        show(text);
        self.refuse_unguarded(text)?;
        self.run(|engine| match engine {
            Engine::Sqlite(conn) => conn.execute(text, params),
            Engine::Postgres(conn) => conn.execute(text, params),
        })
    }
}

fn questions<'a>(asked: &[&'a Sql]) -> Vec<Question<'a>> {
    let pair = |sql: &&'a Sql| (sql.text.as_str(), sql.params.as_slice());
    asked.iter().map(pair).collect()
}

/// Tells whoever listens which statement runs: its text alone, never what is bound to it.
fn show(text: &str) {
    tracing::trace!(target: "store::sql", text);
}

/// A transaction: everything a connection can do, and writes.
pub struct Tx<'a>(&'a mut Conn);

impl<'a> Tx<'a> {
    pub(crate) fn new(conn: &'a mut Conn) -> Self {
        conn.is_steady = true;
        conn.is_writing = true;
        Self(conn)
    }

    pub fn execute(&mut self, text: &str, params: &[Value]) -> Result<u64> {
        self.0.execute_raw(text, params)
    }

    pub fn execute_sql(&mut self, sql: &Sql) -> Result<u64> {
        self.execute(&sql.text, &sql.params)
    }

    /// Adds a row and answers its number. SQLite knows it by itself; asked by RETURNING it would keep
    /// a copy of every page that it touches, in case the row is refused half-way.
    pub fn add(&mut self, text: &str, params: &[Value]) -> Result<i64> {
        if self.dialect() == Dialect::Postgres {
            return self
                .query_one(&format!("{text} RETURNING id"), params)?
                .int(0);
        }
        self.execute_one(text, params)?;
        self.0.run(|engine| match engine {
            Engine::Sqlite(conn) => Ok(conn.last_id()),
            Engine::Postgres(_) => Err(Error::shape("SQLite", "PostgreSQL")),
        })
    }

    /// A write that must change exactly one row.
    pub fn execute_one(&mut self, text: &str, params: &[Value]) -> Result<()> {
        match self.execute(text, params)? {
            1 => Ok(()),
            other => Err(Error::shape("1 changed row", other)),
        }
    }

    /// Runs part of a transaction that may fail alone: its writes are undone and the rest goes on.
    pub fn attempt<T, E: From<Error>>(
        &mut self,
        part: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.0.waiting.is_on {
            // What waits could not be undone with it.
            return Err(Error::shape("no part that may fail alone", "one").into());
        }
        self.batch("SAVEPOINT part")?;
        let was_poisoned = mem::take(&mut self.0.poisoned);
        let outcome = match part(&mut Tx(self.0)) {
            Ok(_) if self.0.poisoned => Err(E::from(Error::swallowed())),
            outcome => outcome,
        };
        if outcome.is_ok() {
            self.batch("RELEASE SAVEPOINT part")?;
        } else {
            self.batch("ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part")?;
            self.0.dict = KnownDict::default();
        }
        self.0.poisoned = was_poisoned;
        outcome
    }

    /// Runs a write of a guarded table for whoever keeps its states.
    pub(crate) fn guarding<T, E>(
        &mut self,
        guard: &'static Guard,
        write: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let before = self.0.guarding.replace(&guard.table);
        let outcome = write(&mut Tx(self.0));
        self.0.guarding = before;
        outcome
    }

    /// From here on the transaction takes as long as it takes: an index on a large table, or
    /// another node that makes one.
    pub fn be_patient(&mut self) -> Result<()> {
        self.0.run(|engine| match engine {
            Engine::Sqlite(conn) => {
                conn.set_patient(true);
                Ok(())
            }
            Engine::Postgres(conn) => conn.be_patient(),
        })
    }

    /// Runs a text of several statements without parameters (migrations).
    pub fn batch(&mut self, text: &str) -> Result<()> {
        self.0.run(|engine| match engine {
            Engine::Sqlite(conn) => conn.batch(text),
            Engine::Postgres(conn) => conn.batch(text),
        })
    }
}

impl Deref for Tx<'_> {
    type Target = Conn;
    fn deref(&self) -> &Conn {
        self.0
    }
}

impl DerefMut for Tx<'_> {
    fn deref_mut(&mut self) -> &mut Conn {
        self.0
    }
}
