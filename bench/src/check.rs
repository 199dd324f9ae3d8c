//! `zhanggui check` on an office of any size: how long it takes, and with how much memory.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, ExitCode, Stdio},
    sync::Mutex,
    time::{Duration, Instant},
};

use server::app;
use service::demo;
use testkit::{cheap_hasher, demo::passwords};

/// The business clock of the office and of its check.
const CLOCK: &str = "2026-03-01T09:00:00";

/// Makes the office by the verbs of the product, order by order, and proves it in a process of its
/// own, as an operator would.
pub fn measure(orders: usize) -> ExitCode {
    let folder = tempfile::tempdir().unwrap();
    let took = fill(folder.path(), orders);
    println!(
        "{orders} orders made in {:.0} s ({:.0} a second), database of {} MB",
        took.as_secs_f64(),
        rate(orders, took),
        database_bytes(folder.path()) >> 20,
    );
    let proof = prove(folder.path());
    println!(
        "check of {orders} orders: {:.1} s, {:.0} orders a second, {} MB of its own at most, {} MB with what is mapped of the database, {} lines of progress, {}",
        proof.took.as_secs_f64(),
        rate(orders, proof.took),
        proof.peak.own_kb >> 10,
        proof.peak.resident_kb >> 10,
        proof.lines,
        if proof.is_clean { "clean" } else { "NOT CLEAN" },
    );
    if proof.is_clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

#[expect(clippy::cast_precision_loss, reason = "a figure to look at")]
fn rate(orders: usize, took: Duration) -> f64 {
    orders as f64 / took.as_secs_f64()
}

fn database_bytes(folder: &Path) -> u64 {
    std::fs::metadata(folder.join("zhanggui.db")).unwrap().len()
}

fn fill(folder: &Path, orders: usize) -> Duration {
    let settings = server::settings::Settings {
        clock: Some(CLOCK.to_owned()),
        ..testkit::settings(folder, None)
    };
    let app = app::open(&settings, cheap_hasher()).unwrap().app;
    let started = Instant::now();
    let told = Mutex::new(started);
    let tell = move || {
        let mut told = told.lock().unwrap();
        if told.elapsed() > Duration::from_secs(30) {
            *told = Instant::now();
            println!("filling for {:.0} s", started.elapsed().as_secs_f64());
        }
        false
    };
    demo::run(&app.db, app.clock.now(), orders, &passwords(), tell).unwrap();
    app.sealing.everything(&app.db, app.clock.real().0);
    started.elapsed()
}

struct Proof {
    took: Duration,
    peak: Memory,
    lines: usize,
    is_clean: bool,
}

fn prove(folder: &Path) -> Proof {
    let started = Instant::now();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .arg("check")
        .env("ZHANGGUI_DATA_DIR", folder)
        .env("ZHANGGUI_CLOCK", CLOCK)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let progress = BufReader::new(child.stderr.take().unwrap());
    let reader = std::thread::spawn(move || {
        let lines = progress.lines().map_while(Result::ok);
        lines.inspect(|line| println!("  {line}")).count()
    });
    let peak = watch(&mut child);
    let is_clean = child.wait().unwrap().success();
    Proof {
        took: started.elapsed(),
        peak,
        lines: reader.join().unwrap(),
        is_clean,
    }
}

/// SQLite maps up to 256 MB of the database, which the system takes back whenever it likes.
#[derive(Default)]
struct Memory {
    own_kb: u64,
    resident_kb: u64,
}

/// Waits for its end; answers the most memory it had.
fn watch(child: &mut Child) -> Memory {
    let mut peak = Memory::default();
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let status = status.unwrap_or_default();
        let kb = |name: &str| -> u64 {
            let line = status.lines().find(|line| line.starts_with(name));
            let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
            number.unwrap_or_default()
        };
        peak.own_kb = peak.own_kb.max(kb("RssAnon:"));
        peak.resident_kb = peak.resident_kb.max(kb("VmHWM:"));
        std::thread::sleep(Duration::from_millis(20));
    }
    peak
}
