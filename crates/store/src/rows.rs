//! Rows of any resource: read one, add, change, delete. Scope and row version hold on every
//! write, and the counts and indexes that depend on a row change with it.

mod changes;
mod typed;

use schema::{Field, Key, Kind, Model, Personal, Record, Timestamp};
use serde_json::{Map, Value as Json};

use crate::{
    conn::{Conn, Tx},
    ddl::blind_name,
    error::{Error, Failure},
    filter::live,
    gram, pending,
    reach::Reach,
    secret_columns::stored,
    select::{self, Derive},
    sql::{Dialect, Sql},
    state::{self, Known},
    unique,
    value::{Row, Value},
};

pub use changes::{Changes, given, set};
pub use typed::{StoredRow, clear, get, ids, list, list_shown, lock, version};

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
    let words = words_of(of, changes);
    let columns = new_columns(tx, of, changes, by);
    if tx.keys().are_several() {
        refuse_taken(tx, of, changes, changes, 0)?;
    }
    // PostgreSQL keeps the n-grams in the row itself, SQLite in a table beside it.
    let in_row = words
        .as_deref()
        .filter(|_| tx.dialect() == Dialect::Postgres);
    let rows = tx
        .query_sql(&insert_sql(of, &columns, in_row))
        .map_err(|error| duplicate(of, error))?;
    let id = rows
        .first()
        .ok_or_else(|| Error::shape("1 row", 0))?
        .int(0)?;
    seal_secrets(tx, of, changes, id)?;
    if let Some(words) = words {
        gram::add(tx, of, id, &words)?;
    }
    Ok(id)
}

/// The columns of a new row; its secrets are sealed once it has an id.
pub(crate) fn new_columns(
    conn: &Conn,
    of: &Model,
    changes: &[Change],
    by: &Author<'_>,
) -> Vec<(String, Value)> {
    let mut columns: Vec<(String, Value)> = vec![
        ("create_time".to_owned(), by.now.0.into()),
        ("create_by".to_owned(), by.reach.user_id.into()),
    ];
    if !of.table.append_only {
        columns.push(("update_time".to_owned(), by.now.0.into()));
        columns.push(("update_by".to_owned(), by.reach.user_id.into()));
        columns.push(("banben_suo".to_owned(), Value::Int(0)));
    }
    columns.extend(changes.iter().flat_map(|change| stored(conn, of, change)));
    columns
}

/// The beginning of the statement that adds a row, and what is bound to it.
pub(crate) fn new_row(of: &Model, columns: Vec<(String, Value)>) -> (String, Vec<Value>) {
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
    append_columns(tx, of, columns, words_of(of, changes))?;
    touch(tx, &of.name, 1)
}

/// Adds a row that may wait for others, with the words it is found by.
pub(crate) fn append_columns(
    tx: &mut Tx<'_>,
    of: &Model,
    mut columns: Vec<(String, Value)>,
    words: Option<String>,
) -> Result<()> {
    let mut last = "?";
    if let Some(words) = words {
        match tx.dialect() {
            Dialect::Sqlite => {
                let id = pending::next_id(tx, &of.name)?;
                columns.push(("id".to_owned(), id.into()));
                gram::add(tx, of, id, &words)?;
            }
            Dialect::Postgres => {
                columns.push(("gram".to_owned(), words.into()));
                last = "string_to_array(?, ' ')";
            }
        }
    }
    let (head, row) = new_row(of, columns);
    pending::append_ending(tx, &head, last, vec![row])?;
    Ok(())
}

/// What a new row is found by, where it is searched for.
pub(crate) fn words_of(of: &Model, changes: &[Change]) -> Option<String> {
    let mut fields = of.gram_fields().peekable();
    fields.peek()?;
    Some(gram::index_text(
        fields.map(|field| text_of(changes, field)),
    ))
}

fn insert_sql(of: &Model, columns: &[(String, Value)], words: Option<&str>) -> Sql {
    let mut sql = Sql::new("INSERT INTO ");
    sql.name(&of.name).push(" (");
    for (at, (name, _)) in columns.iter().enumerate() {
        sql.push(if at > 0 { ", " } else { "" }).name(name);
    }
    sql.push(if words.is_some() { ", gram" } else { "" })
        .push(") VALUES (");
    for (at, (_, value)) in columns.iter().enumerate() {
        sql.push(if at > 0 { ", " } else { "" }).bind(value.clone());
    }
    if let Some(words) = words {
        sql.push(", string_to_array(").bind(words).push(", ' ')");
    }
    sql.push(") RETURNING id");
    sql
}

