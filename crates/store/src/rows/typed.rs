//! Rows as the structs of their definitions, for verbs and rules.

use std::{collections::HashMap, marker::PhantomData};

use schema::{Field, Held, Key, Kind, Misfit, Model, Record, Stored};

use super::{Change, Result, RowError, Writer, from_row, insert, update};
use crate::{
    conn::{Conn, Tx},
    error::Error,
    reach::Reach,
    sql::{Dialect, Sql},
    value::{Row, Value},
};

/// A row within reach, without what is computed.
pub fn get<R: Record>(conn: &mut Conn, id: i64, reach: &Reach) -> Result<R> {
    read(conn, R::model(), id, reach, false)?.record()
}

/// [`get`], and nobody else changes the row until the transaction ends.
pub fn lock<R: Record>(tx: &mut Tx<'_>, id: i64, reach: &Reach) -> Result<R> {
    read(tx, R::model(), id, reach, true)?.record()
}

/// The stored columns of a definition, in its order.
fn stored_fields(of: &'static Model) -> impl Iterator<Item = &'static Field> {
    of.fields.iter().filter(|field| !field.column.computed)
}

fn read(
    conn: &mut Conn,
    of: &'static Model,
    id: i64,
    reach: &Reach,
    is_locked: bool,
) -> Result<StoredRow> {
    let mut sql = Sql::new("SELECT ");
    for (at, field) in stored_fields(of).enumerate() {
        sql.push(if at > 0 { ", t." } else { "t." });
        sql.name(field.column.name);
    }
    from_row(&mut sql, of, id, reach);
    if is_locked && conn.dialect() == Dialect::Postgres {
        sql.push(" FOR UPDATE OF t");
    }
    let row = conn.query_opt(&sql.text, &sql.params)?;
    let Row(values) = row.ok_or(RowError::NotFound)?;
    Ok(StoredRow { of, values })
}

/// The stored values of a row, in the order of its definition; a secret's is its ciphertext, or
/// the clear text that is about to be written.
#[derive(Clone)]
pub struct StoredRow {
    of: &'static Model,
    values: Vec<Value>,
}

impl StoredRow {
    fn new(of: &'static Model, values: Vec<Value>) -> Self {
        Self { of, values }
    }

    /// From a row that holds what is sent, then what is not.
    pub(super) fn of_whole(of: &'static Model, row: Row) -> Result<Self> {
        let (inner, sent): (Vec<&Field>, Vec<&Field>) =
            of.fields.iter().partition(|field| field.column.internal);
        let mut found: HashMap<&str, Value> = sent
            .iter()
            .chain(&inner)
            .map(|field| field.column.name)
            .zip(row.0)
            .collect();
        let values = stored_fields(of).map(|field| {
            let value = found.remove(field.column.name);
            value.ok_or_else(|| Error::shape(field.column.name, "nothing").into())
        });
        Ok(Self::new(of, values.collect::<Result<_>>()?))
    }

    /// The text of a column.
    pub(super) fn text(&self, wanted: &Field) -> Option<&str> {
        let at = stored_fields(self.of).position(|field| std::ptr::eq(field, wanted))?;
        match self.values.get(at)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A row that is not there yet: no value where there may be none, else the empty one of its
    /// kind, until it is [`Self::changed`].
    pub fn empty(of: &'static Model) -> Self {
        let values = stored_fields(of).map(|field| match field.column.kind {
            _ if field.column.nullable => Value::Null,
            Kind::Id
            | Kind::Int { .. }
            | Kind::Fen { .. }
            | Kind::Ppm { .. }
            | Kind::Timestamp
            | Kind::Ref(_) => Value::Int(0),
            Kind::Bool => Value::Bool(false),
            Kind::Dicts(_) | Kind::Tags | Kind::Refs(_) => Value::Text("[]".to_owned()),
            _ => Value::Text(String::new()),
        });
        Self::new(of, values.collect())
    }

    /// The row as it will be.
    #[must_use]
    pub fn changed(&self, changes: &[Change]) -> Self {
        let mut values = self.values.clone();
        for (value, field) in values.iter_mut().zip(stored_fields(self.of)) {
            let change = changes
                .iter()
                .find(|(known, _)| std::ptr::eq(*known, field));
            if let Some((_, new)) = change {
                value.clone_from(new);
            }
        }
        Self::new(self.of, values)
    }

    /// The row as the struct of its definition.
    pub fn record<R: Record>(&self) -> Result<R> {
        if !std::ptr::eq(self.of, R::model()) {
            let (wanted, found) = (R::TABLE.path, self.of.table.path);
            return Err(Error::shape(wanted, found).into());
        }
        let mut values = self.values.iter().map(stored);
        R::read(&mut values).map_err(|Misfit(column)| Error::shape(column, "another kind").into())
    }
}

fn stored(value: &Value) -> Stored {
    match value {
        Value::Null => Stored::Null,
        Value::Bool(flag) => Stored::Bool(*flag),
        Value::Int(number) => Stored::Int(*number),
        Value::Text(text) => Stored::Text(text.clone()),
        Value::Blob(_) => Stored::Sealed,
    }
}

/// Values for columns of one resource.
pub struct Changes<R> {
    list: Vec<Change>,
    of: PhantomData<fn() -> R>,
}

impl<R: Record> Default for Changes<R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Record> Changes<R> {
    pub const fn new() -> Self {
        Self {
            list: Vec::new(),
            of: PhantomData,
        }
    }

    /// A value for a column that keeps one; a secret that stays as it is changes nothing.
    #[must_use]
    pub fn set<T: Held>(mut self, key: Key<R, T>, value: impl Into<T>) -> Self {
        const { assert!(T::IS_STORED, "no column keeps what is computed") };
        set(&mut self.list, key, value.into());
        self
    }

    /// Adds the row; answers its id.
    pub fn insert(self, tx: &mut Tx<'_>, by: &Writer<'_>) -> Result<i64> {
        insert(tx, R::model(), &self.list, by)
    }

    /// Changes a row; answers its new version.
    pub fn update(self, tx: &mut Tx<'_>, id: i64, by: &Writer<'_>) -> Result<i64> {
        update(tx, R::model(), id, None, &self.list, by).map(|changed| changed.version)
    }

    pub fn into_list(self) -> Vec<Change> {
        self.list
    }
}

/// Gives a column its value among changes, instead of what it had there.
pub fn set<R: Record, T: Held>(changes: &mut Vec<Change>, key: Key<R, T>, value: T) {
    let field = key.field();
    let value = match value.keep() {
        Stored::Null => Value::Null,
        Stored::Bool(flag) => Value::Bool(flag),
        Stored::Int(number) => Value::Int(number),
        Stored::Text(text) => Value::Text(text),
        Stored::Sealed => return,
    };
    changes.retain(|(known, _)| !std::ptr::eq(*known, field));
    changes.push((field, value));
}
