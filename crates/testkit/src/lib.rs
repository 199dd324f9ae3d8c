//! A whole application for tests: both databases, a standing clock, people with chosen rights.
//! Requests go through the real router without a socket.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot be set up must fail loudly"
)]

mod bucket;
mod client;
mod database;
mod declared;
pub mod demo;
mod fresh;
mod inside;
pub mod office;
mod people;
mod pg_server;
mod proxy;
pub mod questions;
pub mod statements;
mod thief;

use std::sync::Arc;

use axum::Router;
use server::{
    app::{self, App},
    settings::Settings,
};
use service::password::{Cost, Hasher};
use store::{Clock, Db, Options, crypt::Keys, migrate::Migration};

pub use bucket::Bucket;
pub use client::{Answer, Client};
pub use database::{Backend, Scratch};
pub use people::Person;
pub use pg_server::{PgServer, Stop};
pub use proxy::Proxy;
pub use thief::quietly;

/// The password of the first administrator in every test.
pub const PASSWORD: &str = "Zhang-Gui-2026";
/// The business clock of every test stands here until it is moved; real time stands too.
pub const NOW: &str = "2026-03-01T09:00:00!";

/// What a program brings along that is one migration newer than this one.
pub const LATER: Migration = Migration {
    version: 9999,
    name: "9999_later.sql",
    sqlite: "ALTER TABLE meta ADD COLUMN origin TEXT",
    postgres: "ALTER TABLE meta ADD COLUMN origin TEXT",
};

/// An application on a fresh database.
pub struct TestApp {
    pub app: Arc<App>,
    pub router: Router,
    pub clock: Clock,
    pub backend: Backend,
    pub scratch: Scratch,
}

impl TestApp {
    pub fn start(backend: Backend) -> Self {
        Self::in_scratch(fresh::scratch(backend), backend)
    }

    /// The same in a folder and a database that are there.
    fn in_scratch(scratch: Scratch, backend: Backend) -> Self {
        let settings = scratch.settings();
        Self::with(scratch, backend, &settings)
    }

    /// The same with settings of the caller's.
    pub fn with(scratch: Scratch, backend: Backend, settings: &Settings) -> Self {
        hear_errors();
        let opened =
            app::open(settings, cheap_hasher()).unwrap_or_else(|sentence| panic!("{sentence}"));
        let router = server::router::router(&opened.app);
        let clock = opened.app.clock.clone();
        clock.stop_real();
        Self {
            app: opened.app,
            router,
            clock,
            backend,
            scratch,
        }
    }

    /// Another node of the same office, with the same time.
    pub fn another_node(&self) -> Router {
        let open = || app::open(&self.scratch.settings(), cheap_hasher());
        // Beside the runtime of the test, which must not be kept waiting.
        let opened = std::thread::scope(|scope| scope.spawn(open).join().unwrap());
        let app = opened.unwrap_or_else(|sentence| panic!("{sentence}")).app;
        app.clock.stop_real();
        app.clock
            .advance_real(self.clock.real().0 - app.clock.real().0);
        server::router::router(&app)
    }

    pub fn db(&self) -> &Db {
        &self.app.db
    }

    /// The same database where counting stops at so many rows.
    pub fn db_with_bound(&self, count_bound: i64) -> Db {
        let settings = self.scratch.settings();
        let keys = Keys::load_or_create(&settings.key()).unwrap();
        let options = Options {
            count_bound,
            ..Options::new(&settings.database_url().unwrap(), keys)
        };
        Db::open(&options).unwrap()
    }

    /// Someone who has not signed in.
    pub fn anonymous(&self) -> Client {
        Client::new(self.router.clone(), None)
    }

    /// Signs in with a name and password.
    pub async fn sign_in(&self, login_name: &str, password: &str) -> Client {
        let body = serde_json::json!({ "loginName": login_name, "password": password });
        let answer = self.anonymous().post("/api/sys/login/login", body).await;
        let token = answer.result["token"]
            .as_str()
            .unwrap_or_else(|| panic!("sign-in failed: {answer:?}"));
        Client::new(self.router.clone(), Some(token.to_owned()))
    }

    pub async fn admin(&self) -> Client {
        self.sign_in("admin", PASSWORD).await
    }

    /// Makes a user who holds exactly these permissions, and signs them in.
    pub async fn person(&self, permissions: &[&str]) -> Person {
        people::make(self, permissions, "QUANBU", None).await
    }

    /// The same with a data scope (QUANBU, MENDIAN, BENREN) and a store.
    pub async fn person_of(&self, permissions: &[&str], data_scope: &str, mendian: &str) -> Person {
        people::make(self, permissions, data_scope, Some(mendian)).await
    }
}

/// Internal errors belong in the output of the test that met them.
fn hear_errors() {
    let _ = tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::ERROR)
        .with_test_writer()
        .try_init();
}

/// Hashing that costs nothing: tests are about everything else.
pub fn cheap_hasher() -> Hasher {
    Hasher::new(Cost::CHEAP, &mut rand::rng()).unwrap()
}

/// Settings as a newcomer has them, in a folder of their own.
pub fn settings(data_dir: &std::path::Path, database_url: Option<String>) -> Settings {
    Settings {
        addr: ([127, 0, 0, 1], 0).into(),
        data_dir: data_dir.to_owned(),
        database_url,
        read_database_url: None,
        database_connections: None,
        page_cache_mb: None,
        drain_seconds: None,
        files_url: None,
        backup_dir: None,
        backup_key_file: None,
        backup_hour: 3,
        backup_keep: 14,
        anchor_file: None,
        admin_password: Some(PASSWORD.to_owned()),
        clock: Some(NOW.to_owned()),
        trusted_proxies: Vec::new(),
        metrics_addr: None,
        metrics_token: None,
        code_dir: None,
        with_tools: true,
        log: "text".to_owned(),
    }
}

/// Runs a test on SQLite and on PostgreSQL.
pub fn on_both<F>(test: impl Fn(TestApp) -> F)
where
    F: Future<Output = ()>,
{
    on_each(|scratch| scratch, test);
}

/// The same with its files in a bucket.
pub fn on_both_with_bucket<F>(test: impl Fn(TestApp) -> F)
where
    F: Future<Output = ()>,
{
    on_each(Scratch::with_bucket, test);
}

fn on_each<F>(changed: impl Fn(Scratch) -> Scratch, test: impl Fn(TestApp) -> F)
where
    F: Future<Output = ()>,
{
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        println!("on {backend:?}");
        let app = TestApp::in_scratch(changed(fresh::scratch(backend)), backend);
        runtime.block_on(test(app));
    }
}
