//! PostgreSQL goes away and comes back: the application finds it again by itself, and never
//! calls a write a success that is not there.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::json;
use testkit::{Backend, Client, TestApp};
use tokio::sync::mpsc;

const WRITERS: usize = 8;
const CUTS: usize = 25;
/// Acknowledged writes between two cuts.
const BETWEEN: usize = 12;

#[derive(Default)]
struct Told {
    saved: BTreeSet<String>,
    not_saved: BTreeSet<String>,
}

#[test]
fn a_lost_connection_is_never_a_success() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let test = TestApp::start(Backend::Postgres);
    runtime.block_on(cut_while_writing(&test));
}

async fn cut_while_writing(test: &TestApp) {
    let admin = test.admin().await;
    let told = Arc::new(Mutex::new(Told::default()));
    let (acknowledged, mut acknowledgements) = mpsc::unbounded_channel();
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let (client, told, acknowledged) =
                (admin.clone(), Arc::clone(&told), acknowledged.clone());
            tokio::spawn(async move {
                for number in 0.. {
                    let title = format!("w{writer}n{number}a");
                    if !write(&client, title, &told).await {
                        continue;
                    }
                    if acknowledged.send(()).is_err() {
                        break;
                    }
                }
            })
        })
        .collect();
    drop(acknowledged);
    for _ in 0..CUTS {
        for _ in 0..BETWEEN {
            // The application is expected to come back by itself, and soon.
            let next = tokio::time::timeout(Duration::from_secs(10), acknowledgements.recv());
            next.await.unwrap().unwrap();
        }
        test.scratch.cut_connections();
    }
    drop(acknowledgements);
    for writer in writers {
        writer.await.unwrap();
    }
    let found = titles(&admin).await;
    let told = told.lock().unwrap();
    let lost: Vec<_> = told.saved.difference(&found).collect();
    assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
    let kept: Vec<_> = told.not_saved.intersection(&found).collect();
    assert!(kept.is_empty(), "called not saved and there: {kept:?}");
    println!(
        "{CUTS} cuts: {} saved, {} refused",
        told.saved.len(),
        told.not_saved.len()
    );
}

/// One write; whether it was acknowledged.
async fn write(client: &Client, title: String, told: &Mutex<Told>) -> bool {
    let body = json!({ "biaoti": title, "type": "XITONG", "neirong": "<p>内容</p>" });
    let answer = client.post("/api/app/gonggao/add", body).await;
    let mut told = told.lock().unwrap();
    match answer.code {
        200 => {
            told.saved.insert(title);
            return true;
        }
        500 if answer.message.contains("没有保存") => {
            told.not_saved.insert(title);
        }
        500 if answer.message.contains("结果未知") => {}
        _ => panic!("{} {}", answer.code, answer.message),
    }
    false
}

async fn titles(admin: &Client) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for current in 1.. {
        let path = format!("/api/app/gonggao/findAllByPage?size=100&current={current}");
        let page = admin.get(&path).await.ok();
        let records = page["records"].as_array().cloned().unwrap_or_default();
        found.extend(
            records
                .iter()
                .filter_map(|row| row["biaoti"].as_str().map(str::to_owned)),
        );
        if records.len() < 100 {
            break;
        }
    }
    found
}
