//! From what a client sends to typed changes and lists. Every refusal names the field in Chinese;
//! unknown names are refused, read-only columns are ignored, never written.

mod list;
mod value;

use schema::{Field, Kind, Mask, Model, check};
use serde_json::{Map, Value as Json};
use store::{Conn, Value, dict, rows::Change};

pub(crate) use list::check_plain;
pub use list::{Query, given, ids, list, plain};

use crate::{
    call::Call,
    error::{Error, Result},
};

/// Whether a row is being made or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Add,
    Edit,
}

/// The body of a write as a JSON object.
pub fn object(body: &Json) -> Result<&Map<String, Json>> {
    body.as_object()
        .ok_or_else(|| Error::invalid("请求内容应为JSON对象"))
}

/// Refuses a body with other names than these.
pub fn only(body: &Map<String, Json>, names: &[&str]) -> Result<()> {
    let unknown = body.keys().filter(|name| !names.contains(&name.as_str()));
    refuse(
        unknown
            .map(|name| (name.clone(), unknown_field(name)))
            .collect(),
    )
}

fn unknown_field(name: &str) -> String {
    format!("未知字段{}", shortened(name))
}

/// The changes a body asks for. `extra` names what the verb itself takes beside the columns.
pub fn changes(
    of: &'static Model,
    body: &Map<String, Json>,
    mode: Mode,
    extra: &[&str],
) -> Result<Vec<Change>> {
    let (changes, fields) = sorted(of, body, mode, extra);
    refuse(fields)?;
    Ok(changes)
}

/// The changes a body asks for, and beside them what is wrong with each of its other fields.
pub(crate) fn sorted(
    of: &'static Model,
    body: &Map<String, Json>,
    mode: Mode,
    extra: &[&str],
) -> (Vec<Change>, Vec<(String, String)>) {
    let mut fields = Vec::new();
    for name in body.keys() {
        if !is_known(of, name) && !extra.contains(&name.as_str()) {
            fields.push((name.clone(), unknown_field(name)));
        }
    }
    let mut changes = Vec::new();
    for field in &of.fields {
        match change(field, body.get(&field.wire), mode) {
            Ok(Some(change)) => changes.push(change),
            Ok(None) => {}
            Err(message) => fields.push((field.wire.clone(), message)),
        }
    }
    (changes, fields)
}

/// What the server itself writes into a new row, with the defaults of the columns it leaves out.
pub(crate) fn with_defaults(of: &'static Model, mut changes: Vec<Change>) -> Result<Vec<Change>> {
    let mut fields = Vec::new();
    for field in &of.fields {
        if changes.iter().any(|(known, _)| std::ptr::eq(*known, field)) {
            continue;
        }
        match change(field, None, Mode::Add) {
            Ok(default) => changes.extend(default),
            Err(message) => fields.push((field.wire.clone(), message)),
        }
    }
    refuse(fields)?;
    Ok(changes)
}

/// A refusal that names each field, or nothing.
pub fn refuse(fields: Vec<(String, String)>) -> Result<()> {
    let Some((_, message)) = fields.first() else {
        return Ok(());
    };
    Err(Error::Invalid {
        message: message.clone(),
        fields,
    })
}

/// Names that a client may echo: columns, display texts, and what the engine adds itself.
fn is_known(of: &Model, name: &str) -> bool {
    of.field(name).is_some()
        || of
            .fields
            .iter()
            .any(|field| field.show.as_deref() == Some(name))
}

fn shortened(name: &str) -> String {
    name.chars().take(40).collect()
}

