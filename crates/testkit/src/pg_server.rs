//! A PostgreSQL server of a test's own, which may be stopped, followed by a standby, and replaced
//! by it. The server that the other tests share must live.

use std::{
    fs,
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::{Duration, Instant},
};

use postgres::{Client, NoTls};
use tempfile::TempDir;

/// One server with a folder and a port of its own; it ends with the test.
pub struct PgServer {
    folder: TempDir,
    port: u16,
    connections: u16,
}

/// How a server ends.
#[derive(Clone, Copy)]
pub enum Stop {
    /// Connections are ended, what is committed is written.
    Fast,
    /// As if the machine had lost power.
    Immediate,
}

/// No superuser: for those the server keeps connections free.
const OFFICE: &str = "office";
/// The database in which an office works.
const DATABASE: &str = "office";

impl PgServer {
    /// A running server with an empty database.
    pub fn start() -> Self {
        Self::with_connections(100)
    }

    /// The same for at most so many connections at once.
    pub fn with_connections(connections: u16) -> Self {
        let server = Self::new(connections);
        let data = server.data();
        must(tool("initdb").arg("-D").arg(&data).args([
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
        ]));
        let included = "include_if_exists 'mode.conf'\n";
        let config = data.join("postgresql.conf");
        let text = fs::read_to_string(&config).unwrap();
        fs::write(&config, format!("{text}{included}")).unwrap();
        server.run();
        server.admin(&format!("CREATE ROLE {OFFICE} LOGIN"));
        server.admin(&format!("CREATE DATABASE {DATABASE} OWNER {OFFICE}"));
        server
    }

    fn new(connections: u16) -> Self {
        let folder = tempfile::tempdir().unwrap();
        if is_root() {
            must(Command::new("chown").arg("postgres").arg(folder.path()));
        }
        Self {
            folder,
            port: free_port(),
            connections,
        }
    }

    /// A hot standby that follows this server.
    pub fn standby(&self) -> Self {
        let standby = Self::new(self.connections);
        standby.follow(self);
        standby
    }

    /// Becomes a standby of another server, whatever was here before.
    pub fn follow(&self, primary: &Self) {
        let _ = fs::remove_dir_all(self.data());
        must(
            tool("pg_basebackup")
                .arg("-D")
                .arg(self.data())
                .args(["-R", "-X", "stream", "-c", "fast", "--no-sync", "-d"])
                .arg(primary.address("postgres")),
        );
        self.set_mode("");
        self.run();
        let following = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'";
        primary.wait_for(following, 1);
    }

    /// Whether a commit waits until a standby has it; answers once that holds.
    pub fn wait_for_standby(&self, is_needed: bool) {
        self.need_standby(is_needed);
        if is_needed {
            let synchronous = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
            self.wait_for(synchronous, 1);
            // What was committed before is there too, once a later commit is.
            self.admin("CREATE TABLE followed (); DROP TABLE followed");
        }
    }

    /// The same, whether or not there is a standby.
    pub fn need_standby(&self, is_needed: bool) {
        self.set_mode(if is_needed {
            "synchronous_standby_names = '*'\n"
        } else {
            ""
        });
        must(&mut self.control("reload"));
        let wanted = i64::from(is_needed);
        let told = "SELECT count(*) FROM pg_settings \
                    WHERE name = 'synchronous_standby_names' AND setting = '*'";
        self.wait_for(told, wanted);
    }

    fn set_mode(&self, text: &str) {
        fs::write(self.data().join("mode.conf"), text).unwrap();
    }

    /// Starts after a stop.
    pub fn run(&self) {
        let options = format!(
            "-p {} -k {} -c listen_addresses=127.0.0.1 -c fsync=off -c shared_buffers=64MB \
             -c max_connections={} -c wal_keep_size=512MB -c hot_standby=on -c max_wal_senders=4 \
             -c wal_retrieve_retry_interval=200ms",
            self.port,
            self.folder.path().display(),
            self.connections,
        );
        must(
            self.control("start")
                .arg("-w")
                .arg("-o")
                .arg(options)
                .arg("-l")
                .arg(self.folder.path().join("server.log")),
        );
    }

