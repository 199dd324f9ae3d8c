//! /api/app/page/admin/home: what waits for whom, and what the day brought.

use serde_json::{Value as Json, json};
use testkit::{Client, TestApp, office::Office, on_both};

use crate::support::{assign, find, problems, total};

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
            // Of no decision there is no share.
            assert!(figure["zhi"].is_null() || figure["zhi"] == 0, "{figure}");
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
            const FACTS: [&str; 2] = ["isKong", "isShuangrenFangkuan"];
            let steps = home(client).await["qibu"].clone();
            let steps = steps.as_object().expect("no steps").iter();
            let done = steps
                .filter(|(step, done)| **done == json!(true) && !FACTS.contains(&step.as_str()));
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

        // What is left of it after the first payout stays until it is done or put away.
        office.paid_out(100_000, 3).await;
        assert!(done(&admin).await.contains(&"isFangkuan".to_owned()));
        let tick = async |client: &Client, xiang: &str, is_done: bool| {
            let body = json!({ "xiang": xiang, "isWancheng": is_done });
            client.post("/api/app/page/admin/qibu", body).await
        };
        let refused = tick(&clerk.client, "BUZAIXIANSHI", true).await;
        refused.refused(2002, "超级管理员");
        tick(&admin, "BUZAIXIANSHI", true).await.ok();
        assert_eq!(home(&admin).await["qibu"], Json::Null);
        tick(&admin, "BUZAIXIANSHI", false).await.ok();
        tick(&admin, "SHUANGREN", true).await.ok();
        assert_eq!(done(&admin).await.len(), 8);
        tick(&admin, "BEIFEN", true).await.ok();
        assert_eq!(home(&admin).await["qibu"], Json::Null);
        // What was lent was on offer, also when it is no more.
        let version = find(&admin, "app/project", office.project).await["banbenSuo"].clone();
        let gone = json!({ "id": office.project, "banbenSuo": version, "state": "XIAJIA" });
        admin.post("/api/app/project/edit", gone).await.ok();
        assert_eq!(home(&admin).await["qibu"], Json::Null);
        tick(&admin, "QITA", true).await.refused(2001, "事项");
    });
}

