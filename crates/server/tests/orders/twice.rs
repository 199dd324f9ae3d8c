//! The same click, over and over: one effect, one answer.

use std::sync::Arc;

use axum::body::Body;
use http::Method;
use serde_json::json;
use testkit::{Answer, Client, TestApp, office::Office, office::payout, on_both};

use crate::size;

async fn keyed(client: &Client, verb: &str, key: &str, body: &serde_json::Value) -> Answer {
    let headers = [
        ("content-type", "application/json"),
        ("idempotency-key", key),
    ];
    let path = format!("/api/app/dingdan/{verb}");
    client
        .send(Method::POST, &path, Body::from(body.to_string()), &headers)
        .await
}

async fn ten_times(
    client: &Client,
    verb: &'static str,
    key: String,
    body: &serde_json::Value,
) -> Vec<Answer> {
    let gate = Arc::new(tokio::sync::Barrier::new(10));
    let mut calls = Vec::new();
    for _ in 0..10 {
        let (client, gate, key, body) =
            (client.clone(), Arc::clone(&gate), key.clone(), body.clone());
        calls.push(tokio::spawn(async move {
            gate.wait().await;
            keyed(&client, verb, &key, &body).await
        }));
    }
    let mut answers = Vec::new();
    for call in calls {
        answers.push(call.await.unwrap());
    }
    answers
}

#[test]
fn one_key_has_one_effect_and_one_answer() {
    on_both(async |test: TestApp| {
        let office = Office::open(&test).await;
        for round in 0..size("ORDER_ROUNDS", 6) {
            let id = office.approved(100_000, 6).await;
            let pay = payout(id);
            let confirm = json!({ "dingdanId": id });
            for (verb, body) in [("fangkuan", &pay), ("querenhuankuan", &confirm)] {
                let key = format!("key-{round}-{verb}");
                let answers = ten_times(&office.admin, verb, key.clone(), body).await;
                for answer in &answers {
                    assert_eq!(
                        (answer.code, &answer.body),
                        (200, &answers[0].body),
                        "{}",
                        answer.message
                    );
                }
                let mut other = body.clone();
                other["pingzheng"] = json!("");
                keyed(&office.admin, verb, &key, &other)
                    .await
                    .refused(2001, "Idempotency-Key");
                keyed(&office.admin, "yanqi", &key, body)
                    .await
                    .refused(2001, "Idempotency-Key");
            }
            let plan = office.repayment(id).await["huankuanJihuaList"].clone();
            let paid = plan
                .as_array()
                .unwrap()
                .iter()
                .filter(|item| item["state"] == "YIWANCHENG");
            assert_eq!(paid.count(), 1);
            // Another person's key of the same name is their own.
            let other = test.person(&["app:dingdan:querenhuankuan"]).await.client;
            let key = format!("key-{round}-querenhuankuan");
            keyed(
                &other,
                "querenhuankuan",
                &key,
                &json!({ "dingdanId": id, "qi": 2 }),
            )
            .await
            .ok();
        }
    });
}
