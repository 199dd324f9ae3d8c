//! Exports two at a time for a person, and how far long work is.

use std::time::Duration;

use serde_json::{Value as Json, json};
use testkit::{Client, on_both};

use crate::{spreadsheet::workbook, support::rows};

/// Asks until the work says this of itself.
async fn until(client: &Client, id: &str, wanted: impl Fn(&Json) -> bool) {
    for _ in 0..6_000 {
        let path = format!("/api/app/jindu/{id}");
        if wanted(&client.get(&path).await.ok()) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("{id} never came so far");
}

#[test]
fn a_third_export_waits_and_says_so() {
    on_both(async |test| {
        let person = test
            .person(&["app:dict:export", "app:gonggao:export"])
            .await;
        let held = [
            test.app.exports.try_take(person.id),
            test.app.exports.try_take(person.id),
        ];
        assert!(held.iter().all(Option::is_some));
        let asking = person.client.clone();
        let third =
            tokio::spawn(async move { asking.get("/api/app/dict/export?jindu=third").await });
        until(&person.client, "third", |steps| steps["isPaidui"] == true).await;
        // Somebody else does not wait for it, and cannot ask about it.
        let admin = test.admin().await;
        assert_eq!(admin.get("/api/app/jindu/third").await.ok(), Json::Null);
        let other = admin.get("/api/app/gonggao/export").await;
        assert!(other.body.starts_with(b"PK"));
        assert!(!third.is_finished());
        drop(held);
        let exported = third.await.unwrap();
        assert!(exported.body.starts_with(b"PK"));
        let after = person.client.get("/api/app/jindu/third").await.ok();
        assert_eq!(after, Json::Null);
        // What was asked for is logged without the name of the work.
        let lines = rows(&admin, "sys/log", "type=DAOCHU&orders=id:asc").await;
        assert!(!lines.iter().any(|line| line.to_string().contains("third")));
        let again = person.client.get("/api/app/dict/export").await;
        assert!(again.body.starts_with(b"PK"), "places are given back");
    });
}

#[test]
fn a_name_for_work_has_a_length_and_is_no_filter() {
    on_both(async |test| {
        let admin = test.admin().await;
        let long = format!("/api/app/dict/export?jindu={}", "a".repeat(65));
        admin.get(&long).await.refused(2001, "进度编号");
        let sheet = workbook(&["字典名称*", "字典类型*"], &[&["一", "with_name"]]);
        let path = "/api/app/dict/import?moshi=QUANBU&jindu=one";
        let report = admin.upload(path, &[], "字典.xlsx", &sheet).await.ok();
        assert_eq!(report["chenggong"], json!(1));
        assert_eq!(admin.get("/api/app/jindu/one").await.ok(), Json::Null);
    });
}
