//! /api/sys/user: what a person may do about themselves.

use serde_json::json;
use testkit::{Client, on_both};

use crate::support::{blames, rows, set_config, try_sign_in};

async fn change(client: &Client, old: &str, new: &str, confirm: &str) -> testkit::Answer {
    let body = json!({ "oldPassword": old, "newPassword": new, "confirmPassword": confirm });
    client.post("/api/sys/user/edit/password", body).await
}

#[test]
fn the_profile_is_the_user_of_the_sign_in() {
    on_both(async |test| {
        let person = test
            .person_of(&["app:gonggao:list"], "MENDIAN", "ZONGDIAN")
            .await;
        let signed_in = try_sign_in(&test, &person.login_name, &person.password)
            .await
            .ok();
        let mut profile = person.client.get("/api/sys/user/findProfile").await.ok();
        assert_eq!(profile["isGaimi"], false);
        assert_eq!(profile["mendianShow"], "总店");
        assert_eq!(profile["permissionList"], json!(["app:gonggao:list"]));
        // What the screen has to know beside the person.
        for name in ["isGaimi", "suopingFenzhong", "isShuiyin"] {
            assert!(profile.as_object_mut().unwrap().remove(name).is_some());
        }
        assert_eq!(profile, signed_in["user"]);
    });
}

#[test]
fn a_person_edits_their_own_profile_and_no_more() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        let me = &person.client;
        let edit =
            json!({ "nickName": "新名字", "phone": "13700001111", "email": "a@b.cn", "sex": "NV" });
        me.post("/api/sys/user/edit/profile", edit).await.ok();
        let profile = me.get("/api/sys/user/findProfile").await.ok();
        assert_eq!(
            (&profile["nickName"], &profile["phone"]),
            (&json!("新名字"), &json!("137****1111"))
        );
        // The masked phone comes back with the form and changes nothing.
        me.post(
            "/api/sys/user/edit/profile",
            json!({ "phone": "137****1111" }),
        )
        .await
        .ok();
        assert_eq!(
            rows(&test.admin().await, "sys/user", "phone=13700001111")
                .await
                .len(),
            1
        );
        for forbidden in ["roleIds", "state", "loginName", "mendian", "id", "isGaimi"] {
            let body = json!({ forbidden: 1 });
            blames(
                &me.post("/api/sys/user/edit/profile", body).await,
                forbidden,
                "不能修改的字段",
            );
        }
        blames(
            &me.post("/api/sys/user/edit/profile", json!({ "sex": "X" }))
                .await,
            "sex",
            "性别不存在",
        );
    });
}

#[test]
fn an_administrator_may_save_their_own_record_unchanged() {
    on_both(async |test| {
        let admin = test.admin().await;
        let me = admin.get("/api/sys/user/findProfile").await.ok()["id"]
            .as_i64()
            .unwrap();
        let whole = crate::support::find(&admin, "sys/user", me).await;
        admin.post("/api/sys/user/edit", whole).await.ok();
    });
}

#[test]
fn an_avatar_is_a_file_and_never_a_script() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        let picture = crate::app_file_rows::png();
        let fields = [("rootPath", "avatar")];
        let made = person
            .client
            .upload("/api/app/file/up", &fields, "a.png", &picture)
            .await;
        let url = &made.ok()["url"];
        person
            .client
            .post("/api/sys/user/avatar", json!({ "headUrl": url }))
            .await
            .ok();
        let profile = person.client.get("/api/sys/user/findProfile").await.ok();
        assert_eq!(&profile["headUrl"], url);
        for bad in [
            "javascript:alert(1)",
            "data:image/svg+xml;base64",
            "/server/api/app/file/../../x",
        ] {
            let answer = person
                .client
                .post("/api/sys/user/avatar", json!({ "headUrl": bad }))
                .await;
            blames(&answer, "headUrl", "不是有效的文件地址");
        }
    });
}

