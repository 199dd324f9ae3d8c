//! The schema as the resource definitions want it: a lock file that is committed, and the
//! difference between two locks as a pair of migrations.

use std::{collections::HashMap, fmt::Write as _, sync::LazyLock};

use schema::{Field, Kind, Mask, Model, Scope, Search, models};
use serde::{Deserialize, Serialize};

use crate::sql::Dialect;

/// The schema of all resources.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    pub tables: Vec<TableLock>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableLock {
    pub name: String,
    pub columns: Vec<ColumnLock>,
    pub indexes: Vec<IndexLock>,
    pub append_only: bool,
    /// Has an n-gram index for contained text.
    pub gram: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnLock {
    pub name: String,
    pub kind: StoredKind,
    pub required: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StoredKind {
    Int,
    Bool,
    Text,
    Blob,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexLock {
    pub columns: Vec<String>,
    pub unique: bool,
    /// Of deleted rows too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// Of these rows alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<Only>,
}

/// The rows that an index leads to where nobody asks for the others by it: they cost its writes
/// nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Only {
    /// Those whose first column has a value.
    Present,
    /// Those whose flag is set, on SQLite, which is never asked for the others by it.
    Set,
}

impl Only {
    /// Of a column by which rows are found, and neither ordered nor told whose they are.
    pub const fn of_found(is_flag: bool, is_required: bool) -> Option<Self> {
        match (is_flag, is_required) {
            (true, _) => Some(Self::Set),
            (false, false) => Some(Self::Present),
            (false, true) => None,
        }
    }

    /// Whether a row is one of them.
    fn condition(self, column: &str, dialect: Dialect) -> Option<String> {
        match (self, dialect) {
            (Self::Present, _) => Some(format!("\"{column}\" IS NOT NULL")),
            (Self::Set, Dialect::Sqlite) => Some(format!("\"{column}\" = TRUE")),
            (Self::Set, Dialect::Postgres) => None,
        }
    }
}

/// What the definitions ask for today.
pub fn wanted() -> Lock {
    Lock {
        tables: models().iter().copied().map(table).collect(),
    }
}

fn table(model: &Model) -> TableLock {
    let mut columns = Vec::new();
    let mut add = |name: String, kind, required| {
        columns.push(ColumnLock {
            name,
            kind,
            required,
        });
    };
    for field in model.fields.iter().filter(|field| !field.column.computed) {
        let column = &field.column;
        let required =
            column.required || column.default.is_some() || field.column.name == "create_time";
        match column.kind {
            Kind::Id => {}
            Kind::Secret(mask) => {
                add(column.name.to_owned(), StoredKind::Blob, required);
                add(blind_name(column.name), StoredKind::Text, required);
                if mask == Mask::Phone {
                    add(tail_name(column.name), StoredKind::Text, required);
                }
            }
            Kind::Bool => add(column.name.to_owned(), StoredKind::Bool, true),
            Kind::Int { .. }
            | Kind::Fen { .. }
            | Kind::Ppm { .. }
            | Kind::Timestamp
            | Kind::Ref(_) => {
                add(column.name.to_owned(), StoredKind::Int, required);
            }
            _ => add(column.name.to_owned(), StoredKind::Text, required),
        }
    }
    if !model.table.append_only {
        add("is_del".to_owned(), StoredKind::Bool, true);
    }
    TableLock {
        name: model.name.clone(),
        columns,
        indexes: indexes(model),
        append_only: model.table.append_only,
        gram: model.gram_fields().next().is_some(),
    }
}

/// The column that holds a secret's blind index.
pub(crate) fn blind_name(column: &str) -> String {
    format!("{column}_idx")
}

/// The column that holds the blind index of a phone's last four digits.
pub(crate) fn tail_name(column: &str) -> String {
    format!("{column}_tail")
}

fn indexes(model: &Model) -> Vec<IndexLock> {
    let mut wanted: Vec<IndexLock> = Vec::new();
    let mut add = |columns: Vec<String>, unique: bool, only| {
        if !wanted.iter().any(|index| index.columns == columns) {
            let whole = is_of_reach(model, &columns);
            wanted.push(IndexLock {
                columns,
                unique,
                whole,
                only,
            });
        }
    };
    for unique in model.table.uniques {
        let columns = unique.iter().map(|name| (*name).to_owned());
        add(columns.collect(), true, None);
    }
    for field in model.fields.iter().filter(|field| !field.column.computed) {
        let column = &field.column;
        let is_secret = matches!(column.kind, Kind::Secret(_));
        let key = if is_secret {
            blind_name(column.name)
        } else {
            column.name.to_owned()
        };
        if column.unique {
            add(vec![key.clone()], true, None);
        }
        // The index that keeps values apart leads to one of them too.
        let is_one = column.unique && column.search == Some(Search::Equal);
        let looked_up = matches!(column.search, Some(Search::Equal | Search::Range)) && !is_one
            || column.sortable
            || column.filter
            || (matches!(column.kind, Kind::Ref(_))
                && !matches!(column.name, "create_by" | "update_by"))
            || is_scope_column(model, column.name);
        let only = Only::of_found(column.kind == Kind::Bool, !column.nullable)
            .filter(|_| !column.sortable && !is_scope_column(model, column.name));
        if looked_up && column.name != "id" {
            for columns in lookups(model, field, key) {
                add(columns, false, only);
            }
        }
        for ordering in together(model, column.name) {
            let tab = model.table.tabs.map(|(tab, _)| tab);
            let columns = [Some(column.name), tab, Some(*ordering), Some("id")];
            let columns = columns.into_iter().flatten().map(str::to_owned);
            add(columns.collect(), false, None);
        }
        if column.kind == Kind::Secret(Mask::Phone) {
            let tail = vec![tail_name(column.name), "id".to_owned()];
            add(tail, false, only);
        }
    }
    wanted
}

/// The columns of the indexes by which rows are found or ordered by a column. Where rows stand under
/// tabs, those of a tab are asked for: in the order of a column that orders lists, or with a value
/// that many have. Whose rows they are is asked with a tab and without.
fn lookups(model: &Model, field: &Field, key: String) -> Vec<Vec<String>> {
    let column = &field.column;
    let plain = vec![key.clone(), "id".to_owned()];
    let is_few = match column.kind {
        Kind::Secret(_) => true,
        // Rows that name one customer, account or person are few.
        Kind::Ref(path) => {
            let is_of_one = schema::model(path).is_some_and(|of| of.table.scope != Scope::Shared);
            is_of_one && !is_scope_column(model, column.name)
        }
        _ => false,
    };
    match model.table.tabs {
        Some((tab, _)) if column.name != tab && !is_few => {
            let tab = tab.to_owned();
            if column.sortable {
                return vec![vec![tab, key, "id".to_owned()]];
            }
            let mut found = vec![vec![key, tab, "id".to_owned()]];
            if is_scope_column(model, column.name) {
                found.push(plain);
            }
            found
        }
        _ => vec![plain],
    }
}

/// The columns that lists are ordered by whose values go with those of this one.
fn together(model: &Model, name: &str) -> &'static [&'static str] {
    let mut pairs = model.table.together.iter();
    let found = pairs.find(|(column, _)| *column == name);
    found.map_or(&[], |(_, orderings)| orderings)
}

