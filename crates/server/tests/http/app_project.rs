//! /api/app/project: products, their terms and the rate limits; /api/app/dingdan/shisuan.

use schema::{Computed, resources::Project};
use serde_json::json;
use store::Reach;
use testkit::{
    office::{Office, product},
    on_both,
};

use crate::support::{blames, find};

#[test]
fn terms_are_checked_and_the_annual_rate_is_worked_out() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let row = find(&office.admin, "app/project", office.project).await;
        assert_eq!(
            (row["nianhua"].clone(), row["selectNameShow"].clone()),
            (json!(240_000), json!("现金贷-惠民贷"))
        );
        let with = |name: &str, value: serde_json::Value| {
            let mut body = product(office.category);
            body[name] = value;
            body
        };
        let refuse = async |name: &str, value, words: &str| {
            let answer = office
                .admin
                .post("/api/app/project/add", with(name, value))
                .await;
            answer.refused(2001, words);
        };
        refuse("qishuList", json!("3,三"), "可选期数").await;
        refuse("qishuList", json!("3,3"), "重复").await;
        refuse("qishuList", json!("361"), "360").await;
        refuse("jixiTianshu", json!(364), "360 或 365").await;
        refuse("zuidaJine", json!(5_000), "不能小于").await;
        refuse("jineBuchang", json!(0), "步长").await;
        refuse("yanqiTianshu", json!(0), "展期天数").await;
        refuse("qianzhifeiFangshi", json!("KOUCHU"), "民法典").await;
        refuse("nianlilv", json!(-1), "年利率").await;
        let kouchu = json!({ "type": "JIEKUAN", "data": { "yunxuKouchu": "true" } });
        office.admin.post("/api/app/config/edit", kouchu).await.ok();
        let mut body = with("qianzhifeiFangshi", json!("KOUCHU"));
        body["qianzhifeilv"] = json!(1_000);
        let made = office.admin.post("/api/app/project/add", body).await.ok();
        assert!(made["jinggao"].to_string().contains("民法典"), "{made}");
    });
}

#[test]
fn a_product_above_the_ceiling_cannot_be_published() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let mut body = product(office.category);
        body["nianlilv"] = json!(400_000);
        office
            .admin
            .post("/api/app/project/add", body.clone())
            .await
            .refused(2002, "超过上限");
        body["state"] = json!("XIAJIA");
        let made = office.admin.post("/api/app/project/add", body).await.ok();
        assert!(made["jinggao"].to_string().contains("36.00%"), "{made}");
        let id = &made["id"];
        let publish = json!({ "id": id, "state": "SHANGJIA" });
        office
            .admin
            .post("/api/app/project/edit", publish.clone())
            .await
            .refused(2002, "超过上限");
        let cheaper = json!({ "id": id, "nianlilv": 300_000 });
        office
            .admin
            .post("/api/app/project/edit", cheaper)
            .await
            .ok();
        let warned = office
            .admin
            .post("/api/app/project/edit", publish)
            .await
            .ok();
        assert!(warned["jinggao"].to_string().contains("预警"), "{warned}");
    });
}

#[test]
fn later_edits_never_change_an_order() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 3).await;
        let before = office.repayment(id).await;
        let body =
            json!({ "id": office.project, "nianlilv": 120_000, "yuqiRilv": 0, "isTiqian": false });
        office.admin.post("/api/app/project/edit", body).await.ok();
        assert_eq!(office.repayment(id).await, before);
        assert_eq!(
            office.detail(id).await["jiekuanXiangqingData"]["nianlilv"],
            240_000
        );
    });
}

#[test]
fn a_trial_shows_the_schedule_of_a_product_or_of_terms() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        // MONEY.md's worked example.
        let terms = json!({
            "huankuanMoshi": "DENGEBENXI", "nianlilv": 120_000, "jiekuanJine": 1_000_000, "qishu": 12,
            "fangkuanRiqi": "2026-01-31",
        });
        let trial = office.verb("shisuan", terms).await.ok();
        assert_eq!(trial["zonghuankuan"], 1_066_186);
        let rows = trial["huankuanJihuaList"].as_array().unwrap();
        assert_eq!(
            (rows[0]["yinghuan"].clone(), rows[11]["yinghuan"].clone()),
            (json!(88_849), json!(88_847))
        );
        assert_eq!(
            (rows[0]["riqi"].clone(), rows[1]["riqi"].clone()),
            (json!("2026-02-28"), json!("2026-03-31"))
        );
        let of_product = json!({ "projectId": office.project, "jiekuanJine": 100_000, "qishu": 3 });
        assert_eq!(
            office.verb("shisuan", of_product).await.ok()["nianhuaDanli"],
            240_000
        );
        let bad = json!({ "projectId": office.project, "jiekuanJine": 100_000, "qishu": 5 });
        blames(&office.verb("shisuan", bad).await, "qishu", "不提供");
        let bad = json!({ "huankuanMoshi": "NIMEN", "jiekuanJine": 100_000, "qishu": 5 });
        blames(
            &office.verb("shisuan", bad).await,
            "huankuanMoshi",
            "还款模式",
        );
        office
            .verb("shisuan", json!({ "jiekuanJine": 0, "qishu": 5 }))
            .await
            .refused(2001, "");
    });
}

