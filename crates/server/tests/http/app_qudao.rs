//! /api/app/qudao and /q/{bianma}: a channel's link, and how far those who follow it go.

use std::net::SocketAddr;

use axum::{body::Body, extract::ConnectInfo};
use http::{Method, Request, StatusCode};
use serde_json::{Value as Json, json};
use server::housekeeping;
use testkit::{Answer, Client, TestApp, office::Office, on_both};

use crate::support::{add, blames, find, set_config};

const CHANNELS: &str = "app/qudao";

async fn follow(client: &Client, method: Method, path: &str) -> Answer {
    let request = Request::builder().method(method).uri(path);
    client.request(request.body(Body::empty()).unwrap()).await
}

fn location(answer: &Answer) -> &str {
    answer.headers["location"].to_str().unwrap()
}

async fn counts(test: &TestApp, admin: &Client, id: i64) -> Json {
    housekeeping::write_visits(&test.app).await;
    find(admin, CHANNELS, id).await
}

#[test]
fn a_link_leads_to_the_page_and_is_counted() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = add(
            &admin,
            CHANNELS,
            json!({ "mingcheng": "门店", "bianma": "店 1" }),
        )
        .await;
        let stranger = test.anonymous();
        let path = "/q/%E5%BA%97%201";
        let row = counts(&test, &admin, id).await;
        assert_eq!(row["tuiguangUrl"], path);
        let answer = follow(&stranger, Method::GET, path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        assert!(
            String::from_utf8(answer.body)
                .unwrap()
                .contains("还没有设置")
        );
        set_config(&admin, "JICHU", "luodiUrl", json!("https://h5.cn/#/reg")).await;
        set_config(&admin, "JICHU", "fuwuUrl", json!("https://loan.cn/")).await;
        for _ in 0..3 {
            let answer = follow(&stranger, Method::GET, path).await;
            assert_eq!(answer.status, StatusCode::FOUND);
            assert_eq!(location(&answer), "https://h5.cn/?qudao=%E5%BA%97%201#/reg");
            assert_eq!(answer.headers["cache-control"], "no-store");
        }
        // Whoever only asks whether it is there has not come.
        follow(&stranger, Method::HEAD, path).await;
        let row = counts(&test, &admin, id).await;
        assert_eq!(row["liulanshu"], 3);
        assert_eq!(row["tuiguangUrl"], format!("https://loan.cn{path}"));
        for unknown in ["/q/nobody", "/q/%FF", "/q/%E5%BA%97%202"] {
            let answer = follow(&stranger, Method::GET, unknown).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{unknown}");
            let words = String::from_utf8(answer.body).unwrap();
            assert_eq!(words, "推广链接不存在或已停用");
        }
        let stop = json!({ "id": id, "state": "TINGYONG" });
        admin.post("/api/app/qudao/edit", stop).await.ok();
        let answer = follow(&stranger, Method::GET, path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        assert_eq!(counts(&test, &admin, id).await["liulanshu"], 3);
    });
}

#[test]
fn one_address_follows_so_many_links_a_minute() {
    on_both(async |test| {
        let from = async |address: &str| {
            let address: SocketAddr = address.parse().unwrap();
            let request = Request::builder()
                .uri("/q/x")
                .extension(ConnectInfo(address));
            let request = request.body(Body::empty()).unwrap();
            test.anonymous().request(request).await
        };
        let mut refused = 0;
        for _ in 0..620 {
            let answer = from("203.0.113.9:1").await;
            refused += i32::from(answer.status == StatusCode::TOO_MANY_REQUESTS);
        }
        assert_eq!(refused, 20);
        let answer = from("203.0.113.10:1").await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
    });
}

