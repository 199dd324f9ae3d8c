//! Sixty-four operators press the same button at once: one of them does it.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::{Value as Json, json};
use testkit::{
    Answer, Client, TestApp,
    office::{Office, payout, receipt},
    on_both,
};

use crate::size;

const OPERATORS: usize = 64;
/// People behind the operators; each works in several windows.
const PEOPLE: usize = 8;

const PERMISSIONS: [&str; 9] = [
    "app:dingdan:query",
    "app:dingdan:fangkuan",
    "app:dingdan:querenhuankuan",
    "app:dingdan:daozhang",
    "app:dingdan:yanqi",
    "app:dingdan:tiqian",
    "app:dingdan:youhui",
    "app:dingdan:chexiao",
    "app:dingdan:hexiao",
];

/// An office with people in it.
struct Floor {
    office: Office,
    people: Vec<Client>,
}

impl Floor {
    async fn open(test: &TestApp) -> Self {
        let office = Office::open(test).await;
        let mut people = Vec::new();
        for _ in 0..PEOPLE {
            people.push(test.person(&PERMISSIONS).await.client);
        }
        Self { office, people }
    }

    /// Everyone sends a request at the same moment; what each was told.
    async fn all_at_once(
        &self,
        request: impl Fn(usize) -> (&'static str, Json),
    ) -> Vec<(&'static str, Answer)> {
        let gate = Arc::new(tokio::sync::Barrier::new(OPERATORS));
        let mut calls = Vec::new();
        for number in 0..OPERATORS {
            let (verb, body) = request(number);
            let client = self.people[number % PEOPLE].clone();
            let gate = Arc::clone(&gate);
            calls.push(tokio::spawn(async move {
                gate.wait().await;
                let path = format!("/api/app/dingdan/{verb}");
                (verb, client.post(&path, body).await)
            }));
        }
        let mut answers = Vec::new();
        for call in calls {
            answers.push(call.await.unwrap());
        }
        answers
    }

    /// Journal entries of one order, as its undoable events: the log's money lines.
    async fn events(&self, id: i64) -> usize {
        let path = format!("/api/app/log/findByDingdanId/{id}");
        let log = self.office.admin.get(&path).await.ok();
        let lines = log.as_array().unwrap().iter();
        lines.filter(|line| !line["shijianId"].is_null()).count()
    }

    async fn books_are_clean(&self) {
        let report = self.office.admin.get("/api/app/zijin/jiancha").await.ok();
        assert_eq!(report["isTongguo"], true, "{report}");
        let sums = self
            .office
            .admin
            .get("/api/app/zijin/liushui/heji")
            .await
            .ok();
        assert_eq!(sums["isYizhi"], true, "{sums}");
    }
}

/// Exactly one succeeded, all others were told that it had happened.
fn one_of_them(answers: &[(&'static str, Answer)], round: usize) {
    let mut codes: BTreeMap<i64, usize> = BTreeMap::new();
    for (_, answer) in answers {
        *codes.entry(answer.code).or_default() += 1;
    }
    let expected = BTreeMap::from([(200, 1), (301, OPERATORS - 1)]);
    let said: Vec<&str> = answers
        .iter()
        .map(|(_, answer)| answer.message.as_str())
        .take(3)
        .collect();
    assert_eq!(codes, expected, "round {round}: {said:?}");
}

#[test]
fn one_instalment_is_confirmed_once() {
    on_both(async |test| {
        let floor = Floor::open(&test).await;
        let mut id = 0;
        for round in 0..size("ORDER_ROUNDS", 6) {
            if round % 12 == 0 {
                id = floor.office.paid_out(120_000, 12).await;
            }
            let quote = floor.office.repayment(id).await["queren"].clone();
            let before = floor.events(id).await;
            let body = json!({ "dingdanId": id, "qi": quote["qi"], "yingfu": quote["shifujine"] });
            let answers = floor
                .all_at_once(|_| ("querenhuankuan", body.clone()))
                .await;
            one_of_them(&answers, round);
            assert_eq!(floor.events(id).await, before + 1);
        }
        floor.books_are_clean().await;
    });
}

#[test]
fn one_receipt_number_is_one_event() {
    on_both(async |test| {
        let floor = Floor::open(&test).await;
        for round in 0..size("ORDER_ROUNDS", 6) {
            // The same transfer, registered by everyone, half of them on another order.
            let orders = [
                floor.office.paid_out(120_000, 12).await,
                floor.office.paid_out(120_000, 12).await,
            ];
            let number = receipt();
            let answers = floor
                .all_at_once(|at| {
                    let body = json!({
                        "dingdanId": orders[at % 2], "jine": 15_000, "zhifufangshi": "WEIXIN",
                        "liushuihao": number,
                    });
                    ("daozhang", body)
                })
                .await;
            one_of_them(&answers, round);
            let events = floor.events(orders[0]).await + floor.events(orders[1]).await;
            assert_eq!(events, 3, "two payouts and one receipt");
        }
        floor.books_are_clean().await;
    });
}

#[test]
fn a_receipt_and_a_confirmation_meet() {
    on_both(async |test| {
        let floor = Floor::open(&test).await;
        for round in 0..size("ORDER_ROUNDS", 6) {
            let id = floor.office.paid_out(120_000, 12).await;
            let quote = floor.office.repayment(id).await["queren"].clone();
            let answers = floor
                .all_at_once(|at| {
                    if at % 2 == 0 {
                        let body =
                            json!({ "dingdanId": id, "qi": quote["qi"], "yingfu": quote["shifujine"] });
                        return ("querenhuankuan", body);
                    }
                    let body = json!({
                        "dingdanId": id, "jine": 5_000, "zhifufangshi": "WEIXIN",
                        "liushuihao": receipt(), "qi": 1, "yishou": 0,
                    });
                    ("daozhang", body)
                })
                .await;
            one_of_them(&answers, round);
            assert_eq!(floor.events(id).await, 2);
        }
        floor.books_are_clean().await;
    });
}

#[test]
fn a_payout_happens_once() {
    on_both(async |test| {
        let floor = Floor::open(&test).await;
        for round in 0..size("ORDER_ROUNDS", 6) {
            let id = floor.office.approved(100_000, 3).await;
            let answers = floor.all_at_once(|_| ("fangkuan", payout(id))).await;
            one_of_them(&answers, round);
            assert_eq!(floor.events(id).await, 1);
        }
        floor.books_are_clean().await;
    });
}

#[test]
fn a_prepayment_happens_once() {
    on_both(async |test| {
        let floor = Floor::open(&test).await;
        for round in 0..size("ORDER_ROUNDS", 6) {
            let id = floor.office.paid_out(100_000, 3).await;
            let path = format!("/api/app/dingdan/tiqianhuankuanInit?dingdanId={id}");
            let quote = floor.office.admin.get(&path).await.ok();
            let answers = floor
                .all_at_once(|_| {
                    let body = json!({ "dingdanId": id, "zongfeiyong": quote["zongfeiyong"], "liushuihao": receipt() });
                    ("tiqianhuankuan", body)
                })
                .await;
            one_of_them(&answers, round);
            assert_eq!(floor.events(id).await, 2);
        }
        floor.books_are_clean().await;
    });
}

#[test]
fn an_extension_happens_once() {
    on_both(async |test| {
        let floor = Floor::open(&test).await;
        for round in 0..size("ORDER_ROUNDS", 6) {
            let id = floor.office.paid_out(100_000, 3).await;
            let fee = floor.office.repayment(id).await["yanqiFeiyong"].clone();
            let body = json!({ "dingdanId": id, "qi": 1, "cishu": 0, "feiyong": fee });
            let answers = floor.all_at_once(|_| ("yanqi", body.clone())).await;
            one_of_them(&answers, round);
            assert_eq!(floor.repayment_count(id).await, 1);
        }
        floor.books_are_clean().await;
    });
}

impl Floor {
    async fn repayment_count(&self, id: i64) -> i64 {
        self.office.repayment(id).await["yanqiCishu"]
            .as_i64()
            .unwrap()
    }
}

#[test]
fn a_discount_is_set_once() {
    on_both(async |test| {
        let floor = Floor::open(&test).await;
        for round in 0..size("ORDER_ROUNDS", 6) {
            let id = floor.office.paid_out(100_000, 3).await;
            let answers = floor
                .all_at_once(|number| {
                    let amount = 100 + i64::try_from(number).unwrap();
                    (
                        "setYouhuiDangqian",
                        json!({ "id": id, "jine": amount, "jiuJine": 0 }),
                    )
                })
                .await;
            one_of_them(&answers, round);
        }
        floor.books_are_clean().await;
    });
}

/// Confirm against prepay, confirm against extension, extension against prepay, undo against
/// confirm: what wins leaves the other nothing to do.
#[test]
fn mixed_pairs_leave_one_winner() {
    on_both(async |test| {
        let floor = Floor::open(&test).await;
        for round in 0..size("ORDER_ROUNDS", 6) {
            let id = floor.office.paid_out(100_000, 3).await;
            let now = floor.office.repayment(id).await;
            let path = format!("/api/app/dingdan/tiqianhuankuanInit?dingdanId={id}");
            let prepay = floor.office.admin.get(&path).await.ok();
            let confirm = json!({ "dingdanId": id, "qi": 1, "yingfu": now["queren"]["shifujine"] });
            let extend =
                json!({ "dingdanId": id, "qi": 1, "cishu": 0, "feiyong": now["yanqiFeiyong"] });
            let prepay = json!({ "dingdanId": id, "zongfeiyong": prepay["zongfeiyong"] });
            let undo = json!({ "dingdanId": id, "shijianId": 1, "yuanyin": "打错账户" });
            let choices = [
                ("querenhuankuan", confirm),
                ("tiqianhuankuan", prepay),
                ("yanqi", extend),
                ("chexiao", undo),
            ];
            let (one, other) = ([0, 0, 1, 0][round % 4], [1, 2, 2, 3][round % 4]);
            let answers = floor
                .all_at_once(|number| choices[if number % 2 == 0 { one } else { other }].clone())
                .await;
            let mut winners = Vec::new();
            for (verb, answer) in &answers {
                assert!(
                    matches!(answer.code, 200 | 301 | 2002),
                    "{verb}: {} {}",
                    answer.code,
                    answer.message
                );
                if answer.code == 200 {
                    winners.push(*verb);
                }
            }
            winners.sort_unstable();
            winners.dedup();
            let done = answers
                .iter()
                .filter(|(_, answer)| answer.code == 200)
                .count();
            // After an extension the other may still happen: the figure it showed still holds.
            let both = winners.contains(&"yanqi") && winners.len() == 2 && done == 2;
            assert!(done == 1 || both, "round {round}: {winners:?} {done}");
        }
        floor.books_are_clean().await;
    });
}
