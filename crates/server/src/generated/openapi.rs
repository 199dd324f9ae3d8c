//! The OpenAPI document, from the list of routes.

use http::Method;
use schema::{Field, Kind, Model, models};
use serde_json::{Map, Value as Json, json};
use service::wire::{FieldShape, Shape, Sort, Takes};

use super::shapes::{
    capitalised, collect, object_schema, reference, schema_of, type_name, without_null,
};
use crate::{
    route::{Permission, Route},
    router::routes,
};

pub fn document() -> Json {
    let mut paths: Map<String, Json> = Map::new();
    for route in routes() {
        let path = format!("/server{}", route.path);
        let operations = paths.entry(path).or_insert_with(|| json!({}));
        if let Some(operations) = operations.as_object_mut() {
            operations.insert(route.method.as_str().to_lowercase(), operation(route));
        }
    }
    let mut schemas = Map::new();
    for model in models() {
        schemas.insert(type_name(model), row_schema(model));
        schemas.insert(format!("{}Write", type_name(model)), write_schema(model));
    }
    for route in routes() {
        collect(&route.answers(), &mut schemas);
        for field in (route.takes)().fields {
            collect(&field.shape, &mut schemas);
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": { "title": "掌柜", "version": env!("CARGO_PKG_VERSION"), "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" } },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "token": { "type": "apiKey", "in": "header", "name": "Authorization", "description": "Bearer_<token>" }
            },
        },
    })
}

fn operation(route: &Route) -> Json {
    let mut operation = json!({
        "operationId": operation_id(route),
        "summary": route.summary,
        "tags": [route.module()],
        "responses": { "200": { "description": "信封", "content": content(route) } },
    });
    let Some(fields) = operation.as_object_mut() else {
        return operation;
    };
    match &route.permission {
        Permission::Public => {}
        Permission::SignedIn => {
            drop(fields.insert("security".to_owned(), json!([{ "token": [] }])))
        }
        Permission::Needs(permission) => {
            fields.insert("security".to_owned(), json!([{ "token": [] }]));
            fields.insert("x-permission".to_owned(), json!([permission]));
        }
        Permission::NeedsAny(permissions) => {
            fields.insert("security".to_owned(), json!([{ "token": [] }]));
            fields.insert("x-permission".to_owned(), json!(permissions));
        }
    }
    let takes = (route.takes)();
    let parameters = parameters(route, &takes);
    if !parameters.is_empty() {
        fields.insert("parameters".to_owned(), parameters.into());
    }
    if let Some(body) = request_body(route, &takes) {
        fields.insert("requestBody".to_owned(), body);
    }
    operation
}

fn operation_id(route: &Route) -> String {
    let parts = route
        .path
        .trim_start_matches("/api/")
        .split('/')
        .filter(|part| !part.starts_with('{'));
    let name: String = parts.map(capitalised).collect();
    format!("{}{name}", route.method.as_str().to_lowercase())
}

fn parameters(route: &Route, takes: &Takes) -> Vec<Json> {
    let in_path: Vec<&str> = names_in(route.path).collect();
    let parameter = |name: &str, place: &str, field: Option<&FieldShape>| {
        let schema = match field {
            Some(field) => without_null(&field.shape),
            None => json!({ "type": "string" }),
        };
        let must = place == "path" || field.is_some_and(|field| !field.may_be_left_out);
        let mut parameter = json!({ "name": name, "in": place, "schema": schema });
        if must {
            parameter["required"] = true.into();
        }
        if let Some(field) = field.filter(|field| !field.label.is_empty()) {
            parameter["description"] = field.label.into();
        }
        parameter
    };
    let known = |name: &str| takes.fields.iter().find(|field| field.name == name);
    let mut parameters: Vec<Json> = in_path
        .iter()
        .map(|name| parameter(name, "path", known(name)))
        .collect();
    if takes.sort == Sort::Conditions {
        parameters.extend(route.of.into_iter().flat_map(conditions));
    }
    if route.method == Method::GET || !takes.form.is_empty() {
        let asked = takes
            .fields
            .iter()
            .filter(|field| !in_path.contains(&field.name.as_str()));
        parameters.extend(asked.map(|field| parameter(&field.name, "query", Some(field))));
    }
    parameters
}

