//! /api/app/qa: the pattern, and an answer that runs no script.

use serde_json::json;
use testkit::on_both;

use crate::support::{add, find, rows};

const QUESTIONS: &str = "app/qa";

#[test]
fn questions_are_kept_in_their_order_and_answers_are_cleaned() {
    on_both(async |test| {
        let admin = test.admin().await;
        let body = |wenti: &str, paixu: i64| json!({ "fenlei": "HUANKUAN", "wenti": wenti, "daan": "<p onclick=\"x()\">打开账单<script>x()</script></p>", "paixu": paixu });
        let second = add(&admin, QUESTIONS, body("怎么提前还款", 2)).await;
        add(&admin, QUESTIONS, body("怎么还款", 1)).await;
        let listed = rows(&admin, QUESTIONS, "wenti=还款").await;
        let asked: Vec<&str> = listed
            .iter()
            .filter_map(|row| row["wenti"].as_str())
            .collect();
        assert_eq!(asked, ["怎么还款", "怎么提前还款"]);
        let row = find(&admin, QUESTIONS, second).await;
        assert_eq!(row["daan"], "<p>打开账单</p>");
        assert_eq!(
            (&row["isRemen"], &row["state"]),
            (&json!(false), &json!("QIYONG"))
        );
    });
}