#[test]
fn a_new_password_needs_the_old_one_and_the_policy() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        let (me, old) = (&person.client, person.password.as_str());
        blames(
            &change(me, "Wrong-Old-1", "Fresh-Secret-1", "Fresh-Secret-1").await,
            "oldPassword",
            "原密码不正确",
        );
        blames(
            &change(me, old, "Fresh-Secret-1", "Fresh-Secret-2").await,
            "confirmPassword",
            "不一致",
        );
        blames(
            &change(me, old, "short1A", "short1A").await,
            "newPassword",
            "密码至少 8 位",
        );
        blames(
            &change(me, old, "alllowercase", "alllowercase").await,
            "newPassword",
            "至少三种",
        );
        let with_name = format!("{}-A1", person.login_name);
        blames(
            &change(me, old, &with_name, &with_name).await,
            "newPassword",
            "不能包含账号",
        );
        blames(
            &change(me, old, old, old).await,
            "newPassword",
            "不能与原密码相同",
        );
        set_config(&test.admin().await, "ANQUAN", "mimaCelue", json!("asvs")).await;
        blames(
            &change(me, old, "Short-11-ch", "Short-11-ch").await,
            "newPassword",
            "密码至少 12 位",
        );
        change(me, old, "alllowercasewords", "alllowercasewords")
            .await
            .ok();
    });
}

#[test]
fn a_new_password_ends_the_other_sessions() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        let elsewhere = test.sign_in(&person.login_name, &person.password).await;
        change(
            &person.client,
            &person.password,
            "Fresh-Secret-1",
            "Fresh-Secret-1",
        )
        .await
        .ok();
        person.client.get("/api/sys/user/findProfile").await.ok();
        elsewhere
            .get("/api/sys/user/findProfile")
            .await
            .refused(401, "");
        try_sign_in(&test, &person.login_name, &person.password)
            .await
            .refused(2002, "");
        let lines = rows(&test.admin().await, "sys/log", "").await;
        assert!(lines.iter().any(|line| line["miaoshu"] == "修改密码"));
        assert!(
            !lines
                .iter()
                .any(|line| line.to_string().contains("Fresh-Secret"))
        );
    });
}

#[test]
fn preferences_are_kept_forgotten_and_limited() {
    on_both(async |test| {
        let (me, other) = (test.person(&[]).await.client, test.person(&[]).await.client);
        let path = "/api/sys/user/pianhao";
        let set = async |jian: &str, zhi: serde_json::Value| {
            me.post(path, json!({ "jian": jian, "zhi": zhi })).await
        };
        set("columns", json!({ "hidden": ["paixu"] })).await.ok();
        set("size", json!("mini")).await.ok();
        assert_eq!(
            me.get(path).await.ok(),
            json!({ "columns": { "hidden": ["paixu"] }, "size": "mini" })
        );
        assert_eq!(other.get(path).await.ok(), json!({}));
        set("size", json!(null)).await.ok();
        assert_eq!(
            me.get(path).await.ok(),
            json!({ "columns": { "hidden": ["paixu"] } })
        );
        blames(
            &set("big", json!("x".repeat(40_000))).await,
            "zhi",
            "内容过长",
        );
        blames(&set("", json!(1)).await, "jian", "1到100个字");
        blames(
            &set(&"键".repeat(101), json!(1)).await,
            "jian",
            "1到100个字",
        );
        for number in 0..199 {
            set(&format!("k{number}"), json!(1)).await.ok();
        }
        set("one more", json!(1))
            .await
            .refused(2002, "偏好设置过多");
        set("k7", json!(2)).await.ok();
    });
}

#[test]
fn a_person_sees_and_ends_their_own_sessions_only() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        let elsewhere = test.sign_in(&person.login_name, &person.password).await;
        let list = "/api/sys/user/session/findAllByList";
        let sessions = person.client.get(list).await.ok();
        let marks: Vec<_> = sessions
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["isDangqian"].clone())
            .collect();
        assert_eq!(marks, [json!(false), json!(true)]);
        let other = test.person(&[]).await;
        let theirs = other.client.get(list).await.ok()[0]["id"].clone();
        let end = async |ids: &str| {
            person
                .client
                .delete(&format!("/api/sys/user/session/delByIds/{ids}"))
                .await
        };
        end(&theirs.to_string()).await.refused(2004, "不存在");
        end(&format!("{},{theirs}", sessions[0]["id"]))
            .await
            .refused(2004, "不存在");
        elsewhere.get(list).await.ok();
        end(&sessions[0]["id"].to_string()).await.ok();
        elsewhere.get(list).await.refused(401, "");
        other.client.get(list).await.ok();
    });
}

