//! The real program as a process of its own, and calls to it over a socket.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value as Json, json};
use testkit::{PASSWORD, Scratch};
use ureq::Agent;

/// What no command takes, however busy the machine.
const LONGEST: Duration = Duration::from_mins(5);

/// A running server.
pub struct Server {
    child: Child,
    pub address: String,
    /// Held open: a program that cannot print any more would notice.
    _output: BufReader<ChildStdout>,
}

/// The program with the settings of a data folder.
pub fn program(scratch: &Scratch, command: &str) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_zhanggui"));
    program
        .arg(command)
        .env("ZHANGGUI_ADDR", "127.0.0.1:0")
        .env("ZHANGGUI_DATA_DIR", scratch.path())
        .env("ZHANGGUI_ADMIN_PASSWORD", PASSWORD)
        .env("RUST_LOG", "error");
    if let Some(url) = scratch.database_url() {
        program.env("ZHANGGUI_DATABASE_URL", url);
    }
    program
}

impl Server {
    /// Starts on a free port; ready when it says where.
    pub fn start(scratch: &Scratch) -> Self {
        Self::run(program(scratch, "serve"))
    }

    /// The same with settings of the caller's.
    pub fn run(mut serve: Command) -> Self {
        let mut child = serve.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.contains("掌柜已启动") {
            line.clear();
            let read = output.read_line(&mut line).unwrap();
            assert!(read > 0, "the server did not start");
        }
        let (_, address) = line
            .trim()
            .split_once('：')
            .unwrap_or_else(|| panic!("the server did not start: {line}"));
        let address = address.to_owned();
        Self {
            child,
            address,
            _output: output,
        }
    }

    /// Gone at once, without a chance to say anything.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn ask_to_stop(&self) {
        let pid = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &pid]).status().unwrap();
        assert!(asked.success(), "cannot send a signal");
    }

    /// Asked to stop; how it ended, if it did within the time.
    pub fn terminate(self, within: Duration) -> Option<ExitStatus> {
        self.ask_to_stop();
        self.ended(within)
    }

    pub fn ended(mut self, within: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + within;
        while Instant::now() < until {
            if let Some(ended) = self.child.try_wait().unwrap() {
                return Some(ended);
            }
            thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

impl Drop for Server {
    /// A test that fails leaves no server behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How a command ended and what it said; one that does not end is a failure, not a wait.
pub fn output(mut program: Command) -> Output {
    let program = program.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = program.spawn().unwrap();
    let pid = child.id().to_string();
    let (ended, end) = mpsc::channel();
    thread::spawn(move || ended.send(child.wait_with_output()));
    let Ok(ended) = end.recv_timeout(LONGEST) else {
        let _ = Command::new("kill").args(["-KILL", &pid]).status();
        panic!("{program:?} did not end");
    };
    ended.unwrap()
}

/// `zhanggui check` on the same database: what it said, as an error where it complained.
pub fn check(scratch: &Scratch) -> Result<String, String> {
    let output = output(program(scratch, "check"));
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    if output.status.success() {
        Ok(said)
    } else {
        Err(said)
    }
}

/// A client with connections of its own.
pub struct Caller {
    agent: Agent,
    base: String,
    token: String,
}

/// What became of a call.
#[derive(Debug)]
pub enum Outcome {
    /// Code, message and result of the answer.
    Answered(i64, String, Json),
    /// The connection broke: nobody knows.
    Broken,
}

impl Caller {
    pub fn new(address: &str, token: &str) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(30)));
        Self {
            agent: config.build().into(),
            base: format!("{address}/server"),
            token: format!("Bearer_{token}"),
        }
    }

    pub fn sign_in(address: &str) -> String {
        let body = json!({ "loginName": "admin", "password": PASSWORD });
        let outcome = Self::new(address, "").post("/api/sys/login/login", &body);
        match outcome {
            Outcome::Answered(200, _, result) => result["token"].as_str().unwrap().to_owned(),
            other => panic!("sign-in failed: {other:?}"),
        }
    }

    pub fn post(&self, path: &str, body: &Json) -> Outcome {
        let request = self
            .agent
            .post(format!("{}{path}", self.base))
            .header("authorization", &self.token)
            .header("content-type", "application/json");
        answered(request.send(body.to_string()))
    }

    /// A decision that is carried out once, however often it is sent.
    pub fn post_once(&self, path: &str, key: &str, body: &Json) -> Outcome {
        let request = self
            .agent
            .post(format!("{}{path}", self.base))
            .header("authorization", &self.token)
            .header("content-type", "application/json")
            .header("idempotency-key", key);
        answered(request.send(body.to_string()))
    }

    /// Sends a file as a form does.
    pub fn upload(&self, folder: &str, name: &str, bytes: &[u8]) -> Outcome {
        let head = format!(
            "--cut\r\ncontent-disposition: form-data; name=\"rootPath\"\r\n\r\n{folder}\r\n\
             --cut\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
        );
        let body = [head.as_bytes(), bytes, b"\r\n--cut--\r\n"].concat();
        let request = self
            .agent
            .post(format!("{}/api/app/file/up", self.base))
            .header("authorization", &self.token)
            .header("content-type", "multipart/form-data; boundary=cut");
        answered(request.send(&body[..]))
    }

    /// What a download holds.
    pub fn bytes(&self, path: &str) -> Vec<u8> {
        let request = self
            .agent
            .get(format!("{}{path}", self.base))
            .header("authorization", &self.token);
        let mut answer = request.call().unwrap();
        answer.body_mut().read_to_vec().unwrap()
    }

    pub fn try_get(&self, path: &str) -> Outcome {
        let request = self
            .agent
            .get(format!("{}{path}", self.base))
            .header("authorization", &self.token);
        answered(request.call())
    }

    pub fn delete(&self, path: &str) {
        let request = self
            .agent
            .delete(format!("{}{path}", self.base))
            .header("authorization", &self.token);
        let done = answered(request.call());
        assert!(matches!(done, Outcome::Answered(200, ..)), "{done:?}");
    }

    /// The result of a read that must succeed.
    pub fn get(&self, path: &str) -> Json {
        match self.try_get(path) {
            Outcome::Answered(200, _, result) => result,
            other => panic!("{path}: {other:?}"),
        }
    }
}

fn answered(response: Result<http::Response<ureq::Body>, ureq::Error>) -> Outcome {
    let text = response.and_then(|mut response| response.body_mut().read_to_string());
    let envelope: Option<Json> = text.ok().and_then(|text| serde_json::from_str(&text).ok());
    match envelope {
        Some(envelope) => Outcome::Answered(
            envelope["code"].as_i64().unwrap_or_default(),
            envelope["message"].as_str().unwrap_or_default().to_owned(),
            envelope["result"].clone(),
        ),
        None => Outcome::Broken,
    }
}
