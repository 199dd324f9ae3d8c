//! /api/app/dingdan/daozhang: money of any amount, over as many instalments as it covers.

use serde_json::{Value as Json, json};
use testkit::{
    Answer, TestApp,
    office::{Office, product, receipt},
    on_both,
};

use crate::support::{add, rows};

const DAY: i64 = 86_400_000;

/// Moves the business clock to nine in the morning of a day.
pub fn go_to(test: &TestApp, day: &str) {
    let day: schema::Date = day.parse().unwrap();
    let at = schema::Timestamp::start_of(day).0 + 9 * 3_600_000;
    test.clock.advance_business(at - test.clock.now().0);
}

/// The worked receipt of MONEY.md: 1 000.00 yuan, three months, 18 %, service fee 1 %.
async fn worked(test: &TestApp) -> (Office, i64) {
    let mut office = Office::open(test).await;
    let mut terms = product(office.category);
    terms["nianlilv"] = 180_000.into();
    terms["fuwufeilv"] = 10_000.into();
    office.project = add(&office.admin, "app/project", terms).await;
    go_to(test, "2026-01-15");
    let id = office.paid_out(100_000, 3).await;
    (office, id)
}

fn money(id: i64, fen: i64) -> Json {
    json!({ "dingdanId": id, "jine": fen, "zhifufangshi": "YINHANGKA", "liushuihao": receipt() })
}

async fn init(office: &Office, id: i64, rest: &str) -> Answer {
    let path = format!("/api/app/dingdan/daozhangInit?dingdanId={id}{rest}");
    office.admin.get(&path).await
}

fn line(item: &Json) -> String {
    format!(
        "{} 逾期{} 已收{} 待还{} 实付{}",
        item["qi"], item["yuqiZongjine"], item["yishou"], item["weihuan"], item["shifu"]
    )
}

async fn books_are_clean(office: &Office) {
    let report = office.admin.get("/api/app/zijin/jiancha").await.ok();
    assert_eq!(report["isTongguo"], true, "{report}");
    let sums = office.admin.get("/api/app/zijin/liushui/heji").await.ok();
    assert_eq!(sums["isYizhi"], true, "{sums}");
}

#[test]
fn the_worked_receipt() {
    on_both(async |test| {
        let (office, id) = worked(&test).await;
        go_to(&test, "2026-02-25");
        let shown = init(&office, id, "&jine=20000").await.ok();
        assert_eq!(
            shown,
            json!({
                "yingshou": 104_187, "shengyu": 84_187, "qi": 1, "yishou": 0,
                "benqi": 34_844, "yuqi": 34_844, "riqi": "2026-02-25",
                "fenpei": [{
                    "qi": 1, "yuqifei": 173, "fuwufei": 333, "zixunfei": 0, "lixi": 1_500,
                    "benjin": 17_994, "youhui": 0, "heji": 20_000, "isWancheng": false,
                    "weihuan": 14_844,
                }],
            })
        );
        let mut body = money(id, 20_000);
        body["qi"] = 1.into();
        body["yishou"] = 0.into();
        office.verb("daozhang", body.clone()).await.ok();
        let bill = office.repayment(id).await;
        let items = bill["huankuanJihuaList"].as_array().unwrap().clone();
        assert_eq!(line(&items[0]), "1 逾期173 已收20000 待还14844 实付20000");
        assert_eq!(bill["queren"]["shifujine"], 14_844);

        // The same number again, from whoever: it came in already.
        let again = office.verb("daozhang", body).await;
        again.refused(301, "流水号");
        assert!(again.result["fields"]["liushuihao"].is_string());
        let mut stale = money(id, 100);
        stale["yishou"] = 0.into();
        office
            .verb("daozhang", stale)
            .await
            .refused(301, "已还金额");
        office
            .verb("daozhang", money(id, 84_188))
            .await
            .refused(2002, "841.87");
        init(&office, id, "&jine=84188")
            .await
            .refused(2002, "841.87");

        go_to(&test, "2026-03-20");
        let shown = init(&office, id, "&jine=60000").await.ok();
        let shares: Vec<String> = shown["fenpei"]
            .as_array()
            .unwrap()
            .iter()
            .map(|share| format!("{} {} {}", share["qi"], share["heji"], share["isWancheng"]))
            .collect();
        assert_eq!(shares, ["1 15015 true", "2 34758 true", "3 10227 false"]);
        let why = format!("/api/app/dingdan/jieshi/{id}?xiang=DAOZHANG&jine=60000");
        let lines = office.admin.get(&why).await.ok();
        assert_eq!(lines.as_array().unwrap().last().unwrap()["jieguo"], 24_445);
        office.verb("daozhang", money(id, 60_000)).await.ok();
        let path = format!("/api/app/dingdan/tiqianhuankuanInit?dingdanId={id}");
        let quote = office.admin.get(&path).await.ok();
        assert_eq!(quote["shengyubenjin"], 24_445);
        assert_eq!(quote["weiyuefei"], 244);
        let found = rows(
            &office.admin,
            "app/dingdan/xingqing",
            &format!("dingdanId={id}&orders=id:asc"),
        )
        .await;
        let records: Vec<String> = found
            .iter()
            .map(|row| format!("{} {} {}", row["type"], row["qi"], row["shifujine"]))
            .collect();
        assert_eq!(
            records,
            [
                "\"FANGKUAN\" null -100000",
                "\"BUFEN\" 1 20000",
                "\"HUANKUAN\" 1 15015",
                "\"HUANKUAN\" 2 34758",
                "\"BUFEN\" 3 10227",
            ]
        );
        assert_eq!(found[4]["miaoshu"], "第3期部分还款");
        books_are_clean(&office).await;

        // One event, one undo: everything as it was before it.
        let newest = office.detail(id).await["kechexiao"].clone();
        assert_eq!(newest["type"], "DAOZHANG");
        assert_eq!(newest["jine"], 60_000);
        let undo =
            json!({ "dingdanId": id, "shijianId": newest["shijianId"], "yuanyin": "认错客户" });
        office.verb("chexiao", undo).await.ok();
        let items = office.repayment(id).await["huankuanJihuaList"].clone();
        assert_eq!(line(&items[0]), "1 逾期344 已收20000 待还15015 实付20000");
        assert_eq!(line(&items[1]), "2 逾期87 已收0 待还34758 实付0");
        books_are_clean(&office).await;
    });
}

