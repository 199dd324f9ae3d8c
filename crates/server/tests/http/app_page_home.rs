//! /api/app/page/admin/home: what waits for whom, and what the day brought.

use serde_json::{Value as Json, json};
use testkit::{Client, TestApp, office::Office, on_both};

use crate::support::{assign, total};

const DAY: i64 = 86_400_000;
const HOME: &str = "/api/app/page/admin/home";

async fn home(client: &Client) -> Json {
    client.get(HOME).await.ok()
}

/// Every number of work that waits, by its key.
fn waiting(home: &Json) -> Vec<(String, i64)> {
    let works = home["daiban"].as_array().unwrap().iter();
    let number = |work: &Json| {
        let key = work["jian"].as_str().unwrap().to_owned();
        (key, work["shuliang"].as_i64().unwrap())
    };
    works.map(number).filter(|(_, count)| *count > 0).collect()
}

fn work<'a>(home: &'a Json, key: &str) -> &'a Json {
    let mut works = home["daiban"].as_array().unwrap().iter();
    works.find(|work| work["jian"] == key).unwrap()
}

fn figure<'a>(home: &'a Json, key: &str) -> &'a Json {
    let mut figures = home["kapian"].as_array().unwrap().iter();
    figures.find(|figure| figure["jian"] == key).unwrap()
}

#[test]
fn work_waits_until_it_is_done() {
    on_both(async |test: TestApp| {
        let office = Office::open(&test).await;
        assert_eq!(waiting(&home(&office.admin).await), []);
        let first = office.applied(100_000, 3).await;
        test.clock.advance_business(DAY / 2);
        office.applied(100_000, 3).await;
        let shown = home(&office.admin).await;
        assert_eq!(waiting(&shown), [("DAISHENHE".to_owned(), 2)]);
        let review = work(&shown, "DAISHENHE");
        assert_eq!(review["zuizaoId"], first);
        assert_eq!(review["zuizao"], office.detail(first).await["createTime"]);
        assert_eq!(review["routerUrl"], "/dingdan?state=DAISHENHE");

        let order = office.paid_out(300_000, 3).await;
        let due = office.repayment(order).await["huankuanJihuaList"][0]["riqi"].clone();
        let today = |home: &Json| home["riqi"].as_str().unwrap().to_owned();
        while json!(today(&home(&office.admin).await)) != due {
            test.clock.advance_business(DAY);
        }
        // Due today, then late for as many days as the screen says, and each day in one place.
        for days in 0..=40 {
            let shown = home(&office.admin).await;
            let key = match days {
                0 => "JINRIDAOQI",
                1..=3 => "YUQI1",
                4..=7 => "YUQI4",
                8..=15 => "YUQI8",
                16..=30 => "YUQI16",
                _ => "YUQI31",
            };
            let found: Vec<_> = waiting(&shown).into_iter().skip(1).collect();
            assert_eq!(found, [(key.to_owned(), 1)], "{days} days late");
            // The way leads to a list of as many.
            let url = work(&shown, key)["routerUrl"].as_str().unwrap().to_owned();
            let query = url.split_once('?').unwrap().1;
            assert_eq!(total(&office.admin, "app/dingdan", query).await, 1, "{url}");
            test.clock.advance_business(DAY);
        }
    });
}

#[test]
fn a_day_is_seen_beside_yesterday_and_last_week() {
    on_both(async |test: TestApp| {
        let office = Office::open(&test).await;
        let order = office.paid_out(300_000, 3).await;
        office.confirm(order).await.ok();
        // What came in today is found by whoever books it.
        let shown = home(&office.admin).await;
        let came_in = work(&shown, "JINRIDAOZHANG");
        assert_eq!(came_in["shuliang"], 1);
        let url = came_in["routerUrl"].as_str().unwrap();
        let query = url.split_once('?').unwrap().1;
        let listed = total(&office.admin, "app/dingdan/xingqing", query).await;
        assert_eq!(listed, 1, "{url}");
        let records = format!("/api/app/dingdan/xingqing/findAllByPage?dingdanId={order}");
        let records = office.admin.get(&records).await.ok();
        let records = records["records"].as_array().unwrap();
        let cash = |kind: &str| -> i64 {
            let of_kind = records.iter().filter(|record| record["type"] == kind);
            of_kind
                .map(|record| record["shifujine"].as_i64().unwrap())
                .sum()
        };
        let received = cash("HUANKUAN") + cash("QIANZHIFEI");

        let shown = home(&office.admin).await;
        assert_eq!(figure(&shown, "SHENQING")["zhi"], 1);
        assert_eq!(figure(&shown, "FANGKUAN")["zhi"], -cash("FANGKUAN"));
        assert_eq!(figure(&shown, "SHIHUAN")["zhi"], received);
        assert_eq!(figure(&shown, "SHIHUAN")["tongbi"], Json::Null);

        test.clock.advance_business(DAY);
        let shown = home(&office.admin).await;
        let figures = |key: &str| {
            let figure = figure(&shown, key);
            let names = ["zhi", "zuotian", "shangzhou"];
            names.map(|name| figure[name].as_i64().unwrap())
        };
        assert_eq!(figures("SHENQING"), [0, 1, 0]);
        assert_eq!(figures("SHIHUAN"), [0, received, 0]);

        // What is taken back today lowers today, as in the journal.
        let event = office.detail(order).await["kechexiao"]["shijianId"].clone();
        let body = json!({ "dingdanId": order, "shijianId": event, "yuanyin": "到账有误" });
        office.verb("chexiao", body).await.ok();
        let shown = home(&office.admin).await;
        assert_eq!(figure(&shown, "SHIHUAN")["zhi"], -cash("HUANKUAN"));

        test.clock.advance_business(6 * DAY);
        let shown = home(&office.admin).await;
        assert_eq!(figure(&shown, "SHIHUAN")["shangzhou"], received);
        assert_eq!(figure(&shown, "SHIHUAN")["tongbi"], -1_000_000);
    });
}

