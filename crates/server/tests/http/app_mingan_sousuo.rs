//! Searches for masked numbers: counted per person across everything that answers to one.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value as Json, json};
use server::{
    route::{Permission, Run},
    router::routes,
};
use testkit::{Client, TestApp, office::Office, on_both};

use crate::{
    spreadsheet::workbook,
    support::{add, blames, rows, second_store, set_config, total},
};

const CLERK: &[&str] = &[
    "app:user:list",
    "app:user:add",
    "app:user:edit",
    "app:user:export",
    "app:user:import",
    "app:dingdan:list",
    "app:dingdan:export",
    "app:user:shoukuan:list",
    "app:user:jibenxinxi:list",
    "app:user:jibenxinxi:export",
    "app:jifen:list",
    "app:tongzhi:list",
    "app:fankui:export",
    "app:project:fenlei:pingbi:list",
    "app:project:fenlei:pingbi:query",
    "app:project:fenlei:pingbi:add",
    "app:project:fenlei:pingbi:del",
    "app:project:fenlei:pingbi:import",
    "app:mingan:jilu:list",
];
const HOUR_MS: i64 = 3_600_000;
const MISSES: &str = "未找到的号码搜索已达";

/// Guesses at 139****5678: none is right.
fn guess(number: usize) -> String {
    format!("139{number:04}9999")
}

/// The ways to ask whether one customer has a number.
fn ways(office: &Office, guess: &str) -> Vec<String> {
    let id = office.customer;
    let card = format!("622202{}", &guess[1..]);
    vec![
        format!("/api/app/user/findAllByPage?id={id}&phone={guess}"),
        format!("/api/app/user/findAllByList?id={id}&phone={guess}"),
        format!("/api/app/user/export?id={id}&phone={guess}"),
        format!("/api/app/dingdan/findAllByPage?userId={id}&phone={guess}"),
        format!("/api/app/dingdan/tongji?userId={id}&phone={guess}"),
        format!("/api/app/dingdan/export?userId={id}&phone={guess}"),
        format!("/api/app/project/fenlei/pingbi/findAllByPage?phone={guess}"),
        format!("/api/app/project/fenlei/pingbi/admin/findAllByList?phone={guess}"),
        format!("/api/app/user/shoukuan/findAllByPage?userId={id}&zhanghao={card}"),
        format!("/api/app/user/findAllByPage?id={id}&phone={}", &guess[3..7]),
        format!("/api/app/user/jibenxinxi/findAllByPage?userId={id}&phone={guess}"),
        format!("/api/app/user/jibenxinxi/export?userId={id}&phone={guess}"),
        format!("/api/app/jifen/findAllByPage?userId={id}&phone={guess}"),
        format!("/api/app/tongzhi/findAllByPage?userId={id}&phone={guess}"),
        format!("/api/app/fankui/export?userId={id}&phone={guess}"),
    ]
}

/// How many of so many tries were answered, whichever way they were made.
async fn answered(office: &Office, clerk: &Client, tries: usize) -> usize {
    let mut answered = 0;
    for number in 0..tries {
        let all = ways(office, &guess(number));
        let way = &all[number % all.len()];
        let answer = clerk.get(way).await;
        match answer.code {
            // A spreadsheet is no envelope; a card that fails its check is no search.
            0 | 200 => answered += 1,
            2001 => {}
            _ => answer.refused(2002, MISSES),
        }
    }
    answered
}

async fn clerk(test: &TestApp) -> Client {
    test.person(CLERK).await.client
}

/// The size of the attack: `make soak` asks for more.
fn tries() -> usize {
    let asked = std::env::var("MASK_TRIES").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(80)
}

