//! /api/app/dingdan: every event against every state, and the rules around them.

use loan::{EventKind, STEPS, State};
use serde_json::{Value as Json, json};
use testkit::{
    TestApp,
    office::{Office, payout, receipt},
    on_both,
};

use crate::support::{add, blames, rows};

const DAY: i64 = 86_400_000;

/// An order in this state, not overdue.
async fn order_in(test: &TestApp, office: &Office, state: State) -> i64 {
    match state {
        State::AwaitingReview => office.applied(100_000, 3).await,
        State::Rejected => {
            let id = office.applied(100_000, 3).await;
            let body = json!({ "id": id, "jieguo": "JUJUE", "yijian": "不符合条件" });
            office.verb("shenhe", body).await.ok();
            id
        }
        State::AwaitingPayout => office.approved(100_000, 3).await,
        State::PayoutFailed => {
            let id = office.approved(100_000, 3).await;
            let body = json!({ "id": id, "jieguo": "SHIBAI", "shibaiYuanyin": "卡已注销" });
            office.verb("fangkuan", body).await.ok();
            id
        }
        State::Repaying => office.paid_out(100_000, 3).await,
        State::Settled => {
            let id = office.paid_out(100_000, 1).await;
            office.confirm(id).await.ok();
            id
        }
        State::Cancelled => {
            let id = office.applied(100_000, 3).await;
            office
                .verb("quxiao", json!({ "dingdanId": id, "yuanyin": "不借了" }))
                .await
                .ok();
            id
        }
        State::WrittenOff => {
            let id = office.paid_out(100_000, 3).await;
            test.clock.advance_business(40 * DAY);
            office
                .verb("hexiao", json!({ "dingdanId": id, "yuanyin": "失联" }))
                .await
                .ok();
            id
        }
    }
}

/// Each event with a body that is right as far as bodies go.
fn request(kind: EventKind, id: i64, newest: &Json) -> (&'static str, Json) {
    match kind {
        EventKind::Review => (
            "shenhe",
            json!({ "id": id, "jieguo": "TONGGUO", "yijian": "同意" }),
        ),
        EventKind::Payout => ("fangkuan", payout(id)),
        EventKind::PayoutFailure => (
            "fangkuan",
            json!({ "id": id, "jieguo": "SHIBAI", "shibaiYuanyin": "退回" }),
        ),
        EventKind::Redisburse => ("chongqian", json!({ "id": id, "beizhu": "再试" })),
        EventKind::Discount => ("setYouhuiDangqian", json!({ "id": id, "jine": 100 })),
        EventKind::Confirm => ("querenhuankuan", json!({ "dingdanId": id })),
        EventKind::Receipt => (
            "daozhang",
            json!({
                "dingdanId": id, "jine": 100, "zhifufangshi": "WEIXIN", "liushuihao": receipt(),
            }),
        ),
        EventKind::Extend => ("yanqi", json!({ "dingdanId": id })),
        EventKind::Prepay => ("tiqianhuankuan", json!({ "dingdanId": id })),
        EventKind::Undo => {
            let event = newest.as_i64().unwrap_or(1);
            (
                "chexiao",
                json!({ "dingdanId": id, "shijianId": event, "yuanyin": "录错" }),
            )
        }
        EventKind::WriteOff => ("hexiao", json!({ "dingdanId": id, "yuanyin": "失联" })),
        EventKind::Recover => (
            "shouhui",
            json!({ "dingdanId": id, "jine": 100, "liushuihao": receipt() }),
        ),
        EventKind::Cancel => ("quxiao", json!({ "dingdanId": id, "yuanyin": "不借了" })),
    }
}

/// Everything an event could have written.
async fn everything(office: &Office, id: i64) -> (Json, Json, usize, usize, Json) {
    let log = office
        .admin
        .get(&format!("/api/app/log/findByDingdanId/{id}"))
        .await
        .ok();
    let records = rows(
        &office.admin,
        "app/dingdan/xingqing",
        &format!("dingdanId={id}"),
    )
    .await;
    let balance = office.admin.get("/api/app/zijin/zongzhang").await.ok();
    (
        office.detail(id).await,
        office.repayment(id).await,
        log.as_array().unwrap().len(),
        records.len(),
        balance,
    )
}

#[test]
fn every_event_in_every_state() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        for &state in State::ALL {
            for &kind in EventKind::ALL {
                let id = order_in(&test, &office, state).await;
                // An undo of a write-off at once is legal; other undos need an event in force.
                let newest = office.detail(id).await["kechexiao"]["shijianId"].clone();
                let before = everything(&office, id).await;
                let (verb, body) = request(kind, id, &newest);
                let answer = office.verb(verb, body).await;
                let known = STEPS
                    .iter()
                    .any(|(from, event, _)| *from == state && *event == kind);
                // Write-off needs an overdue order, and this one is on time.
                let allowed = known && kind != EventKind::WriteOff;
                let what = format!("{kind:?} in {state:?}: {} {}", answer.code, answer.message);
                if allowed {
                    assert_eq!(answer.code, 200, "{what}");
                    let to = office.detail(id).await["state"].clone();
                    let reached = STEPS.iter().any(|(from, event, after)| {
                        *from == state && *event == kind && to == after.code()
                    });
                    assert!(reached, "{what} leads to {to}");
                } else {
                    assert!(matches!(answer.code, 301 | 2002), "{what}");
                    assert!(!answer.message.is_empty());
                    assert_eq!(
                        everything(&office, id).await,
                        before,
                        "{what} changed something"
                    );
                }
            }
        }
        let report = office.admin.get("/api/app/zijin/jiancha").await.ok();
        assert_eq!(report["isTongguo"], true, "{report}");
    });
}

