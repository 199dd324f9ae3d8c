//! /api/app/user/renzheng: one for each customer, followed by the customer's row, reset only while
//! nothing rests on it.

use serde_json::{Value as Json, json};
use testkit::{Client, office::Office, on_both};

use crate::{
    app_file_rows::png,
    support::{add, blames, column, find, rows},
};

const NAMES: &str = "app/user/renzheng";

pub async fn identity(client: &Client, customer: i64) -> Json {
    let fields = [("rootPath", "renzheng")];
    let front = client
        .upload("/api/app/file/up", &fields, "a.png", &png())
        .await
        .ok();
    let back = client
        .upload("/api/app/file/up", &fields, "b.png", &png())
        .await
        .ok();
    json!({
        "userId": customer, "zhenshixingming": "欧阳娜", "zhengjianhaoma": "11010519491231002X",
        "sfzZhengmian": front["url"], "sfzFanmian": back["url"],
    })
}

#[test]
fn the_customers_row_follows_the_verified_name() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let (admin, customer) = (&office.admin, office.customer);
        let by_customer = format!("/api/{NAMES}/findByUserId/{customer}");
        assert_eq!(admin.get(&by_customer).await.ok(), Json::Null);
        let id = add(admin, NAMES, identity(admin, customer).await).await;
        let row = find(admin, "app/user", customer).await;
        assert_eq!(
            (&row["shimingState"], &row["zhenshixingming"]),
            (&json!("RENZHENGZHONG"), &json!("欧**"))
        );
        blames(
            &admin
                .post(
                    &format!("/api/{NAMES}/add"),
                    identity(admin, customer).await,
                )
                .await,
            "userId",
            "已存在",
        );
        let reject = json!({ "id": id, "state": "YIBOHUI" });
        blames(
            &admin.post(&format!("/api/{NAMES}/edit"), reject).await,
            "shenheYijian",
            "审核意见",
        );
        let pass = json!({ "id": id, "state": "YIRENZHENG" });
        admin.post(&format!("/api/{NAMES}/edit"), pass).await.ok();
        let shown = admin.get(&by_customer).await.ok();
        assert_eq!(shown["zhengjianhaoma"], "1***************2X");
        assert!(shown["renzhengTime"].is_string(), "{shown}");
        // Found by the whole name, and only by it.
        let name = "zhenshixingming=%E6%AC%A7%E9%98%B3%E5%A8%9C";
        assert_eq!(column(admin, "app/user", name, "nickName").await, ["张三"]);
        assert_eq!(
            rows(admin, "app/user", "zhenshixingming=%E6%AC%A7")
                .await
                .len(),
            0
        );
        assert_eq!(
            rows(admin, "app/user", "shimingState=YIRENZHENG")
                .await
                .len(),
            1
        );
        // The version of the customer is nobody's edit.
        assert_eq!(find(admin, "app/user", customer).await["banbenSuo"], 0);
    });
}

#[test]
fn a_reset_is_refused_while_an_order_is_unfinished() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let (admin, customer) = (&office.admin, office.customer);
        let id = add(admin, NAMES, identity(admin, customer).await).await;
        let pass = json!({ "id": id, "state": "YIRENZHENG" });
        admin.post(&format!("/api/{NAMES}/edit"), pass).await.ok();
        let order = office.applied(100_000, 3).await;
        let keeper = test
            .person(&["app:user:renzheng:reset", "app:user:renzheng:query"])
            .await
            .client;
        let by_customer = format!("/api/{NAMES}/findByUserId/{customer}");
        let looked_up = keeper.get(&by_customer).await.ok()["id"].as_i64().unwrap();
        let reset = format!("/api/{NAMES}/delByIds/{looked_up}");
        keeper.delete(&reset).await.refused(2002, "未完成的订单");
        let other = json!({ "id": id, "zhenshixingming": "赵六" });
        admin
            .post(&format!("/api/{NAMES}/edit"), other)
            .await
            .refused(2002, "未完成的订单");
        // Nor does another card take the place of the one they were verified by.
        let again = identity(admin, customer).await;
        for side in ["sfzZhengmian", "sfzFanmian"] {
            let swapped = json!({ "id": id, side: again[side] });
            let answer = admin.post(&format!("/api/{NAMES}/edit"), swapped).await;
            answer.refused(2002, "未完成的订单");
        }
        let kept = json!({ "id": id, "youxiaoqi": "2036-01-01" });
        admin.post(&format!("/api/{NAMES}/edit"), kept).await.ok();
        office
            .verb(
                "quxiao",
                json!({ "dingdanId": order, "yuanyin": "客户放弃" }),
            )
            .await
            .ok();
        keeper.delete(&reset).await.ok();
        assert_eq!(keeper.get(&by_customer).await.ok(), Json::Null);
        let row = find(admin, "app/user", customer).await;
        assert_eq!(
            (&row["shimingState"], &row["zhenshixingming"]),
            (&json!("WEIRENZHENG"), &Json::Null)
        );
        // Then a new one may be made.
        add(admin, NAMES, identity(admin, customer).await).await;
    });
}
