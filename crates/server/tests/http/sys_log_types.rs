//! /api/sys/log: one word for one thing, whether it is done or refused.

use serde_json::{Value as Json, json};
use server::router::routes;
use testkit::{Client, office::Office, on_both};

use crate::support::rows;

const DAY: i64 = 86_400_000;

async fn newest(admin: &Client, url: &str) -> Json {
    let lines = rows(admin, "sys/log", "orders=id:desc").await;
    let found = lines
        .iter()
        .find(|line| line["url"] == format!("/server{url}"));
    found.unwrap_or_else(|| panic!("no line of {url}")).clone()
}

#[test]
fn a_refused_recovery_is_logged_like_one_that_is_done() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 3).await;
        let recovery =
            |receipt: &str| json!({ "dingdanId": id, "jine": 100, "liushuihao": receipt });
        assert_ne!(office.verb("shouhui", recovery("R1")).await.code, 200);
        let url = "/api/app/dingdan/shouhui";
        let refused = newest(&office.admin, url).await;
        test.clock.advance_business(40 * DAY);
        let body = json!({ "dingdanId": id, "yuanyin": "联系不上" });
        office.verb("hexiao", body).await.ok();
        office.verb("shouhui", recovery("R1")).await.ok();
        let done = newest(&office.admin, url).await;
        assert_eq!(done["type"], "HUANKUAN");
        assert_eq!(refused["type"], done["type"]);
        assert_eq!(refused["mokuai"], done["mokuai"]);
    });
}

/// What each line says is what its route states.
#[test]
fn every_line_has_the_word_of_its_route() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 3).await;
        office.confirm(id).await.ok();
        let detail = office.detail(id).await;
        let event = &detail["kechexiao"]["shijianId"];
        let undo = json!({ "dingdanId": id, "shijianId": event, "yuanyin": "认错客户" });
        office.verb("chexiao", undo).await.ok();
        let user = test.person(&[]).await;
        let body = json!({ "id": user.id });
        for path in ["/api/sys/user/jiesuo", "/api/sys/user/rePassword"] {
            office.admin.post(path, body.clone()).await.ok();
        }
        let reveal = json!({ "ziyuan": "app/user", "id": office.customer, "ziduan": "phone", "yuanyin": "核对" });
        let path = "/api/app/mingan/chakan";
        office.admin.post(path, reveal).await.ok();
        // Whoever has no right is refused everywhere.
        let nobody = test.person(&[]).await.client;
        for route in routes() {
            if route.method == http::Method::POST && route.log_type != "TUICHU" {
                nobody.post(route.path, json!({})).await;
            }
        }
        let lines = rows(&office.admin, "sys/log", "orders=id:desc").await;
        assert!(lines.len() > 40, "{}", lines.len());
        for line in lines {
            let url = line["url"].as_str().unwrap();
            let path = url.trim_start_matches("/server");
            let is_its = |route: &&server::route::Route| {
                route.path == path && route.method.as_str() == line["method"]
            };
            if let Some(route) = routes().iter().find(is_its) {
                assert_eq!(line["type"], route.log_type, "{url}: {}", line["miaoshu"]);
            }
        }
    });
}
