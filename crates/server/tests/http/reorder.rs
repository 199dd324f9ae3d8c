//! /api/{resource}/paixu: rows dragged into a new order.

use serde_json::{Value as Json, json};
use testkit::{Client, on_both};

use crate::support::{add, column, find, rows};

const FENLEI: &str = "app/project/fenlei";
const PAIXU: &str = "/api/app/project/fenlei/paixu";

async fn shelves(admin: &Client) -> Vec<i64> {
    let mut ids = Vec::new();
    for (name, paixu) in [("甲", 10), ("乙", 20), ("丙", 30)] {
        let body = json!({ "mingcheng": name, "paixu": paixu });
        ids.push(add(admin, FENLEI, body).await);
    }
    ids
}

async fn order(admin: &Client) -> String {
    column(admin, FENLEI, "orders=paixu:asc", "mingcheng")
        .await
        .concat()
}

async fn reorder_lines(admin: &Client) -> Vec<Json> {
    let lines = rows(admin, "sys/log", "orders=createTime:desc").await;
    let told = |line: &Json| line["miaoshu"].as_str().unwrap().starts_with("调整");
    lines.into_iter().filter(told).collect()
}

#[test]
fn one_call_moves_rows_and_leaves_one_line() {
    on_both(async |test| {
        let admin = test.admin().await;
        let ids = shelves(&admin).await;
        let body = json!({ "records": [
            { "id": ids[2], "paixu": 10, "banbenSuo": 0 },
            { "id": ids[0], "paixu": 20, "banbenSuo": 0 },
            { "id": ids[1], "paixu": 30, "banbenSuo": 0 },
        ] });
        admin.post(PAIXU, body).await.ok();
        assert_eq!(order(&admin).await, "丙甲乙");
        let lines = reorder_lines(&admin).await;
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0]["miaoshu"], "调整产品分类排序 3条");
        let line = find(&admin, "sys/log", lines[0]["id"].as_i64().unwrap()).await;
        let change = match &line["bianhua"] {
            Json::String(text) => serde_json::from_str(text).unwrap(),
            other => other.clone(),
        };
        let named = |at: usize, name: &str| format!("{name}（{}）", ids[at]);
        assert_eq!(
            change,
            json!({
                "qian": { named(0, "甲"): 10, named(1, "乙"): 20, named(2, "丙"): 30 },
                "hou": { named(0, "甲"): 20, named(1, "乙"): 30, named(2, "丙"): 10 },
            })
        );
    });
}

#[test]
fn a_stale_or_missing_row_keeps_all_where_they_were() {
    on_both(async |test| {
        let admin = test.admin().await;
        let ids = shelves(&admin).await;
        let rename = json!({ "id": ids[0], "mingcheng": "甲", "banbenSuo": 0 });
        admin
            .post("/api/app/project/fenlei/edit", rename)
            .await
            .ok();
        let stale = json!({ "records": [
            { "id": ids[2], "paixu": 1, "banbenSuo": 0 },
            { "id": ids[0], "paixu": 40, "banbenSuo": 0 },
        ] });
        admin.post(PAIXU, stale).await.refused(301, "");
        let missing = json!({ "records": [
            { "id": ids[2], "paixu": 1 },
            { "id": 987_654_321, "paixu": 40 },
        ] });
        admin.post(PAIXU, missing).await.refused(2004, "");
        assert_eq!(order(&admin).await, "甲乙丙");
        assert_eq!(reorder_lines(&admin).await.len(), 0);
    });
}

#[test]
fn only_places_are_taken() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = shelves(&admin).await[0];
        let many: Vec<Json> = (1..=501)
            .map(|id| json!({ "id": id, "paixu": 1 }))
            .collect();
        for (records, words) in [
            (json!(null), "请选择要排序的数据"),
            (json!([]), "请选择要排序的数据"),
            (json!([1]), "JSON对象"),
            (json!([{ "id": id }]), "排序不能为空"),
            (json!([{ "id": id, "paixu": null }]), "排序"),
            (json!([{ "id": id, "paixu": -1 }]), "排序"),
            (json!([{ "id": id, "paixu": 1_000_001 }]), "排序"),
            (json!([{ "paixu": 1 }]), "编号不能为空"),
            (
                json!([{ "id": id, "paixu": 1, "state": "TINGYONG" }]),
                "未知字段state",
            ),
            (
                json!([{ "id": id, "paixu": 1 }, { "id": id, "paixu": 2 }]),
                "两次",
            ),
            (json!(many), "一次最多排序500条"),
        ] {
            let answer = admin.post(PAIXU, json!({ "records": records })).await;
            answer.refused(2001, words);
        }
        let body = json!({ "records": [{ "id": id, "paixu": 1 }], "state": 1 });
        admin.post(PAIXU, body).await.refused(2001, "未知字段");
        assert_eq!(find(&admin, FENLEI, id).await["paixu"], 10);
    });
}

#[test]
fn the_tree_of_menus_and_the_values_of_a_dictionary_move_too() {
    on_both(async |test| {
        let admin = test.admin().await;
        for (resource, query) in [
            ("app/dict/data", "dictType=jiaoyu&orders=paixu:asc"),
            ("sys/menu", "type=MULU&orders=paixu:asc"),
        ] {
            let before = rows(&admin, resource, query).await;
            let places = before.iter().rev().zip(1..);
            let records: Vec<Json> = places
                .map(|(row, paixu)| {
                    json!({ "id": row["id"], "paixu": paixu, "banbenSuo": row["banbenSuo"] })
                })
                .collect();
            let body = json!({ "records": records });
            admin
                .post(&format!("/api/{resource}/paixu"), body)
                .await
                .ok();
            let ids = |rows: &[Json]| -> Vec<i64> {
                rows.iter().map(|row| row["id"].as_i64().unwrap()).collect()
            };
            let mut expected = ids(&before);
            expected.reverse();
            assert_eq!(ids(&rows(&admin, resource, query).await), expected);
        }
    });
}
