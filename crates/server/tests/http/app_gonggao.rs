//! /api/app/gonggao: the resource pattern on its first ordinary tenant.

use serde_json::json;
use testkit::on_both;

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
