//! Keeping the seals: at a stop, after an upgrade, with several nodes, with a new key, and where
//! the anchor cannot be written.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::{cell::RefCell, path::PathBuf};

use axum::body::Body;
use serde_json::{Value as Json, json};
use server::{app, cli::check, router, sealing, settings::Settings};
use store::{Db, Tx, seal::Mark};
use testkit::{Backend, Client, Scratch, TestApp, cheap_hasher, office::Office, on_both, quietly};

/// Problems and notes of a check with these anchors.
fn check_with(settings: &Settings, anchors: &[PathBuf]) -> (Vec<String>, Vec<String>) {
    let notes = RefCell::new(Vec::new());
    let problems = check::find_with(settings, anchors, false, |note| {
        notes.borrow_mut().push(note.to_owned());
    });
    (problems.unwrap(), notes.into_inner())
}

fn check_of(settings: &Settings) -> (Vec<String>, Vec<String>) {
    check_with(settings, &[settings.anchor_file()])
}

fn everything(app: &app::App) {
    app.sealing.everything(&app.db, app.clock.real().0);
}

/// Runs what may wait for a database on a thread of its own.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.unwrap()
}

async fn post(client: &Client, path: &str, body: Json) -> Json {
    client.post(&format!("/api/{path}"), body).await.ok()
}

/// Whatever people do through the program keeps every state with its row.
#[test]
fn all_that_people_do_leaves_the_check_clean() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let person = test.person(&["app:user:list"]).await;
        let (id, role) = (person.id, person.role_id);
        let other = test.person(&["app:dingdan:list"]).await.role_id;
        post(
            admin,
            "sys/user/edit",
            json!({ "id": id, "nickName": "改名", "roleIds": [other] }),
        )
        .await;
        post(
            admin,
            "sys/user/edit",
            json!({ "id": id, "roleIds": [role], "state": "TINGYONG" }),
        )
        .await;
        post(admin, "sys/user/rePassword", json!({ "id": id })).await;
        post(
            admin,
            "sys/role/edit",
            json!({ "id": role, "menuIds": [], "dataScope": "BENREN" }),
        )
        .await;
        admin
            .delete(&format!("/api/sys/user/delByIds/{id}"))
            .await
            .ok();
        admin
            .delete(&format!("/api/sys/role/delByIds/{role}"))
            .await
            .ok();
        let menu = json!({ "name": "新页", "type": "MULU", "parentId": 0, "routerUrl": "/xin" });
        let menu = post(admin, "sys/menu/add", menu).await["id"].clone();
        post(
            admin,
            "sys/menu/edit",
            json!({ "id": menu, "name": "旧页" }),
        )
        .await;
        admin
            .delete(&format!("/api/sys/menu/delByIds/{menu}"))
            .await
            .ok();
        let config = json!({ "type": "DUANXIN", "data": { "duanxinMiyao": "gateway-secret-7" } });
        post(admin, "app/config/edit", config).await;
        let store = json!({ "dictType": "mendian", "dictLabel": "分店", "dictValue": "FENDIAN" });
        post(admin, "app/dict/data/add", store).await;
        let customer = office.customer;
        post(
            admin,
            "app/user/edit",
            json!({ "id": customer, "mendian": "FENDIAN", "phone": "13912345679" }),
        )
        .await;
        let mut second = testkit::office::account(customer);
        second["isMoren"] = true.into();
        second["zhanghao"] = "6222020200112233446".into();
        post(admin, "app/user/shoukuan/add", second).await;
        post(
            admin,
            "app/project/edit",
            json!({ "id": office.project, "beizhu": "热门" }),
        )
        .await;
        let order = office.paid_out(1_000_000, 3).await;
        office.confirm(order).await.ok();
        test.clock.advance_business(1_200 * 86_400_000);
        let (app, settings) = (test.app.clone(), test.scratch.settings());
        server::housekeeping::round(&test.app, Mark::default())
            .await
            .unwrap();
        let (problems, _) = apart(move || {
            everything(&app);
            check_of(&settings)
        })
        .await;
        assert_eq!(problems, Vec::<String>::new());
    });
}

/// A write that forgets the state is refused where it happens.
#[test]
fn a_guarded_row_cannot_be_written_without_its_state() {
    on_both(async |test| {
        for text in [
            "UPDATE sys_user SET state = 'QIYONG' WHERE id = 1",
            "INSERT INTO sys_user_role (user_id, role_id) VALUES (1, 99)",
            "DELETE FROM \"app_config\" WHERE id = 1",
        ] {
            let tried = test.db().write(move |tx| tx.execute(text, &[])).await;
            assert!(tried.is_err(), "{text}");
        }
    });
}

/// Money never waits for a state: none of its rows has one.
#[test]
fn a_repayment_writes_no_state() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let order = office.paid_out(1_000_000, 3).await;
        let states = async || {
            let counted = test.db().read(|conn| {
                conn.query_one("SELECT count(*) FROM state_line", &[])?
                    .int(0)
            });
            counted.await.unwrap()
        };
        let before = states().await;
        office.confirm(order).await.ok();
        assert_eq!(states().await, before);
    });
}

