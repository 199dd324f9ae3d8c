//! /api/app/jifen: points are given, taken and lost, and the ledger always adds up.

use serde_json::{Value as Json, json};
use server::housekeeping;
use store::seal::Mark;
use testkit::{Answer, Client, TestApp, office::Office, on_both};

use crate::support::{at_once, blames, find, rows, set_config};

const DAY_MS: i64 = 86_400_000;
const POINTS: &str = "app/jifen";

async fn adjust(client: &Client, customer: i64, way: &str, points: i64) -> Answer {
    let body =
        json!({ "userId": customer, "fangxiang": way, "jifen": points, "biaoti": "补登活动奖励" });
    client.post("/api/app/jifen/add", body).await
}

async fn balance(client: &Client, customer: i64) -> i64 {
    find(client, "app/user", customer).await["jifen"]
        .as_i64()
        .unwrap()
}

/// What the check says of points and goods.
pub async fn found(test: &TestApp) -> Vec<String> {
    let (db, today) = (test.db().clone(), test.clock.today());
    let checked = tokio::task::spawn_blocking(move || service::check::run(&db, today));
    let findings = checked.await.unwrap().unwrap().findings;
    findings.into_iter().map(|finding| finding.text).collect()
}

#[test]
fn points_are_adjusted_with_a_reason_and_never_fall_below_nothing() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let (admin, id) = (&office.admin, office.customer);
        adjust(admin, id, "SHOURU", 100).await.ok();
        adjust(admin, id, "ZHICHU", 30).await.ok();
        let short = adjust(admin, id, "ZHICHU", 71).await;
        short.refused(2002, "积分不足：现有70，需要71");
        assert_eq!(balance(admin, id).await, 70);
        let lines = rows(admin, POINTS, &format!("userId={id}")).await;
        let told: Vec<_> = lines
            .iter()
            .map(|line| (&line["fangxiang"], &line["jifen"], &line["yue"]))
            .collect();
        assert_eq!(
            told,
            [
                (&json!("ZHICHU"), &json!(-30), &json!(70)),
                (&json!("SHOURU"), &json!(100), &json!(100))
            ]
        );
        let line = &lines[1];
        assert_eq!(
            (&line["type"], &line["biaoti"], &line["caozuorenShow"]),
            (
                &json!("TIAOZHENG"),
                &json!("补登活动奖励"),
                &json!("管理员")
            )
        );
        assert_eq!(
            (&line["userShow"], &line["phone"], &line["guoqiTime"]),
            (
                &json!("张三"),
                &json!("139****5678"),
                &json!("2027-03-01 09:00:00")
            )
        );
        for points in [0, -5, 100_001] {
            let answer = adjust(admin, id, "SHOURU", points).await;
            blames(&answer, "jifen", "1至100000");
        }
        let silent = json!({ "userId": id, "fangxiang": "SHOURU", "jifen": 1 });
        let answer = admin.post("/api/app/jifen/add", silent).await;
        blames(&answer, "biaoti", "标题不能为空");
        let edit = json!({ "id": line["id"], "jifen": 1_000 });
        let answer = admin.post("/api/app/jifen/edit", edit).await;
        answer.refused(2002, "不可修改，请冲正");
        let path = format!("/api/app/jifen/delByIds/{}", line["id"]);
        admin.delete(&path).await.refused(2002, "不可修改，请冲正");
        assert_eq!(found(&test).await, [""; 0]);
    });
}

#[test]
fn a_repeated_adjustment_happens_once() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let (admin, id) = (&office.admin, office.customer);
        let body = json!({ "userId": id, "fangxiang": "SHOURU", "jifen": 10, "biaoti": "补发" });
        let key = &[("idempotency-key", "adjust-once-0001")];
        let answers = at_once(admin, 8, "/api/app/jifen/add", &body, key).await;
        assert!(
            answers
                .iter()
                .all(|answer| answer.code == 200 || answer.code == 301),
            "{:?}",
            answers
                .iter()
                .map(|answer| &answer.message)
                .collect::<Vec<_>>()
        );
        assert_eq!(balance(admin, id).await, 10);
    });
}

#[test]
fn many_who_take_at_once_take_no_more_than_there_is() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let (admin, id) = (&office.admin, office.customer);
        adjust(admin, id, "SHOURU", 100).await.ok();
        let body = json!({ "userId": id, "fangxiang": "ZHICHU", "jifen": 30, "biaoti": "扣回" });
        let answers = at_once(admin, 12, "/api/app/jifen/add", &body, &[]).await;
        let done = answers.iter().filter(|answer| answer.code == 200).count();
        assert_eq!(done, 3);
        assert_eq!(balance(admin, id).await, 10);
        assert_eq!(found(&test).await, [""; 0]);
    });
}

#[test]
fn the_oldest_points_are_used_first_and_lost_first() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let (admin, id) = (&office.admin, office.customer);
        set_config(admin, "JIFEN", "jifenYouxiaoTianshu", json!(100)).await;
        adjust(admin, id, "SHOURU", 50).await.ok();
        test.clock.advance_business(10 * DAY_MS);
        adjust(admin, id, "SHOURU", 40).await.ok();
        // What never expires is used last, whenever it came.
        set_config(admin, "JIFEN", "jifenYouxiaoTianshu", json!(0)).await;
        adjust(admin, id, "SHOURU", 5).await.ok();
        adjust(admin, id, "ZHICHU", 20).await.ok();
        test.clock.advance_business(89 * DAY_MS);
        round(&test).await;
        assert_eq!(balance(admin, id).await, 75, "not yet");
        test.clock.advance_business(DAY_MS);
        round(&test).await;
        round(&test).await;
        assert_eq!(balance(admin, id).await, 45, "30 of the first 50 were left");
        test.clock.advance_business(10 * DAY_MS);
        round(&test).await;
        assert_eq!(balance(admin, id).await, 5, "the second 40 are gone");
        test.clock.advance_business(1_000 * DAY_MS);
        round(&test).await;
        assert_eq!(balance(admin, id).await, 5);
        let admin = test.admin().await;
        let lost = rows(&admin, POINTS, "type=GUOQI").await;
        let points: Vec<&Json> = lost.iter().map(|line| &line["jifen"]).collect();
        assert_eq!(points, [-40, -30]);
        assert_eq!(lost[0]["caozuorenShow"], json!(null));
        assert_eq!(found(&test).await, [""; 0]);
    });
}

async fn round(test: &TestApp) {
    housekeeping::round(&test.app, Mark::default())
        .await
        .unwrap();
}

#[test]
fn points_changed_behind_the_back_are_found() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        adjust(&office.admin, office.customer, "SHOURU", 50)
            .await
            .ok();
        assert_eq!(found(&test).await, [""; 0]);
        let tampered = test
            .db()
            .write(|tx| tx.batch("UPDATE jifen_pi SET shengyu = 49"));
        tampered.await.unwrap();
        let told = found(&test).await;
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("流水合计50，未用完49"), "{told:?}");
        for statement in ["UPDATE app_jifen SET jifen = 1", "DELETE FROM app_jifen"] {
            let tried = test.db().write(move |tx| tx.batch(statement)).await;
            assert!(tried.is_err(), "{statement}");
        }
    });
}