#[test]
fn what_a_receipt_must_say() {
    on_both(async |test| {
        let (office, id) = worked(&test).await;
        for missing in ["dingdanId", "jine", "zhifufangshi", "liushuihao"] {
            let mut body = money(id, 100);
            body.as_object_mut().unwrap().remove(missing);
            let answer = office.verb("daozhang", body).await;
            answer.refused(2001, "");
            assert!(answer.result["fields"][missing].is_string(), "{answer:?}");
        }
        let mut odd = money(id, 100);
        odd["zhifufangshi"] = "BEIKE".into();
        office.verb("daozhang", odd).await.refused(2001, "支付方式");
        office
            .verb("daozhang", money(id, 0))
            .await
            .refused(2002, "大于零");
        let mut early = money(id, 100);
        early["daozhangRiqi"] = "2026-01-14".into();
        office
            .verb("daozhang", early)
            .await
            .refused(2002, "不能早于");
        let mut late = money(id, 100);
        late["daozhangRiqi"] = "2026-01-16".into();
        office
            .verb("daozhang", late)
            .await
            .refused(2002, "不能晚于今天");

        // Money that came on the due date owes nothing for the days since.
        go_to(&test, "2026-02-25");
        let mut friday = money(id, 34_671);
        friday["daozhangRiqi"] = "2026-02-15".into();
        office.verb("daozhang", friday).await.ok();
        let items = office.repayment(id).await["huankuanJihuaList"].clone();
        assert_eq!(line(&items[0]), "1 逾期0 已收0 待还0 实付34671");

        let stranger = test
            .person(&["app:dingdan:query", "app:dingdan:querenhuankuan"])
            .await;
        let path = "/api/app/dingdan/daozhang";
        let answer = stranger.client.post(path, money(id, 100)).await;
        answer.refused(2002, "权限");
    });
}

/// A lost answer is asked for again with the same key: the money is booked once.
#[test]
fn the_same_key_books_once() {
    on_both(async |test| {
        let (office, id) = worked(&test).await;
        let keyed = office.admin.keyed("daozhang-1");
        let body = money(id, 5_000);
        let first = keyed
            .post("/api/app/dingdan/daozhang", body.clone())
            .await
            .ok();
        let again = keyed.post("/api/app/dingdan/daozhang", body).await.ok();
        assert_eq!(first, again);
        let items = office.repayment(id).await["huankuanJihuaList"].clone();
        assert_eq!(items[0]["yishou"], 5_000);
        test.clock.advance_business(DAY);
        books_are_clean(&office).await;
    });
}

