//! What would keep a new row from being taken, found out by reading alone.

use std::collections::HashSet;

use schema::{Field, Model};

use crate::{
    conn::Conn,
    ddl::{self, StoredKind},
    error::Error,
    reach::Reach,
    rows::{self, Change},
    sql::{Dialect, Sql},
    value::Value,
};

/// Unique values of rows that would come before this one.
#[derive(Debug, Clone, Default)]
pub struct Coming(HashSet<String>);

/// What a row would hold under a unique index, and the field that is to blame where it is taken:
/// the last one, as those before it only say where the value must be unique.
struct Key {
    columns: Vec<(String, Value)>,
    field: &'static Field,
}

/// The keys of a new row; a missing value is never taken.
fn keys(conn: &Conn, of: &'static Model, changes: &[Change]) -> Vec<Key> {
    let stored: Vec<(String, Value, &'static Field)> = changes
        .iter()
        .flat_map(|change| {
            let columns = rows::stored(conn, of, change);
            let with_field = |(name, value)| (name, value, change.0);
            columns.into_iter().map(with_field)
        })
        .collect();
    let key = |columns: Vec<String>| {
        let mut found = Vec::new();
        let mut blamed = None;
        for name in columns {
            let (_, value, field) = stored.iter().find(|(known, ..)| *known == name)?;
            if *value == Value::Null {
                return None;
            }
            blamed = Some(*field);
            found.push((name, value.clone()));
        }
        Some(Key {
            columns: found,
            field: blamed?,
        })
    };
    ddl::unique_columns(of)
        .into_iter()
        .filter_map(key)
        .collect()
}

/// Who has a value that must be unique.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holder {
    /// A row that is there.
    Stored,
    /// A row that would come before.
    Coming,
}

/// The unique fields of a new row whose value is taken, and by whom.
pub fn taken(
    conn: &mut Conn,
    of: &'static Model,
    changes: &[Change],
    coming: &Coming,
) -> Result<Vec<(&'static Field, Holder)>, Error> {
    let mut fields = Vec::new();
    for key in keys(conn, of, changes) {
        if coming.0.contains(&key.text()) {
            fields.push((key.field, Holder::Coming));
        } else if exists(conn, of, &key)? {
            fields.push((key.field, Holder::Stored));
        }
    }
    Ok(fields)
}

/// Notes a row that would be added.
pub fn note(conn: &Conn, of: &'static Model, changes: &[Change], coming: &mut Coming) {
    let texts = keys(conn, of, changes).into_iter().map(|key| key.text());
    coming.0.extend(texts);
}

impl Key {
    fn text(&self) -> String {
        format!("{:?}", self.columns)
    }
}

fn exists(conn: &mut Conn, of: &Model, key: &Key) -> Result<bool, Error> {
    let mut sql = Sql::new("SELECT 1 FROM ");
    sql.name(&of.name).push(" WHERE ");
    for (at, (name, value)) in key.columns.iter().enumerate() {
        sql.push(if at > 0 { " AND " } else { "" })
            .name(name)
            .push(" = ")
            .bind(value.clone());
    }
    if !of.table.append_only {
        sql.push(" AND is_del = FALSE");
    }
    sql.push(" LIMIT 1");
    Ok(!conn.query_sql(&sql)?.is_empty())
}

/// Whether a new row would lie within reach: the condition of the scope is asked of a row that is
/// in no table.
pub fn is_within_reach(
    conn: &mut Conn,
    of: &'static Model,
    changes: &[Change],
    reach: &Reach,
) -> Result<bool, Error> {
    let Some(scope) = reach.condition(of, "t") else {
        return Ok(true);
    };
    let mut given = vec![("create_by".to_owned(), Value::Int(reach.user_id))];
    given.extend(
        changes
            .iter()
            .flat_map(|change| rows::stored(conn, of, change)),
    );
    let mut sql = Sql::new("SELECT 1 FROM (SELECT CAST(NULL AS BIGINT) AS id");
    for column in ddl::columns(of) {
        let known = given.iter().find(|(name, _)| *name == column.name);
        let value = known.map_or(Value::Null, |(_, value)| value.clone());
        sql.push(", CAST(")
            .bind(value)
            .push(match column.kind {
                StoredKind::Int => " AS BIGINT) AS ",
                StoredKind::Bool => " AS BOOLEAN) AS ",
                StoredKind::Text => " AS TEXT) AS ",
                StoredKind::Blob if conn.dialect() == Dialect::Sqlite => " AS BLOB) AS ",
                StoredKind::Blob => " AS BYTEA) AS ",
            })
            .name(&column.name);
    }
    sql.push(") t WHERE ").append(&scope);
    Ok(!conn.query_sql(&sql)?.is_empty())
}
