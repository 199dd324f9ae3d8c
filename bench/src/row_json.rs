//! Rows as JSON, as any program has to write them: objects with a name before each value.

use std::sync::LazyLock;

use serde::{Serialize, Serializer};
use serde_json::json;
use store::{Row, Value};

/// Columns that a statement answers at most.
const COLUMNS: usize = 128;

/// Names as long as most columns have.
static NAMES: LazyLock<Vec<String>> =
    LazyLock::new(|| (0..COLUMNS).map(|at| format!("column{at:03}")).collect());

/// The rows of several statements.
#[derive(Serialize)]
struct Answer<'a> {
    code: u16,
    result: Vec<Vec<Object<'a>>>,
}

struct Object<'a>(&'a Row);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Row(values) = self.0;
        serializer.collect_map(NAMES.iter().zip(values.iter().map(Cell)))
    }
}

struct Cell<'a>(&'a Value);

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_none(),
            Value::Bool(value) => serializer.serialize_bool(*value),
            Value::Int(value) => serializer.serialize_i64(*value),
            Value::Text(value) => serializer.serialize_str(value),
            Value::Blob(_) => serializer.serialize_str(""),
        }
    }
}

pub fn rows_as_json(found: &[Vec<Row>]) -> Vec<u8> {
    let result = found.iter().map(|rows| rows.iter().map(Object).collect());
    let answer = Answer {
        code: 200,
        result: result.collect(),
    };
    serde_json::to_vec(&answer).unwrap()
}

/// What a write answers that says no more than that it is done.
pub fn done() -> Vec<u8> {
    serde_json::to_vec(&json!({ "code": 200, "result": null })).unwrap()
}
