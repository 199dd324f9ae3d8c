//! /api/sys/user: the staff, as an administrator sees them.

use serde_json::{Value as Json, json};
use server::{route::Permission, router::routes};
use testkit::{Client, TestApp, on_both};

use crate::support::{add, blames, column, find, role_id, rows, try_sign_in};

const USER: &str = "sys/user";

/// Adds a user of a role without rights; answers id and one-time password.
async fn add_user(admin: &Client, login_name: &str) -> (i64, String) {
    let role = role_id(admin, "shenhe").await;
    let body = json!({ "loginName": login_name, "nickName": "王小二", "phone": "13912345678", "roleIds": [role] });
    let made = admin.post("/api/sys/user/add", body).await.ok();
    (
        made["id"].as_i64().unwrap(),
        made["password"].as_str().unwrap().to_owned(),
    )
}

async fn change_password(client: &Client, old: &str, new: &str) {
    let body = json!({ "oldPassword": old, "newPassword": new, "confirmPassword": new });
    client.post("/api/sys/user/edit/password", body).await.ok();
}

/// Calls a route with nothing in it.
async fn call(client: &Client, method: &http::Method, path: &str) -> testkit::Answer {
    let path = path
        .replace("{ids}", "1")
        .replace("{id}", "1")
        .replace("{type}", "JICHU");
    let json = [("content-type", "application/json")];
    client.send(method.clone(), &path, "{}".into(), &json).await
}

#[test]
fn a_new_user_must_change_the_password_first() {
    on_both(async |test: TestApp| {
        let admin = test.admin().await;
        let (_, password) = add_user(&admin, "wang_er").await;
        let signed_in = try_sign_in(&test, "wang_er", &password).await.ok();
        assert_eq!(signed_in["isGaimi"], true);
        let wang = test.sign_in("wang_er", &password).await;
        let allowed = [
            "/api/sys/login/logout",
            "/api/sys/user/suoping",
            "/api/sys/user/suoping/jiesuo",
            "/api/sys/user/findProfile",
            "/api/sys/user/edit/password",
            "/api/sys/menu/findUserMenuByTree",
            "/api/app/dict/init",
        ];
        for route in routes()
            .iter()
            .filter(|route| route.permission != Permission::Public)
        {
            if !allowed.contains(&route.path) {
                let answer = call(&wang, &route.method, route.path).await;
                assert_eq!(
                    (answer.code, answer.message.as_str()),
                    (2002, "请先在个人中心修改密码"),
                    "{}",
                    route.path
                );
            }
        }
        assert_eq!(
            wang.get("/api/sys/user/findProfile").await.ok()["isGaimi"],
            true
        );
        wang.get("/api/sys/menu/findUserMenuByTree").await.ok();
        wang.get("/api/app/dict/init").await.ok();
        change_password(&wang, &password, "My-Own-Secret-1").await;
        assert_eq!(
            wang.get("/api/sys/user/findProfile").await.ok()["isGaimi"],
            false
        );
        wang.get("/api/sys/user/pianhao").await.ok();
    });
}

#[test]
fn the_password_is_answered_once_and_kept_nowhere() {
    on_both(async |test| {
        let admin = test.admin().await;
        let (id, password) = add_user(&admin, "wang_er").await;
        let row = find(&admin, USER, id).await.to_string();
        let logs = rows(&admin, "sys/log", "").await;
        assert!(!row.contains(&password) && !row.contains("argon2"));
        assert!(!logs.iter().any(|line| line.to_string().contains(&password)));
    });
}

#[test]
fn an_edit_of_a_row_seen_long_ago_is_refused() {
    on_both(async |test| {
        let admin = test.admin().await;
        let (id, _) = add_user(&admin, "wang_er").await;
        let seen = find(&admin, USER, id).await["banbenSuo"].clone();
        let edit = |name: &str| json!({ "id": id, "banbenSuo": seen, "nickName": name });
        let version =
            admin.post("/api/sys/user/edit", edit("王二")).await.ok()["banbenSuo"].clone();
        assert_ne!(version, seen);
        admin
            .post("/api/sys/user/edit", edit("王三"))
            .await
            .refused(301, "数据已被他人修改，请刷新");
        assert_eq!(find(&admin, USER, id).await["nickName"], "王二");
    });
}

#[test]
fn the_login_name_is_unique_and_stays() {
    on_both(async |test| {
        let admin = test.admin().await;
        let (id, _) = add_user(&admin, "wang_er").await;
        let role = role_id(&admin, "shenhe").await;
        let again = json!({ "loginName": "wang_er", "nickName": "另一个", "roleIds": [role] });
        blames(
            &admin.post("/api/sys/user/add", again.clone()).await,
            "loginName",
            "账号已存在",
        );
        admin
            .post(
                "/api/sys/user/edit",
                json!({ "id": id, "loginName": "renamed" }),
            )
            .await
            .ok();
        assert_eq!(find(&admin, USER, id).await["loginName"], "wang_er");
        // Unique among those who are still there.
        admin
            .delete(&format!("/api/sys/user/delByIds/{id}"))
            .await
            .ok();
        admin.post("/api/sys/user/add", again).await.ok();
    });
}