/// What is due, decided and overdue, and how the book stands, as it is told by its rows.
#[test]
fn the_book_and_what_is_late_are_what_the_orders_say() {
    on_both(async |test: TestApp| {
        let office = Office::open(&test).await;
        let paid = office.paid_out(300_000, 3).await;
        let late = office.paid_out(200_000, 3).await;
        let refused = office.applied(100_000, 3).await;
        let no = json!({ "id": refused, "jieguo": "JUJUE", "yijian": "资料不全" });
        office.verb("shenhe", no).await.ok();

        let shown = home(&office.admin).await;
        assert_eq!(figure(&shown, "TONGGUOLV")["zhi"], 666_666);
        assert_eq!(figure(&shown, "FANGKUAN")["bishu"], 2);
        assert_eq!(book(&shown, "ZAIDAIYUE")["zhi"], 500_000);
        assert_eq!(book(&shown, "BENYUEFANGKUAN")["zhi"], 500_000);
        assert_eq!(book(&shown, "YUQILV")["zhi"], 0);
        assert_eq!(shown["zhangben"]["isPingheng"], true);
        assert_eq!(shown["zhangben"]["jianchaTime"], Json::Null);

        // Due on the day, paid or not; what was paid before it is due no more.
        let plan = |of: &Json| of["huankuanJihuaList"].as_array().unwrap().clone();
        let (of_paid, of_late) = (
            plan(&office.repayment(paid).await),
            plan(&office.repayment(late).await),
        );
        office.confirm(paid).await.ok();
        let first = of_late[0]["riqi"].as_str().unwrap().to_owned();
        while home(&office.admin).await["riqi"] != json!(first) {
            test.clock.advance_business(DAY);
        }
        let due = of_late[0]["yinghuan"].as_i64().unwrap();
        assert_eq!(of_paid[0]["riqi"], json!(first));
        assert_eq!(figure(&home(&office.admin).await, "YINGHUAN")["zhi"], due);

        test.clock.advance_business(5 * DAY);
        let shown = home(&office.admin).await;
        assert_eq!(figure(&shown, "YUQI")["zhi"], due);
        assert_eq!(figure(&shown, "YUQI")["bishu"], 1);
        let bucket = |shown: &Json, key: &str| {
            let mut buckets = shown["yuqi"].as_array().unwrap().iter();
            buckets.find(|bucket| bucket["jian"] == key).unwrap()["jine"].clone()
        };
        assert_eq!(bucket(&shown, "YUQI4"), due);
        assert_eq!(bucket(&shown, "YUQI1"), 0);
        let owed: i64 = of_paid[1..]
            .iter()
            .chain(&of_late)
            .map(|item| item["yinghuan"].as_i64().unwrap())
            .sum();
        let share = i128::from(due) * 1_000_000 / i128::from(owed);
        assert_eq!(
            book(&shown, "YUQILV")["zhi"],
            json!(i64::try_from(share).unwrap())
        );

        // A part takes away of it what it pays of the instalment, and not what it pays of the fee.
        let part = json!({ "dingdanId": late, "jine": 1_000, "liushuihao": "R-1", "zhifufangshi": "YINHANGKA" });
        office.verb("daozhang", part).await.ok();
        let item = office.repayment(late).await["huankuanJihuaList"][0].clone();
        let fee = item["yuqiZongjine"].as_i64().unwrap_or_default();
        let shown = home(&office.admin).await;
        assert_eq!(
            figure(&shown, "YUQI")["zhi"],
            due - (1_000 - fee.min(1_000))
        );

        // What is written off is owed no more, until it is taken back.
        let before = home(&office.admin).await;
        let off = json!({ "dingdanId": late, "yuanyin": "失联" });
        office.verb("hexiao", off).await.ok();
        let shown = home(&office.admin).await;
        assert_eq!(figure(&shown, "YUQI")["zhi"], 0);
        let event = office.detail(late).await["kechexiao"]["shijianId"].clone();
        let back = json!({ "dingdanId": late, "shijianId": event, "yuanyin": "联系上了" });
        office.verb("chexiao", back).await.ok();
        let shown = home(&office.admin).await;
        assert_eq!(figure(&shown, "YUQI"), figure(&before, "YUQI"));
        assert_eq!(shown["zhangben"]["shuzi"], before["zhangben"]["shuzi"]);
        assert_eq!(problems(&test).await, Vec::<String>::new());
    });
}

fn book<'a>(home: &'a Json, key: &str) -> &'a Json {
    let mut figures = home["zhangben"]["shuzi"].as_array().unwrap().iter();
    figures.find(|figure| figure["jian"] == key).unwrap()
}

