//! Amounts and times at their bounds, and books that hold more than a number can.

use serde_json::{Value as Json, json};
use store::Tx;
use testkit::{
    TestApp,
    office::{Office, payout, product, receipt},
    on_both,
};

use crate::support::{add, set_config};

const DAY: i64 = 86_400_000;

async fn written_off(test: &TestApp, office: &Office) -> i64 {
    let id = office.paid_out(100_000, 3).await;
    test.clock.advance_business(60 * DAY);
    let body = json!({ "dingdanId": id, "yuanyin": "失联" });
    office.verb("hexiao", body).await.ok();
    id
}

fn recovery(id: i64, fen: i64) -> Json {
    json!({ "dingdanId": id, "jine": fen, "liushuihao": receipt() })
}

#[test]
fn a_recovery_has_bounds() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = written_off(&test, &office).await;
        for fen in [0, 1_000_000_000_001, i64::MAX] {
            let refused = office.verb("shouhui", recovery(id, fen)).await;
            assert!(
                [2001, 2002].contains(&refused.code),
                "{fen} {}",
                refused.code
            );
        }
        for fen in [1, 1_000_000_000_000] {
            office.verb("shouhui", recovery(id, fen)).await.ok();
        }
    });
}

/// A database from before recoveries were bounded may hold lines that no 64 bits can sum.
#[test]
fn sums_of_the_books_never_overflow() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = written_off(&test, &office).await;
        for _ in 0..2 {
            office.verb("shouhui", recovery(id, 7)).await.ok();
        }
        let most = i128::from(i64::MAX);
        let huge = |tx: &mut Tx<'_>| {
            // As an older version would have posted them.
            tx.batch(
                "CREATE TABLE huge AS SELECT * FROM app_zijin_fenlu WHERE jine = 7; \
                 UPDATE huge SET jine = 9223372036854775807, hang = hang + 10, id = id + 1000; \
                 INSERT INTO app_zijin_fenlu SELECT * FROM huge; DROP TABLE huge; \
                 UPDATE app_dingdan_xingqing SET shifujine = 9223372036854775807, yingfujine = 9223372036854775807, \
                 liushui_jine = 9223372036854775807 \
                 WHERE shifujine = 7",
            )
        };
        test.db().write(huge).await.unwrap();
        let today = test.clock.now().date().to_string();
        let get = async |path: &str| {
            office
                .admin
                .get(&format!("/api/app/zijin/{path}"))
                .await
                .ok()
        };
        let balance = get("zongzhang?riqiBegin=2020-01-01").await;
        assert_eq!(balance["isPingheng"], true);
        assert_eq!(sum_of(&balance["jieHeji"]), sum_of(&balance["daiHeji"]));
        assert!(sum_of(&balance["jieHeji"]) > 2 * most, "{balance}");
        for group in ["RI", "FANGSHI", "CAOZUOREN"] {
            let moved = get(&format!("liushui/heji?fenzu={group}")).await;
            assert_eq!(sum_of(&moved["ruzhang"]), 2 * most, "{moved}");
            assert_eq!(moved["isYizhi"], false, "{moved}");
        }
        get(&format!("zongzhang?riqiBegin={today}")).await;
        let check = get("jiancha").await;
        assert_eq!(check["isTongguo"], false);
        for path in [
            "app/dingdan/findAllByPage",
            "app/dingdan/tongji",
            "app/dingdan/xingqing/findAllByPage",
            "app/zijin/liushui/findAllByPage",
        ] {
            office.admin.get(&format!("/api/{path}")).await.ok();
        }
    });
}

/// A sum as the wire has it: a number, or its digits where no screen would read it exactly.
fn sum_of(figure: &Json) -> i128 {
    match figure.as_str() {
        Some(text) => text.parse().unwrap(),
        None => figure.as_i64().unwrap().into(),
    }
}

#[test]
fn a_daily_limit_counts_beyond_what_a_number_holds() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        for _ in 0..2 {
            office.paid_out(100_000, 3).await;
        }
        let huge =
            |tx: &mut Tx<'_>| tx.batch("UPDATE app_dingdan SET jiekuan_jine = 9223372036854775807");
        test.db().write(huge).await.unwrap();
        let body = json!({ "id": office.project, "rixiane": 150_000 });
        office.admin.post("/api/app/project/edit", body).await.ok();
        let id = office.approved(100_000, 3).await;
        office
            .verb("fangkuan", payout(id))
            .await
            .refused(2002, "日放款限额");
    });
}

