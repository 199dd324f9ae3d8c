//! More than the server can do at once, against the program as it is shipped: people who sign in
//! go on, and memory has a bound. The long version is in the Makefile.
#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot be set up must fail loudly"
)]

mod files;
mod process;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Instant,
};

use process::{Peer, Server};
use serde_json::json;
use testkit::{Backend, PASSWORD, Scratch};
use tokio::task::JoinSet;

const MIB: u64 = 1 << 20;
/// What all imports and pictures together may take over what the idle server takes.
const MOST: u64 = 256 * MIB;

fn number(name: &str, otherwise: usize) -> usize {
    let given = std::env::var(name).ok().and_then(|text| text.parse().ok());
    given.unwrap_or(otherwise)
}

/// Both databases, the server on each as a process of its own.
fn on_each(run: &impl AsyncFn(&Server)) {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        println!("on {backend:?}");
        let scratch = Scratch::new(backend);
        let server = Server::start(&scratch);
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(run(&server));
    }
}

#[test]
fn right_sign_ins_go_on_under_wrong_ones() {
    let (attackers, sign_ins) = (number("FLOOD_ATTACKERS", 12), number("FLOOD_SIGN_INS", 6));
    on_each(&async |server: &Server| {
        // Somebody who works there: guesses at a name ask strangers for captchas.
        let office = server.peer("127.0.0.3");
        sign_in(&office).await;
        let (is_over, tries) = (
            Arc::new(AtomicBool::new(false)),
            Arc::new(AtomicUsize::new(0)),
        );
        let mut crowd = JoinSet::new();
        for at in 0..attackers {
            let peer = server.peer("127.0.0.2");
            let (is_over, tries) = (Arc::clone(&is_over), Arc::clone(&tries));
            crowd.spawn(async move {
                // Some at one name, some at many.
                while !is_over.load(Ordering::Relaxed) {
                    let count = tries.fetch_add(1, Ordering::Relaxed);
                    let name = if at % 2 == 0 {
                        "admin".to_owned()
                    } else {
                        format!("guess{count}")
                    };
                    let body = json!({ "loginName": name, "password": "Wrong-Password-1" });
                    peer.post("/api/sys/login/login", &body).await;
                }
            });
        }
        let mut slowest = 0;
        for _ in 0..sign_ins {
            let started = Instant::now();
            sign_in(&office).await;
            slowest = slowest.max(started.elapsed().as_millis());
        }
        is_over.store(true, Ordering::Relaxed);
        crowd.join_all().await;
        println!(
            "{sign_ins} of {sign_ins} right sign-ins beside {} wrong ones over {attackers} connections, the slowest {slowest} ms",
            tries.load(Ordering::Relaxed)
        );
    });
}

#[test]
fn imports_and_pictures_have_a_bound_together() {
    let count = number("FLOOD_FILES", 4);
    let rows = number("FLOOD_ROWS", 500);
    let sheets = [files::wide(rows), files::announcements(rows)];
    let picture = files::picture(u32::try_from(number("FLOOD_PICTURE", 3_000)).unwrap());
    println!(
        "{count} × {} and {} KiB of spreadsheets, {count} × {} KiB of pictures",
        sheets[0].len() >> 10,
        sheets[1].len() >> 10,
        picture.len() >> 10
    );
    on_each(&async |server: &Server| {
        let admin = server.peer("127.0.0.4");
        let token = sign_in(&admin).await;
        let admin = admin.with_token(&token);
        let idle = server.settle_memory();
        let mut calls = JoinSet::new();
        for at in 0..count {
            let mode = if at % 4 == 1 { "HAOHANG" } else { "JIANCHA" };
            let path = format!("/api/app/gonggao/import?moshi={mode}");
            let (importer, sheet) = (admin.clone(), sheets[at % 2].clone());
            calls.spawn(async move { importer.upload(&path, "", "a.xlsx", &sheet).await });
            let (uploader, picture) = (admin.clone(), picture.clone());
            calls.spawn(async move {
                uploader
                    .upload("/api/app/file/up", "avatar", "a.png", &picture)
                    .await
            });
        }
        let mut codes = std::collections::BTreeMap::new();
        for (_, answer) in calls.join_all().await {
            let code = answer["code"].as_i64().unwrap_or_default();
            assert!(matches!(code, 200 | 2001 | 2002 | 503), "{answer}");
            *codes.entry(code).or_insert(0) += 1;
        }
        let extra = server.peak_memory().saturating_sub(idle);
        println!(
            "idle {} MiB, {} MiB more at the peak, answers {codes:?}",
            idle / MIB,
            extra / MIB
        );
        assert!(extra < MOST, "{} MiB", extra / MIB);
    });
}

/// A right sign-in, which must succeed; its token.
async fn sign_in(peer: &Peer) -> String {
    let body = json!({ "loginName": "admin", "password": PASSWORD });
    let (status, answer) = peer.post("/api/sys/login/login", &body).await;
    let token = answer["result"]["token"].as_str();
    token
        .unwrap_or_else(|| panic!("{status} {answer}"))
        .to_owned()
}
