//! /api/app/dingdan: whole lives of orders, and the sums that must agree with the journal.

use serde_json::{Value as Json, json};
use testkit::{
    office::{Office, payout, receipt},
    on_both,
};

use crate::spreadsheet::{line, read};

const DAY: i64 = 86_400_000;

/// Every invariant holds, movements and journal agree, debits equal credits.
async fn books_are_clean(office: &Office) {
    let report = office.admin.get("/api/app/zijin/jiancha").await.ok();
    assert_eq!(report["isTongguo"], true, "{report}");
    let sums = office.admin.get("/api/app/zijin/liushui/heji").await.ok();
    assert_eq!(sums["isYizhi"], true, "{sums}");
    let balance = office.admin.get("/api/app/zijin/zongzhang").await.ok();
    assert_eq!(balance["isPingheng"], true, "{balance}");
}

async fn records(office: &Office, id: i64) -> Vec<Json> {
    let path =
        format!("/api/app/dingdan/xingqing/findAllByPage?dingdanId={id}&size=100&orders=id:asc");
    let page = office.admin.get(&path).await.ok();
    page["records"].as_array().unwrap().clone()
}

#[test]
fn a_whole_life_from_application_to_settlement() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.applied(100_000, 3).await;
        let preview = office.repayment(id).await;
        assert_eq!(
            (preview["isYulan"].clone(), preview["state"].clone()),
            (json!(true), json!("DAISHENHE"))
        );
        office
            .verb(
                "shenhe",
                json!({ "id": id, "jieguo": "TONGGUO", "yijian": "同意" }),
            )
            .await
            .ok();
        let paid = office.verb("fangkuan", payout(id)).await.ok();
        assert_eq!(
            (paid["state"].clone(), paid["shijianId"].clone()),
            (json!("DAIHUANKUAN"), json!(1))
        );

        // 1 000.00 yuan, three months at 24 %: 346.75, 346.75, 346.77 or so; the first with 10 yuan off.
        let youhui = json!({ "id": id, "jine": 1_000, "jiuJine": 0 });
        office.verb("setYouhuiDangqian", youhui).await.ok();
        let before = office.repayment(id).await;
        let first = before["huankuanJihuaList"][0]["yinghuan"].as_i64().unwrap();
        assert_eq!(before["queren"]["shifujine"], first - 1_000);
        // What the screen names as the most is the most.
        assert_eq!(
            (&preview["youhuiShangxian"], &before["youhuiShangxian"]),
            (&Json::Null, &json!(first))
        );
        let too_much = json!({ "id": id, "jine": first + 1 });
        let refusal = office.verb("setYouhuiDangqian", too_much).await;
        assert_eq!(refusal.code, 2002, "{}", refusal.message);
        office.confirm(id).await.ok();
        let after = office.repayment(id).await;
        assert_eq!(
            (
                after["youhuiDangqian"].clone(),
                after["youhuiZongjine"].clone()
            ),
            (json!(0), json!(1_000))
        );
        assert_eq!(after["huankuanJihuaList"][0]["state"], "YIWANCHENG");

        let extend = json!({
            "dingdanId": id, "qi": 2, "cishu": 0, "feiyong": after["yanqiFeiyong"], "zhifufangshi": "WEIXIN",
        });
        office.verb("yanqi", extend).await.ok();
        office.confirm(id).await.ok();
        let quote = office
            .admin
            .get(&format!(
                "/api/app/dingdan/tiqianhuankuanInit?dingdanId={id}"
            ))
            .await
            .ok();
        let prepay = json!({ "dingdanId": id, "zongfeiyong": quote["zongfeiyong"] });
        let done = office.verb("tiqianhuankuan", prepay).await.ok();
        assert_eq!(done["state"], "YIJIEQING");

        let kinds: Vec<String> = records(&office, id)
            .await
            .iter()
            .map(|record| record["type"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(
            kinds,
            ["FANGKUAN", "HUANKUAN", "YANQI", "HUANKUAN", "TIQIAN"]
        );
        let timeline = office
            .admin
            .get(&format!("/api/app/log/findByDingdanId/{id}"))
            .await
            .ok();
        let kinds: Vec<&str> = timeline
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["type"].as_str().unwrap())
            .collect();
        assert_eq!(
            kinds,
            [
                "TIJIAO", "SHENHE", "FANGKUAN", "YOUHUI", "HUANKUAN", "YANQI", "HUANKUAN", "TIQIAN"
            ]
        );
        books_are_clean(&office).await;
    });
}

