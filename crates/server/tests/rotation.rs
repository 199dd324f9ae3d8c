//! A new key takes over: beside a node that works on, cut off in the middle, and to the end.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::cell::RefCell;

use serde_json::{Value as Json, json};
use server::{app, cli::check, cli::rotate, settings::Settings};
use store::{Db, rotation};
use testkit::{Client, TestApp, cheap_hasher, office::Office, on_both};

/// Problems and notes of a check.
fn check_of(settings: &Settings) -> (Vec<String>, String) {
    let notes = RefCell::new(String::new());
    let problems = check::find(settings, |note| {
        notes.borrow_mut().push_str(note);
        notes.borrow_mut().push('\n');
    });
    (problems.unwrap(), notes.into_inner())
}

async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.unwrap()
}

/// What the running node does every two seconds.
async fn look(test: &TestApp) {
    let watch = test.app.key_watch.as_ref().unwrap();
    watch.round(test.db(), test.clock.real().0).await.unwrap();
}

async fn names_by(client: &Client, phone: &str) -> Vec<String> {
    let path = format!("/api/app/user/findAllByPage?size=10&phone={phone}");
    let page = client.get(&path).await.ok();
    let rows = page["records"].as_array().unwrap();
    rows.iter()
        .map(|row| row["nickName"].as_str().unwrap().to_owned())
        .collect()
}

fn customer(name: &str, phone: &str) -> Json {
    json!({ "nickName": name, "phone": phone, "mendian": "ZONGDIAN" })
}

async fn add(client: &Client, name: &str, phone: &str) {
    let body = customer(name, phone);
    client.post("/api/app/user/add", body).await.ok();
}

/// The numbers of the keys that customers' phones lie under.
fn numbers(db: &Db) -> Vec<u8> {
    let rows = db.read_now(|conn| conn.query("SELECT phone FROM app_user ORDER BY id", &[]));
    let rows = rows.unwrap();
    rows.iter().map(|row| row.blob(0).unwrap()[1]).collect()
}

async fn numbers_of(db: &Db) -> Vec<u8> {
    let db = db.clone();
    apart(move || numbers(&db)).await
}

const BLOCKS: &str = "app/project/fenlei/pingbi";

/// A number is blocked under the old key. Blocked elsewhere under the new one, it cannot be moved to
/// where it is blocked already; what says nothing about where it stands can be changed.
async fn a_block_stands_once_under_both_keys(office: &Office) {
    let admin = &office.admin;
    let edit = async |body: Json| admin.post(&format!("/api/{BLOCKS}/edit"), body).await;
    let other = json!({ "mingcheng": "另一类" });
    let other = admin.post("/api/app/project/fenlei/add", other).await.ok();
    let block = json!({ "projectFenleiId": other["id"], "phone": "13911110001" });
    let block = admin.post(&format!("/api/{BLOCKS}/add"), block).await.ok();
    let moved = json!({ "id": block["id"], "projectFenleiId": office.category });
    edit(moved).await.refused(2001, "手机号已存在");
    let noted = json!({ "id": block["id"], "yuanyin": "核实" });
    edit(noted).await.ok();
}

