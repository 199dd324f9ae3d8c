//! /api/app/jifen/renwu: what a customer does in the office advances tasks and earns points.

use serde_json::{Value as Json, json};
use testkit::{Client, office::Office, on_both};

use crate::{
    app_file_rows::stored,
    app_jifen::found,
    support::{add, blames, find, rows},
};

const TASKS: &str = "app/jifen/renwu";
const RECORDS: &str = "app/jifen/renwu/jilu";
const DAY_MS: i64 = 86_400_000;

async fn task(admin: &Client, kind: &str, period: &str, goal: i64, points: i64) -> i64 {
    let body = json!({ "mingcheng": kind, "type": kind, "zhouqi": period, "mubiao": goal, "jifen": points });
    add(admin, TASKS, body).await
}

/// How far each record of a task is: period, progress, state.
async fn progress(admin: &Client, task: i64) -> Vec<(String, i64, String)> {
    let rows = rows(admin, RECORDS, &format!("renwuId={task}")).await;
    let text = |row: &Json, wire: &str| row[wire].as_str().unwrap().to_owned();
    let told = rows.iter().map(|row| {
        let progress = row["jindu"].as_i64().unwrap();
        (text(row, "zhouqiKey"), progress, text(row, "state"))
    });
    told.collect()
}

async fn points(admin: &Client, customer: i64) -> Json {
    find(admin, "app/user", customer).await["jifen"].clone()
}

#[test]
fn a_card_and_a_verified_name_are_rewarded_once() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let (admin, customer) = (&office.admin, office.customer);
        let card = task(admin, "BANGKA", "YICI", 1, 30).await;
        let name = task(admin, "SHIMING", "YICI", 1, 50).await;
        let wallet =
            json!({ "userId": customer, "type": "WEIXIN", "shoukuanzhanghao": "zhangsan" });
        add(admin, "app/user/shoukuan", wallet).await;
        assert_eq!(progress(admin, card).await, [], "no card");
        for _ in 0..2 {
            add(
                admin,
                "app/user/shoukuan",
                testkit::office::account(customer),
            )
            .await;
        }
        let done = ("ONCE".to_owned(), 1, "YILINGQU".to_owned());
        let is_done = |told: &[(String, i64, String)]| told == std::slice::from_ref(&done);
        assert!(is_done(&progress(admin, card).await));
        assert_eq!(points(admin, customer).await, 30);
        let verified = json!({
            "userId": customer, "zhenshixingming": "张三", "zhengjianhaoma": "11010519491231002X",
            "sfzZhengmian": stored(admin, "renzheng").await, "sfzFanmian": stored(admin, "renzheng").await,
            "state": "RENZHENGZHONG",
        });
        let id = add(admin, "app/user/renzheng", verified).await;
        assert_eq!(progress(admin, name).await, []);
        for state in ["YIRENZHENG", "RENZHENGZHONG", "YIRENZHENG"] {
            let body = json!({ "id": id, "state": state });
            admin.post("/api/app/user/renzheng/edit", body).await.ok();
        }
        assert!(is_done(&progress(admin, name).await));
        assert_eq!(points(admin, customer).await, 80);
        let line = &rows(admin, "app/jifen", "type=RENWU").await[0];
        assert_eq!(
            (&line["biaoti"], &line["jifen"]),
            (&json!("完成任务 SHIMING"), &json!(50))
        );
        assert_eq!(find(admin, TASKS, name).await["canyushu"], 1);
        assert_eq!(found(&test).await, [""; 0]);
    });
}

#[test]
fn customers_who_take_part_at_once_are_all_counted() {
    on_both(async |test| {
        let admin = test.admin().await;
        let card = task(&admin, "BANGKA", "YICI", 1, 30).await;
        let mut calls = tokio::task::JoinSet::new();
        for number in 0..24 {
            let body = json!({ "nickName": "张三", "phone": format!("138000001{number:02}") });
            let customer = add(&admin, "app/user", body).await;
            let admin = admin.clone();
            calls.spawn(async move {
                let body = testkit::office::account(customer);
                admin.post("/api/app/user/shoukuan/add", body).await.ok();
            });
        }
        calls.join_all().await;
        assert_eq!(progress(&admin, card).await.len(), 24);
        assert_eq!(find(&admin, TASKS, card).await["canyushu"], 24);
        assert_eq!(found(&test).await, [""; 0]);
    });
}

#[test]
fn loans_and_repayments_count_in_their_period_and_each_once() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let (admin, customer) = (&office.admin, office.customer);
        let loans = task(admin, "JIEKUAN", "MEIYUE", 2, 100).await;
        let repaid = task(admin, "HUANKUAN", "MEIRI", 1, 7).await;
        let first = office.paid_out(120_000, 3).await;
        let month = |progress, state: &str| ("2026-03".to_owned(), progress, state.to_owned());
        assert_eq!(progress(admin, loans).await, [month(1, "JINXINGZHONG")]);
        assert_eq!(points(admin, customer).await, 0);
        office.paid_out(120_000, 3).await;
        assert_eq!(progress(admin, loans).await, [month(2, "YILINGQU")]);
        assert_eq!(points(admin, customer).await, 100);
        office.paid_out(120_000, 3).await;
        assert_eq!(progress(admin, loans).await.len(), 1, "once a month");
        let done = office.confirm(first).await.ok();
        assert_eq!(points(admin, customer).await, 107);
        // The same instalment, taken back and confirmed again on another day.
        let undo =
            json!({ "dingdanId": first, "shijianId": done["shijianId"], "yuanyin": "录入错误" });
        office.verb("chexiao", undo).await.ok();
        test.clock.advance_business(DAY_MS);
        office.confirm(first).await.ok();
        assert_eq!(points(admin, customer).await, 107);
        office.confirm(first).await.ok();
        assert_eq!(
            points(admin, customer).await,
            114,
            "the next instalment, the next day"
        );
        assert_eq!(progress(admin, repaid).await.len(), 2);
        // Late is not in time.
        test.clock.advance_business(200 * DAY_MS);
        let admin = test.admin().await;
        let office = Office { admin, ..office };
        office.confirm(first).await.ok();
        assert_eq!(points(&office.admin, customer).await, 114);
        assert_eq!(found(&test).await, [""; 0]);
    });
}

#[test]
fn tasks_that_are_off_count_nothing_and_records_are_written_by_nobody() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let off = task(admin, "JIEKUAN", "YICI", 1, 5).await;
        let edit = json!({ "id": off, "state": "TINGYONG" });
        admin.post("/api/app/jifen/renwu/edit", edit).await.ok();
        let body = json!({ "mingcheng": "以后", "type": "JIEKUAN", "zhouqi": "YICI", "jifen": 5,
            "kaishiTime": "2026-04-01 00:00:00" });
        let later = add(admin, TASKS, body.clone()).await;
        office.paid_out(120_000, 3).await;
        assert_eq!(progress(admin, off).await, []);
        assert_eq!(progress(admin, later).await, []);
        let mut wrong = body;
        wrong["jieshuTime"] = json!("2026-03-01 00:00:00");
        let answer = admin.post("/api/app/jifen/renwu/add", wrong).await;
        blames(&answer, "jieshuTime", "结束时间应晚于开始时间");
        for verb in ["add", "edit"] {
            let answer = admin
                .post(&format!("/api/{RECORDS}/{verb}"), json!({}))
                .await;
            answer.refused(2002, "由系统");
        }
        let answer = admin.delete(&format!("/api/{RECORDS}/delByIds/1")).await;
        answer.refused(2002, "由系统");
    });
}
