//! The web application inside the binary.

use bytes::Bytes;
use http::header::{
    ACCEPT_ENCODING, ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG,
    VARY,
};
use http::{Method, Response, StatusCode};

/// One file of web/dist as build.rs packed it; packed forms exist only where they pay.
struct Asset {
    path: &'static str,
    mime: &'static str,
    tag: &'static str,
    identity: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

const IMMUTABLE: &str = "public, max-age=31536000, immutable";
const NOT_BUILT: &str = "<!doctype html><html lang=\"zh-CN\"><head><meta charset=\"utf-8\"><title>掌柜</title></head>\
<body><h1>掌柜服务已启动</h1><p>这个程序里没有网页部分，接口可以正常使用。</p>\
<p>请在源码目录执行 <code>make run</code>，它会先构建网页，再重新编译并启动服务。</p></body></html>";
const NOT_FOUND: &str = r#"{"code":2004,"message":"页面不存在","result":null}"#;

/// A short hash over the embedded files, `none` without them; it changes whenever the web application does.
pub fn build_id() -> &'static str {
    env!("WEB_BUILD_ID")
}

/// Answers a request for a file of the web application; the two headers are given as they came.
pub fn respond(
    method: &Method,
    path: &str,
    accept_encoding: Option<&str>,
    if_none_match: Option<&str>,
) -> Response<Bytes> {
    respond_from(ASSETS, method, path, accept_encoding, if_none_match)
}

