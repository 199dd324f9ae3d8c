//! What every answer has in common, whatever the path.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::body::Body;
use http::{Method, Request};
use serde_json::{Value as Json, json};
use testkit::{Backend, Client, Scratch, on_both};

use crate::support::{add, at_once, total};

fn gonggao(biaoti: &str) -> Json {
    json!({ "biaoti": biaoti, "type": "XITONG", "neirong": "<p>内容</p>" })
}

/// A request outside /server.
async fn bare(client: &Client, path: &str, headers: &[(&str, &str)]) -> testkit::Answer {
    let mut request = Request::builder().uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    client.request(request.body(Body::empty()).unwrap()).await
}

#[test]
fn what_never_reaches_a_handler_has_its_own_status_and_the_envelope() {
    on_both(async |test| {
        let admin = test.admin().await;
        let missing = admin.get("/api/app/nothing/findAllByPage").await;
        assert_eq!((missing.status.as_u16(), missing.code), (404, 2004));
        missing.refused(2004, "接口不存在");
        let wrong = admin.get("/api/app/gonggao/add").await;
        assert_eq!((wrong.status.as_u16(), wrong.code), (405, 2001));
        let big = json!({ "biaoti": "x".repeat(1_100_000) });
        for path in [
            "/api/app/gonggao/add",
            "/api/sys/user/add",
            "/api/sys/user/edit/password",
        ] {
            let answer = admin.post(path, big.clone()).await;
            assert_eq!((answer.status.as_u16(), answer.code), (413, 2001), "{path}");
            answer.refused(2001, "请求内容过大");
        }
        let login = json!({ "loginName": "a".repeat(10_000), "password": "x" });
        assert_eq!(
            test.anonymous()
                .post("/api/sys/login/login", login)
                .await
                .status,
            413
        );
    });
}

#[test]
fn a_body_that_is_no_json_is_refused_politely() {
    on_both(async |test| {
        let admin = test.admin().await;
        for body in ["{", "\u{0}", "{\"a\":1}x"] {
            let sent = admin
                .send(Method::POST, "/api/app/gonggao/add", body.into(), &[])
                .await;
            sent.refused(2001, "不是有效的JSON");
        }
        for body in ["[]", "1", "null", ""] {
            let sent = admin
                .send(Method::POST, "/api/app/gonggao/add", body.into(), &[])
                .await;
            sent.refused(2001, "应为JSON对象");
        }
    });
}

/// A body whose first byte makes the reader panic: the one way to a panic without a route for it.
struct Explosive;

impl hyper::body::Body for Explosive {
    type Data = bytes::Bytes;
    type Error = std::io::Error;
    fn poll_frame(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<hyper::body::Frame<bytes::Bytes>, std::io::Error>>> {
        panic!("secret inner detail")
    }
}

#[test]
fn a_panic_is_our_fault_and_the_server_goes_on() {
    on_both(async |test| {
        let admin = test.admin().await;
        let answer = admin
            .send(
                Method::POST,
                "/api/app/gonggao/add",
                Body::new(Explosive),
                &[],
            )
            .await;
        let trace = answer.headers["x-trace-id"].to_str().unwrap();
        answer.refused(500, &format!("系统异常，编号{trace}"));
        assert_eq!(answer.status, 200);
        assert!(!String::from_utf8_lossy(&answer.body).contains("secret inner"));
        // A job that panics on a database thread takes nobody with it.
        for _ in 0..40 {
            let job = test
                .db()
                .write(|_| -> Result<(), store::Error> { panic!("in the job") });
            assert!(job.await.is_err());
            let job = test
                .db()
                .read(|_| -> Result<(), store::Error> { panic!("in the job") });
            assert!(job.await.is_err());
        }
        add(&admin, "app/gonggao", gonggao("还在")).await;
        assert_eq!(total(&admin, "app/gonggao", "").await, 1);
    });
}

#[test]
fn every_answer_is_guarded() {
    on_both(async |test| {
        let admin = test.admin().await;
        let answers = [
            admin.get("/api/app/gonggao/findAllByPage").await,
            test.anonymous().get("/api/sys/user/findProfile").await,
            admin.get("/api/nothing").await,
            admin.get("/api/app/gonggao/add").await,
            admin.get("/api/app/gonggao/export").await,
            bare(&admin, "/", &[]).await,
            bare(&admin, "/nothing.js", &[]).await,
            bare(&admin, "/healthz", &[]).await,
            bare(&admin, "/metrics", &[]).await,
        ];
        for (at, answer) in answers.iter().enumerate() {
            let header = |name: &str| {
                answer
                    .headers
                    .get(name)
                    .map_or("", |value| value.to_str().unwrap())
            };
            let policy = header("content-security-policy");
            assert!(
                policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
                "{at} {policy}"
            );
            assert!(
                !policy
                    .split(';')
                    .any(|part| part.contains("script-src") && part.contains("unsafe")),
                "{policy}"
            );
            assert_eq!(header("x-content-type-options"), "nosniff", "{at}");
            assert_eq!(header("referrer-policy"), "no-referrer", "{at}");
            assert_eq!(header("x-frame-options"), "DENY", "{at}");
            assert_eq!(header("access-control-allow-origin"), "", "{at}");
        }
        assert_eq!(answers[0].headers["cache-control"], "no-store");
        assert_eq!(answers[0].headers["x-trace-id"].len(), 16);
    });
}

#[test]
fn every_answer_tells_the_time_of_the_office() {
    on_both(async |test| {
        let admin = test.admin().await;
        let office = test.clock.now().to_string();
        let answers = [
            admin.get("/api/app/gonggao/findAllByPage").await,
            admin.get("/api/app/gonggao/findById/999").await,
            admin.get("/api/app/gonggao/export").await,
            test.anonymous().get("/api/sys/user/findProfile").await,
        ];
        for answer in &answers {
            assert_eq!(answer.headers["x-shijian"], office.as_str());
        }
    });
}

#[test]
fn health_is_public_and_measures_are_not() {
    on_both(async |test| {
        let nobody = test.anonymous();
        assert_eq!(bare(&nobody, "/healthz", &[]).await.body, b"ok");
        assert_eq!(bare(&nobody, "/readyz", &[]).await.body, b"ready");
        for headers in [
            &[][..],
            &[("authorization", "Bearer guess")][..],
            &[("authorization", "Bearer ")][..],
        ] {
            assert_eq!(bare(&nobody, "/metrics", headers).await.status, 404);
        }
    });
    let scratch = Scratch::new(Backend::Sqlite);
    let mut settings = scratch.settings();
    settings.metrics_token = Some("scrape".to_owned());
    let opened = server::app::open(&settings, testkit::cheap_hasher()).unwrap();
    let client = Client::new(server::router::router(&opened.app), None);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let wrong = bare(&client, "/metrics", &[("authorization", "Bearer scrap")]).await;
        assert_eq!(wrong.status, 404);
        let shown = bare(&client, "/metrics", &[("authorization", "Bearer scrape")]).await;
        assert_eq!(shown.status, 200);
        assert!(String::from_utf8_lossy(&shown.body).contains("# TYPE"));
    });
}

