//! The books of a demo office are clean, and a book that was tampered with is found out.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicUsize, Ordering},
};

use schema::{Date, Timestamp};
use service::{check, demo};
use store::{
    Db, Dialect,
    orders::{self, Figures},
};
use testkit::{Backend, TestApp, demo::passwords, quietly};

/// Makes a demo in an empty office, until `stops` says so.
fn demo(
    app: &TestApp,
    orders: usize,
    stops: impl Fn() -> bool + Send + Sync + 'static,
) -> demo::Made {
    demo::run(app.db(), noon(), orders, &passwords(), stops).unwrap()
}

fn noon() -> Timestamp {
    Timestamp::parse("2026-11-15 12:00:00").unwrap()
}

/// A demo office on each database.
fn on_both(orders: usize, test: impl Fn(&TestApp)) {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let app = TestApp::start(backend);
        let made = demo(&app, orders, || false);
        assert_eq!(made, demo::Made::Orders(orders));
        assert_eq!(demo(&app, orders, || false), demo::Made::Before);
        test(&app);
    }
}

fn today() -> Date {
    Timestamp::parse("2026-11-15").unwrap().date()
}

/// The rules that are broken, by number.
fn broken(app: &TestApp) -> BTreeSet<u8> {
    let report = check::run(app.db(), today()).unwrap();
    report.findings.iter().map(|finding| finding.rule).collect()
}

fn texts(db: &Db, text: &str) -> Vec<String> {
    let text = text.to_owned();
    let rows = db.read_now(move |conn| conn.query(&text, &[])).unwrap();
    rows.iter()
        .map(|row| row.text(0).unwrap().to_owned())
        .collect()
}

/// Rows that no search by a part of their text finds.
fn not_found_by_text(app: &TestApp, table: &str) -> i64 {
    let table = table.to_owned();
    let count = app.db().read_now(move |conn| {
        let text = match conn.dialect() {
            Dialect::Sqlite => {
                format!(
                    "SELECT count(*) FROM {table} WHERE id NOT IN (SELECT rowid FROM {table}_gram)"
                )
            }
            Dialect::Postgres => format!("SELECT count(*) FROM {table} WHERE gram IS NULL"),
        };
        conn.query_one(&text, &[])?.int(0)
    });
    count.unwrap()
}

/// Where triggers can be passed by, what they keep stays as it was.
fn past_triggers(tx: &mut store::Tx<'_>) -> store::Result<()> {
    if tx.dialect() == Dialect::Postgres {
        tx.execute("SET LOCAL session_replication_role = replica", &[])?;
    }
    Ok(())
}

/// Writes past every rule of the program.
fn tamper(app: &TestApp, texts: &'static [&'static str]) {
    app.db()
        .write_now(move |tx| {
            past_triggers(tx)?;
            for text in texts {
                tx.execute(text, &[])?;
            }
            Ok::<_, store::Error>(())
        })
        .unwrap();
}

/// Very many orders go into tables without indexes and triggers. Those are there again in the end,
/// also where it was stopped, and so is what triggers keep.
#[test]
fn a_large_demo_office_is_whole_even_if_it_was_stopped() {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let whole = TestApp::start(backend);
        assert_eq!(demo(&whole, 400, || false), demo::Made::Orders(400));
        assert_eq!(broken(&whole), BTreeSet::new());
        let stopped = TestApp::start(backend);
        let looks = AtomicUsize::new(0);
        let made = demo(&stopped, 400, move || {
            looks.fetch_add(1, Ordering::Relaxed) == 10
        });
        assert!(matches!(made, demo::Made::Stopped(1..)), "{made:?}");
        assert_eq!(broken(&stopped), BTreeSet::new());
    }
}

