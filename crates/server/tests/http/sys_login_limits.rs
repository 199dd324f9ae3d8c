//! /api/sys/login: captchas after three failures, a lock after five.

use base64::Engine as _;
use serde_json::json;
use testkit::{Answer, Client, PASSWORD, TestApp, on_both};

use crate::support::{at_once, fail_at, known_captcha, rows, sign_in_at, solved_at, try_sign_in};

const MINUTE_MS: i64 = 60_000;
/// Where nobody has signed in from.
const STRANGE: &str = "203.0.113.7";

async fn with_captcha(test: &TestApp, name: &str, password: &str, id: &str, code: &str) -> Answer {
    let body = json!({ "loginName": name, "password": password, "yzmId": id, "yzm": code });
    test.anonymous().post("/api/sys/login/login", body).await
}

async fn fail(test: &TestApp, name: &str, times: usize) -> Answer {
    fail_at(&test.anonymous(), name, times).await
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
        // A success wipes the slate of the name, and not that of the address.
        let elsewhere = test.anonymous().at(STRANGE);
        sign_in_at(&elsewhere, "admin", PASSWORD).await.ok();
        let here = try_sign_in(&test, "admin", PASSWORD).await;
        here.refused(2002, "");
        assert_eq!(here.result["isYzm"], true);
        test.clock.advance_real(10 * MINUTE_MS);
        try_sign_in(&test, "admin", PASSWORD).await.ok();
    });
}

#[test]
fn a_try_without_the_captcha_that_is_asked_for_counts_for_nothing() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        let stranger = test.anonymous().at(STRANGE);
        let name = person.login_name.as_str();
        fail_at(&stranger, name, 3).await.refused(2002, "");
        let lines = rows(&admin, "sys/log", "type=DENGLU&state=SHIBAI").await;
        assert_eq!(lines.len(), 3);
        for _ in 0..20 {
            let unread = sign_in_at(&stranger, name, &person.password).await;
            unread.refused(2002, "");
            assert_eq!(unread.result["isYzm"], true);
        }
        let found = rows(&admin, "sys/user", &format!("loginName={name}")).await;
        assert_eq!(found[0]["isSuoding"], false);
        let lines = rows(&admin, "sys/log", "type=DENGLU&state=SHIBAI").await;
        assert_eq!(lines.len(), 3);
        solved_at(&test, &stranger, name, &person.password)
            .await
            .ok();
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
fn what_one_node_counts_holds_on_another() {
    on_both(async |test| {
        let nodes = [test.router.clone(), test.another_node()];
        let strangers = nodes.map(|router| Client::new(router, None).at(STRANGE));
        let mut given = 0;
        for number in 0..130 {
            let picture = strangers[number % 2].get("/api/sys/login/yzm").await;
            given += usize::from(picture.code == 200);
        }
        assert_eq!(given, 60);
        let elsewhere = strangers[1].at("203.0.113.8");
        elsewhere.get("/api/sys/login/yzm").await.ok();
        // Three failures in all ask for a captcha on either, five lock.
        for number in 0..3 {
            fail_at(&strangers[number % 2], "admin", 1).await;
        }
        for stranger in &strangers {
            let unread = sign_in_at(stranger, "admin", PASSWORD).await;
            unread.refused(2002, "");
            assert_eq!(unread.result["isYzm"], true);
        }
        test.clock.advance_real(MINUTE_MS);
        strangers[0].get("/api/sys/login/yzm").await.ok();
    });
}

#[test]
fn five_failures_lock_for_ten_minutes() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        let stranger = test.anonymous().at(STRANGE);
        let (name, password) = (person.login_name.as_str(), person.password.as_str());
        lock(&test, name).await;
        let found = rows(&admin, "sys/user", &format!("loginName={name}")).await;
        assert_eq!(found[0]["isSuoding"], true);
        let right = async || solved_at(&test, &stranger, name, password).await;
        right().await.refused(2002, "");
        test.clock.advance_real(9 * MINUTE_MS + 50_000);
        // Trying while it is locked does not prolong the lock.
        right().await.refused(2002, "");
        test.clock.advance_real(11_000);
        right().await.ok();
        let found = rows(&admin, "sys/user", &format!("loginName={name}")).await;
        assert_eq!(found[0]["isSuoding"], false);
    });
}

/// Three failures as they are, two with a captcha.
async fn lock(test: &TestApp, name: &str) -> Answer {
    let stranger = test.anonymous().at(STRANGE);
    fail_at(&stranger, name, 3).await.refused(2002, "");
    let wrong = "Wrong-Password-1";
    solved_at(test, &stranger, name, wrong)
        .await
        .refused(2002, "");
    solved_at(test, &stranger, name, wrong).await
}

#[test]
fn an_administrator_unlocks() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        lock(&test, &person.login_name).await;
        admin
            .post("/api/sys/user/jiesuo", json!({ "id": person.id }))
            .await
            .ok();
        let stranger = test.anonymous().at(STRANGE);
        solved_at(&test, &stranger, &person.login_name, &person.password)
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
        let said = |answer: Answer| (answer.code, answer.message, answer.result);
        for times in 0..4 {
            let (known, unknown) = (
                fail(&test, "admin", 1).await,
                fail(&test, "nobody", 1).await,
            );
            assert_eq!(said(known), said(unknown), "{times}");
        }
        let (known, unknown) = (lock(&test, "admin").await, lock(&test, "nobody").await);
        assert_eq!(said(known), said(unknown));
        let stranger = test.anonymous().at(STRANGE);
        let known = solved_at(&test, &stranger, "admin", PASSWORD).await;
        let unknown = solved_at(&test, &stranger, "nobody", PASSWORD).await;
        assert_eq!(said(known), said(unknown));
    });
}

#[test]
fn guesses_made_at_once_are_looked_at_no_more_than_one_by_one() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        let name = person.login_name.as_str();
        let guess = json!({ "loginName": name, "password": "Wrong-Password-1" });
        let stranger = test.anonymous().at(STRANGE);
        for answer in at_once(&stranger, 8, "/api/sys/login/login", &guess, &[]).await {
            answer.refused(2002, "");
        }
        let counted = test.db().read(|conn| {
            let text =
                "SELECT count(*), max(failures) FROM login_failure WHERE login_name IS NOT NULL AND failures > 0";
            let row = conn.query_one(text, &[])?;
            Ok::<_, store::Error>((row.int(0)?, row.int(1)?))
        });
        assert_eq!(counted.await.unwrap(), (1, 3));
        sign_in_at(&stranger, name, &person.password)
            .await
            .refused(2002, "");
        solved_at(&test, &stranger, name, &person.password)
            .await
            .ok();
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
