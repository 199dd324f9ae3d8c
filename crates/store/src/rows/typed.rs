//! Rows as the structs of their definitions, for verbs and rules.

use std::collections::HashMap;

use schema::{Field, Key, Kind, Misfit, Model, Personal, Record, Stored};
use serde_json::{Map, Value as Json};

use super::{Change, Result, RowError, from_row, reveal};
use crate::{
    conn::{Conn, Tx},
    crypt::Keys,
    error::Error,
    filter::List,
    list,
    reach::Reach,
    select,
    sql::{Dialect, Sql},
    state::Known,
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

/// The rows of a list within reach, without what is computed; at most `asked.limit`.
pub fn list<R: Record>(conn: &mut Conn, asked: &List, reach: &Reach) -> Result<Vec<R>> {
    let of = R::model();
    let mut select = Sql::new("SELECT ");
    stored_columns(&mut select, of);
    let sql = list::rows(conn, select, of, asked, reach)?;
    let rows = conn.query_sql(&sql)?;
    let read = |Row(values)| StoredRow::new(of, values).record();
    rows.into_iter().map(read).collect()
}

/// The rows that a fixed question finds, kept as [`Conn::query_kept`] keeps them; it begins as
/// [`stored_select`] says.
pub(crate) fn list_kept<R: Record>(
    conn: &mut Conn,
    text: &'static str,
    params: &[Value],
) -> Result<Vec<R>> {
    let rows = conn.query_kept(text, params)?;
    let read = |Row(values): &Row| StoredRow::new(R::model(), values.clone()).record();
    rows.iter().map(read).collect()
}

/// The beginning of such a question, up to the name `t` of its table.
pub(crate) fn stored_select(of: &'static Model) -> String {
    let mut sql = Sql::new("SELECT ");
    stored_columns(&mut sql, of);
    sql.push(" FROM ").name(&of.name).push(" t");
    sql.text
}

/// The numbers of the rows of a list within reach.
pub fn ids<R: Record>(conn: &mut Conn, asked: &List, reach: &Reach) -> Result<Vec<i64>> {
    let sql = list::rows(conn, Sql::new("SELECT t.id"), R::model(), asked, reach)?;
    let rows = conn.query_sql(&sql)?;
    let ids = rows.iter().map(|row| row.int(0));
    Ok(ids.collect::<std::result::Result<_, Error>>()?)
}

/// [`list`], each row also as the wire shows it, but for what is derived.
pub fn list_shown<R: Record>(
    conn: &mut Conn,
    asked: &List,
    reach: &Reach,
    real_ms: i64,
) -> Result<Vec<(R, Map<String, Json>)>> {
    let of = R::model();
    let mut select = Sql::new("SELECT ");
    let shown_columns = select::columns(&mut select, of, conn.dialect(), real_ms);
    select.push(", ");
    stored_columns(&mut select, of);
    let sql = list::rows(conn, select, of, asked, reach)?;
    let mut writer = select::JsonWriter::new(conn, of)?;
    let mut read = Vec::new();
    for mut row in conn.query_sql(&sql)? {
        let values = row.0.split_off(shown_columns.min(row.0.len()));
        writer.add(&row, conn.keys())?;
        read.push(StoredRow::new(of, values).record()?);
    }
    let text = writer.finish::<RowError>(conn, None)?;
    let shown: Vec<Map<String, Json>> =
        serde_json::from_slice(&text).map_err(|error| Error::Shape(error.to_string()))?;
    Ok(read.into_iter().zip(shown).collect())
}

/// A secret of a row in clear, for the server's own use.
pub fn clear<R: Record, T: Personal>(
    conn: &mut Conn,
    key: Key<R, T>,
    id: i64,
    reach: &Reach,
) -> Result<Option<String>> {
    reveal(conn, R::model(), key.field(), id, reach)
}

/// How often a row was changed.
pub fn version<R: Record>(conn: &mut Conn, id: i64, reach: &Reach) -> Result<i64> {
    let mut sql = Sql::new("SELECT t.banben_suo");
    from_row(&mut sql, R::model(), id, reach);
    let row = conn.query_opt(&sql.text, &sql.params)?;
    Ok(row.ok_or(RowError::NotFound)?.int(0)?)
}

/// The stored columns of a definition, in its order.
fn stored_fields(of: &'static Model) -> impl Iterator<Item = &'static Field> {
    of.fields.iter().filter(|field| !field.column.computed)
}

fn stored_columns(sql: &mut Sql, of: &'static Model) {
    for (at, field) in stored_fields(of).enumerate() {
        sql.push(if at > 0 { ", t." } else { "t." });
        sql.name(field.column.name);
    }
}

fn read(
    conn: &mut Conn,
    of: &'static Model,
    id: i64,
    reach: &Reach,
    is_locked: bool,
) -> Result<StoredRow> {
    let mut sql = Sql::new("SELECT ");
    stored_columns(&mut sql, of);
    from_row(&mut sql, of, id, reach);
    if is_locked && conn.dialect() == Dialect::Postgres {
        sql.push(" FOR UPDATE OF t");
    }
    let row = conn.query_row(&of.name, id, &sql)?;
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

    /// What a column holds.
    fn at(&self, is_it: impl Fn(&Field) -> bool) -> Option<&Value> {
        let at = stored_fields(self.of).position(is_it)?;
        self.values.get(at)
    }

    /// The text of a column.
    pub(super) fn text(&self, wanted: &Field) -> Option<&str> {
        match self.at(|field| std::ptr::eq(field, wanted))? {
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

    /// Changes to the row of this number, and beside them what stays, in clear.
    pub(super) fn with_rest(&self, keys: &Keys, id: i64, changes: &[Change]) -> Vec<Change> {
        let is_changed =
            |field: &Field| changes.iter().any(|(known, _)| std::ptr::eq(*known, field));
        let rest = stored_fields(self.of).zip(&self.values);
        let rest = rest.filter(|(field, _)| !is_changed(field));
        let rest = rest.map(|(field, value)| match value {
            Value::Blob(sealed) => {
                let place = select::place(self.of, field.column.name, id);
                (field, keys.open(&place, sealed).into())
            }
            plain => (field, plain.clone()),
        });
        changes.iter().cloned().chain(rest).collect()
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

impl Known for StoredRow {
    fn value(&self, column: &str) -> Option<&Value> {
        self.at(|field| field.column.name == column)
    }
}

pub(super) fn stored(value: &Value) -> Stored {
    match value {
        Value::Null => Stored::Null,
        Value::Bool(flag) => Stored::Bool(*flag),
        Value::Int(number) => Stored::Int(*number),
        Value::Text(text) => Stored::Text(text.clone()),
        Value::Blob(_) => Stored::Sealed,
    }
}
