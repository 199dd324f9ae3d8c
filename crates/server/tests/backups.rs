//! Backups by the schedule: what they leave behind, and what is known of them.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::{fs, path::Path};

use serde_json::{Value as Json, json};
use server::{
    backups::{self, Shelf},
    cli::backup_key,
    files::{FileKey, Folder},
    settings::Settings,
};
use service::backups::{self as kept, Ended};
use store::files::StoredFile;
use testkit::{Bucket, Client, TestApp, on_both};

const DAY_MS: i64 = 86_400_000;

/// What lies in a folder, the name without day and time.
fn left(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().filter_map(|entry| {
        let entry = entry.unwrap();
        // What is left of a name in the folder of a bucket.
        fs::read_dir(entry.path()).unwrap().next()?.unwrap();
        let name = entry.file_name().into_string().unwrap();
        Some(name.split('-').next().unwrap().to_owned())
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// A backup that failed leaves nothing; one that lacks files stays, one of them, and is no backup.
#[test]
fn a_failed_backup_leaves_no_half_behind() {
    on_both(async |test: TestApp| {
        let (settings, place) = (test.scratch.settings(), tempfile::tempdir().unwrap());
        let folder = place.path();
        let make = async |settings: &Settings| {
            let (settings, shelf) = (settings.clone(), Shelf::Folder(folder.to_owned()));
            let now = test.clock.now();
            let made = tokio::task::spawn_blocking(move || backups::make(&settings, &shelf, now));
            made.await.unwrap()
        };
        let away = Settings {
            files_url: Some("s3://".to_owned()),
            ..settings.clone()
        };
        // The rows are there by then.
        make(&away).await.unwrap_err();
        assert_eq!(left(folder), [""; 0]);
        make(&settings).await.unwrap();
        assert_eq!(left(folder), ["zhanggui"]);

        lose_a_file(&test).await;
        for _ in 0..2 {
            test.clock.advance_business(DAY_MS);
            let sentence = make(&settings).await.unwrap_err();
            assert!(sentence.contains("缺少 1 个文件"), "{sentence}");
            assert_eq!(left(folder), ["incomplete", "zhanggui"]);
        }
    });
}

/// The same in a bucket, sealed with a key of its own: the newest stay, one that lacks files is no
/// backup, and nothing in it can be read without the key.
#[test]
fn backups_go_to_a_bucket_sealed() {
    on_both(async |test: TestApp| {
        let (bucket, place) = (Bucket::start(), tempfile::tempdir().unwrap());
        let key = place.path().join("backup.key");
        backup_key::make(&key).unwrap();
        let settings = Settings {
            backup_key_file: Some(key),
            backup_keep: 2,
            ..test.scratch.settings()
        };
        let shelf = Shelf::of(&bucket.url("backups"));
        let make = async || {
            let (settings, shelf, now) = (settings.clone(), shelf.clone(), test.clock.now());
            let made = tokio::task::spawn_blocking(move || backups::make(&settings, &shelf, now));
            made.await.unwrap()
        };
        let folder = bucket.path("backups");
        // One that was cut off on the day before.
        let cut_off = folder.join("zhanggui-20260228030000");
        fs::create_dir_all(&cut_off).unwrap();
        fs::write(cut_off.join("piece-000000"), "half").unwrap();
        for kept in [1, 2, 2] {
            make().await.unwrap();
            assert_eq!(left(&folder), vec!["zhanggui"; kept]);
            test.clock.advance_business(DAY_MS);
        }
        assert!(!cut_off.join("piece-000000").exists());
        let newest = folder.join("zhanggui-20260303090000");
        let office_key = fs::read(settings.key()).unwrap();
        for name in ["piece-000000", "backup.list"] {
            let bytes = fs::read(newest.join(name)).unwrap();
            let holds = |part: &[u8]| bytes.windows(part.len()).any(|found| found == part);
            assert!(!holds(&office_key) && !holds(b"data.zhanggui"), "{name}");
        }
        lose_a_file(&test).await;
        for _ in 0..2 {
            let sentence = make().await.unwrap_err();
            assert!(sentence.contains("缺少 1 个文件"), "{sentence}");
            assert_eq!(left(&folder), ["incomplete", "zhanggui", "zhanggui"]);
            test.clock.advance_business(DAY_MS);
        }
        // Nothing of the work stays beside the office.
        let beside = fs::read_dir(test.scratch.path()).unwrap();
        let mut names = beside.map(|entry| entry.unwrap().file_name());
        assert!(!names.any(|name| name.to_string_lossy().starts_with("unfinished")));
    });
}

/// What is known of a file whose bytes are gone.
async fn lose_a_file(test: &TestApp) {
    let key = FileKey::new(Folder::Avatar, 2026, 3, 1, "png").unwrap();
    let file = StoredFile {
        key: key.as_str().to_owned(),
        folder: Folder::Avatar.name().to_owned(),
        name: "a.png".to_owned(),
        mime: "image/png".to_owned(),
        size: 1,
        md5: None,
        key_number: 0,
        create_by: 1,
        owner: None,
    };
    let (now_ms, real_ms) = (test.clock.now().0, test.clock.real().0);
    let insert = test
        .db()
        .write(move |tx| store::files::insert(tx, &file, now_ms, real_ms));
    insert.await.unwrap();
}

/// The line of the home page, for an administrator who sees everything, once there is something to
/// tell.
#[test]
fn the_home_page_tells_of_the_last_backup() {
    on_both(async |test: TestApp| {
        let admin = test.admin().await;
        let clerk = test
            .person_of(&["app:user:list"], "QUANBU", "ZONGDIAN")
            .await;
        let line = async |client: &Client| -> Json {
            let home = client.get("/api/app/page/admin/home").await.ok();
            home["beifen"].clone()
        };
        assert_eq!(line(&admin).await, Json::Null);
        test.db().write(kept::scheduled).await.unwrap();
        let nothing = json!({ "chenggongTime": null, "shibaiTime": null, "yuanyin": null, "isJinggao": false });
        assert_eq!(line(&admin).await, nothing);

        let end = async |outcome: Result<(), String>| {
            let ended = Ended {
                at_ms: test.clock.now().0,
                real_ms: test.clock.real().0,
            };
            let noted = test.db().write(move |tx| kept::ended(tx, ended, &outcome));
            noted.await.unwrap();
        };
        end(Ok(())).await;
        let good = line(&admin).await;
        assert_eq!(good["chenggongTime"], "2026-03-01 09:00:00");
        assert_eq!(good["isJinggao"], false);
        test.clock.advance_business(DAY_MS);
        end(Err("备份失败：磁盘已满".to_owned())).await;
        let failed = line(&admin).await;
        assert_eq!(failed["chenggongTime"], good["chenggongTime"]);
        assert_eq!(failed["yuanyin"], "备份失败：磁盘已满");
        assert_eq!(failed["isJinggao"], true);
        assert_eq!(line(&clerk.client).await, Json::Null);
        // What is known outlives the next start.
        let known = test.db().write(kept::scheduled).await.unwrap();
        assert_eq!(known.good.unwrap().real_ms, test.clock.real().0);
        end(Ok(())).await;
        assert_eq!(line(&admin).await["yuanyin"], Json::Null);
        test.clock.advance_business(3 * DAY_MS);
        assert_eq!(line(&admin).await["isJinggao"], true);
    });
}
