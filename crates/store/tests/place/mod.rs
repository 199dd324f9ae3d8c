//! A database of its own for every test of the store, on both engines.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::{
    path::PathBuf,
    sync::atomic::{AtomicU64, Ordering},
};

use postgres::{Client, NoTls};
use store::{Db, Options, crypt::Keys};
use tempfile::TempDir;

/// A folder and, on PostgreSQL, a database; both are gone with it.
pub struct Place {
    folder: TempDir,
    database: Option<String>,
}

impl Place {
    fn new(is_postgres: bool) -> Self {
        let database = is_postgres.then(|| {
            static NUMBER: AtomicU64 = AtomicU64::new(0);
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("s{}_{number}", std::process::id());
            admin(&format!("CREATE DATABASE {name}"));
            name
        });
        Self {
            folder: tempfile::tempdir().unwrap(),
            database,
        }
    }

    pub fn key_path(&self) -> PathBuf {
        self.folder.path().join("key")
    }

    pub fn options(&self) -> Options {
        let url = match &self.database {
            None => format!("sqlite:{}", self.folder.path().join("test.db").display()),
            Some(name) => pg_url().replace("/postgres", &format!("/{name}")),
        };
        Options::new(&url, Keys::load_or_create(&self.key_path()).unwrap())
    }

    pub fn open(&self) -> Db {
        Db::open(&self.options()).unwrap()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(name) = &self.database {
            admin(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        }
    }
}

fn pg_url() -> String {
    std::env::var("PG_TEST_URL").unwrap_or_else(|_| {
        panic!("PG_TEST_URL is not set: run the tests with scripts/with-postgres")
    })
}

fn admin(text: &str) {
    Client::connect(&pg_url(), NoTls)
        .unwrap()
        .batch_execute(text)
        .unwrap();
}

/// Runs a test on SQLite and on PostgreSQL.
pub fn on_both(test: impl Fn(&Place)) {
    for is_postgres in [false, true] {
        println!("on {}", if is_postgres { "PostgreSQL" } else { "SQLite" });
        test(&Place::new(is_postgres));
    }
}
