//! /api/app/fankui: handled along its states, answered, and told to whoever gave it.

use schema::{Secret, resources::Feedback};
use serde_json::json;
use store::rows::{Author, Changes};
use testkit::{Client, TestApp, office::Office, on_both};

use crate::support::{blames, find, rows};

const FEEDBACK: &str = "app/fankui";

/// What the app of a customer would write down.
pub async fn said(test: &TestApp, customer: Option<i64>) -> i64 {
    let (now, real_ms) = (test.clock.now(), test.clock.real().0);
    let made = test.db().write(move |tx| {
        let reach = store::Reach::everything();
        let by = Author {
            reach: &reach,
            now,
            real_ms,
        };
        let row = Changes::<Feedback>::new()
            .set(Feedback::user_id, customer)
            .set(Feedback::r#type, "HUANKUAN")
            .set(Feedback::neirong, "还款后页面没有更新")
            .set(
                Feedback::lianxifangshi,
                Some(Secret::New("wx_zhangsan_88".to_owned())),
            )
            .set(Feedback::banben, Some("1.2.0".to_owned()))
            .set(Feedback::state, "DAICHULI");
        row.insert(tx, &by).map_err(service::Error::from)
    });
    made.await.unwrap()
}

async fn turn(admin: &Client, body: serde_json::Value) -> testkit::Answer {
    admin.post("/api/app/fankui/editState", body).await
}

#[test]
fn feedback_is_handled_along_its_states() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let id = said(&test, Some(office.customer)).await;
        let row = find(admin, FEEDBACK, id).await;
        assert_eq!(
            (&row["userShow"], &row["phone"], &row["state"]),
            (&json!("张三"), &json!("139****5678"), &json!("DAICHULI"))
        );
        assert_eq!(row["lianxifangshi"], "w*************");
        let early = json!({ "id": id, "state": "YICHULI", "huifu": "已修复" });
        turn(admin, early.clone())
            .await
            .refused(2002, "待处理的先开始处理");
        turn(admin, json!({ "id": id, "state": "CHULIZHONG" }))
            .await
            .ok();
        turn(admin, json!({ "id": id, "state": "CHULIZHONG" }))
            .await
            .refused(301, "已经是这个状态");
        let silent = turn(admin, json!({ "id": id, "state": "YICHULI" })).await;
        blames(&silent, "huifu", "请填写回复");
        let mut told = early;
        told["isTongzhi"] = json!(true);
        turn(admin, told).await.ok();
        let row = find(admin, FEEDBACK, id).await;
        assert_eq!(
            (&row["state"], &row["huifu"], &row["chulirenShow"]),
            (&json!("YICHULI"), &json!("已修复"), &json!("管理员"))
        );
        let notices = rows(admin, "app/tongzhi", "").await;
        assert_eq!(notices.len(), 1);
        assert_eq!(
            (
                &notices[0]["neirong"],
                &notices[0]["userId"],
                &notices[0]["state"]
            ),
            (
                &json!("已修复"),
                &json!(office.customer),
                &json!("YIFASONG")
            )
        );
        for state in ["DAICHULI", "CHULIZHONG", "YIGUANBI"] {
            let answer = turn(admin, json!({ "id": id, "state": state })).await;
            answer.refused(2002, "结束后不能再改");
        }
    });
}

#[test]
fn feedback_comes_from_customers_alone_and_a_nameless_one_is_told_nothing() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        for verb in ["add", "edit"] {
            let answer = admin
                .post(&format!("/api/{FEEDBACK}/{verb}"), json!({}))
                .await;
            answer.refused(2002, "由客户在App中提交");
        }
        let id = said(&test, None).await;
        let body = json!({ "id": id, "state": "CHULIZHONG", "isTongzhi": true });
        turn(admin, body).await.refused(2002, "匿名反馈");
        assert_eq!(find(admin, FEEDBACK, id).await["state"], "DAICHULI");
        let path = format!("/api/{FEEDBACK}/delByIds/{id}");
        admin.delete(&path).await.ok();
    });
}
