//! Hostile requests against every route, in process: never a server error, never a panic, never
//! a long wait, nothing of a request in the text of a statement, and a sound database afterwards.
//!
//! `HOSTILE_PER_ROUTE` says how many requests each route gets, `HOSTILE_SEED` which ones.

#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up must fail loudly"
)]

mod fields;
mod forms;
mod requests;
mod statements;
mod values;

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    ops::Range,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{body::Body, extract::ConnectInfo};
use http::{Request, StatusCode, header};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use requests::Bad;
use serde_json::{Value as Json, json};
use server::{route::Route, router::routes};
use store::checks;
use testkit::{Answer, Backend, Client, TestApp, office::Office, statements::Statements};

/// What requests may refer to: rows made to be harmed, spreadsheets to damage.
#[derive(Default)]
pub struct Known {
    pub ids: BTreeMap<&'static str, Vec<i64>>,
    pub templates: BTreeMap<&'static str, Vec<u8>>,
}

/// What came back, for the eye of whoever runs this at its full size.
#[derive(Default)]
struct Tally {
    codes: BTreeMap<i64, u64>,
    /// By route: all the time, and the longest.
    times: BTreeMap<String, (Duration, Duration)>,
}

impl Tally {
    fn count(&mut self, route: &Route, code: i64, took: Duration) {
        *self.codes.entry(code).or_default() += 1;
        let name = format!("{} {}", route.method, route.path);
        let (all, longest) = self.times.entry(name).or_default();
        *all += took;
        *longest = (*longest).max(took);
    }

    fn print(&self) {
        println!("answers by code: {:?}", self.codes);
        let mut times: Vec<_> = self.times.iter().collect();
        times.sort_by_key(|(_, (all, _))| std::cmp::Reverse(*all));
        for (route, (all, longest)) in times.iter().take(5) {
            println!("{all:10.1?} in all, longest {longest:8.1?}: {route}");
        }
    }
}

/// So many requests a route and then a fresh office: the exports of one that was written to for
/// longer would take all the time.
const AN_OFFICE: usize = 500;
const WORKERS: usize = 8;
/// Sessions that requests of this very test may end before one of them is answered.
const SIGN_INS: usize = 20;

/// The longest an answer may take. Five seconds are what counts, and hold where the full size is
/// asked for; the small one runs among other tests, where a busy machine must not look like a
/// slow answer, but an endless one still does.
fn longest() -> Duration {
    let is_full_size = std::env::var_os("HOSTILE_PER_ROUTE").is_some();
    Duration::from_secs(if is_full_size { 5 } else { 30 })
}

/// Hostile requests come from here, so that failed sign-ins do not lock out the test itself.
const PEER: SocketAddr = SocketAddr::new(
    std::net::IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 9)),
    1,
);

fn number(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok().and_then(|text| text.parse().ok());
    given.unwrap_or(otherwise)
}

#[test]
fn bad_requests_do_no_harm() {
    let statements = Statements::watch();
    let panics = count_panics();
    let seed = number("HOSTILE_SEED", 20_260_301);
    for (backend, share) in [(Backend::Sqlite, 300), (Backend::Postgres, 60)] {
        let per_route = number("HOSTILE_PER_ROUTE", share);
        let tally = Arc::new(Mutex::new(Tally::default()));
        let started = Instant::now();
        for first in (0..per_route).step_by(AN_OFFICE) {
            let cases = first..per_route.min(first + AN_OFFICE as u64);
            let test = Arc::new(TestApp::start(backend));
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            let failures = runtime.block_on(attack(&test, seed, cases, &tally));
            assert!(
                failures.is_empty(),
                "seed {seed}, {backend:?}, {} failures:\n{}",
                failures.len(),
                failures.join("\n")
            );
            assert_eq!(
                panics.load(Ordering::Relaxed),
                0,
                "a background task panicked"
            );
            assert_sound(&test);
        }
        println!(
            "{backend:?}: {per_route} a route, {} routes, in {:?}",
            routes().len(),
            started.elapsed()
        );
        tally.lock().unwrap().print();
    }
    let texts = statements.texts();
    assert!(
        texts.len() > 100,
        "only {} statements were seen",
        texts.len()
    );
    let foreign = statements::foreign(&texts);
    assert!(foreign.is_empty(), "{foreign:#?}");
}

