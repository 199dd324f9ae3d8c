//! /api/sys/log: what a line says of rights given and taken, and of secrets.

use serde_json::{Value as Json, json};
use testkit::{Client, on_both};

use crate::support::{add, find, role_id, rows, set_config};

/// The lines of a part of the product that came after a line, whole, oldest first.
async fn lines(admin: &Client, mokuai: &str, after: i64) -> Vec<Json> {
    let mut whole = Vec::new();
    for line in rows(admin, "sys/log", &format!("mokuai={mokuai}&orders=id:asc")).await {
        let id = line["id"].as_i64().unwrap();
        if id > after {
            whole.push(find(admin, "sys/log", id).await);
        }
    }
    whole
}

async fn newest(admin: &Client) -> i64 {
    rows(admin, "sys/log", "orders=id:desc").await[0]["id"]
        .as_i64()
        .unwrap()
}

#[test]
fn a_new_user_and_a_new_role_are_told_with_what_they_were_given() {
    on_both(async |test| {
        let admin = test.admin().await;
        let start = newest(&admin).await;
        let person = test.person(&["app:gonggao:list"]).await;
        let told = lines(&admin, "角色", start).await;
        assert_eq!(told.len(), 1);
        let menus = find(&admin, "sys/role", person.role_id).await["menuIds"].clone();
        assert_eq!(menus.as_array().unwrap().len(), 1);
        assert_eq!(told[0]["bianhua"]["hou"]["menuIds"], menus);
        let told = lines(&admin, "用户", start).await;
        assert_eq!(told.len(), 1);
        let user = &told[0]["bianhua"]["hou"];
        assert_eq!(user["roleIds"], json!([person.role_id]));
        assert!(user["roleNames"].as_str().unwrap().starts_with("角色"));
    });
}

#[test]
fn an_edit_of_roles_or_menus_is_one_line() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&["app:gonggao:list"]).await;
        let other = role_id(&admin, "shenhe").await;
        let start = newest(&admin).await;
        let edit = json!({ "id": person.id, "roleIds": [other] });
        admin.post("/api/sys/user/edit", edit).await.ok();
        let told = lines(&admin, "用户", start).await;
        assert_eq!(told.len(), 1, "{told:?}");
        let change = &told[0]["bianhua"];
        assert_eq!(change["qian"]["roleIds"], json!([person.role_id]));
        assert_eq!(change["hou"]["roleIds"], json!([other]));
        let held = find(&admin, "sys/role", person.role_id).await["menuIds"].clone();
        let edit = json!({ "id": person.role_id, "menuIds": [] });
        admin.post("/api/sys/role/edit", edit).await.ok();
        let told = lines(&admin, "角色", start).await;
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(
            told[0]["bianhua"],
            json!({ "qian": { "shouhui": held }, "hou": { "shouyu": [] } })
        );
        let both = json!({ "id": person.role_id, "name": "改了名", "menuIds": held });
        admin.post("/api/sys/role/edit", both).await.ok();
        let told = lines(&admin, "角色", start).await;
        assert_eq!(told.len(), 2, "{told:?}");
        let change = &told[1]["bianhua"]["hou"];
        assert_eq!(change, &json!({ "name": "改了名", "shouyu": held }));
    });
}

#[test]
fn a_changed_secret_is_told_by_its_name_alone() {
    on_both(async |test| {
        let admin = test.admin().await;
        let start = newest(&admin).await;
        let secret = "duanxinMiyao";
        for zhi in ["gateway-secret-7", "gateway-secret-8", ""] {
            set_config(&admin, "DUANXIN", secret, json!(zhi)).await;
        }
        let told = lines(&admin, "参数设置", start).await;
        assert_eq!(told.len(), 3);
        for line in &told {
            let change = &line["bianhua"];
            let (before, after) = (&change["qian"], &change["hou"]);
            assert!(before.as_object().unwrap().contains_key(secret), "{change}");
            assert!(after.as_object().unwrap().contains_key(secret), "{change}");
            assert_ne!(before, after);
            assert!(!line.to_string().contains("gateway-secret"), "{line}");
        }
        assert_eq!(told[0]["bianhua"]["qian"][secret], Json::Null);
        assert_eq!(told[2]["bianhua"]["hou"][secret], Json::Null);
    });
}

#[test]
fn an_edit_refused_on_the_way_leaves_no_line_of_success() {
    on_both(async |test| {
        let admin = test.admin().await;
        let me = admin.get("/api/sys/user/findProfile").await.ok()["id"].clone();
        let other = add(
            &admin,
            "sys/role",
            json!({ "name": "空", "code": "kong", "dataScope": "BENREN" }),
        )
        .await;
        let start = newest(&admin).await;
        let demote = json!({ "id": me, "nickName": "改名", "roleIds": [other] });
        admin
            .post("/api/sys/user/edit", demote)
            .await
            .refused(2002, "不能修改自己的角色");
        let told = lines(&admin, "用户", start).await;
        assert_eq!(told.len(), 1);
        assert_eq!(told[0]["state"], "SHIBAI");
    });
}
