//! One URL: who may call it, what it takes and answers, and what runs when somebody calls it.

use http::Method;
use schema::Model;
use service::{
    Call, Result,
    wire::{Answer, Ask, Given, Shape, Takes},
};
use store::{Conn, Tx};

use crate::own::{Own, OwnFn, OwnRun};

/// Who may call a route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Permission {
    /// Anyone, signed in or not. The handler itself decides what to show.
    Public,
    /// Anyone signed in.
    SignedIn,
    Needs(String),
    NeedsAny(Vec<String>),
}

pub type ReadRun = dyn Fn(&mut Conn, &Call, &Given) -> Result<Vec<u8>> + Send + Sync;
pub type WriteRun = dyn Fn(&mut Tx<'_>, &Call, &Given) -> Result<Vec<u8>> + Send + Sync;

/// What runs: one job for the database, or a handler that does more than that.
pub enum Run {
    Read(Box<ReadRun>),
    Write(Box<WriteRun>),
    Own(Box<OwnRun>),
}

/// One URL.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent property of a route"
)]
pub struct Route {
    pub method: Method,
    /// Under `/server`, in axum's notation.
    pub path: &'static str,
    pub permission: Permission,
    pub run: Run,
    pub takes: fn() -> Takes,
    answer: fn(Option<&'static Model>) -> Shape,
    pub summary: String,
    /// The operation log's word for it, whether it is done or refused.
    pub log_type: &'static str,
    pub of: Option<&'static Model>,
    /// Uploads and spreadsheets take as long as they take.
    pub is_long: bool,
    /// Allowed while a password must be changed first.
    pub is_open_before_password_change: bool,
    /// Allowed while the screen is locked.
    pub is_open_while_locked: bool,
    /// Leaves no line in the log when refused.
    pub is_quiet: bool,
    /// Asked by a window that is open, not by a person: it is no use of the session.
    pub is_unattended: bool,
    /// Answers what must be kept nowhere: a repeated idempotency key asks again.
    pub is_secret: bool,
}

/// What a route is called by, and by whom.
pub struct Door {
    /// Below `/api/`.
    pub path: String,
    pub permission: Permission,
    pub summary: String,
    pub log_type: &'static str,
}

impl Route {
    /// What it does to an order, if it is a verb of orders.
    pub fn verb(&self) -> Option<&'static str> {
        let verb = self.path.strip_prefix("/api/app/dingdan/")?;
        let is_verb = matches!(self.run, Run::Write(_)) && !self.is_quiet && !verb.contains('/');
        is_verb.then_some(verb)
    }

    fn new<A: Ask, R: Answer>(method: Method, door: Door, run: Run) -> Self {
        Self {
            method,
            of: resource_of(&door.path),
            // Routes are made once and live as long as the program.
            path: String::leak(format!("/api/{}", door.path)),
            permission: door.permission,
            run,
            takes: A::takes,
            answer: R::shape,
            summary: door.summary,
            log_type: door.log_type,
            is_long: false,
            is_open_before_password_change: false,
            is_open_while_locked: false,
            is_quiet: false,
            is_unattended: false,
            is_secret: false,
        }
    }

    /// A read: one job for the database.
    pub(crate) fn read<A: Ask + 'static, R: Answer + 'static>(
        door: Door,
        verb: fn(&mut Conn, &Call, A) -> Result<R>,
    ) -> Self {
        let run = move |conn: &mut Conn, call: &Call, given: &Given| {
            verb(conn, call, A::take(given)?)?.text()
        };
        Self::new::<A, R>(Method::GET, door, Run::Read(Box::new(run)))
    }

    /// A write: one transaction.
    pub(crate) fn write<A: Ask + 'static, R: Answer + 'static>(
        door: Door,
        verb: fn(&mut Tx<'_>, &Call, A) -> Result<R>,
    ) -> Self {
        let run = move |tx: &mut Tx<'_>, call: &Call, given: &Given| {
            verb(tx, call, A::take(given)?)?.text()
        };
        Self::new::<A, R>(Method::POST, door, Run::Write(Box::new(run)))
    }

    /// A write that takes rows away.
    pub(crate) fn delete<A: Ask + 'static, R: Answer + 'static>(
        door: Door,
        verb: fn(&mut Tx<'_>, &Call, A) -> Result<R>,
    ) -> Self {
        Self {
            method: Method::DELETE,
            ..Self::write(door, verb)
        }
    }

    /// A read whose handler does more than one job.
    pub(crate) fn get<A: Ask + Send + 'static, R: Answer + 'static>(
        door: Door,
        handler: OwnFn<A, R>,
    ) -> Self {
        Self::new::<A, R>(Method::GET, door, Run::Own(Own::boxed(handler)))
    }

    /// A post whose handler does more than one job.
    pub(crate) fn post<A: Ask + Send + 'static, R: Answer + 'static>(
        door: Door,
        handler: OwnFn<A, R>,
    ) -> Self {
        Self::new::<A, R>(Method::POST, door, Run::Own(Own::boxed(handler)))
    }

    /// For a route outside its resource's own path.
    pub(crate) fn of(mut self, path: &str) -> Self {
        self.of = schema::model(path);
        self
    }

    pub(crate) fn long(mut self) -> Self {
        self.is_long = true;
        self
    }

    pub(crate) fn quiet(mut self) -> Self {
        self.is_quiet = true;
        self
    }

    pub(crate) fn unattended(mut self) -> Self {
        self.is_unattended = true;
        self
    }

    pub(crate) fn secret(mut self) -> Self {
        self.is_secret = true;
        self
    }

    pub(crate) fn before_password_change(mut self) -> Self {
        self.is_open_before_password_change = true;
        self
    }

    pub(crate) fn while_locked(mut self) -> Self {
        self.is_open_while_locked = true;
        self
    }

    pub fn answers(&self) -> Shape {
        (self.answer)(self.of)
    }

    /// What the operation log calls the part of the product.
    pub fn module(&self) -> &'static str {
        self.of.map_or("系统", |of| of.table.label)
    }
}

/// The resource whose path a route's begins with; of several the longest.
fn resource_of(path: &str) -> Option<&'static Model> {
    let is_under = |of: &&Model| {
        let tail = path.strip_prefix(of.table.path);
        tail.is_some_and(|tail| tail.starts_with('/'))
    };
    let above = schema::models().iter().copied().filter(is_under);
    above.max_by_key(|of| of.table.path.len())
}
