//! Private files at rest: what lies in the folder is no picture, what somebody put there opens for
//! nobody and is named by the check, what an earlier version left is sealed, and a new key takes
//! over.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::{cell::RefCell, fs, io::Cursor, path::PathBuf, sync::Arc};

use server::{
    app,
    cli::{check, rotate},
    files::{FileKey, Storage as _},
    housekeeping,
    settings::Settings,
};
use store::{file_seal, files, rotation, seal::Mark};
use testkit::{Answer, Client, TestApp, cheap_hasher, on_both};

const HOUR_MS: i64 = 3_600_000;

/// A picture like no other.
fn picture(seed: u8) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let noise = |x: u32, y: u32| {
        let mixed = (x * 7 + 13).wrapping_mul(y * 31 + u32::from(seed) + 1);
        image::Rgb([mixed.to_le_bytes()[0], mixed.to_le_bytes()[1], seed])
    };
    let drawn = image::RgbImage::from_fn(24, 24, noise);
    drawn.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

async fn stored(client: &Client, folder: &str, seed: u8) -> FileKey {
    let (fields, picture) = ([("rootPath", folder)], picture(seed));
    let kept = client.upload("/api/app/file/up", &fields, "证件.png", &picture);
    let kept = kept.await.ok();
    let url = kept["url"].as_str().unwrap();
    FileKey::parse(url.strip_prefix("/server/api/app/file/").unwrap()).unwrap()
}

async fn shown(client: &Client, key: &FileKey) -> Answer {
    client.get(&format!("/api/app/file/{key}")).await
}

fn on_disk(test: &TestApp, key: &FileKey) -> PathBuf {
    test.scratch.path().join("files").join(key.as_str())
}