#[test]
fn trying_numbers_against_a_mask_ends_after_the_misses_of_an_hour() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        office.applied(100_000, 3).await;
        let person = test.person(CLERK).await;
        let clerk = person.client.clone();
        let tries = tries();
        let answered = answered(&office, &clerk, tries).await;
        println!(
            "searches tried against a mask on {:?}: {tries}, answered {answered}, found 0",
            test.backend
        );
        assert_eq!(answered, 30);
        // The right number is no longer told from a wrong one, by no route.
        for way in ways(&office, "13912345678") {
            if !way.contains("zhanghao") {
                clerk.get(&way).await.refused(2002, MISSES);
            }
        }
        // All of it stands in the record, without the numbers.
        let told = rows(&clerk, "app/mingan/jilu", "").await;
        assert_eq!(told.len(), 30);
        assert!(told.iter().all(|line| line["leixing"] == "搜索"
            && line["yuanyin"].as_str().unwrap().ends_with("未找到")));
        // Everything else goes on, for others everything.
        clerk
            .get("/api/app/user/findAllByPage?nickName=张")
            .await
            .ok();
        total(&office.admin, "app/user", "phone=13912345678").await;
        test.clock.advance_real(HOUR_MS);
        let clerk = test.sign_in(&person.login_name, &person.password).await;
        assert_eq!(total(&clerk, "app/user", "phone=5678").await, 1);
    });
}

#[test]
fn many_searches_at_once_have_no_more_misses_than_one_after_the_other() {
    on_both(async |test| {
        let admin = test.admin().await;
        set_config(&admin, "ANQUAN", "sousuoLuokong", json!(4)).await;
        let clerk = clerk(&test).await;
        let mut calls = tokio::task::JoinSet::new();
        for number in 0..24 {
            let clerk = clerk.clone();
            let path = format!("/api/app/user/findAllByPage?phone={}", guess(number));
            calls.spawn(async move { clerk.get(&path).await.code });
        }
        let codes = calls.join_all().await;
        assert_eq!(codes.iter().filter(|code| **code == 200).count(), 4);
    });
}

#[test]
fn a_day_has_its_searches_even_where_all_of_them_find() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        set_config(&office.admin, "ANQUAN", "sousuoXiane", json!(3)).await;
        let person = test.person(CLERK).await;
        let clerk = person.client.clone();
        for _ in 0..3 {
            assert_eq!(total(&clerk, "app/user", "phone=13912345678").await, 1);
        }
        clerk
            .get("/api/app/user/findAllByPage?phone=13912345678")
            .await
            .refused(2002, "今日号码搜索已达3次");
        test.clock.advance_real(24 * HOUR_MS);
        let clerk = test.sign_in(&person.login_name, &person.password).await;
        assert_eq!(total(&clerk, "app/user", "phone=13912345678").await, 1);
        assert_eq!(
            rows(&clerk, "app/mingan/jilu", "").await[0]["yuanyin"],
            "搜索完整号码，找到"
        );
    });
}

/// The list and the tabs above it ask for the same number at the same time.
#[test]
fn one_search_of_one_screen_counts_once() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let clerk = clerk(&test).await;
        for path in ["findAllByPage", "tongji"] {
            let path = format!("/api/app/dingdan/{path}?phone=13912345678&state=DAISHENHE");
            clerk.get(&path).await.ok();
        }
        assert_eq!(total(&office.admin, "app/mingan/jilu", "").await, 1);
        // The same route again is another search, and so is another route later.
        clerk
            .get("/api/app/dingdan/findAllByPage?phone=13912345678")
            .await
            .ok();
        assert_eq!(total(&office.admin, "app/mingan/jilu", "").await, 2);
        test.clock.advance_real(60_000);
        clerk
            .get("/api/app/dingdan/tongji?phone=13912345678")
            .await
            .ok();
        assert_eq!(total(&office.admin, "app/mingan/jilu", "").await, 3);
    });
}

