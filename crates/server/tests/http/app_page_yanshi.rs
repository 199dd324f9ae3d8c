//! /api/app/page/admin/yanshi: demo data for an office that is empty.

use serde_json::json;
use testkit::{TestApp, on_both};

use crate::support::total;

/// 载入演示数据 is for an administrator of an empty office.
#[test]
fn demo_data_is_loaded_into_an_empty_office_only() {
    const LOAD: &str = "/api/app/page/admin/yanshi";
    on_both(async |test: TestApp| {
        let admin = test.admin().await;
        let clerk = test.person(&["app:user:add"]).await;
        let refused = clerk.client.post(LOAD, json!({})).await;
        refused.refused(2002, "超级管理员");
        // Somebody works here already.
        admin
            .post(LOAD, json!({}))
            .await
            .refused(2002, "已有业务数据");
        assert_eq!(total(&admin, "app/dingdan", "").await, 0);
    });
}

/// What the story would mix with is noticed before anything is written.
#[test]
fn what_stands_in_the_way_of_demo_data_is_noticed_before() {
    on_both(async |test: TestApp| {
        let admin = test.admin().await;
        let home = async || admin.get("/api/app/page/admin/home").await.ok()["qibu"].clone();
        assert_eq!(home().await["isKong"], true);
        let version = json!({
            "pingtai": "ANDROID", "banbenhao": "1.0.0", "banbenCode": 100, "gengxinNeirong": "首版",
        });
        admin.post("/api/app/version/add", version).await.ok();
        assert_eq!(home().await["isKong"], false);
        let refused = admin.post("/api/app/page/admin/yanshi", json!({})).await;
        refused.refused(2002, "已有业务数据");
        assert_eq!(total(&admin, "app/dingdan", "").await, 0);
    });
}