/// One number is one payment, whatever letters it is written in.
#[test]
fn a_receipt_number_is_the_same_however_it_looks() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let [id, other] = [
            office.paid_out(100_000, 3).await,
            office.paid_out(100_000, 3).await,
        ];
        let with = |id: i64, number: &str| {
            let mut body = money(id, 100);
            body["liushuihao"] = number.into();
            body
        };
        office.verb("daozhang", with(id, "Ab-Cd 123")).await.ok();
        let booked = office
            .admin
            .get("/api/app/dingdan/xingqing/findAllByPage?liushuihao=Ab-Cd123");
        assert_eq!(booked.await.ok()["total"], 1);
        // It is found as it was typed, in the records and among the movements.
        for path in ["app/dingdan/xingqing", "app/zijin/liushui"] {
            let typed = format!("/api/{path}/findAllByPage?liushuihao=%EF%BC%A1b-Cd%20123");
            let found = office.admin.get(&typed).await.ok();
            assert_eq!(found["total"], 1, "{path}");
        }
        for number in [
            "Ab-Cd123",
            "Ａb-Cd１２３",
            "Ab-\nCd123",
            " Ab-Cd\u{3000}123 ",
        ] {
            for id in [id, other] {
                let again = office.verb("daozhang", with(id, number)).await;
                again.refused(301, "流水号");
            }
        }
        for number in [
            "Ab-Cd123\u{200b}",
            "\u{202e}Ab-Cd123",
            "Ab\u{2010}Cd123",
            "\u{feff}x",
        ] {
            let hidden = office.verb("daozhang", with(other, number)).await;
            hidden.refused(2001, "流水号只能由字母、数字、汉字和常用符号组成");
        }
        let shown = office.repayment(other).await;
        let mut confirm = json!({ "dingdanId": other, "qi": 1, "zhifufangshi": "YINHANGKA" });
        confirm["yingfu"] = shown["queren"]["shifujine"].clone();
        confirm["liushuihao"] = "ＡＢ－１".into();
        office.verb("querenhuankuan", confirm).await.ok();
        let same = office.verb("daozhang", with(id, "AB-1")).await;
        same.refused(301, "流水号");
    });
}

/// Completed by a second receipt, an instalment still tells every stretch of its fee and every
/// receipt by its number; what each brought is what its record says.
#[test]
fn a_completed_instalment_tells_its_receipts() {
    on_both(async |test| {
        let (office, id) = worked(&test).await;
        for (day, fen, number) in [
            ("2026-02-25", 20_000, "BANK-1"),
            ("2026-03-20", 60_000, "BANK-2"),
        ] {
            go_to(&test, day);
            let mut body = money(id, fen);
            body["liushuihao"] = number.into();
            office.verb("daozhang", body).await.ok();
        }
        let path = format!("/api/app/dingdan/jieshi/{id}?xiang=QI&qi=1");
        let lines = office.admin.get(&path).await.ok();
        let lines = lines.as_array().unwrap();
        let fees = lines.iter().filter(|line| {
            let what = line["xiang"].as_str().unwrap();
            what.contains("期逾期费（")
        });
        let fees: Vec<_> = fees.map(|line| line["jieguo"].as_i64().unwrap()).collect();
        assert_eq!(fees, [173, 171]);
        let came = lines.iter().filter(|line| line["liushuihao"].is_string());
        let came: Vec<_> = came
            .map(|line| (line["liushuihao"].clone(), line["jieguo"].clone()))
            .collect();
        assert_eq!(
            came,
            [
                (json!("BANK-1"), json!(20_000)),
                (json!("BANK-2"), json!(15_015))
            ]
        );
        let bill = office.repayment(id).await;
        assert_eq!(bill["huankuanJihuaList"][0]["shifu"], 35_015);
        assert_eq!(lines.last().unwrap()["jieguo"], 35_015);
        let records = rows(
            &office.admin,
            "app/dingdan/xingqing",
            &format!("dingdanId={id}&orders=id:asc"),
        )
        .await;
        let first = records.iter().filter(|record| record["qi"] == 1);
        let cash: Vec<_> = first.map(|record| record["shifujine"].clone()).collect();
        assert_eq!(cash, [json!(20_000), json!(15_015)]);

        let path = format!("/api/app/dingdan/jieshi/{id}?xiang=SHENGYUBENJIN");
        let lines = office.admin.get(&path).await.ok();
        let lines = lines.as_array().unwrap();
        assert_eq!(lines.last().unwrap()["jieguo"], 24_445);
        assert_eq!(bill["qiankuan"]["shengyuBenjin"], 24_445);
    });
}