#[test]
fn what_nobody_looked_at_is_no_visit() {
    on_both(async |test| {
        let admin = test.admin().await;
        let body = json!({ "mingcheng": "官网", "bianma": "web" });
        let id = add(&admin, CHANNELS, body).await;
        set_config(&admin, "JICHU", "luodiUrl", json!("/h5")).await;
        let come = async |header: Option<(&str, &str)>| {
            let mut request = Request::builder().uri("/q/web");
            if let Some((name, value)) = header {
                request = request.header(name, value);
            }
            let request = request.body(Body::empty()).unwrap();
            let answer = test.anonymous().request(request).await;
            assert_eq!(answer.status, StatusCode::FOUND);
        };
        for (name, value) in [
            ("sec-purpose", "prefetch;prerender"),
            ("purpose", "prefetch"),
            ("x-moz", "prefetch"),
        ] {
            come(Some((name, value))).await;
        }
        assert_eq!(counts(&test, &admin, id).await["liulanshu"], 0);
        for _ in 0..100 {
            come(None).await;
        }
        assert_eq!(counts(&test, &admin, id).await["liulanshu"], 60);
    });
}

#[test]
fn a_link_and_its_page_are_what_a_browser_takes_them_for() {
    on_both(async |test| {
        let admin = test.admin().await;
        for code in [
            ".", "..", "a/b", "a\r\nb", "a?b", "a#b", "--", "a%2F", "<b>",
        ] {
            let body = json!({ "mingcheng": "渠道", "bianma": code });
            let answer = admin.post("/api/app/qudao/add", body).await;
            blames(&answer, "bianma", "只能含");
        }
        for page in [
            "//evil.cn",
            "/\\evil.cn",
            "https://",
            "https:///evil.cn",
            "https://a.cn/\r\nx",
            "/q/web",
            "javascript:1",
            "h5",
        ] {
            let body = json!({ "type": "JICHU", "data": { "luodiUrl": page } });
            let answer = admin.post("/api/app/config/edit", body).await;
            blames(&answer, "luodiUrl", "不正确");
        }
        for page in ["/h5", "https://h5.cn", "http://[::1]:8080/x?a=1#/reg"] {
            set_config(&admin, "JICHU", "luodiUrl", json!(page)).await;
        }
    });
}

#[test]
fn each_step_is_a_share_of_the_one_before() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let body = json!({ "mingcheng": "官网", "bianma": "web" });
        let id = add(admin, CHANNELS, body).await;
        let row = counts(&test, admin, id).await;
        assert_eq!(
            [&row["zhucelv"], &row["shenqinglv"], &row["fangkuanlv"]],
            [&Json::Null; 3]
        );
        set_config(admin, "JICHU", "luodiUrl", json!("/h5")).await;
        for _ in 0..4 {
            follow(&test.anonymous(), Method::GET, "/q/web").await;
        }
        let moved = json!({ "id": office.customer, "qudaoId": id });
        admin.post("/api/app/user/edit", moved).await.ok();
        office.applied(100_000, 3).await;
        office.paid_out(100_000, 3).await;
        let row = counts(&test, admin, id).await;
        let steps = ["liulanshu", "zhuceshu", "shenqingshu", "fangkuanshu"];
        assert_eq!(steps.map(|name| row[name].as_i64().unwrap()), [4, 1, 2, 1]);
        let shares = ["zhucelv", "shenqinglv", "fangkuanlv"];
        assert_eq!(
            shares.map(|name| row[name].as_i64().unwrap()),
            [250_000, 2_000_000, 500_000]
        );
    });
}

#[test]
fn nodes_that_count_at_once_lose_nothing() {
    on_both(async |test| {
        let admin = test.admin().await;
        let mut ids = Vec::new();
        for code in ["a", "b", "c"] {
            let body = json!({ "mingcheng": code, "bianma": code });
            ids.push(add(&admin, CHANNELS, body).await);
        }
        let mut writes = tokio::task::JoinSet::new();
        for round in 0..20 {
            let db = test.db().clone();
            let mut visits: Vec<_> = ids.iter().map(|id| (*id, 1)).collect();
            if round % 2 == 0 {
                visits.reverse();
            }
            writes.spawn(async move {
                let job = db.write(move |tx| service::channel::visited(tx, &visits));
                job.await.unwrap();
            });
        }
        writes.join_all().await;
        for id in ids {
            assert_eq!(find(&admin, CHANNELS, id).await["liulanshu"], 20);
        }
    });
}
