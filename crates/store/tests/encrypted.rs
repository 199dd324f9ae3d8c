//! Encrypted connections to PostgreSQL: only to a server whose certificate is vouched for.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up must fail loudly"
)]

mod place;

use place::{Place, on_both};
use store::Db;

fn on_postgres(test: impl Fn(&Place)) {
    on_both(|place| {
        if place.options().url.starts_with("postgres:") {
            test(place);
        }
    });
}

/// Whether the server sees what is said as encrypted.
fn is_encrypted(db: &Db) -> bool {
    let text = "SELECT ssl::text FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    let rows = db.read_now(|conn| conn.query(text, &[])).unwrap();
    rows.iter().all(|row| row.text(0).unwrap() == "true")
}

#[test]
fn what_is_said_is_encrypted_where_the_address_asks_for_it() {
    on_postgres(|place| {
        assert!(!is_encrypted(&place.open()));
        let ca = std::env::var("PG_TEST_CA").unwrap();
        let mut options = place.options();
        options.url = format!("{}?sslmode=verify-full&sslrootcert={ca}", options.url);
        assert!(is_encrypted(&Db::open(&options).unwrap()));
    });
}

#[test]
fn a_server_nobody_vouches_for_is_not_talked_to() {
    on_postgres(|place| {
        let ca = std::env::var("PG_TEST_CA").unwrap();
        let url = place.options().url;
        let elsewhere = url.replace("127.0.0.1", "localhost");
        for (url, why) in [
            (format!("{url}?sslmode=require"), "UnknownIssuer"),
            (
                format!("{elsewhere}?sslmode=require&sslrootcert={ca}"),
                "not valid for name",
            ),
            (
                format!("{url}?sslmode=require&sslrootcert=/nowhere.pem"),
                "/nowhere.pem",
            ),
            (format!("{url}?sslmode=prefer"), "sslmode"),
        ] {
            let mut options = place.options();
            options.url = url;
            let refused = Db::open(&options).map(|_| ()).unwrap_err().to_string();
            assert!(refused.contains(why), "{refused}");
        }
    });
}
