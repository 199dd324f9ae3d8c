//! {resource}/import as a check: every fault of a row, and nobody who writes has to wait for it.

use std::sync::mpsc;

use serde_json::{Value as Json, json};
use testkit::{Answer, Client, on_both};

use crate::{
    spreadsheet::{line, read, workbook},
    support::{add, second_store},
};

const DICT: &[&str] = &["字典名称*", "字典类型*", "排序", "状态", "备注"];
const CUSTOMER: &[&str] = &["昵称*", "手机号*", "性别", "渠道"];

async fn check(client: &Client, resource: &str, bytes: &[u8]) -> Answer {
    let path = format!("/api/{resource}/import?moshi=JIANCHA");
    client.upload(&path, &[], "检查.xlsx", bytes).await
}

/// Row, column and reason of every fault.
fn faults(report: &Json) -> Vec<(i64, String, String)> {
    let cells = report["cuowu"].as_array().unwrap().iter();
    let text = |cell: &Json, name: &str| cell[name].as_str().unwrap().to_owned();
    cells
        .map(|cell| {
            let row = cell["hang"].as_i64().unwrap();
            (row, text(cell, "lie"), text(cell, "yuanyin"))
        })
        .collect()
}

fn fault(row: i64, column: &str, reason: &str) -> (i64, String, String) {
    (row, column.to_owned(), reason.to_owned())
}

#[test]
fn every_fault_of_a_row_is_named() {
    on_both(async |test| {
        let admin = test.admin().await;
        let known = json!({ "nickName": "张三", "phone": "13912345678", "mendian": "ZONGDIAN" });
        add(&admin, "app/user", known).await;
        let sheet = workbook(
            CUSTOMER,
            &[
                &["", "13912345678", "中", "没有"],
                &["李四", "123", "男", ""],
                &["王五", "13800000001", "女", ""],
            ],
        );
        for mode in ["JIANCHA", "QUANBU"] {
            let path = format!("/api/app/user/import?moshi={mode}");
            let report = admin.upload(&path, &[], "客户.xlsx", &sheet).await.ok();
            assert_eq!(
                (&report["zongshu"], &report["chenggong"], &report["shibai"]),
                (&json!(3), &json!(1), &json!(2)),
                "{report}"
            );
            let found = faults(&report);
            let first: Vec<&str> = found
                .iter()
                .filter(|(row, ..)| *row == 2)
                .map(|(_, column, _)| column.as_str())
                .collect();
            let expected = ["A（昵称）", "B（手机号）", "C（性别）", "D（渠道）"];
            assert_eq!(first, expected, "{mode} {found:?}");
            assert!(
                found
                    .iter()
                    .any(|(row, column, _)| *row == 3 && column == "B（手机号）")
            );
        }
    });
}

#[test]
fn a_value_twice_in_a_sheet_is_found_however_far_apart() {
    on_both(async |test| {
        let admin = test.admin().await;
        let rows: Vec<[String; 5]> = (0..120)
            .map(|at| {
                let kind = format!("check_{}", if at == 119 { 0 } else { at });
                [
                    format!("字典{at}"),
                    kind,
                    String::new(),
                    String::new(),
                    String::new(),
                ]
            })
            .collect();
        let rows: Vec<Vec<&str>> = rows
            .iter()
            .map(|row| row.iter().map(String::as_str).collect())
            .collect();
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        let sheet = workbook(DICT, &rows);
        let report = check(&admin, "app/dict", &sheet).await.ok();
        let expected = [fault(121, "B（字典类型）", "字典类型已存在")];
        assert_eq!(faults(&report), expected);
        let path = "/api/app/dict/import?moshi=HAOHANG";
        let written = admin.upload(path, &[], "字典.xlsx", &sheet).await.ok();
        assert_eq!(faults(&written), expected);
        assert_eq!(written["chenggong"], 119);
        // And again: now every one of them is there.
        let report = check(&admin, "app/dict", &sheet).await.ok();
        assert_eq!(report["shibai"], 120);
    });
}

#[test]
fn a_check_goes_on_while_somebody_writes() {
    on_both(async |test| {
        let admin = test.admin().await;
        let (go_on, wait) = mpsc::channel::<()>();
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (mut begun, db) = (Some(begun), test.db().clone());
        let writing = tokio::spawn(async move {
            db.write(move |_| {
                begun.take().map(|begun| begun.send(()));
                let _ = wait.recv();
                Ok::<_, store::Error>(())
            })
            .await
        });
        has_begun.await.unwrap();
        let sheet = workbook(DICT, &[&["一", "while_writing", "", "", ""]]);
        let report = check(&admin, "app/dict", &sheet).await.ok();
        assert_eq!(report["chenggong"], 1);
        go_on.send(()).unwrap();
        writing.await.unwrap().unwrap();
    });
}

#[test]
fn every_resource_that_is_imported_can_be_checked() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let body = json!({ "nickName": "张三", "phone": "13912345678" });
        let customer = add(&admin, "app/user", body).await;
        let imports: Vec<&str> = server::router::routes()
            .iter()
            .filter_map(|route| route.path.strip_suffix("/import"))
            // A bank statement makes no rows of a resource; it has tests of its own.
            .filter(|path| schema::model(path.trim_start_matches("/api/")).is_some())
            .collect();
        assert!(imports.len() > 5, "{imports:?}");
        for path in imports {
            let template = admin.get(&format!("{path}/import/template")).await.body;
            let titles = line(&read(&template), 0);
            let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
            let sheet = workbook(
                &titles,
                &[&vec!["1"; titles.len()], &vec!["x"; titles.len()]],
            );
            // Some are of one customer alone.
            let url = format!("{path}/import?moshi=JIANCHA");
            let mut report = admin.upload(&url, &[], "检查.xlsx", &sheet).await;
            if report.message == "请给出一个客户" {
                let url = format!("{url}&userId={customer}");
                report = admin.upload(&url, &[], "检查.xlsx", &sheet).await;
            }
            let report = report.ok();
            assert_eq!(report["zongshu"], 2, "{path}");
        }
    });
}

#[test]
fn a_check_knows_how_far_a_person_reaches() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let clerk = test
            .person_of(&["app:user:import"], "MENDIAN", "ZONGDIAN")
            .await
            .client;
        let titles = &["昵称*", "手机号*", "门店", "归属人"];
        let sheet = workbook(
            titles,
            &[
                &["甲", "13800000001", "分店", "管理员"],
                &["乙", "13800000002", "总店", ""],
                &["丙", "13800000003", "", ""],
            ],
        );
        let checked = check(&clerk, "app/user", &sheet).await.ok();
        let path = "/api/app/user/import?moshi=HAOHANG";
        let written = clerk.upload(path, &[], "客户.xlsx", &sheet).await.ok();
        assert_eq!(faults(&checked), faults(&written));
        assert_eq!(faults(&written).len(), 1, "{written}");
    });
}
