//! Rows of any resource: read one, add, change, delete. Scope and row version hold on every
//! write, and the counts and indexes that depend on a row change with it.

mod add;
mod changes;
mod edit;
mod secret;
mod typed;

use schema::{Field, Model, Timestamp};
use serde_json::{Map, Value as Json};

use crate::{
    conn::{Conn, Tx},
    ddl::blind_name,
    error::{Error, Failure},
    filter::live,
    reach::Reach,
    select::{self, Derive},
    sql::{Dialect, Sql},
    value::{Row, Value},
};

pub use add::{append, insert};
pub(crate) use add::{append_columns, new_columns, words_of};
pub use changes::{Changes, given, set};
pub use edit::{Changed, delete, update, update_locked};
pub(crate) use secret::{put, set_secret};
pub use typed::{StoredRow, clear, get, ids, list, list_shown, lock, version};
pub(crate) use typed::{list_kept, stored_select};

/// Why a row was not read or written.
#[derive(Debug)]
pub enum RowError {
    Store(Error),
    /// Not there, or not within reach: the same answer for both.
    NotFound,
    /// Someone changed it since it was read.
    Stale,
    /// The row as written would lie outside the writer's reach.
    OutOfReach,
    /// A unique column holds this value already.
    Duplicate(&'static Field),
}

impl From<Error> for RowError {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

impl Failure for RowError {
    fn store(&self) -> Option<&Error> {
        if let Self::Store(error) = self {
            Some(error)
        } else {
            None
        }
    }
}

pub type Result<T, E = RowError> = std::result::Result<T, E>;

/// Who writes, how far they reach, and when.
#[derive(Debug, Clone)]
pub struct Author<'a> {
    pub reach: &'a Reach,
    pub now: Timestamp,
    pub real_ms: i64,
}

/// A value for a column; a secret's is its clear text.
pub type Change = (&'static Field, Value);

/// A row as the wire shows it, but for what is derived.
pub fn find(
    conn: &mut Conn,
    of: &'static Model,
    id: i64,
    reach: &Reach,
    real_ms: i64,
) -> Result<Map<String, Json>> {
    find_derived(conn, of, id, reach, real_ms, None)
}

/// A row as the wire shows it.
pub fn find_derived<E: From<RowError> + From<Error>>(
    conn: &mut Conn,
    of: &'static Model,
    id: i64,
    reach: &Reach,
    real_ms: i64,
    derive: Derive<'_, E>,
) -> Result<Map<String, Json>, E> {
    let row = load(conn, of, id, reach, real_ms, false)?;
    shown(conn, of, &row, derive)
}

/// A row as it stands; nobody else changes it until the transaction ends.
pub struct Locked {
    pub id: i64,
    pub version: i64,
    /// As the wire shows it.
    pub shown: Map<String, Json>,
    pub stored: StoredRow,
}

impl Locked {
    /// Refuses who saw another version.
    pub fn must_be(&self, seen: Option<i64>) -> Result<()> {
        match seen {
            Some(seen) if seen != self.version => Err(RowError::Stale),
            _ => Ok(()),
        }
    }
}

/// Locks a row within reach, and reads it.
pub fn locked(tx: &mut Tx<'_>, of: &'static Model, id: i64, by: &Author<'_>) -> Result<Locked> {
    let row = load(tx, of, id, by.reach, by.real_ms, true)?;
    let shown = shown::<RowError>(tx, of, &row, None)?;
    let version = shown.get("banbenSuo").and_then(Json::as_i64);
    Ok(Locked {
        id: row.int(0)?,
        version: version.unwrap_or_default(),
        shown,
        stored: StoredRow::of_whole(of, row)?,
    })
}

/// What is sent of a row, then what is not.
fn load(
    conn: &mut Conn,
    of: &'static Model,
    id: i64,
    reach: &Reach,
    real_ms: i64,
    is_locked: bool,
) -> Result<Row> {
    let mut sql = Sql::new("SELECT ");
    select::columns(&mut sql, of, conn.dialect(), real_ms);
    for field in of.fields.iter().filter(|field| field.column.internal) {
        sql.push(", t.").name(field.column.name);
    }
    from_row(&mut sql, of, id, reach);
    if is_locked && conn.dialect() == Dialect::Postgres {
        sql.push(" FOR UPDATE OF t");
    }
    conn.query_opt(&sql.text, &sql.params)?
        .ok_or(RowError::NotFound)
}

fn shown<E: From<RowError> + From<Error>>(
    conn: &mut Conn,
    of: &'static Model,
    row: &Row,
    derive: Derive<'_, E>,
) -> Result<Map<String, Json>, E> {
    let mut writer = select::JsonWriter::new(conn, of)?;
    writer.add(row, conn.keys())?;
    let text = writer.finish(conn, derive)?;
    let [shown] = serde_json::from_slice(&text).map_err(|error| Error::Shape(error.to_string()))?;
    Ok(shown)
}

/// One live row, where it is within reach.
fn from_row(sql: &mut Sql, of: &'static Model, id: i64, reach: &Reach) {
    sql.push(" FROM ")
        .name(&of.name)
        .push(" t WHERE t.id = ")
        .bind(id)
        .push(" AND ");
    live(sql, of);
    if let Some(scope) = reach.condition(of, "t") {
        sql.push(" AND ").append(&scope);
    }
}

/// That a row is there and within reach.
pub fn within_reach(conn: &mut Conn, of: &'static Model, id: i64, reach: &Reach) -> Result<()> {
    let mut sql = Sql::new("SELECT 1");
    from_row(&mut sql, of, id, reach);
    match conn.query_opt(&sql.text, &sql.params)? {
        Some(_) => Ok(()),
        None => Err(RowError::NotFound),
    }
}

/// One secret in clear, for the reveal verb.
pub fn reveal(
    conn: &mut Conn,
    of: &'static Model,
    field: &Field,
    id: i64,
    reach: &Reach,
) -> Result<Option<String>> {
    let mut sql = Sql::new("SELECT t.");
    sql.name(field.column.name)
        .push(" FROM ")
        .name(&of.name)
        .push(" t WHERE t.id = ")
        .bind(id)
        .push(" AND ");
    live(&mut sql, of);
    if let Some(scope) = reach.condition(of, "t") {
        sql.push(" AND ").append(&scope);
    }
    let row = conn.query_row(&of.name, id, &sql)?;
    let row = row.ok_or(RowError::NotFound)?;
    match row.get(0)? {
        Value::Null => Ok(None),
        _ => Ok(conn
            .keys()
            .open(&select::place(of, field.column.name, id), row.blob(0)?)),
    }
}

/// The row count and the version of a table, kept by the one SQLite writer.
pub(crate) fn touch(tx: &mut Tx<'_>, table: &str, rows: i64) -> Result<()> {
    if tx.waiting.touch(table, rows) {
        return Ok(());
    }
    if tx.dialect() == Dialect::Sqlite {
        let text = "UPDATE table_version SET version = version + 1, row_count = row_count + ? WHERE name = ?";
        tx.execute_one(text, &[rows.into(), table.into()])?;
    }
    Ok(())
}

/// Which field a unique index refused: the last column it names, as the ones before it only say
/// where the value must be unique.
fn duplicate(of: &'static Model, error: Error) -> RowError {
    let Error::Unique(text) = &error else {
        return error.into();
    };
    // SQLite names the columns (`table.column`), PostgreSQL the index (`table_column_key`).
    let columns = text.trim_end_matches("_key");
    let is_last = |field: &&'static Field| {
        let name = field.column.name;
        columns.ends_with(name) || columns.ends_with(&blind_name(name))
    };
    let named = of.fields.iter().filter(is_last);
    match named.max_by_key(|field| field.column.name.len()) {
        Some(field) => RowError::Duplicate(field),
        None => error.into(),
    }
}

/// The one row within reach that people know by this text or number.
pub fn id_by_show(
    conn: &mut Conn,
    of: &'static Model,
    shown: &str,
    reach: &Reach,
) -> Result<Option<i64>> {
    let mut sql = Sql::new("SELECT t.id FROM ");
    sql.name(&of.name).push(" t WHERE ");
    live(&mut sql, of);
    match shown.parse::<i64>() {
        Ok(id) => sql.push(" AND t.id = ").bind(id),
        Err(_) => sql
            .push(" AND t.")
            .name(of.table.show)
            .push(" = ")
            .bind(shown),
    };
    if let Some(scope) = reach.condition(of, "t") {
        sql.push(" AND ").append(&scope);
    }
    sql.push(" LIMIT 2");
    let rows = conn.query_sql(&sql)?;
    match rows.as_slice() {
        [only] => Ok(Some(only.int(0)?)),
        _ => Ok(None),
    }
}
