//! /api/app/user: customers within a person's data scope, on reads and on writes.

use serde_json::json;
use testkit::{
    Client, Person, TestApp,
    office::{self, Office},
    on_both,
};

use crate::support::{add, assign, blames, column, find, second_store};

const ALL: &[&str] = &[
    "app:user:list",
    "app:user:query",
    "app:user:add",
    "app:user:edit",
    "app:user:del",
    "app:user:export",
    "app:user:import",
    "app:user:fenpei",
];

struct Town {
    admin: Client,
    /// Ids of 东 (admin's, 总店), 西 (admin's, 分店).
    east: i64,
    west: i64,
}

/// Two stores with a customer each, both the administrator's.
async fn town(test: &TestApp) -> Town {
    let admin = test.admin().await;
    second_store(&admin).await;
    let customer = |name: &str, phone: &str, store: &str| json!({ "nickName": name, "phone": phone, "mendian": store });
    let east = add(
        &admin,
        "app/user",
        customer("东", "13800000001", "ZONGDIAN"),
    )
    .await;
    let west = add(&admin, "app/user", customer("西", "13800000002", "FENDIAN")).await;
    Town { admin, east, west }
}

async fn names(client: &Client) -> Vec<String> {
    let mut names = column(client, "app/user", "", "nickName").await;
    names.sort();
    names
}

/// A person whose role sees chosen stores.
async fn of_stores(test: &TestApp, admin: &Client, stores: &[&str]) -> Person {
    let person = test.person_of(ALL, "BENREN", "ZONGDIAN").await;
    let body = json!({ "id": person.role_id, "dataScope": "ZIDINGYI", "mendianList": stores });
    admin.post("/api/sys/role/edit", body).await.ok();
    person
}

#[test]
fn each_scope_sees_its_own_customers() {
    on_both(async |test| {
        let town = town(&test).await;
        let all = test.person_of(ALL, "QUANBU", "ZONGDIAN").await.client;
        let store = test.person_of(ALL, "MENDIAN", "FENDIAN").await.client;
        let own = test.person_of(ALL, "BENREN", "ZONGDIAN").await.client;
        let chosen = of_stores(&test, &town.admin, &["FENDIAN"]).await.client;
        let nowhere = test.person(ALL).await;
        let homeless = json!({ "id": nowhere.id, "mendian": null });
        town.admin.post("/api/sys/user/edit", homeless).await.ok();
        add(
            &own,
            "app/user",
            json!({ "nickName": "己", "phone": "13800000003" }),
        )
        .await;
        assert_eq!(names(&all).await, ["东", "己", "西"]);
        assert_eq!(names(&store).await, ["西"]);
        assert_eq!(names(&chosen).await, ["西"]);
        assert_eq!(names(&own).await, ["己"]);
        // A store scope without a store is one's own rows.
        let role = json!({ "id": nowhere.role_id, "dataScope": "MENDIAN" });
        town.admin.post("/api/sys/role/edit", role).await.ok();
        assert_eq!(names(&nowhere.client).await, Vec::<String>::new());
        let plain = own.get("/api/app/user/findAllByList").await.ok();
        assert_eq!(plain.as_array().unwrap().len(), 1);
        assert_eq!(crate::support::total(&own, "app/user", "").await, 1);
    });
}

#[test]
fn two_roles_add_up() {
    on_both(async |test| {
        let town = town(&test).await;
        let reader = test
            .person_of(&["app:user:list"], "BENREN", "FENDIAN")
            .await;
        let keeper = test
            .person_of(&["app:user:query"], "MENDIAN", "FENDIAN")
            .await;
        let both = json!({ "id": reader.id, "roleIds": [reader.role_id, keeper.role_id] });
        town.admin.post("/api/sys/user/edit", both).await.ok();
        assert_eq!(names(&reader.client).await, ["西"]);
        find(&reader.client, "app/user", town.west).await;
    });
}

#[test]
fn a_foreign_customer_answers_like_a_missing_one() {
    on_both(async |test| {
        let town = town(&test).await;
        let keeper = test.person_of(ALL, "MENDIAN", "FENDIAN").await;
        let store = keeper.client.clone();
        for id in [town.east, 999_999] {
            let answers = [
                store.get(&format!("/api/app/user/findById/{id}")).await,
                store
                    .post("/api/app/user/edit", json!({ "id": id, "nickName": "改" }))
                    .await,
                store.delete(&format!("/api/app/user/delByIds/{id}")).await,
                store
                    .delete(&format!("/api/app/user/delByIds/{},{id}", town.west))
                    .await,
            ];
            for answer in answers {
                assert_eq!(
                    (answer.code, answer.message.as_str()),
                    (2004, "数据不存在或无权查看")
                );
            }
        }
        assert_eq!(names(&town.admin).await, ["东", "西"]);
        // Seen, but not theirs until they are given to them.
        let gone = format!("/api/app/user/delByIds/{}", town.west);
        store.delete(&gone).await.refused(2002, "不归你跟进");
        assign(&town.admin, town.west, keeper.id).await;
        store.delete(&gone).await.ok();
        assert_eq!(names(&town.admin).await, ["东"]);
    });
}

