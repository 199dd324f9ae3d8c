//! 导入表: the tables of the database that have no settings yet, and settings guessed for them.

use std::collections::HashSet;

use schema::{Model, resources::GenTable};
use serde_json::Value as Json;
use store::{
    Conn, List, Reach, Tx,
    rows::{self, Changes},
    tables::{self, FoundTable, Structure},
};

use super::{
    column::{self, GenColumn, MOST_COLUMNS},
    definition, guess, name,
    vocabulary::Vocabulary,
};
use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    wire::{answer, ask},
};

/// Tables at once.
const MOST_TABLES: usize = 50;
/// Tables with settings; more are deleted first.
const MOST_KNOWN: i64 = 1_000;
const PAGE: i64 = 10;
const MOST_A_PAGE: i64 = 100;

ask! {
    /// 数据库中的表: those not imported yet.
    open pub struct DbTables {
        table_name: Option<String> = text("表名", 64),
        current:    Option<i64>    = int("页码"),
        size:       Option<i64>    = int("每页条数"),
    }
}

answer! {
    /// A table of the database.
    pub struct DbTable {
        table_name: String,
        biao_mingcheng: String,
        /// Why its definition must be changed by hand.
        tishi: Option<String>,
    }
}

answer! {
    /// A page of them.
    pub struct DbTablePage {
        records: Vec<DbTable>,
        total: usize,
        current: i64,
        size: i64,
    }
}

pub fn tables(conn: &mut Conn, _: &Call, ask: DbTables) -> Result<DbTablePage> {
    let wanted = ask.table_name.unwrap_or_default().to_lowercase();
    let mut found = tables::not_imported(conn)?;
    found.retain(|table| {
        table.name.to_lowercase().contains(&wanted) || table.comment.contains(&wanted)
    });
    let size = ask.size.unwrap_or(PAGE).clamp(1, MOST_A_PAGE);
    let current = ask.current.unwrap_or(1).max(1);
    let before = usize::try_from((current - 1).saturating_mul(size)).unwrap_or(usize::MAX);
    let shown = found.iter().skip(before);
    let shown = shown.take(usize::try_from(size).unwrap_or_default());
    Ok(DbTablePage {
        records: shown.map(shown_table).collect(),
        total: found.len(),
        current,
        size,
    })
}

fn shown_table(table: &FoundTable) -> DbTable {
    DbTable {
        table_name: table.name.clone(),
        biao_mingcheng: label(table),
        tishi: model(&table.name).and_then(|model| definition::columns(model).err()),
    }
}

/// The resource whose rows a table holds.
fn model(table: &str) -> Option<&'static Model> {
    let mut models = schema::models().iter().copied();
    models.find(|model| model.name == table)
}

/// What a table is called: by its comment, by the product, or by its name.
fn label(table: &FoundTable) -> String {
    let comment = name::tamed(&table.comment, 30);
    let comment = comment.strip_suffix('表').unwrap_or(&comment);
    let known = model(&table.name).map_or(table.name.as_str(), |model| model.table.label);
    let words = if comment.is_empty() { known } else { comment };
    words.to_owned()
}

fn known(conn: &mut Conn) -> Result<HashSet<String>> {
    let list = List {
        limit: MOST_KNOWN,
        ..List::default()
    };
    let rows: Vec<GenTable> = rows::list(conn, &list, &Reach::everything())?;
    Ok(rows.into_iter().map(|row| row.table_name).collect())
}

ask! {
    /// 导入表
    pub struct ImportTables {
        tables: Vec<String> = texts("数据表", 64),
    }
}

answer! {
    /// The rows that were made.
    pub struct Imported {
        ids: Vec<i64>,
    }
}

pub fn import(tx: &mut Tx<'_>, call: &Call, ask: ImportTables) -> Result<Imported> {
    let is_asked = (1..=MOST_TABLES).contains(&ask.tables.len());
    if !is_asked {
        let sentence = format!("请选择1到{MOST_TABLES}张表");
        return Err(Error::field("tables", sentence));
    }
    let known = known(tx)?;
    let mut ids = Vec::new();
    for table in ask.tables {
        let blame = |why: String| Error::field("tables", why);
        name::table(&table).map_err(blame)?;
        if known.contains(&table) {
            return Err(blame(format!("表{table}已导入")));
        }
        let found = tables::find(tx, &table)?;
        let found = found.ok_or_else(|| blame(format!("数据库中没有表{table}")))?;
        ids.push(add(tx, call, &found)?);
    }
    Ok(Imported { ids })
}

