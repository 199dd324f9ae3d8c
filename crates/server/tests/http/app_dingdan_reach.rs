//! /api/app/dingdan: who may apply for what, and whose orders are whose.

use serde_json::{Value as Json, json};
use testkit::{
    office::{self, Office},
    on_both,
};

use crate::support::{add, blames, find, total};

#[test]
fn an_application_is_checked_against_product_customer_and_account() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let with = |name: &str, value: Json| {
            let mut body = office.application(100_000, 3);
            body[name] = value;
            body
        };
        blames(
            &office.verb("add", with("jiekuanJine", json!(9_999))).await,
            "jiekuanJine",
            "之间",
        );
        blames(
            &office
                .verb("add", with("jiekuanJine", json!(105_001)))
                .await,
            "jiekuanJine",
            "整数倍",
        );
        blames(
            &office.verb("add", with("jiekuanJine", json!("一千"))).await,
            "jiekuanJine",
            "整数",
        );
        blames(
            &office.verb("add", with("qishu", json!(5))).await,
            "qishu",
            "不提供",
        );
        blames(
            &office
                .verb("add", with("jiekuanYongtu", json!("DUBO")))
                .await,
            "jiekuanYongtu",
            "用途",
        );
        blames(
            &office.verb("add", with("userId", json!(99_999))).await,
            "userId",
            "客户",
        );
        blames(
            &office
                .verb("add", with("userShoukuanId", json!(99_999)))
                .await,
            "userShoukuanId",
            "收款账户",
        );
        blames(
            &office.verb("add", with("nianlilv", json!(1))).await,
            "nianlilv",
            "未知字段",
        );

        let stranger = add(
            &office.admin,
            "app/user",
            json!({ "nickName": "李四", "phone": "13700000001" }),
        )
        .await;
        let theirs = add(
            &office.admin,
            "app/user/shoukuan",
            office::account(stranger),
        )
        .await;
        blames(
            &office
                .verb("add", with("userShoukuanId", json!(theirs)))
                .await,
            "userShoukuanId",
            "收款账户",
        );

        let version = find(&office.admin, "app/project", office.project).await["banbenSuo"].clone();
        let down = json!({ "id": office.project, "banbenSuo": version, "state": "XIAJIA" });
        office.admin.post("/api/app/project/edit", down).await.ok();
        office
            .verb("add", office.application(100_000, 3))
            .await
            .refused(2002, "未上架");
    });
}

#[test]
fn a_blocked_category_is_neither_offered_nor_accepted() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let offered = format!("/api/app/dingdan/chanpin?userId={}", office.customer);
        assert_eq!(
            office
                .admin
                .get(&offered)
                .await
                .ok()
                .as_array()
                .unwrap()
                .len(),
            1
        );
        let phone = json!({ "ziyuan": "app/user", "id": office.customer, "ziduan": "phone", "yuanyin": "核对" });
        let phone = office
            .admin
            .post("/api/app/mingan/chakan", phone)
            .await
            .ok()["zhi"]
            .clone();
        let block =
            json!({ "projectFenleiId": office.category, "phone": phone, "yuanyin": "多头借贷" });
        let id = add(&office.admin, "app/project/fenlei/pingbi", block.clone()).await;
        office
            .admin
            .post("/api/app/project/fenlei/pingbi/add", block)
            .await
            .refused(2001, "已存在");
        assert_eq!(office.admin.get(&offered).await.ok(), json!([]));
        office
            .verb("add", office.application(100_000, 3))
            .await
            .refused(2002, "屏蔽");
        let path = format!(
            "/api/app/project/fenlei/pingbi/admin/findAllByList?userId={}",
            office.customer
        );
        let listed = office.admin.get(&path).await.ok();
        assert_eq!(
            (
                listed[0]["type"].clone(),
                listed[0]["projectFenleiName"].clone()
            ),
            (json!("屏蔽"), json!("现金贷"))
        );
        assert_eq!(listed[0]["userId"], office.customer);
        office
            .admin
            .delete(&format!("/api/app/project/fenlei/pingbi/delByIds/{id}"))
            .await
            .ok();
        office
            .verb("add", office.application(100_000, 3))
            .await
            .ok();
    });
}

