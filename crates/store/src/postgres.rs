//! PostgreSQL through the plain driver: prepared statements cached per connection, questions that
//! need no answer of each other sent at once, reconnecting by itself.

mod open;
mod values;

use std::{
    cell::Cell,
    collections::HashMap,
    mem,
    time::{Duration, Instant},
};

use tokio::{runtime::Builder, time::timeout};
use tokio_postgres::{Client, Config, Statement};

use crate::{
    address,
    error::{Error, Result},
    known_schema::FAIL_IF_NEWER,
    pg_error::{describe, is_newer_schema},
    value::{BorrowedRow, Value},
};

pub(crate) use open::Server;
use open::{Open, Queued, answers, changes, hand_over, must_fit, silent};
use values::refs;

pub(crate) struct PgConn {
    server: Server,
    writable: bool,
    budget: Duration,
    open: Option<Open>,
    /// Why the server did not let us in when it was asked last.
    refusal: Option<Error>,
    /// In a transaction: a broken connection must not be replaced behind its back.
    pinned: bool,
    /// This transaction takes as long as it takes.
    patient: bool,
    /// What goes out with the next question.
    queued: Vec<Queued>,
}

/// A statement and what is bound to it.
pub(crate) type Question<'a> = (&'a str, &'a [Value]);

/// How much longer than its limit a statement may stay unanswered.
const LATE: Duration = Duration::from_secs(1);
/// How long a server may take to let us in.
const CONNECT: Duration = Duration::from_secs(5);
/// How long it may then take for its first answer.
const GREET: Duration = Duration::from_secs(2);
/// How long a stand-in serves before the server itself is tried again.
const STAND_IN: Duration = Duration::from_mins(1);
/// Statements that wait for a question, at most.
const QUEUED: usize = 64;
const FOREVER: Duration = Duration::from_hours(24);

const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

impl PgConn {
    pub fn new(server: &Server, writable: bool, budget: Duration) -> Self {
        Self {
            server: server.clone(),
            writable,
            budget,
            open: None,
            refusal: None,
            pinned: false,
            patient: false,
            queued: Vec::new(),
        }
    }

    fn open(&mut self) -> Result<&mut Open> {
        let is_usable = |open: &Open| {
            if self.pinned {
                open.is_alive()
            } else {
                open.is_fit()
            }
        };
        if !self.open.as_ref().is_some_and(is_usable) {
            self.open = None;
        }
        if self.open.is_none() && self.pinned {
            return Err(Error::Lost(
                "the connection broke inside a transaction".to_owned(),
            ));
        }
        if self.open.is_none() {
            let connected = self.connect();
            self.refusal = connected.as_ref().err().cloned();
            self.open = Some(connected?);
        }
        self.open
            .as_mut()
            .ok_or_else(|| Error::Lost("no connection".to_owned()))
    }

