//! Handlers that do more than one job for the database: what they get and what they give back.

use std::{marker::PhantomData, pin::Pin, sync::Arc};

use axum::{extract::Request, response::Response};
use serde_json::Value as Json;
use service::{
    Actor, Call, Error, Origin, Result, audit,
    rules::Resource,
    wire::{Answer, Ask, Given},
};

use crate::{answer::success, app::App, request};

/// What such a handler gets beside what it is asked.
pub struct Own {
    pub app: Arc<App>,
    /// The path of the route, in axum's notation.
    pub path: &'static str,
    /// The operation log's word for the route.
    pub log_type: &'static str,
    pub of: Option<Resource>,
    /// The request itself; of a form with its body.
    pub request: Request,
    /// Who calls, where someone must be signed in.
    pub actor: Option<Actor>,
    pub origin: Origin,
    /// Its body as the log may show it.
    pub shown: Option<String>,
}

/// A handler of asks `A` and answers `R`.
pub type OwnFn<A, R> = fn(Own, A) -> Reply<R>;
pub type Reply<R> = Pin<Box<dyn Future<Output = Result<Replied<R>>> + Send>>;
pub type OwnRun =
    dyn Fn(Own, Given) -> Pin<Box<dyn Future<Output = Result<Response>> + Send>> + Send + Sync;

/// A response that holds an `R`, or says why there is none.
pub struct Replied<R> {
    pub response: Response,
    answers: PhantomData<fn() -> R>,
}

impl<R> From<Response> for Replied<R> {
    fn from(response: Response) -> Self {
        Self {
            response,
            answers: PhantomData,
        }
    }
}

impl<R: Answer> Replied<R> {
    pub fn new(answer: R) -> Result<Self> {
        Ok(success(answer.text()?).into())
    }
}

impl Own {
    pub(crate) fn boxed<A, R>(handler: OwnFn<A, R>) -> Box<OwnRun>
    where
        A: Ask + Send + 'static,
        R: 'static,
    {
        Box::new(move |own, given| {
            Box::pin(async move {
                let ask = A::take(&given)?;
                Ok(handler(own, ask).await?.response)
            })
        })
    }

    /// The call of a verb by the person signed in.
    pub fn call(&self) -> Result<Call> {
        let actor = self.actor.clone().ok_or(Error::SignedOut)?;
        Ok(call(&self.app, self.log_type, actor, self.origin.clone()))
    }

    pub fn resource(&self) -> Result<Resource> {
        let missing = || Error::internal("the route has no resource");
        self.of.ok_or_else(missing)
    }

    /// The key that marks one decision, if the client sent one.
    pub fn key(&self) -> Result<Option<String>> {
        request::idempotency_key(self.request.headers())
    }
}

/// One call of a verb, now.
pub fn call(app: &App, log_type: &'static str, actor: Actor, origin: Origin) -> Call {
    Call {
        actor,
        origin,
        now: app.clock.now(),
        real_ms: app.clock.real().0,
        log_type,
        is_counted: false,
    }
}

/// A body as the log may show it.
pub fn logged(body: &Json) -> Option<String> {
    (!body.is_null()).then(|| audit::cleaned(body).to_string())
}
