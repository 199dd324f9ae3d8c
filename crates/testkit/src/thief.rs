//! Edits behind the server's back.

use store::{Dialect, Result, Tx};

/// Runs a text with every trigger out of the way, and puts the triggers back as they were.
pub fn quietly(tx: &mut Tx<'_>, text: &str) -> Result<()> {
    let triggers = triggers(tx)?;
    for (_, drop) in &triggers {
        tx.batch(drop)?;
    }
    tx.batch(text)?;
    for (create, _) in &triggers {
        tx.batch(create)?;
    }
    Ok(())
}

/// How each trigger is made and dropped.
fn triggers(tx: &mut Tx<'_>) -> Result<Vec<(String, String)>> {
    let text = match tx.dialect() {
        Dialect::Sqlite => {
            "SELECT sql, 'DROP TRIGGER \"' || name || '\"' FROM sqlite_master WHERE type = 'trigger'"
        }
        Dialect::Postgres => {
            "SELECT pg_get_triggerdef(oid), 'DROP TRIGGER ' || quote_ident(tgname) || ' ON ' || tgrelid::regclass::text \
             FROM pg_trigger WHERE NOT tgisinternal"
        }
    };
    let rows = tx.query(text, &[])?;
    rows.iter()
        .map(|row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned())))
        .collect()
}
