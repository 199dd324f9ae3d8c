//! /api/sys/login: a name is the same in capitals.

use serde_json::json;
use testkit::{Client, PASSWORD, TestApp, on_both};

use crate::support::{blames, role_id, rows, solved_at, try_sign_in};

async fn add_user(admin: &Client, login_name: &str) -> testkit::Answer {
    let role = role_id(admin, "shenhe").await;
    let body = json!({ "loginName": login_name, "nickName": "某人", "roleIds": [role] });
    admin.post("/api/sys/user/add", body).await
}

/// Gives a user a name that only an older version let in.
async fn rename(test: &TestApp, from: &'static str, to: &'static str) {
    let renamed = test.db().write(move |tx| {
        tx.batch(&format!(
            "UPDATE sys_user SET login_name = '{to}' WHERE login_name = '{from}'"
        ))
    });
    renamed.await.unwrap();
}

#[test]
fn a_name_in_capitals_is_taken_already() {
    on_both(async |test| {
        let admin = test.admin().await;
        for name in ["ADMIN", "Admin", "aDMIN"] {
            blames(&add_user(&admin, name).await, "loginName", "账号已存在");
        }
        add_user(&admin, "Wang_Er").await.ok();
        blames(
            &add_user(&admin, "wang_er").await,
            "loginName",
            "账号已存在",
        );
        // A deleted user frees the name.
        let id = rows(&admin, "sys/user", "loginName=Wang_Er").await[0]["id"].clone();
        let path = format!("/api/sys/user/delByIds/{id}");
        admin.delete(&path).await.ok();
        add_user(&admin, "WANG_ER").await.ok();
    });
}

#[test]
fn two_spellings_made_at_once_make_one_user() {
    on_both(async |test| {
        let admin = test.admin().await;
        let (a, b) = tokio::join!(add_user(&admin, "twins"), add_user(&admin, "TWINS"));
        let mut codes = [a.code, b.code];
        codes.sort_unstable();
        assert_eq!(codes, [200, 2001]);
    });
}

#[test]
fn capitals_sign_in_and_count_as_the_same_name() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        let capitals = person.login_name.to_uppercase();
        let answer = try_sign_in(&test, &capitals, &person.password).await.ok();
        assert_eq!(answer["user"]["loginName"], person.login_name.as_str());
        let wrong = "Wrong-Password-1";
        for name in [&capitals, &person.login_name, &capitals] {
            try_sign_in(&test, name, wrong).await.refused(2002, "");
        }
        for name in [&person.login_name, &capitals] {
            solved_at(&test, &test.anonymous(), name, wrong)
                .await
                .refused(2002, "");
        }
        let query = format!("loginName={}", person.login_name);
        assert_eq!(rows(&admin, "sys/user", &query).await[0]["isSuoding"], true);
        let unlock = json!({ "id": person.id });
        admin.post("/api/sys/user/jiesuo", unlock).await.ok();
        assert_eq!(
            rows(&admin, "sys/user", &query).await[0]["isSuoding"],
            false
        );
    });
}

#[test]
fn where_both_spellings_exist_the_exact_one_signs_in() {
    on_both(async |test| {
        let admin = test.admin().await;
        let first = add_user(&admin, "older_one").await.ok();
        rename(&test, "older_one", "ADMIN").await;
        let password = first["password"].as_str().unwrap();
        let answer = try_sign_in(&test, "ADMIN", password).await.ok();
        assert_eq!(answer["user"]["loginName"], "ADMIN");
        let answer = try_sign_in(&test, "admin", PASSWORD).await.ok();
        assert_eq!(answer["user"]["loginName"], "admin");
        // Neither of the two is meant: nobody is.
        try_sign_in(&test, "Admin", PASSWORD)
            .await
            .refused(2002, "");
        try_sign_in(&test, "Admin", password)
            .await
            .refused(2002, "");
    });
}