/// The bytes as they were accepted.
fn clear(test: &TestApp, key: &FileKey) -> Vec<u8> {
    let stored = test.app.files.open(key).unwrap().unwrap();
    let mut bytes = Vec::new();
    let (length, mut reader) = (stored.length, stored.reader);
    reader.read_to_end(&mut bytes).unwrap();
    assert_eq!(length, Some(bytes.len() as u64));
    bytes
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Problems and notes of a check.
async fn check_of(test: &TestApp) -> (Vec<String>, String) {
    check_with(test.scratch.settings()).await
}

async fn check_with(settings: Settings) -> (Vec<String>, String) {
    let checking = move || {
        let notes = RefCell::new(String::new());
        let problems = check::find(&settings, |note| {
            notes.borrow_mut().push_str(note);
            notes.borrow_mut().push('\n');
        });
        (problems.unwrap(), notes.into_inner())
    };
    tokio::task::spawn_blocking(checking).await.unwrap()
}

const CHANGED: &str = "文件已被替换或损坏，无法打开，请联系管理员";

#[test]
fn a_private_file_lies_sealed_and_one_that_was_changed_opens_for_nobody() {
    on_both(async |test| {
        let admin = test.admin().await;
        let [kept, swapped, changed, forged, cut] = [
            stored(&admin, "renzheng", 1).await,
            stored(&admin, "renzheng", 2).await,
            stored(&admin, "xinyong", 3).await,
            stored(&admin, "pingzheng", 4).await,
            stored(&admin, "shoukuan", 5).await,
        ];
        let public = stored(&admin, "avatar", 6).await;
        for key in [&kept, &swapped, &changed, &forged, &cut] {
            let (lies, clear) = (fs::read(on_disk(&test, key)).unwrap(), clear(&test, key));
            assert!(clear.starts_with(b"\x89PNG"));
            assert_eq!(file_seal::number(&lies), Some(1));
            assert_eq!(lies.len(), clear.len() + file_seal::OVERHEAD);
            for part in [&clear[..8], &clear[clear.len() / 2..][..16]] {
                assert!(!holds(&lies, part), "{key}");
            }
            let seen = shown(&admin, key).await;
            assert_eq!(seen.headers["content-type"], "image/png");
            image::load_from_memory(&seen.body).unwrap();
        }
        assert!(
            fs::read(on_disk(&test, &public))
                .unwrap()
                .starts_with(b"\x89PNG")
        );
        let (problems, notes) = check_of(&test).await;
        assert_eq!(problems, Vec::<String>::new());
        assert!(
            notes.contains("私密文件：5 个，已核对文件头和长度，其中打开 5 个"),
            "{notes}"
        );

        // Somebody's card in the place of another's, a bit turned, a picture of their own, an end cut off.
        fs::copy(on_disk(&test, &kept), on_disk(&test, &swapped)).unwrap();
        let mut bytes = fs::read(on_disk(&test, &changed)).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(on_disk(&test, &changed), bytes).unwrap();
        fs::write(on_disk(&test, &forged), picture(9)).unwrap();
        let bytes = fs::read(on_disk(&test, &cut)).unwrap();
        fs::write(on_disk(&test, &cut), &bytes[..bytes.len() - 1]).unwrap();
        let mut bytes = fs::read(on_disk(&test, &public)).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(on_disk(&test, &public), bytes).unwrap();
        for key in [&swapped, &changed, &forged, &cut] {
            let refused = shown(&admin, key).await;
            assert!(refused.message.starts_with(CHANGED), "{}", refused.message);
        }
        assert_eq!(shown(&admin, &kept).await.status, 200);
        let (problems, _) = check_of(&test).await;
        for (key, what) in [
            (&swapped, "被替换或损坏"),
            (&changed, "无法在此处解密"),
            (&forged, "未加密"),
            (&cut, "长度与登记的不符"),
            (&public, "内容与登记的校验值不符"),
        ] {
            let named = problems
                .iter()
                .any(|text| text.contains(key.as_str()) && text.contains(what));
            assert!(named, "{key} {what}: {problems:?}");
        }
        assert_eq!(problems.len(), 5, "{problems:?}");
    });
}

#[test]
fn a_file_that_a_row_shows_and_nobody_has_is_named() {
    on_both(async |test| {
        let admin = test.admin().await;
        let customer = serde_json::json!({ "nickName": "客户", "phone": "13800000001", "mendian": "ZONGDIAN" });
        let customer = admin.post("/api/app/user/add", customer).await.ok()["id"].clone();
        let (used, left) = (
            stored(&admin, "shoukuan", 1).await,
            stored(&admin, "shoukuan", 2).await,
        );
        let wallet = serde_json::json!({
            "userId": customer, "type": "WEIXIN", "shoukuanzhanghao": "13900000009",
            "shoukuanma": format!("/server/api/app/file/{used}"),
        });
        admin.post("/api/app/user/shoukuan/add", wallet).await.ok();
        for key in [&used, &left] {
            fs::remove_file(on_disk(&test, key)).unwrap();
        }
        let (problems, _) = check_of(&test).await;
        assert_eq!(problems, [format!("文件 {used}：不在文件存储中")]);
    });
}

/// A file as an earlier version left it.
async fn as_before(test: &TestApp, key: &FileKey) -> Vec<u8> {
    let bytes = clear(test, key);
    fs::write(on_disk(test, key), &bytes).unwrap();
    let name = key.as_str().to_owned();
    let forgotten = test.db().write(move |tx| files::rewritten(tx, &name, 0));
    forgotten.await.unwrap();
    bytes
}

#[test]
fn what_an_earlier_version_kept_in_clear_opens_and_is_sealed() {
    on_both(async |test| {
        let admin = test.admin().await;
        let mut old = Vec::new();
        for seed in 0..45 {
            let key = stored(&admin, "renzheng", seed).await;
            let bytes = as_before(&test, &key).await;
            old.push((key, bytes));
        }
        let settings = test.scratch.settings();
        let opened = {
            let settings = settings.clone();
            let opening = move || app::open(&settings, cheap_hasher());
            tokio::task::spawn_blocking(opening).await.unwrap()
        };
        let upgraded = opened.unwrap_or_else(|sentence| panic!("{sentence}")).app;
        let same = Client::new(server::router::router(&upgraded), admin.token.clone());
        let (first, _) = &old[0];
        assert_eq!(shown(&same, first).await.status, 200);
        let (problems, notes) = check_of(&test).await;
        assert_eq!(problems, Vec::<String>::new());
        assert!(notes.contains("45 个来自旧版本"), "{notes}");

        // A backup holds none of them in clear.
        let copy = test.scratch.path().join("copy");
        let backing_up = move || {
            let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_zhanggui"));
            program.arg("backup").arg(&copy);
            program.env("ZHANGGUI_DATA_DIR", &settings.data_dir);
            if let Some(url) = &settings.database_url {
                program.env("ZHANGGUI_DATABASE_URL", url);
            }
            assert!(program.output().unwrap().status.success());
            copy
        };
        let copy = tokio::task::spawn_blocking(backing_up).await.unwrap();
        for (key, bytes) in &old {
            let lies = fs::read(copy.join("files").join(key.as_str())).unwrap();
            assert!(file_seal::number(&lies).is_some() && !holds(&lies, &bytes[..16]));
        }

        housekeeping::seal_clear_files(&upgraded).await.unwrap();
        for (key, bytes) in &old {
            let lies = fs::read(on_disk(&test, key)).unwrap();
            assert_eq!(file_seal::number(&lies), Some(1));
            assert_eq!(&clear(&test, key), bytes);
        }
        let (problems, notes) = check_of(&test).await;
        assert_eq!(problems, Vec::<String>::new());
        assert!(!notes.contains("旧版本"), "{notes}");
        // From now on what lies in clear is not ours.
        fs::write(on_disk(&test, first), picture(99)).unwrap();
        let refused = shown(&same, first).await;
        assert!(refused.message.starts_with(CHANGED), "{}", refused.message);
    });
}

#[test]
fn a_new_key_seals_files_again() {
    on_both(async |test| {
        let admin = test.admin().await;
        let watch = test.app.key_watch.as_ref().unwrap();
        let look = async || watch.round(test.db(), test.clock.real().0).await.unwrap();
        look().await;
        let (old, forged) = (
            stored(&admin, "renzheng", 1).await,
            stored(&admin, "renzheng", 2).await,
        );
        let bytes = clear(&test, &old);
        let settings = Arc::new(test.scratch.settings());
        let given = Arc::clone(&settings);
        let apart = tokio::task::spawn_blocking(move || {
            let db = app::open_existing_db(&given).unwrap();
            assert_eq!(rotate::begin(&db, &given.key()).unwrap(), 2);
            db.write_now(|tx| rotation::write_with(tx, 2)).unwrap();
            assert!(db.keys().write_with(2));
            db
        });
        let db = apart.await.unwrap();
        look().await;
        // Both keys open, the new one writes, and the check says how far it is.
        let new = stored(&admin, "renzheng", 3).await;
        let number = |key: &FileKey| file_seal::number(&fs::read(on_disk(&test, key)).unwrap());
        assert_eq!((number(&old), number(&new)), (Some(1), Some(2)));
        for key in [&old, &new] {
            assert_eq!(shown(&admin, key).await.status, 200);
        }
        let (problems, notes) = check_of(&test).await;
        assert_eq!(problems, Vec::<String>::new());
        assert!(
            notes.contains("密钥更换尚未完成，2 个在其他密钥下"),
            "{notes}"
        );

        // A picture of somebody else's does not become ours on the way.
        let sealed = fs::read(on_disk(&test, &forged)).unwrap();
        fs::write(on_disk(&test, &forged), picture(9)).unwrap();
        let walk = async |db: &store::Db| {
            let (db, given) = (db.clone(), Arc::clone(&settings));
            let walking = move || {
                rotate::walk(&db, |_| ()).unwrap();
                rotate::walk_files(&given, &db, |_| ()).unwrap();
                db.read_now(|conn| files::left_under_older(conn, 2))
                    .unwrap()
            };
            tokio::task::spawn_blocking(walking).await.unwrap()
        };
        assert_eq!(walk(&db).await, 1);
        assert_eq!((number(&old), number(&forged)), (Some(2), None));
        assert_eq!(clear(&test, &old), bytes);
        fs::write(on_disk(&test, &forged), &sealed).unwrap();
        assert_eq!(walk(&db).await, 0);
        assert_eq!(number(&forged), Some(2));
        let given = Arc::clone(&settings);
        let put_back = on_disk(&test, &forged);
        let refused = tokio::task::spawn_blocking(move || {
            db.write_now(|tx| rotation::finish(tx, 2)).unwrap();
            // An old copy of the file, brought back behind the server's back.
            fs::write(put_back, &sealed).unwrap();
            rotate::forget(&given).unwrap_err()
        });
        let refused = refused.await.unwrap();
        assert!(refused.contains("1 个文件在旧密钥下"), "{refused}");
        let (problems, _) = check_of(&test).await;
        assert_eq!(
            problems,
            [format!("文件 {forged}：更换密钥已完成，却还在旧密钥 1 下")]
        );
    });
}

#[test]
fn a_file_given_up_while_it_is_sealed_goes() {
    on_both(async |test| {
        let admin = test.admin().await;
        let key = stored(&admin, "renzheng", 1).await;
        let bytes = fs::read(on_disk(&test, &key)).unwrap();
        let name = key.as_str().to_owned();
        let real_ms = test.clock.real().0;
        // Somebody is about to write it again, and it is removed as unused.
        let asked = vec![name.clone()];
        let begun = test
            .db()
            .write(move |tx| files::rewrite(tx, asked.clone(), real_ms + 86_400_000));
        assert_eq!(begun.await.unwrap().len(), 1);
        test.clock.advance_real(86_400_001);
        housekeeping::round(&test.app, Mark::default())
            .await
            .unwrap();
        assert!(!on_disk(&test, &key).exists());
        // The bytes come back, and whoever wrote them is gone: the row is still there to find them.
        fs::write(on_disk(&test, &key), bytes).unwrap();
        let asked = name.clone();
        let ended = test.db().write(move |tx| files::rewritten(tx, &asked, 1));
        assert!(!ended.await.unwrap());
        test.clock.advance_real(HOUR_MS + 1);
        housekeeping::round(&test.app, Mark::default())
            .await
            .unwrap();
        assert!(!on_disk(&test, &key).exists());
        let left = test
            .db()
            .read(|conn| conn.query("SELECT file_key FROM file", &[]));
        assert!(left.await.unwrap().is_empty());
    });
}