/// Whether an index leads to the rows within somebody's reach: what hangs on a deleted one is within
/// it too.
fn is_of_reach(model: &Model, columns: &[String]) -> bool {
    let is_parent = || {
        models().iter().any(|of| match of.table.scope {
            Scope::Through { parent, .. } | Scope::ThroughOrOwn { parent, .. } => {
                parent == model.table.path
            }
            _ => false,
        })
    };
    matches!(columns, [column, id] if is_scope_column(model, column) && id == "id") && is_parent()
}

/// The columns of an index, and its name.
type Named = (Vec<String>, String);

/// The name of the index on these columns of a table, where it has one. Every list asks.
pub(crate) fn index_on(model: &Model, columns: &[&str]) -> Option<&'static str> {
    static KNOWN: LazyLock<HashMap<&str, Vec<Named>>> = LazyLock::new(|| {
        let of = |model: &&'static Model| (model.name.as_str(), named(model));
        models().iter().map(of).collect()
    });
    let known = KNOWN.get(model.name.as_str())?;
    let found = known.iter().find(|(indexed, _)| *indexed == columns)?;
    Some(&found.1)
}

fn named(model: &Model) -> Vec<Named> {
    let name = |index: IndexLock| {
        let name = index_name(&model.name, &index);
        (index.columns, name)
    };
    indexes(model).into_iter().map(name).collect()
}