/// A route that answers to a number and does not count it is found here.
#[test]
fn every_route_that_takes_a_number_counts_it() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        office.applied(100_000, 3).await;
        let admin = office.admin.clone();
        let block = json!({ "projectFenleiId": office.category, "phone": "13912345678" });
        add(&admin, "app/project/fenlei/pingbi", block).await;
        set_config(&admin, "ANQUAN", "sousuoLuokong", json!(1000)).await;
        let mut counted = 0;
        for route in routes() {
            let is_read = match route.run {
                Run::Read(_) => true,
                Run::Own(_) => route.path.ends_with("/export"),
                Run::Write(_) => false,
            };
            if !is_read || route.permission == Permission::Public {
                continue;
            }
            for (name, text) in [("phone", "13911112222"), ("zhanghao", "6222020200112230")] {
                let path = route.path.replace("{id}", "1").replace("{type}", "JICHU");
                let before = total(&admin, "app/mingan/jilu", "").await;
                // Apart in time, so that no two routes count as one screen.
                test.clock.advance_real(60_000);
                let plain = admin.get(&path).await;
                let asked = admin.get(&format!("{path}?{name}={text}")).await;
                // When a session was last used is written down meanwhile.
                let again = admin.get(&path).await;
                let after = total(&admin, "app/mingan/jilu", "").await;
                // Unless it is refused, or answers as if nothing had been asked.
                let is_plain = [plain.result, again.result].contains(&asked.result);
                let is_ignored = asked.code != 0 && is_plain;
                if asked.code == 200 && !is_ignored || asked.code == 0 {
                    assert_eq!(after, before + 1, "{path} {name}");
                    counted += 1;
                }
            }
        }
        assert!(counted >= 17, "{counted}");
    });
}

#[test]
fn only_a_whole_number_or_four_digits_are_searched_for() {
    on_both(async |test| {
        let admin = test.admin().await;
        for part in [
            "1391234",
            "139****5678",
            "567",
            "1391234567a",
            "１３９１２３４５６７８",
        ] {
            let path = format!("/api/app/user/findAllByPage?phone={}", encoded(part));
            blames(&admin.get(&path).await, "phone", "完整号码或后四位");
        }
        let path = "/api/app/user/shoukuan/findAllByPage?zhanghao=6222";
        blames(&admin.get(path).await, "zhanghao", "完整号码");
        assert_eq!(total(&admin, "app/mingan/jilu", "").await, 0);
    });
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

#[test]
fn being_told_that_a_number_is_taken_is_a_search() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let foreign = json!({ "nickName": "东", "phone": "13800000001", "mendian": "ZONGDIAN" });
        add(&admin, "app/user", foreign).await;
        set_config(&admin, "ANQUAN", "sousuoLuokong", json!(3)).await;
        let clerk = test.person_of(CLERK, "MENDIAN", "FENDIAN").await.client;
        let own = json!({ "nickName": "西", "phone": "13800000002" });
        let own = add(&clerk, "app/user", own).await;
        let taken = json!({ "nickName": "试", "phone": "13800000001" });
        for _ in 0..2 {
            blames(
                &clerk.post("/api/app/user/add", taken.clone()).await,
                "phone",
                "手机号已存在",
            );
        }
        let moved = json!({ "id": own, "phone": "13800000001" });
        blames(
            &clerk.post("/api/app/user/edit", moved.clone()).await,
            "phone",
            "手机号已存在",
        );
        let lines = rows(&clerk, "app/mingan/jilu", "").await;
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0]["yuanyin"], "搜索已存在的号码，未找到");
        // After that neither way answers any more, whether the number is taken or free.
        for phone in ["13800000001", "13800000009"] {
            let body = json!({ "nickName": "试", "phone": phone });
            clerk
                .post("/api/app/user/add", body)
                .await
                .refused(2002, MISSES);
            let body = json!({ "id": own, "phone": phone });
            clerk
                .post("/api/app/user/edit", body)
                .await
                .refused(2002, MISSES);
        }
        // What has nothing to do with a number goes on.
        let body = json!({ "id": own, "nickName": "西西" });
        clerk.post("/api/app/user/edit", body).await.ok();
    });
}

