//! /api/app/mingan: personal data at rest, and one value at a time in clear.

use std::path::Path;

use serde_json::{Value as Json, json};
use testkit::{Backend, Client, TestApp, on_both};

use crate::support::{add, at_once, blames, rows, second_store, set_config, total};

const CHAKAN: &str = "/api/app/mingan/chakan";
const PHONE: &str = "13800138000";

fn ask(id: i64) -> Json {
    json!({ "ziyuan": "app/user", "id": id, "ziduan": "phone", "yuanyin": "客户来电核实" })
}

async fn customer(admin: &Client) -> i64 {
    add(
        admin,
        "app/user",
        json!({ "nickName": "张三", "phone": PHONE }),
    )
    .await
}

#[test]
fn a_value_is_shown_with_a_right_and_a_reason_and_written_down() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = customer(&admin).await;
        let keeper = test
            .person(&[
                "app:mingan:chakan",
                "app:user:query",
                "app:mingan:jilu:list",
            ])
            .await;
        assert_eq!(
            keeper.client.post(CHAKAN, ask(id)).await.ok(),
            json!({ "zhi": PHONE })
        );
        let told = rows(&keeper.client, "app/mingan/jilu", "").await;
        let expected = json!({ "ziyuan": "app/user", "mubiaoId": id, "ziduan": "phone", "yuanyin": "客户来电核实" });
        for (key, value) in expected.as_object().unwrap() {
            assert_eq!(&told[0][key], value, "{key}");
        }
        assert_eq!(
            told[0]["createByShow"],
            rows(
                &admin,
                "sys/user",
                &format!("loginName={}", keeper.login_name)
            )
            .await[0]["nickName"]
        );
        assert_eq!(total(&admin, "sys/log", "type=CHAKAN").await, 1);
        let mut silent = ask(id);
        silent["yuanyin"] = json!(" ");
        blames(
            &keeper.client.post(CHAKAN, silent).await,
            "yuanyin",
            "请填写查看原因",
        );
        for permissions in [&["app:mingan:chakan"][..], &["app:user:query"][..]] {
            let short = test.person(permissions).await.client;
            short
                .post(CHAKAN, ask(id))
                .await
                .refused(2002, "没有操作权限");
        }
        keeper
            .client
            .post(CHAKAN, ask(999_999))
            .await
            .refused(2004, "");
        let mut plain = ask(id);
        plain["ziduan"] = json!("nickName");
        blames(
            &keeper.client.post(CHAKAN, plain).await,
            "ziduan",
            "不是敏感信息",
        );
        let hash = json!({ "ziyuan": "sys/user", "id": 1, "ziduan": "mima", "yuanyin": "x" });
        blames(&admin.post(CHAKAN, hash).await, "ziduan", "不是敏感信息");
        assert_eq!(total(&admin, "app/mingan/jilu", "").await, 1);
    });
}

#[test]
fn a_foreign_customer_is_not_shown() {
    on_both(async |test| {
        let admin = test.admin().await;
        second_store(&admin).await;
        let id = customer(&admin).await;
        let keeper = test
            .person_of(
                &["app:mingan:chakan", "app:user:query"],
                "MENDIAN",
                "FENDIAN",
            )
            .await
            .client;
        keeper.post(CHAKAN, ask(id)).await.refused(2004, "不存在");
        assert_eq!(total(&admin, "app/mingan/jilu", "").await, 0);
    });
}

#[test]
fn the_budget_of_a_day_holds_even_at_once() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = customer(&admin).await;
        set_config(&admin, "ANQUAN", "chakanXiane", json!(2)).await;
        let answers = at_once(&admin, 6, CHAKAN, &ask(id), &[]).await;
        assert_eq!(
            answers.iter().filter(|answer| answer.code == 200).count(),
            2
        );
        admin
            .post(CHAKAN, ask(id))
            .await
            .refused(2002, "今日查看次数已达上限2次");
        let other = test
            .person(&["app:mingan:chakan", "app:user:query"])
            .await
            .client;
        other.post(CHAKAN, ask(id)).await.ok();
        test.clock.advance_business(86_400_000);
        admin.post(CHAKAN, ask(id)).await.ok();
    });
}

/// Every file below a folder, as one long text.
fn bytes_below(folder: &Path) -> Vec<u8> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(bytes_below(&path));
        } else {
            all.extend(std::fs::read(path).unwrap());
        }
    }
    all
}

/// Everything the database holds: the files of SQLite, every row of PostgreSQL.
async fn everything(test: &TestApp) -> String {
    if test.backend == Backend::Sqlite {
        return String::from_utf8_lossy(&bytes_below(test.scratch.path())).into_owned();
    }
    let dump = test.db().read(|conn| {
        let tables = conn.query(
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'",
            &[],
        )?;
        let mut dump = String::new();
        for table in &tables {
            let name = table.text(0)?;
            for row in conn.query(&format!("SELECT t::text FROM \"{name}\" t"), &[])? {
                dump.push_str(row.text(0)?);
            }
        }
        Ok::<_, store::Error>(dump)
    });
    dump.await.unwrap()
}

#[test]
fn no_phone_lies_in_the_database_in_clear() {
    on_both(async |test| {
        let admin = test.admin().await;
        let id = customer(&admin).await;
        admin
            .post(
                "/api/app/user/edit",
                json!({ "id": id, "phone": "13922223333" }),
            )
            .await
            .ok();
        admin
            .post(
                "/api/sys/user/edit/profile",
                json!({ "phone": "13744445555" }),
            )
            .await
            .ok();
        let key = [
            ("content-type", "application/json"),
            ("idempotency-key", "reveal-1"),
        ];
        let keyed = admin
            .send(http::Method::POST, CHAKAN, ask(id).to_string().into(), &key)
            .await;
        assert_eq!(keyed.ok()["zhi"], "13922223333");
        total(&admin, "app/user", "phone=13922223333").await;
        let dump = everything(&test).await;
        assert!(dump.contains("张三"), "the dump must hold the row");
        for secret in [admin.token.as_deref().unwrap(), testkit::PASSWORD] {
            assert!(!dump.contains(secret), "{secret} lies open");
        }
        for phone in [PHONE, "13922223333", "13744445555"] {
            let hex = store::crypt::hex(phone.as_bytes());
            assert!(
                !dump.contains(phone) && !dump.contains(&hex),
                "{phone} lies open"
            );
        }
    });
}