#[test]
fn bad_input_is_named_field_by_field() {
    on_both(async |test| {
        let admin = test.admin().await;
        let role = role_id(&admin, "shenhe").await;
        let bad = json!({ "loginName": "ab!", "nickName": "", "phone": "123", "sex": "X", "roleIds": [role] });
        let answer = admin.post("/api/sys/user/add", bad).await;
        blames(&answer, "loginName", "应为4到20位字母、数字或下划线");
        for field in ["nickName", "phone"] {
            assert!(answer.result["fields"][field].is_string(), "{field}");
        }
        let nobody = json!({ "loginName": "good_name", "nickName": "甲", "roleIds": [] });
        blames(
            &admin.post("/api/sys/user/add", nobody).await,
            "roleIds",
            "角色不能为空",
        );
        let unsaid = json!({ "loginName": "good_name", "nickName": "甲" });
        blames(
            &admin.post("/api/sys/user/add", unsaid).await,
            "roleIds",
            "角色不能为空",
        );
        for wrong in [Json::Null, json!([role.to_string()])] {
            let person = json!({ "loginName": "good_name", "nickName": "甲", "roleIds": wrong });
            blames(
                &admin.post("/api/sys/user/add", person).await,
                "roleIds",
                "角色应为编号列表",
            );
        }
        let ghost = json!({ "loginName": "good_name", "nickName": "甲", "roleIds": [999_999] });
        blames(
            &admin.post("/api/sys/user/add", ghost).await,
            "roleIds",
            "角色不存在",
        );
        let mima =
            json!({ "loginName": "good_name", "nickName": "甲", "roleIds": [role], "mima": "x" });
        let answer = admin.post("/api/sys/user/add", mima).await;
        assert!(
            answer.code == 2001 || answer.code == 200,
            "{}",
            answer.message
        );
    });
}

#[test]
fn phones_are_masked_and_found_whole_or_by_the_last_four() {
    on_both(async |test| {
        let admin = test.admin().await;
        let (id, _) = add_user(&admin, "wang_er").await;
        assert_eq!(find(&admin, USER, id).await["phone"], "139****5678");
        for (search, expected) in [
            ("13912345678", 1),
            ("5678", 1),
            ("1391", 0),
            ("13900000000", 0),
        ] {
            let found = column(&admin, USER, &format!("phone={search}"), "phone").await;
            assert_eq!(found.len(), expected, "{search}");
            assert!(found.iter().all(|phone| phone == "139****5678"));
        }
        admin
            .get("/api/sys/user/findAllByPage?phone=139****5678")
            .await
            .refused(2001, "请输入完整号码或后四位");
    });
}

#[test]
fn a_reset_password_ends_every_session_and_works_once() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        let reset = json!({ "id": person.id });
        let fresh = admin.post("/api/sys/user/rePassword", reset).await.ok()["password"]
            .as_str()
            .unwrap()
            .to_owned();
        person
            .client
            .get("/api/sys/user/findProfile")
            .await
            .refused(401, "");
        try_sign_in(&test, &person.login_name, &person.password)
            .await
            .refused(2002, "");
        let back = test.sign_in(&person.login_name, &fresh).await;
        back.get("/api/sys/user/pianhao")
            .await
            .refused(2002, "请先在个人中心修改密码");
        change_password(&back, &fresh, "Another-Secret-9").await;
        try_sign_in(&test, &person.login_name, &fresh)
            .await
            .refused(2002, "");
        test.sign_in(&person.login_name, "Another-Secret-9").await;
    });
}

#[test]
fn rights_reach_a_signed_in_person_at_once() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&["app:gonggao:list"]).await;
        let list = "/api/app/gonggao/findAllByPage";
        let before = person.client.get(list).await;
        let banben = before.headers["x-banben"].clone();
        before.ok();
        let edit = json!({ "id": person.role_id, "menuIds": [] });
        admin.post("/api/sys/role/edit", edit).await.ok();
        let after = person.client.get(list).await;
        after.refused(2002, "没有操作权限");
        assert_ne!(after.headers["x-banben"], banben);
        let grant = json!({ "id": person.id, "roleIds": [role_id(&admin, "admin").await] });
        admin.post("/api/sys/user/edit", grant).await.ok();
        person.client.get(list).await.ok();
        let disable = json!({ "id": person.id, "state": "TINGYONG" });
        admin.post("/api/sys/user/edit", disable).await.ok();
        person.client.get(list).await.refused(401, "");
    });
}

#[test]
fn a_disabled_role_grants_nothing() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&["app:gonggao:list"]).await;
        let edit = json!({ "id": person.role_id, "state": "TINGYONG" });
        admin.post("/api/sys/role/edit", edit).await.ok();
        person
            .client
            .get("/api/app/gonggao/findAllByPage")
            .await
            .refused(2002, "没有操作权限");
    });
}

#[test]
fn a_deleted_user_is_gone_at_once() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        let gonggao = json!({ "biaoti": "一", "type": "XITONG", "neirong": "<p>一</p>" });
        add(&admin, "app/gonggao", gonggao).await;
        admin
            .delete(&format!("/api/sys/user/delByIds/{}", person.id))
            .await
            .ok();
        person
            .client
            .get("/api/sys/user/findProfile")
            .await
            .refused(401, "");
        try_sign_in(&test, &person.login_name, &person.password)
            .await
            .refused(2002, "");
    });
}
