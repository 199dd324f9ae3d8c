//! Calls of verbs without a request.

use std::{sync::Arc, time::Instant};

use server::own;
use service::{Call, Origin, session};
use store::sessions::By;

use crate::{TestApp, client::Client};

impl TestApp {
    /// A call of whoever is signed in, as the server makes one of a request.
    pub fn call_of(&self, client: &Client) -> Call {
        let (app, token) = (Arc::clone(&self.app), client.token.clone());
        let signed_in = self.db().read_now(move |conn| {
            let token = token.as_deref().unwrap_or_default();
            session::authenticate(conn, &app.access, By::Token, token, app.clock.real().0)
        });
        let origin = Origin {
            ip: "127.0.0.1".to_owned(),
            ua: String::new(),
            trace_id: "0123456789abcdef".to_owned(),
            method: "POST".to_owned(),
            url: "/server/api/app/dingdan/querenhuankuan".to_owned(),
            started: Instant::now(),
            canshu: None,
        };
        own::call(&self.app, "HUANKUAN", signed_in.unwrap().actor, origin)
    }
}
