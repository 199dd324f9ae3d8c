//! From the start of the program to its first answer, and the memory it takes then.

use std::{
    io::{BufRead as _, BufReader, Lines, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
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
    let program = Program::start(folder, &[]);
    // A question that goes to the database, and is answered without a session.
    let mut stream = TcpStream::connect(&program.address).unwrap();
    stream
        .write_all(b"GET /readyz HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("ready"), "{answer}");
    (started.elapsed(), program.memory_mb("VmRSS:"))
}

/// The program in a process of its own, which ends with this.
pub struct Program {
    pub address: String,
    child: Child,
    /// It may go on to speak.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Program {
    /// Started in a folder, and serving.
    pub fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .arg("serve")
            .args(arguments)
            .env("ZHANGGUI_ADDR", "127.0.0.1:0")
            .env("ZHANGGUI_DATA_DIR", folder)
            .env("ZHANGGUI_ADMIN_PASSWORD", PASSWORD)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address =
            lines.find_map(|line| Some(line.unwrap().trim().rsplit_once("//")?.1.to_owned()));
        Self {
            address: address.unwrap(),
            child,
            _output: lines,
        }
    }

    /// A line of what the system says about its memory.
    pub fn memory_mb(&self, name: &str) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        let kib: f64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        kib / 1024.0
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
