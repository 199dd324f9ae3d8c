//! Spreadsheets of a resource: template, import, export.

use serde_json::{Value as Json, json};
use service::sheet::{self, Cell, Column, Format, Limits, Out, Sheet, Writer};
use testkit::{Answer, Client, on_both};

use crate::support::{add, column, rows, second_store, total};

const TITLES: &[&str] = &["标题*", "类型*", "内容*", "排序"];

/// A spreadsheet as a person would fill it in.
pub fn workbook(titles: &[&str], lines: &[&[&str]]) -> Vec<u8> {
    let columns: Vec<Column<'_>> = titles
        .iter()
        .map(|header| Column {
            header,
            width: 20,
            format: Format::Text,
        })
        .collect();
    let mut writer = Writer::new("导入", &columns).unwrap();
    for line in lines {
        let cells: Vec<Out<'_>> = line.iter().map(|text| Out::Text(text)).collect();
        writer.row(&cells).unwrap();
    }
    std::fs::read(writer.finish().unwrap().path()).unwrap()
}

fn read(bytes: &[u8]) -> Sheet {
    sheet::read(bytes, &Limits::default()).unwrap()
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) | Cell::Number { text, .. } => text.clone(),
        Cell::Empty => String::new(),
        other => format!("{other:?}"),
    }
}

fn line(sheet: &Sheet, at: usize) -> Vec<String> {
    sheet.rows[at].cells.iter().map(text).collect()
}

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
fn a_template_has_the_headings_and_can_be_filled_in() {
    on_both(async |test| {
        let admin = test.admin().await;
        let answer = admin
            .get("/api/app/gonggao/import/template?fileName=公告")
            .await;
        assert_eq!(
            answer.headers["content-type"],
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        );
        let name = answer.headers["content-disposition"].to_str().unwrap();
        assert_eq!(name, "attachment; filename*=UTF-8''%E5%85%AC%E5%91%8A.xlsx");
        let heading = line(&read(&answer.body), 0);
        assert_eq!(
            heading,
            [
                "标题*",
                "类型*",
                "封面",
                "内容*",
                "置顶",
                "弹窗",
                "开始时间",
                "结束时间",
                "排序",
                "状态",
                "备注"
            ]
        );
        admin
            .get("/api/sys/log/import/template")
            .await
            .refused(2004, "接口不存在");
        let reader = test.person(&["app:gonggao:list"]).await.client;
        reader
            .get("/api/app/gonggao/import/template")
            .await
            .refused(2002, "没有操作权限");
    });
}

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
        for stranger in [test.admin().await, test.anonymous()] {
            assert_eq!(stranger.get(&url).await.status, 404);
        }
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
fn an_import_obeys_scope_and_unique_phones() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let clerk = test
            .person_of(&["app:user:import", "app:user:list"], "MENDIAN", "FENDIAN")
            .await
            .client;
        let file = workbook(
            &["昵称*", "手机*", "门店"],
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
        assert_eq!(reasons, [(4, "手机已存在"), (5, "手机应为11位手机号")]);
        let mine = rows(&clerk, "app/user", "orders=id:asc").await;
        assert_eq!((mine.len(), &mine[0]["mendian"]), (2, &json!("FENDIAN")));
    });
}

#[test]
fn an_export_has_the_rows_of_the_list_in_typed_cells() {
    on_both(async |test| {
        let admin = test.admin().await;
        for (title, kind) in [
            ("=1+1", "XITONG"),
            ("+cmd|x", "HUODONG"),
            ("第三", "XITONG"),
        ] {
            let row = json!({ "biaoti": title, "type": kind, "neirong": "x", "paixu": 7, "kaishiTime": "2026-03-02 10:30:00", "isZhiding": true });
            add(&admin, "app/gonggao", row).await;
        }
        let answer = admin
            .get("/api/app/gonggao/export?type=XITONG&orders=id:asc&fileName=公告")
            .await;
        let exported = read(&answer.body);
        let heading = line(&exported, 0);
        let at = |title: &str| heading.iter().position(|known| known == title).unwrap();
        assert_eq!(exported.rows.len(), 3);
        let first = &exported.rows[1];
        assert_eq!(first.cell(at("标题")), &Cell::Text("=1+1".to_owned()));
        assert_eq!(first.cell(at("类型")), &Cell::Text("系统公告".to_owned()));
        assert_eq!(
            first.cell(at("排序")),
            &Cell::Number {
                text: "7".to_owned(),
                value: 7.0
            }
        );
        assert!(
            matches!(first.cell(at("开始时间")), Cell::DateTime(moment) if moment.to_string() == "2026-03-02T10:30:00")
        );
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(answer.body)).unwrap();
        let mut inner = String::new();
        std::io::Read::read_to_string(
            &mut archive.by_name("xl/worksheets/sheet1.xml").unwrap(),
            &mut inner,
        )
        .unwrap();
        assert!(
            !inner.contains("<f>") && !inner.contains("<f "),
            "no cell is a formula"
        );
        let lines = rows(&admin, "sys/log", "type=DAOCHU").await;
        assert_eq!(lines[0]["miaoshu"], "导出公告 2条");
        admin
            .get("/api/app/gonggao/export?foo=1")
            .await
            .refused(2001, "不支持的查询条件");
    });
}

#[test]
fn an_export_is_masked_and_within_scope() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        for (name, phone, store) in [
            ("东", "13800000001", "ZONGDIAN"),
            ("西", "13800000002", "FENDIAN"),
        ] {
            add(
                &admin,
                "app/user",
                json!({ "nickName": name, "phone": phone, "mendian": store }),
            )
            .await;
        }
        let clerk = test
            .person_of(&["app:user:export"], "MENDIAN", "FENDIAN")
            .await
            .client;
        let answer = clerk.get("/api/app/user/export").await;
        let exported = read(&answer.body);
        let all: Vec<String> = line(&exported, 1);
        assert_eq!(exported.rows.len(), 2);
        assert!(
            all.contains(&"西".to_owned())
                && all.contains(&"138****0002".to_owned())
                && all.contains(&"分店".to_owned()),
            "{all:?}"
        );
        let reader = test.person(&["app:user:list"]).await.client;
        reader
            .get("/api/app/user/export")
            .await
            .refused(2002, "没有操作权限");
    });
}
