//! The application behind a real socket, and questions to it.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    http::header,
    response::{IntoResponse as _, Response},
    routing::{MethodRouter, get},
};
use serde_json::{Value as Json, json};
use server::net::{self, Limits};
use testkit::{Backend, Client, TestApp};
use tokio::{net::TcpListener, runtime::Runtime};

use crate::{customers, figure::Figure, load};

/// What every address of the product begins with.
pub const API: &str = "/server/api/";
/// The first page of customers within the caller's scope, with its total.
pub const LIST: &str = "/server/api/app/user/findAllByPage?current=1&size=10";
/// The one customer with a phone; each search is counted before it is answered.
pub const BY_PHONE: &str = "/server/api/app/user/findAllByPage?current=1&size=10&phone=13800000012";
/// The same bytes, made beforehand.
pub const CANNED: &str = "/canned";

pub struct Served {
    pub runtime: Runtime,
    pub test: TestApp,
    pub address: SocketAddr,
}

/// Who asks.
#[derive(Clone)]
pub struct Token(String);

impl From<&Client> for Token {
    fn from(client: &Client) -> Self {
        Self(client.token.clone().unwrap())
    }
}

impl Token {
    pub fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub fn get(&self, path: &str) -> String {
        format!("GET {path} HTTP/1.1\r\n{}\r\n", self.head())
    }

    pub fn post(&self, path: &str, body: &Json) -> String {
        let (head, body) = (self.head(), body.to_string());
        format!(
            "POST {path} HTTP/1.1\r\n{head}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        )
    }

    fn head(&self) -> String {
        format!(
            "host: bench\r\nclient: admin\r\nauthorization: Bearer_{}\r\n",
            self.0
        )
    }
}

impl Served {
    /// Serves the application, with some routes beside its own.
    pub fn start(test: TestApp, runtime: Runtime, beside: Router) -> Self {
        let router = test.router.clone().merge(beside);
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        runtime.spawn(net::serve(
            listener,
            router,
            Limits::default(),
            std::future::pending(),
        ));
        Self {
            runtime,
            test,
            address,
        }
    }

    /// With so many customers, someone who sees those of one store, and the bytes of their list.
    pub fn with_customers(backend: Backend, rows: u32) -> (Self, Token, usize) {
        let test = TestApp::start(backend);
        customers::fill(test.db(), rows);
        let runtime = Runtime::new().unwrap();
        let (token, answer) = runtime.block_on(first_answer(&test));
        let bytes = answer.len();
        let beside = Router::new().route(CANNED, canned(answer));
        (Self::start(test, runtime, beside), token, bytes)
    }

    pub fn admin(&self) -> Token {
        Token::from(&self.runtime.block_on(self.test.admin()))
    }

    /// Asks for so long; `ask` makes the request of a number.
    pub fn ask(
        &self,
        connections: usize,
        length: Duration,
        ask: impl Fn(u64) -> String + Clone + Send + 'static,
    ) -> Figure {
        self.runtime
            .block_on(load::per_second(self.address, connections, length, ask))
    }
}

/// A route that answers what was made beforehand.
pub fn canned(answer: Vec<u8>) -> MethodRouter {
    let answer = Arc::new(answer);
    get(async move || json_answer(&answer))
}

/// An answer of these bytes.
pub fn json_answer(body: &[u8]) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json; charset=utf-8")];
    (kind, body.to_vec()).into_response()
}

/// Someone who sees one store, and the list's first answer to them.
async fn first_answer(test: &TestApp) -> (Token, Vec<u8>) {
    let admin = test.admin().await;
    for store in customers::STORES {
        let value = json!({ "dictType": "mendian", "dictLabel": store, "dictValue": store });
        admin.post("/api/app/dict/data/add", value).await.ok();
    }
    // Searches by phone are counted, and a measurement makes many.
    let many = json!({ "type": "ANQUAN", "data": { "sousuoXiane": "100000" } });
    admin.post("/api/app/config/edit", many).await.ok();
    let person = test
        .person_of(&["app:user:list"], "MENDIAN", customers::STORES[0])
        .await;
    let path = LIST.trim_start_matches("/server");
    let answer = person.client.get(path).await;
    assert_eq!(answer.code, 200, "{}", answer.message);
    (Token::from(&person.client), answer.body)
}
