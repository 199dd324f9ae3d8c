//! A new row: in at once with its number, or among others that wait.

use schema::{Field, Model};

use super::{Author, Change, Result, RowError, duplicate, secret, touch};
use crate::{
    conn::{Conn, Tx},
    error::Error,
    gram, pending,
    secret_columns::{StoredColumn, stored},
    sql::{Dialect, Sql},
    state,
    value::Value,
};

/// Adds a row and answers its id.
pub fn insert(
    tx: &mut Tx<'_>,
    of: &'static Model,
    changes: &[Change],
    by: &Author<'_>,
) -> Result<i64> {
    pending::let_number(tx, &of.name)?;
    let ids = state::adding(tx, &of.name, |tx| {
        insert_row(tx, of, changes, by).map(|id| vec![id])
    })?;
    let id = *ids.first().ok_or_else(|| Error::shape("1 row", 0))?;
    touch(tx, &of.name, 1)?;
    check_reach(tx, of, id, by)?;
    Ok(id)
}

fn insert_row(
    tx: &mut Tx<'_>,
    of: &'static Model,
    changes: &[Change],
    by: &Author<'_>,
) -> Result<i64> {
    let words = words_of(tx, of, changes);
    let mut columns = new_columns(tx, of, changes, by);
    if tx.keys().are_several() {
        secret::refuse_taken(tx, of, changes, changes, 0)?;
    }
    let last = words_in_row(&mut columns, words.as_deref());
    let (mut text, params) = new_row(of, columns);
    text.push_str(" VALUES (");
    for _ in 1..params.len() {
        text.push_str("?, ");
    }
    text.push_str(last);
    text.push(')');
    let added = tx.add(&text, &params);
    let id = added.map_err(|error| duplicate(of, error))?;
    secret::seal(tx, of, changes, id)?;
    gram::await_words(tx, of);
    Ok(id)
}

/// The words that a row is found by stand in its last column, where it holds them. Answers how the
/// last column is bound.
fn words_in_row(columns: &mut Vec<StoredColumn>, words: Option<&str>) -> &'static str {
    match words {
        Some(words) => {
            columns.push(("gram".into(), words.into()));
            "string_to_array(?, ' ')"
        }
        None => "?",
    }
}

/// The columns of a new row; its secrets are sealed once it has an id.
pub(crate) fn new_columns(
    conn: &Conn,
    of: &Model,
    changes: &[Change],
    by: &Author<'_>,
) -> Vec<StoredColumn> {
    let mut columns = Vec::with_capacity(changes.len() + 6);
    columns.push(("create_time".into(), by.now.0.into()));
    columns.push(("create_by".into(), by.reach.user_id.into()));
    if !of.table.append_only {
        columns.push(("update_time".into(), by.now.0.into()));
        columns.push(("update_by".into(), by.reach.user_id.into()));
        columns.push(("banben_suo".into(), Value::Int(0)));
    }
    columns.extend(changes.iter().flat_map(|change| stored(conn, of, change)));
    columns
}

/// The beginning of the statement that adds a row, and what is bound to it.
fn new_row(of: &Model, columns: Vec<StoredColumn>) -> (String, Vec<Value>) {
    let mut sql = Sql::wide("INSERT INTO ");
    sql.name(&of.name);
    let mut row = Vec::with_capacity(columns.len());
    for (at, (name, value)) in columns.into_iter().enumerate() {
        sql.push(if at > 0 { ", " } else { " (" }).name(&name);
        row.push(value);
    }
    sql.push(")");
    (sql.text, row)
}

/// Adds a row of an append-only table whose number nobody asks for: among many others it may wait
/// for them.
pub fn append(
    tx: &mut Tx<'_>,
    of: &'static Model,
    changes: &[Change],
    by: &Author<'_>,
) -> Result<()> {
    let is_plain = of.table.append_only
        && of.secrets().next().is_none()
        && by.reach.condition(of, "t").is_none();
    if !(is_plain && tx.waiting.is_on) {
        return insert(tx, of, changes, by).map(drop);
    }
    let columns = new_columns(tx, of, changes, by);
    let words = words_of(tx, of, changes);
    append_columns(tx, of, columns, words.as_deref())?;
    touch(tx, &of.name, 1)
}

/// Adds a row that may wait for others, with the words it is found by.
pub(crate) fn append_columns(
    tx: &mut Tx<'_>,
    of: &Model,
    mut columns: Vec<StoredColumn>,
    words: Option<&str>,
) -> Result<()> {
    gram::await_words(tx, of);
    let last = words_in_row(&mut columns, words);
    let (head, row) = new_row(of, columns);
    pending::append_ending(tx, &head, last, vec![row])?;
    Ok(())
}

/// What a new row is found by, where it is searched for and holds it: SQLite keeps it in a table
/// beside, and writes it there later.
pub(crate) fn words_of(conn: &Conn, of: &Model, changes: &[Change]) -> Option<String> {
    if conn.dialect() == Dialect::Sqlite {
        return None;
    }
    let mut fields = of.gram_fields().peekable();
    fields.peek()?;
    Some(gram::index_text(
        fields.map(|field| text_of(changes, field)),
    ))
}

fn text_of<'a>(changes: &'a [Change], field: &Field) -> Option<&'a str> {
    let change = changes
        .iter()
        .find(|(changed, _)| changed.wire == field.wire);
    match change {
        Some((_, Value::Text(text))) => Some(text),
        _ => None,
    }
}

fn check_reach(tx: &mut Tx<'_>, of: &Model, id: i64, by: &Author<'_>) -> Result<()> {
    let Some(scope) = by.reach.condition(of, "t") else {
        return Ok(());
    };
    let mut sql = Sql::new("SELECT 1 FROM ");
    sql.name(&of.name)
        .push(" t WHERE t.id = ")
        .bind(id)
        .push(" AND ")
        .append(&scope);
    if tx.query_sql(&sql)?.is_empty() {
        Err(RowError::OutOfReach)
    } else {
        Ok(())
    }
}