    /// Connects to the server, or to what stands in for it.
    fn connect(&self) -> Result<Open> {
        let mut failed = silent();
        for (at, url) in self.server.urls.iter().enumerate() {
            match self.connect_to(url) {
                Ok(open) if at == 0 => return Ok(open),
                Ok(open) => {
                    tracing::warn!("the replica is away; the primary stands in for it");
                    let until = Some(Instant::now() + STAND_IN);
                    return Ok(Open { until, ..open });
                }
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }

    fn connect_to(&self, url: &str) -> Result<Open> {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Error::Driver(error.to_string()))?;
        let set = format!(
            "SET statement_timeout = {}; SET lock_timeout = {}; SET idle_in_transaction_session_timeout = 30000; SET jit = off;
             SET default_transaction_read_only = {}; SET client_min_messages = warning;",
            self.budget.as_millis(),
            self.budget.as_millis(),
            if self.writable { "off" } else { "on" },
        );
        let connecting = async {
            let name = |config: &mut Config| {
                config.application_name("zhanggui");
            };
            let client = address::connect(url, CONNECT, name).await?;
            let set = timeout(GREET, client.batch_execute(&set)).await;
            set.map_err(|_| silent())?
                .map_err(|error| Error::Lost(describe(&error)))?;
            Ok::<_, Error>(client)
        };
        let client = runtime.block_on(connecting)?;
        Ok(Open {
            client,
            writable: self.writable,
            statements: HashMap::new(),
            runtime,
            patience: self.budget.saturating_add(LATE),
            heard: Cell::new(Instant::now()),
            silences: self.server.silences(),
            is_silent: Cell::new(false),
            is_standby: Cell::new(false),
            until: None,
            server: self.server.clone(),
        })
    }

    /// The transaction that has begun takes as long as it takes.
    pub fn be_patient(&mut self) -> Result<()> {
        self.batch("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")?;
        self.patient = true;
        if let Some(open) = &mut self.open {
            open.patience = FOREVER;
        }
        Ok(())
    }

    fn end_patience(&mut self) {
        if !mem::take(&mut self.patient) {
            return;
        }
        if let Some(open) = &mut self.open {
            open.patience = self.budget.saturating_add(LATE);
        }
    }

    /// Asks everything at once and hands over each row with the number of its question.
    pub fn each_of(
        &mut self,
        asked: &[Question<'_>],
        take: impl FnMut(usize, &dyn BorrowedRow) -> Result<()>,
    ) -> Result<()> {
        self.begin_before(asked)?;
        let (open, answers) = self.after_queued(asked, async |client, statements| {
            answers(client, statements, asked).await
        })?;
        hand_over(open, answers, take)
    }

    /// Sends what is queued and, without waiting for it, what `ask` does with the statements of
    /// some questions.
    fn after_queued<T>(
        &mut self,
        asked: &[Question<'_>],
        ask: impl AsyncFnOnce(&Client, &[Statement]) -> T,
    ) -> Result<(&Open, T)> {
        let queued = mem::take(&mut self.queued);
        let waiting: Vec<Question<'_>> = queued.iter().filter_map(Queued::question).collect();
        let open = self.open()?;
        let statements = open.prepare(&[&waiting, asked].concat())?;
        let (of_queued, of_asked) = statements.split_at(waiting.len());
        let (changed, answer) = open.wait(async {
            tokio::join!(
                biased;
                changes(&open.client, of_queued, &queued),
                ask(&open.client, of_asked),
            )
        })?;
        must_fit(open, &queued, changed)?;
        Ok((open, answer))
    }

    /// A BEGIN that waits goes with questions alone: if it failed, a write after it would be no part
    /// of a transaction.
    fn begin_before(&mut self, asked: &[Question<'_>]) -> Result<()> {
        let waiting = self.queued.iter().filter_map(Queued::question);
        let mut all = waiting.chain(asked.iter().copied());
        let are_questions = all.all(|(text, _)| text.starts_with("SELECT"));
        if are_questions || !matches!(self.queued.first(), Some(Queued::Begin)) {
            return Ok(());
        }
        self.queued.remove(0);
        let open = self.open()?;
        open.wait(open.client.batch_execute("BEGIN"))?
            .map_err(|error| open.failed(&error))
    }

    /// A statement that goes out with the next question: nobody waits for its answer alone.
    pub fn queue(&mut self, text: &str, params: &[Value], rows: Option<u64>) -> Result<()> {
        let queued = Queued::Do(text.to_owned(), params.to_vec(), rows);
        self.queued.push(queued);
        if self.queued.len() < QUEUED {
            return Ok(());
        }
        self.send_queued()
    }

    /// Sends what nothing was asked after.
    pub fn send_queued(&mut self) -> Result<()> {
        let is_statement = |one: &Queued| one.question().is_some();
        if self.queued.iter().any(is_statement) {
            self.each_of(&[], |_, _| Ok(()))?;
        }
        Ok(())
    }

    /// The same, all questions about one state of the database.
    pub fn each_of_snapshot(
        &mut self,
        asked: &[Question<'_>],
        take: impl FnMut(usize, &dyn BorrowedRow) -> Result<()>,
    ) -> Result<()> {
        let open = self.open()?;
        let statements = open.prepare(asked)?;
        let (begun, answers, ended) = open.wait(async {
            tokio::join!(
                biased;
                open.client.batch_execute(SNAPSHOT),
                answers(&open.client, &statements, asked),
                open.client.batch_execute("ROLLBACK"),
            )
        })?;
        if let Err(error) = begun.and(ended) {
            let error = open.failed(&error);
            // Whether a transaction is open is not known.
            self.disconnect();
            return Err(error);
        }
        hand_over(open, answers, take)
    }

    pub fn execute(&mut self, text: &str, params: &[Value]) -> Result<u64> {
        let asked: [Question<'_>; 1] = [(text, params)];
        self.begin_before(&asked)?;
        let (open, done) = self.after_queued(&asked, async |client, statements| {
            let params = refs(params);
            match statements.first() {
                Some(statement) => Some(client.execute(statement, &params).await),
                None => None,
            }
        })?;
        done.ok_or_else(|| Error::shape("a prepared statement", "none"))?
            .map_err(|error| open.failed(&error))
    }

    pub fn batch(&mut self, text: &str) -> Result<()> {
        self.begin_before(&[(text, &[])])?;
        let (open, done) =
            self.after_queued(&[], async |client, _| client.batch_execute(text).await)?;
        done.map_err(|error| open.failed(&error))
    }

    /// Starts a transaction with the next statement; until it ends a broken connection is an error,
    /// not a reconnect.
    pub fn begin(&mut self) -> Result<()> {
        self.open()?;
        self.queued = vec![Queued::Begin];
        self.pinned = true;
        Ok(())
    }

    /// Starts a transaction in which all statements see one state.
    pub fn begin_snapshot(&mut self) -> Result<()> {
        self.batch(SNAPSHOT)?;
        self.pinned = true;
        Ok(())
    }

    /// Ends a transaction; where a newest schema is given, one that finds a newer is undone.
    pub fn commit(&mut self, newest: Option<i64>) -> Result<()> {
        // How many rows a write changed is known before anything is committed.
        if let Err(error) = self.send_queued() {
            self.rollback();
            return Err(error);
        }
        let done = match newest {
            Some(newest) => self.commit_unless_newer(newest),
            None => self.batch("COMMIT"),
        };
        self.end(done.is_ok());
        done
    }

    /// The question and the commit in one round trip.
    fn commit_unless_newer(&mut self, newest: i64) -> Result<()> {
        let params = [Value::Int(newest)];
        let asked: [Question<'_>; 1] = [(FAIL_IF_NEWER, &params)];
        let (open, (answers, committed)) =
            self.after_queued(&asked, async |client, statements| {
                tokio::join!(
                    biased;
                    answers(client, statements, &asked),
                    client.batch_execute("COMMIT"),
                )
            })?;
        // After a question that failed the commit has undone everything.
        for answer in answers {
            answer.map_err(|error| {
                if is_newer_schema(&error) {
                    Error::Outdated
                } else {
                    open.failed(&error)
                }
            })?;
        }
        committed.map_err(|error| open.failed(&error))
    }

    pub fn rollback(&mut self) {
        let is_begun = !matches!(self.queued.first(), Some(Queued::Begin));
        self.queued.clear();
        let done = if is_begun {
            self.batch("ROLLBACK")
        } else {
            Ok(())
        };
        self.end(done.is_ok());
    }

    fn end(&mut self, connection_is_good: bool) {
        self.pinned = false;
        self.end_patience();
        if !connection_is_good {
            self.disconnect();
        }
    }

    /// Whether what has begun can go on.
    pub fn is_alive(&self) -> bool {
        self.open.as_ref().is_some_and(Open::is_alive)
    }

    pub fn is_crowded_out(&self) -> bool {
        matches!(self.refusal, Some(Error::Crowded(_)))
    }

    /// Asks the server for a connection where there is none; whoever needs it sees whether it came.
    pub fn reconnect(&mut self) {
        if let Err(error) = self.open() {
            tracing::debug!(%error, "no connection");
        }
    }

    /// Whether the last connection is no good any more and none has taken its place.
    pub fn is_lost(&self) -> bool {
        self.open.is_none()
    }

    /// The next statement starts on a fresh connection: a transaction ended with the old one.
    pub fn disconnect(&mut self) {
        self.open = None;
        self.pinned = false;
        self.patient = false;
        self.queued.clear();
    }
}
