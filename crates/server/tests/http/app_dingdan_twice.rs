//! The same click twice: whatever a body carries, one instalment is paid, one extension made.

use serde_json::{Value as Json, json};
use testkit::{
    TestApp,
    office::{Office, payout, receipt},
    on_both,
};

async fn twice(office: &Office, verb: &str, body: &Json) {
    office.verb(verb, body.clone()).await.ok();
    let again = office.verb(verb, body.clone()).await;
    assert_eq!(again.code, 301, "{verb} {body}: {}", again.message);
}

/// Every way to name an instalment, an amount, a day, a method or nothing at all.
#[test]
fn a_confirmation_pays_one_instalment() {
    on_both(async |test: TestApp| {
        let office = Office::open(&test).await;
        let parts = [
            ("qi", json!(1)),
            ("yingfu", json!(null)),
            ("zhifufangshi", json!("YINHANGKA")),
            ("daozhangRiqi", json!("2026-03-01")),
        ];
        for chosen in 0..1_u8 << parts.len() {
            let id = office.paid_out(100_000, 6).await;
            let quote = office.repayment(id).await["queren"].clone();
            let mut body = json!({ "dingdanId": id });
            for (at, (name, value)) in parts.iter().enumerate() {
                if chosen & (1 << at) != 0 {
                    body[*name] = value.clone();
                }
            }
            if body.get("yingfu").is_some() {
                body["yingfu"] = quote["shifujine"].clone();
            }
            twice(&office, "querenhuankuan", &body).await;
            let paid = office.repayment(id).await["huankuanJihuaList"].clone();
            let paid = paid.as_array().unwrap().iter();
            assert_eq!(
                paid.filter(|item| item["state"] == "YIWANCHENG").count(),
                1,
                "{body}"
            );
        }
    });
}

#[test]
fn an_extension_moves_the_dates_once() {
    on_both(async |test: TestApp| {
        let office = Office::open(&test).await;
        let parts = [
            ("qi", json!(1)),
            ("cishu", json!(0)),
            ("feiyong", json!(500)),
            ("zhifufangshi", json!("YINHANGKA")),
        ];
        for chosen in 0..1_u8 << parts.len() {
            let id = office.paid_out(100_000, 6).await;
            let mut body = json!({ "dingdanId": id });
            for (at, (name, value)) in parts.iter().enumerate() {
                if chosen & (1 << at) != 0 {
                    body[*name] = value.clone();
                }
            }
            twice(&office, "yanqi", &body).await;
            assert_eq!(office.repayment(id).await["yanqiCishu"], 1, "{body}");
        }
    });
}

/// What changes with the event lets the next one through at once.
#[test]
fn a_guarded_call_need_not_wait() {
    on_both(async |test: TestApp| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 6).await;
        for qi in 1..=3 {
            let body = json!({ "dingdanId": id, "qi": qi });
            office.verb("querenhuankuan", body).await.ok();
        }
        for count in 0..2 {
            let body = json!({ "dingdanId": id, "cishu": count });
            office.verb("yanqi", body).await.ok();
        }
    });
}

/// Everything else happens once by what it is: the state, the receipt, the event it names.
#[test]
fn other_verbs_happen_once() {
    on_both(async |test: TestApp| {
        let office = Office::open(&test).await;
        let id = office.applied(100_000, 3).await;
        let review = json!({ "id": id, "jieguo": "TONGGUO", "yijian": "同意" });
        twice(&office, "shenhe", &review).await;
        let failed = json!({ "id": id, "jieguo": "SHIBAI", "shibaiYuanyin": "退票" });
        twice(&office, "fangkuan", &failed).await;
        twice(&office, "chongqian", &json!({ "id": id, "beizhu": "再试" })).await;
        twice(&office, "fangkuan", &payout(id)).await;
        let newest = office.detail(id).await["kechexiao"]["shijianId"].clone();
        let undo = json!({ "dingdanId": id, "shijianId": newest, "yuanyin": "录错" });
        twice(&office, "chexiao", &undo).await;
        office.verb("fangkuan", payout(id)).await.ok();
        let discount = json!({ "id": id, "jine": 100, "jiuJine": 0 });
        twice(&office, "setYouhuiDangqian", &discount).await;
        // Set, not added: without a guard the second one changes nothing.
        for _ in 0..2 {
            let bare = json!({ "id": id, "jine": 200 });
            office.verb("setYouhuiDangqian", bare).await.ok();
        }
        assert_eq!(office.repayment(id).await["youhuiDangqian"], 200);
        test.clock.advance_business(60 * 86_400_000);
        let reason = json!({ "dingdanId": id, "yuanyin": "失联" });
        twice(&office, "hexiao", &reason).await;
        let back = json!({ "dingdanId": id, "jine": 100, "liushuihao": receipt() });
        twice(&office, "shouhui", &back).await;
        let other = office.paid_out(100_000, 3).await;
        twice(&office, "tiqianhuankuan", &json!({ "dingdanId": other })).await;
        let other = office.paid_out(100_000, 3).await;
        let path = format!("/api/app/dingdan/tiqianhuankuanInit?dingdanId={other}");
        let total = office.admin.get(&path).await.ok()["zongfeiyong"].clone();
        let prepay = json!({ "dingdanId": other, "zongfeiyong": total });
        twice(&office, "tiqianhuankuan", &prepay).await;
        let other = office.applied(100_000, 3).await;
        let cancel = json!({ "dingdanId": other, "yuanyin": "放弃" });
        twice(&office, "quxiao", &cancel).await;
    });
}
