//! {resource}/import/template and {resource}/export

use serde_json::json;
use service::sheet::Cell;
use testkit::on_both;

use crate::{
    spreadsheet::{line, read},
    support::{add, rows, second_store},
};

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

#[test]
fn an_export_of_people_shows_labels_and_no_secrets() {
    on_both(async |test| {
        let admin = test.admin().await;
        let role = json!({ "name": "店", "code": "dian", "dataScope": "ZIDINGYI", "mendianList": ["ZONGDIAN"] });
        add(&admin, "sys/role", role).await;
        admin
            .post(
                "/api/sys/user/edit/profile",
                json!({ "phone": "13800138000" }),
            )
            .await
            .ok();
        let roles = read(&admin.get("/api/sys/role/export?code=dian").await.body);
        let row = line(&roles, 1);
        assert!(
            row.contains(&"总店".to_owned()) && row.contains(&"自定义门店".to_owned()),
            "{row:?}"
        );
        let users = read(&admin.get("/api/sys/user/export").await.body);
        let row = line(&users, 1);
        assert!(
            row.contains(&"138****8000".to_owned()) && row.contains(&"超级管理员".to_owned()),
            "{row:?}"
        );
        assert!(!row.iter().any(|cell| cell.contains("argon2")), "{row:?}");
    });
}

#[test]
fn the_log_says_which_rows_an_export_took() {
    on_both(async |test| {
        let admin = test.admin().await;
        let asked = [
            "app/user/export?phone=13800000001&nickName=张&fileName=客户",
            "app/user/export?phone=0001",
            "app/user/export",
        ];
        for path in asked {
            admin.get(&format!("/api/{path}")).await;
        }
        let lines = rows(&admin, "sys/log", "type=DAOCHU&orders=id:asc").await;
        let logged: Vec<_> = lines.iter().map(|line| line["canshu"].clone()).collect();
        assert_eq!(
            logged,
            [
                json!({ "phone": "******", "nickName": "张" }),
                json!({ "phone": "******" }),
                json!(null)
            ]
        );
    });
}
