//! Calls that many tests make.

use std::sync::mpsc;

use serde_json::{Value as Json, json};
use store::{Dialect, Tx};
use testkit::{Answer, Client, TestApp};
use tokio::task::{JoinHandle, spawn_blocking, yield_now};

/// Adds a row and answers its id.
pub async fn add(client: &Client, resource: &str, body: Json) -> i64 {
    let answer = client.post(&format!("/api/{resource}/add"), body).await;
    answer.ok()["id"].as_i64().unwrap()
}

pub async fn find(client: &Client, resource: &str, id: i64) -> Json {
    let path = format!("/api/{resource}/findById/{id}");
    client.get(&path).await.ok()
}

/// The rows of a page; `query` begins after the question mark.
pub async fn rows(client: &Client, resource: &str, query: &str) -> Vec<Json> {
    let path = format!("/api/{resource}/findAllByPage?size=100&{query}");
    let page = client.get(&path).await.ok();
    page["records"].as_array().unwrap().clone()
}

pub async fn total(client: &Client, resource: &str, query: &str) -> i64 {
    let path = format!("/api/{resource}/findAllByPage?{query}");
    client.get(&path).await.ok()["total"].as_i64().unwrap()
}

/// One column of the rows of a page.
pub async fn column(client: &Client, resource: &str, query: &str, wire: &str) -> Vec<String> {
    let found = rows(client, resource, query).await;
    let texts = found
        .iter()
        .map(|row| row[wire].as_str().unwrap_or_default().to_owned());
    texts.collect()
}

/// Asserts a refusal that blames this field.
#[track_caller]
pub fn blames(answer: &Answer, wire: &str, words: &str) {
    answer.refused(2001, words);
    let blamed = answer.result["fields"][wire].as_str().unwrap_or_default();
    assert!(
        blamed.contains(words),
        "{} {}",
        answer.message,
        answer.result
    );
}

/// A sign-in that may fail.
pub async fn try_sign_in(test: &TestApp, login_name: &str, password: &str) -> Answer {
    sign_in_at(&test.anonymous(), login_name, password).await
}

/// The same from where this client is.
pub async fn sign_in_at(client: &Client, login_name: &str, password: &str) -> Answer {
    let body = json!({ "loginName": login_name, "password": password });
    client.post("/api/sys/login/login", body).await
}

/// Wrong passwords, one after the other; the last answer.
pub async fn fail_at(client: &Client, login_name: &str, times: usize) -> Answer {
    for _ in 1..times {
        sign_in_at(client, login_name, "Wrong-Password-1")
            .await
            .refused(2002, "");
    }
    sign_in_at(client, login_name, "Wrong-Password-1").await
}

/// A captcha whose code the test knows.
pub async fn known_captcha(test: &TestApp, id: &str) {
    let (real_ms, id) = (test.clock.real().0, id.to_owned());
    let put = test
        .db()
        .write(move |tx| service::login::put_captcha(tx, "192.0.2.1", &id, "k7mx", real_ms));
    put.await.unwrap();
}

/// A sign-in with a solved captcha.
pub async fn solved_at(test: &TestApp, client: &Client, name: &str, password: &str) -> Answer {
    let id = store::crypt::token().unwrap();
    known_captcha(test, &id).await;
    let body = json!({ "loginName": name, "password": password, "yzmId": id, "yzm": "k7mx" });
    client.post("/api/sys/login/login", body).await
}

pub async fn role_id(admin: &Client, code: &str) -> i64 {
    let path = format!("/api/sys/role/findAllByList?code={code}");
    let roles = admin.get(&path).await.ok();
    let found = roles
        .as_array()
        .unwrap()
        .iter()
        .find(|role| role["code"] == code);
    found.unwrap()["id"].as_i64().unwrap()
}

/// A second store beside the 总店 every installation has.
pub async fn second_store(admin: &Client) {
    let body = json!({ "dictType": "mendian", "dictLabel": "分店", "dictValue": "FENDIAN" });
    add(admin, "app/dict/data", body).await;
}

/// Gives a customer to a member of the staff.
pub async fn assign(admin: &Client, customer: i64, owner: i64) {
    let body = json!({ "userIds": [customer], "genjinrenId": owner });
    admin.post("/api/app/user/fenpei", body).await.ok();
}

pub async fn set_config(admin: &Client, kind: &str, jian: &str, zhi: Json) {
    let body = json!({ "type": kind, "data": { jian: zhi } });
    admin.post("/api/app/config/edit", body).await.ok();
}

/// The same call, several times at once.
pub async fn at_once(
    client: &Client,
    times: usize,
    path: &'static str,
    body: &Json,
    headers: &'static [(&str, &str)],
) -> Vec<Answer> {
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..times {
        let (client, text) = (client.clone(), body.to_string());
        let mut all = vec![("content-type", "application/json")];
        all.extend_from_slice(headers);
        calls.spawn(async move {
            client
                .send(http::Method::POST, path, text.into(), &all)
                .await
        });
    }
    calls.join_all().await
}

/// The menu node whose column holds this text.
pub async fn find_node(admin: &Client, wire: &str, text: &str) -> Json {
    let all = admin.get("/api/sys/menu/findAllByList").await.ok();
    let found = all
        .as_array()
        .unwrap()
        .iter()
        .find(|node| node[wire] == text);
    found.unwrap().clone()
}

/// What `check` finds, apart from what waits for its seal: seals wait for whatever runs beside a
/// test, and the anchor with them.
pub async fn problems(test: &TestApp) -> Vec<String> {
    let settings = test.scratch.settings();
    let found = spawn_blocking(move || server::cli::check::find(&settings, |_| ()));
    let mut found = found.await.unwrap().unwrap();
    found.retain(|problem| !problem.contains("锚文件"));
    found
}

/// Takes away triggers and what they call, each with its table, as they were before a migration.
pub fn drop_triggers<'a>(
    tx: &mut Tx<'_>,
    triggers: impl IntoIterator<Item = (&'a str, &'a str, &'a str)>,
) -> store::Result<()> {
    for (trigger, table, function) in triggers {
        tx.batch(&match tx.dialect() {
            Dialect::Postgres => {
                format!("DROP TRIGGER {trigger} ON {table}; DROP FUNCTION {function}")
            }
            Dialect::Sqlite => format!("DROP TRIGGER {trigger}"),
        })?;
    }
    Ok(())
}

/// The one writer of SQLite, kept busy until it is let go.
pub struct HeldWriter {
    go: mpsc::Sender<()>,
    holding: JoinHandle<store::Result<()>>,
}

impl HeldWriter {
    pub async fn new(test: &TestApp) -> Self {
        let (go, held) = mpsc::channel();
        let db = test.db().clone();
        let hold = move |_: &mut Tx<'_>| {
            held.recv().unwrap();
            Ok(())
        };
        let holding = spawn_blocking(move || db.write_now(hold));
        Self::awaits(test, 0).await;
        Self { go, holding }
    }

    /// Until so many jobs wait for it.
    pub async fn awaits(test: &TestApp, jobs: usize) {
        let is_so = || {
            let pools = test.db().pools();
            let writer = pools.iter().find(|pool| pool.name == "write").unwrap();
            (writer.busy, writer.waiting) == (1, jobs)
        };
        while !is_so() {
            yield_now().await;
        }
    }

    pub async fn release(self) {
        self.go.send(()).unwrap();
        self.holding.await.unwrap().unwrap();
    }
}
