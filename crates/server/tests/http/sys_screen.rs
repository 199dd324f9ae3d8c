//! /api/sys/user/suoping: a locked screen, held by the server until the password is given.

use serde_json::{Value as Json, json};
use testkit::{Answer, Client, on_both};

use crate::support::{at_once, blames, rows};

const LOCK: &str = "/api/sys/user/suoping";
const UNLOCK: &str = "/api/sys/user/suoping/jiesuo";
const PROFILE: &str = "/api/sys/user/findProfile";

async fn unlock(client: &Client, password: &str) -> Answer {
    let body = json!({ "password": password });
    client.post(UNLOCK, body).await
}

#[test]
fn a_locked_screen_does_nothing_until_the_password_is_given() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&["app:gonggao:list", "app:gonggao:add"]).await;
        let me = &person.client;
        let elsewhere = test.sign_in(&person.login_name, &person.password).await;
        let profile = me.get(PROFILE).await.ok();
        assert_eq!(profile["suopingFenzhong"], 15);
        me.post(LOCK, json!({})).await.ok();
        me.post(LOCK, json!({})).await.ok();
        let locked = json!({ "isSuoping": true, "nickName": profile["nickName"] });
        let notice = json!({ "biaoti": "甲", "type": "XITONG", "neirong": "<p>乙</p>" });
        for answer in [
            me.get(PROFILE).await,
            me.get("/api/app/dict/init").await,
            me.get("/api/app/gonggao/findAllByPage").await,
            me.post("/api/app/gonggao/add", notice).await,
        ] {
            answer.refused(2002, "屏幕已锁定");
            assert_eq!(answer.result, locked);
        }
        // It is one screen that is locked, not the person.
        elsewhere.get(PROFILE).await.ok();
        let query = format!("loginName={}", person.login_name);
        let seen = rows(&admin, "sys/session", &query).await;
        let locks: Vec<&Json> = seen.iter().map(|row| &row["isSuoping"]).collect();
        assert_eq!(locks.iter().filter(|is| ***is == true).count(), 1);

        blames(&unlock(me, "Wrong-1").await, "password", "密码不正确");
        me.get(PROFILE).await.refused(2002, "屏幕已锁定");
        unlock(me, &person.password).await.ok();
        me.get(PROFILE).await.ok();
        let said = json!(rows(&admin, "sys/log", &query).await).to_string();
        for words in ["锁定屏幕", "解锁屏幕被拒绝", "解锁屏幕"] {
            assert!(said.contains(words), "{words}");
        }
        assert!(!said.contains("Wrong-1") && !said.contains(&person.password));

        me.post(LOCK, json!({})).await.ok();
        me.post("/api/sys/login/logout", json!({})).await.ok();
        me.get(PROFILE).await.refused(401, "登录已失效");
    });
}

#[test]
fn whoever_finds_a_locked_screen_cannot_guess_without_end() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        let me = &person.client;
        me.post(LOCK, json!({})).await.ok();
        for _ in 0..5 {
            blames(&unlock(me, "Wrong-1").await, "password", "密码不正确");
        }
        let right = &person.password;
        unlock(me, right).await.refused(2002, "锁定10分钟");
        test.clock.advance_real(10 * 60_000 + 1000);
        unlock(me, right).await.ok();
        me.get(PROFILE).await.ok();
    });
}

#[test]
fn a_locked_screen_runs_out_although_its_page_keeps_asking() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        person.client.post(LOCK, json!({})).await.ok();
        for _ in 0..4 {
            test.clock.advance_real(10 * 60_000);
            let asked = person.client.get(PROFILE).await;
            assert!(matches!(asked.code, 2002 | 401), "{}", asked.message);
        }
        unlock(&person.client, &person.password)
            .await
            .refused(401, "登录已失效");
    });
}

#[test]
fn guesses_made_at_once_are_no_more_than_guesses_made_in_turn() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        let me = &person.client;
        me.post(LOCK, json!({})).await.ok();
        let body = json!({ "password": "Wrong-1" });
        let answers = at_once(me, 12, UNLOCK, &body, &[]).await;
        let looked_at = answers.iter().filter(|answer| answer.code == 2001);
        assert_eq!(looked_at.count(), 5);
    });
}

#[test]
fn opening_a_screen_forgives_nobody_at_the_door() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        let stranger = test.anonymous();
        let wrong = json!({ "loginName": person.login_name, "password": "Wrong-1" });
        for _ in 0..3 {
            stranger.post("/api/sys/login/login", wrong.clone()).await;
        }
        person.client.post(LOCK, json!({})).await.ok();
        unlock(&person.client, &person.password).await.ok();
        let url = format!("/api/sys/login/yzm?loginName={}", person.login_name);
        let asked = stranger.get(&url).await.ok();
        assert_eq!(asked["isYzm"], true);
    });
}