/// The columns of each unique index on a table.
pub(crate) fn unique_columns(model: &Model) -> Vec<Vec<String>> {
    let unique = indexes(model).into_iter().filter(|index| index.unique);
    unique.map(|index| index.columns).collect()
}

/// Every column of a table but its number.
pub(crate) fn columns(model: &Model) -> Vec<ColumnLock> {
    table(model).columns
}

fn is_scope_column(model: &Model, name: &str) -> bool {
    match model.table.scope {
        Scope::Shared => false,
        Scope::Columns { owner, store } => owner == Some(name) || store == Some(name),
        Scope::Through { column, .. } | Scope::ThroughOrOwn { column, .. } => column == name,
    }
}

/// The migration from one lock to the next, or none. Additive only: what disappeared or changed
/// is an error, because renames and drops are written by hand.
pub fn migration(old: &Lock, new: &Lock, dialect: Dialect) -> Result<Option<String>, String> {
    let mut text = String::new();
    for table in &old.tables {
        if !new.tables.iter().any(|other| other.name == table.name) {
            return Err(format!(
                "table {} disappeared: write that migration by hand",
                table.name
            ));
        }
    }
    for table in &new.tables {
        match old.tables.iter().find(|other| other.name == table.name) {
            None => create(&mut text, table, dialect),
            Some(before) => alter(&mut text, before, table, dialect)?,
        }
    }
    Ok((!text.is_empty()).then_some(text))
}

fn create(out: &mut String, table: &TableLock, dialect: Dialect) {
    let id = match dialect {
        Dialect::Sqlite => "id INTEGER PRIMARY KEY AUTOINCREMENT",
        Dialect::Postgres => "id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
    };
    let columns: Vec<String> = table
        .columns
        .iter()
        .map(|column| column_sql(column, dialect, false))
        .collect();
    let gram = match dialect {
        Dialect::Postgres if table.gram => ",\n    gram TEXT[] NOT NULL DEFAULT '{}'",
        _ => "",
    };
    let strict = if dialect == Dialect::Sqlite {
        " STRICT"
    } else {
        ""
    };
    let _ = writeln!(
        out,
        "CREATE TABLE \"{}\" (\n    {id},\n    {}{gram}\n){strict};",
        table.name,
        columns.join(",\n    ")
    );
    if table.gram {
        let _ = match dialect {
            Dialect::Sqlite => writeln!(
                out,
                "CREATE VIRTUAL TABLE \"{0}_gram\" USING fts5(gram, content='', contentless_delete=1, detail=none);",
                table.name
            ),
            Dialect::Postgres => writeln!(
                out,
                "CREATE INDEX \"{0}_gram\" ON \"{0}\" USING gin (gram);",
                table.name
            ),
        };
    }
    for index in &table.indexes {
        create_index(out, table, index, dialect);
    }
    if table.append_only {
        let _ = match dialect {
            Dialect::Sqlite => writeln!(
                out,
                "CREATE TRIGGER \"{0}_no_update\" BEFORE UPDATE ON \"{0}\" BEGIN SELECT RAISE(ABORT, 'append only'); END;\n\
                 CREATE TRIGGER \"{0}_no_delete\" BEFORE DELETE ON \"{0}\" BEGIN SELECT RAISE(ABORT, 'append only'); END;",
                table.name
            ),
            Dialect::Postgres => writeln!(
                out,
                "CREATE TRIGGER \"{0}_no_change\" BEFORE UPDATE OR DELETE ON \"{0}\" FOR EACH ROW EXECUTE FUNCTION refuse_change();",
                table.name
            ),
        };
    }
    let _ = writeln!(
        out,
        "INSERT INTO table_version (name) VALUES ('{}');",
        table.name
    );
}

