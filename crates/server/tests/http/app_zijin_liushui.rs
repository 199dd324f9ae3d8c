//! /api/app/zijin/liushui: money that moved at once is one line, whatever number of records it
//! makes.

use serde_json::{Value as Json, json};
use testkit::{
    Backend, TestApp,
    office::{Office, product},
    on_both,
};

use crate::{
    app_dingdan_daozhang::go_to,
    spreadsheet::{line, read},
    support::{add, rows, second_store},
};

const PATH: &str = "app/zijin/liushui";

/// The worked receipt of MONEY.md: 200.00 on one day, 600.00 on another, over three instalments.
async fn worked(test: &TestApp) -> (Office, i64) {
    let mut office = Office::open(test).await;
    let mut terms = product(office.category);
    terms["nianlilv"] = 180_000.into();
    terms["fuwufeilv"] = 10_000.into();
    terms["qianzhifeilv"] = 2_000.into();
    office.project = add(&office.admin, "app/project", terms).await;
    go_to(test, "2026-01-15");
    let id = office.paid_out(100_000, 3).await;
    for (day, fen, number) in [("2026-02-25", 20_000, "R-1"), ("2026-03-20", 60_000, "R-2")] {
        go_to(test, day);
        let body = json!({
            "dingdanId": id, "jine": fen, "zhifufangshi": "YINHANGKA", "liushuihao": number,
        });
        office.verb("daozhang", body).await.ok();
    }
    (office, id)
}

/// `BUFEN 20000 R-1 第1期部分还款`
fn told(movement: &Json) -> String {
    let word = |name: &str| movement[name].as_str().unwrap_or("-").to_owned();
    let (kind, words) = (word("type"), word("liushuiMiaoshu"));
    format!(
        "{kind} {} {} {words}",
        movement["liushuiJine"],
        word("liushuihao")
    )
}

async fn sums(office: &Office, query: &str) -> Json {
    let path = format!("/api/{PATH}/heji?{query}");
    office.admin.get(&path).await.ok()
}

/// What stands under the list.
async fn under(office: &Office, query: &str) -> (Json, Json) {
    let path = format!("/api/{PATH}/mingxiHeji?{query}");
    let sums = office.admin.get(&path).await.ok();
    assert_eq!(sums["heji"][0]["ziduan"], "liushuiJine");
    (sums["bishu"].clone(), sums["heji"][0]["jine"].clone())
}

async fn shares(office: &Office, movement: &Json) -> Json {
    let path = format!("/api/{PATH}/fenpei/{}", movement["id"]);
    office.admin.get(&path).await.ok()
}

fn share(qi: i64, figures: [i64; 4], is_whole: bool) -> Json {
    let [yuqifei, fuwufei, lixi, benjin] = figures;
    json!({
        "qi": qi, "yuqifei": yuqifei, "weiyuefei": 0, "fuwufei": fuwufei, "zixunfei": 0,
        "lixi": lixi, "benjin": benjin, "youhui": 0, "heji": figures.iter().sum::<i64>(),
        "isWancheng": is_whole,
    })
}

/// Whatever days are asked for: the sums of movements beside what the journal says of them.
#[test]
fn sums_agree_with_the_books_over_any_days() {
    on_both(async |test| {
        let (office, _) = worked(&test).await;
        let begins = ["", "2026-01-15", "2026-02-25", "2026-02-26"];
        let ends = ["", "2026-01-14", "2026-02-25", "2026-03-20"];
        let mut moved = Vec::new();
        for begin in begins {
            for end in ends {
                let days = [("createTimeBegin", begin), ("createTimeEnd", end)];
                let asked = days.iter().filter(|(_, day)| !day.is_empty());
                let asked: Vec<String> = asked.map(|(name, day)| format!("{name}={day}")).collect();
                let sums = sums(&office, &asked.join("&")).await;
                assert_eq!(sums["isYizhi"], true, "{asked:?}: {sums}");
                moved.push(sums["zhangmian"].as_i64().unwrap() / 100);
            }
        }
        let expected = [
            [-198, 0, -798, -198],
            [-198, 0, -798, -198],
            [800, 0, 200, 800],
            [600, 0, 0, 600],
        ];
        assert_eq!(moved, expected.concat());
    });
}

