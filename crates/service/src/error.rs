//! Every way a verb can say no. The server gives each its code.

use serde_json::Value as Json;
use store::{Failure, RowError, rows};

use crate::{
    call::Call,
    counted::{Taken, Uncounted},
};

#[derive(Debug)]
pub enum Error {
    /// Not signed in, or no longer.
    SignedOut,
    /// The input is not valid; by field where one is to blame.
    Invalid {
        message: String,
        fields: Vec<(String, String)>,
    },
    /// A rule says no.
    Refused {
        message: String,
        result: Option<Json>,
    },
    /// Not there, or not theirs: the same answer for both.
    NotFound,
    /// A unique secret column holds this value already: being told so is a search.
    Taken(Box<Taken>),
    /// A search for a secret that must be counted before it is answered.
    Uncounted(Box<Uncounted>),
    /// What the caller saw has changed.
    Stale(String),
    /// A field names something that has happened already.
    StaleField { wire: &'static str, message: String },
    /// The database could not do it.
    Store(store::Error),
    /// Something we rely on is away. A sentence for the screen, and what the log is told.
    Away {
        message: &'static str,
        detail: String,
    },
    /// Our fault. The text goes to the log, never to the screen.
    Internal(String),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub fn refused(message: impl Into<String>) -> Self {
        Self::Refused {
            message: message.into(),
            result: None,
        }
    }
    /// A rule says no, and one field is what it is about.
    pub fn refused_at(wire: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self::Refused {
            result: Some(serde_json::json!({ "fields": { wire: message } })),
            message,
        }
    }
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::Invalid {
            message: message.into(),
            fields: Vec::new(),
        }
    }
    /// One field is to blame.
    pub fn field(wire: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self::Invalid {
            fields: vec![(wire.to_owned(), message.clone())],
            message,
        }
    }
    pub fn internal(detail: impl std::fmt::Display) -> Self {
        Self::Internal(detail.to_string())
    }
    pub fn stale() -> Self {
        Self::Stale("数据已被他人修改，请刷新".to_owned())
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Self {
        Self::Store(error)
    }
}

/// Lets a transaction that met another be tried again.
impl Failure for Error {
    fn store(&self) -> Option<&store::Error> {
        if let Self::Store(error) = self {
            Some(error)
        } else {
            None
        }
    }
}

impl From<RowError> for Error {
    fn from(error: RowError) -> Self {
        match error {
            RowError::Store(error) => Self::Store(error),
            RowError::NotFound => Self::NotFound,
            RowError::Stale => Self::stale(),
            RowError::OutOfReach => Self::refused("保存后的数据不在你的数据范围内"),
            RowError::Duplicate(field) => {
                Self::field(&field.wire, format!("{}已存在", field.column.label))
            }
        }
    }
}

pub fn no_permission() -> Error {
    Error::refused("没有操作权限，请联系管理员")
}

impl Call {
    pub fn require(&self, permission: &str) -> Result<()> {
        if self.actor.may(permission) {
            Ok(())
        } else {
            Err(no_permission())
        }
    }
}

/// Blames a field of what was sent for a row that is not there. A store that fails is nobody's
/// field.
pub(crate) trait Blame<T> {
    fn or_blame(self, wire: &str, message: &str) -> Result<T>;
}

impl<T> Blame<T> for rows::Result<T> {
    fn or_blame(self, wire: &str, message: &str) -> Result<T> {
        self.map_err(|error| match error {
            RowError::NotFound => Error::field(wire, message),
            error => error.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_missing_row_is_blamed_on_a_field() {
        let missing: rows::Result<()> = Err(RowError::NotFound);
        let blamed = missing.or_blame("userId", "客户不存在或不可选");
        assert!(
            matches!(&blamed, Err(Error::Invalid { fields, .. }) if fields[0].0 == "userId"),
            "{blamed:?}"
        );
        let failed: rows::Result<()> = Err(RowError::Store(store::Error::Timeout));
        let told = failed.or_blame("userId", "客户不存在或不可选");
        assert!(
            matches!(told, Err(Error::Store(store::Error::Timeout))),
            "{told:?}"
        );
    }
}