/// The check itself must be able to fail.
#[test]
fn a_foreign_word_in_a_statement_is_noticed() {
    let own = "SELECT count(*) FROM (SELECT 1 FROM \"app_user\" t WHERE t.is_del = FALSE) counted";
    let foreign = format!("{own} AND {} = 1", values::MARK);
    assert_eq!(
        statements::foreign(&[own.to_owned()].into()),
        Vec::<String>::new()
    );
    assert_eq!(statements::foreign(&[foreign].into()).len(), 1);
}

fn count_panics() -> Arc<AtomicUsize> {
    let panics = Arc::new(AtomicUsize::new(0));
    let (counted, print) = (Arc::clone(&panics), std::panic::take_hook());
    std::panic::set_hook(Box::new(move |info| {
        counted.fetch_add(1, Ordering::Relaxed);
        print(info);
    }));
    panics
}

/// As `zhanggui check` does it, on connections of its own: one that has searched before judges
/// the search index by what it remembers.
fn assert_sound(test: &TestApp) {
    let fresh = server::app::open_db(&test.scratch.settings()).unwrap();
    let problems = fresh.read_now(sound).unwrap();
    assert!(problems.is_empty(), "{problems:?}");
    let books = service::check::run(&fresh, test.clock.today()).unwrap();
    assert!(books.findings.is_empty(), "{:?}", books.findings);
}

/// What `zhanggui check` asks.
fn sound(conn: &mut store::Conn) -> store::Result<Vec<String>> {
    let mut problems = checks::row_counts(conn)?;
    problems.extend(checks::dangling_references(conn)?);
    problems.extend(checks::orphan_links(conn)?);
    problems.extend(checks::sqlite_integrity(conn)?);
    Ok(problems)
}

/// Sends every route its share, a few at a time; answers what went wrong.
async fn attack(
    test: &Arc<TestApp>,
    seed: u64,
    cases: Range<u64>,
    tally: &Arc<Mutex<Tally>>,
) -> Vec<String> {
    let known = Arc::new(prepare(test).await);
    let next = Arc::new(AtomicU64::new(cases.start * routes().len() as u64));
    let workers: Vec<_> = (0..WORKERS)
        .map(|_| {
            let (test, known, next) = (Arc::clone(test), Arc::clone(&known), Arc::clone(&next));
            let (tally, end) = (Arc::clone(tally), cases.end);
            tokio::spawn(async move { work(&test, &known, &next, &tally, seed, end).await })
        })
        .collect();
    let mut failures = Vec::new();
    for worker in workers {
        failures.extend(worker.await.unwrap_or_else(|error| vec![error.to_string()]));
    }
    failures
}

async fn work(
    test: &TestApp,
    known: &Known,
    next: &AtomicU64,
    tally: &Mutex<Tally>,
    seed: u64,
    end: u64,
) -> Vec<String> {
    let mut failures = Vec::new();
    let mut admin = administrator(test).await;
    let count = routes().len() as u64;
    loop {
        let turn = next.fetch_add(1, Ordering::Relaxed);
        let at = usize::try_from(turn % count).unwrap_or_default();
        let (Some(route), case) = (routes().get(at), turn / count) else {
            return failures;
        };
        if case >= end || failures.len() > 20 {
            return failures;
        }
        let bad = requests::request(seed, route, case, known);
        let (mut answer, mut took) = timed(&bad, &admin).await;
        for _ in 0..SIGN_INS {
            let is_over = answer.code == 401 || answer.result["isSuoping"] == true;
            if !is_over || bad.is_stranger {
                break;
            }
            // The session was ended or its screen locked by a request of this very test.
            admin = administrator(test).await;
            (answer, took) = timed(&bad, &admin).await;
        }
        tally.lock().unwrap().count(route, answer.code, took);
        if let Err(fault) = verdict(route, &bad, &answer, took) {
            let shown: String = format!("{bad:?}").chars().take(600).collect();
            failures.push(format!(
                "{} {} case {case}: {fault}; {} {}\n  {shown}\n  {}",
                route.method,
                route.path,
                answer.code,
                answer.message,
                String::from_utf8_lossy(&bad.body)
                    .chars()
                    .take(400)
                    .collect::<String>(),
            ));
        }
    }
}

async fn timed(bad: &Bad, admin: &Client) -> (Answer, Duration) {
    let started = Instant::now();
    let answer = admin.request(built(bad, admin)).await;
    (answer, started.elapsed())
}

/// The administrator, whose name the wrong old passwords of this very test may have locked.
async fn administrator(test: &TestApp) -> Client {
    let unlocked = test
        .db()
        .write(|tx| service::login_lock::unlock(tx, "admin"));
    unlocked.await.unwrap();
    test.admin().await
}

