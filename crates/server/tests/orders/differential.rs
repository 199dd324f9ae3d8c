//! The same random calls on SQLite and on PostgreSQL: the same answers, word for word.

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value as Json, json};
use testkit::{Answer, Backend, TestApp, office::Office};

use crate::size;

const DAY: i64 = 86_400_000;
/// Calls in one life.
const STEPS: usize = 12;

/// One database with its office.
struct Side {
    test: TestApp,
    office: Office,
}

impl Side {
    async fn open(test: TestApp) -> Self {
        let office = Office::open(&test).await;
        Self { test, office }
    }

    async fn post(&self, verb: &str, body: &Json) -> (i64, String, Json) {
        told(self.office.verb(verb, body.clone()).await)
    }

    async fn get(&self, path: &str) -> (i64, String, Json) {
        told(self.office.admin.get(path).await)
    }

    /// Everything about an order that a screen could show.
    async fn all(&self, id: i64) -> Vec<(i64, String, Json)> {
        let paths = [
            format!("/api/app/dingdan/weapp/findById/{id}"),
            format!("/api/app/dingdan/huankuanXiangqing/{id}"),
            format!("/api/app/dingdan/tiqianhuankuanInit?dingdanId={id}"),
            format!("/api/app/dingdan/daozhangInit?dingdanId={id}&jine=4321"),
            format!("/api/app/dingdan/jieshi/{id}?xiang=ZONGJI"),
            format!(
                "/api/app/dingdan/xingqing/findAllByPage?dingdanId={id}&size=100&orders=id:asc"
            ),
            format!("/api/app/log/findByDingdanId/{id}"),
            "/api/app/dingdan/tongji".to_owned(),
            "/api/app/zijin/liushui/heji?fenzu=FANGSHI".to_owned(),
            "/api/app/zijin/zongzhang".to_owned(),
        ];
        let mut answers = Vec::new();
        for path in &paths {
            answers.push(self.get(path).await);
        }
        answers
    }
}

fn told(answer: Answer) -> (i64, String, Json) {
    let mut result = answer.result;
    without_ids(&mut result);
    (answer.code, answer.message, result)
}

/// Row numbers of records and logs may have gaps on PostgreSQL.
fn without_ids(json: &mut Json) {
    match json {
        Json::Object(map) => {
            if map.contains_key("shijianId") {
                map.remove("id");
            }
            map.values_mut().for_each(without_ids);
        }
        Json::Array(list) => list.iter_mut().for_each(without_ids),
        _ => {}
    }
}

/// A call that makes sense, or nearly.
fn step(rng: &mut StdRng, id: i64, serial: usize) -> (&'static str, Json) {
    let guard = |rng: &mut StdRng, body: &mut Json, name: &str, value: i64| {
        if rng.random_bool(0.4) {
            body[name] = value.into();
        }
    };
    let receipt = format!("L{}", rng.random_range(0..serial * 3 + 5));
    match rng.random_range(0..26) {
        0..3 => {
            let verdict = ["TONGGUO", "TONGGUO", "JUJUE"][rng.random_range(0..3)];
            let mut body = json!({ "id": id, "jieguo": verdict, "yijian": "意见" });
            let less = rng.random_range(5..12) * 10_000;
            guard(rng, &mut body, "pifuJine", less);
            ("shenhe", body)
        }
        3..6 => {
            let body = if rng.random_bool(0.8) {
                json!({ "id": id, "jieguo": "CHENGGONG", "fangshi": "YINHANGKA", "liushuihao": receipt })
            } else {
                json!({ "id": id, "jieguo": "SHIBAI", "shibaiYuanyin": "退回" })
            };
            ("fangkuan", body)
        }
        6 => ("chongqian", json!({ "id": id, "beizhu": "再试" })),
        7..11 => {
            let mut body = json!({ "dingdanId": id, "zhifufangshi": "WEIXIN" });
            let number = rng.random_range(1..4);
            guard(rng, &mut body, "qi", number);
            if rng.random_bool(0.3) {
                body["liushuihao"] = receipt.into();
            }
            if rng.random_bool(0.2) {
                body["daozhangRiqi"] = json!(format!(
                    "2026-{:02}-{:02}",
                    rng.random_range(3..6),
                    rng.random_range(1..29)
                ));
            }
            ("querenhuankuan", body)
        }
        11..13 => {
            let mut body = json!({ "dingdanId": id });
            let count = rng.random_range(0..2);
            guard(rng, &mut body, "cishu", count);
            ("yanqi", body)
        }
        13 => ("tiqianhuankuan", json!({ "dingdanId": id })),
        14..16 => {
            let amount = rng.random_range(0..50_000);
            ("setYouhuiDangqian", json!({ "id": id, "jine": amount }))
        }
        16..19 => {
            let event = rng.random_range(1..5);
            (
                "chexiao",
                json!({ "dingdanId": id, "shijianId": event, "yuanyin": "录错" }),
            )
        }
        19 => ("hexiao", json!({ "dingdanId": id, "yuanyin": "失联" })),
        20 => {
            let amount = rng.random_range(0..20_000);
            (
                "shouhui",
                json!({ "dingdanId": id, "jine": amount, "liushuihao": receipt }),
            )
        }
        21..25 => {
            let amount = rng.random_range(0..120_000);
            let mut body = json!({
                "dingdanId": id, "jine": amount, "zhifufangshi": "WEIXIN", "liushuihao": receipt,
            });
            let number = rng.random_range(1..3);
            guard(rng, &mut body, "qi", number);
            ("daozhang", body)
        }
        _ => ("quxiao", json!({ "dingdanId": id, "yuanyin": "不借了" })),
    }
}

