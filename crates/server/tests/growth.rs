//! What a question or a decision costs does not grow with the office: the same is asked of a small
//! office and of one with ten times the orders, and the work of the database is counted.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::collections::BTreeMap;

use http::Method;
use serde_json::{Value as Json, json};
use server::{
    route::{Route, Run},
    router::routes,
};
use service::{Call, resources::with_rules, wire::Given};
use store::{Db, Tx};
use testkit::{
    Backend, TestApp, demo,
    office::{Office, payout, receipt},
    questions::OF_ORDERS,
    statements::Statements,
};

/// Rows past which there are many.
const BOUND: i64 = 20;
/// The last page within it.
const LATE: &str = "current=2&";
/// The work in the large office may be so many hundredths of that in the small one.
const MOST: u64 = 130;
/// After so long an order is overdue that nobody repays.
const OVERDUE_MS: i64 = 60 * 86_400_000;

/// Orders of the small office and of the large one.
const ORDERS: [usize; 2] = [300, 3_000];
/// The demo's first lines in the log are of no store, and PostgreSQL passes over all of them.
const OF_NO_STORE: &str = "a store: sys/log/findAllByPage";

/// Work that is too little to be compared: what is counted up to a bound is less where there is less,
/// and a page of orders that are due takes more than one of others.
fn little(backend: Backend, what: &str) -> u64 {
    let is_of_orders = what.contains("app/dingdan/findAllByPage");
    let [of_orders, of_others] = match backend {
        Backend::Sqlite => [8_000, 1_500],
        Backend::Postgres => [1_500, 600],
    };
    if is_of_orders { of_orders } else { of_others }
}

/// What is asked: its route, and what came with it.
struct Question {
    what: String,
    route: &'static Route,
    given: Given,
}

impl Question {
    fn new(method: &Method, path: &str, order: i64, body: Option<Json>) -> Self {
        let (address, query) = path.split_once('?').unwrap_or((path, ""));
        let address = format!("/api/{address}");
        let is_it = |route: &&Route| route.path == address && route.method == *method;
        let route = routes().iter().find(is_it);
        let route = route.unwrap_or_else(|| panic!("there is no {address}"));
        let query = query.split('&').filter_map(|part| part.split_once('='));
        Self {
            what: path.to_owned(),
            route,
            given: Given {
                params: if path.contains("{id}") {
                    vec![("id".to_owned(), order.to_string())]
                } else {
                    Vec::new()
                },
                query: query
                    .map(|(name, text)| (name.to_owned(), text.to_owned()))
                    .collect(),
                body,
                of: route.of.map(with_rules),
            },
        }
    }

    fn run(&self, tx: &mut Tx<'_>, call: &Call) {
        let done = match &self.route.run {
            Run::Read(run) => run(tx, call, &self.given),
            Run::Write(run) => run(tx, call, &self.given),
            Run::Own(_) => panic!("{} is more than one job", self.what),
        };
        done.unwrap_or_else(|error| panic!("{}: {error:?}", self.what));
    }
}

/// An office on one of the databases, and how the work of its database is counted.
struct Counted<'a> {
    seen: &'a Statements,
    backend: Backend,
    db: Db,
}

/// What a job cost: steps of SQLite's machine for each statement, or the rows and the entries that
/// PostgreSQL gave out of each table and index.
type Work = BTreeMap<String, u64>;

/// What has a bound of its own: what is kept of days, which grows with days, stores and people, and
/// search words that are written when there is time.
const BOUNDED: [&str; 2] = ["kept_day", "_gram"];

fn sum(work: &Work) -> u64 {
    let is_counted = |part: &str| !BOUNDED.iter().any(|word| part.contains(word));
    let counted = work.iter().filter(|(part, _)| is_counted(part));
    counted.map(|(_, work)| work).sum()
}

