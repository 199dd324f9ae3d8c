//! {resource}/import: checked first, written whole or not at all unless the operator chose.

use serde_json::{Value as Json, json};
use testkit::{Answer, Client, on_both};

use crate::{
    spreadsheet::{line, read, workbook},
    support::{column, rows, second_store, total},
};

const TITLES: &[&str] = &["标题*", "类型*", "内容*", "排序"];

async fn import(client: &Client, mode: &str, bytes: &[u8]) -> Answer {
    client
        .upload(
            &format!("/api/app/gonggao/import?moshi={mode}"),
            &[],
            "导入.xlsx",
            bytes,
        )
        .await
}

async fn titles(client: &Client) -> Vec<String> {
    column(client, "app/gonggao", "orders=id:asc", "biaoti").await
}

const GOOD: &[&str] = &["春节", "系统公告", "<p>放假</p>", "3"];

#[test]
fn a_check_writes_nothing() {
    on_both(async |test| {
        let admin = test.admin().await;
        for mode in ["", "JIANCHA"] {
            let report = import(&admin, mode, &workbook(TITLES, &[GOOD])).await.ok();
            assert_eq!(
                (&report["zongshu"], &report["chenggong"], &report["shibai"]),
                (&json!(1), &json!(1), &json!(0))
            );
            assert!(
                report["text"]
                    .as_str()
                    .unwrap()
                    .contains("检查通过：共1行，尚未写入")
            );
            assert_eq!(total(&admin, "app/gonggao", "").await, 0);
        }
        import(&admin, "ALLES", &workbook(TITLES, &[GOOD]))
            .await
            .refused(2001, "导入方式应为");
    });
}

#[test]
fn the_same_import_under_one_key_is_done_once() {
    on_both(async |test| {
        let admin = test.admin().await;
        let (once, sheet) = (admin.keyed("import-1"), workbook(TITLES, &[GOOD]));
        // What wrote nothing does not use the key up.
        for mode in ["JIANCHA", "JIANCHA"] {
            import(&once, mode, &sheet).await.ok();
        }
        let first = import(&once, "HAOHANG", &sheet).await.ok();
        assert_eq!(import(&once, "HAOHANG", &sheet).await.ok(), first);
        assert_eq!(first["isXieru"], true);
        assert_eq!(titles(&admin).await, ["春节"]);
        import(&once, "QUANBU", &sheet)
            .await
            .refused(2001, "不能用于不同的请求");
        import(&admin.keyed("import-2"), "HAOHANG", &sheet)
            .await
            .ok();
        assert_eq!(titles(&admin).await, ["春节", "春节"]);
        // What came out of cells is told once and not kept.
        let (third, sheet) = (admin.keyed("import-3"), mixed());
        let told = import(&third, "HAOHANG", &sheet).await.ok();
        let again = import(&third, "HAOHANG", &sheet).await.ok();
        for count in ["zongshu", "chenggong", "shibai", "isXieru"] {
            assert_eq!(told[count], again[count], "{count}");
        }
        assert_eq!(again["cuowu"], json!([]));
        assert!(told["text"].as_str().unwrap().contains("没有这种"));
        assert!(!again["text"].as_str().unwrap().contains("没有这种"));
        assert_eq!(titles(&admin).await.len(), 4);
    });
}

fn mixed() -> Vec<u8> {
    workbook(
        TITLES,
        &[
            GOOD,
            &["坏", "没有这种", "<p>x</p>", "1"],
            &["元宵", "HUODONG", "x", ""],
            &["", "系统公告", "x", "不是数"],
        ],
    )
}