fn payout(id: i64, life: usize) -> Json {
    json!({ "id": id, "jieguo": "CHENGGONG", "fangshi": "YINHANGKA", "liushuihao": format!("P{life}") })
}

#[test]
fn both_databases_give_the_same_answers() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let apps = [Backend::Sqlite, Backend::Postgres].map(TestApp::start);
    runtime.block_on(async {
        let [sqlite, postgres] = apps;
        let mut sides = [Side::open(sqlite).await, Side::open(postgres).await];
        let (mut calls, mut accepted) = (0, 0);
        for life in 0..size("ORDER_LIVES", 40) {
            // Real time passes too, and with it the sessions.
            if life % 50 == 0 {
                for side in &mut sides {
                    side.office.admin = side.test.admin().await;
                }
            }
            let [one, other] = &sides;
            let rng = &mut StdRng::seed_from_u64(life as u64);
            let amount = rng.random_range(5..20) * 10_000;
            let periods = [1, 3, 6][rng.random_range(0..3)];
            let id = one.office.applied(amount, periods).await;
            assert_eq!(id, other.office.applied(amount, periods).await);
            for serial in 0..STEPS {
                if rng.random_bool(0.3) {
                    let pass = rng.random_range(1..40) * DAY;
                    for side in &sides {
                        side.test.clock.advance_business(pass);
                    }
                }
                // A bare repeat is a matter of real time, which no two runs share.
                for side in &sides {
                    side.test.clock.advance_real(11_000);
                }
                // Most lives get as far as their payout.
                let (verb, body) = match serial {
                    0 if life % 8 > 0 => (
                        "shenhe",
                        json!({ "id": id, "jieguo": "TONGGUO", "yijian": "同意" }),
                    ),
                    1 if life % 8 > 0 => ("fangkuan", payout(id, life)),
                    _ => step(rng, id, serial),
                };
                let (left, right) = (one.post(verb, &body).await, other.post(verb, &body).await);
                assert_eq!(left, right, "life {life}: {verb} {body}");
                assert!(
                    matches!(left.0, 200 | 301 | 2001 | 2002),
                    "{verb} {body}: {left:?}"
                );
                calls += 1;
                accepted += usize::from(left.0 == 200);
            }
            let shown = one.all(id).await.into_iter().zip(other.all(id).await);
            for (left, right) in shown {
                assert_eq!(left, right, "life {life}");
            }
        }
        for side in &sides {
            let report = side.office.admin.get("/api/app/zijin/jiancha").await.ok();
            assert_eq!(report["isTongguo"], true, "{report}");
        }
        println!("{calls} calls, {accepted} of them accepted, the same answers on both databases");
        assert!(
            accepted * 4 > calls,
            "too few calls do anything: {accepted} of {calls}"
        );
    });
}
