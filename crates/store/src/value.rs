//! Values and rows, the same for both engines.

use std::borrow::Cow;

use schema::{Held, Stored};

use crate::error::{Error, Result};

/// One value going in or coming out of the database.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    Null,
    Bool(bool),
    Int(i64),
    Text(String),
    Blob(Vec<u8>),
}

impl Value {
    /// A value of a column as a statement takes it.
    pub(crate) fn held(held: impl Held) -> Self {
        held.keep().into()
    }

    /// What it is, for errors: the value itself may be personal.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "NULL",
            Self::Bool(_) => "a truth value",
            Self::Int(_) => "an integer",
            Self::Text(_) => "a text",
            Self::Blob(_) => "bytes",
        }
    }
}

/// A secret at rest is none: nobody knows its text.
impl From<Stored> for Value {
    fn from(stored: Stored) -> Self {
        match stored {
            Stored::Null | Stored::Sealed => Self::Null,
            Stored::Bool(flag) => Self::Bool(flag),
            Stored::Int(number) => Self::Int(number),
            Stored::Text(text) => Self::Text(text),
        }
    }
}
impl From<i64> for Value {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}
impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}
impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}
impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}
impl From<Vec<u8>> for Value {
    fn from(value: Vec<u8>) -> Self {
        Self::Blob(value)
    }
}
impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// One value of an answer while the driver still holds it.
#[derive(Debug)]
pub(crate) enum Borrowed<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Text(Cow<'a, str>),
    Blob(&'a [u8]),
}

impl From<Borrowed<'_>> for Value {
    fn from(cell: Borrowed<'_>) -> Self {
        match cell {
            Borrowed::Null => Self::Null,
            Borrowed::Bool(value) => Self::Bool(value),
            Borrowed::Int(value) => Self::Int(value),
            Borrowed::Text(value) => Self::Text(value.into_owned()),
            Borrowed::Blob(value) => Self::Blob(value.to_vec()),
        }
    }
}

impl<'a> From<&'a Value> for Borrowed<'a> {
    fn from(value: &'a Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::Text(value) => Self::Text(Cow::Borrowed(value)),
            Value::Blob(value) => Self::Blob(value),
        }
    }
}

/// A row of an answer, whoever holds it.
pub(crate) trait BorrowedRow {
    fn width(&self) -> usize;
    fn cell(&self, at: usize) -> Result<Borrowed<'_>>;
}

/// What is read of a row while it is held, so that nothing of it is copied.
impl dyn BorrowedRow + '_ {
    pub fn int(&self, at: usize) -> Result<i64> {
        self.opt_int(at)?
            .ok_or_else(|| Error::shape("an integer", Value::Null.kind()))
    }
    pub fn opt_int(&self, at: usize) -> Result<Option<i64>> {
        match self.cell(at)? {
            Borrowed::Null => Ok(None),
            Borrowed::Int(value) => Ok(Some(value)),
            Borrowed::Bool(value) => Ok(Some(i64::from(value))),
            other => Err(Error::shape("an integer", Value::from(other).kind())),
        }
    }
    pub fn text(&self, at: usize) -> Result<Cow<'_, str>> {
        self.opt_text(at)?
            .ok_or_else(|| Error::shape("a text", Value::Null.kind()))
    }
    pub fn opt_text(&self, at: usize) -> Result<Option<Cow<'_, str>>> {
        match self.cell(at)? {
            Borrowed::Null => Ok(None),
            Borrowed::Text(value) => Ok(Some(value)),
            other => Err(Error::shape("a text", Value::from(other).kind())),
        }
    }
}

/// One row of an answer, read by position.
#[derive(Debug, Clone)]
pub struct Row(pub Vec<Value>);

impl BorrowedRow for Row {
    fn width(&self) -> usize {
        self.0.len()
    }
    fn cell(&self, at: usize) -> Result<Borrowed<'_>> {
        self.get(at).map(Borrowed::from)
    }
}

impl Row {
    /// Takes over what a driver holds.
    pub(crate) fn copied(held: &dyn BorrowedRow) -> Result<Self> {
        let cells = (0..held.width()).map(|at| held.cell(at).map(Value::from));
        cells.collect::<Result<_>>().map(Self)
    }
    pub fn get(&self, at: usize) -> Result<&Value> {
        self.0
            .get(at)
            .ok_or_else(|| Error::shape("a column", "fewer columns"))
    }
    pub fn int(&self, at: usize) -> Result<i64> {
        match self.get(at)? {
            Value::Int(value) => Ok(*value),
            Value::Bool(value) => Ok(i64::from(*value)),
            other => Err(Error::shape("an integer", other.kind())),
        }
    }
    pub fn bool(&self, at: usize) -> Result<bool> {
        Ok(self.int(at)? != 0)
    }
    pub fn text(&self, at: usize) -> Result<&str> {
        match self.get(at)? {
            Value::Text(value) => Ok(value),
            other => Err(Error::shape("a text", other.kind())),
        }
    }
    pub fn blob(&self, at: usize) -> Result<&[u8]> {
        match self.get(at)? {
            Value::Blob(value) => Ok(value),
            other => Err(Error::shape("bytes", other.kind())),
        }
    }
    pub fn opt_int(&self, at: usize) -> Result<Option<i64>> {
        if self.get(at)? == &Value::Null {
            Ok(None)
        } else {
            self.int(at).map(Some)
        }
    }
    pub fn opt_text(&self, at: usize) -> Result<Option<&str>> {
        if self.get(at)? == &Value::Null {
            Ok(None)
        } else {
            self.text(at).map(Some)
        }
    }
}
