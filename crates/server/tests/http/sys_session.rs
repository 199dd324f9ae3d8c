//! /api/sys/session: who is online, and sending them away.

use axum::body::Body;
use http::Method;
use serde_json::json;
use server::housekeeping::round;
use store::{seal::Mark, sessions};
use testkit::{Backend, Client, on_both};
use tokio::task::spawn_blocking;

use crate::support::{HeldWriter, rows, second_store, total};

#[test]
fn sessions_are_listed_without_their_secrets() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        let found = rows(
            &admin,
            "sys/session",
            &format!("loginName={}", person.login_name),
        )
        .await;
        assert_eq!(found.len(), 1);
        assert_eq!(
            (&found[0]["ip"], &found[0]["isDangqian"]),
            (&json!("127.0.0.1"), &json!(false))
        );
        let text = json!(rows(&admin, "sys/session", "").await).to_string();
        assert!(!text.contains("Hash") && !text.contains(admin.token.as_deref().unwrap()));
        let own: Vec<_> = rows(&admin, "sys/session", "")
            .await
            .into_iter()
            .filter(|row| row["isDangqian"] == true)
            .collect();
        assert_eq!(own.len(), 1);
        assert_eq!(own[0]["loginName"], "admin");
    });
}

#[test]
fn a_kicked_person_is_signed_out_at_once() {
    on_both(async |test| {
        let admin = test.admin().await;
        let person = test.person(&[]).await;
        let query = format!("loginName={}", person.login_name);
        let id = rows(&admin, "sys/session", &query).await[0]["id"].clone();
        admin
            .delete(&format!("/api/sys/session/delByIds/{id}"))
            .await
            .ok();
        person
            .client
            .get("/api/sys/user/findProfile")
            .await
            .refused(401, "登录已失效");
        assert_eq!(total(&admin, "sys/session", &query).await, 0);
        let lines = rows(&admin, "sys/log", "mokuai=在线用户").await;
        assert_eq!(lines.len(), 1);
        let own = rows(&admin, "sys/session", "")
            .await
            .into_iter()
            .find(|row| row["isDangqian"] == true)
            .unwrap();
        let answer = admin
            .delete(&format!("/api/sys/session/delByIds/{}", own["id"]))
            .await;
        answer.refused(2002, "不能下线当前会话");
    });
}

/// On SQLite one transaction follows the other, so it is known which came first.
#[test]
fn a_write_that_waited_behind_the_end_of_its_session_is_refused() {
    on_both(async |test| {
        if test.backend != Backend::Sqlite {
            return;
        }
        let admin = test.admin().await;
        let person = test.person(&["app:qa:add"]).await;
        let question = |words: &str| json!({ "fenlei": "HUANKUAN", "wenti": words, "daan": "<p>打开账单</p>" });
        let add = async |words| person.client.post("/api/app/qa/add", question(words)).await;
        add("怎么还款").await.ok();
        let held = HeldWriter::new(&test).await;
        let (ender, user) = (test.db().clone(), person.id);
        let ending =
            spawn_blocking(move || ender.write_now(move |tx| sessions::end_all(tx, user, None)));
        HeldWriter::awaits(&test, 1).await;
        let (answer, ()) = tokio::join!(add("怎么提前还款"), async {
            HeldWriter::awaits(&test, 2).await;
            held.release().await;
        });
        answer.refused(401, "登录已失效");
        assert_eq!(ending.await.unwrap().unwrap(), 1);
        assert_eq!(total(&admin, "app/qa", "").await, 1);
        add("怎么延期").await.refused(401, "登录已失效");
    });
}

