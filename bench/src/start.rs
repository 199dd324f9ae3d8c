//! From the start of the program to its first answer, and the memory it takes then.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use testkit::PASSWORD;

use crate::figure::median;

pub fn measure(rounds: usize) {
    let folder = tempfile::tempdir().unwrap();
    let (first, _) = start(folder.path());
    let (mut times, mut sizes) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (took, resident) = start(folder.path());
        times.push(took.as_secs_f64() * 1000.0);
        sizes.push(resident);
    }
    println!(
        "first start, with a new database: {:.0} ms",
        first.as_secs_f64() * 1000.0
    );
    println!(
        "start to first answer: {:.0} ms (aim under 150)",
        median(times)
    );
    println!(
        "resident memory after it: {:.1} MB (aim under 40)",
        median(sizes)
    );
}

/// Starts the program, asks once, and ends it.
fn start(folder: &Path) -> (Duration, f64) {
    let started = Instant::now();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .arg("serve")
        .env("ZHANGGUI_ADDR", "127.0.0.1:0")
        .env("ZHANGGUI_DATA_DIR", folder)
        .env("ZHANGGUI_ADMIN_PASSWORD", PASSWORD)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let address = line.trim().rsplit("//").next().unwrap_or_default();
    // A question that goes to the database, and is answered without a session.
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .write_all(b"GET /readyz HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("ready"), "{answer}");
    let took = started.elapsed();
    let resident = resident_mb(&child);
    child.kill().unwrap();
    child.wait().unwrap();
    (took, resident)
}

fn resident_mb(child: &Child) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS:"))
        .unwrap();
    let kib: f64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kib / 1024.0
}
