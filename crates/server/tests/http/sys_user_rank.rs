//! /api/sys/user and /api/sys/role: nobody gives, takes or touches more than they hold.

use serde_json::{Value as Json, json};
use testkit::{PASSWORD, on_both};

use crate::support::{add, at_once, find, role_id, rows, second_store};

const MANAGER: &[&str] = &[
    "sys:user:list",
    "sys:user:query",
    "sys:user:add",
    "sys:user:edit",
    "sys:user:del",
    "sys:user:rePassword",
    "sys:user:jiesuo",
    "sys:role:list",
    "sys:role:query",
    "sys:role:add",
    "sys:role:edit",
    "sys:role:del",
];

#[test]
fn nobody_deletes_or_disables_themselves() {
    on_both(async |test| {
        let admin = test.admin().await;
        let me = admin.get("/api/sys/user/findProfile").await.ok()["id"].clone();
        admin
            .delete(&format!("/api/sys/user/delByIds/{me}"))
            .await
            .refused(2002, "不能删除自己");
        let disable = json!({ "id": me, "state": "TINGYONG" });
        admin
            .post("/api/sys/user/edit", disable)
            .await
            .refused(2002, "不能停用自己");
        let demote = json!({ "id": me, "roleIds": [role_id(&admin, "shenhe").await] });
        admin
            .post("/api/sys/user/edit", demote)
            .await
            .refused(2002, "不能修改自己的角色");
        test.sign_in("admin", PASSWORD).await;
    });
}

#[test]
fn the_last_administrator_stays() {
    on_both(async |test| {
        let admin = test.admin().await;
        let first = admin.get("/api/sys/user/findProfile").await.ok()["id"].clone();
        let second = test.person(&[]).await;
        let promote = json!({ "id": second.id, "roleIds": [role_id(&admin, "admin").await] });
        admin.post("/api/sys/user/edit", promote).await.ok();
        // Each removes the other at the same moment: one of them must remain.
        let other = format!("/api/sys/user/delByIds/{}", second.id);
        let one = format!("/api/sys/user/delByIds/{first}");
        let (a, b) = tokio::join!(admin.delete(&other), second.client.delete(&one));
        assert!(a.code != 200 || b.code != 200, "{a:?} {b:?}");
        let left = if a.code == 200 { admin } else { second.client };
        let page = rows(&left, "sys/user", "state=QIYONG").await;
        assert_eq!(
            page.iter()
                .filter(|user| user["roleNames"] == "超级管理员")
                .count(),
            1
        );
        let shenhe = role_id(&left, "admin").await;
        let disable = json!({ "id": shenhe, "state": "TINGYONG" });
        left.post("/api/sys/role/edit", disable)
            .await
            .refused(2002, "超级管理员角色不能停用");
        left.delete(&format!("/api/sys/role/delByIds/{shenhe}"))
            .await
            .refused(2002, "不能删除");
    });
}

#[test]
fn nobody_touches_someone_who_may_do_more() {
    on_both(async |test| {
        let manager = test.person(MANAGER).await.client;
        let admin_id = test
            .admin()
            .await
            .get("/api/sys/user/findProfile")
            .await
            .ok()["id"]
            .clone();
        let other = test.person(&["app:gonggao:list"]).await;
        for id in [admin_id, json!(other.id)] {
            let refusals = [
                manager
                    .post(
                        "/api/sys/user/edit",
                        json!({ "id": id, "nickName": "改名" }),
                    )
                    .await,
                manager
                    .post("/api/sys/user/rePassword", json!({ "id": id }))
                    .await,
                manager
                    .post("/api/sys/user/jiesuo", json!({ "id": id }))
                    .await,
                manager
                    .delete(&format!("/api/sys/user/delByIds/{id}"))
                    .await,
            ];
            for refusal in refusals {
                refusal.refused(2002, "不能操作权限高于自己的用户");
            }
        }
        other.client.get("/api/sys/user/findProfile").await.ok();
        test.sign_in("admin", PASSWORD).await;
    });
}

#[test]
fn nobody_grants_more_than_they_hold() {
    on_both(async |test| {
        let admin = test.admin().await;
        let manager = test.person(MANAGER).await;
        let more = test.person(&["app:gonggao:list"]).await;
        let user = |roles: serde_json::Value| json!({ "loginName": "new_user", "nickName": "新人", "roleIds": roles });
        for role in [role_id(&admin, "admin").await, more.role_id] {
            let answer = manager
                .client
                .post("/api/sys/user/add", user(json!([role])))
                .await;
            answer.refused(2002, "不能授予超出自己权限");
        }
        let gonggao = testkit_menu(&admin, "app:gonggao:list").await;
        let own = testkit_menu(&admin, "sys:user:list").await;
        let role = |menus: serde_json::Value| json!({ "name": "新角色", "code": "new_role", "dataScope": "QUANBU", "menuIds": menus });
        manager
            .client
            .post("/api/sys/role/add", role(json!([gonggao])))
            .await
            .refused(2002, "不能授予自己没有的权限");
        let id = add(&manager.client, "sys/role", role(json!([own]))).await;
        let widen = json!({ "id": id, "menuIds": [own, gonggao] });
        manager
            .client
            .post("/api/sys/role/edit", widen)
            .await
            .refused(2002, "不能授予自己没有的权限");
        let higher = json!({ "id": more.role_id, "name": "改名" });
        manager
            .client
            .post("/api/sys/role/edit", higher)
            .await
            .refused(2002, "不能操作权限高于自己的角色");
        manager
            .client
            .post("/api/sys/user/add", user(json!([id])))
            .await
            .ok();
    });
}

