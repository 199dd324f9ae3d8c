//! /api/sys/login: places a person signed in from before, which strangers cannot close to them.

use serde_json::json;
use testkit::{Answer, Client, PASSWORD, TestApp, on_both};

use crate::support::{fail_at, rows, sign_in_at, solved_at};

const STRANGE: &str = "203.0.113.7";
const OFFICE: &str = "198.51.100.1";
const HOTEL: &str = "192.0.2.9";
const DAY_MS: i64 = 86_400_000;

/// The cookie a sign-in leaves beside the one for files.
fn browser_cookie(answer: &Answer) -> String {
    let set = answer.headers.get_all("set-cookie").iter();
    let texts: Vec<&str> = set.map(|value| value.to_str().unwrap()).collect();
    let found = texts
        .iter()
        .find(|text| text.starts_with("zhanggui_browser="))
        .unwrap_or_else(|| panic!("{texts:?}"));
    for part in [
        "HttpOnly",
        "SameSite=Strict",
        "Path=/server/api/sys/login/",
        "Max-Age=2592000",
    ] {
        assert!(found.contains(part), "{found}");
    }
    found.split(';').next().unwrap().to_owned()
}

/// Locks a name as strangers can.
async fn lock(test: &TestApp, name: &str) {
    let stranger = test.anonymous().at(STRANGE);
    fail_at(&stranger, name, 3).await.refused(2002, "");
    for _ in 0..2 {
        solved_at(test, &stranger, name, "Wrong-Password-1")
            .await
            .refused(2002, "");
    }
    solved_at(test, &stranger, name, PASSWORD)
        .await
        .refused(2002, "");
}

async fn is_asked(client: &Client, name: &str) -> bool {
    let path = format!("/api/sys/login/yzm?loginName={name}");
    client.get(&path).await.ok()["isYzm"].as_bool().unwrap()
}

#[test]
fn strangers_do_not_lock_a_person_out_of_a_known_place() {
    on_both(async |test| {
        let office = test.anonymous().at(OFFICE);
        let cookie = browser_cookie(&sign_in_at(&office, "admin", PASSWORD).await);
        lock(&test, "admin").await;
        // The address is known, and the browser wherever it is; another browser elsewhere is not.
        sign_in_at(&office, "admin", PASSWORD).await.ok();
        let hotel = test.anonymous().at(HOTEL);
        let travelling = hotel.with_cookie(&cookie);
        solved_at(&test, &hotel, "admin", PASSWORD)
            .await
            .refused(2002, "");
        let again = sign_in_at(&travelling, "admin", PASSWORD).await;
        assert_eq!(browser_cookie(&again), cookie);
        again.ok();
        // Now the hotel is known too.
        sign_in_at(&hotel, "admin", PASSWORD).await.ok();
    });
}

#[test]
fn a_known_place_has_the_same_limits() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        let name = person.login_name.as_str();
        let office = test.anonymous().at(OFFICE);
        sign_in_at(&office, name, &person.password).await.ok();
        fail_at(&office, name, 3).await.refused(2002, "");
        sign_in_at(&office, name, &person.password)
            .await
            .refused(2002, "");
        for _ in 0..2 {
            solved_at(&test, &office, name, "Wrong-Password-1")
                .await
                .refused(2002, "");
        }
        solved_at(&test, &office, name, &person.password)
            .await
            .refused(2002, "");
        let found = rows(&admin, "sys/user", &format!("loginName={name}")).await;
        assert_eq!(found[0]["isSuoding"], true);
        // Elsewhere nobody has failed.
        let hotel = test.anonymous().at(HOTEL);
        sign_in_at(&hotel, name, &person.password).await.ok();
        let unlock = json!({ "id": person.id });
        admin.post("/api/sys/user/jiesuo", unlock).await.ok();
        solved_at(&test, &office, name, &person.password).await.ok();
    });
}

#[test]
fn a_place_is_known_for_one_person_and_thirty_days() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        let office = test.anonymous().at(OFFICE);
        let cookie = browser_cookie(&sign_in_at(&office, "admin", PASSWORD).await);
        lock(&test, &person.login_name).await;
        let browser = office.with_cookie(&cookie);
        solved_at(&test, &browser, &person.login_name, &person.password)
            .await
            .refused(2002, "");
        test.clock.advance_real(29 * DAY_MS);
        lock(&test, "admin").await;
        sign_in_at(&browser, "admin", PASSWORD).await.ok();
        test.clock.advance_real(31 * DAY_MS);
        lock(&test, "admin").await;
        solved_at(&test, &browser, "admin", PASSWORD)
            .await
            .refused(2002, "");
    });
}

