//! Notices when a connection has been waiting for its peer too long.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use super::Limits;

/// What one connection is waiting for, shared by its socket, its requests and its timer.
#[derive(Clone)]
pub struct Watch {
    shared: Arc<Shared>,
}

struct Shared {
    header: Duration,
    keep_alive: Duration,
    write_stall: Duration,
    state: Mutex<State>,
    changed: Notify,
}

struct State {
    running: usize,
    is_http2: bool,
    /// No byte of the next request has come yet.
    is_idle: bool,
    request_due: Option<Instant>,
    write_due: Option<Instant>,
}

impl Watch {
    /// The first request is due within the header time, counted from the connection.
    pub fn new(limits: &Limits) -> Watch {
        let due = Instant::now() + limits.header;
        let state = State {
            running: 0,
            is_http2: false,
            is_idle: false,
            request_due: Some(due),
            write_due: None,
        };
        Watch {
            shared: Arc::new(Shared {
                header: limits.header,
                keep_alive: limits.keep_alive,
                write_stall: limits.write_stall,
                state: Mutex::new(state),
                changed: Notify::new(),
            }),
        }
    }

    /// Until the returned guard is dropped, no deadline runs for the next request.
    pub fn request_started(&self, is_http2: bool) -> Running {
        self.change(|state| {
            state.running += 1;
            state.is_http2 = is_http2;
            state.is_idle = false;
            state.request_due = None;
        });
        Running {
            watch: self.clone(),
        }
    }

    /// Ready when the peer has let a deadline pass.
    pub async fn expired(&self) {
        loop {
            let changed = self.shared.changed.notified();
            match self.due() {
                None => changed.await,
                Some(due) if due <= Instant::now() => return,
                Some(due) => tokio::select! {
                    () = sleep_until(due) => {}
                    () = changed => {}
                },
            }
        }
    }

    fn due(&self) -> Option<Instant> {
        let state = self.state();
        state.request_due.into_iter().chain(state.write_due).min()
    }

    fn request_finished(&self) {
        self.change(|state| {
            state.running -= 1;
            if state.running == 0 {
                state.is_idle = true;
                state.request_due = Some(Instant::now() + self.shared.keep_alive);
            }
        });
    }

    /// On HTTP/2 bytes may be housekeeping, so only the idle time counts there.
    fn bytes_read(&self) {
        let starts_request = {
            let state = self.state();
            state.is_idle && !state.is_http2
        };
        if starts_request {
            self.change(|state| {
                state.is_idle = false;
                state.request_due = Some(Instant::now() + self.shared.header);
            });
        }
    }

    fn wrote(&self, is_stuck: bool) {
        if self.state().write_due.is_some() != is_stuck {
            self.change(|state| {
                state.write_due = is_stuck.then(|| Instant::now() + self.shared.write_stall);
            });
        }
    }

    fn change(&self, apply: impl FnOnce(&mut State)) {
        apply(&mut self.state());
        self.shared.changed.notify_one();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request whose answer is not yet completely sent or given up.
pub struct Running {
    watch: Watch,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.watch.request_finished();
    }
}

/// A socket that tells the watch what passes through it.
pub struct Watched {
    stream: TcpStream,
    watch: Watch,
}

impl Watched {
    pub fn new(stream: TcpStream, watch: Watch) -> Watched {
        Watched { stream, watch }
    }

    fn noting<T>(&self, poll: Poll<T>) -> Poll<T> {
        self.watch.wrote(poll.is_pending());
        poll
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let poll = Pin::new(&mut self.stream).poll_read(cx, buf);
        if buf.filled().len() > before {
            self.watch.bytes_read();
        }
        poll
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.noting(poll)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.noting(poll)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
