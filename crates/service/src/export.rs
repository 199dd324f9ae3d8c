//! 导出: the rows a list shows, as a spreadsheet, however many there are.

use std::collections::HashMap;

use schema::{Field, Kind, Model, Timestamp, resources::Menu};
use serde_json::{Map, Value as Json, json};
use store::{Condition, Conn, Db, List, dict};
use tempfile::NamedTempFile;

use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    input::Query,
    menu::{self, MenuNode},
    progress::Steps,
    resource,
    rules::Resource,
    search,
    sheet::{Format, Out, SheetColumn, SheetWriter},
    wire::{Ask, FieldShape, Given, Shape, Sort, Takes},
};

/// Rows read at a time.
const STEP: usize = 500;
/// A worksheet holds a little more.
const MOST: usize = 1_000_000;

/// Labels of the dictionaries a model uses, by type and value.
pub(crate) type Labels = HashMap<(String, String), String>;

/// Writes the spreadsheet. It takes as long as it takes: call it on a thread that may wait.
pub fn run(
    db: &Db,
    call: &Call,
    of: Resource,
    query: &Query,
    steps: &Steps,
) -> Result<NamedTempFile> {
    // How many there will be nobody has counted.
    steps.start(0);
    let labels = db.read_now(move |conn| labels(conn, &of))?;
    let fields: Vec<&'static Field> = of
        .model
        .fields
        .iter()
        .filter(|field| (of.rules.exported)(field))
        .collect();
    let columns: Vec<SheetColumn<'_>> = fields
        .iter()
        .map(|field| SheetColumn {
            header: field.column.label,
            width: width(field),
            format: if field.column.out_of.is_some() {
                Format::Text
            } else {
                format(field.column.kind)
            },
        })
        .collect();
    let mut writer = SheetWriter::new(of.label(), &columns).map_err(Error::internal)?;
    let mut write = |row: &Map<String, Json>| write_row(&mut writer, &fields, row, &labels);
    let count = match tree_places(db, &of)? {
        None => each_row(db, call, of, query, steps, |row| write(&row))?,
        // A tree is read whole before it is written: its order is not that of its rows.
        Some(places) => {
            let mut rows = Vec::new();
            let count = each_row(db, call, of, query, steps, |row| {
                rows.push(row);
                Ok(())
            })?;
            rows.sort_by_key(|row| places.get(&row_id(row)).copied().unwrap_or(usize::MAX));
            rows.iter().try_for_each(write)?;
            count
        }
    };
    let file = writer.finish().map_err(Error::internal)?;
    let deed = Deed::new(of.label(), format!("导出{} {count}条", of.label()));
    let mut call = call.clone();
    call.origin.canshu = logged(query);
    db.write_now(move |tx| audit::record(tx, &call, &deed))?;
    Ok(file)
}

/// Hands over the rows of a list in its order, and answers how many there were.
fn each_row(
    db: &Db,
    call: &Call,
    of: Resource,
    query: &Query,
    steps: &Steps,
    mut take: impl FnMut(Map<String, Json>) -> Result<()>,
) -> Result<usize> {
    let mut asked = (of.rules.conditions)(call, of.model, query)?;
    if let Some(asked) = search::uncounted(call, of.model, &asked) {
        db.write_now(move |tx| search::count(tx, &asked))?;
    }
    asked.offset = 0;
    asked.limit = i64::try_from(MOST + 1).map_err(Error::internal)?;
    let (list, reader) = (asked.clone(), call.clone());
    let ids = db.read_relaxed_now(move |conn| {
        store::ids_in_order(conn, of.model, &list, &reader.actor.access.reach)
    })?;
    if ids.len() > MOST {
        return Err(Error::invalid(format!("超过{MOST}行，请缩小范围后再导出")));
    }
    // The order is that of the ids; what was asked is asked again, for rows that changed meanwhile.
    asked.orders.clear();
    asked.limit = i64::try_from(STEP).map_err(Error::internal)?;
    let mut count = 0;
    for step in ids.chunks(STEP) {
        let mut rows = rows_of(db, call, of, &asked, step)?;
        for row in step.iter().filter_map(|id| rows.remove(id)) {
            count += 1;
            take(row)?;
        }
        steps.reach(count);
    }
    Ok(count)
}