#[test]
fn a_client_that_went_away_is_not_counted_for_ever() {
    on_both(async |test| {
        let admin = test.admin().await;
        for at in 0..5 {
            let asked = [
                tokio::time::timeout(
                    Duration::ZERO,
                    admin.post(ADD, gonggao(&format!("离开{at}"))),
                )
                .await,
                tokio::time::timeout(Duration::ZERO, admin.get("/api/sys/user/findProfile")).await,
            ];
            drop(asked);
        }
        // A write goes on alone, counted from its first turn, which may be yet to come, until it is
        // done.
        let done = async {
            while total(&admin, "app/gonggao", "").await < 5 || test.app.metrics.in_flight() > 0 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), done)
            .await
            .unwrap();
        assert_eq!(total(&admin, "app/gonggao", "").await, 5);
    });
}

const ADD: &str = "/api/app/gonggao/add";

async fn keyed(client: &Client, method: Method, path: &str, body: &Json) -> testkit::Answer {
    let headers = [
        ("content-type", "application/json"),
        ("idempotency-key", "key-1"),
    ];
    client
        .send(method, path, body.to_string().into(), &headers)
        .await
}

#[test]
fn the_same_question_under_one_key_has_one_effect() {
    on_both(async |test| {
        let admin = test.admin().await;
        let first = keyed(&admin, Method::POST, ADD, &gonggao("一")).await.ok();
        let second = keyed(&admin, Method::POST, ADD, &gonggao("一")).await.ok();
        assert_eq!(first, second);
        assert_eq!(total(&admin, "app/gonggao", "").await, 1);
        let other = keyed(&admin, Method::POST, ADD, &gonggao("二")).await;
        other.refused(2001, "不能用于不同的请求");
        let edit = keyed(
            &admin,
            Method::POST,
            "/api/app/gonggao/edit",
            &gonggao("一"),
        )
        .await;
        edit.refused(2001, "不能用于不同的请求");
        // Another person's key is another key.
        let person = test.person(&["app:gonggao:add"]).await.client;
        let theirs = keyed(&person, Method::POST, ADD, &gonggao("一")).await.ok();
        assert_ne!(theirs, first);
    });
}

#[test]
fn a_key_belongs_to_what_was_deleted() {
    on_both(async |test| {
        let admin = test.admin().await;
        let (a, b) = (
            add(&admin, "app/gonggao", gonggao("一")).await,
            add(&admin, "app/gonggao", gonggao("二")).await,
        );
        let path = |id: i64| format!("/api/app/gonggao/delByIds/{id}");
        keyed(&admin, Method::DELETE, &path(a), &Json::Null)
            .await
            .ok();
        keyed(&admin, Method::DELETE, &path(a), &Json::Null)
            .await
            .ok();
        keyed(&admin, Method::DELETE, &path(b), &Json::Null)
            .await
            .refused(2001, "不能用于不同的请求");
        assert_eq!(total(&admin, "app/gonggao", "").await, 1);
    });
}

#[test]
fn ten_at_once_under_one_key_have_one_effect() {
    on_both(async |test| {
        let admin = test.admin().await;
        let answers = at_once(
            &admin,
            10,
            ADD,
            &gonggao("一"),
            &[("idempotency-key", "ten")],
        )
        .await;
        let first = answers[0].result.clone();
        for answer in answers {
            assert_eq!(answer.ok(), first);
        }
        assert_eq!(total(&admin, "app/gonggao", "").await, 1);
    });
}

#[test]
fn a_refusal_uses_no_key_up() {
    on_both(async |test| {
        let admin = test.admin().await;
        keyed(&admin, Method::POST, ADD, &json!({ "biaoti": "缺" }))
            .await
            .refused(2001, "");
        keyed(&admin, Method::POST, ADD, &gonggao("一")).await.ok();
        let long = "k".repeat(256);
        let headers = [("idempotency-key", long.as_str())];
        let answer = admin
            .send(
                Method::POST,
                ADD,
                gonggao("一").to_string().into(),
                &headers,
            )
            .await;
        answer.refused(2001, "Idempotency-Key");
    });
}
