//! What is generated from the routes and the resource definitions, and committed: the OpenAPI
//! document, and the web application's types and resource metadata.

#![expect(
    clippy::indexing_slicing,
    reason = "indexing a JSON value never panics, and this runs when files are generated"
)]

mod metadata;
mod openapi;
mod operations;
mod shapes;
mod types;

use std::error::Error;

/// openapi.json
pub fn openapi() -> Result<String, Box<dyn Error>> {
    Ok(serde_json::to_string_pretty(&openapi::document())? + "\n")
}

/// web/src/api/resources.gen.ts
pub fn resources_ts() -> Result<String, Box<dyn Error>> {
    metadata::resources_ts()
}

/// web/src/api/tools.gen.ts
pub fn tools_ts() -> Result<String, Box<dyn Error>> {
    metadata::tools_ts()
}

/// web/src/api/types.gen.ts
pub fn types_ts() -> String {
    types::types_ts(&openapi::document())
}

/// web/src/api/operations.gen.ts
pub fn operations_ts() -> String {
    operations::operations_ts(&openapi::document())
}