    pub fn stop(&self, how: Stop) {
        let mode = match how {
            Stop::Fast => "fast",
            Stop::Immediate => "immediate",
        };
        must(self.control("stop").args(["-w", "-m", mode]));
    }

    /// A standby takes writes from now on.
    pub fn promote(&self) {
        must(self.control("promote").arg("-w"));
    }

    pub fn socket(&self) -> SocketAddr {
        ([127, 0, 0, 1], self.port).into()
    }

    /// The address of the office's database.
    pub fn url(&self) -> String {
        format!("postgres://{OFFICE}@{}/{DATABASE}", self.socket())
    }

    /// The address of two servers, whichever takes writes.
    pub fn url_with(&self, other: &Self) -> String {
        let (one, two) = (self.socket(), other.socket());
        format!("postgres://{OFFICE}@{one},{two}/{DATABASE}?target_session_attrs=read-write")
    }

    fn address(&self, database: &str) -> String {
        format!("postgres://postgres@{}/{database}", self.socket())
    }

    /// Connections of an office to this server at this moment.
    pub fn visitors(&self) -> i64 {
        self.ask(&format!(
            "SELECT count(*) FROM pg_stat_activity WHERE usename = '{OFFICE}'"
        ))
    }

    /// Takes all connections away from the office, those it has and those that are left, until they
    /// are dropped.
    pub fn crowd_out(&self) -> Vec<Client> {
        let text = format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{OFFICE}'"
        );
        let one = |_| Client::connect(&self.url(), NoTls).ok();
        let mut taken = Vec::new();
        // What the office took back meanwhile is taken again.
        for _ in 0..20 {
            taken.extend((0..self.connections).map_while(one));
            let held = i64::try_from(taken.len()).unwrap();
            if self.visitors() == held {
                break;
            }
            self.admin(&format!("{text} AND application_name = 'zhanggui'"));
        }
        taken
    }

    fn admin(&self, text: &str) {
        let mut client = Client::connect(&self.address("postgres"), NoTls).unwrap();
        client.batch_execute(text).unwrap();
    }

    fn ask(&self, text: &str) -> i64 {
        let mut client = Client::connect(&self.address("postgres"), NoTls).unwrap();
        client.query_one(text, &[]).unwrap().get(0)
    }

    fn wait_for(&self, text: &str, wanted: i64) {
        let started = Instant::now();
        while self.ask(text) != wanted {
            assert!(started.elapsed() < Duration::from_mins(1), "{text}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn control(&self, verb: &str) -> Command {
        let mut command = tool("pg_ctl");
        command.arg(verb).arg("-D").arg(self.data());
        command
    }
}

impl Drop for PgServer {
    fn drop(&mut self) {
        let _ = self.control("stop").args(["-m", "immediate"]).output();
    }
}

/// A tool of PostgreSQL. The server refuses to run as root, so root lends the work to the user that
/// Debian made for it.
fn tool(name: &str) -> Command {
    let path = folder_of_tools().join(name);
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command
            .args(["--reuid=postgres", "--regid=postgres", "--init-groups"])
            .arg(path);
        command
    } else {
        Command::new(path)
    };
    command.current_dir("/");
    command
}

/// Where the server of this test run has its tools.
fn folder_of_tools() -> PathBuf {
    let control = std::env::var("PG_TEST_CTL").unwrap_or_else(|_| {
        panic!("PG_TEST_CTL is not set: run the tests with scripts/with-postgres")
    });
    Path::new(&control).parent().unwrap().to_owned()
}

fn is_root() -> bool {
    let found = fs::metadata("/proc/self").unwrap();
    std::os::unix::fs::MetadataExt::uid(&found) == 0
}

/// Runs a tool that must end well.
fn must(command: &mut Command) {
    // The server it starts would hold a pipe open for as long as it lives.
    let said = tempfile::NamedTempFile::new().unwrap();
    let (out, err) = (said.reopen().unwrap(), said.reopen().unwrap());
    let status = command.stdout(out).stderr(err).status().unwrap();
    let said = fs::read_to_string(said.path()).unwrap_or_default();
    assert!(status.success(), "{command:?}: {said}");
}

/// A port that nobody has at this moment, below those that the system hands out by itself.
fn free_port() -> u16 {
    loop {
        let port = rand::random_range(12_000..32_000);
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}