/// Those of these rows that are still in a list, by id.
fn rows_of(
    db: &Db,
    call: &Call,
    of: Resource,
    asked: &List,
    ids: &[i64],
) -> Result<HashMap<i64, Map<String, Json>>> {
    let (mut asked, reader) = (asked.clone(), call.clone());
    let id = of.model.field_named("id");
    let id = id.ok_or_else(|| Error::internal("a resource without an id"))?;
    let ids = ids.iter().map(|id| (*id).into()).collect();
    asked.conditions.push(Condition::In(id, ids));
    let (text, _) = db.read_relaxed_now(move |conn| {
        let reach = &reader.actor.access.reach;
        resource::deriving(&reader, of, |derive| {
            let now = reader.real_ms;
            store::plain_list(conn, of.model, &asked, reach, now, derive)
        })
    })?;
    let rows: Vec<Map<String, Json>> = serde_json::from_slice(&text).map_err(Error::internal)?;
    Ok(rows.into_iter().map(|row| (row_id(&row), row)).collect())
}

fn row_id(row: &Map<String, Json>) -> i64 {
    row.get("id").and_then(Json::as_i64).unwrap_or(i64::MAX)
}

/// The conditions of a list that becomes a file.
#[derive(Debug, Clone)]
pub struct Export {
    pub query: Query,
    /// What the file is called when it is kept.
    pub file_name: Option<String>,
    /// The name under which how far it is can be asked for.
    pub jindu: Option<String>,
}

impl Ask for Export {
    fn take(given: &Given) -> Result<Self> {
        let mut query = given.query.clone();
        let mut taken = |wanted: &str| {
            let at = query.iter().position(|(name, _)| name == wanted)?;
            let value = query.get(at).map(|(_, value)| value.clone());
            query.retain(|(name, _)| name != wanted);
            value
        };
        let (file_name, jindu) = (taken("fileName"), taken("jindu"));
        Ok(Self {
            query,
            file_name,
            jindu,
        })
    }

    fn takes() -> Takes {
        let fields = [("fileName", "文件名"), ("jindu", "进度编号")];
        let fields = fields.map(|(name, label)| FieldShape {
            name: name.to_owned(),
            label,
            shape: Shape::Text.or_null(),
            may_be_left_out: true,
        });
        Takes::new(Sort::Conditions, fields.into())
    }
}

/// Where each node of a tree stands when it is read from top to bottom.
fn tree_places(db: &Db, of: &Model) -> Result<Option<HashMap<i64, usize>>> {
    fn walk(nodes: &[MenuNode], places: &mut HashMap<i64, usize>) {
        for node in nodes {
            if let Some(id) = node.row.0.get("id").and_then(Json::as_i64) {
                places.insert(id, places.len());
            }
            walk(&node.children, places);
        }
    }
    if !of.is::<Menu>() {
        return Ok(None);
    }
    let mut places = HashMap::new();
    walk(&db.read_now(menu::whole_tree)?, &mut places);
    Ok(Some(places))
}

/// Which rows were asked for, as the log may show it.
fn logged(query: &Query) -> Option<String> {
    let mut asked = Map::new();
    for (name, text) in query {
        let known = asked.entry(name.clone()).or_insert(Json::Null);
        *known = match known.take() {
            Json::Null => text.as_str().into(),
            first => json!([first, text]),
        };
    }
    (!asked.is_empty()).then(|| audit::cleaned(&asked.into()).to_string())
}

fn width(field: &Field) -> u8 {
    match field.column.kind {
        Kind::Timestamp => 20,
        Kind::LongText { .. } | Kind::Images(_) | Kind::Image | Kind::File => 40,
        Kind::Text { max } => u8::try_from(max.clamp(12, 30)).unwrap_or(30),
        _ => 14,
    }
}

