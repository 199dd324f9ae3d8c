//! What a node does while its PostgreSQL servers are full, lack their standby, or lost their replica.

use std::{
    fs::File,
    process::Command,
    time::{Duration, Instant},
};

use testkit::{Backend, PgServer, Scratch, Stop};

use crate::{
    nodes::{add, page},
    process::{Caller, Outcome, Server, output, program},
};

fn serve(scratch: &Scratch, url: &str) -> Command {
    let mut serve = program(scratch, "serve");
    serve.env("ZHANGGUI_DATABASE_URL", url);
    serve
}

fn caller(server: &Server) -> Caller {
    Caller::new(&server.address, &Caller::sign_in(&server.address))
}

/// Writes until so many in a row went well.
fn works_again(caller: &Caller, in_a_row: usize, within: Duration) {
    let (started, mut well) = (Instant::now(), 0);
    while well < in_a_row {
        let written = add(caller, "again");
        well = match written {
            Outcome::Answered(200, ..) => well + 1,
            _ => 0,
        };
        let took = started.elapsed();
        assert!(took < within, "does not come back: {written:?}");
    }
}

#[test]
fn a_full_server_is_told_of_and_used_again_when_it_has_room() {
    const MOST: u16 = 20;
    let (database, scratch) = (
        PgServer::with_connections(MOST),
        Scratch::new(Backend::Sqlite),
    );
    let mut serve = serve(&scratch, &database.url());
    serve.env("ZHANGGUI_DATABASE_CONNECTIONS", "8");
    let server = Server::run(serve);
    let caller = caller(&server);
    assert!(matches!(add(&caller, "before"), Outcome::Answered(200, ..)));
    // Others take all there are, as further nodes would while this one is cut off.
    let mut others = database.crowd_out();
    let full = add(&caller, "full");
    assert!(
        matches!(&full, Outcome::Answered(500, text, _) if text.contains("数据库的连接数已满")),
        "{full:?}"
    );
    assert_eq!(page(&server, "/readyz").0, 503);
    let mut check = program(&scratch, "check");
    check.env("ZHANGGUI_DATABASE_URL", database.url());
    let refused = output(check);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("数据库的连接数已满"), "{said}");
    // With a few of those it wants it works, and each write with one of them.
    others.truncate(others.len() - 4);
    works_again(&caller, 40, Duration::from_secs(25));
    drop(others);
    works_again(&caller, 10, Duration::from_secs(25));
    assert_eq!(page(&server, "/readyz").0, 200);
    server.kill();
}

#[test]
fn a_commit_that_waits_for_a_standby_is_never_called_done() {
    let (database, scratch) = (PgServer::start(), Scratch::new(Backend::Sqlite));
    let server = Server::run(serve(&scratch, &database.url()));
    let caller = caller(&server);
    assert!(matches!(add(&caller, "before"), Outcome::Answered(200, ..)));
    database.need_standby(true);
    let asked = Instant::now();
    let unknown = add(&caller, "during");
    let took = asked.elapsed();
    assert!(
        matches!(&unknown, Outcome::Answered(500, text, _) if text.contains("结果未知")),
        "{unknown:?}"
    );
    assert!(took < Duration::from_secs(15), "{took:?}");
    // What only reads goes on.
    let list = caller.get("/api/app/gonggao/findAllByPage?size=10");
    assert!(list["total"].as_i64().unwrap() >= 1, "{list}");
    database.need_standby(false);
    works_again(&caller, 5, Duration::from_secs(25));
    server.kill();
}

#[test]
fn the_primary_stands_in_for_a_replica_that_is_away() {
    let scratch = Scratch::new(Backend::Sqlite);
    let primary = PgServer::start();
    let replica = primary.standby();
    let log = scratch.path().with_extension("log");
    let mut serve = serve(&scratch, &primary.url());
    serve
        .env("ZHANGGUI_READ_DATABASE_URL", replica.url())
        .env("RUST_LOG", "warn")
        .stderr(File::create(&log).unwrap());
    let server = Server::run(serve);
    let caller = caller(&server);
    assert!(matches!(add(&caller, "one"), Outcome::Answered(200, ..)));
    let exported = || caller.bytes("/api/app/gonggao/export").starts_with(b"PK");
    assert!(exported());
    assert!(replica.visitors() > 0, "the replica was not asked");
    let warned = || {
        let said = std::fs::read_to_string(&log).unwrap();
        said.contains("the replica is away")
    };
    assert!(!warned());
    replica.stop(Stop::Fast);
    for _ in 0..4 {
        assert!(exported());
    }
    assert!(warned());
    assert_eq!(page(&server, "/readyz").0, 200);
    // A start finds none either, and does not wait for it.
    server.kill();
    let mut serve = program(&scratch, "serve");
    serve
        .env("ZHANGGUI_DATABASE_URL", primary.url())
        .env("ZHANGGUI_READ_DATABASE_URL", replica.url());
    let started = Instant::now();
    let server = Server::run(serve);
    assert!(started.elapsed() < Duration::from_secs(30));
    assert_eq!(page(&server, "/readyz").0, 200);
    server.kill();
    let _ = std::fs::remove_file(log);
}
