//! The contents of a database as rows that either engine takes: what a backup holds and a move
//! carries. What an engine derives for itself (the index for contained text, row counts) is not
//! among them; it is made again from the rows.

mod file;
mod insert;

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

use crate::{
    catalogue,
    conn::Conn,
    error::{Error, Result},
    sql::{Dialect, Sql},
    value::{Row, Value},
};

pub use file::{Reader, Writer};
pub use insert::{
    begin, clear, end, finish, foreign, insert, is_begun, is_empty, leave, lock, moved_to,
    under_way,
};

/// Rows of one table that travel together.
const AT_ONCE: usize = 2_000;
/// Put in after everything that they count.
const KEPT: [&str; 5] = [
    "kept_benjin",
    "kept_count",
    "kept_day",
    "kept_day_added",
    "table_version",
];
/// Made by the migrations of each database themselves.
const OWN: &str = "schema_migration";
/// The index for contained text: a column on one engine, a table beside it on the other.
const GRAM: &str = "gram";

/// A table and what of it travels.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Shape {
    pub table: String,
    pub columns: Vec<String>,
    /// Which of them tell rows apart.
    key: Vec<usize>,
}

/// How far a copy has come: the last row that arrived, by its table and key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub table: String,
    pub key: Vec<Value>,
}

/// How many rows a table has, and what they come to whatever their order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Total {
    pub rows: u64,
    sum: (u64, u64),
}

/// By table.
pub type Totals = BTreeMap<String, Total>;

impl Total {
    /// A truth value and the number it is kept as on SQLite are the same.
    pub fn add(&mut self, row: &Row) {
        let mut hash = Sha256::new();
        for value in &row.0 {
            let (tag, bytes) = plain(value);
            hash.update([tag]);
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(&bytes);
        }
        let hash = hash.finalize();
        let half = |at: usize| {
            let bytes = hash.get(at..at + 8).and_then(|half| half.try_into().ok());
            u64::from_le_bytes(bytes.unwrap_or_default())
        };
        self.rows += 1;
        self.sum.0 = self.sum.0.wrapping_add(half(0));
        self.sum.1 = self.sum.1.wrapping_add(half(8));
    }
}

/// What a value is and its bytes, the same on both engines.
fn plain(value: &Value) -> (u8, Vec<u8>) {
    match value {
        Value::Null => (0, Vec::new()),
        Value::Bool(flag) => (1, i64::from(*flag).to_le_bytes().to_vec()),
        Value::Int(number) => (1, number.to_le_bytes().to_vec()),
        Value::Text(text) => (2, text.as_bytes().to_vec()),
        Value::Blob(bytes) => (3, bytes.clone()),
    }
}

fn from_plain(tag: u8, bytes: Vec<u8>) -> Option<Value> {
    match tag {
        0 => Some(Value::Null),
        1 => Some(Value::Int(i64::from_le_bytes(bytes.try_into().ok()?))),
        2 => String::from_utf8(bytes).ok().map(Value::Text),
        3 => Some(Value::Blob(bytes)),
        _ => None,
    }
}

/// The tables of this database in the order in which they travel.
pub fn shapes(conn: &mut Conn) -> Result<Vec<Shape>> {
    let tables = catalogue::tables(conn)?.into_iter();
    let mut shapes: Vec<Shape> = tables
        .filter(|(table, ..)| table != OWN && !table.contains("_gram"))
        .map(|(table, columns, key)| {
            let columns: Vec<String> = columns.into_iter().filter(|name| name != GRAM).collect();
            let at = |name: &String| columns.iter().position(|column| column == name);
            let key = key.iter().filter_map(at).collect();
            Shape {
                table,
                columns,
                key,
            }
        })
        .collect();
    shapes.sort_by_key(|shape| (KEPT.contains(&shape.table.as_str()), shape.table.clone()));
    match shapes.iter().find(|shape| shape.key.is_empty()) {
        Some(shape) => Err(Error::shape("a key", &shape.table)),
        None => Ok(shapes),
    }
}

impl Shape {
    /// Where a row stands.
    pub fn place(&self, row: &Row) -> Place {
        let key = self.key.iter().filter_map(|at| row.0.get(*at).cloned());
        Place {
            table: self.table.clone(),
            key: key.collect(),
        }
    }

    /// Whether its rows are compared: versions count up on one engine only.
    pub fn is_compared(&self) -> bool {
        self.table != "table_version"
    }