fn change(
    field: &'static Field,
    given: Option<&Json>,
    mode: Mode,
) -> Result<Option<Change>, String> {
    let column = &field.column;
    if column.computed || is_common(column.name) {
        return Ok(None);
    }
    let is_fixed = column.read_only || (column.create_only && mode == Mode::Edit);
    let given = given.filter(|_| !is_fixed);
    let text_is_blank = |json: &Json| json.as_str().is_some_and(|text| text.trim().is_empty());
    match given {
        // A masked value that a form sent back means "unchanged".
        Some(Json::String(text)) if matches!(column.kind, Kind::Secret(mask) if mask.is_shown(text)) => {
            match mode {
                Mode::Edit => Ok(None),
                Mode::Add => Err(format!("{}不能含有*", column.label)),
            }
        }
        Some(json) if !json.is_null() && !text_is_blank(json) => {
            value::parse(column, json).map(|value| Some((field, value)))
        }
        // Sent, but empty.
        Some(_) if column.required => Err(format!("{}不能为空", column.label)),
        Some(_) => Ok(Some((field, default(field).unwrap_or(Value::Null)))),
        None if mode == Mode::Edit => Ok(None),
        None => match default(field) {
            Some(value) => Ok(Some((field, value))),
            None if column.required => Err(format!("{}不能为空", column.label)),
            None => Ok(None),
        },
    }
}

fn is_common(name: &str) -> bool {
    name == "id" || schema::common::ALL.contains(&name)
}

fn default(field: &Field) -> Option<Value> {
    let text = field.column.default?;
    let json = serde_json::from_str(text).unwrap_or_else(|_| Json::String(text.to_owned()));
    match json {
        Json::String(text) if text.is_empty() => Some(Value::Text(text)),
        json => value::parse(&field.column, &json).ok(),
    }
}

/// Identity numbers must belong to somebody who may borrow today.
pub(crate) fn check_ages(call: &Call, changes: &[Change]) -> Result<()> {
    let today = call.now.date();
    let faults = changes.iter().filter_map(|(field, value)| {
        let (Kind::Secret(Mask::IdNumber), Value::Text(text)) = (field.column.kind, value) else {
            return None;
        };
        let fault = check::age_fault(text, today)?;
        Some((field.wire.clone(), format!("{}{fault}", field.column.label)))
    });
    refuse(faults.collect())
}

/// Checks that need the database: dictionary values and references must exist. What a row carries
/// already may stay, even where it was deleted since; `before` is the row as it is.
pub fn check_references(
    conn: &mut Conn,
    call: &Call,
    before: Option<&Map<String, Json>>,
    changes: &[Change],
) -> Result<()> {
    let mut fields = Vec::new();
    for (field, value) in changes {
        let was = before.and_then(|row| row.get(&field.wire));
        if !reference_exists(conn, call, field, was, value)? {
            fields.push((
                field.wire.clone(),
                format!("{}不存在或不可选", field.column.label),
            ));
        }
    }
    refuse(fields)
}

fn reference_exists(
    conn: &mut Conn,
    call: &Call,
    field: &Field,
    was: Option<&Json>,
    value: &Value,
) -> Result<bool> {
    match (field.column.kind, value) {
        (Kind::Dict(_), Value::Text(text)) if was.and_then(Json::as_str) == Some(text) => Ok(true),
        (Kind::Ref(_), Value::Int(id)) if was.and_then(Json::as_i64) == Some(*id) => Ok(true),
        (Kind::Dict(kind), Value::Text(text)) => Ok(dict::has_value(conn, kind, text)?),
        (Kind::Dicts(kind), Value::Text(text)) => {
            let values: Vec<String> = serde_json::from_str(text).unwrap_or_default();
            let kept = was.and_then(Json::as_array);
            for value in values {
                let is_kept = kept.is_some_and(|kept| kept.iter().any(|known| *known == value));
                if !is_kept && !dict::has_value(conn, kind, &value)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        (Kind::Ref(path), Value::Int(id)) => row_exists(conn, call, path, *id),
        (Kind::Refs(path), Value::Text(text)) => {
            let ids: Vec<i64> = serde_json::from_str(text).unwrap_or_default();
            let kept = was.and_then(Json::as_array);
            for id in ids {
                let is_kept = kept.is_some_and(|kept| kept.iter().any(|known| *known == id));
                if !is_kept && !row_exists(conn, call, path, id)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        _ => Ok(true),
    }
}

fn row_exists(conn: &mut Conn, call: &Call, path: &str, id: i64) -> Result<bool> {
    let unknown = || Error::internal(format!("a reference to {path}, which is no resource"));
    let of = schema::model(path).ok_or_else(unknown)?;
    match store::rows::within_reach(conn, of, id, &call.actor.access.reach) {
        Ok(()) => Ok(true),
        Err(store::RowError::NotFound) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
