//! Figures of days are kept by whatever changes what they count: an upgrade counts the same, and
//! tidying changes nothing.

use serde_json::{Value as Json, json};
use store::{Dialect, kept_days};
use testkit::{TestApp, office::Office, on_both};

use crate::support::{add, assign, drop_triggers, problems};

const DAY: i64 = 86_400_000;
const TRIGGERS: [(&str, &str, &str); 9] = [
    (
        "app_zijin_fenlu_kept_day",
        "app_zijin_fenlu",
        "keep_day_lines",
    ),
    (
        "app_dingdan_kept_day_new",
        "app_dingdan",
        "keep_day_new_orders",
    ),
    (
        "app_dingdan_kept_day_decided",
        "app_dingdan",
        "keep_day_decided",
    ),
    (
        "app_dingdan_kept_day_repaying",
        "app_dingdan",
        "keep_day_repaying",
    ),
    (
        "app_dingdan_kept_day_moved",
        "app_dingdan",
        "keep_day_moved",
    ),
    (
        "app_dingdan_jihua_kept_day_new",
        "app_dingdan_jihua",
        "keep_day_new_items",
    ),
    (
        "app_dingdan_jihua_kept_day_changed",
        "app_dingdan_jihua",
        "keep_day_changed_item",
    ),
    (
        "app_dingdan_jihua_kept_day_gone",
        "app_dingdan_jihua",
        "keep_day_gone_items",
    ),
    (
        "app_user_kept_day_new",
        "app_user",
        "keep_day_new_customers",
    ),
];

/// Orders of every kind, on several days.
async fn busy(test: &TestApp) -> Office {
    let office = Office::open(test).await;
    office.applied(100_000, 3).await;
    let settled = office.paid_out(200_000, 3).await;
    let late = office.paid_out(300_000, 3).await;
    let gone = office.paid_out(400_000, 3).await;
    let undone = office.paid_out(500_000, 3).await;
    let event = office.detail(undone).await["kechexiao"]["shijianId"].clone();
    let body = json!({ "dingdanId": undone, "shijianId": event, "yuanyin": "录入错误" });
    office.verb("chexiao", body).await.ok();
    test.clock.advance_business(DAY);
    for _ in 0..3 {
        office.confirm(settled).await.ok();
    }
    test.clock.advance_business(45 * DAY);
    let part = json!({ "dingdanId": late, "jine": 5_000, "liushuihao": "R-1", "zhifufangshi": "YINHANGKA" });
    office.verb("daozhang", part).await.ok();
    let off = json!({ "dingdanId": gone, "yuanyin": "失联" });
    office.verb("hexiao", off).await.ok();
    let person = test
        .person_of(&["app:dingdan:list"], "BENREN", "ZONGDIAN")
        .await;
    assign(&office.admin, office.customer, person.id).await;
    let body = json!({ "nickName": "李四", "phone": "13812345678" });
    let made = add(&office.admin, "app/user", body).await;
    let path = format!("/api/app/user/delByIds/{made}");
    office.admin.delete(&path).await.ok();
    office
}

async fn home(office: &Office) -> Json {
    let mut shown = office.admin.get("/api/app/page/admin/home").await.ok();
    shown.as_object_mut().unwrap().remove("daiban");
    shown
}

#[test]
fn an_upgrade_counts_what_is_there() {
    on_both(async |test| {
        let office = busy(&test).await;
        assert_eq!(problems(&test).await, Vec::<String>::new());
        let before = without_evenings(home(&office).await);
        let again = test.db().write(|tx| {
            let is_postgres = tx.dialect() == Dialect::Postgres;
            let changed = (
                "app_user_kept_day_changed",
                "app_user",
                "keep_day_changed_customer",
            );
            drop_triggers(tx, TRIGGERS.into_iter().chain([changed]))?;
            tx.batch("DROP TABLE kept_day; DROP TABLE kept_day_added")?;
            for column in ["yishou", "kuanxian"] {
                tx.batch(&format!(
                    "ALTER TABLE app_dingdan_jihua DROP COLUMN {column}"
                ))?;
            }
            let texts = if is_postgres {
                [
                    include_str!("../../../store/migrations/postgres/0028_kept_days.sql"),
                    include_str!("../../../store/migrations/postgres/0036_still_due.sql"),
                    include_str!("../../../store/migrations/postgres/0039_added_up.sql"),
                ]
            } else {
                [
                    include_str!("../../../store/migrations/sqlite/0028_kept_days.sql"),
                    include_str!("../../../store/migrations/sqlite/0036_still_due.sql"),
                    include_str!("../../../store/migrations/sqlite/0039_added_up.sql"),
                ]
            };
            texts.into_iter().try_for_each(|text| tx.batch(text))
        });
        again.await.unwrap();
        assert_eq!(problems(&test).await, Vec::<String>::new());
        assert!(without_evenings(home(&office).await) == before);
    });
}

/// How evenings stood is not in any other table.
fn without_evenings(mut home: Json) -> Json {
    for figure in home["kapian"].as_array_mut().unwrap() {
        if figure["jian"].as_str().unwrap().starts_with("YUQI") {
            for part in ["zuotian", "shangzhou", "tongbi"] {
                figure.as_object_mut().unwrap().remove(part);
            }
        }
    }
    home
}

#[test]
fn tidying_changes_nothing_that_is_told() {
    on_both(async |test| {
        let office = busy(&test).await;
        let before = home(&office).await;
        let today = test.clock.today();
        let tidied = test.db().write(move |tx| kept_days::tidy(tx, today));
        tidied.await.unwrap();
        assert!(home(&office).await == before);
        assert_eq!(problems(&test).await, Vec::<String>::new());
        // Another day's work finds the rows put together.
        office.paid_out(100_000, 3).await;
        assert_eq!(problems(&test).await, Vec::<String>::new());
    });
}

/// What is appended counts from the moment it is there, and is added up to the same.
#[test]
fn what_is_appended_is_told_before_it_is_added_up() {
    const APPEND: &str = "INSERT INTO kept_day_added SELECT row_number() OVER (), lei, riqi, mendian, genjinren_id, kuanxian, \
        bishu, jie, dai, lei NOT IN ('SHENQING', 'SHENHE', 'TONGGUO', 'KEHU', 'WEIHUAN', 'YINGHUAN') \
        FROM kept_day WHERE riqi <> '' AND lei <> 'YUQI'";
    on_both(async |test| {
        busy(&test).await;
        let told = test.db().write(|tx| {
            kept_days::add_up(tx)?;
            let kept = kept_days::wrong(tx)?.len();
            tx.execute(APPEND, &[])?;
            tx.execute("DELETE FROM kept_day WHERE lei <> 'YUQI'", &[])?;
            let (rows, appended) = (kept_days::added(tx)?, kept_days::wrong(tx)?.len());
            kept_days::add_up(tx)?;
            let added_up = kept_days::wrong(tx)?.len();
            assert!(rows > 20, "{rows} rows appended");
            assert_eq!(kept_days::added(tx)?, 0);
            Ok::<_, store::Error>((kept, appended, added_up))
        });
        assert_eq!(told.await.unwrap(), (0, 0, 0));
    });
}