#[test]
fn orders_of_customers_out_of_reach_do_not_exist() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 3).await;
        let permissions = [
            "app:dingdan:list",
            "app:dingdan:query",
            "app:dingdan:querenhuankuan",
            "app:dingdan:xingqing:list",
            "app:zijin:liushui:list",
            "app:log:list",
        ];
        let own = test.person_of(&permissions, "BENREN", "ZONGDIAN").await;
        let see = own.client.clone();
        for path in [
            format!("/api/app/dingdan/findById/{id}"),
            format!("/api/app/dingdan/weapp/findById/{id}"),
            format!("/api/app/dingdan/huankuanXiangqing/{id}"),
            format!("/api/app/dingdan/tiqianhuankuanInit?dingdanId={id}"),
            format!("/api/app/dingdan/jieshi/{id}"),
            format!("/api/app/log/findByDingdanId/{id}"),
        ] {
            see.get(&path).await.refused(2004, "");
        }
        see.post(
            "/api/app/dingdan/querenhuankuan",
            json!({ "dingdanId": id }),
        )
        .await
        .refused(2004, "");
        assert_eq!(total(&see, "app/dingdan", "").await, 0);
        assert_eq!(total(&see, "app/dingdan/xingqing", "").await, 0);
        assert_eq!(total(&see, "app/log", "").await, 0);
        assert_eq!(
            see.get("/api/app/zijin/liushui/heji").await.ok()["bishu"],
            0
        );

        // The customer is handed over, and the orders go with them.
        let body = json!({ "id": office.customer, "genjinrenId": own.id });
        office.admin.post("/api/app/user/edit", body).await.ok();
        assert_eq!(total(&see, "app/dingdan", "").await, 1);
        see.post(
            "/api/app/dingdan/querenhuankuan",
            json!({ "dingdanId": id }),
        )
        .await
        .ok();
        assert_eq!(
            see.get("/api/app/zijin/liushui/heji").await.ok()["bishu"],
            2
        );
    });
}

#[test]
fn orders_records_and_logs_are_not_written_by_hand() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let id = office.applied(100_000, 3).await;
        for resource in ["app/dingdan", "app/dingdan/xingqing", "app/log"] {
            let edit = json!({ "id": id, "state": "YIJIEQING" });
            office
                .admin
                .post(&format!("/api/{resource}/edit"), edit)
                .await
                .refused(2002, "不");
            office
                .admin
                .delete(&format!("/api/{resource}/delByIds/{id}"))
                .await
                .refused(2002, "不");
        }
        for resource in ["app/dingdan/xingqing", "app/log"] {
            office
                .admin
                .post(&format!("/api/{resource}/add"), json!({}))
                .await
                .refused(2002, "不");
        }
    });
}

#[test]
fn an_age_range_holds() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        for (bounds, code) in [((18, 75), 2002), ((77, 90), 2002), ((18, 76), 200)] {
            let body =
                json!({ "id": office.project, "nianlingMin": bounds.0, "nianlingMax": bounds.1 });
            office.admin.post("/api/app/project/edit", body).await.ok();
            let answer = office.verb("add", office.application(100_000, 3)).await;
            assert_eq!(answer.code, code, "{bounds:?} {}", answer.message);
        }
    });
}

#[test]
fn deleting_a_foreign_customer_tells_nothing_of_their_orders() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        office.applied(100_000, 3).await;
        let other = test
            .person_of(&["app:user:del"], "BENREN", "ZONGDIAN")
            .await;
        let path = format!("/api/app/user/delByIds/{}", office.customer);
        other
            .client
            .delete(&path)
            .await
            .refused(2004, "数据不存在或无权查看");
        office
            .admin
            .delete(&path)
            .await
            .refused(2002, "该客户还有未完成的订单");
        // All or nothing, whichever comes first.
        let mixed = format!("/api/app/user/delByIds/{},999999", office.customer);
        office.admin.delete(&mixed).await.refused(2004, "");
    });
}

/// It walks every order: whoever sees some of them would learn about the others.
#[test]
fn the_proof_of_the_books_needs_a_reach_over_all_of_them() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        office.paid_out(100_000, 3).await;
        let path = "/api/app/zijin/jiancha";
        for scope in ["BENREN", "MENDIAN"] {
            let some = test
                .person_of(&["app:zijin:jiancha"], scope, "ZONGDIAN")
                .await;
            let refused = some.client.get(path).await;
            refused.refused(2002, "需要数据范围为全部的角色");
            assert_eq!(refused.result, serde_json::Value::Null);
        }
        let all = test
            .person_of(&["app:zijin:jiancha"], "QUANBU", "ZONGDIAN")
            .await;
        assert_eq!(all.client.get(path).await.ok()["dingdanShu"], 1);
        // The ledger beside it counts within reach.
        let permissions = ["app:zijin:zongzhang", "app:zijin:liushui:list"];
        let own = test
            .person_of(&permissions, "BENREN", "ZONGDIAN")
            .await
            .client;
        let sums = own.get("/api/app/zijin/liushui/heji").await.ok();
        assert_eq!((&sums["bishu"], &sums["zhangmian"]), (&json!(0), &json!(0)));
        let balance = own.get("/api/app/zijin/zongzhang").await.ok().to_string();
        assert!(!balance.contains("100000"), "{balance}");
    });
}
