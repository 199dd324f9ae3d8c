//! /api/sys/role

use serde_json::{Value as Json, json};
use testkit::{Client, on_both};

use crate::support::{add, blames, column, find, find_node, role_id, rows};

async fn add_role(admin: &Client, code: &str) -> i64 {
    add(
        admin,
        "sys/role",
        json!({ "name": code, "code": code, "dataScope": "BENREN" }),
    )
    .await
}

#[test]
fn a_role_carries_menus_and_counts_its_people() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&["app:gonggao:list", "app:gonggao:add"]).await;
        let role = find(&admin, "sys/role", person.role_id).await;
        assert_eq!(role["userCount"], 1);
        assert_eq!(role["menuIds"].as_array().unwrap().len(), 2);
        assert_eq!(role["isXitong"], false);
        assert_eq!(role["isLiandong"], true);
        let nothing = json!({ "id": person.role_id, "menuIds": [] });
        admin.post("/api/sys/role/edit", nothing).await.ok();
        assert_eq!(
            find(&admin, "sys/role", person.role_id).await["menuIds"],
            json!([])
        );
        let lines = rows(&admin, "sys/log", "mokuai=角色&orders=id:desc").await;
        assert!(
            lines[0]["miaoshu"]
                .as_str()
                .unwrap()
                .starts_with("修改角色权限")
        );
        let line = find(&admin, "sys/log", lines[0]["id"].as_i64().unwrap()).await;
        assert_eq!(line["bianhua"]["qian"]["shouhui"], role["menuIds"]);
    });
}

#[test]
fn the_code_is_unique_and_stays() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = add_role(&admin, "kefu_zu").await;
        let again = json!({ "name": "又一个", "code": "kefu_zu", "dataScope": "BENREN" });
        blames(
            &admin.post("/api/sys/role/add", again).await,
            "code",
            "权限字符已存在",
        );
        admin
            .post("/api/sys/role/edit", json!({ "id": id, "code": "other" }))
            .await
            .ok();
        assert_eq!(find(&admin, "sys/role", id).await["code"], "kefu_zu");
    });
}

#[test]
fn a_role_that_somebody_holds_stays() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        let delete = format!("/api/sys/role/delByIds/{}", person.role_id);
        admin
            .delete(&delete)
            .await
            .refused(2002, "角色下还有用户，不能删除");
        let free = add_role(&admin, "free_role").await;
        let both = format!("/api/sys/role/delByIds/{free},{}", person.role_id);
        admin.delete(&both).await.refused(2002, "角色下还有用户");
        find(&admin, "sys/role", free).await;
        admin
            .delete(&format!("/api/sys/user/delByIds/{}", person.id))
            .await
            .ok();
        admin.delete(&both).await.ok();
        admin
            .get(&format!("/api/sys/role/findById/{free}"))
            .await
            .refused(2004, "不存在");
    });
}

#[test]
fn chosen_stores_must_be_named() {
    on_both(async |test| {
        let admin = test.admin().await;
        let body = |stores: Json| json!({ "name": "店", "code": "dian", "dataScope": "ZIDINGYI", "mendianList": stores });
        blames(
            &admin.post("/api/sys/role/add", body(json!([]))).await,
            "mendianList",
            "自定义门店不能为空",
        );
        blames(
            &admin.post("/api/sys/role/add", body(json!(["MARS"]))).await,
            "mendianList",
            "不存在",
        );
        let id = add(&admin, "sys/role", body(json!(["ZONGDIAN"]))).await;
        assert_eq!(
            find(&admin, "sys/role", id).await["mendianList"],
            json!(["ZONGDIAN"])
        );
        let ghost = json!({ "id": id, "menuIds": [999_999] });
        blames(
            &admin.post("/api/sys/role/edit", ghost).await,
            "menuIds",
            "菜单不存在",
        );
    });
}

#[test]
fn whoever_may_add_users_may_choose_a_role() {
    on_both(async |test| {
        let chooser = test.person(&["sys:user:add"]).await.client;
        let names = chooser.get("/api/sys/role/findAllByList").await.ok();
        assert!(
            names
                .as_array()
                .unwrap()
                .iter()
                .any(|role| role["code"] == "shenhe")
        );
        chooser
            .get("/api/sys/role/findAllByPage")
            .await
            .refused(2002, "没有操作权限");
        let stranger = test.person(&[]).await.client;
        stranger
            .get("/api/sys/role/findAllByList")
            .await
            .refused(2002, "没有操作权限");
    });
}

#[test]
fn built_in_roles_come_with_the_product() {
    on_both(async |test| {
        let admin = test.admin().await;
        let codes = column(&admin, "sys/role", "", "code").await;
        for code in ["admin", "shenhe"] {
            assert!(codes.iter().any(|known| known == code), "{codes:?}");
        }
        let id = role_id(&admin, "admin").await;
        assert_eq!(find(&admin, "sys/role", id).await["isXitong"], true);
    });
}

#[test]
fn a_deleted_menu_leaves_the_roles() {
    on_both(async |test| {
        let admin = test.admin().await;
        let page = find_node(&admin, "routerUrl", "/gonggao").await["id"].clone();
        let button = json!({ "name": "临时", "type": "ANNIU", "perms": "app:gonggao:linshi", "parentId": page });
        let dead = add(&admin, "sys/menu", button).await;
        let live = find_node(&admin, "perms", "app:gonggao:list").await["id"].clone();
        let body = json!({ "name": "临时工", "code": "linshi", "dataScope": "BENREN", "menuIds": [live, dead] });
        let id = add(&admin, "sys/role", body).await;
        let path = format!("/api/sys/menu/delByIds/{dead}");
        admin.delete(&path).await.ok();
        let role = find(&admin, "sys/role", id).await;
        assert_eq!(role["menuIds"], json!([live]));
        admin.post("/api/sys/role/edit", role).await.ok();
        let echo = json!({ "id": id, "menuIds": [live, dead] });
        blames(
            &admin.post("/api/sys/role/edit", echo).await,
            "menuIds",
            "菜单不存在",
        );
        assert_eq!(find(&admin, "sys/role", id).await["menuIds"], json!([live]));
    });
}
