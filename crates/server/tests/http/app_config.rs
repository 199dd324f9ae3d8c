//! /api/app/config

use serde_json::{Value as Json, json};
use testkit::{Client, on_both};

use crate::support::{blames, find, rows, set_config};

async fn group(client: &Client, kind: &str) -> Vec<Json> {
    let rows = client
        .get(&format!("/api/app/config/findByType/{kind}"))
        .await
        .ok();
    rows.as_array().unwrap().clone()
}

async fn value(client: &Client, kind: &str, jian: &str) -> Json {
    let rows = group(client, kind).await;
    rows.into_iter().find(|row| row["jian"] == jian).unwrap()["zhi"].clone()
}

#[test]
fn everybody_reads_the_company_name_and_few_the_rest() {
    on_both(async |test| {
        let person = test.person(&[]).await.client;
        assert_eq!(value(&person, "JICHU", "gongsiMingcheng").await, "掌柜");
        for kind in ["JICHU", "JIEKUAN"] {
            let shown = group(&person, kind).await;
            assert!(shown.iter().all(|row| row["isKejian"] == true));
        }
        // What the forms and lists of everybody go by.
        for (jian, zhi) in [
            ("xianxiaMianLiushui", "true"),
            ("lilvShangxian", "360000"),
            ("lilvYujing", "240000"),
        ] {
            assert_eq!(value(&person, "JIEKUAN", jian).await, zhi);
        }
        for kind in ["ANQUAN", "DUANXIN", "NOTHING"] {
            let answer = person
                .get(&format!("/api/app/config/findByType/{kind}"))
                .await;
            answer.refused(2002, "没有操作权限");
        }
        let reader = test.person(&["app:config:query"]).await.client;
        assert_eq!(value(&reader, "JIEKUAN", "lilvShangxian").await, "360000");
        let edit = json!({ "type": "JICHU", "data": { "gongsiMingcheng": "我的" } });
        reader
            .post("/api/app/config/edit", edit)
            .await
            .refused(2002, "没有操作权限");
    });
}

#[test]
fn a_secret_goes_in_and_never_comes_out() {
    on_both(async |test| {
        let admin = test.admin().await;
        let secret = "duanxinMiyao";
        assert_eq!(value(&admin, "DUANXIN", secret).await, Json::Null);
        set_config(&admin, "DUANXIN", secret, json!("gateway-secret-7")).await;
        assert_eq!(value(&admin, "DUANXIN", secret).await, "******");
        // The form sends the stars back with everything else.
        set_config(&admin, "DUANXIN", secret, json!("******")).await;
        let kept = test
            .db()
            .read(|conn| store::config::value(conn, "duanxinMiyao"))
            .await
            .unwrap();
        assert_eq!(kept.as_deref(), Some("gateway-secret-7"));
    });
}

#[test]
fn a_change_is_told_before_and_after_and_no_change_is_not() {
    on_both(async |test| {
        let admin = test.admin().await;
        let edit = json!({ "type": "JICHU", "data": { "gongsiMingcheng": "金掌柜", "bangzhuUrl": "https://a.cn" } });
        admin.post("/api/app/config/edit", edit.clone()).await.ok();
        admin.post("/api/app/config/edit", edit).await.ok();
        let lines = rows(&admin, "sys/log", "mokuai=参数设置").await;
        assert_eq!(lines.len(), 1);
        let line = find(&admin, "sys/log", lines[0]["id"].as_i64().unwrap()).await;
        assert_eq!(
            line["bianhua"],
            json!({
                "qian": { "gongsiMingcheng": "掌柜", "bangzhuUrl": null },
                "hou": { "gongsiMingcheng": "金掌柜", "bangzhuUrl": "https://a.cn" },
            })
        );
    });
}

#[test]
fn a_bad_value_is_refused_and_nothing_of_the_form_is_kept() {
    on_both(async |test| {
        let admin = test.admin().await;
        for (kind, jian, bad) in [
            ("ANQUAN", "huihuaKongxian", json!(59)),
            ("ANQUAN", "huihuaKongxian", json!("soon")),
            ("ANQUAN", "huihuaZuichang", json!(2_592_001)),
            ("ANQUAN", "rizhiBaoliuTianshu", json!(183)),
            ("ANQUAN", "chakanXiane", json!(-1)),
            ("ANQUAN", "mimaCelue", json!("none")),
            ("JIEKUAN", "yunxuKouchu", json!("yes")),
            ("JICHU", "logo", json!("javascript:alert(1)")),
            ("JICHU", "bangzhuUrl", json!("javascript:alert(1)")),
            ("JICHU", "noSuchKey", json!("x")),
            // A key of another group is not in this one.
            ("JICHU", "mimaCelue", json!("asvs")),
        ] {
            let body = json!({ "type": kind, "data": { jian: bad } });
            let answer = admin.post("/api/app/config/edit", body).await;
            assert_eq!(answer.code, 2001, "{jian} {bad}");
            assert!(answer.result["fields"][jian].is_string(), "{jian}");
        }
        let mixed =
            json!({ "type": "JICHU", "data": { "gongsiMingcheng": "改了", "noSuchKey": 1 } });
        blames(
            &admin.post("/api/app/config/edit", mixed).await,
            "noSuchKey",
            "参数不存在",
        );
        assert_eq!(value(&admin, "JICHU", "gongsiMingcheng").await, "掌柜");
        let extra = json!({ "type": "JICHU", "data": {}, "isXitong": true });
        blames(
            &admin.post("/api/app/config/edit", extra).await,
            "isXitong",
            "未知字段",
        );
    });
}

