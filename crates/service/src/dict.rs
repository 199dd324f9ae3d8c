//! 字典: all at once for the start of the application, or one by its type.

use store::{Conn, Row, dict};

use crate::{
    call::Call,
    error::Result,
    wire::{answer, ask},
};

answer! {
    /// One value of a dictionary.
    pub struct DictEntry {
        dict_label: String,
        dict_value: String,
        tag_type: String,
        is_moren: bool,
        paixu: i64,
    }
}

answer! {
    /// A dictionary with its values.
    pub struct Dictionary {
        r#type: String,
        data_list: Vec<DictEntry>,
    }
}

/// Every enabled dictionary with its enabled values.
pub fn init(conn: &mut Conn) -> Result<Vec<Dictionary>> {
    let mut dictionaries: Vec<Dictionary> = Vec::new();
    for row in dict::enabled(conn, None)? {
        let kind = row.text(0)?;
        let entry = entry(&row)?;
        match dictionaries.last_mut().filter(|last| last.r#type == kind) {
            Some(last) => last.data_list.push(entry),
            None => dictionaries.push(Dictionary {
                r#type: kind.to_owned(),
                data_list: vec![entry],
            }),
        }
    }
    Ok(dictionaries)
}

ask! {
    /// Which dictionary.
    open pub struct DictType {
        r#type: Option<String> = word(50).says("字典类型不正确"),
    }
}

/// The enabled values of one dictionary; an unknown type has none.
pub fn by_type(conn: &mut Conn, _: &Call, ask: DictType) -> Result<Vec<DictEntry>> {
    let rows = dict::enabled(conn, Some(&ask.r#type.unwrap_or_default()))?;
    rows.iter().map(entry).collect()
}

fn entry(row: &Row) -> Result<DictEntry> {
    Ok(DictEntry {
        dict_label: row.text(1)?.to_owned(),
        dict_value: row.text(2)?.to_owned(),
        tag_type: row.text(3)?.to_owned(),
        is_moren: row.bool(4)?,
        paixu: row.int(5)?,
    })
}