impl Counted<'_> {
    fn work(&self, job: impl Fn(&mut Tx<'_>) + Send + 'static) -> Work {
        let is_postgres = self.backend == Backend::Postgres;
        self.seen.take_steps();
        let given_out = self.db.write_now(move |tx| {
            if !is_postgres {
                job(tx);
                return Ok(Work::new());
            }
            // A small table would be read from end to end.
            tx.batch("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")?;
            let before = given_out(tx)?;
            job(tx);
            let mut work = given_out(tx)?;
            for (part, rows) in &mut work {
                *rows -= before.get(part).copied().unwrap_or_default();
            }
            Ok(work)
        });
        let given_out = given_out.unwrap_or_else(|error: store::Error| panic!("{error}"));
        if is_postgres {
            given_out
        } else {
            self.seen.take_steps()
        }
    }
}

/// What PostgreSQL gave out over this connection; it forgets that between two transactions at most.
fn given_out(tx: &mut Tx<'_>) -> store::Result<Work> {
    let text = "SELECT relname::text, pg_stat_get_xact_tuples_returned(oid) \
         FROM pg_class WHERE relnamespace = 'public'::regnamespace";
    let rows = tx.query(text, &[])?;
    let given_out = rows.iter().map(|row| {
        let rows = u64::try_from(row.int(1)?).unwrap();
        Ok((row.text(0)?.to_owned(), rows))
    });
    given_out.collect()
}

/// What was done more often in the large office, and what it was.
fn growth(few: &Work, many: &Work) -> String {
    let grew = many.iter().filter_map(|(part, many)| {
        let few = few.get(part).copied().unwrap_or_default();
        (many > &few).then(|| format!("  {few} became {many}: {part}\n"))
    });
    grew.collect()
}

#[test]
fn work_does_not_grow_with_the_office() {
    let seen = Statements::watch();
    for backend in [Backend::Sqlite, Backend::Postgres] {
        let [few, many] = ORDERS.map(|orders| work_of_an_office(&seen, backend, orders));
        let mut grown = Vec::new();
        for ((what, few), (_, many)) in few.iter().zip(&many) {
            let (before, after) = (sum(few), sum(many));
            println!("{backend:?}: {before}, then {after}: {what}");
            let is_told = after * 100 > before.max(little(backend, what)) * MOST;
            if is_told && !(backend == Backend::Postgres && what.starts_with(OF_NO_STORE)) {
                grown.push(format!(
                    "{what}: {before} became {after}\n{}",
                    growth(few, many)
                ));
            }
        }
        assert!(grown.is_empty(), "{backend:?}:\n{}", grown.join("\n"));
    }
}

/// What each question and each step of an order's life costs in an office of so many orders.
fn work_of_an_office(seen: &Statements, backend: Backend, orders: usize) -> Vec<(String, Work)> {
    let test = TestApp::start(backend);
    demo::fill(test.db(), test.clock.now(), orders);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let office = runtime.block_on(Office::open(&test));
    let store = runtime.block_on(test.person_of(&["app:dingdan:list"], "MENDIAN", "ZONGDIAN"));
    let (all, of_store) = (test.call_of(&office.admin), test.call_of(&store.client));
    let order = runtime.block_on(office.paid_out(1_200_000, 12));
    if backend == Backend::Postgres {
        let learn = |tx: &mut Tx<'_>| tx.batch("ANALYZE");
        test.db().write_now(learn).unwrap();
    }
    let counted = Counted {
        seen,
        backend,
        db: test.db_with_bound(BOUND),
    };
    let mut found = Vec::new();
    for (who, call) in [("all", &all), ("a store", &of_store)] {
        for path in questions() {
            let ask = || Question::new(&Method::GET, &path, order, None);
            let [_, work] = [ask(), ask()].map(|question| {
                let call = call.clone();
                counted.work(move |tx| question.run(tx, &call))
            });
            found.push((format!("{who}: {path}"), work));
        }
    }
    let mut decisions = runtime.block_on(life(&office));
    decisions.extend(runtime.block_on(others(&office)));
    for (path, body) in decisions {
        let question = Question::new(&Method::POST, path, order, Some(body));
        let mut call = all.clone();
        if ["app/dingdan/hexiao", "app/dingdan/shouhui"].contains(&path) {
            call.now.0 += OVERDUE_MS;
        }
        let work = counted.work(move |tx| question.run(tx, &call));
        found.push((path.to_owned(), work));
    }
    found
}