fn built(bad: &Bad, admin: &Client) -> Request<Body> {
    let mut request = Request::new(Body::from(bad.body.clone()));
    *request.method_mut() = bad.method.clone();
    *request.uri_mut() = bad
        .uri
        .parse()
        .unwrap_or_else(|error| panic!("{error}: {:.300}", bad.uri));
    request.extensions_mut().insert(ConnectInfo(PEER));
    let headers = request.headers_mut();
    let token = admin.token.as_deref().unwrap_or_default();
    if let Ok(value) = format!("Bearer_{token}").parse() {
        headers.insert(header::AUTHORIZATION, value);
    }
    for (name, value) in &bad.headers {
        headers.insert(name, value.clone());
    }
    request
}

fn verdict(route: &Route, bad: &Bad, answer: &Answer, took: Duration) -> Result<(), String> {
    if answer.status.is_server_error() || answer.code == 500 {
        return Err(format!("HTTP {}", answer.status));
    }
    if took > longest() {
        return Err(format!("took {took:?}"));
    }
    let is_file = answer.status == StatusCode::OK
        && ["/export", "/template", "/xiaoxi/liu"]
            .iter()
            .any(|end| route.path.ends_with(end));
    let is_envelope = answer.code != 0 && !answer.message.is_empty();
    if !is_envelope && !is_file && answer.status != StatusCode::NOT_MODIFIED {
        let body = String::from_utf8_lossy(&answer.body);
        return Err(format!(
            "HTTP {} without an envelope: {body}",
            answer.status
        ));
    }
    if answer.code == 401 && !bad.is_stranger {
        return Err("the administrator was signed out".to_owned());
    }
    if answer.message.contains("没有操作权限") {
        return Err("the administrator lost a permission".to_owned());
    }
    Ok(())
}

/// There is one customer, who has one of these.
const ONE_A_CUSTOMER: &str = "app/user/jibenxinxi";

/// Rows of every resource, and the template of every import.
async fn prepare(test: &TestApp) -> Known {
    let admin = test.admin().await;
    let mut known = Known::default();
    let kind = json!({ "name": "待损字典", "type": fields::KIND });
    admin.post("/api/app/dict/add", kind).await.ok();
    let rng = &mut StdRng::seed_from_u64(1);
    lend(test, &mut known).await;
    illustrate(&admin, &mut known).await;
    redeem(&admin, &mut known).await;
    for route in routes().iter().filter(|route| route.path.ends_with("/add")) {
        let Some(of) = route.of.filter(|of| !of.table.append_only) else {
            continue;
        };
        if known.ids.contains_key(of.table.path) {
            continue;
        }
        let mut ids = Vec::new();
        let count = if of.table.path == ONE_A_CUSTOMER {
            1
        } else {
            12
        };
        for _ in 0..count {
            let body = sensible(rng, of, &known);
            ids.extend(admin.post(route.path, body).await.ok()["id"].as_i64());
        }
        known.ids.insert(of.table.path, ids);
    }
    for route in routes() {
        if let Some(of) = route
            .of
            .filter(|_| route.path.ends_with("/import/template"))
        {
            let template = admin.get(route.path).await;
            known.templates.insert(of.table.path, template.body);
        }
    }
    known
}

/// Orders in several states, with everything they stand on.
async fn lend(test: &TestApp, known: &mut Known) {
    let office = Office::open(test).await;
    let mut orders = Vec::new();
    for _ in 0..4 {
        orders.push(office.applied(100_000, 3).await);
        orders.push(office.approved(100_000, 3).await);
        orders.push(office.paid_out(100_000, 3).await);
    }
    let block = json!({ "projectFenleiId": office.category, "phone": "13600000000" });
    let blocks = office
        .admin
        .post("/api/app/project/fenlei/pingbi/add", block)
        .await
        .ok();
    known.ids.insert("app/dingdan/xingqing", vec![1, 2, 3, 4]);
    known.ids.insert("app/log", (1..=20).collect());
    known.ids.insert("app/dingdan", orders);
    known.ids.insert("app/project", vec![office.project]);
    known
        .ids
        .insert("app/project/fenlei", vec![office.category]);
    let block = blocks["id"].as_i64().unwrap();
    known.ids.insert("app/project/fenlei/pingbi", vec![block]);
    known.ids.insert("app/user", vec![office.customer]);
    known.ids.insert("app/user/shoukuan", vec![office.account]);
}

