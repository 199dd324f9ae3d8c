//! /api/app/page/admin/xiaoxi: what the bell rings for.

use serde_json::{Value as Json, json};
use testkit::{TestApp, office::Office, on_both};

use crate::support::{assign, total};

const DAY: i64 = 86_400_000;
const BELL: &str = "/api/app/page/admin/xiaoxi";
const HOME: &str = "/api/app/page/admin/home";

/// The bell rings for who has to do something about it, and for nobody beyond their reach.
#[test]
fn the_bell_rings_for_who_has_to_act() {
    on_both(async |test: TestApp| {
        let office = Office::open(&test).await;
        let order = office.applied(300_000, 3).await;
        let failed = office.approved(200_000, 3).await;
        let no = json!({ "id": failed, "jieguo": "SHIBAI", "shibaiYuanyin": "账号有误" });
        office.verb("fangkuan", no).await.ok();
        let rung = |bell: Json| -> Vec<String> {
            let messages = bell["xiaoxi"].as_array().unwrap().clone();
            messages
                .iter()
                .map(|one| one["leixing"].as_str().unwrap().to_owned())
                .collect()
        };
        let bell = office.admin.get(BELL).await.ok();
        assert_eq!(bell["xiaoxi"][0]["leixing"], "FANGKUANSHIBAI");
        let first = bell["xiaoxi"].as_array().unwrap().last().unwrap();
        assert_eq!(first["biaoti"], "新申请 张三");
        assert!(
            first["routerUrl"]
                .as_str()
                .unwrap()
                .ends_with(&format!("shown={order}"))
        );

        let reviewer = ["app:dingdan:list", "app:dingdan:shenhe"];
        let all = test.person_of(&reviewer, "QUANBU", "ZONGDIAN").await;
        assert_eq!(
            rung(all.client.get(BELL).await.ok()),
            ["XINSHENQING", "XINSHENQING"]
        );
        let own = test.person_of(&reviewer, "BENREN", "ZONGDIAN").await;
        assert_eq!(rung(own.client.get(BELL).await.ok()), [""; 0]);
        assign(&office.admin, office.customer, own.id).await;
        assert_eq!(rung(own.client.get(BELL).await.ok()).len(), 2);
        // What is due today, once a day; after a week nothing of before rings.
        let paid = office.paid_out(300_000, 3).await;
        let first = office.repayment(paid).await["huankuanJihuaList"][0]["riqi"].clone();
        while office.admin.get(HOME).await.ok()["riqi"] != first {
            test.clock.advance_business(DAY);
        }
        let bell = own.client.get(BELL).await.ok();
        assert_eq!(rung(bell.clone()), ["JINRIDAOQI"]);
        assert_eq!(bell["xiaoxi"][0]["neirong"], "1 笔");
        let path = bell["xiaoxi"][0]["routerUrl"].as_str().unwrap().to_owned();
        let query = path.split_once('?').unwrap().1;
        assert_eq!(total(&own.client, "app/dingdan", query).await, 1);
    });
}

/// A window that is open is nobody at work: what it asks by itself keeps no session alive.
#[test]
fn the_bell_is_no_use_of_a_session() {
    on_both(async |test: TestApp| {
        let person = test.person(&["app:dingdan:list"]).await;
        let used = async || {
            let text = "SELECT max(huoyue_time) FROM sys_session";
            let row = test.db().read(move |conn| conn.query_one(text, &[])).await;
            row.unwrap().int(0).unwrap()
        };
        let before = used().await;
        test.clock.advance_real(10 * 60_000);
        for path in ["xiaoxi", "xiaoxi/liu"] {
            let path = format!("/api/app/page/admin/{path}");
            let answer = person.client.get(&path).await;
            assert_eq!(answer.status, 200, "{path}");
        }
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        assert_eq!(used().await, before);
        // Somebody does something.
        person.client.get(HOME).await.ok();
        let mut tries = 0;
        while used().await == before {
            tries += 1;
            assert!(tries < 100, "a use was never noted");
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    });
}