/// Rows there were before are registered once; the old seals are proven and then replaced.
#[test]
fn an_upgrade_proves_the_old_seals_and_says_from_where_it_seals() {
    const NOTHING: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    for (hash, verdict) in [(NOTHING, "核对无误"), ("x", "其中1块不符")] {
        for backend in [Backend::Sqlite, Backend::Postgres] {
            let scratch = Scratch::new(backend);
            let settings = scratch.settings();
            let opened = app::open(&settings, cheap_hasher()).unwrap();
            as_before(&opened.app.db, hash);
            drop(opened);
            std::fs::remove_file(settings.seal_keys()).unwrap();
            std::fs::remove_file(settings.anchor_file()).unwrap();
            let again = app::open(&settings, cheap_hasher()).unwrap();
            let (problems, notes) = check_of(&settings);
            assert_eq!(problems, Vec::<String>::new(), "{backend:?}");
            assert!(
                notes
                    .iter()
                    .any(|note| note.contains("封存 sys_log") && note.contains("起；0 行尚未封存")),
                "{notes:?}"
            );
            let line = again.app.db.read_now(|conn| {
                conn.query("SELECT miaoshu FROM sys_log WHERE mokuai = '封存'", &[])
            });
            let line = line.unwrap();
            assert!(line[0].text(0).unwrap().contains(verdict), "{line:?}");
        }
    }
}

/// Makes a database look like one of the version before, with one seal over no rows.
fn as_before(db: &Db, hash: &str) {
    let triggers = match db.dialect() {
        store::Dialect::Sqlite => ["seal_block", "state_line", "state_shape"]
            .map(|table| format!("DROP TRIGGER {table}_no_delete; DELETE FROM {table}; CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} BEGIN SELECT RAISE(ABORT, 'append only'); END;"))
            .concat(),
        store::Dialect::Postgres => {
            "SET LOCAL session_replication_role = replica; DELETE FROM seal_block; DELETE FROM state_line; DELETE FROM state_shape;".to_owned()
        }
    };
    let text = format!(
        "{triggers} DELETE FROM meta WHERE name LIKE 'seal_key%'; \
         INSERT INTO seal (table_name, block, first_id, last_id, row_count, hash) VALUES ('app_mingan_jilu', 1, 1, 5, 0, '{hash}')"
    );
    db.write_now(move |tx| tx.batch(&text)).unwrap();
}

#[test]
fn a_new_key_seals_and_the_old_one_verifies() {
    on_both(async |test| {
        test.admin().await;
        let (app, settings) = (test.app.clone(), test.scratch.settings());
        apart(move || {
            assert_eq!(sealing::rotate(&settings, &app.db, false).unwrap(), 2);
            everything(&app);
            assert_eq!(check_of(&settings).0, Vec::<String>::new());
            let newest = app.db.read_now(|conn| {
                conn.query_one("SELECT max(key_no) FROM seal_block", &[])?
                    .int(0)
            });
            assert_eq!(newest.unwrap(), 2);
            // Without the old key what it sealed cannot be verified, and that is said.
            let path = settings.seal_keys();
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(&path, text.lines().last().unwrap()).unwrap();
            let (problems, _) = check_of(&settings);
            assert!(
                problems
                    .iter()
                    .any(|problem| problem.contains("没有编号1的封存密钥")),
                "{problems:?}"
            );
        })
        .await;
    });
}

/// Each node anchors what it sees, whoever sealed it.
#[test]
fn every_node_has_an_anchor_of_its_own() {
    on_both(async |test| {
        test.admin().await;
        let (app, settings) = (test.app.clone(), test.scratch.settings());
        apart(move || {
            let other = Settings {
                anchor_file: Some(settings.data_dir.join("other.log")),
                ..settings.clone()
            };
            let node = app::open(&other, cheap_hasher()).unwrap();
            everything(&app);
            everything(&node.app);
            let both = [settings.anchor_file(), other.anchor_file()];
            let (problems, notes) = check_with(&settings, &both);
            assert_eq!(problems, Vec::<String>::new());
            assert_eq!(
                notes
                    .iter()
                    .filter(|note| note.starts_with("锚文件"))
                    .count(),
                2
            );
        })
        .await;
    });
}

/// Where the first seals wait for what others have on their way, nothing is anchored yet: the
/// anchor that comes with them begins at the beginning.
#[test]
fn an_anchor_that_waited_for_the_first_seals_is_whole() {
    on_both(async |test| {
        test.admin().await;
        let (app, settings) = (test.app.clone(), test.scratch.settings());
        apart(move || {
            let now = app.clock.real().0;
            // As on the day it was founded.
            let none = |tx: &mut Tx<'_>| quietly(tx, "DELETE FROM seal_block");
            app.db.write_now(none).unwrap();
            let _ = std::fs::remove_file(settings.anchor_file());
            let sealing = sealing::Sealing::open(&settings, &app.db).unwrap();
            sealing.round(&app.db, &Mark::default(), now);
            sealing.everything(&app.db, now);
            assert_eq!(sealing.problems(), Vec::<String>::new());
            assert_eq!(check_of(&settings).0, Vec::<String>::new());
        })
        .await;
    });
}

#[test]
fn an_anchor_that_cannot_be_written_stops_no_work_and_shows() {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let scratch = Scratch::new(backend);
        let settings = Settings {
            anchor_file: Some(scratch.path().to_owned()),
            ..scratch.settings()
        };
        let opened = app::open(&settings, cheap_hasher()).unwrap();
        let test = TestApp {
            router: router::router(&opened.app),
            clock: opened.app.clock.clone(),
            app: opened.app,
            backend,
            scratch,
        };
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let admin = test.admin().await;
            let ask = http::Request::get("/readyz").body(Body::empty()).unwrap();
            let ready = admin.request(ask).await;
            assert_eq!(ready.status, 200);
            let text = String::from_utf8(ready.body).unwrap();
            assert!(text.contains("anchor"), "{text}");
            let shown = admin.get("/api/app/zijin/jiancha").await.ok();
            let said = shown["fengcun"].to_string();
            assert!(
                said.contains("锚文件") && said.contains("无法写入"),
                "{shown}"
            );
        });
    }
}
