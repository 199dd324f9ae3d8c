//! Over loopback sockets, with limits short enough to wait for.

use std::io;
use std::sync::Arc;

use axum::extract::Request as AxumRequest;
use axum::routing::{get, post};
use http_body_util::{BodyExt, Empty};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::oneshot;

use super::*;

/// Far beyond every limit of the tests: reached only when something hangs.
const PATIENCE: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(250);

fn patient() -> Limits {
    Limits {
        header: PATIENCE,
        keep_alive: PATIENCE,
        body_idle: PATIENCE,
        write_stall: PATIENCE,
        shutdown_grace: PATIENCE,
        max_connections: 8,
        max_per_address: 8,
        proxies: TrustedProxies::default(),
    }
}

struct Server {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    ended: tokio::task::JoinHandle<usize>,
}

impl Server {
    async fn start(limits: Limits, router: Router) -> Server {
        Server::start_at("127.0.0.1:0", limits, router).await
    }

    async fn start_at(address: &str, limits: Limits, router: Router) -> Server {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let ended = tokio::spawn(serve(listener, router, limits, async {
            let _ = stopped.await;
        }));
        Server {
            address,
            stop: Some(stop),
            ended,
        }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }

    fn stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }
}

fn router() -> Router {
    let read = |request: AxumRequest| async move {
        match request.into_body().collect().await {
            Ok(body) => body.to_bytes().len().to_string(),
            Err(error) => format!("timed out: {}", BodyTimedOut::caused(&error)),
        }
    };
    let peer = |ConnectInfo(peer): ConnectInfo<SocketAddr>| async move { peer.to_string() };
    Router::new()
        .route("/peer", get(peer))
        .route("/read", post(read))
        .route("/big", get(|| async { vec![0_u8; 64 << 20] }))
}

/// Everything until the server closes; a reset counts as closed.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    let reading = async {
        loop {
            match stream.read(&mut buffer).await {
                Ok(0) => break,
                Ok(count) => bytes.extend_from_slice(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::ConnectionReset => break,
                Err(error) => panic!("{error}"),
            }
        }
    };
    tokio::time::timeout(PATIENCE, reading)
        .await
        .expect("the server should have closed the connection");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Reads the answer of `/peer` on a connection that stays open.
async fn own_address(stream: &mut TcpStream) {
    let ending = stream.local_addr().unwrap().to_string();
    let mut text = String::new();
    while !text.ends_with(&ending) {
        let byte = tokio::time::timeout(PATIENCE, stream.read_u8())
            .await
            .unwrap()
            .unwrap();
        text.push(char::from(byte));
    }
}

#[tokio::test]
async fn handlers_see_the_peer() {
    let server = Server::start(patient(), router()).await;
    let mut stream = server.connect().await;
    stream
        .write_all(b"GET /peer HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")
        .await
        .unwrap();
    let answer = rest(&mut stream).await;
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    assert!(
        answer.ends_with(&stream.local_addr().unwrap().to_string()),
        "{answer}"
    );
}

#[tokio::test]
async fn slow_headers_are_closed() {
    let server = Server::start(
        Limits {
            header: SHORT,
            ..patient()
        },
        router(),
    )
    .await;
    for said in [
        &b""[..],
        b"GET /pe",
        b"PRI * HT",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /peer HTTP/1.1\r\nhost: a\r\n",
    ] {
        let mut stream = server.connect().await;
        stream.write_all(said).await.unwrap();
        rest(&mut stream).await;
    }
}

#[tokio::test]
async fn a_dripping_header_is_closed_too() {
    let server = Server::start(
        Limits {
            header: SHORT,
            ..patient()
        },
        router(),
    )
    .await;
    let mut stream = server.connect().await;
    let dripping = async {
        let mut ticks = tokio::time::interval(SHORT / 6);
        stream.write_all(b"GET /peer HTTP/1.1\r\n").await.unwrap();
        while stream.write_all(b"x: y\r\n").await.is_ok() {
            ticks.tick().await;
        }
    };
    tokio::time::timeout(PATIENCE, dripping)
        .await
        .expect("each line must not renew the time");
}

