//! PostgreSQL through the plain driver: prepared statements cached per connection, questions that
//! need no answer of each other sent at once, reconnecting by itself.

use std::{
    borrow::Cow,
    cell::Cell,
    collections::HashMap,
    error::Error as StdError,
    future::poll_fn,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::Poll,
    time::{Duration, Instant},
};

use tokio::{
    runtime::{Builder, Runtime},
    time::timeout,
};
use tokio_postgres::{
    Client, Statement,
    types::{IsNull, ToSql, Type, private::BytesMut, to_sql_checked},
};

use crate::{
    address,
    error::{Error, Result},
    pg_error::{describe, from_pg},
    sql::numbered,
    value::{Borrowed, BorrowedRow, Value},
};

pub(crate) struct PgConn {
    server: Server,
    writable: bool,
    budget: Duration,
    open: Option<Open>,
    /// In a transaction: a broken connection must not be replaced behind its back.
    pinned: bool,
    /// This transaction takes as long as it takes.
    patient: bool,
}

/// What all connections to a server share.
#[derive(Clone)]
pub(crate) struct Server {
    /// Where it is, and what stands in for it while it is away.
    urls: Arc<[String]>,
    /// How often it fell silent. No connection from before the last time is used again.
    silences: Arc<AtomicU64>,
}

struct Open {
    client: Client,
    statements: HashMap<String, Statement>,
    /// Moves the connection while somebody waits for an answer.
    runtime: Runtime,
    /// How long an answer may take; a server that keeps to its statement limit is faster.
    patience: Duration,
    heard: Cell<Instant>,
    /// How often the server had fallen silent when this was opened.
    silences: u64,
    is_silent: Cell<bool>,
    /// Until when a stand-in serves; the server itself may be back by then.
    until: Option<Instant>,
    server: Server,
}

/// A statement and what is bound to it.
pub(crate) type Question<'a> = (&'a str, &'a [Value]);

/// Past this many prepared statements the cache starts afresh.
const STATEMENTS: usize = 512;

/// How much longer than its limit a statement may stay unanswered.
const LATE: Duration = Duration::from_secs(1);
/// How long a server may take to let us in.
const CONNECT: Duration = Duration::from_secs(5);
/// How long an idle connection may take to prove itself.
const PROOF: Duration = Duration::from_secs(1);
/// A connection that was heard of within this time needs no proof: a broken one costs a request
/// its patience, a proof only a round trip.
const FRESH: Duration = Duration::from_secs(5);
/// How long a stand-in serves before the server itself is tried again.
const STAND_IN: Duration = Duration::from_mins(1);
const FOREVER: Duration = Duration::from_hours(24);

const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