#[test]
fn the_server_reads_a_product_without_counting_its_orders() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        office.applied(100_000, 3).await;
        let path = format!("/api/app/project/findById/{}", office.project);
        let shown = office.admin.get(&path).await.ok();
        assert_eq!(shown["shenqingshu"], 1);
        let id = office.project;
        let read: Project = test
            .db()
            .read(move |conn| store::rows::get(conn, id, &Reach::everything()))
            .await
            .unwrap();
        let _: (Computed<i64>, Computed<i64>) = (read.shenqingshu, read.fangkuanshu);
        assert_eq!(shown["mingcheng"], read.mingcheng);
        assert_eq!(shown["nianlilv"], read.nianlilv);
    });
}

/// A square of one degree around the usual centre of the map.
fn square() -> serde_json::Value {
    json!([
        { "lat": 35, "lng": 111 },
        { "lat": 35, "lng": 112 },
        { "lat": 36, "lng": 112 },
        { "lat": 36, "lng": 111 },
    ])
}

#[test]
fn the_service_area_is_one_polygon() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let edit = async |quyu: serde_json::Value| {
            let body = json!({ "id": office.project, "quyu": quyu });
            office.admin.post("/api/app/project/edit", body).await
        };
        blames(
            &edit(json!({ "lat": 1 })).await,
            "quyu",
            "服务区域应为点的列表",
        );
        blames(
            &edit(json!([{ "lat": 1, "lng": 1 }])).await,
            "quyu",
            "至少需要3个点",
        );
        let beyond =
            json!([{ "lat": 91, "lng": 1 }, { "lat": 1, "lng": 1 }, { "lat": 1, "lng": 2 }]);
        blames(&edit(beyond).await, "quyu", "纬度应在-90至90之间");
        let mut crossing = square();
        crossing.as_array_mut().unwrap().swap(1, 2);
        blames(&edit(crossing).await, "quyu", "不能相交");
        edit(square()).await.ok();
        let row = find(&office.admin, "app/project", office.project).await;
        assert_eq!(row["quyu"], square());
        edit(json!([])).await.ok();
        let row = find(&office.admin, "app/project", office.project).await;
        assert_eq!(row["quyu"], json!(null), "an area that was cleared is none");
    });
}

#[test]
fn an_application_is_made_within_the_service_area() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let apply = async |weizhi: serde_json::Value| {
            let mut body = office.application(100_000, 3);
            body["weizhi"] = weizhi;
            office.verb("add", body).await
        };
        let far = json!({ "lat": 39.9, "lng": 116.4 });
        apply(far.clone()).await.ok();
        let body = json!({ "id": office.project, "quyu": square() });
        office.admin.post("/api/app/project/edit", body).await.ok();
        let refused = apply(far).await;
        refused.refused(2002, "申请位置不在产品“惠民贷”的服务区域内");
        assert_eq!(refused.result["fields"]["weizhi"], refused.message);
        apply(json!({ "lat": 35.000_000_1, "lng": 110.999_999_9 }))
            .await
            .refused(2002, "服务区域");
        for inside in [
            json!({ "lat": 35.031_641, "lng": 111.004_468 }),
            json!({ "lat": "35.5", "lng": "111.5" }),
            // an edge and a corner
            json!({ "lat": 35.5, "lng": 112 }),
            json!({ "lat": 36, "lng": 111 }),
            json!(null),
        ] {
            apply(inside).await.ok();
        }
        for (given, words) in [
            (json!({ "lat": 35.5 }), "申请位置应含有lat和lng"),
            (json!([35.5, 111.5]), "申请位置应含有lat和lng"),
            (json!({ "lat": 35.5, "lng": 181 }), "经度应在-180至180之间"),
        ] {
            blames(&apply(given).await, "weizhi", words);
        }
    });
}

/// Where somebody was when they applied stands in no table and no log.
#[test]
fn where_an_application_was_made_is_kept_nowhere() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let mut body = office.application(100_000, 3);
        body["weizhi"] = json!({ "lat": 35.417_293, "lng": 111.417_293 });
        let made = office.verb("add", body).await.ok();
        let order = office.detail(made["id"].as_i64().unwrap()).await;
        assert!(!order.to_string().contains("417293"), "{order}");
        let lines = crate::support::rows(&office.admin, "sys/log", "").await;
        let line = find(&office.admin, "sys/log", lines[0]["id"].as_i64().unwrap()).await;
        assert!(line["canshu"].to_string().contains("weizhi"), "{line}");
        assert!(!line.to_string().contains("417293"), "{line}");
    });
}
