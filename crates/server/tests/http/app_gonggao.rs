//! /api/app/gonggao: the resource pattern on its first ordinary tenant.

use serde_json::{Value as Json, json};
use testkit::on_both;

use crate::support::{add, blames, find, total};

const GONGGAO: &str = "app/gonggao";

fn body(biaoti: &str) -> Json {
    json!({ "biaoti": biaoti, "type": "XITONG", "neirong": "<p>内容</p>" })
}

#[test]
fn a_row_lives_and_dies() {
    on_both(async |test| {
        let admin = test.admin().await;
        let body = json!({ "biaoti": "春节放假通知", "type": "XITONG", "neirong": "<p>放假</p>" });
        let id = admin.post("/api/app/gonggao/add", body).await.ok()["id"]
            .as_i64()
            .unwrap();
        let row = admin
            .get(&format!("/api/app/gonggao/findById/{id}"))
            .await
            .ok();
        assert_eq!(row["biaoti"], "春节放假通知");
        assert_eq!(row["createTime"], "2026-03-01 09:00:00");
        let edit = json!({ "id": id, "banbenSuo": 0, "biaoti": "元宵放假通知" });
        assert_eq!(
            admin.post("/api/app/gonggao/edit", edit.clone()).await.ok()["banbenSuo"],
            1
        );
        admin
            .post("/api/app/gonggao/edit", edit)
            .await
            .refused(301, "数据已被他人修改，请刷新");
        let found = admin
            .get("/api/app/gonggao/findAllByPage?biaoti=元宵")
            .await
            .ok();
        assert_eq!(found["total"], 1);
        assert_eq!(
            admin
                .get("/api/app/gonggao/findAllByPage?biaoti=春节")
                .await
                .ok()["total"],
            0
        );
        admin
            .delete(&format!("/api/app/gonggao/delByIds/{id}"))
            .await
            .ok();
        admin
            .get(&format!("/api/app/gonggao/findById/{id}"))
            .await
            .refused(2004, "不存在");
    });
}

#[test]
fn columns_that_are_not_the_writers_are_ignored() {
    on_both(async |test| {
        let admin = test.admin().await;
        let me = admin.get("/api/sys/user/findProfile").await.ok()["id"].clone();
        let mut row = body("一");
        let foreign = json!({ "createBy": 77, "createTime": "2020-01-01 00:00:00", "updateBy": 77, "liulanliang": 9999, "fabuTime": "2020-01-01 00:00:00", "createByShow": "别人" });
        row.as_object_mut()
            .unwrap()
            .extend(foreign.as_object().unwrap().clone());
        let id = add(&admin, GONGGAO, row.clone()).await;
        let check = async || {
            let kept = find(&admin, GONGGAO, id).await;
            assert_eq!(
                (&kept["createBy"], &kept["liulanliang"], &kept["fabuTime"]),
                (&me, &json!(0), &Json::Null)
            );
            assert_eq!(kept["createTime"], "2026-03-01 09:00:00");
            assert_eq!(kept["createByShow"], "管理员");
            assert!(kept.get("isDel").is_none());
        };
        check().await;
        row["id"] = json!(id);
        admin.post("/api/app/gonggao/edit", row).await.ok();
        check().await;
    });
}

#[test]
fn a_whole_record_may_be_echoed_and_unknown_names_not() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = add(&admin, GONGGAO, body("一")).await;
        let whole = find(&admin, GONGGAO, id).await;
        admin.post("/api/app/gonggao/edit", whole).await.ok();
        for unknown in ["isDel", "foo", "is_del", "biaoti "] {
            let answer = admin
                .post("/api/app/gonggao/edit", json!({ "id": id, unknown: 1 }))
                .await;
            blames(&answer, unknown, "未知字段");
        }
        blames(
            &admin
                .post("/api/app/gonggao/edit", json!({ "biaoti": "x" }))
                .await,
            "id",
            "编号不能为空",
        );
    });
}