impl PgConn {
    pub fn new(server: &Server, writable: bool, budget: Duration) -> Self {
        Self {
            server: server.clone(),
            writable,
            budget,
            open: None,
            pinned: false,
            patient: false,
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
            self.open = Some(self.connect()?);
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
            let client = address::connect(url, |config| {
                config.connect_timeout(CONNECT);
                config.application_name("zhanggui");
            })
            .await?;
            client
                .batch_execute(&set)
                .await
                .map_err(|error| Error::Lost(describe(&error)))?;
            Ok(client)
        };
        let client = runtime.block_on(async { timeout(CONNECT, connecting).await });
        Ok(Open {
            client: client.unwrap_or_else(|_| Err(silent()))?,
            statements: HashMap::new(),
            runtime,
            patience: self.budget.saturating_add(LATE),
            heard: Cell::new(Instant::now()),
            silences: self.server.silences(),
            is_silent: Cell::new(false),
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
        if !std::mem::take(&mut self.patient) {
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
        let open = self.open()?;
        let statements = open.prepare(asked)?;
        let answers = open.wait(answers(&open.client, &statements, asked))?;
        hand_over(answers, take)
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
            // Whether a transaction is open is not known.
            self.disconnect();
            return Err(from_pg(&error));
        }
        hand_over(answers, take)
    }

    pub fn execute(&mut self, text: &str, params: &[Value]) -> Result<u64> {
        let open = self.open()?;
        let statements = open.prepare(&[(text, params)])?;
        let mut changed = 0;
        for statement in &statements {
            let done = open.wait(open.client.execute(statement, &refs(params)))?;
            changed = done.map_err(|error| from_pg(&error))?;
        }
        Ok(changed)
    }

    pub fn batch(&mut self, text: &str) -> Result<()> {
        let open = self.open()?;
        open.wait(open.client.batch_execute(text))?
            .map_err(|error| from_pg(&error))
    }

    /// Starts a transaction; until it ends a broken connection is an error, not a reconnect.
    pub fn begin(&mut self) -> Result<()> {
        self.batch("BEGIN")?;
        self.pinned = true;
        Ok(())
    }

    /// Starts a transaction in which all statements see one state.
    pub fn begin_snapshot(&mut self) -> Result<()> {
        self.batch(SNAPSHOT)?;
        self.pinned = true;
        Ok(())
    }

    pub fn commit(&mut self) -> Result<()> {
        let done = self.batch("COMMIT");
        self.end(done.is_ok());
        done
    }

    pub fn rollback(&mut self) {
        let done = self.batch("ROLLBACK");
        self.end(done.is_ok());
    }

    fn end(&mut self, connection_is_good: bool) {
        self.pinned = false;
        self.end_patience();
        if !connection_is_good {
            self.disconnect();
        }
    }

    /// The next statement starts on a fresh connection: a transaction ended with the old one.
    pub fn disconnect(&mut self) {
        self.open = None;
        self.pinned = false;
        self.patient = false;
    }
}

impl Server {
    pub fn new(urls: &[&String]) -> Self {
        Self {
            urls: urls.iter().map(|url| (*url).clone()).collect(),
            silences: Arc::default(),
        }
    }

    fn silences(&self) -> u64 {
        self.silences.load(Ordering::Relaxed)
    }

    fn fell_silent(&self) {
        self.silences.fetch_add(1, Ordering::Relaxed);
        tracing::warn!("the database server fell silent");
    }
}

fn silent() -> Error {
    Error::Lost("the server is silent".to_owned())
}

impl Open {
    /// Every wait for the server goes through here: one round trip.
    fn wait<T>(&self, answer: impl Future<Output = T>) -> Result<T> {
        tracing::trace!(target: "store::trip", "asked");
        self.wait_for(self.patience, answer)
    }

    fn wait_for<T>(&self, patience: Duration, answer: impl Future<Output = T>) -> Result<T> {
        let answer = self
            .runtime
            .block_on(async { timeout(patience, answer).await });
        if answer.is_ok() {
            self.heard.set(Instant::now());
        } else {
            self.is_silent.set(true);
            self.server.fell_silent();
        }
        answer.map_err(|_| silent())
    }

    /// Whether it can go on.
    fn is_alive(&self) -> bool {
        !self.client.is_closed() && !self.is_silent.get()
    }

    /// Whether something new can be begun on it: not if another one fell silent since it was made,
    /// and one that was not heard of lately is asked first.
    fn is_fit(&self) -> bool {
        if !self.is_alive() || self.silences != self.server.silences() {
            return false;
        }
        if self.until.is_some_and(|until| until < Instant::now()) {
            return false;
        }
        if self.heard.get().elapsed() < FRESH {
            return true;
        }
        let proof = self.wait_for(PROOF, self.client.batch_execute(""));
        proof.is_ok_and(|said| said.is_ok())
    }

    /// The statements of these questions; those that are new to the connection at once.
    fn prepare(&mut self, asked: &[Question<'_>]) -> Result<Vec<Statement>> {
        let is_new = |(text, _): &&Question<'_>| !self.statements.contains_key(*text);
        let mut new: Vec<&str> = asked.iter().filter(is_new).map(|(text, _)| *text).collect();
        new.sort_unstable();
        new.dedup();
        if !new.is_empty() {
            let texts: Vec<String> = new.iter().map(|text| numbered(text)).collect();
            let prepared =
                self.wait(at_once(texts.iter().map(|text| self.client.prepare(text))))?;
            if self.statements.len() + new.len() > STATEMENTS {
                self.statements
                    .retain(|text, _| asked.iter().any(|(asked, _)| asked == text));
            }
            for (text, statement) in new.iter().zip(prepared) {
                let statement = statement.map_err(|error| from_pg(&error))?;
                self.statements.insert((*text).to_owned(), statement);
            }
        }
        let known = asked
            .iter()
            .filter_map(|(text, _)| self.statements.get(*text));
        Ok(known.cloned().collect())
    }
}

type Answers = Vec<std::result::Result<Vec<tokio_postgres::Row>, tokio_postgres::Error>>;

async fn answers(client: &Client, statements: &[Statement], asked: &[Question<'_>]) -> Answers {
    let asked = statements.iter().zip(asked);
    at_once(asked.map(|(statement, (_, params))| async move {
        let params = refs(params);
        client.query(statement, &params).await
    }))
    .await
}

fn hand_over(
    answers: Answers,
    mut take: impl FnMut(usize, &dyn BorrowedRow) -> Result<()>,
) -> Result<()> {
    for (at, rows) in answers.into_iter().enumerate() {
        for row in &rows.map_err(|error| from_pg(&error))? {
            take(at, row)?;
        }
    }
    Ok(())
}

/// Sends requests in their order without waiting between them; the server works them off in the
/// same order.
async fn at_once<F: Future>(requests: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut waiting: Vec<_> = requests.map(|request| (Box::pin(request), None)).collect();
    poll_fn(|context| {
        let mut is_done = true;
        for (request, answer) in &mut waiting {
            if answer.is_none() {
                match request.as_mut().poll(context) {
                    Poll::Ready(ready) => *answer = Some(ready),
                    Poll::Pending => is_done = false,
                }
            }
        }
        if is_done {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
    waiting
        .into_iter()
        .filter_map(|(_, answer)| answer)
        .collect()
}

fn refs(params: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    params
        .iter()
        .map(|value| value as &(dyn ToSql + Sync))
        .collect()
}

impl ToSql for Value {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn StdError + Sync + Send>> {
        match (self, ty) {
            (Self::Null, _) => Ok(IsNull::Yes),
            (Self::Bool(value), &Type::BOOL) => value.to_sql(ty, out),
            (Self::Int(value), &Type::BOOL) => (*value != 0).to_sql(ty, out),
            (Self::Int(value), &Type::INT8) => value.to_sql(ty, out),
            (Self::Int(value), &Type::INT4) => i32::try_from(*value)?.to_sql(ty, out),
            (Self::Text(value), &Type::TEXT | &Type::VARCHAR | &Type::NAME | &Type::UNKNOWN) => {
                value.to_sql(ty, out)
            }
            (Self::Blob(value), &Type::BYTEA) => value.to_sql(ty, out),
            (value, ty) => Err(format!("cannot bind {} as {ty}", value.kind()).into()),
        }
    }
    fn accepts(_: &Type) -> bool {
        true
    }
    to_sql_checked!();
}

impl BorrowedRow for tokio_postgres::Row {
    fn width(&self) -> usize {
        self.len()
    }
    fn cell(&self, at: usize) -> Result<Borrowed<'_>> {
        let column = self.columns().get(at);
        let column = column.ok_or_else(|| Error::shape("a column", "fewer columns"))?;
        cell(self, at, column.type_()).map_err(|error| Error::Shape(error.to_string()))
    }
}

fn cell<'a>(
    row: &'a tokio_postgres::Row,
    at: usize,
    ty: &Type,
) -> std::result::Result<Borrowed<'a>, tokio_postgres::Error> {
    let cell = match *ty {
        Type::BOOL => row.try_get::<_, Option<bool>>(at)?.map(Borrowed::Bool),
        Type::INT8 => row.try_get::<_, Option<i64>>(at)?.map(Borrowed::Int),
        Type::INT4 => {
            let number = row.try_get::<_, Option<i32>>(at)?;
            number.map(|number| Borrowed::Int(number.into()))
        }
        Type::BYTEA => row.try_get::<_, Option<&[u8]>>(at)?.map(Borrowed::Blob),
        _ => {
            let text = row.try_get::<_, Option<&str>>(at)?;
            text.map(|text| Borrowed::Text(Cow::Borrowed(text)))
        }
    };
    Ok(cell.unwrap_or(Borrowed::Null))
}
