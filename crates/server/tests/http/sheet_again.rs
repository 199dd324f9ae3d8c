//! {resource}/import, the second time: what failed is mended in the file that told of it.

use serde_json::{Value as Json, json};
use testkit::{Answer, Client, on_both};

use crate::{
    spreadsheet::{line, read, workbook},
    support::{column, total},
};

const TITLES: &[&str] = &["字典名称*", "字典类型*", "排序", "状态", "备注"];

async fn import(client: &Client, mode: &str, bytes: &[u8]) -> Answer {
    let path = format!("/api/app/dict/import?moshi={mode}");
    client.upload(&path, &[], "字典.xlsx", bytes).await
}

/// The file of failed rows that a report names.
async fn failed(client: &Client, report: &Json) -> Vec<u8> {
    let url = report["shibaiUrl"].as_str().unwrap();
    client.get(url.strip_prefix("/server").unwrap()).await.body
}

#[test]
fn the_file_of_failed_rows_is_imported_again() {
    on_both(async |test| {
        let admin = test.admin().await;
        let first = workbook(
            TITLES,
            &[
                &["一", "again_one", "1", "启用", ""],
                &["二", "again two", "2", "启用", "备注"],
                &["三", "again_three", "三", "启用", ""],
            ],
        );
        let report = import(&admin, "HAOHANG", &first).await.ok();
        let again = failed(&admin, &report).await;
        // As it came: refused for the same reasons, and the new file has one column of them.
        let report = import(&admin, "JIANCHA", &again).await.ok();
        let places: Vec<&str> = report["cuowu"]
            .as_array()
            .unwrap()
            .iter()
            .map(|bad| bad["lie"].as_str().unwrap())
            .collect();
        assert_eq!(places, ["B（字典类型）", "C（排序）"]);
        let report = import(&admin, "QUANBU", &again).await.ok();
        let sheet = read(&failed(&admin, &report).await);
        assert_eq!(
            line(&sheet, 0),
            [TITLES, &["错误原因"]].concat(),
            "one column of reasons"
        );
        // Mended beside the reasons, which are passed over.
        let titles: Vec<String> = line(&sheet, 0);
        let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
        let mended = workbook(
            &titles,
            &[
                &["二", "again_two", "2", "启用", "备注", "格式不对"],
                &["三", "again_three", "3", "启用", "", ""],
            ],
        );
        let report = import(&admin, "QUANBU", &mended).await.ok();
        assert_eq!(
            (&report["chenggong"], &report["shibaiUrl"]),
            (&json!(2), &Json::Null)
        );
        assert_eq!(
            column(&admin, "app/dict", "type=again_&orders=id:asc", "type").await,
            ["again_one", "again_two", "again_three"]
        );
    });
}

#[test]
fn rows_that_are_written_are_told_though_the_file_of_the_others_is_lost() {
    on_both(async |test| {
        let admin = test.admin().await;
        let lost = test.db().write(|tx| tx.batch("DROP TABLE import_failed"));
        lost.await.unwrap();
        let sheet = workbook(
            TITLES,
            &[
                &["一", "again_one", "", "", ""],
                &["二", "again two", "", "", ""],
            ],
        );
        let report = import(&admin, "HAOHANG", &sheet).await.ok();
        assert_eq!(
            (&report["isXieru"], &report["chenggong"], &report["shibai"]),
            (&json!(true), &json!(1), &json!(1))
        );
        assert_eq!(report["shibaiUrl"], Json::Null);
        let told = report["text"].as_str().unwrap();
        assert!(told.contains("失败行的文件没有保存成功"), "{told}");
        assert_eq!(total(&admin, "app/dict", "type=again_").await, 1);
    });
}
