//! /api/app/user: whose customer it is, computed by the server and held by it on every write.

use serde_json::{Value as Json, json};
use testkit::{
    Client, Person, TestApp,
    office::{self, Office},
    on_both,
};

use crate::{
    app_file_rows::png,
    support::{add, assign, find, rows, second_store, total},
};

const KEEPER: &[&str] = &[
    "app:user:list",
    "app:user:query",
    "app:user:edit",
    "app:user:del",
    "app:user:info",
    "app:user:fenpei",
    "app:user:tongzhi",
    "app:user:jibenxinxi:add",
    "app:user:jibenxinxi:edit",
    "app:user:jibenxinxi:del",
    "app:user:jibenxinxi:query",
    "app:user:jibenxinxi:list",
    "app:user:renzheng:add",
    "app:user:renzheng:edit",
    "app:user:renzheng:reset",
    "app:user:renzheng:query",
    "app:user:shoukuan:add",
    "app:user:shoukuan:edit",
    "app:user:shoukuan:del",
    "app:user:tongxunlu:add",
    "app:user:tongxunlu:edit",
    "app:user:tongxunlu:del",
    "app:user:duanxin:add",
    "app:user:duanxin:edit",
    "app:user:duanxin:del",
    "app:user:genjin:add",
    "app:user:genjin:edit",
    "app:user:genjin:del",
    "app:user:fufei:add",
    "app:user:fufei:edit",
    "app:user:fufei:del",
    "app:project:fenlei:pingbi:add",
    "app:project:fenlei:pingbi:edit",
    "app:project:fenlei:pingbi:del",
    "app:tongzhi:list",
];

async fn keeper(test: &TestApp) -> Person {
    test.person_of(KEEPER, "MENDIAN", "ZONGDIAN").await
}

async fn identity(client: &Client) -> Json {
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
        "zhenshixingming": "张三", "zhengjianhaoma": "11010519491231002X",
        "sfzZhengmian": front["url"], "sfzFanmian": back["url"],
    })
}

#[test]
fn the_marks_follow_owner_store_and_who_registered() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let person = keeper(&test).await;
        let customer = |name: &str, phone: &str| json!({ "nickName": name, "phone": phone, "mendian": "ZONGDIAN" });
        let theirs = add(&admin, "app/user", customer("东", "13800000001")).await;
        let marks = async |client: &Client, id: i64| {
            let row = find(client, "app/user", id).await;
            ["isMy", "isMyCustom", "isMyMendian", "isSuoding"]
                .map(|name| row[name].as_bool().unwrap())
        };
        assert_eq!(
            marks(&person.client, theirs).await,
            [false, false, true, false]
        );
        // A scope over everything makes every customer one's own.
        assert_eq!(marks(&admin, theirs).await, [true, true, true, false]);
        assign(&admin, theirs, person.id).await;
        assert_eq!(
            marks(&person.client, theirs).await,
            [true, false, true, false]
        );
        let listed = rows(&person.client, "app/user", "").await;
        assert_eq!(listed[0]["isMy"], true);
        // The same of the record that the dialog asks for, which need not be there.
        let path = format!("/api/app/user/jibenxinxi/findByUserId/{theirs}");
        let basic = person.client.get(&path).await.ok();
        assert_eq!((&basic["isMy"], &basic["id"]), (&json!(true), &Json::Null));
        assert_eq!(basic["phone"], "138****0001");
    });
}