#[test]
fn each_bad_cell_is_named_by_row_and_column() {
    on_both(async |test| {
        let admin = test.admin().await;
        let report = import(&admin, "QUANBU", &mixed()).await.ok();
        assert_eq!(
            (
                &report["zongshu"],
                &report["chenggong"],
                &report["shibai"],
                &report["isXieru"]
            ),
            (&json!(4), &json!(2), &json!(2), &json!(false))
        );
        let cells: Vec<_> = report["cuowu"]
            .as_array()
            .unwrap()
            .iter()
            .map(|bad| {
                (
                    bad["hang"].as_i64().unwrap(),
                    bad["lie"].as_str().unwrap(),
                    bad["yuanyin"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            cells,
            [
                (3, "B（类型）", "类型没有“没有这种”这个选项"),
                (5, "A（标题）", "标题不能为空"),
                (5, "D（排序）", "排序应为整数"),
            ]
        );
        assert!(
            report["text"]
                .as_str()
                .unwrap()
                .contains("没有写入任何数据")
        );
        assert_eq!(titles(&admin).await, Vec::<String>::new());
    });
}

#[test]
fn good_rows_only_when_the_operator_chose_so() {
    on_both(async |test| {
        let admin = test.admin().await;
        let report = import(&admin, "HAOHANG", &mixed()).await.ok();
        assert_eq!(
            (&report["chenggong"], &report["isXieru"]),
            (&json!(2), &json!(true))
        );
        assert_eq!(titles(&admin).await, ["春节", "元宵"]);
        let lines = rows(&admin, "sys/log", "type=DAORU").await;
        assert_eq!(lines[0]["miaoshu"], "导入公告 2条，失败2条");
        import(&admin, "QUANBU", &workbook(TITLES, &[GOOD, GOOD]))
            .await
            .ok();
        assert_eq!(titles(&admin).await.len(), 4);
        assert_eq!(
            column(&admin, "app/gonggao", "biaoti=春", "biaoti")
                .await
                .len(),
            3
        );
    });
}

#[test]
fn failed_rows_come_back_to_their_uploader_alone() {
    on_both(async |test| {
        let clerk = test.person(&["app:gonggao:import"]).await.client;
        let report = import(&clerk, "HAOHANG", &mixed()).await.ok();
        let url = report["shibaiUrl"]
            .as_str()
            .unwrap()
            .strip_prefix("/server")
            .unwrap()
            .to_owned();
        let failed = read(&clerk.get(&url).await.body);
        assert_eq!(
            line(&failed, 0),
            ["标题*", "类型*", "内容*", "排序", "错误原因"]
        );
        assert_eq!(
            line(&failed, 1),
            [
                "坏",
                "没有这种",
                "<p>x</p>",
                "1",
                "B（类型）：类型没有“没有这种”这个选项"
            ]
        );
        assert_eq!(failed.rows.len(), 3);
        test.admin().await.get(&url).await.refused(2004, "不存在");
        test.anonymous().get(&url).await.refused(401, "");
        let all_good = import(&clerk, "QUANBU", &workbook(TITLES, &[GOOD]))
            .await
            .ok();
        assert_eq!(all_good["shibaiUrl"], Json::Null);
    });
}

#[test]
fn what_a_cell_says_never_becomes_html() {
    on_both(async |test| {
        let admin = test.admin().await;
        let bad = workbook(TITLES, &[&["一", "<img src=x onerror=alert(1)>", "x", ""]]);
        let report = import(&admin, "JIANCHA", &bad).await.ok();
        let shown = report["text"].as_str().unwrap();
        assert!(
            shown.contains("&lt;img src=x") && !shown.contains("<img"),
            "{shown}"
        );
        let heading = import(
            &admin,
            "JIANCHA",
            &workbook(&["标题*", "<b>坏</b>"], &[&["一", "二"]]),
        )
        .await;
        assert!(
            heading.message.contains("&lt;b&gt;") && heading.code == 2001,
            "{}",
            heading.message
        );
        let clean = workbook(
            TITLES,
            &[&["一", "XITONG", "<p>好</p><script>alert(1)</script>", ""]],
        );
        import(&admin, "QUANBU", &clean).await.ok();
        assert!(
            !rows(&admin, "app/gonggao", "").await[0]["neirong"]
                .to_string()
                .contains("script")
        );
    });
}

#[test]
fn a_sheet_that_is_none_is_refused_with_a_reason() {
    on_both(async |test| {
        let admin = test.admin().await;
        import(&admin, "QUANBU", b"not a sheet")
            .await
            .refused(2001, "不是 Excel 文件");
        import(&admin, "QUANBU", &workbook(TITLES, &[]))
            .await
            .refused(2001, "没有数据");
        import(
            &admin,
            "QUANBU",
            &workbook(&["标题*", "类型*"], &[&["一", "系统公告"]]),
        )
        .await
        .refused(2001, "缺少必填列“内容”");
        import(
            &admin,
            "QUANBU",
            &workbook(&["标题*", "标题*"], &[&["一", "二"]]),
        )
        .await
        .refused(2001, "出现了两次");
        let xls = include_bytes!("../../../service/tests/fixtures/customers.xls");
        let answer = import(&admin, "QUANBU", xls).await;
        answer.refused(2001, "不是模板中的列");
        assert_eq!(total(&admin, "app/gonggao", "").await, 0);
    });
}

#[test]
fn headings_of_earlier_versions_are_understood() {
    on_both(async |test| {
        let admin = test.admin().await;
        let path = "/api/app/user/import?moshi=QUANBU";
        let old = workbook(&["昵称*", "手机*"], &[&["甲", "13800000001"]]);
        let report = admin.upload(path, &[], "客户.xlsx", &old).await.ok();
        assert_eq!(report["chenggong"], 1);
        let both = workbook(&["昵称*", "手机*", "手机号*"], &[&["乙", "1", "2"]]);
        let refused = admin.upload(path, &[], "客户.xlsx", &both).await;
        refused.refused(2001, "出现了两次");
    });
}

#[test]
fn an_import_obeys_scope_and_unique_phones() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let clerk = test
            .person_of(&["app:user:import", "app:user:list"], "MENDIAN", "FENDIAN")
            .await
            .client;
        let file = workbook(
            &["昵称*", "手机号*", "门店"],
            &[
                &["甲", "13800000001", ""],
                &["乙", "13800000002", "总店"],
                &["丙", "13800000001", ""],
                &["丁", "138", ""],
            ],
        );
        let report = clerk
            .upload(
                "/api/app/user/import?moshi=HAOHANG",
                &[],
                "客户.xlsx",
                &file,
            )
            .await
            .ok();
        let reasons: Vec<_> = report["cuowu"]
            .as_array()
            .unwrap()
            .iter()
            .map(|bad| {
                (
                    bad["hang"].as_i64().unwrap(),
                    bad["yuanyin"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            reasons,
            [(4, "手机号已存在"), (5, "手机号应为11位号码，位数不足")]
        );
        let mine = rows(&clerk, "app/user", "orders=id:asc").await;
        assert_eq!((mine.len(), &mine[0]["mendian"]), (2, &json!("FENDIAN")));
    });
}