fn respond_from(
    assets: &[Asset],
    method: &Method,
    path: &str,
    accept_encoding: Option<&str>,
    if_none_match: Option<&str>,
) -> Response<Bytes> {
    let is_head = method == Method::HEAD;
    if !is_head && method != Method::GET {
        let mut response = plain(
            StatusCode::METHOD_NOT_ALLOWED,
            "application/json",
            NOT_FOUND,
            false,
        );
        response
            .headers_mut()
            .insert(ALLOW, http::HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let wanted = if path == "/" { "/index.html" } else { path };
    let found = assets
        .binary_search_by(|asset| asset.path.cmp(wanted))
        .ok()
        .and_then(|index| assets.get(index));
    match found {
        Some(asset) => asset.respond(
            is_head,
            accept_encoding.unwrap_or_default(),
            if_none_match.unwrap_or_default(),
        ),
        None if path == "/" => plain(
            StatusCode::OK,
            "text/html; charset=utf-8",
            NOT_BUILT,
            is_head,
        ),
        None => plain(
            StatusCode::NOT_FOUND,
            "application/json",
            NOT_FOUND,
            is_head,
        ),
    }
}

impl Asset {
    fn respond(
        &self,
        is_head: bool,
        accept_encoding: &str,
        if_none_match: &str,
    ) -> Response<Bytes> {
        let (encoding, suffix, bytes) = self.choose(accept_encoding);
        // Each form has its own tag: a cache must not mix them.
        let tag = format!("\"{}{suffix}\"", self.tag);
        let cache = if self.path.starts_with("/assets/") {
            IMMUTABLE
        } else {
            "no-cache"
        };
        let mut response = Response::builder()
            .header(ETAG, &tag)
            .header(CACHE_CONTROL, cache);
        if self.brotli.is_some() || self.gzip.is_some() {
            response = response.header(VARY, ACCEPT_ENCODING);
        }
        if matches_tag(if_none_match, &tag) {
            return finish(response.status(StatusCode::NOT_MODIFIED), Bytes::new());
        }
        if let Some(encoding) = encoding {
            response = response.header(CONTENT_ENCODING, encoding);
        }
        response = response
            .header(CONTENT_TYPE, self.mime)
            .header(CONTENT_LENGTH, bytes.len());
        finish(
            response,
            if is_head {
                Bytes::new()
            } else {
                Bytes::from_static(bytes)
            },
        )
    }

    fn choose(&self, accept_encoding: &str) -> (Option<&'static str>, &'static str, &'static [u8]) {
        let allows = |name: &str| allows_encoding(accept_encoding, name);
        match (self.brotli, self.gzip) {
            (Some(bytes), _) if allows("br") => (Some("br"), "-br", bytes),
            (_, Some(bytes)) if allows("gzip") => (Some("gzip"), "-gz", bytes),
            _ => (None, "", self.identity),
        }
    }
}

/// Whether the list names the encoding (or `*`) without forbidding it by `q=0`.
fn allows_encoding(accept_encoding: &str, name: &str) -> bool {
    let weight_of = |wanted: &str| {
        accept_encoding.split(',').find_map(|item| {
            let mut parts = item.split(';').map(str::trim);
            let is_wanted = parts
                .next()
                .is_some_and(|encoding| encoding.eq_ignore_ascii_case(wanted));
            let weight =
                parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
            is_wanted
                .then(|| weight.map_or(1.0, |weight| weight.trim().parse::<f32>().unwrap_or(0.0)))
        })
    };
    weight_of(name)
        .or_else(|| weight_of("*"))
        .is_some_and(|weight| weight > 0.0)
}

fn matches_tag(if_none_match: &str, tag: &str) -> bool {
    let mut tags = if_none_match
        .split(',')
        .map(|candidate| candidate.trim().trim_start_matches("W/"));
    tags.any(|candidate| candidate == tag || candidate == "*")
}

fn plain(status: StatusCode, mime: &str, body: &'static str, is_head: bool) -> Response<Bytes> {
    let response = Response::builder()
        .status(status)
        .header(CONTENT_TYPE, mime)
        .header(CACHE_CONTROL, "no-cache");
    let bytes = if is_head {
        Bytes::new()
    } else {
        Bytes::from_static(body.as_bytes())
    };
    finish(response.header(CONTENT_LENGTH, body.len()), bytes)
}

/// All header values here are our own constants, so the builder cannot fail; an empty 500 stands for "it did".
fn finish(response: http::response::Builder, body: Bytes) -> Response<Bytes> {
    response.body(body).unwrap_or_else(|_| {
        let mut response = Response::new(Bytes::new());
        *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
        response
    })
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;

    use super::*;

    const TABLE: &[Asset] = &[
        Asset {
            path: "/assets/app-1a2b.js",
            mime: "text/javascript",
            tag: "aa",
            identity: b"identity",
            brotli: Some(b"br"),
            gzip: Some(b"gzip"),
        },
        Asset {
            path: "/favicon.png",
            mime: "image/png",
            tag: "bb",
            identity: b"png",
            brotli: None,
            gzip: None,
        },
        Asset {
            path: "/index.html",
            mime: "text/html",
            tag: "cc",
            identity: b"<html>",
            brotli: Some(b"b"),
            gzip: None,
        },
    ];

    fn get(path: &str, accept_encoding: &str) -> (u16, HeaderMap, Bytes) {
        let (head, body) =
            respond_from(TABLE, &Method::GET, path, Some(accept_encoding), None).into_parts();
        (head.status.as_u16(), head.headers, body)
    }

    #[test]
    fn the_embedded_table_is_sorted_for_the_search() {
        assert!(ASSETS.is_sorted_by_key(|asset| asset.path));
        assert_eq!(build_id() == "none", ASSETS.is_empty());
    }

    #[test]
    fn the_best_accepted_form_is_sent() {
        for (accept, encoding, body) in [
            ("gzip, deflate, br, zstd", Some("br"), "br"),
            ("gzip, br;q=0", Some("gzip"), "gzip"),
            ("GZIP", Some("gzip"), "gzip"),
            ("*", Some("br"), "br"),
            ("br;q=0, *;q=0", None, "identity"),
            ("identity", None, "identity"),
            ("", None, "identity"),
            ("brr, xgzip", None, "identity"),
            ("br;q=junk", None, "identity"),
        ] {
            let (status, headers, bytes) = get("/assets/app-1a2b.js", accept);
            assert_eq!(status, 200);
            assert_eq!(
                headers
                    .get(CONTENT_ENCODING)
                    .map(|value| value.to_str().unwrap()),
                encoding,
                "{accept}"
            );
            assert_eq!(bytes, body, "{accept}");
            assert_eq!(headers[CONTENT_LENGTH], body.len().to_string());
            assert_eq!(headers[VARY], "accept-encoding");
        }
    }

    #[test]
    fn hashed_names_are_kept_for_ever_and_the_rest_is_asked_for_again() {
        assert_eq!(get("/assets/app-1a2b.js", "").1[CACHE_CONTROL], IMMUTABLE);
        for path in ["/", "/index.html", "/favicon.png"] {
            assert_eq!(get(path, "").1[CACHE_CONTROL], "no-cache");
        }
        assert_eq!(get("/", "br").2, get("/index.html", "br").2);
        assert!(
            !get("/favicon.png", "br").1.contains_key(VARY),
            "there is only one form"
        );
    }

    #[test]
    fn a_known_tag_is_not_sent_again() {
        for (accept, tag, status) in [
            ("br", "\"cc-br\"", 304),
            ("br", "W/\"cc-br\"", 304),
            ("br", "\"x\", \"cc-br\"", 304),
            ("br", "*", 304),
            ("", "\"cc\"", 304),
            ("", "\"cc-br\"", 200),
            ("br", "\"cc\"", 200),
            ("br", "cc-br", 200),
        ] {
            let response = respond_from(TABLE, &Method::GET, "/", Some(accept), Some(tag));
            assert_eq!(response.status().as_u16(), status, "{accept} {tag}");
            assert_eq!(response.headers()[VARY], "accept-encoding");
            assert_eq!(response.body().is_empty(), status == 304);
        }
    }

    #[test]
    fn head_has_the_headers_of_get_and_no_body() {
        let get = respond_from(TABLE, &Method::GET, "/", Some("br"), None);
        let head = respond_from(TABLE, &Method::HEAD, "/", Some("br"), None);
        assert_eq!(get.headers(), head.headers());
        assert!(head.body().is_empty());
    }

    #[test]
    fn anything_else_is_not_found() {
        for path in [
            "/nosuch",
            "/assets/",
            "/assets/../index.html",
            "//index.html",
            "/index.html/",
            "",
            "/INDEX.HTML",
        ] {
            let (status, headers, body) = get(path, "br");
            assert_eq!((status, &body[..]), (404, NOT_FOUND.as_bytes()), "{path}");
            assert_eq!(headers[CONTENT_TYPE], "application/json");
        }
        let response = respond_from(TABLE, &Method::POST, "/", None, None);
        assert_eq!(
            (response.status().as_u16(), &response.headers()[ALLOW]),
            (405, &http::HeaderValue::from_static("GET, HEAD"))
        );
    }

    #[test]
    fn without_a_built_application_the_page_says_how_to_build_it() {
        let response = respond_from(&[], &Method::GET, "/", None, None);
        assert_eq!(response.status(), 200);
        assert!(
            std::str::from_utf8(response.body())
                .unwrap()
                .contains("make run")
        );
        assert_eq!(
            respond_from(&[], &Method::GET, "/index.html", None, None).status(),
            404
        );
    }
}
