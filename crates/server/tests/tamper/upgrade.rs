//! Orders from before histories were kept are proven from the upgrade on.

use serde_json::json;
use service::{check, history};
use store::Db;
use testkit::{Backend, TestApp, office::Office, on_both, quietly};

/// What the check finds, and how many orders it can prove only from the upgrade on.
fn checked(test: &TestApp) -> (Vec<String>, usize) {
    let today = test.clock.today();
    let report = aside(test, move |db| check::run(db, today)).unwrap();
    let texts = report.findings.into_iter().map(|finding| finding.text);
    (texts.collect(), report.since_upgrade)
}

fn edit(test: &TestApp, text: String) {
    let edited = aside(test, move |db| db.write_now(move |tx| quietly(tx, &text)));
    edited.unwrap();
}

fn begin(test: &TestApp) -> usize {
    let now = test.clock.now();
    aside(test, move |db| history::begin(db, now)).unwrap()
}

/// What commands do, on a thread that may wait.
fn aside<T: Send>(test: &TestApp, work: impl FnOnce(&Db) -> T + Send) -> T {
    let db = test.db().clone();
    std::thread::scope(|scope| scope.spawn(move || work(&db)).join().unwrap())
}

async fn undo(office: &Office, id: i64, event: i64) {
    let body = json!({ "dingdanId": id, "shijianId": event, "yuanyin": "录入错误" });
    office.verb("chexiao", body).await.ok();
}

#[test]
fn orders_from_before_are_proven_from_the_upgrade_on() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let applied = office.applied(100_000, 3).await;
        let repaying = office.paid_out(1_200_000, 6).await;
        for event in [2, 3] {
            office.confirm(repaying).await.ok();
            if event == 2 {
                undo(&office, repaying, event).await;
            }
        }
        edit(
            &test,
            "DELETE FROM app_dingdan_lishi; DELETE FROM meta WHERE name = 'lishi'".to_owned(),
        );
        let (found, _) = checked(&test);
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(begin(&test), 2);
        assert_eq!(begin(&test), 0, "once is enough");
        assert_eq!(checked(&test), (Vec::new(), 2));

        // They live on: what came before can still be undone.
        undo(&office, repaying, 3).await;
        office.confirm(repaying).await.ok();
        let body = json!({ "dingdanId": applied, "yuanyin": "客户放弃" });
        office.verb("quxiao", body).await.ok();
        office.applied(100_000, 3).await;
        assert_eq!(checked(&test), (Vec::new(), 2));

        // What was there at the upgrade is known by what it was.
        for (table, event, column, word) in [
            ("app_dingdan_xingqing", 1, "liushuihao = 'X'", "还款记录"),
            (
                "app_dingdan_xingqing",
                3,
                "chexiao_time = 5",
                "chexiao_time",
            ),
            ("app_zijin_fenlu", 1, "riqi = '2026-01-01'", "分录"),
            ("app_dingdan_shijian", 2, "riqi = '2026-01-01'", "资金事件"),
        ] {
            let copy = format!("CREATE TABLE kept AS SELECT * FROM {table}");
            edit(&test, copy);
            edit(
                &test,
                format!(
                    "UPDATE {table} SET {column} WHERE dingdan_id = {repaying} AND shijian_id = {event}"
                ),
            );
            let (found, _) = checked(&test);
            assert!(
                found.iter().any(|text| text.contains(word)),
                "{table} {column}: {found:?}"
            );
            edit(
                &test,
                format!(
                    "DELETE FROM {table}; INSERT INTO {table} SELECT * FROM kept; DROP TABLE kept"
                ),
            );
            assert_eq!(checked(&test), (Vec::new(), 2), "{table} restored");
        }
    });
}

/// Whoever brings a database up to date by command finds nothing left to do at the next start.
#[test]
fn migrate_alone_does_all_that_a_start_would() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        office.approved(100_000, 3).await;
        office.paid_out(1_200_000, 6).await;
        let settings = test.scratch.settings();
        let undone = "UPDATE app_dingdan SET shoukuan_fuben_id = NULL; DELETE FROM app_dingdan_shoukuan; \
             DELETE FROM app_dingdan_lishi; DELETE FROM state_line WHERE table_name = 'app_dingdan_shoukuan'; \
             DELETE FROM seal_block; DELETE FROM meta WHERE name IN ('lishi', 'shoukuan_fuben'); \
             DELETE FROM app_config WHERE jian = 'lilvShangxian'; DELETE FROM state_line WHERE table_name = 'app_config'";
        edit(&test, undone.to_owned());
        let left = |db: &Db| {
            let counted = db.read_now(|conn| {
                let row = conn.query_one(
                    "SELECT (SELECT count(*) FROM app_dingdan WHERE shoukuan_fuben_id IS NULL), \
                     (SELECT count(*) FROM app_dingdan_lishi), (SELECT count(*) FROM seal_block), \
                     (SELECT count(*) FROM app_config WHERE jian = 'lilvShangxian')",
                    &[],
                )?;
                Ok::<_, store::Error>([row.int(0)?, row.int(1)?, row.int(2)?, row.int(3)?])
            });
            counted.unwrap()
        };
        let ran = aside(&test, move |_| {
            super::command(&settings, "migrate").output()
        });
        let ran = ran.unwrap();
        assert!(ran.status.success(), "{ran:?}");
        let [without_copy, histories, seals, settings_made] = aside(&test, left);
        assert_eq!((without_copy, histories, settings_made), (0, 2, 1));
        assert!(seals > 0);
        assert_eq!(begin(&test), 0);
    });
}

/// The figures that lists are sorted by are made for orders that were there before them.
#[test]
fn kept_figures_of_older_orders_are_those_of_today() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        office.applied(100_000, 3).await;
        office.approved(100_000, 3).await;
        office.paid_out(1_200_000, 6).await;
        let repaying = office.paid_out(1_200_000, 6).await;
        office.confirm(repaying).await.ok();
        let settled = office.paid_out(100_000, 1).await;
        office.confirm(settled).await.ok();
        assert_eq!(checked(&test), (Vec::new(), 0));
        let empty =
            "UPDATE app_dingdan SET shengyu_benjin = NULL, dangqian_qi = NULL, yuqi_xu = NULL";
        edit(&test, empty.to_owned());
        assert!(!checked(&test).0.is_empty());
        let migration = match test.backend {
            Backend::Sqlite => include_str!("../../../store/migrations/sqlite/0015_owed.sql"),
            Backend::Postgres => include_str!("../../../store/migrations/postgres/0015_owed.sql"),
        };
        let at = migration.find("UPDATE app_dingdan").unwrap();
        edit(&test, migration[at..].to_owned());
        assert_eq!(checked(&test), (Vec::new(), 0));
    });
}