/// Every write of what belongs to a customer, by somebody who sees them and does not look after them.
#[test]
fn what_is_seen_and_not_ones_own_is_not_changed() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let customer = office.customer;
        let person = keeper(&test).await;
        let client = &person.client;
        let with = |mut body: Json, name: &str, value: Json| {
            body[name] = value;
            body
        };
        let of = |body: Json| with(body, "userId", json!(customer));
        let genjin = json!({ "fangshi": "DIANHUA", "jieguo": "YILIANXI", "neirong": "已联系" });
        let fufei = json!({ "xiangmu": "会员费", "jine": 9_900, "shijian": "2026-03-01 10:00:00" });
        let contact = json!({ "name": "李四", "phone": "13700000001" });
        let sms = json!({ "fasonghaoma": "95588", "content": "您的账户", "sendDate": "2026-03-01 10:00:00" });
        let basic = json!({ "jiaoyu": "BENKE", "zhimaxinyongfen": 650 });
        let bodies = [
            ("app/user/jibenxinxi", of(basic)),
            ("app/user/renzheng", of(identity(admin).await)),
            ("app/user/tongxunlu", of(contact)),
            ("app/user/duanxin", of(sms)),
            ("app/user/genjin", of(genjin)),
            ("app/user/fufei", of(fufei)),
            ("app/user/shoukuan", office::account(customer)),
            (
                "app/project/fenlei/pingbi",
                of(json!({ "projectFenleiId": office.category })),
            ),
        ];
        let not_mine = "不归你跟进";
        for (path, body) in &bodies {
            let add_path = format!("/api/{path}/add");
            client
                .post(&add_path, body.clone())
                .await
                .refused(2002, not_mine);
            let id = add(admin, path, body.clone()).await;
            if *path == "app/user/renzheng" {
                // The pattern's delete has the permission of the reset.
                let reset = format!("/api/{path}/delByIds/{id}");
                client.delete(&reset).await.refused(2002, not_mine);
                continue;
            }
            let edit = json!({ "id": id });
            client
                .post(&format!("/api/{path}/edit"), edit)
                .await
                .refused(2002, not_mine);
            client
                .delete(&format!("/api/{path}/delByIds/{id}"))
                .await
                .refused(2002, not_mine);
        }
        let info = json!({ "userId": customer, "isSuoding": true });
        let name = json!({ "id": customer, "nickName": "改" });
        client
            .post("/api/app/user/admin/editInfo", info.clone())
            .await
            .refused(2002, not_mine);
        client
            .post("/api/app/user/edit", name.clone())
            .await
            .refused(2002, not_mine);
        client
            .delete(&format!("/api/app/user/delByIds/{customer}"))
            .await
            .refused(2002, not_mine);
        // Telling them something follows scope alone, and so does claiming them.
        let told = json!({ "userIds": [customer], "biaoti": "还款提醒", "neirong": "请按时还款" });
        assert_eq!(
            client.post("/api/app/user/tongzhi", told).await.ok()["shuliang"],
            1
        );
        assert_eq!(total(client, "app/tongzhi", "state=YIFASONG").await, 1);
        assign(client, customer, person.id).await;
        client.post("/api/app/user/admin/editInfo", info).await.ok();
        client.post("/api/app/user/edit", name).await.ok();
        let row = find(client, "app/user", customer).await;
        assert_eq!(
            (&row["isSuoding"], &row["nickName"]),
            (&json!(true), &json!("改"))
        );
    });
}

#[test]
fn assigning_needs_its_own_permission_and_is_all_or_nothing() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let customer = |phone: &str, store: &str| json!({ "nickName": "客户", "phone": phone, "mendian": store });
        let near = add(&admin, "app/user", customer("13800000001", "ZONGDIAN")).await;
        let also = add(&admin, "app/user", customer("13800000002", "ZONGDIAN")).await;
        let far = add(&admin, "app/user", customer("13800000003", "FENDIAN")).await;
        let person = keeper(&test).await;
        let plain = test
            .person_of(&["app:user:edit", "app:user:query"], "MENDIAN", "ZONGDIAN")
            .await;
        let path = "/api/app/user/fenpei";
        let claim = json!({ "userIds": [near], "genjinrenId": plain.id });
        plain
            .client
            .post(path, claim)
            .await
            .refused(2002, "没有操作权限");
        assign(&admin, near, plain.id).await;
        let give = json!({ "id": near, "genjinrenId": null });
        plain
            .client
            .post("/api/app/user/edit", give)
            .await
            .refused(2002, "没有操作权限");
        for stranger in [far, 999_999] {
            let both = json!({ "userIds": [also, stranger], "genjinrenId": person.id });
            person
                .client
                .post(path, both)
                .await
                .refused(2004, "数据不存在或无权查看");
        }
        assert_eq!(
            find(&admin, "app/user", also).await["genjinrenShow"],
            "管理员"
        );
        let both = json!({ "userIds": [near, also], "genjinrenId": person.id });
        assert_eq!(person.client.post(path, both).await.ok()["shuliang"], 2);
        for id in [near, also] {
            assert_eq!(find(&admin, "app/user", id).await["genjinrenId"], person.id);
        }
        person
            .client
            .post(path, json!({ "userIds": [near] }))
            .await
            .refused(2001, "请选择归属人或门店");
        let nowhere = json!({ "userIds": [near], "mendian": "HAIWAI" });
        person
            .client
            .post(path, nowhere)
            .await
            .refused(2001, "门店不存在");
        person
            .client
            .post(path, json!({ "userIds": [], "mendian": "FENDIAN" }))
            .await
            .refused(2001, "");
    });
}

