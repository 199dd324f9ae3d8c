//! Schemas of declared asks and answers, and what they are called.

use schema::Model;
use serde_json::{Map, Value as Json, json};
use service::wire::{FieldShape, Object, Shape};

/// `app/dict/data` → `AppDictData`
pub fn type_name(model: &Model) -> String {
    model.table.path.split('/').map(capitalised).collect()
}

pub fn capitalised(part: &str) -> String {
    let mut letters = part.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

pub fn reference(name: &str) -> Json {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

pub fn schema_of(shape: &Shape) -> Json {
    match shape {
        Shape::Anything => json!({}),
        Shape::Null => json!({ "type": "null" }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Number => json!({ "type": "integer" }),
        Shape::Text | Shape::File => json!({ "type": "string" }),
        Shape::OneOf(codes) => json!({ "type": "string", "enum": codes }),
        Shape::List(items) => json!({ "type": "array", "items": schema_of(items) }),
        Shape::Named(values) => {
            json!({ "type": "object", "additionalProperties": schema_of(values) })
        }
        Shape::Page(rows) => json!({
            "type": "object",
            "required": ["records", "total", "totalExact"],
            "properties": {
                "records": { "type": "array", "items": schema_of(rows) },
                "total": { "type": "integer" },
                "totalExact": { "type": "boolean" },
            },
        }),
        Shape::Maybe(inner) => or_null(schema_of(inner)),
        Shape::Either(shapes) => {
            json!({ "anyOf": shapes.iter().map(schema_of).collect::<Vec<_>>() })
        }
        Shape::Row(path) => schema::model(path).map_or(json!({}), |of| reference(&type_name(of))),
        Shape::Object(object) => reference(object.name),
    }
}

fn or_null(mut schema: Json) -> Json {
    match schema.get("type").cloned() {
        Some(kind) if schema.get("enum").is_none() => {
            schema["type"] = json!([kind, "null"]);
            schema
        }
        _ => json!({ "anyOf": [schema, { "type": "null" }] }),
    }
}

/// A query leaves out what is null.
pub fn without_null(shape: &Shape) -> Json {
    match shape {
        Shape::Maybe(inner) => schema_of(inner),
        shape => schema_of(shape),
    }
}

pub fn object_schema(fields: &[FieldShape]) -> Json {
    let must = fields.iter().filter(|field| !field.may_be_left_out);
    let required: Vec<&str> = must.map(|field| field.name.as_str()).collect();
    let properties = fields.iter().map(|field| {
        let mut schema = schema_of(&field.shape);
        if let Some(schema) = schema.as_object_mut().filter(|_| !field.label.is_empty()) {
            schema.insert("description".to_owned(), field.label.into());
        }
        (field.name.clone(), schema)
    });
    json!({ "type": "object", "required": required, "properties": Map::from_iter(properties) })
}

/// The objects a shape is made of, by name.
pub fn collect(shape: &Shape, schemas: &mut Map<String, Json>) {
    match shape {
        Shape::List(inner) | Shape::Maybe(inner) | Shape::Named(inner) | Shape::Page(inner) => {
            collect(inner, schemas);
        }
        Shape::Either(shapes) => shapes.iter().for_each(|shape| collect(shape, schemas)),
        Shape::Object(object) if !schemas.contains_key(object.name) => {
            schemas.insert(object.name.to_owned(), declared(object));
            for field in (object.fields)() {
                collect(&field.shape, schemas);
            }
        }
        _ => {}
    }
}

fn declared(object: &Object) -> Json {
    let mut schema = object_schema(&(object.fields)());
    if let Some(path) = (object.row)() {
        schema = json!({ "allOf": [schema_of(&Shape::Row(path)), schema] });
    }
    schema["description"] = object.about.trim().into();
    schema
}