/// An office that was made in a file and carried to a server is the one that would have been made
/// there, also where it was stopped.
#[test]
fn a_demo_made_in_a_file_is_the_same_office() {
    let apart = |office: &TestApp, stops: fn(usize) -> bool| {
        let (folder, looks) = (tempfile::tempdir().unwrap(), AtomicUsize::new(0));
        let stops = move || stops(looks.fetch_add(1, Ordering::Relaxed));
        let (db, times) = (office.db(), (noon(), 0));
        demo::run_apart(db, folder.path(), times, 400, &passwords(), stops).unwrap()
    };
    let there = TestApp::start(Backend::Postgres);
    assert_eq!(demo(&there, 400, || false), demo::Made::Orders(400));
    let office = TestApp::start(Backend::Postgres);
    assert!(demo::may_be_apart(office.db(), 400, 0).unwrap());
    assert!(!demo::may_be_apart(office.db(), 1_000_000, 0).unwrap());
    assert_eq!(apart(&office, |_| false), Some(demo::Made::Orders(400)));
    assert!(!demo::may_be_apart(office.db(), 400, 0).unwrap());
    assert_eq!(apart(&office, |_| false), None);
    let stopped = TestApp::start(Backend::Postgres);
    let made = apart(&stopped, |looks| looks == 10);
    assert!(matches!(made, Some(demo::Made::Stopped(1..))), "{made:?}");
    for office in [&office, &stopped] {
        assert_eq!(broken(office), BTreeSet::new());
        let structure = office.db().read_now(store::catalogue::differences);
        assert_eq!(structure.unwrap().sentences, Vec::<String>::new());
    }
    for what in [
        "SELECT concat_ws(' ', id, bianhao, state, user_id, jiekuan_jine, shengyu_benjin, yinghuan_ri, create_time) FROM app_dingdan ORDER BY id",
        "SELECT concat_ws(' ', id, user_no, nick_name, jifen, genjinren_id) FROM app_user ORDER BY id",
        "SELECT concat_ws(' ', id, dingdan_id, type, neirong) FROM app_log ORDER BY id",
        "SELECT concat_ws(' ', renwu_id, user_id, zhouqi_key, lunci, jindu) FROM app_jifen_renwu_jilu ORDER BY id",
    ] {
        assert_eq!(texts(there.db(), what), texts(office.db(), what));
    }
    // What is added now gets a number that nothing had.
    let given = office.db().read_now(store::portable::numbers).unwrap();
    let last = texts(office.db(), "SELECT max(id)::text FROM app_user");
    let of_customers = given.iter().find(|(table, _)| table == "app_user");
    assert_eq!(of_customers.unwrap().1.to_string(), last[0]);
}

