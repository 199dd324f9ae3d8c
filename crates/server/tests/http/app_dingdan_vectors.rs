//! The lives with receipts of the engine's vectors, through HTTP: every step, every figure.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use testkit::{
    TestApp,
    office::{Office, product, receipt},
    on_both,
};

use crate::{app_dingdan_daozhang::go_to, support::add};

/// What every account holds, all orders together.
async fn books(office: &Office) -> BTreeMap<String, i64> {
    let path = "/api/app/zijin/zongzhang?riqiBegin=2020-01-01&riqiEnd=2030-12-31";
    let found = office.admin.get(path).await.ok();
    let lines = found["mingxi"].as_array().unwrap().iter();
    lines
        .map(|line| {
            let name = line["kemuShow"].as_str().unwrap().to_owned();
            (name, line["qimo"].as_i64().unwrap())
        })
        .collect()
}

/// What the accounts hold more than before, as the vectors write it.
fn grown(before: &BTreeMap<String, i64>, now: &BTreeMap<String, i64>) -> Json {
    let changes = now.iter().map(|(name, sum)| (name, sum - before[name]));
    let changed = changes.filter(|(_, change)| *change != 0);
    changed
        .map(|(name, change)| (name.clone(), Json::from(change)))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

async fn take(test: &TestApp, office: &Office, id: i64, step: &Json) {
    test.clock.advance_real(11_000);
    let amount = &step["jine"];
    let answer = match step["op"].as_str().unwrap() {
        "receipt" => {
            let body = json!({
                "dingdanId": id, "jine": amount, "zhifufangshi": "ZHIFUBAO", "liushuihao": receipt(),
            });
            office.verb("daozhang", body).await
        }
        "confirm" => office.confirm(id).await,
        "discount" => {
            let body = json!({ "id": id, "jine": amount });
            office.verb("setYouhuiDangqian", body).await
        }
        "extend" => office.verb("yanqi", json!({ "dingdanId": id })).await,
        "prepay" => {
            let body = json!({ "dingdanId": id, "zongfeiyong": step["zongfeiyong"] });
            office.verb("tiqianhuankuan", body).await
        }
        "undo" => {
            let event = office.detail(id).await["kechexiao"]["shijianId"].clone();
            let body = json!({ "dingdanId": id, "shijianId": event, "yuanyin": "录错" });
            office.verb("chexiao", body).await
        }
        other => panic!("no verb for {other}"),
    };
    answer.ok();
}

async fn shown(office: &Office, id: i64) -> Json {
    let bill = office.repayment(id).await;
    let items = bill["huankuanJihuaList"].as_array().unwrap().iter();
    let items = items.map(|item| {
        json!({
            "qi": item["qi"], "riqi": item["riqi"], "isPaid": item["state"] == "YIWANCHENG",
            "yuqiZongjine": item["yuqiZongjine"], "yishou": item["yishou"],
            "weihuan": item["weihuan"], "shifu": item["shifu"], "zongyouhui": item["zongyouhui"],
        })
    });
    json!({
        "state": bill["state"], "youhuiDangqian": bill["youhuiDangqian"],
        "zonghuankuan": bill["zonghuankuan"], "items": items.collect::<Vec<_>>(),
    })
}

#[test]
fn every_life_with_receipts() {
    let text = include_str!("../../../loan/tests/rules/data/receipts.json");
    let file: Json = serde_json::from_str(text).unwrap();
    on_both(async |test| {
        let mut office = Office::open(&test).await;
        let loose = json!({ "type": "JIEKUAN", "data": { "lilvShangxian": "9990000" } });
        office.admin.post("/api/app/config/edit", loose).await.ok();
        for (index, life) in file["lives"].as_array().unwrap().iter().enumerate() {
            let mut terms = product(office.category);
            for (name, value) in life["terms"].as_object().unwrap() {
                terms[name] = value.clone();
            }
            terms["zuixiaoJine"] = 1.into();
            terms["jineBuchang"] = 1.into();
            terms["qishuList"] = life["qishu"].to_string().into();
            office.project = add(&office.admin, "app/project", terms).await;
            go_to(&test, life["fangkuanRiqi"].as_str().unwrap());
            let before = books(&office).await;
            let (amount, periods) = (life["jiekuanJine"].as_i64(), life["qishu"].as_i64());
            let id = office.paid_out(amount.unwrap(), periods.unwrap()).await;
            for (at, step) in life["steps"].as_array().unwrap().iter().enumerate() {
                go_to(&test, step["day"].as_str().unwrap());
                if step["op"] != "payout" {
                    take(&test, &office, id, step).await;
                }
                let mut found = shown(&office, id).await;
                found["books"] = grown(&before, &books(&office).await);
                assert_eq!(
                    found, step["after"],
                    "life {index} step {at} {}",
                    step["op"]
                );
            }
        }
        let report = office.admin.get("/api/app/zijin/jiancha").await.ok();
        assert_eq!(report["isTongguo"], true, "{report}");
    });
}
