//! GET /api/app/page/admin/xiaoxi/liu: what the bell shows, sent whenever it changes. Whoever it is
//! sent to is looked at anew every time, so that a stream ends with its session.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    response::Response,
};
use http::{HeaderValue, header};
use hyper::body::Frame;
use schema::Date;
use service::{
    Error, Origin, Result, home, session,
    wire::{Answer, FileBytes, NoAsk},
};
use store::{lately, sessions};
use tokio::{
    sync::mpsc::{Receiver, Sender, channel},
    time::{Instant, sleep},
};

use crate::{
    app::App,
    own::{self, Own, Reply},
    request,
};

/// How often somebody looks whether something happened.
const LOOK: Duration = Duration::from_secs(5);
/// A proxy cuts off what says nothing for long.
const SAY_SOMETHING: Duration = Duration::from_secs(20);
/// A browser asks again after so long: streams spread over nodes that came later.
const LONGEST: Duration = Duration::from_mins(30);
const NOTHING: &str = ":\n\n";

pub fn stream(own: Own, _: NoAsk) -> Reply<FileBytes> {
    Box::pin(async move {
        let actor = own.actor.as_ref().ok_or(Error::SignedOut)?;
        let place = own.app.bells.try_take(actor.user_id);
        let place = place.ok_or_else(|| Error::refused("打开的窗口太多，消息改为定时刷新"))?;
        let token = request::token(own.request.headers()).ok_or(Error::SignedOut)?;
        let listener = Listener {
            app: Arc::clone(&own.app),
            token: token.to_owned(),
            origin: own.origin,
        };
        let (said, heard) = channel(1);
        tokio::spawn(async move {
            listener.follow(&said).await;
            drop(place);
        });
        let mut response = Response::new(Body::new(Heard(heard)));
        let headers = response.headers_mut();
        for (name, value) in [
            (header::CONTENT_TYPE, "text/event-stream"),
            (header::CACHE_CONTROL, "no-store"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        // nginx hands on what it gets at once.
        headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
        Ok(response.into())
    })
}

/// Somebody who hears of what happens.
struct Listener {
    app: Arc<App>,
    token: String,
    origin: Origin,
}

impl Listener {
    /// Until the browser goes away, the session ends or the server stops.
    async fn follow(&self, said: &Sender<Bytes>) {
        let begun = Instant::now();
        let (mut known, mut last) = (None, Vec::new());
        let mut spoke = begun;
        while begun.elapsed() < LONGEST && !self.app.health.is_stopping() {
            let Ok((state, shown)) = self.look(known).await else {
                return;
            };
            known = Some(state);
            let piece = if let Some(shown) = shown.filter(|shown| *shown != last) {
                last = shown;
                Some([b"data: ", last.as_slice(), b"\n\n"].concat().into())
            } else if spoke.elapsed() >= SAY_SOMETHING {
                Some(Bytes::from_static(NOTHING.as_bytes()))
            } else {
                None
            };
            if let Some(piece) = piece {
                spoke = Instant::now();
                if said.send(piece).await.is_err() {
                    return;
                }
            }
            tokio::select! {
                () = said.closed() => return,
                () = sleep(LOOK) => {}
            }
        }
    }

    /// How far the logs have come, and where that is further than `known` what the bell shows to
    /// whoever the token still stands for. It is no use of the session.
    async fn look(&self, known: Option<State>) -> Result<(State, Option<Vec<u8>>)> {
        let (app, token, origin) = (
            Arc::clone(&self.app),
            self.token.clone(),
            self.origin.clone(),
        );
        let look = move |conn: &mut store::Conn| {
            let real_ms = app.clock.real().0;
            let by = sessions::By::Token;
            let signed_in = session::authenticate(conn, &app.access, by, &token, real_ms)?;
            let versions = signed_in.versions();
            let actor = signed_in.actor;
            if actor.is_locked || actor.must_change_password {
                return Err(Error::SignedOut);
            }
            let call = own::call(&app, "QITA", actor, origin.clone());
            let state = (call.now.date(), lately::newest(conn)?, versions);
            if known == Some(state) {
                return Ok((state, None));
            }
            Ok((state, Some(home::bell(conn, &call, NoAsk)?.text()?)))
        };
        self.app.db.read(look).await
    }
}

/// The day, the last lines of the logs, and the versions of rights: what a message can come from.
type State = (Date, (i64, i64), (i64, i64));

/// What was said, as it is sent.
struct Heard(Receiver<Bytes>);

impl HttpBody for Heard {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<std::result::Result<Frame<Bytes>, Infallible>>> {
        let piece = self.0.poll_recv(context);
        piece.map(|piece| piece.map(|piece| Ok(Frame::data(piece))))
    }
}