#[test]
fn a_happened_event_is_stale_and_a_changed_figure_too() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 3).await;
        office
            .verb("fangkuan", payout(id))
            .await
            .refused(301, "已放款");
        let quote = office.repayment(id).await["queren"].clone();
        let body = json!({ "dingdanId": id, "qi": 1, "yingfu": quote["shifujine"] });
        let wrong = json!({ "dingdanId": id, "qi": 1, "yingfu": 1 });
        office.verb("querenhuankuan", wrong).await.refused(301, "");
        let later = json!({ "dingdanId": id, "qi": 2 });
        office.verb("querenhuankuan", later).await.refused(301, "");
        office.verb("querenhuankuan", body.clone()).await.ok();
        office
            .verb("querenhuankuan", body)
            .await
            .refused(301, "第1期已还款");
        let discount = json!({ "id": id, "jine": 100, "jiuJine": 5 });
        office
            .verb("setYouhuiDangqian", discount)
            .await
            .refused(301, "");
        let count = json!({ "dingdanId": id, "qi": 2, "cishu": 1 });
        office.verb("yanqi", count).await.refused(301, "");
        let total = json!({ "dingdanId": id, "zongfeiyong": 1 });
        office.verb("tiqianhuankuan", total).await.refused(301, "");
        let undo = json!({ "dingdanId": id, "shijianId": 1, "yuanyin": "录错" });
        office.verb("chexiao", undo).await.refused(301, "");
        let version = json!({ "id": id, "jieguo": "TONGGUO", "yijian": "同意", "banbenSuo": 0 });
        office.verb("shenhe", version).await.refused(301, "");
    });
}

#[test]
fn a_row_version_guards_a_review() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.approved(100_000, 3).await;
        let seen = office.detail(id).await["banbenSuo"].as_i64().unwrap();
        let mut body = payout(id);
        body["banbenSuo"] = (seen - 1).into();
        office
            .verb("fangkuan", body.clone())
            .await
            .refused(301, "数据已被他人修改");
        body["banbenSuo"] = seen.into();
        office.verb("fangkuan", body).await.ok();
    });
}

#[test]
fn a_bare_repeat_within_ten_real_seconds_is_refused() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 6).await;
        let bare = json!({ "dingdanId": id });
        office.verb("querenhuankuan", bare.clone()).await.ok();
        // The business clock does not count.
        test.clock.advance_business(60_000);
        office
            .verb("querenhuankuan", bare.clone())
            .await
            .refused(301, "10秒");
        let guarded = office.confirm(id).await;
        guarded.ok();
        test.clock.advance_real(10_001);
        office.verb("querenhuankuan", bare).await.ok();
        office.verb("yanqi", json!({ "dingdanId": id })).await.ok();
        office
            .verb("yanqi", json!({ "dingdanId": id }))
            .await
            .refused(301, "10秒");
    });
}

#[test]
fn undo_names_its_event_and_restores_what_was() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 3).await;
        let discount = json!({ "id": id, "jine": 700, "jiuJine": 0 });
        office.verb("setYouhuiDangqian", discount).await.ok();
        let before = office.repayment(id).await;
        office.confirm(id).await.ok();
        let event = office.detail(id).await["kechexiao"]["shijianId"].clone();
        let undo = json!({ "dingdanId": id, "shijianId": event, "yuanyin": "认错客户" });
        office
            .verb("chexiao", json!({ "dingdanId": id, "shijianId": event }))
            .await
            .refused(2001, "撤销原因");
        office.verb("chexiao", undo.clone()).await.ok();
        assert_eq!(office.repayment(id).await, before);
        office.verb("chexiao", undo).await.refused(301, "");
        let records = rows(
            &office.admin,
            "app/dingdan/xingqing",
            &format!("dingdanId={id}&isChexiao=true"),
        )
        .await;
        assert_eq!(records.len(), 1);
        let payout = json!({ "dingdanId": id, "shijianId": 1, "yuanyin": "打错账户" });
        office.verb("chexiao", payout).await.ok();
        let detail = office.detail(id).await;
        assert_eq!(
            (detail["state"].clone(), detail["fangkuanTime"].clone()),
            (json!("DAIFANGKUAN"), Json::Null)
        );
        let sums = office.admin.get("/api/app/zijin/liushui/heji").await.ok();
        assert_eq!(
            (sums["jinge"].clone(), sums["isYizhi"].clone()),
            (json!(0), json!(true))
        );
    });
}