#[test]
fn a_receipt_is_one_movement_with_its_parts() {
    on_both(async |test| {
        let (office, id) = worked(&test).await;
        let found = rows(&office.admin, PATH, "").await;
        let lines: Vec<String> = found.iter().map(told).collect();
        assert_eq!(
            lines[0],
            "HUANKUAN 60000 R-2 第1期还款，第2期还款，第3期部分还款"
        );
        assert_eq!(lines[1], "BUFEN 20000 R-1 第1期部分还款");
        assert!(lines[2].starts_with("QIANZHIFEI 200 - "), "{}", lines[2]);
        assert!(lines[3].starts_with("FANGKUAN -100000 "), "{}", lines[3]);
        assert_eq!(lines.len(), 4);
        assert_eq!(
            shares(&office, &found[0]).await,
            json!([
                share(1, [171, 0, 0, 14_844], true),
                share(2, [87, 333, 1_007, 33_331], true),
                share(3, [0, 334, 507, 9_386], false),
            ])
        );
        assert_eq!(
            shares(&office, &found[1]).await,
            json!([share(1, [173, 333, 1_500, 17_994], false)])
        );
        assert_eq!(shares(&office, &found[3]).await, json!([]));
        let all = sums(&office, "").await;
        assert_eq!(all["bishu"], 4);
        assert_eq!(
            (&all["ruzhang"], &all["chuzhang"]),
            (&json!(80_200), &json!(100_000))
        );
        assert_eq!(all["isYizhi"], true);
        // What is asked of the rows is asked of the sums: the whole movement, or nothing of it.
        for query in [
            "type=HUANKUAN",
            "type=BUFEN",
            "createTimeBegin=2026-03-01",
            "zhifufangshi=YINHANGKA",
        ] {
            let listed = rows(&office.admin, PATH, query).await;
            let amount: i64 = listed
                .iter()
                .map(|row| row["liushuiJine"].as_i64().unwrap())
                .sum();
            let summed = sums(&office, query).await;
            assert_eq!(summed["jinge"], amount, "{query}");
            assert_eq!(summed["bishu"], listed.len(), "{query}");
            let listed = (json!(listed.len()), json!(amount));
            assert_eq!(under(&office, query).await, listed, "{query}");
        }
        let narrowed = under(&office, "liushuihao=R-2").await;
        assert_eq!(narrowed, (json!(1), json!(60_000)));
        let one = rows(&office.admin, PATH, "liushuihao=R-2").await;
        assert_eq!(one.len(), 1);
        let path = format!("/api/{PATH}/findAllByPage?current=2&size=1");
        let second = office.admin.get(&path).await.ok();
        assert_eq!(second["total"], 4);
        assert_eq!(told(&second["records"][0]), lines[1]);
        let records = rows(&office.admin, "app/dingdan/xingqing", "").await;
        assert_eq!(records.len(), 6, "records stay one by one");
        a_sheet_says_the_same(&office).await;
        taken_back(&office, id, &lines).await;
    });
}

async fn a_sheet_says_the_same(office: &Office) {
    let sheet = office.admin.get(&format!("/api/{PATH}/export")).await;
    let sheet = read(&sheet.body);
    let heads = line(&sheet, 0);
    let at = |head: &str| heads.iter().position(|known| known == head);
    let (amount, words) = (at("流水金额").unwrap(), at("流水描述").unwrap());
    for of_one_record in ["实付", "应付", "描述", "应还时间"] {
        assert_eq!(at(of_one_record), None);
    }
    assert_eq!(sheet.rows.len(), 5);
    let newest = line(&sheet, 1);
    assert_eq!(newest[amount], "600");
    assert_eq!(newest[words], "第1期还款，第2期还款，第3期部分还款");
}

/// An undone receipt is one line that is struck out, and still says what it went to.
async fn taken_back(office: &Office, id: i64, lines: &[String]) {
    let before = rows(&office.admin, PATH, "").await;
    let whole = shares(office, &before[0]).await;
    let undo = json!({ "dingdanId": id, "shijianId": 3, "yuanyin": "录入错误" });
    office.verb("chexiao", undo).await.ok();
    let after = rows(&office.admin, PATH, "").await;
    assert_eq!(after.iter().map(told).collect::<Vec<_>>(), lines);
    assert_eq!(after[0]["isChexiao"], true);
    assert_eq!(after[1]["isChexiao"], false);
    assert_eq!(shares(office, &after[0]).await, whole);
    // What was taken back moved nothing.
    assert_eq!(under(office, "").await, (json!(3), json!(-79_800)));
    let all = sums(office, "").await;
    assert_eq!(
        (&all["bishu"], &all["chongxiao"]),
        (&json!(4), &json!(-60_000))
    );
    assert_eq!(all["isYizhi"], true);
}

/// What records from before were given is what the events would give them today.
#[test]
fn older_records_become_movements() {
    on_both(async |test| {
        let (office, _) = worked(&test).await;
        let before = rows(&office.admin, PATH, "").await;
        let text = match test.backend {
            Backend::Sqlite => include_str!("../../../store/migrations/sqlite/0018_movements.sql"),
            Backend::Postgres => {
                include_str!("../../../store/migrations/postgres/0018_movements.sql")
            }
        };
        let given: Vec<&str> = text.split_inclusive(";\n").collect();
        let given = given
            .into_iter()
            .filter(|text| !text.contains("ADD COLUMN"));
        let given: String = given.collect();
        let again = move |tx: &mut store::Tx<'_>| {
            tx.batch(
                "UPDATE app_dingdan_xingqing SET liushui_jine = NULL, liushui_miaoshu = NULL",
            )?;
            tx.batch(&given)
        };
        test.db().write(again).await.unwrap();
        assert_eq!(rows(&office.admin, PATH, "").await, before);
        let report = office.admin.get("/api/app/zijin/jiancha").await.ok();
        assert_eq!(report["isTongguo"], true, "{report}");
    });
}

/// Whoever may not see an order may not see what its money went to.
#[test]
fn a_strangers_movement_is_not_there() {
    on_both(async |test| {
        let (office, _) = worked(&test).await;
        let theirs = rows(&office.admin, PATH, "").await;
        second_store(&office.admin).await;
        let see = test.person_of(&["app:zijin:liushui:list"], "MENDIAN", "FENDIAN");
        let see = see.await.client;
        let path = format!("/api/{PATH}/fenpei/{}", theirs[0]["id"]);
        see.get(&path).await.refused(2004, "");
        let none = test.person(&["app:dingdan:query"]).await.client;
        none.get(&path).await.refused(2002, "权限");
        let missing = format!("/api/{PATH}/fenpei/99999");
        office.admin.get(&missing).await.refused(2004, "");
    });
}
