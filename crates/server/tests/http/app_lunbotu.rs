//! /api/app/lunbotu: where a banner leads, and for how long it is shown.

use serde_json::{Value as Json, json};
use testkit::{Client, on_both};

use crate::{
    app_file_rows::stored,
    support::{add, blames, find},
};

const BANNERS: &str = "app/lunbotu";

async fn body(admin: &Client) -> Json {
    let picture = stored(admin, "lunbotu").await;
    json!({ "biaoti": "开业", "tupian": picture, "weizhi": "SHOUYE" })
}

#[test]
fn a_banner_leads_where_its_kind_says() {
    on_both(async |test| {
        let admin = test.admin().await;
        let plain = body(&admin).await;
        let id = add(&admin, BANNERS, plain.clone()).await;
        assert_eq!(find(&admin, BANNERS, id).await["tiaozhuanType"], "WU");
        let tries = [
            ("WAILIAN", None, Some("跳转地址不能为空")),
            (
                "WAILIAN",
                Some("/jiekuan"),
                Some("应以 http:// 或 https:// 开头"),
            ),
            ("WAILIAN", Some("https://example.com/a"), None),
            ("YEMIAN", Some("https://example.com/a"), Some("应以 / 开头")),
            ("YEMIAN", Some("/jiekuan"), None),
            ("PROJECT", Some(""), Some("跳转地址不能为空")),
            ("GONGGAO", Some("/gonggao/3"), None),
        ];
        for (kind, url, fault) in tries {
            let edit = json!({ "id": id, "tiaozhuanType": kind, "tiaozhuanUrl": url });
            let answer = admin.post("/api/app/lunbotu/edit", edit).await;
            match fault {
                Some(words) => blames(&answer, "tiaozhuanUrl", words),
                None => {
                    answer.ok();
                }
            }
        }
        let script =
            json!({ "id": id, "tiaozhuanType": "WAILIAN", "tiaozhuanUrl": "javascript:alert(1)" });
        let answer = admin.post("/api/app/lunbotu/edit", script).await;
        assert_eq!(answer.code, 2001);
        assert_eq!(
            find(&admin, BANNERS, id).await["tiaozhuanUrl"],
            "/gonggao/3"
        );
    });
}

#[test]
fn a_banner_is_not_over_before_it_begins() {
    on_both(async |test| {
        let admin = test.admin().await;
        let mut row = body(&admin).await;
        row["kaishiTime"] = json!("2026-03-02 00:00:00");
        row["jieshuTime"] = json!("2026-03-01 00:00:00");
        let answer = admin.post("/api/app/lunbotu/add", row).await;
        blames(&answer, "jieshuTime", "结束时间应晚于开始时间");
    });
}
