//! What PostgreSQL and its driver say went wrong, told apart by what the caller can do about it.

use std::error::Error as _;

use tokio_postgres::error::{DbError, SqlState};

use crate::error::Error;

/// The whole chain of causes: the driver's own text says only "db error".
pub(crate) fn describe(error: &tokio_postgres::Error) -> String {
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

/// The server is there and does not let us in, today or in a minute: another user or password, no
/// such database.
pub(crate) fn is_barred(error: &tokio_postgres::Error) -> bool {
    matches!(
        error.code(),
        Some(
            &SqlState::INVALID_AUTHORIZATION_SPECIFICATION
                | &SqlState::INVALID_PASSWORD
                | &SqlState::INVALID_CATALOG_NAME
        )
    )
}

/// The server is there and has no connection left, for now.
pub(crate) fn is_crowded(error: &tokio_postgres::Error) -> bool {
    error.code() == Some(&SqlState::TOO_MANY_CONNECTIONS)
}

/// What the question before a commit fails with where the schema is newer than the program.
pub(crate) fn is_newer_schema(error: &tokio_postgres::Error) -> bool {
    error.code() == Some(&SqlState::DIVISION_BY_ZERO)
}

/// A server that takes no writes: it is not, or no longer, the one that does.
pub(crate) fn is_standby(error: &tokio_postgres::Error) -> bool {
    error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION)
}

pub(crate) fn from_pg(error: &tokio_postgres::Error) -> Error {
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
            let index = error.as_db_error().and_then(DbError::constraint);
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
