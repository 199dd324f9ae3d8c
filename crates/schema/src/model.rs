//! A definition made ready for use: wire names worked out, common columns added.

use std::collections::HashMap;

use crate::{
    column::{Column, Kind, Search, build},
    name::{camel, table_name},
    table::Table,
};

/// A column with its wire name.
#[derive(Debug)]
pub struct Field {
    pub column: Column,
    pub wire: String,
    /// The wire name of the display text that comes with a reference.
    pub show: Option<String>,
}

/// A resource, ready for the engine.
#[derive(Debug)]
pub struct Model {
    pub table: &'static Table,
    /// The database table.
    pub name: String,
    pub fields: Vec<Field>,
    by_wire: HashMap<String, usize>,
    by_name: HashMap<&'static str, usize>,
}

/// What the columns are called that every table has.
pub mod common {
    pub const CREATED: &str = "create_time";
    pub const CREATOR: &str = "create_by";
    pub const UPDATED: &str = "update_time";
    pub const UPDATER: &str = "update_by";
    pub const VERSION: &str = "banben_suo";
    pub const ALL: [&str; 5] = [CREATED, CREATOR, UPDATED, UPDATER, VERSION];
}

/// Columns every table has. The first two are all an append-only table needs; `is_del` exists in
/// the database only.
const COMMON: [Column; 5] = [
    build::column_of(
        common::CREATED,
        &build::timestamp("创建时间")
            .read_only()
            .sortable()
            .search(Search::Range),
    ),
    build::column_of(
        common::CREATOR,
        &build::reference("创建人", "sys/user")
            .read_only()
            .form_only(),
    ),
    build::column_of(
        common::UPDATED,
        &build::timestamp("更新时间").read_only().form_only(),
    ),
    build::column_of(
        common::UPDATER,
        &build::reference("更新人", "sys/user")
            .read_only()
            .form_only(),
    ),
    build::column_of(
        common::VERSION,
        &build::int("版本", 0, i64::MAX).read_only().form_only(),
    ),
];

impl Model {
    pub fn new(table: &'static Table) -> Self {
        let common = if table.append_only { 2 } else { COMMON.len() };
        let columns = table.columns.iter().chain(COMMON.iter().take(common));
        let fields: Vec<Field> = columns.map(Field::new).collect();
        let by_wire = fields
            .iter()
            .enumerate()
            .map(|(at, field)| (field.wire.clone(), at))
            .collect();
        let by_name = fields
            .iter()
            .enumerate()
            .map(|(at, field)| (field.column.name, at))
            .collect();
        Self {
            table,
            name: table_name(table.path),
            fields,
            by_wire,
            by_name,
        }
    }

    pub fn field(&self, wire: &str) -> Option<&Field> {
        let field = self.by_wire.get(wire).and_then(|at| self.fields.get(*at))?;
        (!field.column.internal).then_some(field)
    }

    pub fn field_named(&self, name: &str) -> Option<&Field> {
        self.by_name.get(name).and_then(|at| self.fields.get(*at))
    }

    /// Fields a client may write.
    pub fn writable(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| !field.column.read_only)
    }

    /// Fields that are searched by contained text, and so have an n-gram index.
    pub fn gram_fields(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.is_gram())
    }

    pub fn secrets(&self) -> impl Iterator<Item = &Field> {
        self.fields
            .iter()
            .filter(|field| matches!(field.column.kind, Kind::Secret(_)))
    }
}

impl Field {
    fn new(column: &Column) -> Self {
        let wire = camel(column.name);
        let show = match column.kind {
            Kind::Ref(_) => Some(show_name(&wire)),
            Kind::Dict(_) if column.with_show => Some(format!("{wire}Show")),
            _ => None,
        };
        Self {
            column: *column,
            wire,
            show,
        }
    }

    pub fn is_gram(&self) -> bool {
        self.column.search == Some(Search::Like)
            && !matches!(self.column.kind, Kind::Secret(_) | Kind::Ref(_))
    }
}

/// `userId` → `userShow`, `createBy` → `createByShow`.
fn show_name(wire: &str) -> String {
    format!("{}Show", wire.strip_suffix("Id").unwrap_or(wire))
}
