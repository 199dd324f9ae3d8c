//! One connection, whichever engine it speaks to.

use std::{
    any::Any,
    collections::HashSet,
    mem,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{Arc, atomic::AtomicBool},
};

use crate::{
    behind::Behind,
    count::Counts,
    crypt::Keys,
    error::{Error, Result},
    guard::{changed_by, guards},
    kept::{Kept, ReadRows},
    known_schema::KnownSchema,
    known_terms::KnownTerms,
    labels::{KnownDict, KnownLabels},
    postgres::{PgConn, Question},
    sql::{Dialect, Sql},
    sqlite::SqliteConn,
    tools::Tools,
    value::{BorrowedRow, Row, Value},
    waiting::Waiting,
};

/// A connection that reads.
pub struct Conn {
    pub(crate) engine: Engine,
    pub(crate) shared: Arc<Shared>,
    /// A statement failed in this transaction: it must not be committed.
    pub(super) poisoned: bool,
    /// What made SQLite take the whole transaction back: nothing more may run as part of it.
    ended: Option<Error>,
    /// In a transaction, so that several statements see one state.
    pub(super) is_steady: bool,
    /// The transaction may write, so what it sees may never come to be.
    pub(super) is_writing: bool,
    /// The guarded table that may be written at this moment.
    pub(super) guarding: Option<&'static str>,
    pub(crate) kept: Kept,
    /// Terms of orders read before, in whatever job.
    pub(crate) terms: KnownTerms,
    /// What this job knows of the dictionaries already.
    pub(crate) dict: KnownDict,
    /// The state of a PostgreSQL database that this job saw when it began.
    pub(crate) seen: Option<String>,
    pub(crate) behind: Behind,
    /// Rows that wait to be added.
    pub(crate) waiting: Waiting,
    /// What this job holds in memory (`orders/held.rs`), of which nothing is known here.
    pub(crate) held: Option<Box<dyn Any + Send>>,
    /// The day before which this connection knows all days to have ended.
    pub(crate) ended_before: Option<schema::Date>,
    along: Along,
    /// What this transaction locked, as it was said.
    pub(super) locked: HashSet<(String, Vec<Value>)>,
    /// Where orders are held, what was read of other rows.
    pub(crate) read_rows: Option<ReadRows>,
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
    /// What may be is written behind the transactions.
    pub writes_behind: AtomicBool,
    /// What is for developers is there.
    pub tools: Tools,
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
            terms: KnownTerms::default(),
            dict: KnownDict::default(),
            seen: None,
            behind: Behind::default(),
            waiting: Waiting::default(),
            held: None,
            ended_before: None,
            along: Along::Nothing,
            locked: HashSet::new(),
            read_rows: None,
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

    /// What for developers the server was started with.
    pub fn tools(&self) -> Tools {
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

    /// [`each_of`](Self::each_of), all about one state of the database.
    pub(crate) fn each_together(
        &mut self,
        asked: &[&Sql],
        take: impl FnMut(usize, &dyn BorrowedRow) -> Result<()>,
    ) -> Result<()> {
        let needs_snapshot = !self.is_steady;
        self.ask(&questions(asked), needs_snapshot, take)
    }

    /// The answers to such statements.
    pub(crate) fn query_together(&mut self, asked: &[&Sql]) -> Result<Vec<Vec<Row>>> {
        let mut answers: Vec<Vec<Row>> = asked.iter().map(|_| Vec::new()).collect();
        self.each_together(asked, |at, row| {
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

    /// The answer to a question about one row of a table and nothing else. While orders are held
    /// nobody else changes it.
    pub(crate) fn query_row(&mut self, table: &str, id: i64, sql: &Sql) -> Result<Option<Row>> {
        let guard = guards().get(table).filter(|_| self.read_rows.is_some());
        let known = guard.zip(self.read_rows.as_ref());
        if let Some(row) = known.and_then(|(guard, read)| read.get(&guard.table, id, sql)) {
            return Ok(Some(row));
        }
        let row = self.query_opt(&sql.text, &sql.params)?;
        if let (Some(guard), Some(read), Some(row)) = (guard, &mut self.read_rows, &row) {
            read.put(&guard.table, id, sql, row);
        }
        Ok(row)
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
    pub(super) fn run<T>(&mut self, statement: impl FnOnce(&mut Engine) -> Result<T>) -> Result<T> {
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
        self.locked.clear();
        self.read_rows = None;
    }

    /// What is seen may never come to be.
    pub fn is_writing(&self) -> bool {
        self.is_writing
    }

    pub(crate) fn is_poisoned(&self) -> bool {
        self.poisoned
    }

    /// A number that SQLite raises with whatever is changed over this connection.
    pub(crate) fn changes(&self) -> u64 {
        match &self.engine {
            Engine::Sqlite(conn) => conn.changes(),
            Engine::Postgres(_) => 0,
        }
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

    /// A write that must change so many rows. PostgreSQL is told with the next question, or in the
    /// end: only there it shows whether it did.
    pub(super) fn change(&mut self, text: &str, params: &[Value], rows: u64) -> Result<()> {
        if self.dialect() == Dialect::Sqlite {
            return match self.execute_raw(text, params)? {
                changed if changed == rows => Ok(()),
                changed => Err(Error::changed(rows, changed)),
            };
        }
        self.queue(text, params, Some(rows))
    }

    /// PostgreSQL does this before it answers the next question.
    pub(super) fn queue(&mut self, text: &str, params: &[Value], rows: Option<u64>) -> Result<()> {
        show(text);
        self.refuse_unguarded(text)?;
        self.run(|engine| match engine {
            Engine::Postgres(conn) => conn.queue(text, params, rows),
            Engine::Sqlite(_) => Err(Error::shape("PostgreSQL", "SQLite")),
        })
    }

    /// PostgreSQL is told what was not followed by a question.
    pub(crate) fn send_changes(&mut self) -> Result<()> {
        self.run(|engine| match engine {
            Engine::Postgres(conn) => conn.send_queued(),
            Engine::Sqlite(_) => Ok(()),
        })
    }

    pub(super) fn execute_raw(&mut self, text: &str, params: &[Value]) -> Result<u64> {
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
