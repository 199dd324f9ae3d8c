//! Every answer that a test gets is held against what its route declares.

use http::{Method, Uri};
use schema::{Field, Model};
use serde_json::{Map, Value as Json};
use server::{route::Route, router::routes};
use service::wire::{FieldShape, Shape};

/// Panics where the result of a call is not what its route says it answers.
pub fn check(method: &Method, uri: &Uri, result: &Json) {
    // A plain list that is asked for a page is a page.
    let query = uri.query().unwrap_or_default();
    if query.contains("size=") || query.contains("current=") {
        return;
    }
    let path = uri.path().trim_start_matches("/server");
    let found = routes()
        .iter()
        .find(|route| route.method == *method && fits_path(route, path));
    if let Some(route) = found
        && let Err(fault) = fits(&route.answers(), result)
    {
        panic!("{method} {path} does not answer what it declares: {fault}");
    }
}

fn fits_path(route: &Route, path: &str) -> bool {
    let (declared, asked) = (route.path.split('/'), path.split('/'));
    declared.clone().count() == asked.clone().count()
        && declared
            .zip(asked)
            .all(|(declared, asked)| declared.starts_with('{') || declared == asked)
}

fn fits(shape: &Shape, json: &Json) -> Result<(), String> {
    let is_right = match shape {
        Shape::Anything | Shape::File => true,
        Shape::Null => json.is_null(),
        Shape::Flag => json.is_boolean(),
        Shape::Number => json.is_i64() || json.is_u64(),
        Shape::Text => json.is_string(),
        Shape::OneOf(codes) => json.as_str().is_some_and(|text| codes.contains(&text)),
        Shape::Maybe(_) if json.is_null() => true,
        Shape::Maybe(inner) => return fits(inner, json),
        Shape::Either(shapes) => shapes.iter().any(|shape| fits(shape, json).is_ok()),
        Shape::List(items) => {
            let list = json.as_array().ok_or("not a list")?;
            return list.iter().try_for_each(|item| fits(items, item));
        }
        Shape::Named(values) => {
            let named = json.as_object().ok_or("not an object")?;
            return named.values().try_for_each(|value| fits(values, value));
        }
        Shape::Page(rows) => {
            let list = json["records"].as_array().ok_or("no records")?;
            return list.iter().try_for_each(|row| fits(rows, row));
        }
        Shape::Row(path) => return fits_object(schema::model(path), &[], json),
        Shape::Object(object) => {
            let of = (object.row)().and_then(schema::model);
            return fits_object(of, &(object.fields)(), json);
        }
    };
    if is_right {
        Ok(())
    } else {
        Err(format!("{json} is no {shape:?}"))
    }
}

fn fits_object(of: Option<&Model>, fields: &[FieldShape], json: &Json) -> Result<(), String> {
    let object = json
        .as_object()
        .ok_or_else(|| format!("{json} is no object"))?;
    for field in fields {
        let value = object.get(&field.name);
        let value = value.ok_or_else(|| format!("{} is missing", field.name))?;
        fits(&field.shape, value).map_err(|fault| format!("{}: {fault}", field.name))?;
    }
    let columns = of.into_iter().flat_map(|of| &of.fields);
    let columns: Vec<&Field> = columns.filter(|field| !field.column.internal).collect();
    for column in &columns {
        fits_column(column, object)?;
    }
    let is_known = |name: &String| {
        fields.iter().any(|field| field.name == *name)
            || columns
                .iter()
                .any(|column| column.wire == *name || column.show.as_ref() == Some(name))
    };
    match object.keys().find(|name| !is_known(name)) {
        Some(name) => Err(format!("{name} is not declared")),
        None => Ok(()),
    }
}

fn fits_column(column: &Field, row: &Map<String, Json>) -> Result<(), String> {
    let value = row.get(&column.wire);
    let value = value.ok_or_else(|| format!("{} is missing", column.wire))?;
    let shape = Shape::of_kind(column.column.kind);
    let shape = if column.column.nullable {
        shape.or_null()
    } else {
        shape
    };
    fits(&shape, value).map_err(|fault| format!("{}: {fault}", column.wire))
}