#[test]
fn nobody_moves_a_customer_out_of_their_scope() {
    on_both(async |test| {
        let town = town(&test).await;
        let store = test.person_of(ALL, "MENDIAN", "FENDIAN").await;
        let away = json!({ "userIds": [town.west], "mendian": "ZONGDIAN" });
        store
            .client
            .post("/api/app/user/fenpei", away)
            .await
            .refused(2002, "不在你的数据范围内");
        assert_eq!(
            find(&town.admin, "app/user", town.west).await["mendian"],
            "FENDIAN"
        );
        let own = test.person_of(ALL, "BENREN", "FENDIAN").await;
        let mine = add(
            &own.client,
            "app/user",
            json!({ "nickName": "己", "phone": "13800000003" }),
        )
        .await;
        let row = find(&own.client, "app/user", mine).await;
        assert_eq!(
            (&row["genjinrenId"], &row["mendian"]),
            (&json!(own.id), &json!("FENDIAN"))
        );
        let give_away = json!({ "id": mine, "genjinrenId": store.id });
        blames(
            &own.client.post("/api/app/user/edit", give_away).await,
            "genjinrenId",
            "不存在或不可选",
        );
        let drop = json!({ "id": mine, "genjinrenId": null });
        own.client
            .post("/api/app/user/edit", drop)
            .await
            .refused(2002, "不在你的数据范围内");
        let for_other =
            json!({ "nickName": "他", "phone": "13800000004", "genjinrenId": store.id });
        blames(
            &own.client.post("/api/app/user/add", for_other).await,
            "genjinrenId",
            "不存在或不可选",
        );
        assert_eq!(names(&own.client).await, ["己"]);
    });
}

#[test]
fn a_new_customer_has_a_number_an_owner_and_a_mask() {
    on_both(async |test| {
        let admin = test.admin().await;
        let body = json!({ "nickName": "张三", "phone": "13800138000", "sex": "NAN", "userNo": "K9", "isDel": true });
        let unknown = admin.post("/api/app/user/add", body).await;
        blames(&unknown, "isDel", "未知字段");
        let id = add(
            &admin,
            "app/user",
            json!({ "nickName": "张三", "phone": "13800138000", "sex": "NAN", "userNo": "K9" }),
        )
        .await;
        let row = find(&admin, "app/user", id).await;
        assert_eq!(row["userNo"], format!("K{id:07}"));
        assert_eq!(
            (&row["phone"], &row["sexShow"], &row["genjinrenShow"]),
            (&json!("138****8000"), &json!("男"), &json!("管理员"))
        );
        let again = json!({ "nickName": "李四", "phone": "13800138000" });
        blames(
            &admin.post("/api/app/user/add", again.clone()).await,
            "phone",
            "手机号已存在",
        );
        admin
            .delete(&format!("/api/app/user/delByIds/{id}"))
            .await
            .ok();
        admin.post("/api/app/user/add", again).await.ok();
    });
}

#[test]
fn a_masked_phone_that_comes_back_changes_nothing() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = add(
            &admin,
            "app/user",
            json!({ "nickName": "张三", "phone": "13800138000" }),
        )
        .await;
        let mut whole = find(&admin, "app/user", id).await;
        whole["nickName"] = json!("张三丰");
        admin.post("/api/app/user/edit", whole).await.ok();
        assert_eq!(
            column(&admin, "app/user", "phone=13800138000", "nickName").await,
            ["张三丰"]
        );
        let masked = json!({ "nickName": "假", "phone": "138****8000" });
        blames(
            &admin.post("/api/app/user/add", masked).await,
            "phone",
            "不能含有*",
        );
        admin
            .post(
                "/api/app/user/edit",
                json!({ "id": id, "phone": "13911112222" }),
            )
            .await
            .ok();
        assert_eq!(
            column(&admin, "app/user", "phone=2222", "phone").await,
            ["139****2222"]
        );
        assert_eq!(
            column(&admin, "app/user", "phone=8000", "phone").await,
            Vec::<String>::new()
        );
        blames(
            &admin
                .post("/api/app/user/edit", json!({ "id": id, "phone": "" }))
                .await,
            "phone",
            "手机号不能为空",
        );
    });
}

#[test]
fn the_accounts_of_a_deleted_customer_go_with_them() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let other = json!({ "nickName": "李四", "phone": "13800000009" });
        let other = add(&office.admin, "app/user", other).await;
        let kept = add(&office.admin, "app/user/shoukuan", office::account(other)).await;
        let path = format!("/api/app/user/delByIds/{}", office.customer);
        office.admin.delete(&path).await.ok();
        let left = crate::support::rows(&office.admin, "app/user/shoukuan", "").await;
        assert_eq!(left.len(), 1);
        assert_eq!(left[0]["id"], kept);
        let gone = format!("/api/app/user/shoukuan/findById/{}", office.account);
        office.admin.get(&gone).await.refused(2004, "");
        let told = crate::support::rows(&office.admin, "sys/log", "type=SHANCHU").await;
        assert!(
            told.iter()
                .any(|line| line["miaoshu"] == "随客户删除收款账户 1条"),
            "{told:?}"
        );
    });
}