#[test]
fn what_a_browser_brings_along_is_no_credential_and_kept_as_a_hash() {
    on_both(async |test| {
        let cookie = browser_cookie(&sign_in_at(&test.anonymous(), "admin", PASSWORD).await);
        let token = cookie.split_once('=').unwrap().1.to_owned();
        let thief = Client::new(test.router.clone(), Some(token.clone())).with_cookie(&cookie);
        thief
            .get("/api/sys/user/findProfile")
            .await
            .refused(401, "");
        let kept = test.db().read(move |conn| {
            let places = conn.query("SELECT place FROM login_place", &[])?;
            let places: Vec<String> = places
                .iter()
                .map(|row| row.text(0).map(str::to_owned))
                .collect::<Result<_, _>>()?;
            Ok::<_, store::Error>(places)
        });
        let kept = kept.await.unwrap();
        assert!(kept.iter().any(|place| place.starts_with("browser:")));
        assert!(!kept.iter().any(|place| place.contains(&token)), "{kept:?}");
        // What we did not hand out is not taken over.
        let made_up = test.anonymous().with_cookie("zhanggui_browser=made-up");
        let given = browser_cookie(&sign_in_at(&made_up, "admin", PASSWORD).await);
        assert!(!given.contains("made-up"));
    });
}

#[test]
fn the_page_is_told_before_the_try_and_nothing_is_told_about_the_name() {
    on_both(async |test| {
        let office = test.anonymous().at(OFFICE);
        let cookie = browser_cookie(&sign_in_at(&office, "admin", PASSWORD).await);
        let counters = async || {
            let counted = test.db().read(|conn| {
                conn.query_one("SELECT count(*) FROM login_failure", &[])?
                    .int(0)
            });
            counted.await.unwrap()
        };
        let before = counters().await;
        let stranger = test.anonymous().at(STRANGE);
        for name in ["admin", "nobody", "no name at all"] {
            let answer = stranger
                .get(&format!(
                    "/api/sys/login/yzm?loginName={}",
                    name.replace(' ', "%20")
                ))
                .await
                .ok();
            assert_eq!(answer, json!({ "isYzm": false }), "{name}");
        }
        assert_eq!(counters().await, before);
        for (name, from) in [("admin", "203.0.113.8"), ("nobody", "203.0.113.9")] {
            fail_at(&test.anonymous().at(from), name, 3).await;
        }
        let hotel = test.anonymous().at(HOTEL);
        for name in ["admin", "nobody"] {
            assert!(is_asked(&hotel, name).await);
            // Even where the person is known and would not be asked.
            assert!(is_asked(&office.with_cookie(&cookie), name).await);
        }
        assert!(!is_asked(&hotel, "somebody").await);
        let drawn = hotel.get("/api/sys/login/yzm?loginName=admin").await.ok();
        assert!(
            drawn["tupian"]
                .as_str()
                .unwrap()
                .starts_with("data:image/png")
        );
        assert!(drawn["yzmId"].as_str().unwrap().len() > 20);
        hotel
            .get("/api/sys/login/yzm?other=1")
            .await
            .refused(2001, "不支持的参数");
    });
}

#[test]
fn one_colleagues_failures_ask_the_other_beforehand() {
    on_both(async |test| {
        let (anna, bert) = (test.person(&[]).await, test.person(&[]).await);
        let office = test.anonymous().at(OFFICE);
        fail_at(&office, &anna.login_name, 3).await;
        // The page asks, shows the picture, and the first try is right.
        assert!(is_asked(&office, &bert.login_name).await);
        solved_at(&test, &office, &bert.login_name, &bert.password)
            .await
            .ok();
        // The success of one does not take the captcha from the address.
        assert!(is_asked(&office, &anna.login_name).await);
        assert!(is_asked(&office, &bert.login_name).await);
        assert!(!is_asked(&test.anonymous().at(HOTEL), &bert.login_name).await);
    });
}

#[test]
fn the_question_has_its_limit() {
    on_both(async |test| {
        let hotel = test.anonymous().at(HOTEL);
        for _ in 0..600 {
            hotel.get("/api/sys/login/yzm?loginName=admin").await.ok();
        }
        let refused = hotel.get("/api/sys/login/yzm?loginName=admin").await;
        assert_eq!(refused.status, 429);
        test.anonymous()
            .at(OFFICE)
            .get("/api/sys/login/yzm?loginName=admin")
            .await
            .ok();
    });
}
