//! /api/app/dingdan/daozhang/import: a bank statement is shown as it would be booked, and what is
//! booked is what was shown.

use serde_json::{Value as Json, json};
use testkit::{
    Answer, Client,
    office::{Office, receipt},
    on_both,
};

use crate::{
    app_dingdan_daozhang::go_to,
    app_user_renzheng::identity,
    spreadsheet::workbook,
    support::{add, rows},
};

const PATH: &str = "/api/app/dingdan/daozhang/import";
const HEADINGS: [&str; 7] = [
    "流水号*",
    "日期*",
    "金额*",
    "订单号",
    "手机号后四位",
    "姓名",
    "摘要",
];

async fn look(client: &Client, lines: &[Vec<String>]) -> Answer {
    let texts: Vec<Vec<&str>> = lines
        .iter()
        .map(|line| line.iter().map(String::as_str).collect())
        .collect();
    let texts: Vec<&[&str]> = texts.iter().map(Vec::as_slice).collect();
    let file = workbook(&HEADINGS, &texts);
    client.upload(PATH, &[], "liushui.xlsx", &file).await
}

fn line(number: &str, day: &str, yuan: &str, order: &str) -> Vec<String> {
    [number, day, yuan, order, "", "", "转账"]
        .map(str::to_owned)
        .to_vec()
}

fn by_name(number: &str, yuan: &str, tail: &str, name: &str) -> Vec<String> {
    [number, "2026-03-01", yuan, "", tail, name, ""]
        .map(str::to_owned)
        .to_vec()
}

fn with_tail(number: &str, order: &str, tail: &str) -> Vec<String> {
    let mut line = line(number, "2026-03-01", "1", order);
    tail.clone_into(&mut line[4]);
    line
}

/// Books a line as the screen does: what was shown, with its guards.
async fn book(client: &Client, shown: &Json) -> Answer {
    let body = json!({
        "dingdanId": shown["dingdanId"], "jine": shown["jine"], "liushuihao": shown["liushuihao"],
        "zhifufangshi": "YINHANGKA", "daozhangRiqi": shown["riqi"], "qi": shown["qi"],
        "yishou": shown["yishou"],
    });
    client.post("/api/app/dingdan/daozhang", body).await
}

fn reason(shown: &Json) -> &str {
    shown["yuanyin"].as_str().unwrap_or_default()
}

async fn number_of(office: &Office, id: i64) -> String {
    office.detail(id).await["bianhao"]
        .as_str()
        .unwrap()
        .to_owned()
}