/// Rows that take pictures: a banner, and the identity of the customer.
async fn illustrate(admin: &Client, known: &mut Known) {
    let customer = known.ids["app/user"][0];
    let banner = json!({
        "biaoti": "横幅", "weizhi": "SHOUYE", "tupian": picture(admin, "lunbotu").await,
    });
    let identity = json!({
        "userId": customer, "zhenshixingming": "张三", "zhengjianhaoma": "11010519491231002X",
        "sfzZhengmian": picture(admin, "renzheng").await,
        "sfzFanmian": picture(admin, "renzheng").await,
    });
    let points =
        json!({ "userId": customer, "fangxiang": "SHOURU", "jifen": 9_000, "biaoti": "活动" });
    let goods = json!({
        "mingcheng": "保温杯", "type": "XUNI", "zhutu": picture(admin, "shangpin").await, "jifenJiage": 1, "kucun": 9_000,
    });
    let version = json!({
        "pingtai": "H5", "banbenhao": "1.0.0", "banbenCode": 1, "gengxinNeirong": "首个版本",
    });
    let file =
        json!({ "mingcheng": "底图", "type": "TUPIAN", "url": picture(admin, "resource").await });
    let notice =
        json!({ "biaoti": "提醒", "neirong": "请还款", "userId": customer, "tongdao": "DUANXIN" });
    // These come from customers, or from what they do.
    known.ids.insert("app/fankui", vec![1]);
    known.ids.insert("app/jifen/renwu/jilu", vec![1]);
    for (path, body) in [
        ("app/version", version),
        ("app/resource", file.clone()),
        ("app/resource/copy1", file),
        ("app/tongzhi", notice),
        ("app/lunbotu", banner),
        ("app/user/renzheng", identity),
        ("app/jifen", points),
        ("app/jifen/shangpin", goods),
    ] {
        let made = admin.post(&format!("/api/{path}/add"), body).await.ok();
        known.ids.insert(path, vec![made["id"].as_i64().unwrap()]);
    }
}

/// Orders for goods, each by itself.
async fn redeem(admin: &Client, known: &mut Known) {
    let body = json!({ "userId": known.ids["app/user"][0], "shangpinId": known.ids["app/jifen/shangpin"][0] });
    let mut ids = Vec::new();
    for _ in 0..12 {
        let path = "/api/app/jifen/shangpin/dingdan/add";
        let made = admin.post(path, body.clone()).await.ok();
        ids.extend(made["id"].as_i64());
    }
    known.ids.insert("app/jifen/shangpin/dingdan", ids);
}

async fn picture(admin: &Client, folder: &str) -> Json {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(4, 3, image::Rgb([9, 30, 30]));
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    let fields = [("rootPath", folder)];
    let kept = admin.upload("/api/app/file/up", &fields, "a.png", bytes.get_ref());
    kept.await.ok()["url"].clone()
}

/// A body that must be accepted, so that there is something to harm.
fn sensible(rng: &mut StdRng, of: &schema::Model, known: &Known) -> Json {
    let pairs = fields::body(rng, of, known);
    let parts = pairs
        .iter()
        .filter(|(name, _)| name != "id" && name != "component")
        .map(|(name, value)| format!("{}:{value}", values::quoted(name)));
    let text = format!("{{{}}}", parts.collect::<Vec<_>>().join(","));
    let mut body: Json = serde_json::from_str(&text).unwrap_or_default();
    match of.table.path {
        "sys/menu" => {
            body["parentId"] = 0.into();
            body["type"] = "MULU".into();
        }
        "sys/role" => body["menuIds"] = Json::Array(Vec::new()),
        "sys/user" => body["roleIds"] = Json::Array(vec![role(known)]),
        "code/gen/table" => {
            let number: u32 = rng.random();
            body["tableName"] = format!("ceshi_t{number}").into();
            body["path"] = format!("ceshi/t{number}").into();
            body["columns"] = Json::Array(Vec::new());
            body["leiming"] = Json::Null;
        }
        "code/tmpl" => {
            body["wenjianPath"] = "{{ table.name }}.txt".into();
            body["neirong"] = "{{ table.label }}".into();
        }
        "app/gonggao" | "app/jifen/renwu" => body["jieshuTime"] = Json::Null,
        _ => {}
    }
    body
}

fn role(known: &Known) -> Json {
    let roles = known.ids.get("sys/role").and_then(|ids| ids.first());
    roles.copied().unwrap_or(1).into()
}
