//! PostgreSQL through the plain driver: prepared statements cached per connection, questions that
//! need no answer of each other sent at once, reconnecting by itself.

use std::{
    borrow::Cow, collections::HashMap, error::Error as StdError, future::poll_fn, task::Poll,
    time::Duration,
};

use tokio::runtime::{Builder, Runtime};
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
    url: String,
    writable: bool,
    budget: Duration,
    open: Option<Open>,
    /// In a transaction: a broken connection must not be replaced behind its back.
    pinned: bool,
}

struct Open {
    client: Client,
    statements: HashMap<String, Statement>,
    /// Moves the connection while somebody waits for an answer.
    runtime: Runtime,
}

/// A statement and what is bound to it.
pub(crate) type Question<'a> = (&'a str, &'a [Value]);

/// Past this many prepared statements the cache starts afresh.
const STATEMENTS: usize = 512;

const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

impl PgConn {
    pub fn new(url: &str, writable: bool, budget: Duration) -> Self {
        Self {
            url: url.to_owned(),
            writable,
            budget,
            open: None,
            pinned: false,
        }
    }

    fn open(&mut self) -> Result<&mut Open> {
        if self
            .open
            .as_ref()
            .is_some_and(|open| open.client.is_closed())
        {
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

    fn connect(&self) -> Result<Open> {
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
        let client = runtime.block_on(async {
            let client = address::connect(&self.url, |config| {
                config.connect_timeout(Duration::from_secs(5));
                config.application_name("zhanggui");
            })
            .await?;
            client
                .batch_execute(&set)
                .await
                .map_err(|error| Error::Lost(describe(&error)))?;
            Ok(client)
        })?;
        Ok(Open {
            client,
            statements: HashMap::new(),
            runtime,
        })
    }

    /// Asks everything at once and hands over each row with the number of its question.
    pub fn each_of(
        &mut self,
        asked: &[Question<'_>],
        take: impl FnMut(usize, &dyn BorrowedRow) -> Result<()>,
    ) -> Result<()> {
        let open = self.open()?;
        let statements = open.prepare(asked)?;
        let answers = open.wait(answers(&open.client, &statements, asked));
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
        });
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
            let done = open.wait(open.client.execute(statement, &refs(params)));
            changed = done.map_err(|error| from_pg(&error))?;
        }
        Ok(changed)
    }

    pub fn batch(&mut self, text: &str) -> Result<()> {
        let open = self.open()?;
        open.wait(open.client.batch_execute(text))
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
        if !connection_is_good {
            self.disconnect();
        }
    }

    /// The next statement starts on a fresh connection: a transaction ended with the old one.
    pub fn disconnect(&mut self) {
        self.open = None;
        self.pinned = false;
    }
}

impl Open {
    /// Every wait for the server goes through here: one round trip.
    fn wait<T>(&self, answer: impl Future<Output = T>) -> T {
        tracing::trace!(target: "store::trip", "asked");
        self.runtime.block_on(answer)
    }

    /// The statements of these questions; those that are new to the connection at once.
    fn prepare(&mut self, asked: &[Question<'_>]) -> Result<Vec<Statement>> {
        let is_new = |(text, _): &&Question<'_>| !self.statements.contains_key(*text);
        let mut new: Vec<&str> = asked.iter().filter(is_new).map(|(text, _)| *text).collect();
        new.sort_unstable();
        new.dedup();
        if !new.is_empty() {
            let texts: Vec<String> = new.iter().map(|text| numbered(text)).collect();
            let prepared = self.wait(at_once(texts.iter().map(|text| self.client.prepare(text))));
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
