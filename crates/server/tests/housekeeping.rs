//! Work in the background: the log is sealed, tampering is found, old lines are archived.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up must fail loudly"
)]

use serde_json::json;
use server::{cli::check, housekeeping};
use service::Error;
use store::{Dialect, SealKeys, seal::Mark, seal_check::Proof};
use testkit::{TestApp, on_both, quietly};

const DAY_MS: i64 = 86_400_000;

/// Two rounds: the first sees what is there, the second seals it. What was on its way in between
/// must have ended, and on PostgreSQL other databases of the server count too.
async fn seal_everything(test: &TestApp) {
    let mark = housekeeping::round(&test.app, Mark::default())
        .await
        .unwrap();
    loop {
        let asked = mark.clone();
        let settled = test.db().read(move |conn| asked.has_settled(conn)).await;
        if settled.unwrap() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    housekeeping::round(&test.app, mark).await.unwrap();
}

async fn broken_blocks(test: &TestApp) -> usize {
    let keys = SealKeys::load(&test.scratch.settings().seal_keys()).unwrap();
    let keys = keys.unwrap();
    let proven = test.db().read(move |conn| {
        let mut proof = Proof::new("sys_log");
        while proof.step(conn, &keys)? {}
        Ok::<_, Error>(proof)
    });
    let proof = proven.await.unwrap();
    assert!(proof.blocks() > 0, "nothing was sealed");
    proof.problems.len()
}

/// What someone with the database's own password could do.
async fn tamper(test: &TestApp, statement: &'static str) {
    test.db()
        .write(move |tx| {
            tx.batch(match tx.dialect() {
                Dialect::Sqlite => "DROP TRIGGER sys_log_no_update; DROP TRIGGER sys_log_no_delete",
                Dialect::Postgres => "DROP TRIGGER sys_log_no_change ON sys_log",
            })?;
            tx.batch(statement)?;
            Ok::<_, Error>(())
        })
        .await
        .unwrap();
}

#[test]
fn the_database_itself_refuses_to_change_the_log() {
    on_both(async |test| {
        test.admin().await;
        for statement in ["UPDATE sys_log SET miaoshu = 'x'", "DELETE FROM sys_log"] {
            let tried = test.db().write(move |tx| tx.batch(statement)).await;
            assert!(tried.is_err(), "{statement}");
        }
    });
}

#[test]
fn a_changed_line_is_found() {
    on_both(async |test| {
        test.admin().await;
        seal_everything(&test).await;
        assert_eq!(broken_blocks(&test).await, 0);
        tamper(
            &test,
            "UPDATE sys_log SET miaoshu = '无事发生' WHERE id = 1",
        )
        .await;
        assert_eq!(broken_blocks(&test).await, 1);
    });
}

#[test]
fn a_removed_line_is_found() {
    on_both(async |test| {
        test.admin().await;
        test.admin().await;
        seal_everything(&test).await;
        tamper(&test, "DELETE FROM sys_log WHERE id = 2").await;
        assert_eq!(broken_blocks(&test).await, 1);
    });
}

#[test]
fn lines_past_the_retention_period_are_archived_and_stay_sealed() {
    on_both(async |test| {
        test.admin().await;
        seal_everything(&test).await;
        test.clock.advance_business(1100 * DAY_MS);
        seal_everything(&test).await;
        let admin = test.admin().await;
        let page = admin.get("/api/sys/log/findAllByPage?size=100").await.ok();
        let lines: Vec<&str> = page["records"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|row| row["miaoshu"].as_str())
            .collect();
        assert_eq!(lines, ["登录成功", "归档超过保留期的日志 1条"]);
        assert_eq!(broken_blocks(&test).await, 0);
    });
}

/// Whichever node asks: the turn is the office's.
#[test]
fn an_office_keeps_house_once_a_minute() {
    on_both(async |test| {
        test.admin().await;
        let minute = async || {
            let done = housekeeping::minute(&test.app, Mark::default()).await;
            done.unwrap();
            let text = "SELECT count(*) FROM archived";
            let row = test.db().read(move |conn| conn.query_one(text, &[])).await;
            row.unwrap().int(0).unwrap()
        };
        assert_eq!(minute().await, 0);
        test.clock.advance_business(1100 * DAY_MS);
        test.clock.advance_real(30_000);
        assert_eq!(minute().await, 0, "another node has just kept house");
        test.clock.advance_real(30_000);
        assert!(minute().await > 0);
    });
}

#[test]
fn a_file_that_no_row_took_goes_after_a_day() {
    on_both(async |test| {
        let admin = test.admin().await;
        let mut picture = std::io::Cursor::new(Vec::new());
        image::RgbImage::new(2, 2)
            .write_to(&mut picture, image::ImageFormat::Png)
            .unwrap();
        let picture = picture.into_inner();
        let fields = [("rootPath", "avatar")];
        let mut urls = Vec::new();
        for _ in 0..3 {
            let up = admin.upload("/api/app/file/up", &fields, "a.png", &picture);
            urls.push(up.await.ok()["url"].as_str().unwrap().to_owned());
        }
        let key = |url: &str| {
            url.strip_prefix("/server/api/app/file/")
                .unwrap()
                .to_owned()
        };
        let on_disk = |url: &str| {
            test.scratch
                .settings()
                .data_dir
                .join("files")
                .join(key(url))
        };
        let [used, marked, left] = &urls[..] else {
            panic!("three files");
        };
        let body = serde_json::json!({ "headUrl": used });
        admin.post("/api/sys/user/avatar", body).await.ok();
        // A server that stopped after its mark, with the bytes gone already.
        let marked_key = key(marked);
        test.db()
            .write(move |tx| {
                tx.batch(&format!(
                    "UPDATE file SET is_feiqi = TRUE WHERE file_key = '{marked_key}'"
                ))
            })
            .await
            .unwrap();
        std::fs::remove_file(on_disk(marked)).unwrap();
        let body = serde_json::json!({ "headUrl": marked });
        let taken = admin.post("/api/sys/user/avatar", body).await;
        taken.refused(2001, "不存在");
        seal_everything(&test).await;
        assert!(on_disk(left).exists(), "it is not a day old");
        test.clock.advance_real(DAY_MS + 1);
        seal_everything(&test).await;
        assert!(on_disk(used).exists() && !on_disk(left).exists());
        let known = test
            .db()
            .read(|conn| conn.query("SELECT file_key FROM file", &[]));
        let known = known.await.unwrap();
        assert_eq!(known.len(), 1);
        assert_eq!(known[0].text(0).unwrap(), key(used));
    });
}

async fn problems(test: &TestApp) -> Vec<String> {
    let settings = test.scratch.settings();
    let checking = move || check::find(&settings, |_| {});
    let found = tokio::task::spawn_blocking(checking).await;
    found.unwrap().unwrap()
}

/// What the office takes away by its own rules is no theft; what somebody else takes away is.
#[test]
fn what_was_taken_away_by_rule_is_told_from_what_was_stolen() {
    on_both(async |test| {
        let admin = test.admin().await;
        let mut contacts = Vec::new();
        for (name, phone) in [("张三", "13800000001"), ("李四", "13800000002")] {
            let customer = json!({ "nickName": name, "phone": phone });
            let customer = admin.post("/api/app/user/add", customer).await.ok();
            let contact =
                json!({ "userId": customer["id"], "name": "王五", "phone": "13700000001" });
            let contact = admin
                .post("/api/app/user/tongxunlu/add", contact)
                .await
                .ok();
            contacts.push((customer["id"].clone(), contact["id"].clone()));
        }
        assert_eq!(problems(&test).await, [""; 0]);
        let path = format!("/api/app/user/delByIds/{}", contacts[0].0);
        admin.delete(&path).await.ok();
        let left = "SELECT count(*) FROM app_user_tongxunlu";
        let left = test
            .db()
            .read(move |conn| conn.query_one(left, &[])?.int(0));
        assert_eq!(left.await.unwrap(), 1, "the contact went with its customer");
        assert_eq!(problems(&test).await, [""; 0]);
        let stolen = format!(
            "DELETE FROM app_user_tongxunlu WHERE id = {}",
            contacts[1].1
        );
        let theft = test.db().write(move |tx| quietly(tx, &stolen));
        theft.await.unwrap();
        let found = problems(&test).await;
        let is_told = |text: &&String| text.contains("登记过状态的行不见了");
        assert_eq!(found.iter().filter(is_told).count(), 1, "{found:?}");
    });
}
