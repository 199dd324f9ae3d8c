//! Values somebody sensible sends, so that a bad one beside them gets far.

use std::sync::LazyLock;

use rand::{RngExt as _, rngs::StdRng, seq::IndexedRandom as _};
use schema::{Column, Kind, Mask, Model};

use crate::{Known, values::quoted};

/// A dictionary that was made to be harmed.
pub const KIND: &str = "hostile_kind";

/// The body of a write as names and JSON texts.
pub type Pairs = Vec<(String, String)>;

/// A body that the resource's `add` or `edit` would take.
pub fn body(rng: &mut StdRng, of: &Model, known: &Known) -> Pairs {
    let mut pairs: Pairs = of
        .writable()
        .map(|field| (field.wire.clone(), value(rng, &field.column, known)))
        .collect();
    match of.table.path {
        "sys/user" => pairs.push(("roleIds".to_owned(), id(rng, "sys/role", known))),
        "sys/role" => pairs.push((
            "menuIds".to_owned(),
            format!("[{}]", id(rng, "sys/menu", known)),
        )),
        _ => {}
    }
    pairs.push(("id".to_owned(), id(rng, of.table.path, known)));
    pairs
}

/// The number of a row that was made to be harmed.
pub fn id(rng: &mut StdRng, path: &str, known: &Known) -> String {
    let ids = known.ids.get(path).map(Vec::as_slice).unwrap_or_default();
    ids.choose(rng).copied().unwrap_or(999_999).to_string()
}

fn value(rng: &mut StdRng, column: &Column, known: &Known) -> String {
    let number: u32 = rng.random_range(0..100_000_000);
    match column.kind {
        Kind::Int { min, max } | Kind::Fen { min, max } => {
            rng.random_range(min..=max.min(min + 99)).to_string()
        }
        Kind::Ppm { max } => rng.random_range(0..=max).to_string(),
        Kind::Id => number.to_string(),
        Kind::Ref(path) => id(rng, path, known),
        Kind::Bool => rng.random_bool(0.5).to_string(),
        Kind::Text { .. } => quoted(&word(column.name, number)),
        Kind::LongText { .. } => quoted("说明"),
        Kind::RichText => quoted("<p>内容<b>粗</b></p>"),
        Kind::Dict(kind) => quoted(&choice(rng, kind)),
        Kind::Secret(Mask::Phone) => quoted(&format!("138{number:08}")),
        Kind::Secret(_) => quoted("6222020000000000000"),
        Kind::Date => quoted("2026-03-01"),
        Kind::Timestamp => quoted("2026-03-01 09:00:00"),
        // Rows take files that exist; nothing is uploaded here.
        Kind::Image | Kind::Images(_) | Kind::File => "null".to_owned(),
        Kind::Json if column.name == "quyu" => {
            r#"[{"lat":35,"lng":111},{"lat":35,"lng":112},{"lat":36,"lng":111}]"#.to_owned()
        }
        Kind::Json => r#"{"a":[1]}"#.to_owned(),
        Kind::Tags => r#"["甲"]"#.to_owned(),
        Kind::Dicts(kind) => format!("[{}]", quoted(&choice(rng, kind))),
        Kind::Refs(path) => format!("[{}]", id(rng, path, known)),
    }
}

/// Texts that fit the patterns of their columns.
fn word(column: &str, number: u32) -> String {
    match column {
        "login_name" => format!("user{number}"),
        "type" => format!("kind_{number}"),
        "dict_type" => KIND.to_owned(),
        "perms" => format!("app:hostile:a{number}"),
        "router_url" | "tiaozhuan_url" | "xiazai_url" => format!("/hostile/{number}"),
        "banbenhao" => format!("1.0.{}", number % 1_000),
        "email" => format!("a{number}@example.com"),
        "code" | "dict_value" | "css_class" => format!("code{number}"),
        _ => format!("字{number}"),
    }
}

fn choice(rng: &mut StdRng, kind: &str) -> String {
    static DICTS: LazyLock<Vec<schema::dict::Dict>> = LazyLock::new(schema::dict::seed);
    let values = DICTS.iter().find(|dict| dict.kind == kind);
    let value = values.and_then(|dict| dict.values.choose(rng));
    value.map_or("", |value| value.value).to_owned()
}