/// The principal a customer owes is the journal's, whatever happened to the loan.
#[test]
fn figures_of_a_customer_follow_their_loans() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let figures = async || {
            let row = find(&office.admin, "app/user", office.customer).await;
            ["dingdanCount", "daihuanJine", "yuqiCount", "yuqiJine"]
                .map(|name| row[name].as_i64().unwrap())
        };
        assert_eq!(figures().await, [0, 0, 0, 0]);
        let id = office.paid_out(100_000, 3).await;
        assert_eq!(figures().await, [1, 100_000, 0, 0]);
        office.confirm(id).await.ok();
        let plan = office.repayment(id).await["huankuanJihuaList"].clone();
        let paid = plan[0]["benjin"].as_i64().unwrap();
        assert_eq!(figures().await, [1, 100_000 - paid, 0, 0]);
        let due = format!("/api/app/user/daihuan/{}", office.customer);
        let due_now = office.admin.get(&due).await.ok();
        assert_eq!(due_now["daihuanBenjin"], 100_000 - paid);
        assert_eq!(due_now["jihua"].as_array().unwrap().len(), 2);
        assert_eq!(due_now["jihua"][0]["qi"], 2);
        test.clock.advance_business(75 * 86_400_000);
        let [_, left, late, amount] = figures().await;
        assert_eq!((left, late), (100_000 - paid, 1));
        let bill = office.repayment(id).await["huankuanJihuaList"][1].clone();
        let owed = bill["yinghuan"].as_i64().unwrap() + bill["yuqiZongjine"].as_i64().unwrap();
        assert!(amount >= owed && owed > 0, "{amount} {bill}");
        assert_eq!(office.admin.get(&due).await.ok()["yuqiJine"], amount);
        // The order's figures are the customer's, discount and all.
        let body = json!({ "id": id, "jine": 1_000 });
        office.verb("setYouhuiDangqian", body).await.ok();
        let owed = office.repayment(id).await["qiankuan"].clone();
        assert_eq!(owed["yuqiHeji"], amount - 1_000);
        let row = find(&office.admin, "app/user", office.customer).await;
        let due_now = office.admin.get(&due).await.ok();
        for told in [&row, &due_now] {
            assert_eq!(told["jinriYingshou"], owed["jinriYingshou"]);
            assert_eq!(told["yuqiJine"], owed["yuqiHeji"]);
        }
        assert_eq!(due_now["xiaqiYinghuan"], owed["xiaqiYinghuan"]);
        assert_eq!(due_now["xiaqiRiqi"], owed["xiaqiRiqi"]);
        // What changes with the day is not sorted by.
        office
            .admin
            .get("/api/app/user/findAllByPage?orders=yuqiJine:desc")
            .await
            .refused(2001, "不能按");
    });
}

/// Whoever assigns sees whom to, and needs no right to the accounts of the staff.
#[test]
fn customers_are_given_to_the_staff_of_ones_stores() {
    on_both(async |test| {
        second_store(&test.admin().await).await;
        let own = ["app:user:list", "app:user:fenpei"];
        let here = test.person_of(&own, "MENDIAN", "ZONGDIAN").await;
        let near = test.person_of(&[], "BENREN", "ZONGDIAN").await;
        let far = test.person_of(&own, "MENDIAN", "FENDIAN").await;
        let offered = async |client: &Client| -> Vec<i64> {
            let list = client.get("/api/app/user/fenpei/renyuan").await.ok();
            let list = list.as_array().unwrap().iter();
            list.map(|one| one["id"].as_i64().unwrap()).collect()
        };
        let ids = offered(&here.client).await;
        assert!(ids.contains(&here.id) && ids.contains(&near.id), "{ids:?}");
        assert!(!ids.contains(&far.id), "{ids:?}");
        let everybody = offered(&test.admin().await).await;
        assert!(everybody.contains(&far.id), "{everybody:?}");
        let refused = near.client.get("/api/app/user/fenpei/renyuan").await;
        refused.refused(2002, "权限");
    });
}