#[tokio::test]
async fn an_idle_connection_is_closed_but_not_as_early_as_a_slow_header() {
    let limits = Limits {
        header: PATIENCE,
        keep_alive: SHORT,
        ..patient()
    };
    let server = Server::start(limits, router()).await;
    let mut stream = server.connect().await;
    stream
        .write_all(b"GET /peer HTTP/1.1\r\nhost: a\r\n\r\n")
        .await
        .unwrap();
    own_address(&mut stream).await;
    assert_eq!(rest(&mut stream).await, "");

    // The first header must come in time on a busy machine too.
    let header = Duration::from_secs(2);
    let limits = Limits {
        header,
        keep_alive: PATIENCE,
        ..patient()
    };
    let server = Server::start(limits, router()).await;
    let mut stream = server.connect().await;
    stream
        .write_all(b"GET /peer HTTP/1.1\r\nhost: a\r\n\r\n")
        .await
        .unwrap();
    own_address(&mut stream).await;
    let quiet = tokio::time::timeout(header + SHORT, stream.read_u8()).await;
    assert!(quiet.is_err(), "idle is allowed longer than a header");
    stream.write_all(b"GET /pe").await.unwrap();
    assert_eq!(rest(&mut stream).await, "", "a started header is not");
}

#[tokio::test]
async fn a_slow_body_ends_in_an_error_for_its_handler() {
    let server = Server::start(
        Limits {
            body_idle: SHORT,
            ..patient()
        },
        router(),
    )
    .await;
    let mut stream = server.connect().await;
    stream
        .write_all(b"POST /read HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nabc")
        .await
        .unwrap();
    let answer = rest(&mut stream).await;
    assert!(answer.ends_with("timed out: true"), "{answer}");
}

#[tokio::test]
async fn a_body_in_pieces_within_the_time_is_read() {
    let server = Server::start(patient(), router()).await;
    let mut stream = server.connect().await;
    stream
        .write_all(
            b"POST /read HTTP/1.1\r\nhost: a\r\ncontent-length: 6\r\nconnection: close\r\n\r\nabc",
        )
        .await
        .unwrap();
    stream.write_all(b"def").await.unwrap();
    assert!(rest(&mut stream).await.ends_with("\r\n\r\n6"));
}

#[tokio::test]
async fn a_peer_that_does_not_read_is_closed() {
    let mut server = Server::start(
        Limits {
            write_stall: SHORT,
            ..patient()
        },
        router(),
    )
    .await;
    let mut stream = server.connect().await;
    stream
        .write_all(b"GET /big HTTP/1.1\r\nhost: a\r\n\r\n")
        .await
        .unwrap();
    let mut first = [0; 16];
    stream.read_exact(&mut first).await.unwrap();
    server.stop();
    let ended = tokio::time::timeout(PATIENCE / 2, &mut server.ended).await;
    assert_eq!(
        ended
            .expect("the stall ends the connection before the grace does")
            .unwrap(),
        0
    );
}

#[tokio::test]
async fn http2_works_without_negotiation() {
    let server = Server::start(patient(), router()).await;
    let stream = server.connect().await;
    let peer = stream.local_addr().unwrap();
    let (mut sender, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream))
            .await
            .unwrap();
    tokio::spawn(connection);
    for _ in 0..3 {
        let request = Request::get("http://a/peer")
            .body(Empty::<bytes::Bytes>::new())
            .unwrap();
        let response = sender.send_request(request).await.unwrap();
        assert_eq!(response.version(), Version::HTTP_2);
        assert_eq!(
            response.into_body().collect().await.unwrap().to_bytes(),
            peer.to_string()
        );
    }
}

#[tokio::test]
async fn an_idle_http2_connection_is_closed() {
    let server = Server::start(
        Limits {
            keep_alive: SHORT,
            ..patient()
        },
        router(),
    )
    .await;
    let stream = server.connect().await;
    let (mut sender, connection) =
        hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream))
            .await
            .unwrap();
    let ended = tokio::spawn(connection);
    let request = Request::get("http://a/peer")
        .body(Empty::<bytes::Bytes>::new())
        .unwrap();
    sender
        .send_request(request)
        .await
        .unwrap()
        .into_body()
        .collect()
        .await
        .unwrap();
    let _ = tokio::time::timeout(PATIENCE, ended).await.expect("closed");
}