#[test]
fn one_receipt_names_one_movement() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 3).await;
        let other = office.paid_out(100_000, 3).await;
        let receipt = receipt();
        let pay = |order: i64, number: i64| json!({ "dingdanId": order, "qi": number, "liushuihao": receipt });
        office.verb("querenhuankuan", pay(id, 1)).await.ok();
        office
            .verb("querenhuankuan", pay(id, 2))
            .await
            .refused(301, "流水号");
        office
            .verb("querenhuankuan", pay(other, 1))
            .await
            .refused(2002, "流水号");
        let event = office.detail(id).await["kechexiao"]["shijianId"].clone();
        let undo = json!({ "dingdanId": id, "shijianId": event, "yuanyin": "认错客户" });
        office.verb("chexiao", undo).await.ok();
        office.verb("querenhuankuan", pay(other, 1)).await.ok();
    });
}

#[test]
fn two_people_pay_out_where_the_rule_is_on() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.approved(100_000, 3).await;
        let on = json!({ "type": "JIEKUAN", "data": { "shuangrenFangkuan": "true" } });
        office.admin.post("/api/app/config/edit", on).await.ok();
        office
            .verb("fangkuan", payout(id))
            .await
            .refused(2002, "双人复核");
        let other = test.person(&["app:dingdan:fangkuan"]).await.client;
        other
            .post("/api/app/dingdan/fangkuan", payout(id))
            .await
            .ok();
    });
}

#[test]
fn value_dates_and_payout_times_have_bounds() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.approved(100_000, 3).await;
        for (time, words) in [("2999-01-01 00:00:00", ""), ("2001-01-01 00:00:00", "")] {
            let mut body = payout(id);
            body["fangkuanTime"] = time.into();
            office.verb("fangkuan", body).await.refused(2002, words);
        }
        office.verb("fangkuan", payout(id)).await.ok();
        test.clock.advance_business(10 * DAY);
        for day in ["2999-01-01", "2001-01-01"] {
            let body = json!({ "dingdanId": id, "qi": 1, "daozhangRiqi": day });
            office.verb("querenhuankuan", body).await.refused(2002, "");
        }
        for path in [
            "huankuanXiangqing/{id}?riqi=",
            "tiqianhuankuanInit?dingdanId={id}&daozhangRiqi=",
        ] {
            let path = path.replace("{id}", &id.to_string());
            for day in ["2999-01-01", "2001-01-01"] {
                office
                    .admin
                    .get(&format!("/api/app/dingdan/{path}{day}"))
                    .await
                    .refused(2002, "日期");
            }
        }
        let body = json!({ "dingdanId": id, "daozhangRiqi": "昨天" });
        blames(
            &office.verb("querenhuankuan", body).await,
            "daozhangRiqi",
            "日期",
        );
    });
}

/// The account's holder was born on the last day of 1949; it is 2026.
#[test]
fn a_daily_limit_holds() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let body = json!({ "id": office.project, "rixiane": 150_000 });
        office.admin.post("/api/app/project/edit", body).await.ok();
        let first = office.paid_out(100_000, 3).await;
        let id = office.approved(100_000, 3).await;
        office
            .verb("fangkuan", payout(id))
            .await
            .refused(2002, "日放款限额");
        let undo = json!({ "dingdanId": first, "shijianId": 1, "yuanyin": "打错" });
        office.verb("chexiao", undo).await.ok();
        office.verb("fangkuan", payout(id)).await.ok();
    });
}

#[test]
fn another_account_for_a_second_payout_is_written_down() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = order_in(&test, &office, State::PayoutFailed).await;
        let other = json!({ "userId": office.customer, "type": "ZHIFUBAO", "shoukuanzhanghao": "13912345678" });
        let other = add(&office.admin, "app/user/shoukuan", other).await;
        let body = json!({ "id": id, "beizhu": "换账户", "userShoukuanId": other });
        office.verb("chongqian", body).await.ok();
        assert_eq!(office.detail(id).await["userShoukuanId"], other);
        let log = office
            .admin
            .get(&format!("/api/app/log/findByDingdanId/{id}"))
            .await
            .ok();
        let last = log.as_array().unwrap().last().unwrap()["neirong"].to_string();
        assert!(
            last.contains("换账户") && last.contains("尾号3446") && last.contains("支付宝"),
            "{last}"
        );
    });
}

#[test]
fn a_discount_above_what_an_earlier_day_owes_says_so() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 3).await;
        test.clock.advance_business(60 * DAY);
        let now = office.repayment(id).await;
        let (due_on, due) = (
            &now["huankuanJihuaList"][0]["riqi"],
            &now["queren"]["yingfujine"],
        );
        let discount = json!({ "id": id, "jine": due, "jiuJine": 0 });
        office.verb("setYouhuiDangqian", discount).await.ok();
        let path = format!(
            "/api/app/dingdan/huankuanXiangqing/{id}?riqi={}",
            due_on.as_str().unwrap()
        );
        let then = office.admin.get(&path).await.ok();
        assert_eq!(then["queren"], Json::Null);
        assert!(
            then["querenShuoming"].as_str().unwrap().contains("优惠"),
            "{}",
            then["querenShuoming"]
        );
    });
}