/// From 100 yuan in steps of 100, copied into the order: the product may change meanwhile.
#[test]
fn a_review_approves_what_the_product_lent_at_application() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.applied(300_000, 3).await;
        let edit = json!({ "id": office.project, "zuixiaoJine": 1_000, "jineBuchang": 1_000 });
        office.admin.post("/api/app/project/edit", edit).await.ok();
        let terms = office.detail(id).await["jiekuanXiangqingData"].clone();
        assert_eq!(
            (&terms["zuixiaoJine"], &terms["jineBuchang"]),
            (&json!(10_000), &json!(10_000))
        );
        let review =
            |fen: i64| json!({ "id": id, "jieguo": "TONGGUO", "yijian": "减额", "pifuJine": fen });
        for fen in [9_000, 205_000, 1, 299_999] {
            office
                .verb("shenhe", review(fen))
                .await
                .refused(2002, "不低于 100.00 元");
        }
        office.verb("shenhe", review(200_000)).await.ok();
    });
}

/// Orders from before amounts were copied go by what the product lends today.
#[test]
fn an_older_order_goes_by_the_product_of_today() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.applied(300_000, 3).await;
        let older = move |tx: &mut Tx<'_>| {
            let row = tx.query_one(
                "SELECT tiaokuan FROM app_dingdan WHERE id = ?",
                &[id.into()],
            )?;
            let mut terms: Json = serde_json::from_str(row.text(0)?).unwrap();
            terms.as_object_mut().unwrap().remove("amounts").unwrap();
            tx.execute_one(
                "UPDATE app_dingdan SET tiaokuan = ? WHERE id = ?",
                &[terms.to_string().into(), id.into()],
            )
        };
        test.db().write(older).await.unwrap();
        let edit = json!({ "id": office.project, "zuixiaoJine": 50_000, "jineBuchang": 50_000 });
        office.admin.post("/api/app/project/edit", edit).await.ok();
        let terms = office.detail(id).await["jiekuanXiangqingData"].clone();
        assert_eq!(terms["zuixiaoJine"], 50_000);
        let review =
            |fen: i64| json!({ "id": id, "jieguo": "TONGGUO", "yijian": "减额", "pifuJine": fen });
        office
            .verb("shenhe", review(40_000))
            .await
            .refused(2002, "不低于 500.00 元");
        office.verb("shenhe", review(250_000)).await.ok();
    });
}

#[test]
fn a_payout_is_not_before_the_instant_of_the_review() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.approved(100_000, 3).await;
        test.clock.advance_business(60_000);
        let at = |time: &str| {
            let mut body = payout(id);
            body["fangkuanTime"] = time.into();
            body
        };
        for time in ["2026-03-01 08:59:59", "2026-03-01", "2026-02-28 23:00:00"] {
            office
                .verb("fangkuan", at(time))
                .await
                .refused(2002, "早于审核时间");
        }
        office
            .verb("fangkuan", at("2026-03-01 09:01:01"))
            .await
            .refused(2002, "不能晚于现在");
        office
            .verb("fangkuan", at("2026-03-01 09:00:00"))
            .await
            .ok();
    });
}

/// The fee may be kept back only while that is allowed, whenever the order was made.
#[test]
fn withholding_is_checked_at_payout() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        set_config(&office.admin, "JIEKUAN", "yunxuKouchu", json!("true")).await;
        let mut terms = product(office.category);
        terms["qianzhifeilv"] = 1_000.into();
        terms["qianzhifeiFangshi"] = "KOUCHU".into();
        let project = add(&office.admin, "app/project", terms).await;
        let mut application = office.application(100_000, 3);
        application["projectId"] = project.into();
        let id = office.approved_with(application).await;
        set_config(&office.admin, "JIEKUAN", "yunxuKouchu", json!("false")).await;
        office
            .verb("fangkuan", payout(id))
            .await
            .refused(2002, "扣除");
        set_config(&office.admin, "JIEKUAN", "yunxuKouchu", json!("true")).await;
        office.verb("fangkuan", payout(id)).await.ok();
    });
}

/// A discount granted on a later overdue fee can be more than an earlier day owes.
#[test]
fn an_explanation_never_shows_a_negative_payable() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 3).await;
        test.clock.advance_business(60 * DAY);
        let due = office.repayment(id).await["queren"]["yingfujine"].clone();
        let discount = json!({ "id": id, "jine": due, "jiuJine": 0 });
        office.verb("setYouhuiDangqian", discount).await.ok();
        for day in ["2026-03-01", "2026-04-01", "2026-04-10", "2026-04-30"] {
            let path = format!("/api/app/dingdan/jieshi/{id}?xiang=QI&qi=1&riqi={day}");
            let lines = office.admin.get(&path).await.ok();
            for line in lines.as_array().unwrap() {
                assert!(line["jieguo"].as_i64().unwrap() >= 0, "{day} {line}");
            }
        }
    });
}
