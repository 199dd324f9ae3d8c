//! Two edits of one row, neither of which says what it saw: each is judged by the row as the other
//! left it.

use serde_json::json;
use testkit::on_both;

use crate::support::{add, find};

const GONGGAO: &str = "app/gonggao";
const ROUNDS: usize = 30;

#[test]
fn two_edits_cannot_break_a_rule_together() {
    on_both(async |test| {
        let admin = test.admin().await;
        let row = json!({ "biaoti": "一", "type": "XITONG", "neirong": "<p>内容</p>" });
        let id = add(&admin, GONGGAO, row).await;
        for round in 0..ROUNDS {
            let whole = json!({
                "id": id, "kaishiTime": "2026-03-01 00:00:00", "jieshuTime": "2026-03-20 00:00:00",
            });
            admin.post("/api/app/gonggao/edit", whole).await.ok();
            let edits = [
                json!({ "id": id, "kaishiTime": "2026-03-10 00:00:00" }),
                json!({ "id": id, "jieshuTime": "2026-03-05 00:00:00" }),
            ];
            let mut calls = tokio::task::JoinSet::new();
            for edit in edits {
                let admin = admin.clone();
                calls.spawn(async move { admin.post("/api/app/gonggao/edit", edit).await });
            }
            let answers = calls.join_all().await;
            let taken = answers.iter().filter(|answer| answer.code == 200).count();
            let row = find(&admin, GONGGAO, id).await;
            let (from, to) = (row["kaishiTime"].as_str(), row["jieshuTime"].as_str());
            assert!(from < to, "round {round}: {from:?} to {to:?}");
            assert_eq!(taken, 1, "round {round}");
        }
    });
}