#[test]
fn every_way_a_line_can_be_wrong() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 3).await;
        let number = number_of(&office, id).await;
        let waiting = office.applied(100_000, 3).await;
        let waiting = number_of(&office, waiting).await;
        let used = receipt();
        let body = json!({
            "dingdanId": id, "jine": 100, "zhifufangshi": "WEIXIN", "liushuihao": used,
        });
        office.verb("daozhang", body).await.ok();
        let twin = json!({ "nickName": "张三", "phone": "13700005678", "mendian": "ZONGDIAN" });
        add(&office.admin, "app/user", twin).await;
        let lone = json!({ "nickName": "李四", "phone": "13700001111", "mendian": "ZONGDIAN" });
        add(&office.admin, "app/user", lone).await;
        let lines = vec![
            line("L1", "2026-03-01", "12.50", &number),
            line("L1", "2026-03-01", "1", &number),
            line(&used, "2026-03-01", "1", &number),
            line("", "2026-03-01", "1", &number),
            line("L2", "昨天", "1", &number),
            line("L3", "2026-03-01", "1.234", &number),
            line("L4", "2026-03-01", "-5", &number),
            line("L5", "2026-03-02", "1", &number),
            line("L6", "2026-02-28", "1", &number),
            line("L7", "2026-03-01", "1", "D0"),
            line("L8", "2026-03-01", "1", &waiting),
            line("L9", "2026-03-01", "99999", &number),
            line("L10", "2026-03-01", "1", ""),
            line("L15", "2026-03-01", "15,50", &number),
            line("L16\u{200b}", "2026-03-01", "1", &number),
            line("Ｌ 1", "2026-03-01", "1", &number),
            line("L18\u{3164}", "2026-03-01", "1", &number),
            line("#N/A", "2026-03-01", "1", &number),
            with_tail("L17", &number, "9999"),
            with_tail("L19", &number, "99"),
            by_name("L11", "1", "5678", "张三"),
            by_name("L12", "1", "1111", "李四"),
            by_name("L13", "1", "9999", "李四"),
            by_name("L14", "1", "11", "李四"),
        ];
        let before = office.repayment(id).await;
        let shown = look(&office.admin, &lines).await.ok();
        assert_eq!(office.repayment(id).await, before, "looking books nothing");
        let found = |number: &str| {
            let lines = shown["mingxi"].as_array().unwrap().iter();
            let mut of = lines.filter(move |line| line["liushuihao"] == number);
            of.next_back().unwrap().clone()
        };
        let first = shown["mingxi"].as_array().unwrap().iter();
        let good: Vec<&Json> = first.filter(|line| line["yuanyin"].is_null()).collect();
        assert_eq!(good.len(), 1);
        assert_eq!(good[0]["liushuihao"], "L1");
        assert_eq!(good[0]["fenpei"][0]["heji"], 1_250);
        assert_eq!(good[0]["yishou"], 100);
        assert_eq!(shown["keRuzhang"], 1);
        assert_eq!(shown["jine"], 1_250);
        for (number, words) in [
            ("L1", "与第2行相同"),
            (used.as_str(), "已登记"),
            ("", "流水号不能为空"),
            ("L2", "日期"),
            ("L3", "金额"),
            ("L4", "金额"),
            ("L5", "不能晚于今天"),
            ("L6", "不能早于"),
            ("L7", "没有这个订单号"),
            ("L8", "不能登记到账"),
            ("L9", "超过待还合计"),
            ("L10", "请填写订单号"),
            ("L15", "金额"),
            ("L16\u{200b}", "只能由字母"),
            ("L18\u{3164}", "只能由字母"),
            ("#N/A", "公式错误"),
            ("L17", "订单号与手机号后四位不是同一位客户"),
            ("L19", "四位数字"),
            ("L11", "多位客户"),
            ("L12", "没有待还款的订单"),
            ("L13", "没有这个姓名"),
            ("L14", "四位数字"),
        ] {
            let line = found(number);
            assert!(reason(&line).contains(words), "{number}: {line}");
        }
        let right = look(&office.admin, &[with_tail("L17", &number, "5678")]).await;
        assert_eq!(right.ok()["keRuzhang"], 1);
        let empty = look(&office.admin, &[]).await.ok();
        assert_eq!(empty["zongshu"], 0);
        let file = workbook(&["流水号", "金额"], &[]);
        let answer = office.admin.upload(PATH, &[], "liushui.xlsx", &file).await;
        answer.refused(2001, "日期");
        let stranger = test.person(&["app:dingdan:query"]).await.client;
        look(&stranger, &lines).await.refused(2002, "权限");
    });
}

/// A statement of a thousand lines, every third of them wrong: what is booked is what was shown.
#[test]
fn a_statement_is_no_way_to_look_for_people() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 3).await;
        let number = number_of(&office, id).await;
        let clerk = test.person(&["app:dingdan:query", "app:dingdan:daozhang"]);
        let clerk = clerk.await.client;
        let tries = |count: usize| -> Vec<_> {
            let tails = (0..count).map(|tail| format!("{tail:04}"));
            tails
                .map(|tail| by_name(&receipt(), "1.00", &tail, "张三"))
                .collect()
        };
        // A few mistakes are told, as many as a person may make within an hour.
        let shown = look(&clerk, &tries(10)).await.ok();
        assert_eq!(shown["keRuzhang"], 0);
        look(&clerk, &tries(40))
            .await
            .refused(2002, "超过一小时内可以查找的20个");
        look(&clerk, &tries(1)).await.refused(2002, "一小时后再试");
        let plain = line(&receipt(), "2026-03-01", "1.00", &number);
        assert_eq!(look(&clerk, &[plain]).await.ok()["keRuzhang"], 1);

        // A name beside an order is its customer's, as they are called or as they are verified.
        let named = |name: &str| {
            let mut line = line(&receipt(), "2026-03-01", "1.00", &number);
            line[5] = name.to_owned();
            line
        };
        let admin = &office.admin;
        let verified = identity(admin, office.customer).await;
        add(admin, "app/user/renzheng", verified).await;
        let lines = [named("张三"), named("欧阳娜"), named("李四")];
        let shown = look(admin, &lines).await.ok();
        assert_eq!(shown["keRuzhang"], 2, "{shown}");
        let last = shown["mingxi"].as_array().unwrap().last().unwrap();
        assert_eq!(reason(last), "订单号与姓名不是同一位客户，请核对");
        let names: Vec<_> = (0..40).map(|n| named(&format!("王{n}"))).collect();
        look(admin, &names).await.refused(2002, "请改填订单号");

        let twice = workbook(
            &["流水号*", "日期*", "金额*", "金额"],
            &[&["1", "2", "3", "4"]],
        );
        let answer = admin.upload(PATH, &[], "a.xlsx", &twice).await;
        answer.refused(2001, "表格有两列“金额”");
    });
}

