//! Tables without their indexes and without what triggers keep, for as long as very many rows are
//! put in: over a whole table at once an index takes seconds, row by row many minutes. What was
//! taken away is noted in the database, so that it is made again even after a kill.

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    kept_counts, kept_days, meta, migrate,
    sql::Dialect,
    value::Row,
};

/// What was taken away, as a list of the statements that make it again.
pub(crate) const TAKEN: &str = "taken_away";

/// How such a statement begins.
const MAKES: [&str; 3] = ["CREATE INDEX ", "CREATE TRIGGER ", "ALTER TABLE "];

/// Every index that only makes reading faster, with its name, its table and how it is made.
const INDEXES: [&str; 2] = [
    "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'index' AND sql LIKE 'CREATE INDEX %'",
    "SELECT indexname::text, tablename::text, indexdef FROM pg_indexes \
     WHERE schemaname = current_schema() AND indexdef LIKE 'CREATE INDEX %'",
];
/// Every trigger that keeps figures, in the same way; those that refuse a change stay.
const TRIGGERS: [&str; 2] = [
    "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger' AND name NOT LIKE '%_no_update' AND name NOT LIKE '%_no_delete'",
    "SELECT g.tgname::text, t.relname::text, '' FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid \
     WHERE t.relnamespace = current_schema()::regnamespace AND NOT g.tgisinternal AND g.tgname NOT LIKE '%_no_change'",
];

/// Takes indexes and triggers away, but for the indexes of which `is_needed` says so by their table
/// and their definition. Nothing where they are away already.
pub fn take_away(tx: &mut Tx<'_>, is_needed: fn(&str, &str) -> bool) -> Result<()> {
    if meta::get(tx, TAKEN)?.is_some() {
        return Ok(());
    }
    let is_sqlite = tx.dialect() == Dialect::Sqlite;
    let at = usize::from(!is_sqlite);
    let mut made_again = Vec::new();
    for row in &tx.query(INDEXES.get(at).copied().unwrap_or_default(), &[])? {
        let [name, table, text] = texts(row)?;
        if !is_needed(table, text) {
            tx.batch(&format!("DROP INDEX \"{name}\""))?;
            made_again.push(text.to_owned());
        }
    }
    for row in &tx.query(TRIGGERS.get(at).copied().unwrap_or_default(), &[])? {
        let [name, table, text] = texts(row)?;
        if is_sqlite {
            tx.batch(&format!("DROP TRIGGER \"{name}\""))?;
            made_again.push(text.to_owned());
        } else {
            tx.batch(&format!(
                "ALTER TABLE \"{table}\" DISABLE TRIGGER \"{name}\""
            ))?;
            made_again.push(format!("ALTER TABLE \"{table}\" ENABLE TRIGGER \"{name}\""));
        }
    }
    let noted = serde_json::to_string(&made_again);
    let noted = noted.map_err(|error| Error::Shape(error.to_string()))?;
    meta::put(tx, TAKEN, &noted)
}

fn texts(row: &Row) -> Result<[&str; 3]> {
    Ok([row.text(0)?, row.text(1)?, row.text(2)?])
}

/// Makes again what was taken away; answers whether anything was.
pub fn give_back(tx: &mut Tx<'_>) -> Result<bool> {
    let Some(noted) = meta::get(tx, TAKEN)? else {
        return Ok(false);
    };
    let made_again: Vec<String> =
        serde_json::from_str(&noted).map_err(|error| Error::Shape(error.to_string()))?;
    tx.be_patient()?;
    for text in &made_again {
        if !MAKES.iter().any(|beginning| text.starts_with(beginning)) {
            return Err(Error::shape("what makes an index or a trigger", text));
        }
        tx.batch(text)?;
    }
    meta::remove(tx, TAKEN)?;
    Ok(true)
}

/// Lets PostgreSQL look at what was put in, which it would do by itself a minute later.
pub fn learn(tx: &mut Tx<'_>) -> Result<()> {
    if tx.dialect() == Dialect::Postgres {
        tx.be_patient()?;
        tx.batch("ANALYZE")?;
    }
    Ok(())
}

/// Adds up anew what triggers would have kept.
pub fn count_again(tx: &mut Tx<'_>) -> Result<()> {
    tx.be_patient()?;
    kept_counts::count_again(tx)?;
    kept_days::count_again(tx)
}

/// Whether something is away in a database that may have no tables yet.
pub fn is_bare(conn: &mut Conn) -> Result<bool> {
    Ok(!migrate::is_untouched(conn)? && meta::get(conn, TAKEN)?.is_some())
}
