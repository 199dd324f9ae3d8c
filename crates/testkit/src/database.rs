//! A database of its own for every test.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use postgres::{Client, NoTls};
use server::settings::Settings;
use tempfile::TempDir;

use crate::bucket::Bucket;

/// What files lie in, in the data folder and in a bucket.
const FILES: &str = "files";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    Sqlite,
    Postgres,
}

/// A data folder and, on PostgreSQL, a database; both are gone with it.
pub struct Scratch {
    folder: TempDir,
    database: Option<String>,
    bucket: Option<Bucket>,
}

impl Scratch {
    pub fn new(backend: Backend) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = (backend == Backend::Postgres).then(|| {
            let name = fresh_name();
            admin(&format!("CREATE DATABASE {name}"));
            name
        });
        Self {
            folder,
            database,
            bucket: None,
        }
    }

    /// A folder, and a copy of a database where one is named.
    pub(crate) fn from_template(template: Option<&str>) -> Self {
        let database = template.map(|template| {
            let name = fresh_name();
            admin(&format!("CREATE DATABASE {name} TEMPLATE {template}"));
            name
        });
        Self {
            folder: tempfile::tempdir().unwrap(),
            database,
            bucket: None,
        }
    }

    /// The same with files in a bucket.
    #[must_use]
    pub fn with_bucket(mut self) -> Self {
        self.bucket = Some(Bucket::start());
        self
    }

    /// Where its files lie.
    pub fn files(&self) -> PathBuf {
        match &self.bucket {
            Some(bucket) => bucket.path(FILES),
            None => self.path().join(FILES),
        }
    }

    /// The same folder and database once more. Nobody may be working on them.
    pub fn copy(&self) -> Self {
        self.settle();
        let copy = Self::from_template(self.database.as_deref());
        copy_folder(self.path(), copy.path());
        copy
    }

    /// Nobody works here any more.
    pub(crate) fn settle(&self) {
        self.wait_for_the_log();
        self.cut_connections();
    }

    /// Leaves the database for others to copy, until the server is gone.
    pub(crate) fn keep_database(mut self) -> Option<String> {
        self.database.take()
    }

    /// The last connection to a SQLite database takes its log with it when it closes.
    fn wait_for_the_log(&self) {
        let log = self.path().join("zhanggui.db-wal");
        for _ in 0..100 {
            if !log.exists() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn database_url(&self) -> Option<String> {
        self.database
            .as_ref()
            .map(|name| pg_url().replace("/postgres", &format!("/{name}")))
    }

    /// Ends every connection to this database, as a restart of its server would.
    pub fn cut_connections(&self) {
        if let Some(name) = &self.database {
            admin(&format!(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
            ));
        }
    }

    pub fn settings(&self) -> Settings {
        Settings {
            files_url: self.bucket.as_ref().map(|bucket| bucket.url(FILES)),
            ..crate::settings(self.path(), self.database_url())
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Some(name) = self.database.clone() {
            // Dropping a client inside an async test would block its runtime.
            let _ = std::thread::spawn(move || {
                admin(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
            })
            .join();
        }
    }
}

fn fresh_name() -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    format!("t{}_{number}", std::process::id())
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Where the throw-away PostgreSQL server of this test run is.
pub fn pg_url() -> String {
    std::env::var("PG_TEST_URL").unwrap_or_else(|_| {
        panic!("PG_TEST_URL is not set: run the tests with scripts/with-postgres")
    })
}

fn admin(text: &str) {
    let text = text.to_owned();
    let run = move || {
        Client::connect(&pg_url(), NoTls)
            .unwrap()
            .batch_execute(&text)
            .unwrap()
    };
    std::thread::spawn(run).join().unwrap();
}
