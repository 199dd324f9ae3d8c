//! The program as a process of its own, and peers at addresses of their own.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    net::{IpAddr, SocketAddr},
    process::{Child, ChildStdout, Command, Stdio},
};

use serde_json::Value as Json;
use testkit::{PASSWORD, Scratch};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpSocket,
};

pub struct Server {
    child: Child,
    address: SocketAddr,
    _output: BufReader<ChildStdout>,
}

impl Server {
    pub fn start(scratch: &Scratch) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_zhanggui"));
        program
            .arg("serve")
            .env("ZHANGGUI_ADDR", "127.0.0.1:0")
            .env("ZHANGGUI_DATA_DIR", scratch.path())
            .env("ZHANGGUI_ADMIN_PASSWORD", PASSWORD)
            .env("RUST_LOG", "error")
            .stdout(Stdio::piped());
        if let Some(url) = scratch.database_url() {
            program.env("ZHANGGUI_DATABASE_URL", url);
        }
        let mut child = program.spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap_or_default();
        let address = address.parse();
        let address = address.unwrap_or_else(|_| panic!("the server did not start: {line}"));
        Self {
            child,
            address,
            _output: output,
        }
    }

    pub fn peer(&self, source: &str) -> Peer {
        Peer {
            source: source.parse().unwrap(),
            server: self.address,
            token: String::new(),
        }
    }

    /// What the process takes now, in bytes; the peak counts from here.
    pub fn settle_memory(&self) -> u64 {
        let file = format!("/proc/{}/clear_refs", self.child.id());
        fs::write(file, "5").unwrap();
        self.memory("VmRSS:")
    }

    pub fn peak_memory(&self) -> u64 {
        self.memory("VmHWM:")
    }

    fn memory(&self, field: &str) -> u64 {
        let file = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(file).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(field));
        let number = line.and_then(|line| line.split_whitespace().next());
        number.unwrap().parse::<u64>().unwrap() << 10
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody at a loopback address of their own; every call is a new connection.
#[derive(Clone)]
pub struct Peer {
    source: IpAddr,
    server: SocketAddr,
    token: String,
}

impl Peer {
    pub fn with_token(mut self, token: &str) -> Self {
        self.token = format!("authorization: Bearer_{token}\r\n");
        self
    }

    /// Status and envelope; 0 where the connection was cut.
    pub async fn post(&self, path: &str, body: &Json) -> (u16, Json) {
        self.send(path, "application/json", body.to_string().as_bytes())
            .await
    }

    pub async fn upload(
        &self,
        path: &str,
        root_path: &str,
        name: &str,
        file: &[u8],
    ) -> (u16, Json) {
        let head = format!(
            "--edge\r\ncontent-disposition: form-data; name=\"rootPath\"\r\n\r\n{root_path}\r\n\
             --edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
        );
        let body = [head.as_bytes(), file, b"\r\n--edge--\r\n"].concat();
        self.send(path, "multipart/form-data; boundary=edge", &body)
            .await
    }

    async fn send(&self, path: &str, kind: &str, body: &[u8]) -> (u16, Json) {
        let answer = self.exchange(path, kind, body).await.unwrap_or_default();
        let text = String::from_utf8_lossy(&answer);
        let status = text.split(' ').nth(1).and_then(|text| text.parse().ok());
        let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        let envelope = serde_json::from_str(body).unwrap_or_default();
        (status.unwrap_or_default(), envelope)
    }

    async fn exchange(&self, path: &str, kind: &str, body: &[u8]) -> std::io::Result<Vec<u8>> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(self.source, 0))?;
        let mut stream = socket.connect(self.server).await?;
        let head = format!(
            "POST /server{path} HTTP/1.1\r\nhost: a\r\nclient: admin\r\nconnection: close\r\n{}\
             content-type: {kind}\r\ncontent-length: {}\r\n\r\n",
            self.token,
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        Ok(answer)
    }
}
