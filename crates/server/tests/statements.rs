//! What a call costs the database: statements on both, and on PostgreSQL how often the server waits
//! for an answer before it goes on.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::{
    collections::BTreeMap,
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
};

use http::Method;
use serde_json::{Map, Value as Json, json};
use server::{route::Route, router::routes};
use testkit::{Answer, Backend, Client, TestApp, office::Office, on_both, statements::Statements};

/// What the store does, for one test at a time.
fn watch() -> (&'static Statements, MutexGuard<'static, ()>) {
    static SEEN: LazyLock<Statements> = LazyLock::new(Statements::watch);
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    (&SEEN, turn)
}

/// The statements that a call runs, and how often.
async fn texts_of(
    seen: &Statements,
    call: impl Future<Output = Answer>,
) -> BTreeMap<String, usize> {
    seen.take();
    call.await.ok();
    seen.take_counted()
}

/// The round trips of a read once connections know its statements. Somebody writes between the
/// reads, so that no total is known from before.
async fn trips_of(seen: &Statements, test: &TestApp, client: &Client, path: &str) -> usize {
    let mut fewest = usize::MAX;
    for _ in 0..24 {
        let write = "SELECT pg_current_xact_id()::text";
        let wrote = test.db().write(move |tx| tx.query_one(write, &[])).await;
        wrote.unwrap();
        seen.take_trips();
        client.get(path).await.ok();
        fewest = fewest.min(seen.take_trips());
    }
    fewest
}

/// Who asks, the rows with their number, and with the names of other rows what is derived.
const MOST_TRIPS: usize = 3;

/// Lists of one customer write down that somebody looks before they are read.
fn is_written_down(route: &Route) -> bool {
    route.of.is_some_and(|of| of.table.one_by_one.is_some())
}

#[test]
fn a_list_takes_few_round_trips() {
    let (seen, _turn) = watch();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let test = TestApp::start(Backend::Postgres);
    runtime.block_on(async {
        let office = Office::open(&test).await;
        for _ in 0..3 {
            let id = office.paid_out(100_000, 3).await;
            office.confirm(id).await.ok();
        }
        let lists = routes().iter().filter(|route| {
            route.method == Method::GET
                && !is_written_down(route)
                && (route.path.ends_with("/findAllByPage") || route.path.ends_with("/tongji"))
        });
        let mut over = Vec::new();
        for route in lists {
            let trips = trips_of(seen, &test, &office.admin, route.path).await;
            println!("{trips} {}", route.path);
            if trips == 0 || trips > MOST_TRIPS {
                over.push((route.path, trips));
            }
        }
        assert!(over.is_empty(), "more round trips than they may: {over:?}");
    });
}

#[test]
fn orders_are_counted_by_state_in_one_statement() {
    let (seen, _turn) = watch();
    on_both(|test| async move {
        let office = Office::open(&test).await;
        office.paid_out(100_000, 3).await;
        let ran = texts_of(seen, office.admin.get("/api/app/dingdan/tongji")).await;
        let counts = ran.iter().filter(|(text, _)| text.contains("count(*)"));
        let times: usize = counts.map(|(_, times)| times).sum();
        assert_eq!(times, 1, "{ran:#?}");
    });
}

#[test]
fn a_reference_is_only_looked_for() {
    let (seen, _turn) = watch();
    on_both(|test| async move {
        let office = Office::open(&test).await;
        let body = json!({ "nickName": "李四", "phone": "13912345679", "genjinrenId": 1 });
        let ran = texts_of(seen, office.admin.post("/api/app/user/add", body)).await;
        let mut people = ran
            .keys()
            .filter(|text| text.contains("FROM \"sys_user\" t"));
        let first = people.next();
        assert!(first.is_some(), "{ran:#?}");
        for text in first.into_iter().chain(people) {
            assert!(text.starts_with("SELECT 1 FROM"), "{text}");
        }
    });
}

/// What changes with the day is asked of the orders of the customers that are shown.
const OVERDUE_OF_THE_SHOWN: &str = "FROM app_dingdan d WHERE d.user_id IN (";