/// The charts tell what their rows tell, and who may not see those sees no chart.
#[test]
fn charts_belong_to_who_may_see_what_they_count() {
    on_both(async |test: TestApp| {
        let office = Office::open(&test).await;
        let order = office.paid_out(300_000, 3).await;
        test.clock.advance_business(3 * DAY);
        office.confirm(order).await.ok();
        let shown = home(&office.admin).await;
        let days = shown["qushi"].as_array().unwrap();
        assert_eq!(days.len(), 90);
        assert_eq!(days[89]["riqi"], shown["riqi"]);
        assert_eq!(days[89]["huankuan"], figure(&shown, "SHIHUAN")["zhi"]);
        assert_eq!(days[86]["fangkuan"], 300_000);
        assert_eq!(shown["paihang"][0]["shenqingshu"], 1);
        let url = shown["paihang"][0]["routerUrl"].as_str().unwrap();
        let query = url.split_once('?').unwrap().1;
        assert_eq!(total(&office.admin, "app/dingdan", query).await, 1, "{url}");

        let clerk = test
            .person_of(&["app:gonggao:list"], "QUANBU", "ZONGDIAN")
            .await;
        let shown = home(&clerk.client).await;
        for part in ["kapian", "qushi", "yuqi", "loudou", "paihang"] {
            assert_eq!(shown[part], json!([]), "{part}");
        }
        assert_eq!(shown["zhangben"], Json::Null);
        // Another's customers are in no figure of theirs.
        let own = [
            "app:dingdan:list",
            "app:zijin:liushui:list",
            "app:zijin:zongzhang",
        ];
        let own = test.person_of(&own, "BENREN", "ZONGDIAN").await;
        let shown = home(&own.client).await;
        assert_eq!(book(&shown, "ZAIDAIYUE")["zhi"], 0);
        assert_eq!(shown["qushi"][86]["fangkuan"], 0);
        assign(&office.admin, office.customer, own.id).await;
        let shown = home(&own.client).await;
        assert_eq!(shown["qushi"][86]["fangkuan"], 300_000);
        assert!(book(&shown, "ZAIDAIYUE")["zhi"].as_i64().unwrap() > 0);
        assert_eq!(problems(&test).await, Vec::<String>::new());
    });
}

/// What was overdue yesterday and a week ago is told as it stood on those evenings, whatever was
/// paid since.
#[test]
fn evenings_are_told_as_they_were() {
    on_both(async |test: TestApp| {
        let office = Office::open(&test).await;
        let paid = office.paid_out(300_000, 3).await;
        let late = office.paid_out(300_000, 3).await;
        let plan = office.repayment(late).await["huankuanJihuaList"].clone();
        let due = plan[0]["yinghuan"].as_i64().unwrap();
        let all: i64 = (0..3)
            .map(|at| plan[at]["yinghuan"].as_i64().unwrap())
            .sum();
        let share = |late: i64, all: i64| json!(i128::from(late) * 1_000_000 / i128::from(all));
        // Nothing was overdue on the evening before anything was due.
        while home(&office.admin).await["riqi"] != plan[0]["riqi"] {
            test.clock.advance_business(DAY);
        }
        test.clock.advance_business(DAY);
        let shown = home(&office.admin).await;
        assert_eq!(figure(&shown, "YUQI")["zhi"], 2 * due);
        assert_eq!(figure(&shown, "YUQI")["zuotian"], 0);
        assert_eq!(figure(&shown, "YUQILV")["zhi"], share(2 * due, 2 * all));
        // A day on which nothing was written ended as it began.
        test.clock.advance_business(3 * DAY);
        let shown = home(&office.admin).await;
        assert_eq!(figure(&shown, "YUQI")["zuotian"], 2 * due);
        office.confirm(paid).await.ok();
        let shown = home(&office.admin).await;
        assert_eq!(figure(&shown, "YUQI")["zhi"], due);
        assert_eq!(figure(&shown, "YUQI")["zuotian"], 2 * due);
        assert_eq!(figure(&shown, "YUQILV")["zuotian"], share(2 * due, 2 * all));
        test.clock.advance_business(DAY);
        assert_eq!(figure(&home(&office.admin).await, "YUQI")["zuotian"], due);
        test.clock.advance_business(5 * DAY);
        let shown = home(&office.admin).await;
        assert_eq!(figure(&shown, "YUQI")["zuotian"], due);
        assert_eq!(figure(&shown, "YUQI")["shangzhou"], 2 * due);
        assert_eq!(figure(&shown, "YUQI")["tongbi"], -500_000);
        // Of another's customers there is nothing on any evening.
        let own = test
            .person_of(&["app:dingdan:list"], "BENREN", "ZONGDIAN")
            .await;
        let shown = home(&own.client).await;
        assert_eq!(figure(&shown, "YUQI")["shangzhou"], 0);
    });
}