fn add(tx: &mut Tx<'_>, call: &Call, found: &Structure) -> Result<i64> {
    let table = &found.table.name;
    let model = model(table);
    let columns =
        guessed(found).map_err(|why| Error::field("tables", format!("表{table}：{why}")))?;
    let path = model.map_or_else(|| path_of(table), |model| model.table.path.to_owned());
    let module = path.split('/').next().unwrap_or_default().to_owned();
    let class = class_of(table);
    let columns = serde_json::to_string(&columns).map_err(Error::internal)?;
    let changes = Changes::<GenTable>::new()
        .set(GenTable::table_name, table.clone())
        .set(GenTable::biao_mingcheng, label(&found.table))
        .set(GenTable::path, path)
        .set(GenTable::mokuai, Some(module))
        .set(GenTable::leiming, Some(class))
        .set(GenTable::is_guize, false)
        .set(GenTable::is_yemian, false)
        .set(GenTable::columns, columns);
    let id = changes.insert(tx, &call.writer())?;
    let deed = Deed::new(GenTable::TABLE.label, format!("导入表 {table}"));
    audit::record(tx, call, &deed)?;
    Ok(id)
}

/// The columns of a table. One of the product is known by its definition; what the definition does
/// not have is guessed.
fn guessed(found: &Structure) -> std::result::Result<Vec<GenColumn>, String> {
    if found.columns.len() > MOST_COLUMNS {
        return Err(format!("字段超过{MOST_COLUMNS}个"));
    }
    let guessed = guess::columns(found, &Vocabulary::without(&found.table.name));
    let defined = model(&found.table.name).and_then(|model| definition::columns(model).ok());
    let defined = defined.unwrap_or_default();
    let columns: Vec<GenColumn> = guessed
        .into_iter()
        .map(|guess| {
            let known = defined
                .iter()
                .find(|known| known.column_name == guess.column_name);
            known.map_or_else(
                || guess.clone(),
                |known| GenColumn {
                    column_type: guess.column_type.clone(),
                    column_comment: guess.column_comment.clone(),
                    paixu: guess.paixu,
                    ..known.clone()
                },
            )
        })
        .collect();
    let checked = serde_json::to_value(&columns).map_err(|error| error.to_string())?;
    column::read(&checked)
}

/// `app_dict_data` → `app/dict/data` where `app/dict` is a resource, else `app/dict_data`.
fn path_of(table: &str) -> String {
    let models = schema::models().iter();
    let above = models.filter(|model| table.starts_with(&format!("{}_", model.name)));
    let above = above.max_by_key(|model| model.name.len());
    let split = above.map_or_else(|| table.find('_'), |model| Some(model.name.len()));
    let (root, rest) = table.split_at(split.unwrap_or_default());
    let root = above.map_or(root, |model| model.table.path);
    format!("{root}/{}", rest.trim_start_matches('_'))
}

/// The type of the product where the table is one of it.
fn class_of(table: &str) -> String {
    let known = include_str!("../../../schema/src/resources/mod.rs").lines();
    let line = format!("pub use {table}::");
    let mut known = known.filter_map(|known| known.strip_prefix(&line));
    let known = known
        .next()
        .map(|class| class.trim_end_matches(';').to_owned());
    known.unwrap_or_else(|| name::pascal(table))
}

ask! {
    /// Which table.
    open pub struct TableId {
        table_id: i64 = path_id(),
    }
}

/// The columns of a table as they are set.
pub fn columns(conn: &mut Conn, call: &Call, ask: TableId) -> Result<Vec<GenColumn>> {
    let row: GenTable = rows::get(conn, ask.table_id, &call.actor.access.reach)?;
    let columns: Json = serde_json::from_str(&row.columns).map_err(Error::internal)?;
    column::read(&columns).map_err(Error::refused)
}