#[test]
fn wrong_old_passwords_lock_like_failed_sign_ins() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        let (me, old) = (&person.client, person.password.as_str());
        let attempt = async |old: &str| change(me, old, "Fresh-Secret-1", "Fresh-Secret-1").await;
        for _ in 0..5 {
            blames(&attempt("Wrong-Old-1").await, "oldPassword", "原密码不正确");
        }
        // Now the right one does not help either, and the name is locked for signing in too.
        attempt(old).await.refused(2002, "锁定");
        // Not even by what it says of the new one.
        let said = |answer: testkit::Answer| (answer.code, answer.message);
        let weak = "short1A";
        assert_eq!(
            said(change(me, old, weak, weak).await),
            said(change(me, "Wrong-Old-1", weak, weak).await)
        );
        try_sign_in(&test, &person.login_name, old)
            .await
            .refused(2002, "");
        let query = format!("loginName={}", person.login_name);
        assert_eq!(rows(&admin, "sys/user", &query).await[0]["isSuoding"], true);
        let told = rows(
            &admin,
            "sys/log",
            &format!("{query}&state=SHIBAI&orders=id:asc"),
        )
        .await;
        let attempts: Vec<_> = told
            .iter()
            .filter(|line| line["url"] == "/server/api/sys/user/edit/password")
            .collect();
        assert_eq!(attempts.len(), 8, "{told:?}");
        assert!(
            attempts
                .iter()
                .all(|line| line["miaoshu"] == "修改密码被拒绝")
        );
        let line = crate::support::find(&admin, "sys/log", told[0]["id"].as_i64().unwrap()).await;
        assert_eq!(line["cuowu"], "原密码不正确");
        assert!(!line.to_string().contains("Wrong-Old"));
        test.clock.advance_real(10 * 60_000 + 1000);
        attempt(old).await.ok();
    });
}

#[test]
fn old_passwords_guessed_at_once_are_all_counted() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        let guess = json!({
            "oldPassword": "Wrong-Old-1", "newPassword": "Fresh-Secret-1", "confirmPassword": "Fresh-Secret-1",
        });
        let path = "/api/sys/user/edit/password";
        let answers = crate::support::at_once(&person.client, 8, path, &guess, &[]).await;
        assert!(answers.iter().all(|answer| answer.code != 200));
        let (old, new) = (person.password.as_str(), "Fresh-Secret-1");
        change(&person.client, old, new, new)
            .await
            .refused(2002, "锁定");
        let query = format!("loginName={}", person.login_name);
        assert_eq!(rows(&admin, "sys/user", &query).await[0]["isSuoding"], true);
    });
}

#[test]
fn a_changed_password_forgives_the_wrong_ones_before_it() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        let me = &person.client;
        for _ in 0..4 {
            change(me, "Wrong-Old-1", "Fresh-Secret-1", "Fresh-Secret-1").await;
        }
        let (old, new) = (person.password.as_str(), "Fresh-Secret-1");
        change(me, old, new, new).await.ok();
        try_sign_in(&test, &person.login_name, new).await.ok();
    });
}

#[test]
fn a_profile_may_be_sent_back_whole() {
    on_both(async |test| {
        let person = test
            .person_of(&["app:gonggao:list"], "MENDIAN", "ZONGDIAN")
            .await;
        let me = &person.client;
        let mut profile = me.get("/api/sys/user/findProfile").await.ok();
        profile["nickName"] = json!("新名字");
        me.post("/api/sys/user/edit/profile", profile.clone())
            .await
            .ok();
        let after = me.get("/api/sys/user/findProfile").await.ok();
        assert_eq!(after, profile);
        for (name, other) in [
            ("loginName", json!("somebody")),
            ("mendian", json!(null)),
            ("roleList", json!(["admin"])),
            ("id", json!(1)),
            ("isGaimi", json!(true)),
        ] {
            let mut changed = profile.clone();
            changed[name] = other;
            let answer = me.post("/api/sys/user/edit/profile", changed).await;
            blames(&answer, name, "不能修改的字段");
        }
        let picture = json!({ "headUrl": null, "nickName": "新名字" });
        me.post("/api/sys/user/avatar", picture).await.ok();
    });
}
