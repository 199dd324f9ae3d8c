//! What stops a start, and in which words.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up must fail loudly"
)]

use server::app;
use testkit::{Backend, Scratch, cheap_hasher};

/// Why this place cannot be opened; a place that can is a failure.
fn refusal(scratch: &Scratch) -> String {
    match app::open(&scratch.settings(), cheap_hasher()) {
        Ok(_) => panic!("it started"),
        Err(sentence) => sentence,
    }
}

fn on_started(test: impl Fn(&Scratch)) {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let scratch = Scratch::new(backend);
        app::open(&scratch.settings(), cheap_hasher()).unwrap();
        test(&scratch);
    }
}

#[test]
fn a_second_start_changes_nothing() {
    on_started(|scratch| {
        let again = app::open(&scratch.settings(), cheap_hasher()).unwrap();
        assert!(!again.is_first_start);
        assert_eq!(again.made_up_password, None);
    });
}

/// Secrets sealed with one key are noise under another.
#[test]
fn a_key_that_is_not_the_databases_is_refused() {
    on_started(|scratch| {
        let key = scratch.path().join("key");
        let kept = std::fs::read(&key).unwrap();
        std::fs::remove_file(&key).unwrap();
        assert!(refusal(scratch).contains("密钥与数据库不符"));
        std::fs::write(&key, kept).unwrap();
        app::open(&scratch.settings(), cheap_hasher()).unwrap();
    });
}
