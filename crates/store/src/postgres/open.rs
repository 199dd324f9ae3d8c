//! One open connection to PostgreSQL: waiting for its answers, and knowing when it is no good.

use std::{
    cell::Cell,
    collections::HashMap,
    future::poll_fn,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::Poll,
    time::{Duration, Instant},
};

use tokio::{runtime::Runtime, time::timeout};
use tokio_postgres::{Client, Statement};

use super::{Question, values::refs};
use crate::{
    error::{Error, Result},
    pg_error::{describe, from_pg, is_standby},
    sql::numbered,
    value::{BorrowedRow, Value},
};

/// What all connections to a server share.
#[derive(Clone)]
pub(crate) struct Server {
    /// Where it is, and what stands in for it while it is away.
    pub(super) urls: Arc<[String]>,
    /// How often it fell silent. No connection from before the last time is used again.
    silences: Arc<AtomicU64>,
}

pub(super) struct Open {
    pub(super) client: Client,
    pub(super) statements: HashMap<String, Statement>,
    /// Moves the connection while somebody waits for an answer.
    pub(super) runtime: Runtime,
    /// How long an answer may take; a server that keeps to its statement limit is faster.
    pub(super) patience: Duration,
    pub(super) heard: Cell<Instant>,
    /// How often the server had fallen silent when this was opened.
    pub(super) silences: u64,
    pub(super) is_silent: Cell<bool>,
    /// It is there to write.
    pub(super) writable: bool,
    /// Its server takes no writes any more: another one does by now.
    pub(super) is_standby: Cell<bool>,
    /// Until when a stand-in serves; the server itself may be back by then.
    pub(super) until: Option<Instant>,
    pub(super) server: Server,
}

/// Past this many prepared statements the cache starts afresh.
const STATEMENTS: usize = 512;

/// How long an idle connection may take to prove itself.
const PROOF: Duration = Duration::from_secs(1);
/// A connection that was heard of within this time needs no proof: a broken one costs a request
/// its patience, a proof only a round trip.
const FRESH: Duration = Duration::from_secs(5);

impl Server {
    pub fn new(urls: &[&String]) -> Self {
        Self {
            urls: urls.iter().map(|url| (*url).clone()).collect(),
            silences: Arc::default(),
        }
    }

    pub(super) fn silences(&self) -> u64 {
        self.silences.load(Ordering::Relaxed)
    }

    fn fell_silent(&self) {
        self.silences.fetch_add(1, Ordering::Relaxed);
        tracing::warn!("the database server fell silent");
    }
}

pub(super) fn silent() -> Error {
    Error::Lost("the server is silent".to_owned())
}

impl Open {
    /// Every wait for the server goes through here: one round trip.
    pub(super) fn wait<T>(&self, answer: impl Future<Output = T>) -> Result<T> {
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
    pub(super) fn is_alive(&self) -> bool {
        !self.client.is_closed() && !self.is_silent.get() && !self.is_standby.get()
    }

    /// What an error means here. A server that became a standby is as good as gone for whoever
    /// writes; a reader is refused for what it tried.
    pub(super) fn failed(&self, error: &tokio_postgres::Error) -> Error {
        if self.writable && is_standby(error) {
            self.is_standby.set(true);
            return Error::Lost(describe(error));
        }
        from_pg(error)
    }

    /// Whether something new can be begun on it: not if another one fell silent since it was made,
    /// and one that was not heard of lately is asked first.
    pub(super) fn is_fit(&self) -> bool {
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
    pub(super) fn prepare(&mut self, asked: &[Question<'_>]) -> Result<Vec<Statement>> {
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
                let statement = statement.map_err(|error| self.failed(&error))?;
                self.statements.insert((*text).to_owned(), statement);
            }
        }
        let known = asked
            .iter()
            .filter_map(|(text, _)| self.statements.get(*text));
        Ok(known.cloned().collect())
    }
}

pub(super) type Answers = Vec<std::result::Result<Vec<tokio_postgres::Row>, tokio_postgres::Error>>;

pub(super) async fn answers(
    client: &Client,
    statements: &[Statement],
    asked: &[Question<'_>],
) -> Answers {
    let asked = statements.iter().zip(asked);
    at_once(asked.map(|(statement, (_, params))| async move {
        let params = refs(params);
        client.query(statement, &params).await
    }))
    .await
}

/// What a transaction does before it asks its next question.
pub(super) enum Queued {
    Begin,
    /// A statement, what is bound to it, and how many rows it must change, where that matters.
    Do(String, Vec<Value>, Option<u64>),
}

impl Queued {
    pub(super) fn question(&self) -> Option<Question<'_>> {
        match self {
            Self::Begin => None,
            Self::Do(text, params, _) => Some((text, params)),
        }
    }
}

/// How many rows each of them changed.
pub(super) type Changed = Vec<std::result::Result<u64, tokio_postgres::Error>>;

/// Does what is queued; `statements` are those that it has.
pub(super) async fn changes(
    client: &Client,
    statements: &[Statement],
    queued: &[Queued],
) -> Changed {
    let mut statements = statements.iter();
    let paired = queued.iter().map(|one| {
        let statement = one.question().and_then(|_| statements.next());
        (one, statement)
    });
    at_once(paired.map(|(one, statement)| async move {
        match (one, statement) {
            (Queued::Do(_, params, _), Some(statement)) => {
                client.execute(statement, &refs(params)).await
            }
            _ => client.batch_execute("BEGIN").await.map(|()| 0),
        }
    }))
    .await
}

/// Whether all that was queued was done, and changed as many rows as it had to.
pub(super) fn must_fit(open: &Open, queued: &[Queued], changed: Changed) -> Result<()> {
    for (one, changed) in queued.iter().zip(changed) {
        let changed = changed.map_err(|error| open.failed(&error))?;
        match one {
            Queued::Do(_, _, Some(expected)) if changed != *expected => {
                return Err(Error::changed(*expected, changed));
            }
            _ => {}
        }
    }
    Ok(())
}

pub(super) fn hand_over(
    open: &Open,
    answers: Answers,
    mut take: impl FnMut(usize, &dyn BorrowedRow) -> Result<()>,
) -> Result<()> {
    for (at, rows) in answers.into_iter().enumerate() {
        for row in &rows.map_err(|error| open.failed(&error))? {
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
