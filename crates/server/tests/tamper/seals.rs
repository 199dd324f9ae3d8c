//! Edits of the sealed rows and of the seals themselves, and what a thief with the keys or with an
//! older database would do.

use std::{fs, path::Path};

use server::{app, sealing};
use store::{
    Db, SealKeys,
    seal::{self, Mark},
};
use testkit::{Backend, Scratch};

use super::{Edit, edit, office::Template, problems};

#[rustfmt::skip]
pub const EDITS: &[Edit] = &[
    edit("a line of the log changed", "UPDATE sys_log SET miaoshu = '无事发生' WHERE id = 1", &["封存被破坏：sys_log 第1块"]),
    edit("a line of the log removed", "DELETE FROM sys_log WHERE id = (SELECT max(id) FROM sys_log)", &["封存被破坏：sys_log"]),
    edit("a line before the first", "INSERT INTO sys_log (id, mokuai, type, miaoshu, url, method, haoshi, state, trace_id, create_time) VALUES (-1, '', 'QITA', '', '', 'GET', 0, 'CHENGGONG', '', 0)", &["sys_log", "编号小于1"]),
    edit("a line of an order's log changed", "UPDATE app_log SET create_by = 9 WHERE id = 1", &["封存被破坏：app_log 第1块"]),
    edit("a journal line changed", "UPDATE app_zijin_fenlu SET jine = jine + 1 WHERE id = 1", &["封存被破坏：app_zijin_fenlu"]),
    edit("the tail of the seals cut off", "DELETE FROM seal_block WHERE table_name = 'sys_log' AND block = (SELECT max(n.block) FROM seal_block n WHERE n.table_name = 'sys_log')", &["封存被截断：sys_log"]),
    edit("rows and seals cut off together", "DELETE FROM sys_log WHERE id >= (SELECT max(first_id) FROM seal_block WHERE table_name = 'sys_log'); DELETE FROM seal_block WHERE table_name = 'sys_log' AND block = (SELECT max(n.block) FROM seal_block n WHERE n.table_name = 'sys_log')", &["封存被截断：sys_log"]),
    edit("all seals deleted", "DELETE FROM seal_block", &["没有任何封存"]),
    edit("the seals of one table deleted", "DELETE FROM seal_block WHERE table_name = 'app_log'", &["封存被截断：app_log"]),
    edit("a seal in the middle deleted", "DELETE FROM seal_block WHERE table_name = 'sys_log' AND block = 1", &["封存被破坏：sys_log 第2块"]),
    edit("a seal with another hash", "UPDATE seal_block SET hash = (SELECT o.hash FROM seal_block o WHERE o.table_name = 'app_log' AND o.block = 1) WHERE table_name = 'sys_log' AND block = 1", &["封存被破坏：sys_log 第1块"]),
    edit("a seal that covers less", "UPDATE seal_block SET last_id = last_id - 1, row_count = row_count - 1, total = total - 1 WHERE table_name = 'sys_log' AND block = (SELECT max(n.block) FROM seal_block n WHERE n.table_name = 'sys_log')", &["封存被破坏：sys_log"]),
    edit("another running count", "UPDATE seal_block SET total = total + 1", &["封存被破坏：sys_log 第1块"]),
    edit("a seal of another time", "UPDATE seal_block SET create_time = create_time + 1 WHERE table_name = 'sys_log' AND block = 1", &["封存被破坏：sys_log 第1块"]),
    edit("a seal of a key that never was", "UPDATE seal_block SET key_no = 7 WHERE table_name = 'sys_log' AND block = 1", &["sys_log 第1块", "没有编号7的封存密钥"]),
    edit("a seal that reaches too far", "UPDATE seal_block SET last_id = 9000000 WHERE table_name = 'sys_log' AND block = (SELECT max(n.block) FROM seal_block n WHERE n.table_name = 'sys_log')", &["封存被破坏：sys_log"]),
    edit("the seals of a table given to another", "UPDATE seal_block SET table_name = 'nothing' WHERE table_name = 'app_log'", &["封存被截断：app_log"]),
];

fn on_both(test: impl Fn(&Template, &Scratch)) {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let template = Template::new(backend);
        let copy = template.scratch.copy();
        test(&template, &copy);
    }
}

fn quietly(db: &Db, text: &'static str) {
    db.write_now(move |tx| {
        if tx.dialect() == store::Dialect::Postgres {
            tx.batch("SET LOCAL session_replication_role = replica")?;
        } else {
            tx.batch("DROP TRIGGER seal_block_no_delete; DROP TRIGGER sys_log_no_update")?;
        }
        tx.batch(text)
    })
    .unwrap();
}

fn named(problems: &[String], words: &[&str]) -> bool {
    let fits = |problem: &String| words.iter().all(|word| problem.contains(word));
    problems.iter().any(fits)
}

#[track_caller]
fn must_name(problems: &[String], words: &[&str]) {
    assert!(named(problems, words), "{words:?} in {problems:#?}");
}

/// Makes every seal anew, as the server would.
fn reseal(db: &Db, keys: &SealKeys) {
    let mark = db.read_now(Mark::take).unwrap();
    let keys = keys.clone();
    db.write_now(move |tx| {
        for (table, up_to) in mark.tables() {
            while seal::seal_next(tx, &keys, table, up_to, 0)? {}
        }
        Ok::<_, store::Error>(())
    })
    .unwrap();
}

#[test]
fn every_edit_of_the_seals_is_found_and_named() {
    super::prove("seals", EDITS);
}