/// Each wrong name beside an order number is a guess of a real name, one by one as many at once; the
/// same again is none.
#[test]
fn a_wrong_name_beside_an_order_is_counted() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 3).await;
        let number = number_of(&office, id).await;
        let other = office.paid_out(100_000, 3).await;
        let other = number_of(&office, other).await;
        let clerk = test.person(&["app:dingdan:query", "app:dingdan:daozhang"]);
        let clerk = clerk.await.client;
        let guess = async |order: &str, name: &str| {
            let mut line = line(&receipt(), "2026-03-01", "1.00", order);
            line[5] = name.to_owned();
            look(&clerk, &[line]).await
        };
        for n in 0..28 {
            let shown = guess(&number, &format!("王{n}")).await.ok();
            assert_eq!(shown["keRuzhang"], 0);
            // Put right elsewhere and shown again.
            guess(&number, "王0").await.ok();
        }
        guess(&other, "王0").await.ok();
        guess(&number, "王28").await.ok();
        guess(&number, "王29").await.refused(2002, "一小时后再试");
        guess(&number, "张三").await.refused(2002, "一小时后再试");
        let looked = rows(&office.admin, "app/mingan/jilu", "ziyuan=app/user").await;
        let names = looked
            .iter()
            .filter(|look| look["ziduan"] == "zhenshixingming");
        assert_eq!(names.count(), 30);

        let plain = line(&receipt(), "2026-03-01", "1.00", &number);
        assert_eq!(look(&clerk, &[plain]).await.ok()["keRuzhang"], 1);
    });
}

#[test]
fn a_thousand_lines() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let mut orders = Vec::new();
        for _ in 0..8 {
            let id = office.paid_out(1_000_000, 12).await;
            orders.push((id, number_of(&office, id).await));
        }
        go_to(&test, "2026-05-20");
        let wrong = [
            ("2026-04-01", "10.00", "D0"),
            ("2026-04-01", "0", ""),
            ("2027-04-01", "10.00", ""),
            ("2026-04-01", "999999.00", ""),
            ("四月", "10.00", ""),
        ];
        let lines: Vec<Vec<String>> = (0..1_000)
            .map(|at| {
                let number = format!("S{at:04}");
                let (_, order) = &orders[at % orders.len()];
                if at % 3 == 2 {
                    if at % 2 == 0 {
                        return line(&format!("S{:04}", at - 1), "2026-05-20", "1.00", order);
                    }
                    let (day, yuan, other) = wrong[at % wrong.len()];
                    let order = if other.is_empty() { order } else { other };
                    return line(&number, day, yuan, order);
                }
                // The newest first, as banks write them.
                let day = format!("2026-05-{:02}", 20 - at / 50);
                line(
                    &number,
                    &day,
                    &format!("{}.{:02}", 10 + at % 70, at % 100),
                    order,
                )
            })
            .collect();
        let shown = look(&office.admin, &lines).await.ok();
        assert_eq!(shown["zongshu"], 1_000);
        let all = shown["mingxi"].as_array().unwrap();
        let good: Vec<&Json> = all
            .iter()
            .filter(|line| line["yuanyin"].is_null())
            .collect();
        assert_eq!(good.len(), 667);
        assert_eq!(shown["keRuzhang"], 667);
        let mut booked = 0;
        for shown in &good {
            book(&office.admin, shown).await.ok();
            booked += shown["jine"].as_i64().unwrap();
        }
        assert_eq!(shown["jine"], booked);
        // Everything that was shown, and nothing else.
        for (id, _) in &orders {
            let promised: Vec<&Json> = good
                .iter()
                .copied()
                .filter(|line| line["dingdanId"] == *id)
                .collect();
            let last = promised.last().unwrap();
            let path =
                format!("/api/app/dingdan/daozhangInit?dingdanId={id}&daozhangRiqi=2026-05-20");
            let left = office.admin.get(&path).await.ok();
            if last["riqi"] == "2026-05-20" {
                assert_eq!(left["yingshou"], last["shengyu"]);
            }
            let log = format!("/api/app/log/findByDingdanId/{id}");
            let log = office.admin.get(&log).await.ok();
            let receipts = log.as_array().unwrap().iter();
            let receipts = receipts.filter(|line| line["type"] == "DAOZHANG").count();
            assert_eq!(receipts, promised.len());
        }
        let again = look(&office.admin, &lines).await.ok();
        assert_eq!(again["keRuzhang"], 0, "every number is used");
        let report = office.admin.get("/api/app/zijin/jiancha").await.ok();
        assert_eq!(report["isTongguo"], true, "{report}");
        let one = rows(&office.admin, "app/dingdan/xingqing", "liushuihao=S0000").await;
        assert_eq!(one.len(), 1);
    });
}
