//! The JSON of rows, written as they are read; names and what is derived are filled in at the end.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    ptr,
    sync::Arc,
};

use schema::{Kind, Model, Timestamp};
use serde_json::Value as Json;

use super::{JsonColumn, Shape, Source, shape};
use crate::{
    conn::Conn,
    crypt::Keys,
    error::{Error, Result},
    json::{self, push_int, push_text},
    labels::Labels,
    sql::Sql,
    value::{Borrowed, BorrowedRow, Row},
};

/// Rows on their way out as a JSON array of objects; personal data comes out masked.
pub(crate) struct JsonWriter {
    shape: Arc<Shape>,
    labels: Vec<Option<Arc<Labels>>>,
    out: Vec<u8>,
    /// What is still to be filled in, in the order of the places.
    gaps: Vec<Gap>,
    /// The rows so far.
    ids: Vec<i64>,
}

/// Where something belongs that is known only once all rows are.
struct Gap {
    at: usize,
    /// The row it stands in, and the name of the value there.
    row: i64,
    wire: &'static str,
    /// The row whose name it is; none where it is derived.
    name: Option<(&'static Model, i64)>,
}

/// What the service works out for rows: a few values of each, as JSON.
#[derive(Debug, Default)]
pub struct Derived {
    /// All values, one behind the other.
    text: Vec<u8>,
    rows: BTreeMap<i64, Vec<Placed>>,
}

/// The name of a value, and where in the text it stands.
type Placed = (&'static str, Range<usize>);

impl Derived {
    /// The values of a row: its derived columns, and display texts that stand for others.
    pub fn put(&mut self, row: i64, values: impl IntoIterator<Item = (&'static str, Json)>) {
        let row = self.rows.entry(row).or_default();
        for (wire, json) in values {
            let from = self.text.len();
            // Writing to a vector cannot fail.
            let _ = serde_json::to_writer(&mut self.text, &json);
            row.push((wire, from..self.text.len()));
        }
    }

    fn row(&self, row: i64) -> &[Placed] {
        self.rows.get(&row).map_or(&[], Vec::as_slice)
    }

    /// What was put last under a name.
    fn value(&self, row: &[Placed], wire: &str) -> Option<&[u8]> {
        let (_, at) = row.iter().rev().find(|(known, _)| *known == wire)?;
        self.text.get(at.clone())
    }

    /// One column of all rows added up; what is no number counts nothing.
    pub fn sum(&self, wire: &str) -> i128 {
        let values = self.rows.values().filter_map(|row| self.value(row, wire));
        let texts = values.filter_map(|text| str::from_utf8(text).ok());
        texts.filter_map(|text| text.parse::<i128>().ok()).sum()
    }
}

/// Works out what is derived for some rows.
pub type Derive<'a, E> = Option<&'a dyn Fn(&mut Conn, &[i64]) -> Result<Derived, E>>;

impl JsonWriter {
    pub fn new(conn: &mut Conn, of: &'static Model) -> Result<Self> {
        let shape = shape(of);
        Ok(Self {
            labels: shape.labels(conn)?,
            shape,
            out: Vec::with_capacity(8 << 10),
            gaps: Vec::new(),
            ids: Vec::new(),
        })
    }

    pub fn add(&mut self, row: &dyn BorrowedRow, keys: &Keys) -> Result<()> {
        let id = match row.cell(0)? {
            Borrowed::Int(id) => id,
            _ => 0,
        };
        self.out.push(if self.ids.is_empty() { b'[' } else { b',' });
        self.ids.push(id);
        // The first comma becomes the bracket.
        let start = self.out.len();
        let shape = Arc::clone(&self.shape);
        for (at, (column, labels)) in shape.columns.iter().zip(&self.labels).enumerate() {
            if column.is_derived {
                self.out.extend_from_slice(column.key.as_bytes());
                self.gaps.push(Gap {
                    at: self.out.len(),
                    row: id,
                    wire: &column.field.wire,
                    name: None,
                });
                continue;
            }
            let value = row.cell(at)?;
            if matches!(value, Borrowed::Null) {
                self.out.extend_from_slice(column.empty.as_bytes());
                continue;
            }
            self.out.extend_from_slice(column.key.as_bytes());
            write_value(&mut self.out, column, &value, id, keys);
            let Some(show) = &column.show else { continue };
            self.out.extend_from_slice(show.key.as_bytes());
            match (&show.from, value) {
                (Source::Row(of), Borrowed::Int(named)) => {
                    self.gaps.push(Gap {
                        at: self.out.len(),
                        row: id,
                        wire: show.wire,
                        name: Some((of, named)),
                    });
                }
                (Source::Dict(_), Borrowed::Text(value)) => {
                    let label = labels
                        .as_ref()
                        .and_then(|labels| labels.get(value.as_ref()));
                    match label {
                        Some(label) => self.out.extend_from_slice(label.as_bytes()),
                        // A value without a label shows itself.
                        None => write_plain(&mut self.out, &Borrowed::Text(value)),
                    }
                }
                _ => self.out.extend_from_slice(b"null"),
            }
        }
        if let Some(first) = self.out.get_mut(start) {
            *first = b'{';
        }
        self.out.push(b'}');
        Ok(())
    }

    pub fn count(&self) -> usize {
        self.ids.len()
    }

    /// The JSON, with the names of other rows filled in, one statement for all of them, and what is
    /// derived; without a way to derive it, that stays empty.
    pub fn finish<E: From<Error>>(
        mut self,
        conn: &mut Conn,
        derive: Derive<'_, E>,
    ) -> Result<Vec<u8>, E> {
        self.out
            .extend_from_slice(if self.ids.is_empty() { b"[]" } else { b"]" });
        if self.gaps.is_empty() {
            return Ok(self.out);
        }
        let wanted = wanted_names(&self.gaps);
        if !wanted.is_empty() {
            conn.ask_along(names_sql(&wanted));
        }
        let derived = match derive {
            Some(derive) => derive(conn, &self.ids)?,
            None => Derived::default(),
        };
        let names = names(&wanted, &conn.answered_along()?)?;
        // With room for the envelope.
        let mut whole = Vec::with_capacity(self.out.len() + self.gaps.len() * 16 + 256);
        let mut rest = self.out.as_slice();
        let mut done = 0;
        // Gaps come row by row.
        for gaps in self.gaps.chunk_by(|one, next| one.row == next.row) {
            let row = gaps.first().map_or(&[][..], |gap| derived.row(gap.row));
            for gap in gaps {
                let (before, after) = rest.split_at_checked(gap.at - done).unwrap_or((rest, &[]));
                whole.extend_from_slice(before);
                let name = || {
                    let (of, id) = gap.name?;
                    let at = place_of(&wanted, of)?;
                    names.get(at)?.get(&id).map(String::as_bytes)
                };
                let text = derived.value(row, gap.wire).or_else(name);
                whole.extend_from_slice(text.unwrap_or(b"null"));
                (rest, done) = (after, gap.at);
            }
        }
        whole.extend_from_slice(rest);
        Ok(whole)
    }
}

/// Rows whose names are to be filled in, by their resource.
type Wanted = Vec<(&'static Model, BTreeSet<i64>)>;

fn wanted_names(gaps: &[Gap]) -> Wanted {
    let mut wanted = Wanted::new();
    for (of, id) in gaps.iter().filter_map(|gap| gap.name) {
        let at = place_of(&wanted, of);
        match at.and_then(|at| wanted.get_mut(at)) {
            Some((_, ids)) => drop(ids.insert(id)),
            None => wanted.push((of, BTreeSet::from([id]))),
        }
    }
    // The same text whichever row comes first.
    wanted.sort_by_key(|(of, _)| of.table.path);
    wanted
}

fn place_of(wanted: &Wanted, of: &'static Model) -> Option<usize> {
    wanted.iter().position(|(known, _)| ptr::eq(*known, of))
}

fn names_sql(wanted: &Wanted) -> Sql {
    // As long as the longest, so that the number of distinct texts stays small.
    let longest = wanted.iter().map(|(_, ids)| ids.len()).max();
    let mut sql = Sql::default();
    for (at, (of, ids)) in wanted.iter().enumerate() {
        let ids = ids.iter().copied().cycle();
        let ids: Vec<i64> = ids.take(longest.unwrap_or_default()).collect();
        sql.push(if at > 0 {
            " UNION ALL SELECT "
        } else {
            "SELECT "
        });
        let table = &of.name;
        sql.push(&at.to_string());
        for column in ["id", of.table.show] {
            sql.push(", ").name(table).push(".").name(column);
        }
        sql.push(" FROM ").name(table);
        sql.push(" WHERE ").name(table).push(".id IN ");
        sql.bind_list(&ids);
    }
    sql
}

/// The names of rows as JSON, for each resource by id.
fn names(wanted: &Wanted, rows: &[Row]) -> Result<Vec<BTreeMap<i64, String>>> {
    let mut names = vec![BTreeMap::new(); wanted.len()];
    for row in rows {
        let of = usize::try_from(row.int(0)?).ok();
        let of = of.and_then(|at| names.get_mut(at));
        if let (Some(of), Some(name)) = (of, row.opt_text(2)?) {
            of.insert(row.int(1)?, json::text(name));
        }
    }
    Ok(names)
}

fn write_value(out: &mut Vec<u8>, column: &JsonColumn, value: &Borrowed<'_>, id: i64, keys: &Keys) {
    match (column.kind, value) {
        (Kind::Bool, Borrowed::Int(flag)) => {
            out.extend_from_slice(if *flag == 0 { b"false" } else { b"true" });
        }
        (Kind::Timestamp, Borrowed::Int(ms)) => {
            out.push(b'"');
            out.extend_from_slice(&Timestamp(*ms).digits());
            out.push(b'"');
        }
        // Checked to be JSON when it was written.
        (Kind::Json | Kind::Tags | Kind::Dicts(_) | Kind::Refs(_), Borrowed::Text(text)) => {
            out.extend_from_slice(text.as_bytes());
        }
        (Kind::Secret(mask), Borrowed::Blob(bytes)) => {
            let place = format!("{}{id}", column.place);
            let clear = keys.open(&place, bytes).unwrap_or_default();
            write_plain(out, &Borrowed::Text(mask.apply(&clear).into()));
        }
        _ => write_plain(out, value),
    }
}

fn write_plain(out: &mut Vec<u8>, value: &Borrowed<'_>) {
    match value {
        Borrowed::Null | Borrowed::Blob(_) => out.extend_from_slice(b"null"),
        Borrowed::Bool(true) => out.extend_from_slice(b"true"),
        Borrowed::Bool(false) => out.extend_from_slice(b"false"),
        Borrowed::Int(number) => push_int(out, *number),
        Borrowed::Text(text) => push_text(out, text),
    }
}
