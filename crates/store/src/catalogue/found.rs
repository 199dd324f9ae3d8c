//! What the database holds, by its own catalogue. What an extension of the server brought along
//! is its own.

use super::{
    Kind, Thing, Things,
    definition::{Table, TableColumn, plain, sorted},
    expected::{add_checks, add_table},
};
use crate::{conn::Conn, error::Result, sql::Dialect};

pub fn things(conn: &mut Conn) -> Result<Things> {
    match conn.dialect() {
        Dialect::Sqlite => sqlite(conn),
        Dialect::Postgres => postgres(conn),
    }
}

fn sqlite(conn: &mut Conn) -> Result<Things> {
    let rows = conn.query(
        "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master WHERE substr(name, 1, 7) <> 'sqlite_'",
        &[],
    )?;
    let mut found = Things::new();
    for row in &rows {
        let (name, table, text) = (row.text(1)?, row.text(2)?, row.text(3)?);
        match row.text(0)? {
            "index" => found.insert(Thing::of(Kind::Index, table, name), plain(text)),
            "trigger" => found.insert(Thing::of(Kind::Trigger, table, name), sorted(text)),
            "view" => found.insert(Thing::of(Kind::View, "", name), plain(text)),
            _ if text.starts_with("CREATE VIRTUAL") => {
                found.insert(Thing::table(name), plain(text))
            }
            _ => {
                add_table(&mut found, name, &Table::parse(text), Dialect::Sqlite);
                None
            }
        };
    }
    Ok(found)
}

/// Things of our schema: each with its name, its table and how it is defined.
const POSTGRES: [(Kind, &str); 10] = [
    (
        Kind::Table,
        "SELECT t.relname, t.relname, CASE WHEN t.relkind <> 'r' OR t.relpersistence <> 'p' OR t.relrowsecurity THEN 'other' ELSE '' END \
         FROM pg_class t WHERE {here} AND t.relkind IN ('r', 'p', 'f') AND NOT {brought t.oid}",
    ),
    (
        Kind::View,
        "SELECT t.relname, '', '' FROM pg_class t WHERE {here} AND t.relkind IN ('v', 'm') AND NOT {brought t.oid}",
    ),
    (
        Kind::Sequence,
        "SELECT t.relname, '', '' FROM pg_class t WHERE {here} AND t.relkind = 'S' \
         AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = t.oid AND d.deptype IN ('a', 'e', 'i'))",
    ),
    (
        Kind::Key,
        "SELECT t.relname, t.relname, replace(pg_get_constraintdef(c.oid), 'PRIMARY KEY', '') \
         FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid WHERE {here} AND c.contype = 'p'",
    ),
    (
        Kind::Checks,
        "SELECT t.relname, t.relname, pg_get_constraintdef(c.oid) \
         FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid WHERE {here} AND c.contype IN ('c', 'f', 'x')",
    ),
    (
        Kind::Index,
        "SELECT c.relname, t.relname, CASE WHEN i.indisvalid THEN pg_get_indexdef(i.indexrelid) ELSE '' END FROM pg_index i \
         JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid WHERE {here} AND NOT i.indisprimary",
    ),
    (
        Kind::Trigger,
        "SELECT g.tgname, t.relname, CASE WHEN g.tgenabled::text IN ('O', 'A') THEN pg_get_triggerdef(g.oid) ELSE '' END \
         FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid WHERE {here} AND NOT g.tgisinternal",
    ),
    (
        Kind::Function,
        "SELECT p.proname || CASE WHEN p.pronargs = 0 THEN '' ELSE '(' || pg_get_function_identity_arguments(p.oid) || ')' END, \
         '', p.prosrc FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND NOT {brought p.oid}",
    ),
    (
        Kind::Rule,
        "SELECT rulename, tablename, '' FROM pg_rules WHERE schemaname = current_schema()",
    ),
    (
        Kind::Policy,
        "SELECT p.polname, t.relname, '' FROM pg_policy p JOIN pg_class t ON t.oid = p.polrelid WHERE {here}",
    ),
];

const COLUMNS: &str = "SELECT a.attname::text, t.relname::text, \
    format_type(a.atttypid, a.atttypmod) || CASE a.attidentity::text WHEN '' THEN '' WHEN 'd' THEN ' numbered' ELSE ' other' END, \
    a.attnotnull, CASE WHEN a.attgenerated::text = '' THEN '' ELSE 'computed ' END || coalesce(pg_get_expr(d.adbin, d.adrelid), '') \
    FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid \
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum \
    WHERE {here} AND t.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped";

fn filled(text: &str) -> String {
    let here = "t.relnamespace = current_schema()::regnamespace";
    let mut text = text.replace("{here}", here);
    for oid in ["t.oid", "p.oid"] {
        let brought =
            format!("EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = {oid} AND d.deptype = 'e')");
        text = text.replace(&format!("{{brought {oid}}}"), &brought);
    }
    text
}

fn postgres(conn: &mut Conn) -> Result<Things> {
    let schema = conn.query_one("SELECT quote_ident(current_schema()) || '.'", &[])?;
    let schema = schema.text(0)?.to_owned();
    let mut found = Things::new();
    for (kind, text) in POSTGRES {
        // Names are of a kind of their own, which the driver does not read as text.
        let text = format!(
            "SELECT a::text, b::text, c::text FROM ({}) AS x (a, b, c)",
            filled(text)
        );
        for row in conn.query(&text, &[])? {
            let text = row.text(2)?.replace(&schema, "");
            let text = match kind {
                Kind::Trigger => sorted(&text),
                _ => plain(&text),
            };
            let (table, name) = (row.text(1)?, row.text(0)?);
            match kind {
                Kind::Checks => add_checks(&mut found, table, &[text]),
                _ => drop(found.insert(Thing::of(kind, table, name), text)),
            }
        }
    }
    for row in conn.query(&filled(COLUMNS), &[])? {
        let column = TableColumn {
            name: row.text(0)?.to_owned(),
            kind: row.text(2)?.to_owned(),
            is_required: row.bool(3)?,
            default: plain(row.text(4)?),
        };
        let thing = Thing::of(Kind::Column, row.text(1)?, &column.name);
        found.insert(thing, column.text());
    }
    Ok(found)
}
