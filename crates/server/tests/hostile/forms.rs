//! Uploads that are hardly uploads.

use http::HeaderValue;
use rand::{RngExt as _, rngs::StdRng};
use server::route::Route;

use crate::{
    Known,
    values::{self, pick},
};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x40\0\0\0\x40\0\x08\x06\0\0\0";
const STARTS: [&[u8]; 10] = [
    PNG,
    b"\xff\xd8\xff\xe0\0\x10JFIF\0",
    b"GIF89a\xff\xff\xff\xff\xf7\0\0",
    b"RIFF\xff\xff\xff\xffWEBPVP8L",
    b"PK\x03\x04\x14\0\0\0\x08\0",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    b"%PDF-1.7\n",
    b"\0\0\0\x18ftypmp42",
    b"<svg xmlns='http://www.w3.org/2000/svg' onload='zgmark()'>",
    b"<!DOCTYPE html><script>zgmark</script>",
];

/// A form and its content type.
pub fn form(rng: &mut StdRng, route: &Route, known: &Known) -> (HeaderValue, Vec<u8>) {
    let kind = match rng.random_range(0..20) {
        0 => "multipart/form-data",
        1 => "multipart/form-data; boundary=",
        2 => "multipart/form-data; boundary=\"ed\"ge",
        3 => "application/json",
        4 => "text/html; charset=zgmark",
        _ => "multipart/form-data; boundary=edge",
    };
    let mut body = Vec::new();
    for _ in 0..rng.random_range(0..3) {
        field(rng, &mut body);
    }
    if rng.random_bool(0.9) {
        file(rng, route, known, &mut body);
    }
    if rng.random_bool(0.8) {
        body.extend_from_slice(b"--edge--\r\n");
    }
    match rng.random_range(0..10) {
        0 => body.truncate(rng.random_range(0..=body.len())),
        1 => body = values::bytes(rng, 5000),
        _ => {}
    }
    (HeaderValue::from_static(kind), body)
}

fn field(rng: &mut StdRng, body: &mut Vec<u8>) {
    let name = pick(rng, &["rootPath", "fileName", "file", "zgmark"]).to_owned();
    let name = if rng.random_bool(0.2) {
        values::text(rng)
    } else {
        name
    };
    let value = match rng.random_range(0..4) {
        0 => "avatar".to_owned(),
        1 => "../../etc".to_owned(),
        _ => values::text(rng),
    };
    let part =
        format!("--edge\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    body.extend_from_slice(part.as_bytes());
}

fn file(rng: &mut StdRng, route: &Route, known: &Known, body: &mut Vec<u8>) {
    let name = match rng.random_range(0..4) {
        0 => "a.png".to_owned(),
        1 => "../../zgmark.html".to_owned(),
        2 => values::text(rng),
        _ => "导入.xlsx".to_owned(),
    };
    let head = format!(
        "--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
         content-type: {}\r\n\r\n",
        pick(
            rng,
            &["image/png", "text/html", "zgmark", "application/zip"]
        )
    );
    body.extend_from_slice(head.as_bytes());
    let template = route.of.and_then(|of| known.templates.get(of.table.path));
    match template {
        Some(template) if rng.random_bool(0.6) => body.extend(damaged(rng, template)),
        _ => {
            let at = rng.random_range(0..STARTS.len());
            body.extend_from_slice(STARTS.get(at).copied().unwrap_or_default());
            body.extend(values::bytes(rng, 3000));
        }
    }
    body.extend_from_slice(b"\r\n");
}

/// A good file with a few bytes changed, or its end missing.
fn damaged(rng: &mut StdRng, good: &[u8]) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..rng.random_range(0..12) {
        let at = rng.random_range(0..bytes.len());
        if let Some(byte) = bytes.get_mut(at) {
            *byte = rng.random();
        }
    }
    if rng.random_bool(0.2) {
        bytes.truncate(rng.random_range(0..bytes.len()));
    }
    bytes
}
