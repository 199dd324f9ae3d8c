//! Nodes beside each other, and what they do while something they rely on is away.

use std::{
    net::{SocketAddr, TcpListener},
    thread,
    time::{Duration, Instant},
};

use serde_json::json;
use store::migrate;
use testkit::{Backend, LATER, Proxy, Scratch};
use ureq::Agent;

use crate::{
    process::{Caller, Outcome, Server, output, program},
    several::Several,
};

fn database() -> SocketAddr {
    let url = std::env::var("PG_TEST_URL").unwrap();
    let (_, place) = url.split_once('@').unwrap();
    place.split('/').next().unwrap().parse().unwrap()
}

/// The address of a database behind a proxy.
fn through(proxy: &Proxy, scratch: &Scratch) -> String {
    let url = scratch.database_url().unwrap();
    url.replace(&database().to_string(), &proxy.address.to_string())
}

/// Status and text of a page, and how long it took.
pub fn page(server: &Server, path: &str) -> (u16, String, Duration) {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(30)));
    let started = Instant::now();
    let answer = Agent::new_with_config(config.build())
        .get(format!("{}{path}", server.address))
        .call();
    let mut answer = answer.unwrap();
    let text = answer.body_mut().read_to_string().unwrap();
    (answer.status().as_u16(), text, started.elapsed())
}

pub fn add(caller: &Caller, title: &str) -> Outcome {
    let notice = json!({ "biaoti": title, "type": "XITONG", "neirong": "<p>x</p>" });
    caller.post("/api/app/gonggao/add", &notice)
}

#[test]
fn connections_that_fell_silent_are_replaced() {
    let scratch = Scratch::new(Backend::Postgres);
    let proxy = Proxy::to(database());
    let mut serve = program(&scratch, "serve");
    serve.env("ZHANGGUI_DATABASE_URL", through(&proxy, &scratch));
    let server = Server::run(serve);
    let caller = Caller::new(&server.address, &Caller::sign_in(&server.address));
    assert!(matches!(add(&caller, "before"), Outcome::Answered(200, ..)));
    proxy.silence();
    let silent = Instant::now();
    let mut works = 0;
    while works < 10 {
        let is_done = matches!(add(&caller, "after"), Outcome::Answered(200, ..));
        works = if is_done { works + 1 } else { 0 };
        let took = silent.elapsed();
        assert!(took < Duration::from_secs(20), "silent for {took:?}");
    }
    println!("ten writes {:?} after the silence began", silent.elapsed());
    // Whatever hangs: an answer within a second, and a little for a machine that is busy.
    proxy.silence_all();
    let (_, _, took) = page(&server, "/readyz");
    let (status, text, again) = page(&server, "/readyz");
    assert_eq!((status, text.lines().next()), (503, Some("not ready")));
    assert!(
        took.max(again) < Duration::from_secs(3),
        "{took:?} {again:?}"
    );
    assert_eq!(page(&server, "/healthz").0, 200);
    proxy.speak();
    let spoke = Instant::now();
    while page(&server, "/readyz").0 != 200 {
        assert!(spoke.elapsed() < Duration::from_secs(40));
        thread::sleep(Duration::from_millis(100));
    }
    server.kill();
}

#[test]
fn a_start_waits_for_the_database_and_a_replica_may_be_away() {
    let scratch = Scratch::new(Backend::Postgres);
    let proxy = Proxy::to(database());
    proxy.close(true);
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap();
    let away = nobody.local_addr().unwrap();
    drop(nobody);
    let mut serve = program(&scratch, "serve");
    let replica = through(&proxy, &scratch).replace(&proxy.address.to_string(), &away.to_string());
    serve
        .env("ZHANGGUI_DATABASE_URL", through(&proxy, &scratch))
        .env("ZHANGGUI_READ_DATABASE_URL", replica)
        .env("ZHANGGUI_DATABASE_CONNECTIONS", "5");
    let server = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_secs(3));
            proxy.close(false);
        });
        Server::run(serve)
    });
    let caller = Caller::new(&server.address, &Caller::sign_in(&server.address));
    assert!(matches!(add(&caller, "one"), Outcome::Answered(200, ..)));
    let exported = caller.bytes("/api/app/gonggao/export");
    assert!(exported.starts_with(b"PK"), "{} bytes", exported.len());
    server.kill();
}

#[test]
fn a_start_that_is_not_let_in_says_so_at_once() {
    let scratch = Scratch::new(Backend::Postgres);
    let mut serve = program(&scratch, "serve");
    let url = scratch.database_url().unwrap();
    serve.env("ZHANGGUI_DATABASE_URL", format!("{url}_nosuch"));
    let started = Instant::now();
    let refused = output(serve);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success());
    assert!(said.contains("数据库拒绝登录"), "{said}");
    assert!(started.elapsed() < Duration::from_secs(30), "{said}");
}