    /// Whether a row was deleted and is kept for its history alone.
    pub(crate) fn is_deleted(&self, row: &Row) -> bool {
        let at = self.columns.iter().position(|name| name == "is_del");
        let mark = at.and_then(|at| row.0.get(at));
        matches!(mark, Some(Value::Bool(true) | Value::Int(1)))
    }

    /// Whether a row belongs to the office, and not to a copy that is made of it.
    fn travels(&self, row: &Row) -> bool {
        let is_of_the_copy = |value: &Value| match value {
            Value::Text(name) => insert::OF_THE_COPY.contains(&name.as_str()),
            _ => false,
        };
        self.table != "meta" || !self.place(row).key.iter().any(is_of_the_copy)
    }

    fn key_names(&self, sql: &mut Sql) {
        for (at, column) in self.key.iter().enumerate() {
            let name = self.columns.get(*column);
            sql.push(if at > 0 { ", " } else { "" });
            sql.name(name.map_or("", String::as_str));
        }
    }

    fn names(&self, sql: &mut Sql) {
        for (at, name) in self.columns.iter().enumerate() {
            sql.push(if at > 0 { ", " } else { "" }).name(name);
        }
    }

    /// The next rows after a key, in the order of keys.
    fn next(&self, conn: &mut Conn, after: Option<&[Value]>) -> Result<Vec<Row>> {
        let mut sql = Sql::new("SELECT ");
        self.names(&mut sql);
        sql.push(" FROM ").name(&self.table);
        if let Some(after) = after {
            sql.push(" WHERE (");
            self.key_names(&mut sql);
            sql.push(") > (");
            for (at, value) in after.iter().enumerate() {
                sql.push(if at > 0 { ", " } else { "" }).bind(value.clone());
            }
            sql.push(")");
        }
        sql.push(" ORDER BY ");
        self.key_names(&mut sql);
        sql.push(&format!(" LIMIT {AT_ONCE}"));
        conn.query_sql(&sql)
    }
}

/// Hands over every row after a place, table by table; `take` answers whether to go on.
pub fn scan(
    conn: &mut Conn,
    from: Option<&Place>,
    mut take: impl FnMut(&Shape, Vec<Row>) -> bool,
) -> Result<()> {
    let shapes = shapes(conn)?;
    let first = from.and_then(|from| shapes.iter().position(|shape| shape.table == from.table));
    for shape in shapes.iter().skip(first.unwrap_or_default()) {
        let mut after = from
            .filter(|from| from.table == shape.table)
            .map(|from| from.key.clone());
        loop {
            let mut rows = shape.next(conn, after.as_deref())?;
            let Some(last) = rows.last() else { break };
            after = Some(shape.place(last).key);
            let is_last = rows.len() < AT_ONCE;
            rows.retain(|row| shape.travels(row));
            if !rows.is_empty() && !take(shape, rows) {
                return Ok(());
            }
            if is_last {
                break;
            }
        }
    }
    Ok(())
}

/// What the rows of this database come to; `tell` hears how many of them were read.
pub fn totals(conn: &mut Conn, mut tell: impl FnMut(usize)) -> Result<Totals> {
    let (mut totals, mut count) = (Totals::new(), 0);
    scan(conn, None, |shape, rows| {
        count += rows.len();
        tell(count);
        if shape.is_compared() {
            let total = totals.entry(shape.table.clone()).or_default();
            for row in &rows {
                total.add(row);
            }
        }
        true
    })?;
    Ok(totals)
}

/// The last number each table gave to a row, which may be gone by now.
pub fn numbers(conn: &mut Conn) -> Result<Vec<(String, i64)>> {
    let text = match conn.dialect() {
        Dialect::Sqlite => "SELECT name, seq FROM sqlite_sequence WHERE seq > 0 ORDER BY name",
        Dialect::Postgres => {
            "SELECT t.relname::text, s.last_value FROM pg_sequences s \
             JOIN pg_class q ON q.relname = s.sequencename AND q.relnamespace = s.schemaname::regnamespace \
             JOIN pg_depend d ON d.objid = q.oid AND d.deptype = 'i' JOIN pg_class t ON t.oid = d.refobjid \
             WHERE s.schemaname = current_schema() AND s.last_value IS NOT NULL ORDER BY 1"
        }
    };
    let rows = conn.query(text, &[])?;
    let pair = |row: &Row| Ok((row.text(0)?.to_owned(), row.int(1)?));
    rows.iter().map(pair).collect()
}