/// Giving one's own customer one number after the other finds the number of another.
#[test]
fn giving_a_customer_other_numbers_is_a_search() {
    on_both(async |test| {
        let admin = test.admin().await;
        set_config(&admin, "ANQUAN", "sousuoLuokong", json!(3)).await;
        let clerk = clerk(&test).await;
        let own = json!({ "nickName": "西", "phone": "13800000002" });
        let own = add(&clerk, "app/user", own).await;
        for number in 0..3 {
            let body = json!({ "id": own, "phone": guess(number) });
            clerk.post("/api/app/user/edit", body).await.ok();
        }
        let body = json!({ "id": own, "phone": guess(9) });
        clerk
            .post("/api/app/user/edit", body)
            .await
            .refused(2002, MISSES);
    });
}

#[test]
fn adding_a_block_is_a_search() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        set_config(&office.admin, "ANQUAN", "sousuoLuokong", json!(2)).await;
        let clerk = clerk(&test).await;
        let block = |phone: &str| json!({ "projectFenleiId": office.category, "phone": phone });
        let path = "/api/app/project/fenlei/pingbi/add";
        clerk.post(path, block("13912345678")).await.ok();
        assert_eq!(
            rows(&clerk, "app/mingan/jilu", "").await[0]["yuanyin"],
            "搜索要屏蔽的号码，找到"
        );
        for number in 0..2 {
            clerk.post(path, block(&guess(number))).await.ok();
        }
        clerk
            .post(path, block(&guess(3)))
            .await
            .refused(2002, MISSES);
    });
}

async fn import(client: &Client, mode: &str, phones: &[&str]) -> testkit::Answer {
    let lines: Vec<[&str; 2]> = phones.iter().map(|phone| ["导入", *phone]).collect();
    let lines: Vec<&[&str]> = lines.iter().map(|line| &line[..]).collect();
    let sheet = workbook(&["昵称*", "手机号*"], &lines);
    let path = format!("/api/app/user/import?moshi={mode}");
    client.upload(&path, &[], "导入.xlsx", &sheet).await
}

#[test]
fn an_import_is_one_search_and_ten_misses_where_it_names_a_clash() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let clerk = clerk(&test).await;
        let clean = import(&clerk, "JIANCHA", &["13700000001", "13700000002"]).await;
        assert_eq!(clean.ok()["shibai"], 0);
        assert_eq!(total(&clerk, "app/mingan/jilu", "").await, 1);
        // What stands twice in one sheet tells nothing about the customers.
        let twice = import(&clerk, "JIANCHA", &["13700000001", "13700000001"]).await;
        assert_eq!(twice.ok()["shibai"], 1);
        for mode in ["JIANCHA", "QUANBU", "HAOHANG"] {
            let report = import(&clerk, mode, &["13912345678", "13700000003"])
                .await
                .ok();
            assert!(report["text"].as_str().unwrap().contains("手机号已存在"));
        }
        import(&clerk, "JIANCHA", &["13700000004"])
            .await
            .refused(2002, MISSES);
        clerk
            .get("/api/app/user/findAllByPage?phone=5678")
            .await
            .refused(2002, MISSES);
        let told: Vec<Json> = rows(&clerk, "app/mingan/jilu", "").await;
        let clashes = told
            .iter()
            .filter(|line| line["yuanyin"] == "搜索导入的号码，提示了已有的号码");
        assert_eq!(clashes.count(), 3);
        // An import without numbers has nothing to do with it.
        assert_eq!(
            total(&office.admin, "app/user", "phone=13700000003").await,
            1
        );
    });
}

/// Checks at once must not name more clashes than checks one after the other.
#[test]
fn many_import_checks_at_once_name_no_more_clashes() {
    on_both(async |test| {
        Office::open(&test).await;
        let clerk = clerk(&test).await;
        let mut calls = tokio::task::JoinSet::new();
        for _ in 0..8 {
            let clerk = clerk.clone();
            calls.spawn(async move { import(&clerk, "JIANCHA", &["13912345678"]).await.code });
        }
        let codes = calls.join_all().await;
        assert_eq!(codes.iter().filter(|code| **code == 200).count(), 3);
    });
}
