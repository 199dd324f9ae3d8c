//! The table that a definition of these columns will have, and the migrations that make it: what
//! `make gen` writes once the definition is there.

use store::{
    Dialect,
    ddl::{self, ColumnLock, IndexLock, Lock, Only, StoredKind, TableLock},
};

use super::column::GenColumn;

/// The table as the lock file will name it.
pub fn table(name: &str, columns: &[&GenColumn], scope: Option<&str>) -> TableLock {
    let mut stored = Vec::new();
    for column in columns {
        stored.extend(stored_as(column));
    }
    let common = [
        ("create_time", StoredKind::Int, true),
        ("create_by", StoredKind::Int, false),
        ("update_time", StoredKind::Int, false),
        ("update_by", StoredKind::Int, false),
        ("banben_suo", StoredKind::Int, false),
        ("is_del", StoredKind::Bool, true),
    ];
    stored.extend(common.map(|(name, kind, required)| lock(name.to_owned(), kind, required)));
    TableLock {
        name: name.to_owned(),
        columns: stored,
        indexes: indexes(columns, scope),
        append_only: false,
        gram: columns.iter().any(|column| is_gram(column)),
    }
}

fn lock(name: String, kind: StoredKind, required: bool) -> ColumnLock {
    ColumnLock {
        name,
        kind,
        required,
    }
}

fn is_gram(column: &GenColumn) -> bool {
    column.is_search && column.search_type == "~" && !column.is(&["secret", "ref"])
}

fn stored_as(column: &GenColumn) -> Vec<ColumnLock> {
    let name = &column.column_name;
    // Read-only columns need no value, and so the database asks for none.
    let required = (column.is_must && !column.is_zhidu) || column.moren.is_some();
    match column.field_type.as_str() {
        "secret" => {
            let mut parts = vec![
                lock(name.clone(), StoredKind::Blob, required),
                lock(format!("{name}_idx"), StoredKind::Text, required),
            ];
            if column.tuomin == "Phone" {
                parts.push(lock(format!("{name}_tail"), StoredKind::Text, required));
            }
            parts
        }
        "bool" => vec![lock(name.clone(), StoredKind::Bool, true)],
        "int" | "fen" | "ppm" | "timestamp" | "ref" => {
            vec![lock(name.clone(), StoredKind::Int, required)]
        }
        _ => vec![lock(name.clone(), StoredKind::Text, required)],
    }
}

fn indexes(columns: &[&GenColumn], scope: Option<&str>) -> Vec<IndexLock> {
    let mut wanted: Vec<IndexLock> = Vec::new();
    let mut add = |columns: &[&str], unique: bool, only: Option<Only>| {
        let columns: Vec<String> = columns.iter().map(|name| (*name).to_owned()).collect();
        if !wanted.iter().any(|index| index.columns == columns) {
            wanted.push(IndexLock {
                columns,
                unique,
                whole: false,
                only,
            });
        }
    };
    for column in columns {
        let name = column.column_name.as_str();
        let is_secret = column.is(&["secret"]);
        let key = if is_secret {
            format!("{name}_idx")
        } else {
            name.to_owned()
        };
        if column.is_unique {
            add(&[&key], true, None);
        }
        let is_asked = column.is_search
            && match column.search_type.as_str() {
                "=" => !column.is_unique,
                other => other == "[]",
            };
        let is_looked_up = is_asked
            || column.is_sort
            || column.is_filter
            || column.is(&["ref"])
            || scope == Some(name);
        let only = Only::of_found(column.is(&["bool"]), column.is_must)
            .filter(|_| !column.is_sort && scope != Some(name));
        if is_looked_up {
            add(&[&key, "id"], false, only);
        }
        if is_secret && column.tuomin == "Phone" {
            add(&[&format!("{name}_tail"), "id"], false, only);
        }
    }
    add(&["create_time", "id"], false, None);
    wanted
}

/// The pair of migrations, or why they are written by hand.
pub fn migrations(table: TableLock) -> Result<[(&'static str, Option<String>); 2], String> {
    let known = ddl::wanted();
    let before = known
        .tables
        .into_iter()
        .filter(|known| known.name == table.name);
    let before = Lock {
        tables: before.collect(),
    };
    let after = Lock {
        tables: vec![table],
    };
    let known = before.tables.iter().flat_map(|known| &known.columns);
    let is_kept = |name: &str| {
        let mut kept = after.tables.iter().flat_map(|table| &table.columns);
        kept.any(|column| column.name == name)
    };
    let gone = known.map(|column| column.name.as_str());
    let gone: Vec<&str> = gone.filter(|name| !is_kept(name)).collect();
    let by_hand = |_| {
        if gone.is_empty() {
            "已有的列变了类型或必填，这样的迁移请手写".to_owned()
        } else {
            format!("定义中不再有列 {}，删除列的迁移请手写", gone.join("、"))
        }
    };
    let of = |dialect| ddl::migration(&before, &after, dialect).map_err(by_hand);
    Ok([
        ("sqlite", of(Dialect::Sqlite)?),
        ("postgres", of(Dialect::Postgres)?),
    ])
}