/// What is decided about orders, each at its time.
async fn life(office: &Office) -> Vec<(&'static str, Json)> {
    let (applied, approved) = (
        office.applied(1_200_000, 12).await,
        office.approved(1_200_000, 12).await,
    );
    let (paid, lost) = (
        office.paid_out(1_200_000, 12).await,
        office.paid_out(1_200_000, 12).await,
    );
    let review = json!({ "id": applied, "jieguo": "TONGGUO", "yijian": "同意" });
    let confirmed = json!({ "dingdanId": paid, "qi": 1, "zhifufangshi": "YINHANGKA" });
    let undone = json!({ "dingdanId": paid, "shijianId": 2, "yuanyin": "录入错误" });
    let transfer = json!({
        "dingdanId": paid, "jine": 4_000, "zhifufangshi": "WEIXIN", "liushuihao": receipt(),
    });
    let recovered = json!({ "dingdanId": lost, "jine": 5_000, "liushuihao": receipt() });
    vec![
        ("app/dingdan/add", office.application(1_200_000, 12)),
        ("app/dingdan/shenhe", review),
        ("app/dingdan/fangkuan", payout(approved)),
        ("app/dingdan/querenhuankuan", confirmed),
        ("app/dingdan/chexiao", undone),
        ("app/dingdan/daozhang", transfer),
        ("app/dingdan/yanqi", json!({ "dingdanId": paid })),
        (
            "app/dingdan/setYouhuiDangqian",
            json!({ "id": paid, "jine": 1_000 }),
        ),
        ("app/dingdan/tiqianhuankuan", json!({ "dingdanId": paid })),
        (
            "app/dingdan/hexiao",
            json!({ "dingdanId": lost, "yuanyin": "失联" }),
        ),
        ("app/dingdan/shouhui", recovered),
    ]
}

/// What is done about customers and points.
async fn others(office: &Office) -> Vec<(&'static str, Json)> {
    let customer = office.customer;
    let points =
        json!({ "userId": customer, "fangxiang": "SHOURU", "jifen": 20, "biaoti": "活动" });
    let given = office.admin.post("/api/app/jifen/add", points.clone());
    given.await.ok();
    let spent = json!({ "userId": customer, "fangxiang": "ZHICHU", "jifen": 5, "biaoti": "更正" });
    let follow = json!({
        "userId": customer, "fangshi": "DIANHUA", "jieguo": "YILIANXI", "neirong": "已联系",
    });
    let notice = json!({
        "userIds": [customer], "biaoti": "还款", "neirong": "请还款", "type": "HUANKUAN",
        "tongdao": "ZHANNEI",
    });
    vec![
        ("app/jifen/add", points),
        ("app/jifen/add", spent),
        ("app/user/genjin/add", follow),
        ("app/user/tongzhi", notice),
        (
            "app/user/add",
            json!({ "nickName": "李四", "phone": "13912345671", "mendian": "ZONGDIAN" }),
        ),
        (
            "app/user/edit",
            json!({ "id": customer, "nickName": "张三丰" }),
        ),
        (
            "app/user/fenpei",
            json!({ "userIds": [customer], "mendian": "ZONGDIAN" }),
        ),
        (
            "app/project/edit",
            json!({ "id": office.project, "mingcheng": "惠民贷二期" }),
        ),
    ]
}

/// What is asked of orders, and the first page of every list but those of one customer, which has
/// as much as one customer can have.
fn questions() -> Vec<String> {
    let asked = OF_ORDERS.iter().flat_map(|(_, paths)| paths.iter());
    let asked = asked.map(|path| path.replace("current=300&", LATE));
    let is_list = |route: &&Route| {
        let is_of_one = route.of.is_some_and(|of| of.table.one_by_one.is_some());
        matches!(route.run, Run::Read(_)) && route.path.ends_with("/findAllByPage") && !is_of_one
    };
    let lists = routes().iter().filter(is_list);
    let lists = lists.filter_map(|route| route.path.strip_prefix("/api/"));
    asked
        .chain(lists.map(|path| format!("{path}?current=1&size=10")))
        .collect()
}
