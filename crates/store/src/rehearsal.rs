//! What would keep a new row from being taken, found out by reading alone.

use std::collections::HashSet;

use schema::{Field, Model};

use crate::{
    conn::Conn,
    ddl::{self, StoredKind},
    error::Error,
    reach::Reach,
    rows::Change,
    secret_columns::{StoredColumn, stored},
    sql::{Dialect, Sql},
    unique::keys,
    value::Value,
};

/// Unique values of rows that would come before this one.
#[derive(Debug, Clone, Default)]
pub struct Coming(HashSet<String>);

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
    for key in keys(conn.keys(), of, changes) {
        if coming.0.contains(&key.text()) {
            fields.push((key.field, Holder::Coming));
        } else if key.exists(conn, of, 0)? {
            fields.push((key.field, Holder::Stored));
        }
    }
    Ok(fields)
}

/// Notes a row that would be added.
pub fn note(conn: &Conn, of: &'static Model, changes: &[Change], coming: &mut Coming) {
    let texts = keys(conn.keys(), of, changes)
        .into_iter()
        .map(|key| key.text());
    coming.0.extend(texts);
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
    let mut given: Vec<StoredColumn> = vec![("create_by".into(), Value::Int(reach.user_id))];
    given.extend(changes.iter().flat_map(|change| stored(conn, of, change)));
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