async fn testkit_menu(admin: &testkit::Client, perms: &str) -> i64 {
    let found = rows(admin, "sys/menu", &format!("perms={perms}")).await;
    found.iter().find(|node| node["perms"] == perms).unwrap()["id"]
        .as_i64()
        .unwrap()
}

#[test]
fn nobody_widens_a_data_scope() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let manager = test.person_of(MANAGER, "MENDIAN", "ZONGDIAN").await;
        let me = &manager.client;
        let role = |scope: &str, stores: serde_json::Value| json!({ "name": scope, "code": scope, "dataScope": scope, "mendianList": stores });
        me.post("/api/sys/role/add", role("QUANBU", json!([])))
            .await
            .refused(2002, "数据范围");
        me.post("/api/sys/role/add", role("ZIDINGYI", json!(["FENDIAN"])))
            .await
            .refused(2002, "数据范围");
        let narrow = add(me, "sys/role", role("BENREN", json!([]))).await;
        let wide = json!({ "id": narrow, "dataScope": "QUANBU" });
        me.post("/api/sys/role/edit", wide)
            .await
            .refused(2002, "数据范围");
        // One's own row is always within reach; another store through it is not.
        let move_myself = json!({ "id": manager.id, "mendian": "FENDIAN" });
        me.post("/api/sys/user/edit", move_myself)
            .await
            .refused(2002, "数据范围");
        assert_eq!(
            find(&admin, "sys/user", manager.id).await["mendian"],
            "ZONGDIAN"
        );
    });
}

#[test]
fn a_user_of_another_store_is_not_there() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let manager = test.person_of(MANAGER, "MENDIAN", "ZONGDIAN").await.client;
        let foreign = test.person_of(&[], "MENDIAN", "FENDIAN").await;
        let (id, missing) = (foreign.id, 999_999);
        for id in [id, missing] {
            let answers = [
                manager.get(&format!("/api/sys/user/findById/{id}")).await,
                manager
                    .post(
                        "/api/sys/user/edit",
                        json!({ "id": id, "nickName": "改名" }),
                    )
                    .await,
                manager
                    .post("/api/sys/user/rePassword", json!({ "id": id }))
                    .await,
                manager
                    .delete(&format!("/api/sys/user/delByIds/{id}"))
                    .await,
            ];
            for answer in answers {
                assert_eq!(
                    (answer.code, answer.message.as_str()),
                    (2004, "数据不存在或无权查看")
                );
            }
        }
        foreign.client.get("/api/sys/user/findProfile").await.ok();
    });
}

#[test]
fn two_administrators_making_the_same_user_make_one() {
    on_both(async |test| {
        let admin = test.admin().await;
        let role = role_id(&admin, "shenhe").await;
        let body = json!({ "loginName": "twins", "nickName": "双胞胎", "roleIds": [role] });
        let answers = at_once(&admin, 4, "/api/sys/user/add", &body, &[]).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.code == 200).count(),
            1
        );
        assert_eq!(
            answers.iter().filter(|answer| answer.code == 2001).count(),
            3
        );
    });
}

#[test]
fn nobody_widens_a_data_scope_through_someone_elses_role() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let manager = test.person_of(MANAGER, "MENDIAN", "FENDIAN").await;
        let foreign = test
            .person_of(&["sys:user:list"], "BENREN", "ZONGDIAN")
            .await;
        let me = &manager.client;
        let seen = rows(&foreign.client, "sys/user", "").await.len();
        let edit = async |body: Json| me.post("/api/sys/role/edit", body).await;
        let widen = json!({ "id": foreign.role_id, "dataScope": "MENDIAN" });
        edit(widen).await.refused(2002, "数据范围");
        assert_eq!(rows(&foreign.client, "sys/user", "").await.len(), seen);
        // Chosen stores are the same for every holder, so the manager's own may be given.
        let own =
            json!({ "id": foreign.role_id, "dataScope": "ZIDINGYI", "mendianList": ["FENDIAN"] });
        edit(own).await.ok();
        let narrow = json!({ "id": foreign.role_id, "dataScope": "BENREN", "mendianList": [] });
        edit(narrow).await.ok();
        let whole = find(me, "sys/role", foreign.role_id).await;
        edit(whole).await.ok();
        let near = test
            .person_of(&["sys:user:list"], "BENREN", "FENDIAN")
            .await;
        edit(json!({ "id": near.role_id, "dataScope": "MENDIAN" }))
            .await
            .ok();
        let widen = json!({ "id": foreign.role_id, "dataScope": "MENDIAN" });
        admin.post("/api/sys/role/edit", widen).await.ok();
        assert!(rows(&foreign.client, "sys/user", "").await.len() > seen);
    });
}

/// A role that reaches another store through its holders: to switch it on, or to add to it, is to
/// grant there.
#[test]
fn nobody_adds_to_a_role_that_reaches_further() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let manager = test.person_of(MANAGER, "MENDIAN", "FENDIAN").await;
        let foreign = test
            .person_of(&["sys:user:list"], "MENDIAN", "ZONGDIAN")
            .await;
        let id = foreign.role_id;
        let edit = async |body: Json| manager.client.post("/api/sys/role/edit", body).await;
        let held = find(&admin, "sys/role", id).await["menuIds"][0].clone();
        let more = testkit_menu(&admin, "sys:user:edit").await;
        let add = json!({ "id": id, "menuIds": [held, more] });
        edit(add).await.refused(2002, "数据范围");
        edit(json!({ "id": id, "state": "TINGYONG" })).await.ok();
        edit(json!({ "id": id, "state": "QIYONG" }))
            .await
            .refused(2002, "数据范围");
        edit(json!({ "id": id, "menuIds": [] })).await.ok();
    });
}