/// Refuses a secret that another row holds under another key, where a unique index is blind.
fn refuse_taken(
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

/// A changed row, before and after, as the wire shows them.
pub struct Changed {
    pub before: Map<String, Json>,
    pub after: Map<String, Json>,
    pub version: i64,
    /// What it became.
    pub stored: StoredRow,
}

/// Changes a row. `seen` is the row version the writer saw, if they said so.
pub fn update(
    tx: &mut Tx<'_>,
    of: &'static Model,
    id: i64,
    seen: Option<i64>,
    changes: &[Change],
    by: &Author<'_>,
) -> Result<Changed> {
    let was = locked(tx, of, id, by)?;
    was.must_be(seen)?;
    update_locked(tx, of, was, changes, by)
}

/// Changes a row that was locked before. It is not read again: the write answers what it became.
pub fn update_locked(
    tx: &mut Tx<'_>,
    of: &'static Model,
    was: Locked,
    changes: &[Change],
    by: &Author<'_>,
) -> Result<Changed> {
    let written = state::changing_known(tx, &of.name, was.id, &was.stored, |tx| {
        update_row(tx, of, &was, changes, by)
    })?;
    touch(tx, &of.name, 0)?;
    let after = shown::<RowError>(tx, of, &written.row, None)?;
    Ok(Changed {
        before: was.shown,
        after,
        version: was.version + 1,
        stored: written.stored,
    })
}

/// What a row became, in the order of a select list.
struct Written {
    row: Row,
    stored: StoredRow,
}

impl Known for Written {
    fn value(&self, column: &str) -> Option<&Value> {
        self.stored.value(column)
    }
}

/// Writes the changes into a row that is still of this version, and that its writer still reaches
/// afterwards.
fn update_row(
    tx: &mut Tx<'_>,
    of: &'static Model,
    was: &Locked,
    changes: &[Change],
    by: &Author<'_>,
) -> Result<Written> {
    let id = was.id;
    if tx.keys().are_several() {
        let next = was.stored.with_rest(tx.keys(), id, changes);
        refuse_taken(tx, of, &next, changes, id)?;
    }
    let words = changes.iter().any(|(field, _)| field.is_gram()).then(|| {
        let next = was.stored.changed(changes);
        gram::index_text(of.gram_fields().map(|field| next.text(field)))
    });
    let mut sql = Sql::wide("UPDATE ");
    sql.name(&of.name)
        .push(" SET update_time = ")
        .bind(by.now.0)
        .push(", update_by = ")
        .bind(by.reach.user_id);
    sql.push(", banben_suo = banben_suo + 1");
    for (name, value) in sealed(tx, of, changes, id)? {
        sql.push(", ").name(&name).push(" = ").bind(value);
    }
    if let (Dialect::Postgres, Some(words)) = (tx.dialect(), words.as_deref()) {
        sql.push(", gram = string_to_array(")
            .bind(words)
            .push(", ' ')");
    }
    sql.push(" WHERE id = ")
        .bind(id)
        .push(" AND is_del = FALSE AND banben_suo = ")
        .bind(was.version)
        .push(" RETURNING ");
    let scope = by.reach.condition(of, &of.name);
    sql.append(scope.as_ref().unwrap_or(&Sql::new("TRUE")))
        .push(", ");
    select::written(&mut sql, of, tx.dialect(), by.real_ms);
    for field in of.fields.iter().filter(|field| field.column.internal) {
        sql.push(", ").name(field.column.name);
    }
    let rows = tx.query_sql(&sql).map_err(|error| duplicate(of, error))?;
    let mut row = rows.into_iter().next().ok_or(RowError::Stale)?;
    match row.0.remove(0) {
        Value::Bool(true) | Value::Int(1) => {}
        _ => return Err(RowError::OutOfReach),
    }
    if let Some(words) = words {
        gram::replace(tx, of, id, &words)?;
    }
    let stored = StoredRow::of_whole(of, row.clone())?;
    Ok(Written { row, stored })
}

/// Deletes locked rows.
pub fn delete(tx: &mut Tx<'_>, of: &'static Model, rows: &[Locked], by: &Author<'_>) -> Result<()> {
    for Locked { id, .. } in rows {
        if of.table.append_only {
            archive(tx, of, *id, by)?;
        } else {
            let text = format!(
                "UPDATE \"{}\" SET is_del = TRUE, update_time = ?, update_by = ?, banben_suo = banben_suo + 1 WHERE id = ?",
                of.name
            );
            let params = [by.now.0.into(), by.reach.user_id.into(), (*id).into()];
            state::changing(tx, &of.name, &[*id], |tx| tx.execute_one(&text, &params))?;
            if of.gram_fields().next().is_some() {
                gram::remove(tx, of, *id)?;
            }
        }
    }
    touch(tx, &of.name, -i64::try_from(rows.len()).unwrap_or_default())
}

/// Takes a row of an append-only table out of sight; it stays where it is.
fn archive(tx: &mut Tx<'_>, of: &Model, id: i64, by: &Author<'_>) -> Result<()> {
    let params = [
        of.name.as_str().into(),
        id.into(),
        by.reach.user_id.into(),
        by.now.0.into(),
    ];
    state::adding(tx, "archived", |tx| {
        let row = tx.query_one(
            "INSERT INTO archived (table_name, row_id, create_by, create_time) VALUES (?, ?, ?, ?) RETURNING id",
            &params,
        )?;
        Ok::<_, Error>(vec![row.int(0)?])
    })?;
    Ok(())
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
    let row = conn
        .query_opt(&sql.text, &sql.params)?
        .ok_or(RowError::NotFound)?;
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

/// Changes of a row as the columns they are stored in, its secrets sealed.
fn sealed(tx: &Tx<'_>, of: &Model, changes: &[Change], id: i64) -> Result<Vec<(String, Value)>> {
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
fn seal_secrets(tx: &mut Tx<'_>, of: &Model, changes: &[Change], id: i64) -> Result<()> {
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
    let columns = columns.into_iter().filter(|(name, _)| is_named(name));
    write_columns(tx, of, id, columns)
}

/// Writes columns of one row.
fn write_columns(
    tx: &mut Tx<'_>,
    of: &Model,
    id: i64,
    columns: impl Iterator<Item = (String, Value)>,
) -> Result<()> {
    let mut sql = Sql::new("UPDATE ");
    sql.name(&of.name);
    for (at, (name, value)) in columns.enumerate() {
        sql.push(if at > 0 { ", " } else { " SET " });
        sql.name(&name).push(" = ").bind(value);
    }
    sql.push(" WHERE id = ").bind(id);
    match tx.execute_sql(&sql)? {
        1 => Ok(()),
        changed => Err(Error::shape("1 row", changed).into()),
    }
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
    state::changing(tx, &of.name, &[id], |tx| {
        let columns = sealed(tx, of, changes, id)?;
        write_columns(tx, of, id, columns.into_iter())
    })?;
    touch(tx, &of.name, 0)
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
