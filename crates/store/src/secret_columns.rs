//! The columns a value is stored in: a secret has its ciphertext and its blind indexes.

use schema::{Field, Kind, Mask, Model};

use crate::{
    condition::{blind_place, tail_place},
    conn::Conn,
    crypt::Keys,
    ddl::{blind_name, tail_name},
    value::Value,
};

/// A change as the columns it is stored in. A secret becomes its blind indexes here, and its
/// ciphertext once the row has an id.
pub(crate) fn stored(
    conn: &Conn,
    of: &Model,
    change: &(&'static Field, Value),
) -> Vec<(String, Value)> {
    stored_under(conn.keys(), conn.keys().writing(), of, change)
}

/// The same with the blind indexes of another key that is held.
pub(crate) fn stored_under(
    keys: &Keys,
    number: u8,
    of: &Model,
    change: &(&'static Field, Value),
) -> Vec<(String, Value)> {
    let (field, value) = change;
    let name = field.column.name;
    if !matches!(field.column.kind, Kind::Secret(_)) {
        return vec![(name.to_owned(), value.clone())];
    }
    let clear = if let Value::Text(clear) = value {
        Some(clear.as_str())
    } else {
        None
    };
    let blank = clear.map_or(Value::Null, |_| Value::Blob(Vec::new()));
    let mut columns = vec![(name.to_owned(), blank)];
    columns.extend(indexes(keys, number, of, field, clear));
    columns
}

/// The blind indexes of a secret, by column.
pub(crate) fn indexes(
    keys: &Keys,
    number: u8,
    of: &Model,
    field: &Field,
    clear: Option<&str>,
) -> Vec<(String, Value)> {
    let name = field.column.name;
    let index = |place: String, text: &str| keys.blind_under(number, &place, text);
    let whole = clear.and_then(|clear| index(blind_place(of, field), clear));
    let mut columns = vec![(blind_name(name), whole.into())];
    if field.column.kind == Kind::Secret(Mask::Phone) {
        let tail = clear.and_then(|clear| index(tail_place(of, field), last_four(clear)));
        columns.push((tail_name(name), tail.into()));
    }
    columns
}

fn last_four(clear: &str) -> &str {
    let start = clear.char_indices().rev().nth(3).map_or(0, |(at, _)| at);
    clear.get(start..).unwrap_or(clear)
}