/// The counts that lists show cost the same however many orders there are.
#[test]
fn lists_that_show_counts_read_no_order() {
    let (seen, _turn) = watch();
    on_both(|test| async move {
        let office = Office::open(&test).await;
        office.paid_out(100_000, 3).await;
        for resource in ["project", "qudao", "user"] {
            let path = format!("/api/app/{resource}/findAllByPage");
            let ran = texts_of(seen, office.admin.get(&path)).await;
            let mut asks = ran.keys().filter(|text| text.contains("app_dingdan"));
            let may = |text: &String| resource == "user" && text.contains(OVERDUE_OF_THE_SHOWN);
            assert!(asks.all(may), "{ran:#?}");
        }
    });
}

/// What is sent of a row to change it, and the table it stands in.
fn edits(office: &Office) -> [(&'static str, &'static str, Json); 4] {
    let (customer, project, category) = (office.customer, office.project, office.category);
    [
        (
            "app/user",
            "app_user",
            json!({ "id": customer, "nickName": "李四", "phone": "13912345679" }),
        ),
        (
            "app/project",
            "app_project",
            json!({ "id": project, "mingcheng": "短期借款" }),
        ),
        (
            "app/project/fenlei",
            "app_project_fenlei",
            json!({ "id": category, "mingcheng": "短期" }),
        ),
        (
            "sys/user",
            "sys_user",
            json!({ "id": 1, "nickName": "管理者", "phone": "13912345670" }),
        ),
    ]
}

/// A lock with all that is known of the row; what it became comes back from the write itself, for
/// the log, for its state and for the scope of whoever wrote it.
#[test]
fn an_edit_reads_its_row_once() {
    let (seen, _turn) = watch();
    on_both(|test| async move {
        let office = Office::open(&test).await;
        let clerk = test
            .person_of(&["app:user:query", "app:user:edit"], "MENDIAN", "ZONGDIAN")
            .await;
        let theirs = json!({ "id": office.customer, "genjinrenId": clerk.id });
        office.admin.post("/api/app/user/edit", theirs).await.ok();
        for (path, table, body) in edits(&office) {
            let by = if table == "app_user" {
                &clerk.client
            } else {
                &office.admin
            };
            let find = format!("/api/{path}/findById/{}", body["id"]);
            let before = by.get(&find).await.ok();
            let ran = texts_of(seen, by.post(&format!("/api/{path}/edit"), body)).await;
            let after = by.get(&find).await.ok();
            let reads = ran.iter().filter(|(text, _)| {
                let is_read = text.starts_with("SELECT");
                // Whoever asks is looked up with the session; names of others by their numbers.
                let by_number = ["t WHERE t.id = ", "WHERE id IN"];
                is_read
                    && by_number
                        .iter()
                        .any(|end| text.contains(&format!("FROM \"{table}\" {end}")))
            });
            let times: usize = reads.clone().map(|(_, times)| times).sum();
            let statements: usize = ran.values().sum();
            println!("{:?} {path}: {statements} statements", test.backend);
            assert_eq!(times, 1, "{path}: {:#?}", reads.collect::<Vec<_>>());
            let writes = ran
                .iter()
                .filter(|(text, _)| text.starts_with(&format!("UPDATE \"{table}\"")));
            let times: usize = writes.map(|(_, times)| times).sum();
            assert_eq!(times, 1, "{path}: {ran:#?}");
            let log = "/api/sys/log/findAllByPage?size=1";
            let line = office.admin.get(log).await.ok()["records"][0].clone();
            let id = line["id"].as_i64().unwrap();
            let path_of_line = format!("/api/sys/log/findById/{id}");
            let told = office.admin.get(&path_of_line).await.ok()["bianhua"].clone();
            assert_eq!(told, difference(&before, &after), "{path}");
        }
    });
}

/// What the log says of a change: the columns that differ, but for who wrote when.
fn difference(before: &Json, after: &Json) -> Json {
    let (before, after) = (before.as_object().unwrap(), after.as_object().unwrap());
    let differs = |name: &&String| {
        !matches!(
            name.as_str(),
            "updateTime" | "updateBy" | "updateByShow" | "banbenSuo"
        ) && before[*name] != after[*name]
    };
    let names: Vec<&String> = after.keys().filter(differs).collect();
    let pick = |from: &Map<String, Json>| -> Map<String, Json> {
        let pairs = names.iter();
        pairs
            .map(|name| ((*name).clone(), from[*name].clone()))
            .collect()
    };
    json!({ "qian": pick(before), "hou": pick(after) })
}

