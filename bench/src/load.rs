//! A client that costs little: connections that stay open, each asking as soon as it is answered.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::figure::{Figure, Watch};

/// Answers over so many connections. `ask` makes the request of a number.
pub async fn per_second(
    address: SocketAddr,
    connections: usize,
    length: Duration,
    ask: impl Fn(u64) -> String + Clone + Send + 'static,
) -> Figure {
    let number = Arc::new(AtomicU64::new(0));
    let started = Instant::now();
    let talks = (0..connections).map(|_| {
        let (ask, number) = (ask.clone(), Arc::clone(&number));
        talk(address, move || {
            (started.elapsed() < length).then(|| ask(number.fetch_add(1, Ordering::Relaxed)))
        })
    });
    rate(talks).await
}

/// Answers where each connection asks its own questions, one after the other.
pub async fn in_turn(address: SocketAddr, questions: Vec<Vec<String>>) -> Figure {
    let talks = questions.into_iter().map(|own| {
        let mut own = own.into_iter();
        talk(address, move || own.next())
    });
    rate(talks).await
}

/// How much is done by tasks that run at once and each say how much they did.
async fn rate(tasks: impl Iterator<Item: Future<Output = u32> + Send + 'static>) -> Figure {
    let watch = Watch::start();
    let tasks: Vec<_> = tasks.map(tokio::spawn).collect();
    let mut done = 0.0;
    for task in tasks {
        done += f64::from(task.await.unwrap());
    }
    watch.stop(done)
}

/// Asks over one connection until there is no next question; answers how many there were.
async fn talk(address: SocketAddr, mut next: impl FnMut() -> Option<String>) -> u32 {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let (mut buffer, mut answered) = (Vec::with_capacity(16 << 10), 0);
    while let Some(request) = next() {
        stream.write_all(request.as_bytes()).await.unwrap();
        read_answer(&mut stream, &mut buffer).await;
        answered += 1;
    }
    answered
}

/// Reads one whole answer, which must be a success.
async fn read_answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) {
    buffer.clear();
    let (mut head, mut whole) = (0, usize::MAX);
    while buffer.len() < whole {
        let read = stream.read_buf(buffer).await.unwrap();
        assert!(read > 0, "the server closed the connection");
        if head == 0
            && let Some(at) = buffer.windows(4).position(|end| end == b"\r\n\r\n")
        {
            head = at + 4;
            whole = head + content_length(&buffer[..at]);
        }
    }
    let body = &buffer[head..];
    assert!(
        body.starts_with(b"{\"code\":200,"),
        "{}",
        String::from_utf8_lossy(body)
    );
}

fn content_length(head: &[u8]) -> usize {
    let head = String::from_utf8_lossy(head);
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    let found = lines
        .filter(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .find_map(|(_, length)| length.trim().parse().ok());
    found.unwrap_or_else(|| panic!("no length in {head}"))
}
