//! /api/app/file: opening a private picture of a customer is a look, counted and written down.

use http::Method;
use serde_json::{Value as Json, json};
use testkit::{Answer, Client, office::Office, on_both};

use crate::{
    app_file_rows::stored,
    app_user_renzheng::identity,
    support::{add, rows, set_config, total},
};

const LOOKS: &str = "app/mingan/jilu";
const MINUTE_MS: i64 = 60_000;

async fn open(client: &Client, url: &Json) -> Answer {
    let path = url.as_str().unwrap().strip_prefix("/server").unwrap();
    client.send(Method::GET, path, Vec::new().into(), &[]).await
}

async fn see(client: &Client, url: &Json) {
    let answer = open(client, url).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "image/png");
}

#[test]
fn opening_an_identity_card_is_a_look_of_its_own() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let (admin, customer) = (&office.admin, office.customer);
        let card = identity(admin, customer).await;
        let (front, back) = (&card["sfzZhengmian"], &card["sfzFanmian"]);
        // It belongs to nobody yet but who uploaded it.
        see(admin, front).await;
        assert_eq!(total(admin, LOOKS, "").await, 0);
        let id = add(admin, "app/user/renzheng", card.clone()).await;
        let clerk = test.person(&["app:user:renzheng:query"]).await;
        let clerk = clerk.client;
        for _ in 0..3 {
            see(&clerk, front).await;
        }
        test.clock.advance_business(9 * MINUTE_MS);
        see(&clerk, front).await;
        let lines = rows(admin, LOOKS, "").await;
        assert_eq!(lines.len(), 1, "{lines:?}");
        let expected = json!({
            "leixing": "查看", "ziyuan": "app/user/renzheng", "mubiaoId": id, "ziduan": "sfzZhengmian",
        });
        for (key, value) in expected.as_object().unwrap() {
            assert_eq!(&lines[0][key], value, "{key}");
        }
        let reason = lines[0]["yuanyin"].as_str().unwrap();
        assert!(reason.starts_with("打开图片 renzheng/"), "{reason}");
        let logged = rows(admin, "sys/log", "type=CHAKAN").await;
        assert_eq!(logged.len(), 1, "{logged:?}");

        see(&clerk, back).await;
        assert_eq!(rows(admin, LOOKS, "").await[0]["ziduan"], "sfzFanmian");
        test.clock.advance_business(2 * MINUTE_MS);
        see(&clerk, front).await;
        see(admin, front).await;
        assert_eq!(total(admin, LOOKS, "").await, 4);
        // Who may not see the row looked at nothing.
        let blind = test.person(&["app:user:query"]).await.client;
        assert_eq!(open(&blind, front).await.status, 404);
        assert_eq!(total(admin, LOOKS, "").await, 4);
    });
}

#[test]
fn pictures_and_values_share_the_budget_of_a_day() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let (admin, customer) = (&office.admin, office.customer);
        let card = identity(admin, customer).await;
        add(admin, "app/user/renzheng", card.clone()).await;
        let files = [
            stored(admin, "xinyong").await,
            stored(admin, "xinyong").await,
        ];
        let body = json!({ "userId": customer, "xinyongFile": files.join(",") });
        admin.post("/api/app/user/admin/editInfo", body).await.ok();
        set_config(admin, "ANQUAN", "chakanXiane", json!(3)).await;
        let clerk = test.person(&[
            "app:user:renzheng:query",
            "app:user:query",
            "app:mingan:chakan",
        ]);
        let clerk = clerk.await.client;
        see(&clerk, &card["sfzZhengmian"]).await;
        // Each file of a column is a look.
        for url in &files {
            see(&clerk, &json!(url)).await;
        }
        let refused = open(&clerk, &card["sfzFanmian"]).await;
        refused.refused(2002, "今日查看次数已达上限3次");
        let phone =
            json!({ "ziyuan": "app/user", "id": customer, "ziduan": "phone", "yuanyin": "来电" });
        let refused = clerk.post("/api/app/mingan/chakan", phone).await;
        refused.refused(2002, "今日查看次数已达上限3次");
        // What was opened a moment ago is drawn again.
        see(&clerk, &card["sfzZhengmian"]).await;
        assert_eq!(total(admin, LOOKS, "").await, 3);
    });
}
