//! /api/app/tongzhi: sent at once inside the app, waiting for a gateway outside it, and taken back
//! while nobody has read it.

use schema::resources::Notice;
use serde_json::json;
use store::rows::{Author, Changes};
use testkit::{TestApp, office::Office, on_both};

use crate::support::{add, blames, find};

const NOTICES: &str = "app/tongzhi";

/// What the app of a customer would write down.
async fn opened(test: &TestApp, id: i64) {
    let (now, real_ms) = (test.clock.now(), test.clock.real().0);
    let seen = test.db().write(move |tx| {
        let reach = store::Reach::everything();
        let by = Author {
            reach: &reach,
            now,
            real_ms,
        };
        let change = Changes::<Notice>::new()
            .set(Notice::is_yidu, true)
            .set(Notice::yidu_time, Some(now));
        change.update(tx, id, &by).map_err(service::Error::from)
    });
    seen.await.unwrap();
}

#[test]
fn a_notice_is_sent_where_there_is_a_way_and_taken_back() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let body = |channel: &str| json!({ "biaoti": "还款提醒", "neirong": "请按时还款", "userId": office.customer, "tongdao": channel });
        let inside = add(admin, NOTICES, body("ZHANNEI")).await;
        let row = find(admin, NOTICES, inside).await;
        assert_eq!(
            (&row["state"], &row["fasongTime"]),
            (&json!("YIFASONG"), &json!("2026-03-01 09:00:00"))
        );
        for channel in ["DUANXIN", "TUISONG"] {
            let waiting = add(admin, NOTICES, body(channel)).await;
            let row = find(admin, NOTICES, waiting).await;
            assert_eq!(
                (&row["state"], &row["fasongTime"]),
                (&json!("DAIFASONG"), &json!(null))
            );
            let edit = json!({ "id": waiting, "neirong": "请在本周内还款" });
            admin.post("/api/app/tongzhi/edit", edit).await.ok();
        }
        let edit = json!({ "id": inside, "neirong": "改" });
        let answer = admin.post("/api/app/tongzhi/edit", edit.clone()).await;
        answer.refused(2002, "请撤回后重新发送");
        let withdraw = json!({ "id": inside });
        let path = "/api/app/tongzhi/chehui";
        admin.post(path, withdraw.clone()).await.ok();
        assert_eq!(find(admin, NOTICES, inside).await["state"], "YICHEHUI");
        admin.post(path, withdraw).await.refused(301, "已撤回");
        let answer = admin.post("/api/app/tongzhi/edit", edit).await;
        answer.refused(2002, "已撤回");
        let read = add(admin, NOTICES, body("ZHANNEI")).await;
        opened(&test, read).await;
        let answer = admin.post(path, json!({ "id": read })).await;
        answer.refused(2002, "客户已读");
        let row = find(admin, NOTICES, read).await;
        assert_eq!(row["isYidu"], true);
    });
}

#[test]
fn a_notice_says_whom_it_is_for() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let channel = add(
            admin,
            "app/qudao",
            json!({ "mingcheng": "官网", "bianma": "web" }),
        )
        .await;
        let tries = [
            (json!({ "duixiang": "ZHIDING" }), "userId", "请选择用户"),
            (json!({ "duixiang": "QUDAO" }), "qudaoId", "请选择渠道"),
            (
                json!({ "duixiang": "QUANBU", "userId": office.customer }),
                "userId",
                "指定客户时",
            ),
            (
                json!({ "duixiang": "QUANBU", "qudaoId": channel }),
                "qudaoId",
                "按渠道时",
            ),
        ];
        for (mut body, wire, words) in tries {
            body["biaoti"] = json!("活动");
            body["neirong"] = json!("积分翻倍");
            blames(&admin.post("/api/app/tongzhi/add", body).await, wire, words);
        }
        let body = json!({ "biaoti": "活动", "neirong": "积分翻倍", "duixiang": "QUDAO", "qudaoId": channel });
        let id = add(admin, NOTICES, body).await;
        assert_eq!(find(admin, NOTICES, id).await["qudaoShow"], "官网");
    });
}