/// Whoever works with the database must not find it emptied, whenever they began.
#[test]
fn what_others_did_while_a_demo_was_made_in_a_file_stays() {
    let file = TestApp::start(Backend::Sqlite);
    assert!(!demo::may_be_apart(file.db(), 400, 2_000).unwrap());
    let begins: [fn(&mut store::Tx<'_>) -> store::Result<()>; 2] = [
        |tx| store::rotation::report(tx, "other", 1_000),
        |tx| {
            let text =
                "INSERT INTO sys_session (create_time, user_id, token_hash) VALUES (1, 1, 'x')";
            tx.execute(text, &[]).map(drop)
        },
    ];
    for begin in begins {
        let office = TestApp::start(Backend::Postgres);
        let (db, folder) = (office.db().clone(), tempfile::tempdir().unwrap());
        let rows = || {
            let totals = office
                .db()
                .read_now(|conn| store::portable::totals(conn, |_| {}));
            totals.unwrap()
        };
        let before = rows();
        // The first look at whether to stop: the story has begun.
        let (other, looks) = (db.clone(), AtomicUsize::new(0));
        let somebody_begins = move || {
            if looks.fetch_add(1, Ordering::Relaxed) == 0 {
                other.write_now(begin).unwrap();
            }
            false
        };
        let times = (noon(), 2_000);
        let made = demo::run_apart(
            &db,
            folder.path(),
            times,
            400,
            &passwords(),
            somebody_begins,
        );
        assert_eq!(made.unwrap(), None);
        assert!(texts(&db, "SELECT bianhao FROM app_dingdan").is_empty());
        assert_ne!(before, rows(), "what was done meanwhile is there");
    }
}

/// What whoever looks at a demo office finds something in: not the pages that need a stored picture,
/// what only a person at work leaves behind, or the developers' tools.
const FILLED: [&str; 37] = [
    "app_config",
    "app_dict",
    "app_dict_data",
    "app_dingdan",
    "app_dingdan_qianyue",
    "app_dingdan_shoukuan",
    "app_dingdan_xingqing",
    "app_fankui",
    "app_gonggao",
    "app_hetong",
    "app_hetong_banben",
    "app_jifen",
    "app_jifen_renwu",
    "app_jifen_renwu_jilu",
    "app_jifen_shangpin",
    "app_jifen_shangpin_dingdan",
    "app_log",
    "app_mingan_jilu",
    "app_project",
    "app_project_fenlei",
    "app_project_fenlei_pingbi",
    "app_qa",
    "app_qudao",
    "app_tongzhi",
    "app_user",
    "app_user_duanxin",
    "app_user_fufei",
    "app_user_genjin",
    "app_user_jibenxinxi",
    "app_user_renzheng",
    "app_user_shoukuan",
    "app_user_tongxunlu",
    "app_version",
    "sys_log",
    "sys_menu",
    "sys_role",
    "sys_user",
];

#[test]
fn a_demo_office_has_orders_in_every_state_and_clean_books() {
    on_both(120, |app| {
        assert_eq!(broken(app), BTreeSet::new());
        let states = texts(
            app.db(),
            "SELECT DISTINCT state FROM app_dingdan ORDER BY state",
        );
        let all: BTreeSet<&str> = loan::State::ALL.iter().map(|state| state.code()).collect();
        let found: BTreeSet<&str> = states.iter().map(String::as_str).collect();
        assert_eq!(found, all);
        store::finish_words(app.db()).unwrap();
        for model in schema::models() {
            if model.gram_fields().next().is_some() {
                let name = &model.name;
                assert_eq!(not_found_by_text(app, name), 0, "{name}");
            }
        }
        // Whoever tries it signs in at once.
        let asked = "SELECT login_name FROM sys_user WHERE is_gaimi = TRUE";
        assert_eq!(texts(app.db(), asked), Vec::<String>::new());
        for table in FILLED {
            let text = format!("SELECT '1' FROM {table} LIMIT 1");
            assert_ne!(texts(app.db(), &text), Vec::<String>::new(), "{table}");
        }
        // Lists show the newest number first.
        let early = "SELECT a.bianhao FROM app_dingdan_xingqing a JOIN app_dingdan_xingqing b \
                     ON b.id = a.id + 1 AND b.create_time < a.create_time";
        assert_eq!(texts(app.db(), early), Vec::<String>::new());
    });
}

#[test]
fn every_broken_invariant_is_named() {
    // Each with what may be noticed beside it.
    let cases: [(u8, &[&str]); 6] = [
        (
            1,
            &["UPDATE app_dingdan_jihua SET benjin = benjin + 1 WHERE qi = 1"],
        ),
        (
            3,
            &["UPDATE app_dingdan_jihua SET shijian_id = NULL WHERE qi = 1"],
        ),
        (
            4,
            &[
                "UPDATE app_dingdan_xingqing SET shifujine = shifujine + 1, yingfujine = yingfujine + 1 WHERE \"type\" = 'HUANKUAN'",
            ],
        ),
        (
            6,
            &["UPDATE app_dingdan SET state = 'YIJIEQING' WHERE state = 'DAIHUANKUAN'"],
        ),
        (
            7,
            &["UPDATE app_dingdan SET youhui_dangqian = 5 WHERE state = 'YIJIEQING'"],
        ),
        (
            8,
            &["UPDATE app_dingdan_xingqing SET is_chexiao = TRUE WHERE \"type\" = 'TIQIAN'"],
        ),
    ];
    on_both(40, |app| {
        for (rule, texts) in cases {
            let before = app.db().read_now(snapshot).unwrap();
            tamper(app, texts);
            let found = broken(app);
            assert!(found.contains(&rule), "rule {rule}: {found:?}");
            restore(app, before);
            assert_eq!(broken(app), BTreeSet::new(), "rule {rule} was restored");
        }
    });
}

type Kept = Vec<(&'static str, Vec<store::Row>)>;

const TABLES: [(&str, &str); 3] = [
    ("app_dingdan", "id, state, youhui_dangqian"),
    ("app_dingdan_jihua", "dingdan_id, qi, benjin, shijian_id"),
    (
        "app_dingdan_xingqing",
        "id, shifujine, yingfujine, is_chexiao",
    ),
];

fn snapshot(conn: &mut store::Conn) -> store::Result<Kept> {
    let mut kept = Kept::new();
    for (table, columns) in TABLES {
        kept.push((
            table,
            conn.query(&format!("SELECT {columns} FROM {table}"), &[])?,
        ));
    }
    Ok(kept)
}

fn restore(app: &TestApp, kept: Kept) {
    app.db()
        .write_now(move |tx| {
            past_triggers(tx)?;
            for (table, rows) in &kept {
                for row in rows {
                    let value = |at: usize| row.0[at].clone();
                    let (text, params) = match *table {
                        "app_dingdan" => (
                            "UPDATE app_dingdan SET state = ?, youhui_dangqian = ? WHERE id = ?",
                            vec![value(1), value(2), value(0)],
                        ),
                        "app_dingdan_jihua" => (
                            "UPDATE app_dingdan_jihua SET benjin = ?, shijian_id = ? WHERE dingdan_id = ? AND qi = ?",
                            vec![value(2), value(3), value(0), value(1)],
                        ),
                        _ => (
                            "UPDATE app_dingdan_xingqing SET shifujine = ?, yingfujine = ?, is_chexiao = ? WHERE id = ?",
                            vec![value(1), value(2), value(3), value(0)],
                        ),
                    };
                    tx.execute(text, &params)?;
                }
            }
            Ok::<_, store::Error>(())
        })
        .unwrap();
}

#[test]
fn the_journal_cannot_be_changed() {
    on_both(20, |app| {
        for text in [
            "UPDATE app_zijin_fenlu SET jine = jine + 1 WHERE id = 1",
            "DELETE FROM app_zijin_fenlu WHERE id = 1",
            "UPDATE app_log SET neirong = '' WHERE id = 1",
        ] {
            let refused = app.db().write_now(move |tx| tx.execute(text, &[]));
            assert!(
                refused.unwrap_err().to_string().contains("append only"),
                "{text}"
            );
        }
        // An entry that does not balance can only be added, and is found.
        tamper(
            app,
            &[
                "INSERT INTO app_zijin_fenlu (dingdan_id, shijian_id, is_chongxiao, hang, riqi, kemu, fangxiang, jine, \
               create_time, create_by) SELECT dingdan_id, shijian_id, is_chongxiao, 99, riqi, kemu, fangxiang, 7, \
               create_time, create_by FROM app_zijin_fenlu WHERE id = 1",
            ],
        );
        assert!(broken(app).contains(&2));
    });
}

/// Figures of lists without a plan, on days before and after it falls due, and what an upgrade makes
/// of orders from before they were kept.
#[test]
fn what_is_kept_of_orders_for_lists_is_what_their_plans_say() {
    on_both(300, |app| {
        let mut kept = [0; 2];
        for day in [0, 1, 20, 70, 400] {
            let day = loan::add_days(today(), day).unwrap();
            let compared = app.db().read_now(move |conn| {
                let ids: Vec<i64> = (1..=300).collect();
                let listed = orders::listed(conn, &ids, day)?;
                let whole = orders::by_ids(conn, &ids)?;
                assert_eq!(listed.len(), whole.len());
                let by_id = |id: i64| whole.iter().find(|stored| stored.id == id).unwrap();
                for one in &listed {
                    let order = &by_id(one.id).order;
                    assert_eq!(one.figures, Figures::of(order, day), "{} on {day}", one.id);
                    assert_eq!(*one.terms, order.terms);
                }
                let row = conn.query_one(
                    "SELECT count(*) FILTER (WHERE yinghuan_ri > ?), count(*) FILTER (WHERE yinghuan_ri <= ?) \
                     FROM app_dingdan WHERE huankuan_zonge IS NOT NULL",
                    &[day.to_string().into(), day.to_string().into()],
                )?;
                Ok::<_, store::Error>([row.int(0)?, row.int(1)?])
            });
            let [before, after] = compared.unwrap();
            kept = [kept[0] + before, kept[1] + after];
        }
        assert!(kept.iter().all(|orders| *orders > 100), "{kept:?}");
        let migration = match app.backend {
            Backend::Sqlite => include_str!("../../store/migrations/sqlite/0034_standing.sql"),
            Backend::Postgres => include_str!("../../store/migrations/postgres/0034_standing.sql"),
        };
        let at = migration.find("UPDATE app_dingdan").unwrap();
        let empty = "UPDATE app_dingdan SET huankuan_zonge = NULL, benqi_jine = NULL";
        for (text, is_broken) in [(empty, true), (&migration[at..], false)] {
            let run = app.db().write_now(move |tx| quietly(tx, text));
            run.unwrap();
            assert_eq!(!broken(app).is_empty(), is_broken, "{text}");
        }
    });
}
