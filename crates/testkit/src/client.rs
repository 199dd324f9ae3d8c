//! Calls as the web application makes them.

use std::net::{IpAddr, SocketAddr};

use axum::{Router, body::Body, extract::ConnectInfo};
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::Value as Json;
use tower::ServiceExt as _;

use crate::declared;

#[derive(Clone)]
pub struct Client {
    router: Router,
    pub token: Option<String>,
    key: Option<String>,
    address: Option<IpAddr>,
    cookie: Option<String>,
}

/// An answer, taken apart.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// 0 where the body is no envelope.
    pub code: i64,
    pub message: String,
    pub result: Json,
    pub body: Vec<u8>,
}

impl Answer {
    /// The result of a call that must have succeeded.
    #[track_caller]
    pub fn ok(self) -> Json {
        assert_eq!(
            (self.status, self.code),
            (StatusCode::OK, 200),
            "{}",
            self.message
        );
        self.result
    }

    /// Asserts the code and that the message holds these words.
    #[track_caller]
    pub fn refused(&self, code: i64, words: &str) {
        assert_eq!(self.code, code, "{}", self.message);
        assert!(
            self.message.contains(words),
            "{} does not contain {words}",
            self.message
        );
    }
}

impl Client {
    pub fn new(router: Router, token: Option<String>) -> Self {
        Self {
            router,
            token,
            key: None,
            address: None,
            cookie: None,
        }
    }

    /// The same caller at another address.
    pub fn at(&self, address: &str) -> Self {
        Self {
            address: Some(address.parse().unwrap()),
            ..self.clone()
        }
    }

    /// The same caller in a browser that keeps this cookie.
    pub fn with_cookie(&self, cookie: &str) -> Self {
        Self {
            cookie: Some(cookie.to_owned()),
            ..self.clone()
        }
    }

    /// The same caller, who marks what they send as one decision.
    pub fn keyed(&self, key: &str) -> Self {
        Self {
            key: Some(key.to_owned()),
            ..self.clone()
        }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, Body::empty(), &[]).await
    }

    pub async fn post(&self, path: &str, body: Json) -> Answer {
        let json = [("content-type", "application/json")];
        self.send(Method::POST, path, Body::from(body.to_string()), &json)
            .await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, Body::empty(), &[]).await
    }

    /// Sends one file as a form, with other fields before it.
    pub async fn upload(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        file_name: &str,
        bytes: &[u8],
    ) -> Answer {
        let mut body = Vec::new();
        for (name, value) in fields {
            let part = format!(
                "--edge\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
            );
            body.extend_from_slice(part.as_bytes());
        }
        let head = format!(
            "--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{file_name}\"\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n--edge--\r\n");
        let form = [("content-type", "multipart/form-data; boundary=edge")];
        self.send(Method::POST, path, Body::from(body), &form).await
    }

    /// Sends anything to a path under `/server`.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Body,
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("/server{path}"))
            .header("client", "admin");
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer_{token}"));
        }
        if let Some(key) = &self.key {
            request = request.header("idempotency-key", key);
        }
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        if let Some(address) = self.address {
            request = request.extension(ConnectInfo(SocketAddr::new(address, 40_000)));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.request(request.body(body).unwrap()).await
    }

    /// Sends a request as it is.
    pub async fn request(&self, request: Request<Body>) -> Answer {
        let (method, uri) = (request.method().clone(), request.uri().clone());
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, mut body) = response.into_parts();
        let kind = parts.headers.get(http::header::CONTENT_TYPE);
        let body = if kind.is_some_and(|kind| kind == "text/event-stream") {
            // It goes on and on: what is said first, and nothing where the session ended before.
            let first = body.frame().await.map(|frame| frame.unwrap().into_data());
            first.map_or_else(Vec::new, |data| data.unwrap().to_vec())
        } else {
            body.collect().await.unwrap().to_bytes().to_vec()
        };
        let envelope: Json = serde_json::from_slice(&body).unwrap_or_default();
        if envelope["code"] == 200 {
            declared::check(&method, &uri, &envelope["result"]);
        }
        Answer {
            status: parts.status,
            headers: parts.headers,
            code: envelope["code"].as_i64().unwrap_or_default(),
            message: envelope["message"].as_str().unwrap_or_default().to_owned(),
            result: envelope["result"].clone(),
            body,
        }
    }
}