#[test]
fn each_bad_field_is_named() {
    on_both(async |test| {
        let admin = test.admin().await;
        let bad = json!({ "biaoti": "长".repeat(51), "type": "", "isZhiding": "perhaps", "kaishiTime": "soon", "paixu": 1.5, "fengmian": "javascript:x" });
        let answer = admin.post("/api/app/gonggao/add", bad).await;
        blames(&answer, "biaoti", "标题不能超过50个字");
        let mut named: Vec<_> = answer.result["fields"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect();
        named.sort();
        assert_eq!(
            named,
            [
                "biaoti",
                "fengmian",
                "isZhiding",
                "kaishiTime",
                "neirong",
                "paixu",
                "type"
            ]
        );
        let mut wrong = body("一");
        wrong["type"] = json!("NOTHING");
        blames(
            &admin.post("/api/app/gonggao/add", wrong).await,
            "type",
            "类型不存在或不可选",
        );
        let mut backwards = body("一");
        backwards["kaishiTime"] = json!("2026-03-02 00:00:00");
        backwards["jieshuTime"] = json!("2026-03-01 00:00:00");
        blames(
            &admin.post("/api/app/gonggao/add", backwards).await,
            "jieshuTime",
            "应晚于开始时间",
        );
    });
}

#[test]
fn publishing_dates_the_announcement_once() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = add(&admin, GONGGAO, body("一")).await;
        let publish = json!({ "id": id, "state": "YIFABU" });
        admin
            .post("/api/app/gonggao/edit", publish.clone())
            .await
            .ok();
        test.clock.advance_business(3_600_000);
        admin.post("/api/app/gonggao/edit", publish).await.ok();
        assert_eq!(
            find(&admin, GONGGAO, id).await["fabuTime"],
            "2026-03-01 09:00:00"
        );
    });
}

#[test]
fn rich_text_is_cleaned() {
    on_both(async |test| {
        let admin = test.admin().await;
        let mut row = body("一");
        row["neirong"] = json!(
            "<p onclick=\"x()\">好</p><script>alert(1)</script><a href=\"javascript:x\">坏</a><iframe src=x></iframe>"
        );
        let id = add(&admin, GONGGAO, row).await;
        let kept = find(&admin, GONGGAO, id).await["neirong"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(kept.contains("好") && kept.contains("坏"), "{kept}");
        for bad in ["onclick", "script", "iframe"] {
            assert!(!kept.contains(bad), "{bad} in {kept}");
        }
    });
}

#[test]
fn deleting_is_all_or_nothing_and_keeps_the_rows() {
    on_both(async |test| {
        let admin = test.admin().await;
        let (a, b) = (
            add(&admin, GONGGAO, body("一")).await,
            add(&admin, GONGGAO, body("二")).await,
        );
        let delete = async |ids: &str| {
            admin
                .delete(&format!("/api/app/gonggao/delByIds/{ids}"))
                .await
        };
        delete(&format!("{a},999999,{b}")).await.refused(2004, "");
        assert_eq!(total(&admin, GONGGAO, "").await, 2);
        delete("1,x").await.refused(2001, "逗号分隔的整数");
        let many: Vec<String> = (1..=101).map(|id| id.to_string()).collect();
        delete(&many.join(","))
            .await
            .refused(2001, "一次最多处理100条");
        delete(&format!("{a},{b},{a}")).await.ok();
        assert_eq!(total(&admin, GONGGAO, "").await, 0);
        assert_eq!(total(&admin, GONGGAO, "biaoti=一").await, 0);
        delete(&a.to_string()).await.refused(2004, "");
        admin
            .post("/api/app/gonggao/edit", json!({ "id": a, "biaoti": "活" }))
            .await
            .refused(2004, "");
        let kept = test.db().read(|conn| {
            conn.query_one("SELECT count(*) FROM app_gonggao", &[])?
                .int(0)
        });
        assert_eq!(kept.await.unwrap(), 2);
    });
}

#[test]
fn edits_at_once_with_one_version_win_once() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = add(&admin, GONGGAO, body("一")).await;
        let edit = json!({ "id": id, "banbenSuo": 0, "biaoti": "二" });
        let answers = crate::support::at_once(&admin, 6, "/api/app/gonggao/edit", &edit, &[]).await;
        let mut codes: Vec<_> = answers.iter().map(|answer| answer.code).collect();
        codes.sort_unstable();
        assert_eq!(codes, [200, 301, 301, 301, 301, 301]);
    });
}