#[test]
fn rich_text_is_cleaned() {
    on_both(async |test| {
        let admin = test.admin().await;
        let text = "<p>协议</p><script>alert(1)</script><img src=x onerror=alert(1)>";
        set_config(&admin, "XIEYI", "zhuceXieyi", json!(text)).await;
        let kept = value(&admin, "XIEYI", "zhuceXieyi").await.to_string();
        assert!(
            kept.contains("<p>协议</p>") && !kept.contains("script") && !kept.contains("onerror"),
            "{kept}"
        );
    });
}

#[test]
fn a_shorter_idle_time_holds_at_once() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await.client;
        set_config(&admin, "ANQUAN", "huihuaKongxian", json!(60)).await;
        test.clock.advance_real(61_500);
        person
            .get("/api/sys/user/findProfile")
            .await
            .refused(401, "");
    });
}

/// What the database itself holds for the secret of the tests.
async fn stored(test: &testkit::TestApp) -> String {
    let read = test.db().read(|conn| {
        let text = "SELECT zhi FROM app_config WHERE jian = 'duanxinMiyao'";
        Ok::<_, store::Error>(conn.query_one(text, &[])?.text(0)?.to_owned())
    });
    read.await.unwrap()
}

async fn clear(test: &testkit::TestApp) -> Option<String> {
    let read = test
        .db()
        .read(|conn| store::config::value(conn, "duanxinMiyao"));
    read.await.unwrap()
}

#[test]
fn a_secret_does_not_lie_in_clear() {
    on_both(async |test| {
        let admin = test.admin().await;
        set_config(&admin, "DUANXIN", "duanxinMiyao", json!("gateway-secret-7")).await;
        let first = stored(&test).await;
        assert!(!first.contains("gateway"), "{first}");
        assert_eq!(clear(&test).await.as_deref(), Some("gateway-secret-7"));
        // The same secret again is no change, and leaves no line.
        let before = crate::support::total(&admin, "sys/log", "").await;
        set_config(&admin, "DUANXIN", "duanxinMiyao", json!("gateway-secret-7")).await;
        assert_eq!(crate::support::total(&admin, "sys/log", "").await, before);
        set_config(&admin, "DUANXIN", "duanxinMiyao", json!("另一个")).await;
        assert_eq!(clear(&test).await.as_deref(), Some("另一个"));
        // Other settings are nobody's secret and stay readable.
        let read = test.db().read(|conn| {
            let text = "SELECT zhi FROM app_config WHERE jian = 'mimaCelue'";
            Ok::<_, store::Error>(conn.query_one(text, &[])?.text(0)?.to_owned())
        });
        assert_eq!(read.await.unwrap(), "dengbao");
    });
}

#[test]
fn a_secret_of_an_older_version_works_and_is_sealed_at_the_next_start() {
    on_both(async |test| {
        let put = test.db().write(|tx| {
            tx.batch("UPDATE app_config SET zhi = 'old-secret' WHERE jian = 'duanxinMiyao'")
        });
        put.await.unwrap();
        assert_eq!(clear(&test).await.as_deref(), Some("old-secret"));
        let admin = test.admin().await;
        assert_eq!(value(&admin, "DUANXIN", "duanxinMiyao").await, "******");
        let settings = test.scratch.settings();
        let start = move || server::app::open(&settings, testkit::cheap_hasher()).map(|_| ());
        tokio::task::spawn_blocking(start).await.unwrap().unwrap();
        assert!(!stored(&test).await.contains("old-secret"));
        assert_eq!(clear(&test).await.as_deref(), Some("old-secret"));
    });
}

#[test]
fn a_secret_moved_to_another_row_does_not_open() {
    on_both(async |test| {
        let admin = test.admin().await;
        set_config(&admin, "DUANXIN", "duanxinMiyao", json!("gateway-secret-7")).await;
        let sealed = stored(&test).await;
        let moved = test.db().write(move |tx| {
            tx.batch(&format!(
                "UPDATE app_config SET zhi_type = 'SECRET', zhi = '{sealed}' WHERE jian = 'kefuWeixin'"
            ))
        });
        moved.await.unwrap();
        let read = test
            .db()
            .read(|conn| store::config::value(conn, "kefuWeixin"));
        assert!(read.await.is_err());
    });
}

#[test]
fn a_row_names_its_group_and_an_unknown_group_is_refused() {
    on_both(async |test| {
        let admin = test.admin().await;
        let found = group(&admin, "JIEKUAN").await;
        assert!(!found.is_empty() && found.iter().all(|row| row["type"] == "JIEKUAN"));
        for data in [json!({}), json!({ "mimaCelue": "asvs" })] {
            let body = json!({ "type": "NOPE", "data": data });
            let answer = admin.post("/api/app/config/edit", body).await;
            blames(&answer, "type", "分组不存在");
        }
        let nothing = json!({ "type": "JIEKUAN", "data": {} });
        admin.post("/api/app/config/edit", nothing).await.ok();
    });
}

#[test]
fn a_rate_warns_before_it_is_refused() {
    on_both(async |test| {
        let admin = test.admin().await;
        let edit = async |data: Json| {
            let body = json!({ "type": "JIEKUAN", "data": data });
            admin.post("/api/app/config/edit", body).await
        };
        let low = edit(json!({ "lilvShangxian": "36" })).await;
        blames(&low, "lilvShangxian", "不能低于预警值");
        let high = edit(json!({ "lilvYujing": "360001" })).await;
        blames(&high, "lilvYujing", "不能低于预警值");
        edit(json!({ "lilvYujing": "100000", "lilvShangxian": "150000" }))
            .await
            .ok();
        assert_eq!(value(&admin, "JIEKUAN", "lilvShangxian").await, "150000");
    });
}
