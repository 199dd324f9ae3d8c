//! /api/code/zujian/fuwenben: a text is cleaned as a row would keep it, and nothing is written.

use service::gallery::{self, KeptText, WrittenText};

use crate::own::{Own, Replied, Reply};

pub fn kept_text(_: Own, ask: WrittenText) -> Reply<KeptText> {
    Box::pin(async move { Replied::new(gallery::kept_text(&ask)?) })
}
