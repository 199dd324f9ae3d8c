//! The tables of the running database, as its own catalogue tells them. A name that is asked for
//! is always bound, never part of a statement.

use crate::{conn::Conn, error::Result, sql::Dialect, value::Row};

/// More tables than this are not looked at.
const MOST_TABLES: i64 = 2_000;

/// A table with what the database says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundTable {
    pub name: String,
    /// Empty on SQLite, which keeps none.
    pub comment: String,
}

/// A column of such a table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FoundColumn {
    pub name: String,
    /// As the database writes it, in small letters.
    pub kind: String,
    pub is_required: bool,
    pub comment: String,
    /// Rows can be found or sorted by it.
    pub is_indexed: bool,
    /// One row has each value.
    pub is_unique: bool,
}

/// A table with its columns in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Structure {
    pub table: FoundTable,
    pub columns: Vec<FoundColumn>,
    /// Texts of it are searched by what they contain.
    pub has_grams: bool,
}

const SQLITE_TABLES: &str = "SELECT name, '' FROM pragma_table_list \
    WHERE schema = 'main' AND type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name LIMIT ?";

const POSTGRES_TABLES: &str = "SELECT t.relname::text, coalesce(obj_description(t.oid, 'pg_class'), '') \
    FROM pg_class t WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p') \
    ORDER BY t.relname LIMIT ?";

/// Every table of the database, by name.
pub fn all(conn: &mut Conn) -> Result<Vec<FoundTable>> {
    let text = match conn.dialect() {
        Dialect::Sqlite => SQLITE_TABLES,
        Dialect::Postgres => POSTGRES_TABLES,
    };
    let rows = conn.query(text, &[MOST_TABLES.into()])?;
    rows.iter().map(found_table).collect()
}

/// Those that have no settings of the generator yet.
pub fn not_imported(conn: &mut Conn) -> Result<Vec<FoundTable>> {
    let (text, name) = match conn.dialect() {
        Dialect::Sqlite => (SQLITE_TABLES, "name"),
        Dialect::Postgres => (POSTGRES_TABLES, "t.relname"),
    };
    let not_known = format!(
        "AND NOT EXISTS (SELECT 1 FROM code_gen_table g WHERE g.table_name = {name} AND g.is_del = FALSE) ORDER BY"
    );
    let text = text.replacen("ORDER BY", &not_known, 1);
    let rows = conn.query(&text, &[MOST_TABLES.into()])?;
    rows.iter().map(found_table).collect()
}

fn found_table(row: &Row) -> Result<FoundTable> {
    Ok(FoundTable {
        name: row.text(0)?.to_owned(),
        comment: row.text(1)?.to_owned(),
    })
}

const SQLITE_COLUMNS: &str = "SELECT c.name, lower(c.type), c.\"notnull\" <> 0 OR c.pk > 0, '', \
    EXISTS (SELECT 1 FROM pragma_index_list(?) l JOIN pragma_index_info(l.name) i WHERE i.seqno = 0 AND i.name = c.name), \
    EXISTS (SELECT 1 FROM pragma_index_list(?) l JOIN pragma_index_info(l.name) i WHERE l.\"unique\" <> 0 AND i.name = c.name \
        AND (SELECT count(*) FROM pragma_index_info(l.name)) = 1) \
    FROM pragma_table_info(?) c ORDER BY c.cid";

const POSTGRES_COLUMNS: &str = "SELECT a.attname::text, lower(format_type(a.atttypid, a.atttypmod)), \
    a.attnotnull, coalesce(col_description(t.oid, a.attnum), ''), \
    EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = t.oid AND i.indkey[0] = a.attnum), \
    EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = t.oid AND i.indisunique AND i.indnkeyatts = 1 AND i.indkey[0] = a.attnum) \
    FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid \
    WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p') AND t.relname = ? \
    AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";

const SQLITE_BESIDE: &str =
    "SELECT EXISTS (SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND name = ?)";

/// A table of this name with its columns.
pub fn find(conn: &mut Conn, name: &str) -> Result<Option<Structure>> {
    let tables = all(conn)?;
    let Some(table) = tables.iter().find(|table| table.name == name) else {
        return Ok(None);
    };
    let (text, params) = match conn.dialect() {
        Dialect::Sqlite => (SQLITE_COLUMNS, vec![name.into(), name.into(), name.into()]),
        Dialect::Postgres => (POSTGRES_COLUMNS, vec![name.into()]),
    };
    let rows = conn.query(text, &params)?;
    let columns = rows.iter().map(found_column);
    let mut columns = columns.collect::<Result<Vec<_>>>()?;
    // SQLite keeps the grams of a table in another, PostgreSQL in a column of it.
    let count = columns.len();
    columns.retain(|column| !(column.name == "gram" && column.kind == "text[]"));
    let has_grams = match conn.dialect() {
        Dialect::Sqlite => {
            let beside = format!("{name}_gram");
            conn.query_one(SQLITE_BESIDE, &[beside.into()])?.bool(0)?
        }
        Dialect::Postgres => columns.len() < count,
    };
    Ok(Some(Structure {
        table: table.clone(),
        columns,
        has_grams,
    }))
}

fn found_column(row: &Row) -> Result<FoundColumn> {
    Ok(FoundColumn {
        name: row.text(0)?.to_owned(),
        kind: row.text(1)?.to_owned(),
        is_required: row.bool(2)?,
        comment: row.text(3)?.to_owned(),
        is_indexed: row.bool(4)?,
        is_unique: row.bool(5)?,
    })
}