#[tokio::test]
async fn one_address_leaves_room_for_others() {
    let limits = Limits {
        max_per_address: 2,
        ..patient()
    };
    let server = Server::start_at("0.0.0.0:0", limits, router()).await;
    let from = |address: &str| {
        let (local, port) = (format!("{address}:0"), server.address.port());
        async move {
            let socket = tokio::net::TcpSocket::new_v4().unwrap();
            socket.bind(local.parse().unwrap()).unwrap();
            let target = SocketAddr::from(([127, 0, 0, 1], port));
            socket.connect(target).await.unwrap()
        }
    };
    let mut held = [from("127.0.0.2").await, from("127.0.0.2").await];
    for stream in &mut held {
        let ask = b"GET /peer HTTP/1.1\r\nhost: a\r\n\r\n";
        stream.write_all(ask).await.unwrap();
        own_address(stream).await;
    }
    let refused = rest(&mut from("127.0.0.2").await).await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    let mut other = from("127.0.0.3").await;
    let ask = b"GET /peer HTTP/1.1\r\nhost: a\r\n\r\n";
    other.write_all(ask).await.unwrap();
    own_address(&mut other).await;
}

#[tokio::test]
async fn one_connection_too_many_is_told_so() {
    let server = Server::start(
        Limits {
            max_connections: 1,
            ..patient()
        },
        router(),
    )
    .await;
    let mut first = server.connect().await;
    first
        .write_all(b"GET /peer HTTP/1.1\r\nhost: a\r\n\r\n")
        .await
        .unwrap();
    own_address(&mut first).await;
    let answer = rest(&mut server.connect().await).await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert_eq!(
        body,
        r#"{"code":503,"message":"系统繁忙，请稍后再试","result":null}"#
    );
    assert!(head.contains(&format!("content-length: {}", body.len())));
    first
        .write_all(b"GET /peer HTTP/1.1\r\nhost: a\r\n\r\n")
        .await
        .unwrap();
    own_address(&mut first).await;
}

/// A handler that says when it runs and answers when it is told to.
fn waiting() -> (Router, oneshot::Receiver<()>, oneshot::Sender<()>) {
    let (running, runs) = oneshot::channel();
    let (go, gone) = oneshot::channel::<()>();
    let once = Arc::new(std::sync::Mutex::new(Some((running, gone))));
    let handler = move || {
        let (running, gone) = once.lock().unwrap().take().unwrap();
        async move {
            running.send(()).unwrap();
            let _ = gone.await;
            "done"
        }
    };
    (Router::new().route("/wait", get(handler)), runs, go)
}

#[tokio::test]
async fn a_running_request_finishes_during_shutdown() {
    let (router, runs, go) = waiting();
    // An address of its own: the port, once let go of, may be another test's on the usual one.
    let mut server = Server::start_at("127.0.0.2:0", patient(), router).await;
    let mut idle = server.connect().await;
    let mut stream = server.connect().await;
    stream
        .write_all(b"GET /wait HTTP/1.1\r\nhost: a\r\n\r\n")
        .await
        .unwrap();
    runs.await.unwrap();
    server.stop();
    assert_eq!(
        rest(&mut idle).await,
        "",
        "an idle connection is closed at once"
    );
    assert!(
        TcpStream::connect(server.address).await.is_err(),
        "nobody new is let in"
    );
    go.send(()).unwrap();
    assert!(rest(&mut stream).await.ends_with("done"));
    assert_eq!(server.ended.await.unwrap(), 0);
}

#[tokio::test]
async fn a_request_that_does_not_end_is_cut_off_after_the_grace() {
    let (router, runs, _go) = waiting();
    let mut server = Server::start(
        Limits {
            shutdown_grace: SHORT,
            ..patient()
        },
        router,
    )
    .await;
    let mut stream = server.connect().await;
    stream
        .write_all(b"GET /wait HTTP/1.1\r\nhost: a\r\n\r\n")
        .await
        .unwrap();
    runs.await.unwrap();
    server.stop();
    assert_eq!(rest(&mut stream).await, "");
    assert_eq!(server.ended.await.unwrap(), 1);
}
