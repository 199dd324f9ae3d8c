//! PostgreSQL through the plain driver: prepared statements cached per connection, reconnecting
//! by itself.

use std::{borrow::Cow, collections::HashMap, error::Error as StdError, time::Duration};

use postgres::{
    Client, Statement,
    error::{DbError, SqlState},
    types::{IsNull, ToSql, Type, private::BytesMut, to_sql_checked},
};

use crate::{
    address,
    error::{Error, Result},
    sql::numbered,
    value::{Cell, Cells, Value},
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
}

/// Past this many prepared statements the cache starts afresh.
const STATEMENTS: usize = 512;

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
        let mut client = address::connect(&self.url, |config| {
            config.connect_timeout(Duration::from_secs(5));
            config.application_name("zhanggui");
        })?;
        let set = format!(
            "SET statement_timeout = {}; SET lock_timeout = {}; SET idle_in_transaction_session_timeout = 30000; SET jit = off;
             SET default_transaction_read_only = {}; SET client_min_messages = warning;",
            self.budget.as_millis(),
            self.budget.as_millis(),
            if self.writable { "off" } else { "on" },
        );
        client
            .batch_execute(&set)
            .map_err(|error| Error::Lost(describe(&error)))?;
        Ok(Open {
            client,
            statements: HashMap::new(),
        })
    }

    pub fn each(
        &mut self,
        text: &str,
        params: &[Value],
        mut take: impl FnMut(&dyn Cells) -> Result<()>,
    ) -> Result<()> {
        let open = self.open()?;
        let statement = open.prepare(text)?;
        let rows = open
            .client
            .query(&statement, &refs(params))
            .map_err(|error| from_pg(&error))?;
        for row in &rows {
            take(row)?;
        }
        Ok(())
    }

    pub fn execute(&mut self, text: &str, params: &[Value]) -> Result<u64> {
        let open = self.open()?;
        let statement = open.prepare(text)?;
        open.client
            .execute(&statement, &refs(params))
            .map_err(|error| from_pg(&error))
    }

    pub fn batch(&mut self, text: &str) -> Result<()> {
        self.open()?
            .client
            .batch_execute(text)
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
        self.batch("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
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
    fn prepare(&mut self, text: &str) -> Result<Statement> {
        if let Some(statement) = self.statements.get(text) {
            return Ok(statement.clone());
        }
        let statement = self
            .client
            .prepare(&numbered(text))
            .map_err(|error| from_pg(&error))?;
        if self.statements.len() >= STATEMENTS {
            self.statements.clear();
        }
        self.statements.insert(text.to_owned(), statement.clone());
        Ok(statement)
    }
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

impl Cells for postgres::Row {
    fn width(&self) -> usize {
        self.len()
    }
    fn cell(&self, at: usize) -> Result<Cell<'_>> {
        let column = self.columns().get(at);
        let column = column.ok_or_else(|| Error::shape("a column", "fewer columns"))?;
        cell(self, at, column.type_()).map_err(|error| Error::Shape(error.to_string()))
    }
}

fn cell<'a>(
    row: &'a postgres::Row,
    at: usize,
    ty: &Type,
) -> std::result::Result<Cell<'a>, postgres::Error> {
    let cell = match *ty {
        Type::BOOL => row.try_get::<_, Option<bool>>(at)?.map(Cell::Bool),
        Type::INT8 => row.try_get::<_, Option<i64>>(at)?.map(Cell::Int),
        Type::INT4 => {
            let number = row.try_get::<_, Option<i32>>(at)?;
            number.map(|number| Cell::Int(number.into()))
        }
        Type::BYTEA => row.try_get::<_, Option<&[u8]>>(at)?.map(Cell::Blob),
        _ => {
            let text = row.try_get::<_, Option<&str>>(at)?;
            text.map(|text| Cell::Text(Cow::Borrowed(text)))
        }
    };
    Ok(cell.unwrap_or(Cell::Null))
}

/// The whole chain of causes: the driver's own text says only "db error".
pub(crate) fn describe(error: &postgres::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&match inner.downcast_ref::<DbError>() {
            Some(error) => said(error),
            None => inner.to_string(),
        });
        cause = inner.source();
    }
    text
}

/// What the server said, without the details: they repeat whole rows.
fn said(error: &DbError) -> String {
    let (severity, code) = (error.severity(), error.code().code());
    format!("{severity} {code}: {}", error.message())
}

fn from_pg(error: &postgres::Error) -> Error {
    let text = describe(error);
    let Some(state) = error.code() else {
        return if error.is_closed() || text.contains("connection") || text.contains("communicating")
        {
            Error::Lost(text)
        } else {
            Error::Driver(text)
        };
    };
    match *state {
        // The name of the index alone: the details repeat what a client sent.
        SqlState::UNIQUE_VIOLATION => {
            let index = error.as_db_error().and_then(|error| error.constraint());
            Error::Unique(index.map_or(text, str::to_owned))
        }
        SqlState::QUERY_CANCELED => Error::Timeout,
        SqlState::T_R_SERIALIZATION_FAILURE
        | SqlState::T_R_DEADLOCK_DETECTED
        | SqlState::LOCK_NOT_AVAILABLE => Error::Serialization(text),
        SqlState::ADMIN_SHUTDOWN | SqlState::CRASH_SHUTDOWN | SqlState::CANNOT_CONNECT_NOW => {
            Error::Lost(text)
        }
        SqlState::DISK_FULL | SqlState::READ_ONLY_SQL_TRANSACTION => Error::Full(text),
        _ => Error::Driver(text),
    }
}