#[test]
fn a_write_that_cannot_be_read_tells_strangers_nothing() {
    on_both(async |test| {
        let person = test.person(&["app:qa:add"]).await;
        let other = test.person(&[]).await;
        let path = "/api/app/qa/add";
        let body = json!({ "fenlei": "HUANKUAN", "wenti": "怎么还款", "daan": "<p>账单</p>" });
        let broken = async |client: &Client| {
            let json = [("content-type", "application/json")];
            let body = Body::from("{");
            client.send(Method::POST, path, body, &json).await
        };
        // Whether they were seen before or not.
        for _ in 0..2 {
            broken(&test.anonymous()).await.refused(401, "登录已失效");
            broken(&other.client).await.refused(2002, "没有操作权限");
            let answer = broken(&person.client).await;
            answer.refused(2001, "请求内容不是有效的JSON");
            person.client.post(path, body.clone()).await.ok();
            let refused = other.client.post(path, body.clone()).await;
            refused.refused(2002, "没有操作权限");
        }
    });
}

#[test]
fn sessions_of_another_store_are_not_there() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let keeper = test
            .person_of(
                &["sys:session:list", "sys:session:del"],
                "MENDIAN",
                "FENDIAN",
            )
            .await
            .client;
        let foreign = test.person_of(&[], "BENREN", "ZONGDIAN").await;
        let near = test.person_of(&[], "BENREN", "FENDIAN").await;
        assert_eq!(total(&keeper, "sys/session", "").await, 2);
        let id = rows(
            &admin,
            "sys/session",
            &format!("loginName={}", foreign.login_name),
        )
        .await[0]["id"]
            .clone();
        keeper
            .delete(&format!("/api/sys/session/delByIds/{id}"))
            .await
            .refused(2004, "");
        foreign.client.get("/api/sys/user/findProfile").await.ok();
        let id = rows(
            &keeper,
            "sys/session",
            &format!("loginName={}", near.login_name),
        )
        .await[0]["id"]
            .clone();
        keeper
            .delete(&format!("/api/sys/session/delByIds/{id}"))
            .await
            .ok();
        near.client
            .get("/api/sys/user/findProfile")
            .await
            .refused(401, "");
    });
}

#[test]
fn whoever_went_away_is_not_online() {
    on_both(async |test| {
        let person = test.person(&[]).await;
        test.clock.advance_real(1_900_000);
        let admin = test.admin().await;
        round(&test.app, Mark::default()).await.unwrap();
        assert_eq!(
            total(
                &admin,
                "sys/session",
                &format!("loginName={}", person.login_name)
            )
            .await,
            0
        );
        assert_eq!(total(&admin, "sys/session", "").await, 1);
    });
}

#[test]
fn nobody_sends_away_someone_who_may_do_more() {
    on_both(async |test| {
        let admin = test.admin().await;
        let keeper = test
            .person_of(
                &["sys:session:list", "sys:session:del"],
                "MENDIAN",
                "ZONGDIAN",
            )
            .await;
        let higher = test
            .person_of(&["app:gonggao:list"], "BENREN", "ZONGDIAN")
            .await;
        let peer = test
            .person_of(&["sys:session:list"], "BENREN", "ZONGDIAN")
            .await;
        let session = async |name: &str| {
            let found = rows(&keeper.client, "sys/session", &format!("loginName={name}")).await;
            found[0]["id"].clone()
        };
        let kick = async |ids: &str| {
            let path = format!("/api/sys/session/delByIds/{ids}");
            keeper.client.delete(&path).await
        };
        let (top, near) = (session("admin").await, session(&peer.login_name).await);
        for ids in [
            top.to_string(),
            session(&higher.login_name).await.to_string(),
            format!("{near},{top}"),
        ] {
            kick(&ids).await.refused(2002, "不能操作权限高于自己的用户");
        }
        admin.get("/api/sys/user/findProfile").await.ok();
        peer.client.get("/api/sys/user/findProfile").await.ok();
        kick(&near.to_string()).await.ok();
        peer.client
            .get("/api/sys/user/findProfile")
            .await
            .refused(401, "");
        // One's own session on another machine may always be ended.
        let elsewhere = test.sign_in(&keeper.login_name, &keeper.password).await;
        let own = session(&keeper.login_name).await;
        kick(&own.to_string()).await.ok();
        elsewhere
            .get("/api/sys/user/findProfile")
            .await
            .refused(401, "");
    });
}
