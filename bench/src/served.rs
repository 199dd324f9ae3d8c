//! The application behind a real socket, with a signed-in person of one store.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use axum::{http::header, response::IntoResponse as _, routing::get};
use serde_json::json;
use server::net::{self, Limits};
use testkit::{Backend, Client, TestApp};
use tokio::{net::TcpListener, runtime::Runtime};

use crate::{customers, load};

/// The first page of customers within the caller's scope, with its total.
pub const LIST: &str = "/server/api/app/user/findAllByPage?current=1&size=10";
/// The same bytes, made beforehand.
pub const CANNED: &str = "/canned";

pub struct Served {
    runtime: Runtime,
    address: SocketAddr,
    token: String,
    admin_token: String,
    canned: Arc<Vec<u8>>,
    // Its database lives as long as it is served.
    _test: TestApp,
}

impl Served {
    pub fn start(backend: Backend, rows: u32) -> Self {
        let test = TestApp::start(backend);
        customers::fill(test.db(), rows);
        let runtime = Runtime::new().unwrap();
        let (token, admin_token, canned) = runtime.block_on(people(&test));
        let canned = Arc::new(canned);
        let answer = Arc::clone(&canned);
        let router = test.router.clone().route(
            CANNED,
            get(async move || {
                let kind = [(header::CONTENT_TYPE, "application/json; charset=utf-8")];
                (kind, answer.as_ref().clone()).into_response()
            }),
        );
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
            address,
            token,
            admin_token,
            canned,
            _test: test,
        }
    }

    pub fn canned_bytes(&self) -> usize {
        self.canned.len()
    }

    /// Answers a second to one question.
    pub fn per_second(&self, path: &str, connections: usize, length: Duration) -> f64 {
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: bench\r\nclient: admin\r\nauthorization: Bearer_{}\r\n\r\n",
            self.token
        );
        let ask = move |_| request.clone();
        self.runtime
            .block_on(load::per_second(self.address, connections, length, ask))
    }

    /// Acknowledged announcements a second.
    pub fn writes_per_second(&self, connections: usize, length: Duration) -> f64 {
        let token = self.admin_token.clone();
        let ask = move |number: u64| {
            let body = json!({ "biaoti": format!("公告{number}"), "type": "XITONG", "neirong": "<p>内容</p>" });
            let body = body.to_string();
            format!(
                "POST /server/api/app/gonggao/add HTTP/1.1\r\nhost: bench\r\nclient: admin\r\n\
                 authorization: Bearer_{token}\r\ncontent-type: application/json\r\n\
                 content-length: {}\r\n\r\n{body}",
                body.len()
            )
        };
        self.runtime
            .block_on(load::per_second(self.address, connections, length, ask))
    }
}

/// Tokens of someone who sees one store and of the administrator, and the list's first answer.
async fn people(test: &TestApp) -> (String, String, Vec<u8>) {
    let admin = test.admin().await;
    for store in customers::STORES {
        let value = json!({ "dictType": "mendian", "dictLabel": store, "dictValue": store });
        admin.post("/api/app/dict/data/add", value).await.ok();
    }
    let person = test
        .person_of(&["app:user:list"], "MENDIAN", customers::STORES[0])
        .await;
    let path = LIST.trim_start_matches("/server");
    let answer = person.client.get(path).await;
    assert_eq!(answer.code, 200, "{}", answer.message);
    (token(&person.client), token(&admin), answer.body)
}

fn token(client: &Client) -> String {
    client.token.clone().unwrap()
}