/// What a refusal has written is taken back together with what others wrote in the same commit, who
/// then write once more.
#[test]
fn a_refused_decision_has_written_nothing_on_sqlite() {
    let (seen, _turn) = watch();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let test = TestApp::start(Backend::Sqlite);
    runtime.block_on(async {
        let office = Office::open(&test).await;
        let id = office.paid_out(100_000, 3).await;
        seen.take();
        let path = "/api/app/dingdan/querenhuankuan";
        let headers = [
            ("content-type", "application/json"),
            ("idempotency-key", "not-the-next-one"),
        ];
        let body = json!({ "dingdanId": id, "qi": 3 }).to_string();
        let asked = office.admin.send(Method::POST, path, body.into(), &headers);
        let answer = asked.await;
        assert_eq!(answer.code, 301, "{}", answer.message);
        let ran = seen.take();
        assert!(ran.iter().any(|text| text.contains("FROM idempotency")));
        // The refusal itself is written down in a transaction of its own.
        let is_log = |text: &str| text.contains("sys_log") || text.contains("table_version");
        let mut written = ran.iter().filter(|text| !text.starts_with("SELECT"));
        assert!(written.all(|text| is_log(text)), "{ran:#?}");
    });
}

/// Which log of changes SQLite is at, and how many pages stand in it: the begin of its index.
fn log_of(test: &TestApp) -> ([u8; 8], u32) {
    let index = std::fs::read(test.scratch.path().join("zhanggui.db-shm")).unwrap();
    let salt = index[32..40].try_into().unwrap();
    (salt, u32::from_ne_bytes(index[16..20].try_into().unwrap()))
}

/// The pages that a repayment writes; none where SQLite began its log anew meanwhile.
async fn pages_of_a_repayment(test: &TestApp, office: &Office) -> Option<u32> {
    const TIMES: u32 = 8;
    let id = office.paid_out(1_200_000, 12).await;
    let (log, before) = log_of(test);
    for _ in 0..TIMES {
        office.confirm(id).await.ok();
    }
    let (same_log, after) = log_of(test);
    (log == same_log).then(|| (after - before) / TIMES)
}

/// What SQLite writes for a repayment does not grow with the office.
#[test]
fn a_repayment_writes_few_pages() {
    const MOST: u32 = 53;
    let (_, _turn) = watch();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let test = TestApp::start(Backend::Sqlite);
    runtime.block_on(async {
        let office = Office::open(&test).await;
        for orders in [0, 60] {
            for _ in 0..orders {
                office.paid_out(1_200_000, 12).await;
            }
            let pages = loop {
                if let Some(pages) = pages_of_a_repayment(&test, &office).await {
                    break pages;
                }
            };
            println!("{pages} pages after {orders} more orders");
            assert!(pages <= MOST, "{pages} pages after {orders} more orders");
        }
    });
}

/// The fewest round trips of a look at an order and its repayment.
async fn trips_of_a_repayment(seen: &Statements, office: &Office) -> usize {
    let mut fewest = usize::MAX;
    for _ in 0..3 {
        let id = office.paid_out(1_200_000, 12).await;
        for _ in 0..12 {
            seen.take_trips();
            office.confirm(id).await.ok();
            fewest = fewest.min(seen.take_trips());
        }
    }
    fewest
}

/// One for each step that needs the answer of another; what is only written goes with what is asked
/// next.
#[test]
fn a_repayment_takes_few_round_trips() {
    const MOST: usize = 12;
    const MOST_WITH_POINTS: usize = 22;
    let (seen, _turn) = watch();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let test = TestApp::start(Backend::Postgres);
    runtime.block_on(async {
        let office = Office::open(&test).await;
        let plain = trips_of_a_repayment(seen, &office).await;
        let task = json!({
            "mingcheng": "按时还款", "type": "HUANKUAN", "zhouqi": "MEIRI", "mubiao": 1, "jifen": 5,
            "cishuXianzhi": 1_000
        });
        let added = office.admin.post("/api/app/jifen/renwu/add", task).await;
        added.ok();
        let rewarded = trips_of_a_repayment(seen, &office).await;
        println!("{plain} for a look at the order and its repayment, {rewarded} with points");
        assert!(plain <= MOST, "{plain} round trips");
        assert!(rewarded <= MOST_WITH_POINTS, "{rewarded} with points");
    });
}
