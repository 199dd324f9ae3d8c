//! A table with one column, for tests of what is committed.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up must fail loudly"
)]

use store::Db;

pub fn table(db: &Db) {
    db.write_now(|tx| tx.batch("CREATE TABLE note (name TEXT NOT NULL UNIQUE)"))
        .unwrap();
}

pub fn names(db: &Db) -> Vec<String> {
    let rows = db.read_now(|conn| conn.query("SELECT name FROM note ORDER BY name", &[]));
    let rows = rows.unwrap();
    rows.iter()
        .map(|row| row.text(0).unwrap().to_owned())
        .collect()
}