/// The names in a path.
fn names_in(path: &str) -> impl Iterator<Item = &str> {
    path.split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

/// What a list of a resource may be asked for.
fn conditions(model: &Model) -> Vec<Json> {
    let query = |name: &str, kind: &str| json!({ "name": name, "in": "query", "schema": { "type": kind }, "x-condition": true });
    let mut parameters = vec![
        json!({ "name": "current", "in": "query", "schema": { "type": "integer" } }),
        json!({ "name": "size", "in": "query", "schema": { "type": "integer" } }),
        query("orders", "string"),
    ];
    for field in model
        .fields
        .iter()
        .filter(|field| !field.column.internal)
        // What no column keeps is asked for where the service knows how.
        .filter(|field| {
            let column = &field.column;
            !column.computed || column.filter || column.through.is_some()
        })
    {
        match field.column.search {
            Some(schema::Search::Range) => {
                parameters.push(query(&format!("{}Begin", field.wire), "string"));
                parameters.push(query(&format!("{}End", field.wire), "string"));
            }
            Some(_) => {
                parameters.push(query(&field.wire, "string"));
                let show = field.show.as_deref();
                let show = show.filter(|_| matches!(field.column.kind, Kind::Ref(_)));
                if let (Some(schema::Search::Like), Some(show)) = (field.column.search, show) {
                    parameters.push(query(show, "string"));
                }
            }
            None if field.column.filter || matches!(field.column.kind, Kind::Ref(_)) => {
                parameters.push(query(&field.wire, "string"));
            }
            None => {}
        }
    }
    parameters
}

fn request_body(route: &Route, takes: &Takes) -> Option<Json> {
    if route.method != Method::POST {
        return None;
    }
    if let Some((file, parts)) = takes.form.split_first() {
        let bytes = json!({ "type": "string", "contentMediaType": "application/octet-stream" });
        let mut properties = Map::from_iter([((*file).to_owned(), bytes)]);
        for part in parts {
            properties.insert((*part).to_owned(), json!({ "type": "string" }));
        }
        let form = json!({ "type": "object", "required": [file], "properties": properties });
        return Some(
            json!({ "required": true, "content": { "multipart/form-data": { "schema": form } } }),
        );
    }
    let own = || object_schema(&takes.fields);
    let schema = match (takes.sort, route.of) {
        (Sort::Row, Some(model)) => {
            let row = reference(&format!("{}Write", type_name(model)));
            if takes.fields.is_empty() {
                row
            } else {
                json!({ "allOf": [row, own()] })
            }
        }
        _ if takes.fields.is_empty() => return None,
        _ => own(),
    };
    Some(json!({ "required": true, "content": { "application/json": { "schema": schema } } }))
}

fn content(route: &Route) -> Json {
    let answer = route.answers();
    if matches!(answer, Shape::File) {
        return json!({ "application/octet-stream": {} });
    }
    let envelope = json!({
        "type": "object",
        "required": ["code", "message", "result"],
        "properties": { "code": { "type": "integer" }, "message": { "type": "string" }, "result": schema_of(&answer) },
    });
    json!({ "application/json": { "schema": envelope } })
}

fn row_schema(model: &Model) -> Json {
    let mut properties = Map::new();
    for field in model.fields.iter().filter(|field| !field.column.internal) {
        properties.insert(field.wire.clone(), value_schema(field, true));
        if let Some(show) = &field.show {
            properties.insert(show.clone(), json!({ "type": ["string", "null"] }));
        }
    }
    let required: Vec<&String> = properties.keys().collect();
    json!({ "type": "object", "description": model.table.label, "required": required, "properties": properties })
}

fn write_schema(model: &Model) -> Json {
    let mut properties = Map::new();
    properties.insert("id".to_owned(), json!({ "type": "integer" }));
    properties.insert("banbenSuo".to_owned(), json!({ "type": "integer" }));
    for field in model.writable() {
        properties.insert(field.wire.clone(), value_schema(field, false));
    }
    json!({ "type": "object", "description": model.table.label, "properties": properties })
}

fn value_schema(field: &Field, is_answer: bool) -> Json {
    let column = &field.column;
    let mut schema = match column.kind {
        Kind::Id | Kind::Int { .. } | Kind::Fen { .. } | Kind::Ppm { .. } | Kind::Ref(_) => {
            json!({ "type": "integer" })
        }
        Kind::Bool => json!({ "type": "boolean" }),
        Kind::Dicts(_) | Kind::Tags => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::Refs(_) => json!({ "type": "array", "items": { "type": "integer" } }),
        Kind::Json => json!({}),
        Kind::Text { max } | Kind::LongText { max } if !is_answer => {
            json!({ "type": "string", "maxLength": max })
        }
        _ => json!({ "type": "string" }),
    };
    // Nothing may be sent where nothing is needed, or where a default takes its place.
    let may_be_empty = !column.required || column.default.is_some();
    let may_be_null = if is_answer {
        column.nullable
    } else {
        may_be_empty
    };
    if may_be_null && let Some(kind) = schema.get("type").cloned() {
        schema["type"] = json!([kind, "null"]);
    }
    if let Some(fields) = schema.as_object_mut() {
        fields.insert("description".to_owned(), column.label.into());
        if let Kind::Dict(dict) | Kind::Dicts(dict) = column.kind {
            fields.insert("x-dict".to_owned(), dict.into());
        }
    }
    schema
}