/// Whoever holds the keys can make seals that fit; the anchor remembers the ones there were.
#[test]
fn seals_made_anew_with_the_right_key_are_found() {
    on_both(|template, copy| {
        let settings = copy.settings();
        let db = app::open_db(&settings).unwrap();
        quietly(
            &db,
            "UPDATE sys_log SET miaoshu = '无事发生' WHERE id = 1; DELETE FROM seal_block",
        );
        reseal(
            &db,
            &SealKeys::load(&settings.seal_keys()).unwrap().unwrap(),
        );
        must_name(&problems(template, copy), &["封存被重做：sys_log 第1块"]);
    });
}

#[test]
fn another_seal_key_is_refused_in_one_sentence() {
    on_both(|template, copy| {
        let path = copy.settings().seal_keys();
        let kept = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        must_name(&problems(template, copy), &["没有找到封存密钥"]);
        let refused = app::open(&copy.settings(), testkit::cheap_hasher());
        assert!(refused.err().unwrap().contains("没有找到封存密钥"));
        SealKeys::create(&path, 1).unwrap();
        let said = problems(template, copy);
        assert_eq!(said.len(), 1, "{said:#?}");
        must_name(&said, &["封存密钥", "与数据库不符"]);
        write_private(&path, &kept);
        assert_eq!(problems(template, copy), Vec::<String>::new());
    });
}

#[test]
fn another_data_key_is_refused_in_one_sentence() {
    on_both(|template, copy| {
        let path = copy.path().join("key");
        fs::remove_file(&path).unwrap();
        write_private(&path, &"ab".repeat(32));
        let said = problems(template, copy);
        assert_eq!(said.len(), 1, "{said:#?}");
        must_name(&said, &["密钥与数据库不符"]);
    });
}

#[test]
fn an_anchor_that_was_touched_is_found() {
    on_both(|template, copy| {
        let path = copy.settings().anchor_file();
        let kept = fs::read_to_string(&path).unwrap();
        let without_first: Vec<&str> = kept.lines().skip(1).collect();
        fs::write(&path, without_first.join("\n") + "\n").unwrap();
        must_name(&problems(template, copy), &["锚文件", "第1行"]);
        fs::write(&path, kept.replacen(" sys_log 1 ", " sys_log 2 ", 1)).unwrap();
        must_name(&problems(template, copy), &["锚文件", "被改动过"]);
        fs::remove_file(&path).unwrap();
        must_name(&problems(template, copy), &["锚文件", "无法读取"]);
    });
}

/// An older database in the place of a newer one is a theft, unless it came by `restore`.
#[test]
fn an_older_database_is_found_and_a_restore_is_told() {
    on_both(|template, copy| {
        let older = copy.copy();
        let settings = copy.settings();
        let opened = app::open(&settings, testkit::cheap_hasher()).unwrap();
        let name = "测试".to_owned();
        let noted = opened.app.db.write_now(move |tx| {
            let call = service::seed::system_call(&name, schema::Timestamp(1), 1);
            let deed = service::audit::Deed::new("测试", "一行".to_owned());
            service::audit::record(tx, &call, &deed)
        });
        noted.unwrap();
        let real_ms = opened.app.clock.real().0;
        opened.app.sealing.everything(&opened.app.db, real_ms);
        fs::copy(settings.anchor_file(), older.settings().anchor_file()).unwrap();
        must_name(&problems(template, &older), &["封存被截断：sys_log"]);
        let db = app::open_existing_db(&older.settings()).unwrap();
        sealing::record_restore(&older.settings(), &db, real_ms + 1).unwrap();
        assert_eq!(problems(template, &older), Vec::<String>::new());
        let notes = super::notes(&older);
        assert!(notes.contains("由备份恢复"), "{notes}");
    });
}

/// What somebody who deletes or empties the anchor gets is a check that fails, until the owner of
/// the keys says that it is right.
#[test]
fn an_anchor_that_begins_anew_is_found_until_it_is_accepted() {
    for empties in [false, true] {
        on_both(|template, copy| {
            let settings = copy.settings();
            let path = settings.anchor_file();
            if empties {
                fs::write(&path, "").unwrap();
                must_name(&problems(template, copy), &["锚文件", "是空的"]);
            } else {
                fs::remove_file(&path).unwrap();
                must_name(&problems(template, copy), &["锚文件", "无法读取"]);
            }
            let opened = app::open(&settings, testkit::cheap_hasher()).unwrap();
            let real_ms = opened.app.clock.real().0;
            opened.app.sealing.everything(&opened.app.db, real_ms);
            let said = opened.app.sealing.problems();
            must_name(&said, &["重新开始", "begin-anchor"]);
            must_name(&problems(template, copy), &["锚文件", "重新开始"]);
            sealing::accept_begin(&settings, &opened.app.db, real_ms + 1).unwrap();
            assert_eq!(problems(template, copy), Vec::<String>::new());
            let notes = super::notes(copy);
            assert!(notes.contains("无从对照"), "{notes}");
        });
    }
}

/// A new node says so before it starts; its anchor alone is enough from then on.
#[test]
fn an_anchor_that_begins_with_a_new_node_is_told() {
    on_both(|template, copy| {
        let settings = server::settings::Settings {
            anchor_file: Some(copy.path().join("node.log")),
            ..copy.settings()
        };
        let accepted = super::command(&settings, "begin-anchor").output().unwrap();
        assert!(accepted.status.success(), "{accepted:?}");
        let opened = app::open(&settings, testkit::cheap_hasher()).unwrap();
        assert_eq!(opened.app.sealing.problems(), Vec::<String>::new());
        assert_eq!(super::problems_of(template, settings), Vec::<String>::new());
        let logged = opened.app.db.read_now(|conn| {
            conn.query_one(
                "SELECT count(*) FROM sys_log WHERE miaoshu LIKE '承认锚文件%'",
                &[],
            )?
            .int(0)
        });
        assert_eq!(logged.unwrap(), 1);
    });
}

fn write_private(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}
