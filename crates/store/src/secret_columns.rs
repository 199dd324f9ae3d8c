//! The columns a value is stored in: a secret has its ciphertext and its blind indexes.

use std::{borrow::Cow, iter};

use schema::{Field, Kind, Mask, Model};

use crate::{
    condition::{blind_place, tail_place},
    conn::Conn,
    crypt::Keys,
    ddl::{blind_name, tail_name},
    value::Value,
};

/// A column and what is stored in it.
pub(crate) type StoredColumn = (Cow<'static, str>, Value);

/// A change as the columns it is stored in. A secret becomes its blind indexes here, and its
/// ciphertext once the row has an id.
pub(crate) fn stored(
    conn: &Conn,
    of: &Model,
    change: &(&'static Field, Value),
) -> impl Iterator<Item = StoredColumn> + use<> {
    stored_under(conn.keys(), conn.keys().writing(), of, change)
}

/// The same with the blind indexes of another key that is held.
pub(crate) fn stored_under(
    keys: &Keys,
    number: u8,
    of: &Model,
    change: &(&'static Field, Value),
) -> impl Iterator<Item = StoredColumn> + use<> {
    let (field, value) = change;
    let (kept, indexes) = match (field.column.kind, value) {
        (Kind::Secret(_), Value::Text(clear)) => {
            let indexes = indexes(keys, number, of, field, Some(clear));
            (Value::Blob(Vec::new()), indexes)
        }
        (Kind::Secret(_), _) => (Value::Null, indexes(keys, number, of, field, None)),
        _ => (value.clone(), Vec::new()),
    };
    let named = |(name, value)| (Cow::Owned(name), value);
    iter::once((Cow::Borrowed(field.column.name), kept)).chain(indexes.into_iter().map(named))
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
