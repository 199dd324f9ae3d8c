//! Numbered migrations. A server changes its schema in no other way, and an older binary refuses
//! a newer schema.

use crate::{
    conn::{Conn, Tx},
    crypt::digest,
    db::Db,
    error::{Error, Result},
    locks::Lock,
    sql::Dialect,
};

/// A step of the schema, in the words of either engine.
pub struct Migration {
    pub version: i64,
    pub name: &'static str,
    pub sqlite: &'static str,
    pub postgres: &'static str,
}

const MIGRATIONS: &[Migration] = include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// What remembers the migrations, made before the first of them.
pub(crate) const HISTORY: &str = "CREATE TABLE IF NOT EXISTS schema_migration \
    (version BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)";

/// Why a database cannot be used by this binary.
#[derive(Debug)]
pub enum Mismatch {
    /// The schema is newer than this binary knows.
    Newer {
        found: i64,
        known: i64,
    },
    /// A migration that was applied reads differently now.
    Changed {
        version: i64,
    },
    Store(Error),
}

impl From<Error> for Mismatch {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

impl crate::error::Failure for Mismatch {
    fn store(&self) -> Option<&Error> {
        match self {
            Self::Store(error) => Some(error),
            _ => None,
        }
    }
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Newer { found, known } => {
                write!(
                    out,
                    "数据库结构版本 {found} 比本程序（{known}）新，请使用更新的程序"
                )
            }
            Self::Changed { version } => write!(out, "数据库迁移 {version} 的内容与本程序不一致"),
            Self::Store(error) => write!(out, "数据库迁移失败：{error}"),
        }
    }
}

/// Brings the schema up to date, one transaction a migration; returns how many ran. From then on
/// nothing is written beside a newer schema.
pub fn migrate(db: &Db) -> Result<usize, Mismatch> {
    db.schema().settle(None);
    let mut ran = 0;
    while db.write_now(step)? {
        ran += 1;
    }
    db.schema().settle(Some(newest_version()));
    Ok(ran)
}

/// Refuses a schema that this program does not know, now and in whatever is written later.
pub fn settle(db: &Db) -> Result<(), Mismatch> {
    db.read_now(applied)?;
    db.schema().settle(Some(newest_version()));
    Ok(())
}

/// What a program does that knows one migration more than this one, to see both beside each other.
pub fn migrate_beyond(db: &Db, later: &'static Migration) -> Result<(), Mismatch> {
    migrate(db)?;
    db.schema().settle(Some(later.version));
    db.write_now(|tx| {
        Lock::Migration.take_patiently(tx)?;
        apply(tx, later)
    })?;
    Ok(())
}

/// The same with the first so many migrations, for rows that were written then.
pub fn migrate_to(db: &Db, count: usize) -> Result<(), Mismatch> {
    while db.read_now(known)? < count && db.write_now(step)? {}
    Ok(())
}

/// How many migrations were applied to a database that may have none.
fn known(conn: &mut Conn) -> Result<usize, Mismatch> {
    if is_untouched(conn)? {
        return Ok(0);
    }
    applied(conn)
}

/// How many migrations this program knows.
pub fn newest() -> usize {
    MIGRATIONS.len()
}

fn newest_version() -> i64 {
    let versions = MIGRATIONS.iter().map(|migration| migration.version);
    versions.max().unwrap_or_default()
}

/// Applies the next migration, if there is one. Several nodes may start at once: a lock in the
/// same transaction lets one of them do it.
fn step(tx: &mut Tx<'_>) -> Result<bool, Mismatch> {
    Lock::Migration.take_patiently(tx)?;
    tx.batch(HISTORY)?;
    let applied = applied(tx)?;
    let Some(next) = MIGRATIONS.get(applied) else {
        return Ok(false);
    };
    apply(tx, next)?;
    Ok(true)
}

fn apply(tx: &mut Tx<'_>, next: &Migration) -> Result<()> {
    tracing::info!(migration = next.name, "applying");
    tx.batch(text(next, tx.dialect()))?;
    let params = [
        next.version.into(),
        next.name.into(),
        checksum(next, tx.dialect()).into(),
    ];
    let noted = "INSERT INTO schema_migration (version, name, checksum) VALUES (?, ?, ?)";
    tx.execute(noted, &params).map(drop)
}

/// Whether no program of ours has ever been here.
pub fn is_untouched(conn: &mut Conn) -> Result<bool> {
    let text = match conn.dialect() {
        Dialect::Sqlite => "SELECT count(*) FROM sqlite_master WHERE name = 'schema_migration'",
        Dialect::Postgres => "SELECT count(to_regclass('schema_migration'))",
    };
    Ok(conn.query_one(text, &[])?.int(0)? == 0)
}

/// Refuses a schema that this program does not know; answers how many migrations were applied.
pub fn applied(conn: &mut Conn) -> Result<usize, Mismatch> {
    let applied = conn.query(
        "SELECT version, checksum FROM schema_migration ORDER BY version",
        &[],
    )?;
    for row in &applied {
        let version = row.int(0)?;
        let Some(migration) = MIGRATIONS
            .iter()
            .find(|migration| migration.version == version)
        else {
            return Err(Mismatch::Newer {
                found: version,
                known: newest_version(),
            });
        };
        if row.text(1)? != checksum(migration, conn.dialect()) {
            return Err(Mismatch::Changed { version });
        }
    }
    Ok(applied.len())
}

/// The texts of the migrations that made this database.
pub(crate) fn texts(conn: &mut Conn) -> Result<Vec<&'static str>> {
    let row = conn.query_one("SELECT count(*) FROM schema_migration", &[])?;
    let applied = usize::try_from(row.int(0)?).unwrap_or_default();
    let dialect = conn.dialect();
    let texts = MIGRATIONS.iter().take(applied);
    Ok(texts.map(|migration| text(migration, dialect)).collect())
}

fn text(migration: &Migration, dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => migration.sqlite,
        Dialect::Postgres => migration.postgres,
    }
}

fn checksum(migration: &Migration, dialect: Dialect) -> String {
    digest(text(migration, dialect))
}
