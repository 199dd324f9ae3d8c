//! What is owed today: in the bill, in lists, added up, and by the books.

use serde_json::{Value as Json, json};
use testkit::{TestApp, office::Office, on_both};

use crate::support::find;

const DAY: i64 = 86_400_000;

/// Three monthly instalments, two of them overdue, with a discount on the first.
async fn late(test: &TestApp) -> (Office, i64) {
    let office = Office::open(test).await;
    let order = office.paid_out(300_000, 3).await;
    test.clock.advance_business(66 * DAY);
    let body = json!({ "id": order, "jine": 1_000 });
    office.verb("setYouhuiDangqian", body).await.ok();
    (office, order)
}

async fn row(office: &Office, query: &str) -> Json {
    let path = format!("/api/app/dingdan/findAllByPage?{query}");
    office.admin.get(&path).await.ok()["records"][0].clone()
}

#[test]
fn the_bill_the_list_and_the_sums_say_the_same() {
    on_both(async |test: TestApp| {
        let (office, order) = late(&test).await;
        let bill = office.repayment(order).await;
        let items = bill["huankuanJihuaList"].as_array().unwrap();
        let left = |item: &Json| {
            item["yinghuan"].as_i64().unwrap() + item["yuqiZongjine"].as_i64().unwrap()
        };
        let due: i64 = items.iter().take(2).map(left).sum::<i64>() - 1_000;
        let owed = &bill["qiankuan"];
        assert_eq!(owed["jinriYingshou"], due);
        assert_eq!(owed["yuqiHeji"], due);
        assert_eq!(owed["yuqiQishu"], 2);
        assert_eq!(owed["benqiYinghuan"], bill["queren"]["shifujine"]);
        assert_eq!(owed["xiaqiYinghuan"], items[2]["yinghuan"]);
        assert_eq!(owed["xiaqiRiqi"], items[2]["riqi"]);
        assert_eq!(owed["qi"], 1);

        let listed = row(&office, "isYuqi=true&orders=yuqiTianshu:desc").await;
        assert_eq!(listed["jinriYingshou"], due);
        assert_eq!(listed["yuqiJine"], due);
        assert_eq!(listed["benqiYinghuan"], owed["benqiYinghuan"]);
        assert_eq!(listed["shengyuBenjin"], 300_000);
        assert_eq!(
            (&listed["dangqianQi"], &listed["zongqishu"]),
            (&json!(1), &json!(3))
        );

        for (path, principal) in [("dingdan", "shengyuBenjin"), ("user", "daihuanJine")] {
            let sums = office.admin.get(&format!("/api/app/{path}/heji")).await;
            let sums = sums.ok();
            assert_eq!(
                (&sums["bishu"], &sums["isZhunque"]),
                (&json!(1), &json!(true))
            );
            let sum = |name: &str| {
                let found = sums["heji"].as_array().unwrap();
                let found = found.iter().find(|one| one["ziduan"] == name);
                found.unwrap()["jine"].clone()
            };
            assert_eq!(sum("jinriYingshou"), due);
            assert_eq!(sum("yuqiJine"), due);
            assert_eq!(sum(principal), 300_000);
        }

        let path = format!("/api/app/dingdan/jieshi/{order}?xiang=YINGSHOU");
        let lines = office.admin.get(&path).await.ok();
        assert_eq!(lines.as_array().unwrap().last().unwrap()["jieguo"], due);
    });
}

/// What a customer owes is told order by order, and adds up to the figure of the list.
#[test]
fn a_customers_figures_are_explained_by_their_orders() {
    on_both(async |test: TestApp| {
        let (office, first) = late(&test).await;
        let second = office.paid_out(500_000, 3).await;
        // Both are late by then.
        test.clock.advance_business(40 * DAY);
        let customer = office.customer;
        let row = find(&office.admin, "app/user", customer).await;
        for (xiang, figure, of_order) in [
            ("YINGSHOU", "jinriYingshou", "jinriYingshou"),
            ("YUQI", "yuqiJine", "yuqiHeji"),
        ] {
            let path = format!("/api/app/user/jieshi/{customer}?xiang={xiang}");
            let lines = office.admin.get(&path).await.ok();
            let (last, orders) = lines.as_array().unwrap().split_last().unwrap();
            assert_eq!(last["jieguo"], row[figure]);
            let sum = orders.iter().map(|line| line["jieguo"].as_i64().unwrap());
            assert_eq!(sum.sum::<i64>(), row[figure].as_i64().unwrap());
            let told: Vec<_> = orders
                .iter()
                .map(|line| line["dingdanId"].clone())
                .collect();
            assert_eq!(told, [json!(first), json!(second)]);
            for line in orders {
                let id = line["dingdanId"].as_i64().unwrap();
                let bill = office.repayment(id).await;
                assert_eq!(line["jieguo"], bill["qiankuan"][of_order]);
                assert_eq!(line["xiang"], office.detail(id).await["bianhao"]);
            }
        }
        let path = format!("/api/app/user/jieshi/{customer}");
        let own = test
            .person_of(&["app:user:query"], "BENREN", "ZONGDIAN")
            .await
            .client;
        own.get(&path).await.refused(2004, "");
        let nobody = test.person(&["app:dingdan:query"]).await.client;
        nobody.get(&path).await.refused(2002, "权限");
    });
}

#[test]
fn every_event_keeps_what_lists_are_sorted_by() {
    on_both(async |test: TestApp| {
        let (office, order) = late(&test).await;
        office.confirm(order).await.ok();
        let listed = row(&office, "orders=shengyuBenjin:desc").await;
        assert_eq!(listed["dangqianQi"], 2);
        assert!(listed["shengyuBenjin"].as_i64().unwrap() < 300_000);
        let events = office.detail(order).await;
        let undo = json!({ "dingdanId": order, "shijianId": events["kechexiao"]["shijianId"], "yuanyin": "录入错误" });
        office.verb("chexiao", undo).await.ok();
        let listed = row(&office, "orders=dangqianQi:asc").await;
        assert_eq!(listed["dangqianQi"], 1);
        assert_eq!(listed["shengyuBenjin"], 300_000);
        let checked = office.admin.get("/api/app/zijin/jiancha").await.ok();
        assert_eq!(checked["isTongguo"], true, "{checked}");
    });
}

/// A receipt number that is taken is told at its field, and nothing else has changed.
#[test]
fn a_used_receipt_number_is_blamed_on_its_field() {
    on_both(async |test: TestApp| {
        let (office, order) = late(&test).await;
        let pay =
            |receipt: &str, qi: i64| json!({ "dingdanId": order, "qi": qi, "liushuihao": receipt });
        office.verb("querenhuankuan", pay("R1", 1)).await.ok();
        let again = office.verb("querenhuankuan", pay("R1", 2)).await;
        assert_eq!(again.code, 301);
        assert!(again.result["fields"]["liushuihao"].is_string());
    });
}
