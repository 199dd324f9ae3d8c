//! The rows an import refused: encrypted, for their maker alone, gone after a day, none for a check.

use serde_json::Value as Json;
use server::housekeeping;
use store::seal::Mark;
use testkit::{Client, on_both};

use crate::spreadsheet::{line, read, workbook};

const CUSTOMER: &[&str] = &["昵称*", "手机号*"];
const PHONE: &str = "13987654321";
const DAY_MS: i64 = 86_400_000;

async fn import(client: &Client, mode: &str) -> Json {
    let sheet = workbook(CUSTOMER, &[&["", PHONE]]);
    let path = format!("/api/app/user/import?moshi={mode}");
    client.upload(&path, &[], "客户.xlsx", &sheet).await.ok()
}

#[test]
fn a_check_leaves_no_file_behind() {
    on_both(async |test| {
        let admin = test.admin().await;
        let report = import(&admin, "JIANCHA").await;
        assert_eq!(
            (&report["shibai"], &report["shibaiUrl"]),
            (&1.into(), &Json::Null)
        );
        let kept = test.db().read(|conn| {
            conn.query_one("SELECT count(*) FROM import_failed", &[])?
                .int(0)
        });
        assert_eq!(kept.await.unwrap(), 0);
    });
}

#[test]
fn failed_rows_lie_encrypted_and_are_gone_after_a_day() {
    on_both(async |test| {
        let admin = test.admin().await;
        let report = import(&admin, "QUANBU").await;
        let url = report["shibaiUrl"].as_str().unwrap();
        let url = url.strip_prefix("/server").unwrap().to_owned();
        let answer = admin.get(&url).await;
        assert!(
            answer.headers["content-disposition"]
                .to_str()
                .unwrap()
                .contains(".xlsx")
        );
        assert_eq!(answer.headers["cache-control"], "no-store");
        assert_eq!(line(&read(&answer.body), 1)[1], PHONE);
        let folder = test.scratch.path().join("files/import");
        assert!(!folder.exists(), "nothing among the files");
        let kept = test.db().read(|conn| {
            let row = conn.query_one("SELECT sealed FROM import_failed", &[])?;
            Ok::<_, store::Error>(row.blob(0)?.to_vec())
        });
        let kept = kept.await.unwrap();
        // Neither as it is nor as the archive that a spreadsheet is.
        for clear in [PHONE.as_bytes(), b"PK\x03\x04", b"UEsDB"] {
            assert!(!kept.windows(clear.len()).any(|window| window == clear));
        }
        test.clock.advance_real(DAY_MS + 1000);
        let admin = test.admin().await;
        admin.get(&url).await.refused(2004, "不存在");
        housekeeping::round(&test.app, Mark::default())
            .await
            .unwrap();
        let left = test.db().read(|conn| {
            conn.query_one("SELECT count(*) FROM import_failed", &[])?
                .int(0)
        });
        assert_eq!(left.await.unwrap(), 0);
    });
}
