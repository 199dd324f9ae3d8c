//! Values that may be there once. Where a unique index is over blind indexes, a value may hold its
//! place under any of the keys that are held, which the index itself cannot know.

use std::borrow::Cow;

use schema::{Field, Kind, Model};

use crate::{
    conn::{Conn, Tx},
    crypt::Keys,
    ddl,
    error::Error,
    locks::Lock,
    secret_columns::{StoredColumn, stored_under},
    sql::Sql,
    value::Value,
};

/// What a row would hold under a unique index, and the field that is to blame where it is taken:
/// the last one, as those before it only say where the value must be unique.
pub(crate) struct Key {
    columns: Vec<StoredColumn>,
    fields: Vec<&'static Field>,
    pub field: &'static Field,
}

/// The keys of a row; a missing value is never taken.
pub(crate) fn keys(
    keys: &Keys,
    of: &'static Model,
    changes: &[(&'static Field, Value)],
) -> Vec<Key> {
    let numbers = keys.numbers().into_iter();
    let found = numbers.flat_map(|number| keys_under(keys, number, of, changes));
    found.collect()
}

fn keys_under(
    keys: &Keys,
    number: u8,
    of: &'static Model,
    changes: &[(&'static Field, Value)],
) -> Vec<Key> {
    let stored: Vec<(Cow<'static, str>, Value, &'static Field)> = changes
        .iter()
        .flat_map(|change| {
            let columns = stored_under(keys, number, of, change);
            let with_field = |(name, value)| (name, value, change.0);
            columns.map(with_field)
        })
        .collect();
    let key = |columns: Vec<String>| {
        let mut found = Vec::new();
        let mut fields = Vec::new();
        for name in columns {
            let (_, value, field) = stored.iter().find(|(known, ..)| *known == name)?;
            if *value == Value::Null {
                return None;
            }
            fields.push(*field);
            found.push((name.into(), value.clone()));
        }
        Some(Key {
            columns: found,
            field: *fields.last()?,
            fields,
        })
    };
    ddl::unique_columns(of)
        .into_iter()
        .filter_map(key)
        .collect()
}

impl Key {
    pub fn text(&self) -> String {
        format!("{:?}", self.columns)
    }

    /// Whether a row other than this one has it.
    pub fn exists(&self, conn: &mut Conn, of: &Model, but_id: i64) -> Result<bool, Error> {
        let mut sql = Sql::new("SELECT 1 FROM ");
        sql.name(&of.name).push(" WHERE ");
        for (at, (name, value)) in self.columns.iter().enumerate() {
            sql.push(if at > 0 { " AND " } else { "" })
                .name(name)
                .push(" = ")
                .bind(value.clone());
        }
        if !of.table.append_only {
            sql.push(" AND is_del = FALSE");
        }
        if but_id > 0 {
            sql.push(" AND id <> ").bind(but_id);
        }
        sql.push(" LIMIT 1");
        Ok(!conn.query_sql(&sql)?.is_empty())
    }
}

/// What is unique by a secret, comes to be by the changes to a row, and is another row's under one
/// of the keys. Two nodes may write with different keys for a moment, so such writes wait for each
/// other.
pub(crate) fn taken_secret(
    tx: &mut Tx<'_>,
    of: &'static Model,
    next: &[(&'static Field, Value)],
    changes: &[(&'static Field, Value)],
    but_id: i64,
) -> Result<Option<&'static Field>, Error> {
    let is_changed = |field: &&Field| {
        changes
            .iter()
            .any(|(known, _)| std::ptr::eq(*known, *field))
    };
    let is_secret = |field: &&Field| matches!(field.column.kind, Kind::Secret(_));
    let secrets: Vec<Key> = keys(tx.keys(), of, next)
        .into_iter()
        .filter(|key| key.fields.iter().any(is_secret) && key.fields.iter().any(is_changed))
        .collect();
    if secrets.is_empty() {
        return Ok(None);
    }
    Lock::UniqueSecret.take(tx)?;
    for key in &secrets {
        if key.exists(tx, of, but_id)? {
            return Ok(Some(key.field));
        }
    }
    Ok(None)
}
