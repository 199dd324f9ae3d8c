//! The JSON of rows, written as they are read; names and what is derived are filled in at the end.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
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
    labels::Labels,
    sql::Sql,
    value::{Borrowed, BorrowedRow, Row, json_text},
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
pub struct Derived(BTreeMap<i64, Vec<(&'static str, Cow<'static, str>)>>);

impl Derived {
    /// The values of a row: its derived columns, and display texts that stand for others.
    pub fn put(&mut self, row: i64, values: impl IntoIterator<Item = (&'static str, Json)>) {
        let texts = values.into_iter();
        let texts = texts.map(|(wire, json)| (wire, text_of(&json)));
        self.0.entry(row).or_default().extend(texts);
    }

    /// What was put last under a name.
    fn get(&self, row: i64, wire: &str) -> Option<&str> {
        value(self.0.get(&row)?, wire)
    }

    /// One column of all rows added up; what is no number counts nothing.
    pub fn sum(&self, wire: &str) -> i128 {
        let values = self.0.values().filter_map(|row| value(row, wire));
        values.filter_map(|text| text.parse::<i128>().ok()).sum()
    }
}

fn value<'a>(row: &'a [(&'static str, Cow<'static, str>)], wire: &str) -> Option<&'a str> {
    let mut newest = row.iter().rev();
    let found = newest.find(|(known, _)| *known == wire);
    found.map(|(_, text)| text.as_ref())
}

fn text_of(json: &Json) -> Cow<'static, str> {
    match json {
        Json::Null => "null".into(),
        Json::Bool(true) => "true".into(),
        Json::Bool(false) => "false".into(),
        other => other.to_string().into(),
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
            if column.field.column.derived {
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
        for gap in &self.gaps {
            let (before, after) = rest.split_at_checked(gap.at - done).unwrap_or((rest, &[]));
            whole.extend_from_slice(before);
            let name = || {
                let (of, id) = gap.name?;
                let at = place_of(&wanted, of)?;
                names.get(at)?.get(&id).map(String::as_str)
            };
            let text = derived.get(gap.row, gap.wire).or_else(name);
            whole.extend_from_slice(text.unwrap_or("null").as_bytes());
            (rest, done) = (after, gap.at);
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
        sql.push(&at.to_string())
            .push(", r.id, r.")
            .name(of.table.show);
        sql.push(" FROM ")
            .name(&of.name)
            .push(" r WHERE r.id IN ")
            .bind_list(&ids);
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
            of.insert(row.int(1)?, json_text(name));
        }
    }
    Ok(names)
}

fn write_value(out: &mut Vec<u8>, column: &JsonColumn, value: &Borrowed<'_>, id: i64, keys: &Keys) {
    match (column.field.column.kind, value) {
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
    // Writing to a vector cannot fail.
    let _ = match value {
        Borrowed::Null | Borrowed::Blob(_) => serde_json::to_writer(out, &()),
        Borrowed::Bool(flag) => serde_json::to_writer(out, flag),
        Borrowed::Int(number) => serde_json::to_writer(out, number),
        Borrowed::Text(text) => serde_json::to_writer(out, text.as_ref()),
    };
}
