//! /api/sys/login: captchas after three failures, a lock after five.

use base64::Engine as _;
use serde_json::json;
use testkit::{Answer, PASSWORD, TestApp, on_both};

use crate::support::{at_once, rows, try_sign_in};

const MINUTE_MS: i64 = 60_000;

/// A captcha whose code the test knows.
async fn known_captcha(test: &TestApp, id: &'static str) {
    let real_ms = test.clock.real().0;
    let put = test
        .db()
        .write(move |tx| service::login::put_captcha(tx, id, "k7mx", real_ms));
    put.await.unwrap();
}

async fn with_captcha(test: &TestApp, name: &str, password: &str, id: &str, code: &str) -> Answer {
    let body = json!({ "loginName": name, "password": password, "yzmId": id, "yzm": code });
    test.anonymous().post("/api/sys/login/login", body).await
}

async fn fail(test: &TestApp, name: &str, times: usize) -> Answer {
    for _ in 1..times {
        try_sign_in(test, name, "Wrong-Password-1")
            .await
            .refused(2002, "");
    }
    try_sign_in(test, name, "Wrong-Password-1").await
}

#[test]
fn a_captcha_is_asked_after_three_failures() {
    on_both(async |test| {
        assert_eq!(fail(&test, "admin", 2).await.result["isYzm"], false);
        assert_eq!(fail(&test, "admin", 1).await.result["isYzm"], true);
        let without = try_sign_in(&test, "admin", PASSWORD).await;
        without.refused(2002, "");
        assert_eq!(without.result["isYzm"], true);
        known_captcha(&test, "first").await;
        with_captcha(&test, "admin", PASSWORD, "first", " K7MX ")
            .await
            .ok();
        // A success wipes the slate.
        try_sign_in(&test, "admin", PASSWORD).await.ok();
    });
}

#[test]
fn a_captcha_is_a_picture_that_works_once_and_not_for_long() {
    on_both(async |test| {
        let given = test.anonymous().get("/api/sys/login/yzm").await.ok();
        assert!(given["yzmId"].as_str().unwrap().len() > 20);
        let picture = given["tupian"].as_str().unwrap();
        let encoded = picture.strip_prefix("data:image/png;base64,").unwrap();
        let bytes = base64::engine::general_purpose::STANDARD
            .decode(encoded)
            .unwrap();
        assert!(bytes.starts_with(b"\x89PNG"));
        // Failures of an address count too, whatever the name.
        for name in ["nobody1", "nobody2", "nobody3"] {
            fail(&test, name, 1).await;
        }
        let unread = with_captcha(
            &test,
            "admin",
            PASSWORD,
            given["yzmId"].as_str().unwrap(),
            "????",
        );
        unread.await.refused(2002, "");
        known_captcha(&test, "used").await;
        with_captcha(&test, "other", "Wrong-Password-1", "used", "k7mx")
            .await
            .refused(2002, "");
        with_captcha(&test, "admin", PASSWORD, "used", "k7mx")
            .await
            .refused(2002, "");
        known_captcha(&test, "old").await;
        test.clock.advance_real(5 * MINUTE_MS + 1000);
        with_captcha(&test, "admin", PASSWORD, "old", "k7mx")
            .await
            .refused(2002, "");
        known_captcha(&test, "fresh").await;
        with_captcha(&test, "admin", PASSWORD, "fresh", "k7mx")
            .await
            .ok();
    });
}

#[test]
fn five_failures_lock_for_ten_minutes() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        let (name, password) = (person.login_name.as_str(), person.password.as_str());
        fail(&test, name, 5).await.refused(2002, "");
        let found = rows(&admin, "sys/user", &format!("loginName={name}")).await;
        assert_eq!(found[0]["isSuoding"], true);
        known_captcha(&test, "a").await;
        with_captcha(&test, name, password, "a", "k7mx")
            .await
            .refused(2002, "");
        test.clock.advance_real(9 * MINUTE_MS + 50_000);
        known_captcha(&test, "b").await;
        // Trying while it is locked does not prolong the lock.
        with_captcha(&test, name, password, "b", "k7mx")
            .await
            .refused(2002, "");
        test.clock.advance_real(11_000);
        known_captcha(&test, "c").await;
        with_captcha(&test, name, password, "c", "k7mx").await.ok();
        let found = rows(&admin, "sys/user", &format!("loginName={name}")).await;
        assert_eq!(found[0]["isSuoding"], false);
    });
}

#[test]
fn an_administrator_unlocks() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        fail(&test, &person.login_name, 5).await;
        admin
            .post("/api/sys/user/jiesuo", json!({ "id": person.id }))
            .await
            .ok();
        known_captcha(&test, "a").await;
        with_captcha(&test, &person.login_name, &person.password, "a", "k7mx")
            .await
            .ok();
        let lines = rows(&admin, "sys/log", "mokuai=用户&orders=id:desc").await;
        assert_eq!(
            lines[0]["miaoshu"],
            format!("解锁登录 {}", person.login_name)
        );
    });
}

#[test]
fn an_unknown_name_locks_like_a_known_one() {
    on_both(async |test| {
        let known = fail(&test, "admin", 6).await;
        let unknown = fail(&test, "nobody", 6).await;
        assert_eq!(
            (unknown.code, unknown.message, unknown.result),
            (known.code, known.message, known.result)
        );
    });
}

#[test]
fn guesses_made_at_once_are_all_counted() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        let name = person.login_name.as_str();
        let guess = json!({ "loginName": name, "password": "Wrong-Password-1" });
        let nobody = test.anonymous();
        for answer in at_once(&nobody, 8, "/api/sys/login/login", &guess, &[]).await {
            answer.refused(2002, "");
        }
        known_captcha(&test, "a").await;
        with_captcha(&test, name, &person.password, "a", "k7mx")
            .await
            .refused(2002, "");
        let found = rows(&admin, "sys/user", &format!("loginName={name}")).await;
        assert_eq!(found[0]["isSuoding"], true);
    });
}

#[test]
fn captchas_are_not_drawn_without_end() {
    on_both(async |test| {
        let nobody = test.anonymous();
        for _ in 0..60 {
            nobody.get("/api/sys/login/yzm").await.ok();
        }
        let refused = nobody.get("/api/sys/login/yzm").await;
        assert_eq!(refused.status, 429);
        refused.refused(2002, "过于频繁");
        test.clock.advance_real(MINUTE_MS);
        nobody.get("/api/sys/login/yzm").await.ok();
    });
}
