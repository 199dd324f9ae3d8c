//! /api/sys/login: in, out, and what each leaves behind.

use std::time::Duration;

use serde_json::json;
use testkit::{PASSWORD, on_both};

use crate::support::{blames, rows, set_config, try_sign_in};

#[test]
fn a_token_works_until_sign_out() {
    on_both(async |test| {
        let admin = test.admin().await;
        let profile = "/api/sys/user/findProfile";
        assert_eq!(admin.get(profile).await.ok()["loginName"], "admin");
        admin.post("/api/sys/login/logout", json!({})).await.ok();
        let after = admin.get(profile).await;
        after.refused(401, "登录已失效");
        assert_eq!(after.status, 200);
        test.anonymous().get(profile).await.refused(401, "");
    });
}

#[test]
fn the_answer_has_what_the_client_keeps() {
    on_both(async |test| {
        let before = test.clock.real().0;
        let answer = try_sign_in(&test, "admin", PASSWORD).await;
        let cookie = answer.headers["set-cookie"].to_str().unwrap().to_owned();
        assert!(
            cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
            "{cookie}"
        );
        assert!(cookie.contains("Path=/server/api/app/file/"), "{cookie}");
        let result = answer.ok();
        assert!(result["token"].as_str().unwrap().len() >= 43);
        assert!(!cookie.contains(result["token"].as_str().unwrap()));
        let expires = schema::Timestamp::parse(result["guoqiTime"].as_str().unwrap()).unwrap();
        let seconds = (expires.0 - before) / 1000;
        assert!((43_195..=43_260).contains(&seconds), "{seconds}");
        assert_eq!(result["isGaimi"], false);
        let user = &result["user"];
        assert_eq!(user["nickName"], "管理员");
        assert_eq!(user["roleNames"], "超级管理员");
        assert_eq!(user["roleNameList"], json!(["超级管理员"]));
        assert_eq!(user["roleList"], json!(["admin"]));
        let permissions = user["permissionList"].as_array().unwrap();
        assert!(permissions.contains(&json!("sys:user:rePassword")));
        for key in ["headUrl", "phone"] {
            assert!(user.get(key).is_some(), "{key}");
        }
        assert!(!result.to_string().contains("argon2"));
    });
}

#[test]
fn every_cause_of_failure_looks_the_same() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        let admin = test.admin().await;
        let disable = json!({ "id": person.id, "state": "TINGYONG" });
        admin.post("/api/sys/user/edit", disable).await.ok();
        let wrong = try_sign_in(&test, "admin", "Wrong-Password-1").await;
        let unknown = try_sign_in(&test, "nobody", PASSWORD).await;
        let disabled = try_sign_in(&test, &person.login_name, &person.password).await;
        assert_eq!((wrong.code, wrong.status.as_u16()), (2002, 200));
        assert_eq!((unknown.code, &unknown.message), (2002, &wrong.message));
        assert_eq!((disabled.code, &disabled.message), (2002, &wrong.message));
        assert!(wrong.headers.get("set-cookie").is_none());
    });
}

#[test]
fn only_the_four_fields_are_taken() {
    on_both(async |test| {
        let nobody = test.anonymous();
        let login = "/api/sys/login/login";
        let extra = json!({ "loginName": "admin", "password": PASSWORD, "isAdmin": true });
        blames(&nobody.post(login, extra).await, "isAdmin", "未知字段");
        blames(
            &nobody.post(login, json!({ "loginName": "admin" })).await,
            "password",
            "密码不能为空",
        );
        let number = json!({ "loginName": 1, "password": PASSWORD });
        blames(&nobody.post(login, number).await, "loginName", "账号");
        nobody
            .post(login, json!([]))
            .await
            .refused(2001, "JSON对象");
    });
}

#[test]
fn sign_ins_leave_lines_in_the_log() {
    on_both(async |test| {
        try_sign_in(&test, "admin", "Wrong-Password-1").await;
        try_sign_in(&test, "stranger", "Wrong-Password-1").await;
        let second = test.admin().await;
        second.post("/api/sys/login/logout", json!({})).await.ok();
        let admin = test.admin().await;
        let lines = rows(&admin, "sys/log", "type=DENGLU,TUICHU&orders=id:asc").await;
        let told: Vec<_> = lines
            .iter()
            .map(|line| {
                (
                    line["loginName"].as_str().unwrap(),
                    line["state"].as_str().unwrap(),
                    line["miaoshu"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                ("admin", "SHIBAI", "登录失败"),
                ("stranger", "SHIBAI", "登录失败"),
                ("admin", "CHENGGONG", "登录成功"),
                ("admin", "CHENGGONG", "退出登录"),
                ("admin", "CHENGGONG", "登录成功"),
            ]
        );
        assert_eq!(lines[2]["ip"], "127.0.0.1");
        assert!(
            !lines
                .iter()
                .any(|line| line.to_string().contains("Wrong-Password"))
        );
    });
}

#[test]
fn an_idle_session_ends() {
    on_both(async |test| {
        let admin = test.admin().await;
        let profile = "/api/sys/user/findProfile";
        test.clock.advance_real(1_795_000);
        admin.get(profile).await.ok();
        let idle = test.admin().await;
        test.clock.advance_real(1_805_000);
        idle.get(profile).await.refused(401, "登录已失效");
    });
}

#[test]
fn a_session_in_use_stays() {
    on_both(async |test| {
        let admin = test.admin().await;
        let sessions = "/api/sys/user/session/findAllByList";
        let first = admin.get(sessions).await.ok()[0]["huoyueTime"].clone();
        test.clock.advance_real(1_000_000);
        // The use is written down a moment after the answer.
        let mut tries = 0;
        while admin.get(sessions).await.ok()[0]["huoyueTime"] == first {
            tries += 1;
            assert!(tries < 6_000, "the use of the session was never noted");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        test.clock.advance_real(1_000_000);
        admin.get(sessions).await.ok();
    });
}

#[test]
fn no_session_outlives_its_longest_time() {
    on_both(async |test| {
        let admin = test.admin().await;
        set_config(&admin, "ANQUAN", "huihuaKongxian", json!(86_400)).await;
        test.clock.advance_real(43_190_000);
        admin.get("/api/sys/user/findProfile").await.ok();
        test.clock.advance_real(20_000);
        admin
            .get("/api/sys/user/findProfile")
            .await
            .refused(401, "登录已失效");
    });
}

#[test]
fn a_password_typed_into_the_wrong_box_is_written_nowhere() {
    on_both(async |test| {
        try_sign_in(&test, "My-Secret!2026", "admin")
            .await
            .refused(2002, "");
        let admin = test.admin().await;
        let lines = rows(&admin, "sys/log", "state=SHIBAI").await;
        assert_eq!(lines.len(), 1);
        assert!(!lines[0].to_string().contains("My-Secret"), "{}", lines[0]);
        let kept = test.db().read(|conn| {
            let found = "SELECT count(*) FROM login_failure WHERE who LIKE '%Secret%'";
            conn.query_one(found, &[])?.int(0)
        });
        assert_eq!(kept.await.unwrap(), 0);
    });
}

/// The sign-in page says whose office it is, to whoever opens it.
#[test]
fn strangers_are_told_the_company() {
    on_both(async |test| {
        let told = async || {
            let answer = test.anonymous().get("/api/sys/login/gongsi").await;
            answer.ok()["gongsiMingcheng"].clone()
        };
        assert_eq!(told().await, "掌柜");
        let admin = test.admin().await;
        set_config(&admin, "JICHU", "gongsiMingcheng", json!("诚信小贷")).await;
        assert_eq!(told().await, "诚信小贷");
    });
}
