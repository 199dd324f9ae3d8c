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
