//! Values and people that were deleted: the rows that carry them stay readable and savable.

use serde_json::{Value as Json, json};
use testkit::{
    Client,
    office::{Office, payout},
    on_both,
};

use crate::{
    spreadsheet::{line, read},
    support::{add, blames, find, rows, second_store},
};

async fn delete_store(admin: &Client, value: &str) {
    let values = rows(admin, "app/dict/data", "dictType=mendian").await;
    let gone = values.iter().find(|row| row["dictValue"] == value).unwrap();
    let path = format!("/api/app/dict/data/delByIds/{}", gone["id"]);
    admin.delete(&path).await.ok();
}

async fn echo(admin: &Client, path: &str, id: i64, name: &str) -> Json {
    let mut row = find(admin, path, id).await;
    row["nickName"] = name.into();
    admin.post(&format!("/api/{path}/edit"), row).await.ok();
    find(admin, path, id).await
}

#[test]
fn a_row_with_a_deleted_value_is_shown_and_saved() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let customer = json!({ "nickName": "张三", "phone": "13900000001", "mendian": "FENDIAN" });
        let id = add(&admin, "app/user", customer).await;
        let role = add(
            &admin,
            "sys/role",
            json!({ "name": "分店长", "code": "branch", "dataScope": "ZIDINGYI", "mendianList": ["FENDIAN", "ZONGDIAN"] }),
        )
        .await;
        let clerk = test
            .person_of(&["app:user:list"], "BENREN", "FENDIAN")
            .await;
        delete_store(&admin, "FENDIAN").await;
        // What has no label shows itself.
        assert_eq!(find(&admin, "app/user", id).await["mendianShow"], "FENDIAN");
        assert_eq!(
            rows(&admin, "app/user", "").await[0]["mendianShow"],
            "FENDIAN"
        );
        let sheet = read(&admin.get("/api/app/user/export").await.body);
        let at = line(&sheet, 0).iter().position(|title| title == "门店");
        assert_eq!(line(&sheet, 1)[at.unwrap()], "FENDIAN");
        // Kept as it is, it may stay; nobody may choose it anew.
        assert_eq!(
            echo(&admin, "app/user", id, "张四").await["nickName"],
            "张四"
        );
        assert_eq!(
            echo(&admin, "sys/user", clerk.id, "店员").await["nickName"],
            "店员"
        );
        let other = add(
            &admin,
            "app/user",
            json!({ "nickName": "李四", "phone": "13900000002", "mendian": "ZONGDIAN" }),
        )
        .await;
        let moved = json!({ "id": other, "mendian": "FENDIAN" });
        let answer = admin.post("/api/app/user/edit", moved).await;
        blames(&answer, "mendian", "门店不存在或不可选");
        let mut branch = find(&admin, "sys/role", role).await;
        branch["name"] = "店长".into();
        admin.post("/api/sys/role/edit", branch.clone()).await.ok();
        branch["mendianList"] = json!(["FENDIAN", "NIRGENDS"]);
        branch["banbenSuo"] = Json::Null;
        let answer = admin.post("/api/sys/role/edit", branch).await;
        blames(&answer, "mendianList", "自定义门店不存在或不可选");
    });
}

#[test]
fn a_customer_whose_owner_is_gone_is_saved() {
    on_both(async |test| {
        let admin = test.admin().await;
        let owner = test.person(&["app:user:list"]).await;
        let customer =
            json!({ "nickName": "张三", "phone": "13900000001", "genjinrenId": owner.id });
        let id = add(&admin, "app/user", customer).await;
        let path = format!("/api/sys/user/delByIds/{}", owner.id);
        admin.delete(&path).await.ok();
        assert_eq!(
            echo(&admin, "app/user", id, "张四").await["genjinrenId"],
            owner.id
        );
        let other = add(
            &admin,
            "app/user",
            json!({ "nickName": "李四", "phone": "13900000002" }),
        )
        .await;
        let moved = json!({ "id": other, "genjinrenId": owner.id });
        let answer = admin.post("/api/app/user/edit", moved).await;
        blames(&answer, "genjinrenId", "归属人不存在或不可选");
    });
}

#[test]
fn an_export_names_a_value_that_is_out_of_use() {
    on_both(async |test| {
        let admin = test.admin().await;
        let row = json!({ "biaoti": "春节", "type": "HUODONG", "neirong": "x" });
        add(&admin, "app/gonggao", row).await;
        let values = rows(&admin, "app/dict/data", "dictType=gonggao_type").await;
        let used = values.iter().find(|row| row["dictValue"] == "HUODONG");
        let off = json!({ "id": used.unwrap()["id"], "state": "TINGYONG" });
        admin.post("/api/app/dict/data/edit", off).await.ok();
        let sheet = read(&admin.get("/api/app/gonggao/export").await.body);
        assert!(line(&sheet, 1).contains(&"活动公告".to_owned()));
    });
}

#[test]
fn sums_of_money_name_a_deleted_method_by_its_value() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let method =
            json!({ "dictType": "zhifu_fangshi", "dictLabel": "支票", "dictValue": "ZHIPIAO" });
        let method = add(&office.admin, "app/dict/data", method).await;
        let id = office.approved(100_000, 3).await;
        let mut payout = payout(id);
        payout["fangshi"] = "ZHIPIAO".into();
        office.verb("fangkuan", payout).await.ok();
        let path = format!("/api/app/dict/data/delByIds/{method}");
        office.admin.delete(&path).await.ok();
        let sums = "/api/app/zijin/liushui/heji?fenzu=FANGSHI";
        let sums = office.admin.get(sums).await.ok();
        assert_eq!(sums["mingxi"][0]["mingcheng"], "ZHIPIAO", "{sums}");
    });
}
