//! Accepting connections: HTTP/1.1 and HTTP/2 without TLS, with a limit on everything a peer can make us wait for.
//!
//! `axum::serve` has no timers, so a peer that says nothing, or says it slowly, would hold its connection for ever.

mod body;
mod share;
mod watch;

#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use http::{Request, Response, Version};
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch as signal;
use tokio::task::JoinSet;
use tower::Service;

pub use body::BodyTimedOut;
use body::{Counted, IdleLimited};
use share::Shares;
use watch::{Watch, Watched};

use crate::origin::TrustedProxies;

const MAX_HEADER_BYTES: u32 = 32 << 10;
const MAX_STREAMS: u32 = 128;
/// While the machine is out of file descriptors, asking again at once would only burn a core.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
const TOO_MANY: &str = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n\
connection: close\r\nretry-after: 1\r\ncontent-length: 69\r\n\r\n\
{\"code\":503,\"message\":\"系统繁忙，请稍后再试\",\"result\":null}";

/// How long a peer may take and how many there may be.
#[derive(Clone, Debug)]
pub struct Limits {
    /// From the first byte of a request, or from the connection, to the end of its headers.
    pub header: Duration,
    /// Between an answer and the next request.
    pub keep_alive: Duration,
    /// Between two pieces of a request body.
    pub body_idle: Duration,
    /// How long a peer may leave our bytes unread.
    pub write_stall: Duration,
    pub max_connections: usize,
    /// How many of them one address may have.
    pub max_per_address: usize,
    /// Who speaks for many: connections from our proxies are not counted by address.
    pub proxies: TrustedProxies,
    /// How long requests may still run after the shutdown was asked for.
    pub shutdown_grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            header: Duration::from_secs(10),
            keep_alive: Duration::from_mins(1),
            body_idle: Duration::from_secs(10),
            write_stall: Duration::from_secs(30),
            max_connections: 4096,
            // An office behind one address, with a few windows each; it takes eight to fill us.
            max_per_address: 512,
            proxies: TrustedProxies::default(),
            shutdown_grace: Duration::from_secs(20),
        }
    }
}

/// Serves until `shutdown` is ready, lets running requests finish, and tells how many connections had to be cut off.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    shutdown: impl Future<Output = ()>,
) -> usize {
    let shares = Shares::new(&limits);
    let (stop, stopping) = signal::channel(false);
    let mut connections = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            () = &mut shutdown => break,
            Some(_) = connections.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => match shares.take(peer.ip()) {
                Some(place) => {
                    let connection = Connection {
                        peer,
                        router: router.clone(),
                        limits: limits.clone(),
                        stopping: stopping.clone(),
                    };
                    connections.spawn(async move {
                        connection.run(stream).await;
                        drop(place);
                    });
                }
                None => refuse(&stream),
            },
            Err(error) if is_one_peers_fault(&error) => {}
            Err(error) => {
                tracing::error!(%error, "cannot accept connections");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
    drop(listener);
    let _ = stop.send(true);
    let finished = async { while connections.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(limits.shutdown_grace, finished).await;
    let cut_off = connections.len();
    connections.shutdown().await;
    cut_off
}

/// Says why in one write that cannot block; a peer that does not hear it sees a closed connection.
fn refuse(stream: &TcpStream) {
    let _ = stream.try_write(TOO_MANY.as_bytes());
}

fn is_one_peers_fault(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted
    )
}

struct Connection {
    peer: SocketAddr,
    router: Router,
    limits: Limits,
    stopping: signal::Receiver<bool>,
}

impl Connection {
    async fn run(mut self, stream: TcpStream) {
        let _ = stream.set_nodelay(true);
        let watch = Watch::new(&self.limits);
        let io = TokioIo::new(Watched::new(stream, watch.clone()));
        let service = hyper::service::service_fn({
            let (peer, router, watch, body_idle) =
                (self.peer, self.router, watch.clone(), self.limits.body_idle);
            move |request| answer(request, peer, &mut router.clone(), &watch, body_idle)
        });
        let builder = builder(&self.limits);
        let mut connection = pin!(builder.serve_connection(io, service));
        let mut expired = pin!(watch.expired());
        let mut is_stopping = false;
        loop {
            tokio::select! {
                // Errors are the peer's: it broke the protocol or went away.
                _ = &mut connection => return,
                () = &mut expired => return,
                _ = self.stopping.wait_for(|stopping| *stopping), if !is_stopping => {
                    is_stopping = true;
                    connection.as_mut().graceful_shutdown();
                }
            }
        }
    }
}

fn answer(
    request: Request<Incoming>,
    peer: SocketAddr,
    router: &mut Router,
    watch: &Watch,
    body_idle: Duration,
) -> impl Future<Output = Result<Response<Counted>, Infallible>> + use<> {
    let running = watch.request_started(request.version() == Version::HTTP_2);
    let mut request = request.map(|body| Body::new(IdleLimited::new(body, body_idle)));
    request.extensions_mut().insert(ConnectInfo(peer));
    let response = router.call(request);
    async move { Ok(response.await?.map(|body| Counted::new(body, running))) }
}

fn builder(limits: &Limits) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    // The watch times headers: hyper's own timer would also end idle connections, and not the wait for the first byte.
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(None)
        .max_buf_size(MAX_HEADER_BYTES as usize * 2);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(limits.keep_alive)
        .keep_alive_timeout(limits.header)
        .max_concurrent_streams(MAX_STREAMS)
        .max_header_list_size(MAX_HEADER_BYTES);
    builder
}