#[test]
fn everybody_sees_their_own_work_within_their_reach() {
    on_both(async |test: TestApp| {
        let office = Office::open(&test).await;
        office.applied(100_000, 3).await;
        office.approved(100_000, 3).await;
        let orders = ["app:dingdan:list", "app:dingdan:query"];
        let keys = |home: &Json| -> Vec<String> {
            waiting(home).into_iter().map(|(key, _)| key).collect()
        };

        let nobody = test.person_of(&[], "QUANBU", "ZONGDIAN").await;
        let shown = home(&nobody.client).await;
        assert_eq!(shown["daiban"], json!([]));
        assert_eq!(shown["kapian"], json!([]));

        let reviewer = [&orders[..], &["app:dingdan:shenhe"]].concat();
        let reviewer = test.person_of(&reviewer, "QUANBU", "ZONGDIAN").await;
        assert_eq!(keys(&home(&reviewer.client).await), ["DAISHENHE"]);
        let finance = [&orders[..], &["app:dingdan:fangkuan"]].concat();
        let finance = test.person_of(&finance, "QUANBU", "ZONGDIAN").await;
        assert_eq!(keys(&home(&finance.client).await), ["DAIFANGKUAN"]);

        // Nothing of other people's customers, in no figure, until one becomes their own.
        let own = [
            &orders[..],
            &[
                "app:dingdan:shenhe",
                "app:user:list",
                "app:zijin:liushui:list",
            ],
        ];
        let own = test.person_of(&own.concat(), "BENREN", "ZONGDIAN").await;
        let shown = home(&own.client).await;
        assert_eq!(waiting(&shown), []);
        for figure in shown["kapian"].as_array().unwrap() {
            assert_eq!(figure["zhi"], 0, "{figure}");
        }
        assign(&office.admin, office.customer, own.id).await;
        let shown = home(&own.client).await;
        assert_eq!(waiting(&shown), [("DAISHENHE".to_owned(), 1)]);
        assert_eq!(figure(&shown, "SHENQING")["zhi"], 2);
        assert_eq!(figure(&shown, "XINZENGKEHU")["zhi"], 1);
    });
}

/// The way to the first loan, for the administrator alone, until the first payout.
#[test]
fn a_new_office_is_led_to_its_first_loan() {
    on_both(async |test: TestApp| {
        let admin = test.admin().await;
        let done = async |client: &Client| -> Vec<String> {
            let steps = home(client).await["qibu"].clone();
            let steps = steps.as_object().expect("no steps").iter();
            let done = steps.filter(|(_, done)| **done == json!(true));
            done.map(|(step, _)| step.clone()).collect()
        };
        assert_eq!(done(&admin).await, Vec::<String>::new());
        let named = json!({ "type": "JICHU", "data": { "gongsiMingcheng": "诚信小贷" } });
        admin.post("/api/app/config/edit", named).await.ok();
        let two = json!({ "type": "JIEKUAN", "data": { "shuangrenFangkuan": "true" } });
        admin.post("/api/app/config/edit", two).await.ok();
        assert_eq!(done(&admin).await, ["isGongsi", "isShuangren"]);
        let one = json!({ "type": "JIEKUAN", "data": { "shuangrenFangkuan": "false" } });
        admin.post("/api/app/config/edit", one).await.ok();

        let office = Office::open(&test).await;
        let begun = ["isGongsi", "isChanpin", "isKehu", "isZhanghu"];
        assert_eq!(done(&admin).await, begun);
        office.applied(100_000, 3).await;
        let applied = ["isGongsi", "isChanpin", "isKehu", "isZhanghu", "isDingdan"];
        assert_eq!(done(&admin).await, applied);
        let clerk = ["app:dingdan:list"];
        let clerk = test.person_of(&clerk, "QUANBU", "ZONGDIAN").await;
        assert_eq!(home(&clerk.client).await["qibu"], Json::Null);
        assert!(done(&admin).await.contains(&"isYuangong".to_owned()));
        office.paid_out(100_000, 3).await;
        assert_eq!(home(&admin).await["qibu"], Json::Null);
    });
}
