//! Secrets of a row: sealed for the place they stand in, and unique under every key.

use schema::{Key, Kind, Model, Personal, Record};

use super::{Change, Result, RowError, touch};
use crate::{
    conn::Tx,
    error::Error,
    secret_columns::{StoredColumn, stored},
    select,
    sql::Sql,
    state, unique,
    value::Value,
};

/// Changes of a row as the columns they are stored in, its secrets sealed.
pub(super) fn sealed(
    tx: &Tx<'_>,
    of: &Model,
    changes: &[Change],
    id: i64,
) -> Result<Vec<StoredColumn>> {
    let mut columns = Vec::with_capacity(changes.len());
    for change in changes {
        let (field, value) = change;
        columns.extend(stored(tx, of, change));
        if let (Kind::Secret(_), Value::Text(clear)) = (field.column.kind, value) {
            let name = field.column.name;
            let sealed = tx.keys().seal(&select::place(of, name, id), clear);
            let sealed = sealed.map_err(|error| Error::Driver(error.to_string()))?;
            let place = columns.iter_mut().rev().find(|(column, _)| column == name);
            if let Some((_, blank)) = place {
                *blank = sealed.into();
            }
        }
    }
    Ok(columns)
}

/// The secrets of a row that has its id only now.
pub(super) fn seal(tx: &mut Tx<'_>, of: &Model, changes: &[Change], id: i64) -> Result<()> {
    let is_secret = |(field, value): &&Change| {
        matches!(
            (field.column.kind, value),
            (Kind::Secret(_), Value::Text(_))
        )
    };
    let secrets: Vec<Change> = changes.iter().filter(is_secret).cloned().collect();
    if secrets.is_empty() {
        return Ok(());
    }
    let columns = sealed(tx, of, &secrets, id)?;
    let is_named = |name: &str| secrets.iter().any(|(field, _)| field.column.name == name);
    let is_secret = |(name, _): &StoredColumn| is_named(name);
    let columns: Vec<_> = columns.into_iter().filter(is_secret).collect();
    Ok(write_columns(tx, of, id, &columns)?)
}

/// Writes columns of one row.
fn write_columns(
    tx: &mut Tx<'_>,
    of: &Model,
    id: i64,
    columns: &[StoredColumn],
) -> std::result::Result<(), Error> {
    let mut sql = Sql::new("UPDATE ");
    sql.name(&of.name);
    for (at, (name, value)) in columns.iter().enumerate() {
        sql.push(if at > 0 { ", " } else { " SET " });
        sql.name(name).push(" = ").bind(value.clone());
    }
    sql.push(" WHERE id = ").bind(id);
    tx.execute_all(&sql, 1)
}

/// Gives one secret column of a row a new value, index and all.
pub(crate) fn set_secret<R: Record, T: Personal>(
    tx: &mut Tx<'_>,
    key: Key<R, T>,
    id: i64,
    clear: &str,
) -> Result<()> {
    put(tx, R::model(), id, &[(key.field(), clear.into())])
}

/// Gives columns of a row values that follow from other rows: no new version, since nobody edited
/// it.
pub(crate) fn put(tx: &mut Tx<'_>, of: &'static Model, id: i64, changes: &[Change]) -> Result<()> {
    let columns = sealed(tx, of, changes, id)?;
    state::giving(tx, &of.name, id, &columns, |tx| {
        write_columns(tx, of, id, &columns)
    })?;
    touch(tx, &of.name, 0)
}

/// Refuses a secret that another row holds under another key, where a unique index is blind.
pub(super) fn refuse_taken(
    tx: &mut Tx<'_>,
    of: &'static Model,
    next: &[Change],
    changes: &[Change],
    own_id: i64,
) -> Result<()> {
    match unique::taken_secret(tx, of, next, changes, own_id)? {
        Some(field) => Err(RowError::Duplicate(field)),
        None => Ok(()),
    }
}