#[test]
fn an_overdue_life_is_charged_by_the_day_and_written_off() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 3).await;
        test.clock.advance_business(45 * DAY);
        let detail = office.detail(id).await;
        assert_eq!(detail["isYuqi"], true);
        let days = detail["yuqiTianshu"].as_i64().unwrap();
        let late = office.repayment(id).await;
        let item = &late["huankuanJihuaList"][0];
        let due = item["yinghuan"].as_i64().unwrap();
        assert_eq!(
            item["yuqiZongjine"].as_i64().unwrap(),
            (due * 500 * days + 500_000) / 1_000_000
        );
        let listed = office
            .admin
            .get("/api/app/dingdan/findAllByPage?isYuqi=true")
            .await
            .ok();
        assert_eq!(
            (
                listed["total"].clone(),
                listed["records"][0]["yuqiTianshu"].clone()
            ),
            (json!(1), json!(days))
        );
        let not = office
            .admin
            .get("/api/app/dingdan/findAllByPage?isYuqi=false")
            .await
            .ok();
        assert_eq!(not["total"], 0);

        // Money that arrived on the due date is not charged for the days after it.
        let due_on = item["riqi"].as_str().unwrap();
        let path = format!("/api/app/dingdan/huankuanXiangqing/{id}?riqi={due_on}");
        let on_time = office.admin.get(&path).await.ok();
        assert_eq!(on_time["queren"]["shifujine"], due);
        let body = json!({ "dingdanId": id, "qi": 1, "yingfu": due, "daozhangRiqi": due_on, "liushuihao": receipt() });
        office.verb("querenhuankuan", body).await.ok();
        books_are_clean(&office).await;

        test.clock.advance_business(40 * DAY);
        let off = office
            .verb("hexiao", json!({ "dingdanId": id, "yuanyin": "失联" }))
            .await
            .ok();
        assert_eq!(off["state"], "YIHEXIAO");
        let back = json!({ "dingdanId": id, "jine": 5_000, "liushuihao": receipt() });
        office.verb("shouhui", back.clone()).await.ok();
        office.verb("shouhui", back).await.refused(301, "流水号");
        books_are_clean(&office).await;
    });
}

#[test]
fn an_export_holds_what_the_list_shows() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        office.paid_out(100_000, 3).await;
        office.applied(200_000, 6).await;
        test.clock.advance_business(40 * DAY);
        let sheet = read(
            &office
                .admin
                .get("/api/app/dingdan/export?isYuqi=true")
                .await
                .body,
        );
        assert_eq!(sheet.rows.len(), 2, "the heading and the one overdue order");
        let heading = line(&sheet, 0);
        let row = line(&sheet, 1);
        let cell = |label: &str| {
            let at = heading.iter().position(|known| known == label).unwrap();
            row[at].clone()
        };
        let listed = office
            .admin
            .get("/api/app/dingdan/findAllByPage?isYuqi=true")
            .await
            .ok();
        let listed = &listed["records"][0];
        assert_eq!(cell("订单号"), listed["bianhao"].as_str().unwrap());
        assert_eq!(cell("客户"), "张三");
        assert_eq!(cell("借款金额"), "1000");
        let total = listed["huankuanJine"].as_i64().unwrap();
        let shown = loan::Fen::from_yuan_text(&cell("应还总额")).unwrap();
        assert_eq!(shown.get(), total);
        assert_eq!(cell("逾期天数"), listed["yuqiTianshu"].to_string());
        assert_eq!(cell("期次"), "1/3");
        let movements = read(&office.admin.get("/api/app/zijin/liushui/export").await.body);
        assert_eq!(movements.rows.len(), 2);
    });
}

#[test]
fn an_export_has_the_order_of_the_list() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        for fen in [200_000, 100_000, 300_000, 100_000] {
            office.applied(fen, 6).await;
        }
        for query in [
            "",
            "orders=jiekuanJine:asc",
            "orders=jiekuanJine:desc",
            "orders=createTime:asc&state=DAISHENHE",
        ] {
            let path = format!("/api/app/dingdan/export?{query}");
            let sheet = read(&office.admin.get(&path).await.body);
            let heads = line(&sheet, 0);
            let at = heads.iter().position(|known| known == "订单号").unwrap();
            let written: Vec<String> = (1..5).map(|row| line(&sheet, row)[at].clone()).collect();
            let path = format!("/api/app/dingdan/findAllByPage?{query}");
            let listed = office.admin.get(&path).await.ok();
            let listed = listed["records"].as_array().unwrap().iter();
            let listed: Vec<&str> = listed.map(|row| row["bianhao"].as_str().unwrap()).collect();
            assert_eq!(written, listed, "{query}");
        }
    });
}