#[test]
fn nodes_that_start_at_once_make_one_office() {
    let office = Scratch::new(Backend::Postgres);
    let nodes = Several::start(&office.database_url().unwrap(), 3);
    let again = output(program(&nodes.folders[0], "make-keys"));
    assert!(!again.status.success(), "keys were made twice");
    for server in &nodes.servers {
        let caller = Caller::new(&server.address, &Caller::sign_in(&server.address));
        assert!(matches!(add(&caller, "one"), Outcome::Answered(200, ..)));
    }
    // The keys have been used: beside an empty database they would mean a lost one.
    assert!(!nodes.folders[0].path().join("keys.unused").exists());
    nodes.check();
}

#[test]
fn a_node_that_stops_says_so_before_it_closes_its_door() {
    let scratch = Scratch::new(Backend::Sqlite);
    let mut serve = program(&scratch, "serve");
    serve.env("ZHANGGUI_DRAIN_SECONDS", "3");
    let server = Server::run(serve);
    assert_eq!(page(&server, "/readyz").0, 200);
    let token = Caller::sign_in(&server.address);
    server.ask_to_stop();
    let asked = Instant::now();
    while page(&server, "/readyz").0 == 200 {
        assert!(asked.elapsed() < Duration::from_secs(2), "still ready");
    }
    let late = Caller::new(&server.address, &token);
    assert!(matches!(add(&late, "late"), Outcome::Answered(200, ..)));
    assert!(server.ended(Duration::from_secs(30)).unwrap().success());
}

/// A picture of one pixel.
const PIXEL: &[u8] = include_bytes!("pixel.png");

#[test]
fn a_file_storage_that_is_silent_stops_nothing_else_and_is_told_of() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let place = silent.local_addr().unwrap();
    let scratch = Scratch::new(Backend::Sqlite);
    let mut serve = program(&scratch, "serve");
    serve
        .env(
            "ZHANGGUI_FILES_URL",
            format!("s3://{place}/office?tls=false"),
        )
        .env("ZHANGGUI_S3_ACCESS_KEY", "access")
        .env("ZHANGGUI_S3_SECRET_KEY", "secret")
        .env("ZHANGGUI_METRICS_TOKEN", "seen");
    let server = Server::run(serve);
    let (status, text, took) = page(&server, "/readyz");
    assert_eq!(status, 200);
    assert_eq!(text, "ready\nthe file storage does not answer");
    assert!(took < Duration::from_secs(3), "{took:?}");
    let caller = Caller::new(&server.address, &Caller::sign_in(&server.address));
    let asked = Instant::now();
    let said = caller.upload("avatar", "a.png", PIXEL);
    assert!(
        matches!(&said, Outcome::Answered(500, text, _) if text.starts_with("文件存储暂时不可用")),
        "{said:?}"
    );
    assert!(asked.elapsed() < Duration::from_secs(8));
    // What was refused inside an answer of status 200 is counted as refused.
    let config = Agent::config_builder().http_status_as_error(false).build();
    let metrics = Agent::new_with_config(config)
        .get(format!("{}/metrics", server.address))
        .header("authorization", "Bearer seen")
        .call();
    let metrics = metrics.unwrap().body_mut().read_to_string().unwrap();
    for line in [
        "zhanggui_request_seconds_count{route=\"/api/app/file/up\",status=\"200\",code=\"500\"} 1",
        "zhanggui_db_connections{pool=\"write\"} 1",
        "zhanggui_sign_in_failures_total 0",
        "zhanggui_file_failures_total{verb=\"put\"} 1",
        "zhanggui_file_seconds_count{verb=\"put\"} 1",
    ] {
        assert!(metrics.contains(line), "{line}\n{metrics}");
    }
    server.kill();
}

#[test]
fn a_node_whose_schema_moved_on_stops_writing() {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let scratch = Scratch::new(backend);
        let server = Server::start(&scratch);
        let caller = Caller::new(&server.address, &Caller::sign_in(&server.address));
        assert!(matches!(add(&caller, "before"), Outcome::Answered(200, ..)));
        let newer = server::app::open_existing_db(&scratch.settings()).unwrap();
        migrate::migrate_beyond(&newer, &LATER).unwrap();
        // At once, whether the node has looked meanwhile or not.
        let refused = add(&caller, "after");
        assert!(
            matches!(&refused, Outcome::Answered(500, text, _) if text.contains("请升级本节点")),
            "{refused:?}"
        );
        let moved = Instant::now();
        while page(&server, "/readyz").0 == 200 {
            assert!(moved.elapsed() < Duration::from_secs(20), "still ready");
            thread::sleep(Duration::from_millis(100));
        }
        let (_, text, _) = page(&server, "/readyz");
        assert!(text.contains("the schema is newer"), "{text}");
        let list = caller.get("/api/app/gonggao/findAllByPage?size=10");
        assert_eq!(list["total"], 1, "{list}");
        server.kill();
    }
}
