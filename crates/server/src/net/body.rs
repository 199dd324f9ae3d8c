//! Bodies with a clock: requests that must keep coming, answers that count as running until they are sent.

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::{Sleep, sleep};

use super::watch::Running;

/// The peer stopped in the middle of its request; a handler sees it as the source of its body error (HTTP 408).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyTimedOut;

impl fmt::Display for BodyTimedOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("请求超时，请检查网络后重试")
    }
}

impl Error for BodyTimedOut {}

impl BodyTimedOut {
    /// Whether this error, or one that it comes from, is the time-out.
    pub fn caused(error: &(dyn Error + 'static)) -> bool {
        let mut cause = Some(error);
        while let Some(error) = cause {
            if error.is::<BodyTimedOut>() {
                return true;
            }
            cause = error.source();
        }
        false
    }
}

/// A request body that fails when nothing comes for too long.
pub struct IdleLimited {
    body: Incoming,
    limit: Duration,
    /// Runs only while we wait.
    timer: Option<Pin<Box<Sleep>>>,
}

impl IdleLimited {
    pub fn new(body: Incoming, limit: Duration) -> IdleLimited {
        IdleLimited {
            body,
            limit,
            timer: None,
        }
    }
}

impl Body for IdleLimited {
    type Data = Bytes;
    type Error = Box<dyn Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            self.timer = None;
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let limit = self.limit;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(timer.as_mut().poll(cx));
        Poll::Ready(Some(Err(BodyTimedOut.into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// An answer's body; its request counts as running until this is dropped.
pub struct Counted {
    body: axum::body::Body,
    _running: Running,
}

impl Counted {
    pub fn new(body: axum::body::Body, running: Running) -> Counted {
        Counted {
            body,
            _running: running,
        }
    }
}

impl Body for Counted {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
