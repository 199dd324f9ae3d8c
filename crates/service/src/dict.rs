//! 字典: all at once for the start of the application, or one by its type.

use serde_json::{Map, Value as Json, json};
use store::{Conn, Row, dict};

use crate::error::Result;

/// Every enabled dictionary with its enabled values.
pub fn init(conn: &mut Conn) -> Result<Json> {
    let mut dictionaries: Vec<(String, Vec<Json>)> = Vec::new();
    for row in dict::enabled(conn, None)? {
        let kind = row.text(0)?;
        let entry = entry(&row)?;
        match dictionaries.last_mut().filter(|(last, _)| last == kind) {
            Some((_, values)) => values.push(entry),
            None => dictionaries.push((kind.to_owned(), vec![entry])),
        }
    }
    Ok(dictionaries
        .into_iter()
        .map(|(kind, values)| json!({ "type": kind, "dataList": values }))
        .collect())
}

/// The enabled values of one dictionary; an unknown type has none.
pub fn by_type(conn: &mut Conn, kind: &str) -> Result<Json> {
    let rows = dict::enabled(conn, Some(kind))?;
    rows.iter()
        .map(entry)
        .collect::<Result<Vec<Json>>>()
        .map(Json::Array)
}

fn entry(row: &Row) -> Result<Json> {
    let mut shown = Map::new();
    shown.insert("dictLabel".to_owned(), row.text(1)?.into());
    shown.insert("dictValue".to_owned(), row.text(2)?.into());
    shown.insert("tagType".to_owned(), row.text(3)?.into());
    shown.insert("isMoren".to_owned(), row.bool(4)?.into());
    shown.insert("paixu".to_owned(), row.int(5)?.into());
    Ok(Json::Object(shown))
}