fn alter(
    out: &mut String,
    old: &TableLock,
    new: &TableLock,
    dialect: Dialect,
) -> Result<(), String> {
    for column in &old.columns {
        if !new.columns.contains(column) {
            return Err(format!(
                "column {}.{} changed: write that migration by hand",
                new.name, column.name
            ));
        }
    }
    if old.gram != new.gram || old.append_only != new.append_only {
        return Err(format!(
            "table {} changed its nature: write that migration by hand",
            new.name
        ));
    }
    for column in new
        .columns
        .iter()
        .filter(|column| !old.columns.contains(column))
    {
        let _ = writeln!(
            out,
            "ALTER TABLE \"{}\" ADD COLUMN {};",
            new.name,
            column_sql(column, dialect, true)
        );
    }
    let text = |table: &TableLock, index: &IndexLock| {
        let mut text = String::new();
        create_index(&mut text, table, index, dialect);
        text
    };
    let [before, after] = [old, new].map(|table| {
        let indexes = table.indexes.iter();
        let texts = indexes.map(|index| (index, text(table, index)));
        texts.collect::<Vec<_>>()
    });
    let is_among = |known: &[(&IndexLock, String)], text: &String| {
        let mut known = known.iter();
        known.any(|(_, other)| other == text)
    };
    for (index, _) in before.iter().filter(|(_, text)| !is_among(&after, text)) {
        let _ = writeln!(out, "DROP INDEX \"{}\";", index_name(&new.name, index));
    }
    for (_, text) in after.iter().filter(|(_, text)| !is_among(&before, text)) {
        out.push_str(text);
    }
    Ok(())
}

fn column_sql(column: &ColumnLock, dialect: Dialect, to_existing_rows: bool) -> String {
    let (kind, zero) = match (column.kind, dialect) {
        (StoredKind::Int, Dialect::Sqlite) => ("INTEGER", "0"),
        (StoredKind::Int, Dialect::Postgres) => ("BIGINT", "0"),
        (StoredKind::Bool, Dialect::Sqlite) => ("INTEGER", "FALSE"),
        (StoredKind::Bool, Dialect::Postgres) => ("BOOLEAN", "FALSE"),
        (StoredKind::Text, _) => ("TEXT", "''"),
        (StoredKind::Blob, Dialect::Sqlite) => ("BLOB", "x''"),
        (StoredKind::Blob, Dialect::Postgres) => ("BYTEA", "''"),
    };
    let default = if column.kind == StoredKind::Bool || to_existing_rows {
        format!(" DEFAULT {zero}")
    } else {
        String::new()
    };
    let null = if column.required {
        format!(" NOT NULL{default}")
    } else {
        String::new()
    };
    format!("\"{}\" {kind}{null}", column.name)
}

fn index_name(table: &str, index: &IndexLock) -> String {
    format!(
        "{table}_{}_{}",
        index.columns.join("_"),
        if index.unique { "key" } else { "ix" }
    )
}

fn create_index(out: &mut String, table: &TableLock, index: &IndexLock, dialect: Dialect) {
    // NULLs are smallest on both engines, so that one index serves both directions.
    let nulls = if dialect == Dialect::Postgres && !index.unique {
        " NULLS FIRST"
    } else {
        ""
    };
    let columns: Vec<String> = index
        .columns
        .iter()
        .map(
            |name| match (name.as_str(), index.columns.first().map(String::as_str)) {
                ("id", Some("paixu")) => "id DESC".to_owned(),
                ("id", _) => "id".to_owned(),
                _ => format!("\"{name}\"{nulls}"),
            },
        )
        .collect();
    let live = (!table.append_only && !index.whole).then(|| "is_del = FALSE".to_owned());
    let first = index.columns.first().map_or("", String::as_str);
    let only = index.only.and_then(|only| only.condition(first, dialect));
    let rows: Vec<String> = live.into_iter().chain(only).collect();
    let rows = if rows.is_empty() {
        String::new()
    } else {
        format!(" WHERE {}", rows.join(" AND "))
    };
    let unique = if index.unique { "UNIQUE " } else { "" };
    let _ = writeln!(
        out,
        "CREATE {unique}INDEX \"{}\" ON \"{}\" ({}){rows};",
        index_name(&table.name, index),
        table.name,
        columns.join(", ")
    );
}
