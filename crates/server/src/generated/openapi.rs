//! The OpenAPI document, from the list of routes.

use http::Method;
use schema::{Field, Kind, Model, models};
use serde_json::{Map, Value as Json, json};

use super::own;
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

/// `app/dict/data` → `AppDictData`
pub fn type_name(model: &Model) -> String {
    model.table.path.split('/').map(capitalised).collect()
}

fn capitalised(part: &str) -> String {
    let mut letters = part.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
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
    let parameters = parameters(route);
    if !parameters.is_empty() {
        fields.insert("parameters".to_owned(), parameters.into());
    }
    if let Some(body) = request_body(route) {
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

fn tail(route: &Route) -> &str {
    route
        .path
        .split('/')
        .rfind(|part| !part.starts_with('{'))
        .unwrap_or_default()
}

fn parameters(route: &Route) -> Vec<Json> {
    let in_path = route
        .path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut parameters: Vec<Json> = in_path
        .map(|name| {
            let kind = if name == "id" { "integer" } else { "string" };
            json!({ "name": name, "in": "path", "required": true, "schema": { "type": kind } })
        })
        .collect();
    let query =
        |name: &str, kind: &str| json!({ "name": name, "in": "query", "schema": { "type": kind } });
    if let Some(model) = route
        .of
        .filter(|_| matches!(tail(route), "findAllByPage" | "findAllByList" | "export"))
    {
        parameters.extend([
            query("current", "integer"),
            query("size", "integer"),
            query("orders", "string"),
        ]);
        for field in model
            .fields
            .iter()
            .filter(|field| !field.column.internal && !field.column.computed)
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
    }
    if matches!(tail(route), "export" | "import") {
        parameters.push(query("jindu", "string"));
    }
    parameters.extend(
        own::query(route.path)
            .into_iter()
            .map(|name| query(name, "string")),
    );
    parameters
}

fn request_body(route: &Route) -> Option<Json> {
    if route.method != Method::POST {
        return None;
    }
    if matches!(tail(route), "import" | "up") {
        let file = json!({ "type": "object", "required": ["file"], "properties": {
            "file": { "type": "string", "contentMediaType": "application/octet-stream" }, "rootPath": { "type": "string" } } });
        return Some(
            json!({ "required": true, "content": { "multipart/form-data": { "schema": file } } }),
        );
    }
    let schema = own::body(route.path).or_else(|| {
        if tail(route) == "paixu" {
            return Some(own::places());
        }
        let model = route.of.filter(|_| matches!(tail(route), "add" | "edit"))?;
        Some(reference(&format!("{}Write", type_name(model))))
    })?;
    Some(json!({ "required": true, "content": { "application/json": { "schema": schema } } }))
}

fn reference(name: &str) -> Json {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn content(route: &Route) -> Json {
    if matches!(tail(route), "export" | "template") || route.path.starts_with("/api/app/file/{") {
        return json!({ "application/octet-stream": {} });
    }
    let result = own::result(route.path).unwrap_or_else(|| pattern_result(route));
    let envelope = json!({
        "type": "object",
        "required": ["code", "message", "result"],
        "properties": { "code": { "type": "integer" }, "message": { "type": "string" }, "result": result },
    });
    json!({ "application/json": { "schema": envelope } })
}

fn pattern_result(route: &Route) -> Json {
    let Some(model) = route.of else {
        return json!({});
    };
    let row = reference(&type_name(model));
    match tail(route) {
        "findAllByPage" => {
            json!({ "type": "object", "required": ["records", "total", "totalExact"], "properties": {
            "records": { "type": "array", "items": row }, "total": { "type": "integer" }, "totalExact": { "type": "boolean" } } })
        }
        "findAllByList" => json!({ "type": "array", "items": row }),
        "findById" => row,
        "add" => own::object("id:integer"),
        "edit" => own::object("id:integer, banbenSuo:integer"),
        "import" => own::object(
            "text:string, zongshu:integer, chenggong:integer, shibai:integer, isXieru:boolean, cuowu:[any], shibaiUrl?:string",
        ),
        _ => json!({ "type": "null" }),
    }
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
