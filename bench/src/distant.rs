//! Lists over a link to PostgreSQL that takes its time: how many round trips a list is worth.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use server::{app, router};
use store::Db;
use testkit::{Backend, Client, Scratch, TestApp, cheap_hasher, office::Office};
use tokio::runtime::Runtime;

use crate::figure::median;

/// How long anything is under way in either direction.
const DELAY: Duration = Duration::from_millis(5);

const WARM_UP: usize = 40;

/// What is asked, and how many round trips it may take.
const LISTS: [(&str, &str, f64); 3] = [
    ("the list of customers", "/api/app/user/findAllByPage", 3.0),
    ("the list of orders", "/api/app/dingdan/findAllByPage", 3.0),
    ("the counts by state", "/api/app/dingdan/tongji", 2.0),
];

pub fn measure(rounds: usize) {
    let test = far_away();
    let runtime = Runtime::new().unwrap();
    let office = runtime.block_on(async {
        let office = Office::open(&test).await;
        office.paid_out(100_000, 3).await;
        office
    });
    for (name, path, bound) in LISTS {
        // Until every connection knows the statements.
        for _ in 0..WARM_UP {
            runtime.block_on(ask(&office.admin, path));
        }
        let times = (0..rounds * 4).map(|_| {
            let trip = one_trip(test.db());
            runtime.block_on(ask(&office.admin, path)).as_secs_f64() / trip.as_secs_f64()
        });
        println!(
            "time of {name} over a slow link to PostgreSQL: {:.1} round trips (aim at most {bound})",
            median(times.collect()),
        );
    }
}

async fn ask(client: &Client, path: &str) -> Duration {
    let started = Instant::now();
    client.get(path).await.ok();
    started.elapsed()
}

/// The time of one statement alone, on a connection that knows it.
fn one_trip(db: &Db) -> Duration {
    let asked = db.read_now(|conn| {
        conn.query("SELECT 1", &[])?;
        let started = Instant::now();
        conn.query("SELECT 1", &[])?;
        Ok::<_, store::Error>(started.elapsed())
    });
    asked.unwrap()
}

/// An application whose database is at the other end of the slow link.
fn far_away() -> TestApp {
    let scratch = Scratch::new(Backend::Postgres);
    let mut settings = scratch.settings();
    let url = settings.database_url.unwrap();
    let (user, rest) = url.split_once('@').unwrap();
    let (server, database) = rest.split_once('/').unwrap();
    let link = slow_link(server.to_owned());
    settings.database_url = Some(format!("{user}@{link}/{database}"));
    let opened =
        app::open(&settings, cheap_hasher()).unwrap_or_else(|sentence| panic!("{sentence}"));
    let clock = opened.app.clock.clone();
    clock.stop_real();
    TestApp {
        router: router::router(&opened.app),
        app: opened.app,
        clock,
        backend: Backend::Postgres,
        scratch,
    }
}

/// An address that leads to the server, slowly.
fn slow_link(server: String) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let server = TcpStream::connect(&server).unwrap();
            for stream in [&client, &server] {
                stream.set_nodelay(true).unwrap();
            }
            let back = (server.try_clone().unwrap(), client.try_clone().unwrap());
            carry(client, server);
            carry(back.0, back.1);
        }
    });
    address
}

/// Passes on what comes, each piece as much later as the link is long.
fn carry(mut from: TcpStream, mut to: TcpStream) {
    let (put, take) = mpsc::channel::<(Instant, Vec<u8>)>();
    thread::spawn(move || {
        let mut buffer = vec![0; 64 << 10];
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            if put
                .send((Instant::now() + DELAY, buffer[..read].to_vec()))
                .is_err()
            {
                break;
            }
        }
    });
    thread::spawn(move || {
        while let Ok((due, piece)) = take.recv() {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            if to.write_all(&piece).is_err() {
                break;
            }
        }
        let _ = to.shutdown(std::net::Shutdown::Write);
    });
}