#[test]
fn a_new_key_takes_over_beside_a_node_that_works_on() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let admin = &office.admin;
        let order = office.approved(1_000_000, 3).await;
        let secret = json!({ "type": "DUANXIN", "data": { "duanxinMiyao": "gateway-secret-7" } });
        admin.post("/api/app/config/edit", secret).await.ok();
        look(&test).await;
        let settings = test.scratch.settings();

        // A key is made; the node has it, and goes on writing with the old one.
        let given = settings.clone();
        let (db, number) = apart(move || {
            let db = app::open_existing_db(&given).unwrap();
            let number = rotate::begin(&db, &given.key()).unwrap();
            (db, number)
        })
        .await;
        assert_eq!(number, 2);
        look(&test).await;
        let real_ms = test.clock.real().0;
        let nodes = test.db().read(move |conn| rotation::nodes(conn, real_ms));
        let nodes = nodes.await.unwrap();
        let told: Vec<_> = nodes
            .iter()
            .map(|node| (node.newest, node.writing))
            .collect();
        assert_eq!(told, [(2, 1)]);
        add(admin, "旧", "13911110001").await;
        let block = json!({ "projectFenleiId": office.category, "phone": "13911110001" });
        admin.post(&format!("/api/{BLOCKS}/add"), block).await.ok();
        assert_eq!(numbers_of(&db).await, [1, 1]);

        // From now on it writes with the new one; both answer, and a phone is still one person's.
        let set = test.db().write(move |tx| rotation::write_with(tx, 2));
        set.await.unwrap();
        look(&test).await;
        add(admin, "新", "13911110002").await;
        assert_eq!(numbers_of(&db).await, [1, 1, 2]);
        for (phone, name) in [("13911110001", "旧"), ("13911110002", "新"), ("0001", "旧")] {
            assert_eq!(names_by(admin, phone).await, [name]);
        }
        let again = customer("再", "13911110001");
        let again = admin.post("/api/app/user/add", again).await;
        again.refused(2001, "手机号已存在");
        let edited = json!({ "id": office.customer, "phone": "13911110001" });
        let edited = admin.post("/api/app/user/edit", edited).await;
        edited.refused(2001, "手机号已存在");
        let same = json!({ "id": office.customer, "phone": "13912345678" });
        admin.post("/api/app/user/edit", same).await.ok();
        a_block_stands_once_under_both_keys(&office).await;

        // Cut off after a table or two: the check is content and says how far it is.
        let given = settings.clone();
        let (problems, notes) = apart(move || {
            for _ in 0..3 {
                db.write_now(rotation::step).unwrap();
            }
            drop(db);
            check_of(&given)
        })
        .await;
        assert_eq!(problems, Vec::<String>::new());
        assert!(notes.contains("更换尚未完成"), "{notes}");
        assert_eq!(names_by(admin, "13911110001").await, ["旧"]);

        // Taken up again it ends, and the old key can go.
        let given = settings.clone();
        let said = apart(move || {
            assert!(rotate::forget(&given).unwrap_err().contains("尚未完成"));
            let db = app::open_existing_db(&given).unwrap();
            assert_eq!(rotate::begin(&db, &given.key()).unwrap(), 2);
            rotate::walk(&db, |_| ()).unwrap();
            assert_eq!(numbers(&db), [2, 2, 2]);
            db.write_now(|tx| rotation::finish(tx, 2)).unwrap();
            let (problems, notes) = check_of(&given);
            assert_eq!(problems, Vec::<String>::new());
            rotate::forget(&given).unwrap();
            notes
        })
        .await;
        assert!(said.contains("全部在密钥 2 下"), "{said}");
        look(&test).await;
        assert_eq!(test.db().keys().numbers(), [2]);
        for (phone, name) in [("13911110001", "旧"), ("0002", "新")] {
            assert_eq!(names_by(admin, phone).await, [name]);
        }
        let ask = json!({ "ziyuan": "app/user", "ziduan": "phone", "id": office.customer, "yuanyin": "核对" });
        let shown = admin.post("/api/app/mingan/chakan", ask).await.ok();
        assert_eq!(shown["zhi"], "13912345678");
        // The account that was reviewed opens, fits its digest, and is paid.
        let paid = office
            .verb("fangkuan", testkit::office::payout(order))
            .await;
        paid.ok();

        // A start with the file as it is now; one with the old key is refused.
        let given = settings.clone();
        apart(move || {
            let (problems, _) = check_of(&given);
            assert_eq!(problems, Vec::<String>::new());
            app::open(&given, cheap_hasher()).unwrap_or_else(|sentence| panic!("{sentence}"));
        })
        .await;
    });
}

#[test]
fn a_value_left_under_the_old_key_is_named_by_the_check() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let settings = test.scratch.settings();
        let customer = office.customer;
        let problems = apart(move || {
            let db = app::open_existing_db(&settings).unwrap();
            let old = db
                .read_now(move |conn| {
                    let text = "SELECT yhk_xingming, yhk_xingming_idx FROM app_user_shoukuan WHERE user_id = ?";
                    conn.query_one(text, &[customer.into()])
                })
                .unwrap();
            let number = rotate::begin(&db, &settings.key()).unwrap();
            db.write_now(move |tx| rotation::write_with(tx, number))
                .unwrap();
            assert!(db.keys().write_with(number));
            rotate::walk(&db, |_| ()).unwrap();
            db.write_now(move |tx| rotation::finish(tx, number))
                .unwrap();
            // Brought back behind the server's back, index and all.
            put_back(&db, customer, &old);
            let refused = rotate::forget(&settings).unwrap_err();
            assert!(refused.contains("1 条在旧密钥下"), "{refused}");
            check_of(&settings).0
        })
        .await;
        let named = problems
            .iter()
            .any(|text| text.contains("却还有 1 条在旧密钥下"));
        assert!(named, "{problems:?}");
    });
}

fn put_back(db: &Db, customer: i64, old: &store::Row) {
    let hex = |bytes: &[u8]| store::crypt::hex(bytes);
    let blob = match db.dialect() {
        store::Dialect::Sqlite => format!("x'{}'", hex(old.blob(0).unwrap())),
        store::Dialect::Postgres => format!("'\\x{}'", hex(old.blob(0).unwrap())),
    };
    let index = old.text(1).unwrap().to_owned();
    let text = format!(
        "UPDATE app_user_shoukuan SET yhk_xingming = {blob}, yhk_xingming_idx = '{index}' WHERE user_id = {customer}"
    );
    db.write_now(move |tx| tx.batch(&text)).unwrap();
}