pub(crate) fn format(kind: Kind) -> Format {
    match kind {
        Kind::Int { .. } | Kind::Id => Format::Integer,
        Kind::Fen { .. } => Format::Money,
        Kind::Ppm { .. } => Format::Percent,
        Kind::Date => Format::Date,
        Kind::Timestamp => Format::DateTime,
        _ => Format::Text,
    }
}

pub(crate) fn labels(conn: &mut Conn, of: &Model) -> Result<Labels> {
    let mut labels = Labels::new();
    for field in &of.fields {
        if let Kind::Dict(kind) | Kind::Dicts(kind) = field.column.kind {
            for (value, label) in dict::named(conn, kind)? {
                labels.insert((kind.to_owned(), value), label);
            }
        }
    }
    Ok(labels)
}

fn write_row(
    writer: &mut SheetWriter,
    fields: &[&'static Field],
    row: &Map<String, Json>,
    labels: &Labels,
) -> Result<()> {
    let texts: Vec<String> = fields
        .iter()
        .map(|field| text(field, row, labels))
        .collect();
    let cells: Vec<Out<'_>> = fields
        .iter()
        .zip(&texts)
        .map(|(field, text)| cell(field, row, text))
        .collect();
    writer.row(&cells).map_err(Error::internal)
}

/// The text of a cell that is shown as text.
pub(crate) fn text(field: &Field, row: &Map<String, Json>, labels: &Labels) -> String {
    let value = field
        .show
        .as_ref()
        .and_then(|show| row.get(show))
        .or_else(|| row.get(&field.wire));
    let plain = |json: &Json| match json {
        Json::String(text) => text.clone(),
        Json::Null => String::new(),
        other => other.to_string(),
    };
    let label = |kind: &str, json: &Json| {
        let value = plain(json);
        let known = labels.get(&(kind.to_owned(), value.clone())).cloned();
        known.unwrap_or(value)
    };
    if let (Some(Json::Number(number)), Some(total)) = (value, total_of(field, row)) {
        return format!("{number}/{total}");
    }
    match (field.column.kind, value) {
        (Kind::Dict(kind), Some(value)) if field.show.is_none() => label(kind, value),
        (Kind::Dicts(kind), Some(Json::Array(items))) => items
            .iter()
            .map(|item| label(kind, item))
            .collect::<Vec<_>>()
            .join(","),
        (_, Some(Json::Array(items))) => items.iter().map(plain).collect::<Vec<_>>().join(","),
        (_, Some(value)) => plain(value),
        (_, None) => String::new(),
    }
}

/// How many there are in all, where a number is read together with that.
fn total_of<'a>(field: &Field, row: &'a Map<String, Json>) -> Option<&'a Json> {
    row.get(&schema::camel(field.column.out_of?))
}

fn cell<'a>(field: &Field, row: &Map<String, Json>, text: &'a str) -> Out<'a> {
    let value = row.get(&field.wire).unwrap_or(&Json::Null);
    match (field.column.kind, value) {
        (_, Json::Null) if text.is_empty() => Out::Empty,
        _ if field.column.out_of.is_some() => Out::Text(text),
        (Kind::Int { .. } | Kind::Id, Json::Number(number)) => {
            number.as_i64().map_or(Out::Empty, Out::Int)
        }
        (Kind::Fen { .. }, Json::Number(number)) => number.as_i64().map_or(Out::Empty, Out::Fen),
        (Kind::Ppm { .. }, Json::Number(number)) => number.as_i64().map_or(Out::Empty, Out::Ppm),
        (Kind::Bool, Json::Bool(flag)) => Out::Bool(*flag),
        (Kind::Date, Json::String(text)) => {
            schema::Date::strptime("%Y-%m-%d", text).map_or(Out::Empty, Out::Date)
        }
        (Kind::Timestamp, Json::String(text)) => {
            Timestamp::parse(text).map_or(Out::Empty, |at| Out::DateTime(at.to_civil()))
        }
        _ => Out::Text(text),
    }
}
