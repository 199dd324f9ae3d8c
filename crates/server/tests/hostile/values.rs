//! Values nobody sensible sends. Everything that could end up in a statement carries [`MARK`].

use rand::{RngExt as _, rngs::StdRng, seq::IndexedRandom as _};
use serde_json::Value as Json;

/// A word that no statement of ours contains.
pub const MARK: &str = "zgmark";

const INJECTIONS: [&str; 22] = [
    "' OR '1'='1",
    "zgmark'; DROP TABLE sys_user; --",
    "\" OR zgmark=\"\"",
    "zgmark) UNION SELECT mima FROM sys_user --",
    "id; SELECT pg_sleep(9) -- zgmark",
    "(CASE WHEN 1=1 THEN zgmark ELSE id END)",
    "zgmark:asc,id:desc;--",
    "t.zgmark",
    "%' ESCAPE '!' OR zgmark LIKE '%",
    "\\' zgmark",
    "$1 zgmark",
    "? zgmark ?",
    "${jndi:ldap://zgmark}",
    "{{7*7}}zgmark",
    "../../../../etc/passwd",
    "..\\..\\zgmark.exe",
    "/etc/zgmark\0.png",
    "<script>zgmark</script>",
    "=cmd|' /C calc'!A0",
    "zgmark\r\nx-evil: 1",
    "zgmark\u{202e}gnp.exe",
    "NULL",
];

const ODD: [&str; 16] = [
    "",
    " ",
    "\0",
    "a\0zgmark",
    "\u{feff}zgmark",
    "\u{200b}",
    "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
    "e\u{301}\u{301}\u{301}",
    "ﷺﷺﷺ",
    "İıſKﬁ",
    "，；：",
    "\t\n\r\u{b}\u{c}",
    "\u{7f}\u{80}\u{9f}",
    "\u{ffff}\u{fffe}",
    "NaN",
    "undefined",
];

const NUMBERS: [&str; 24] = [
    "0",
    "-0",
    "-1",
    "-0.0",
    "0.1",
    "1.5",
    "1e309",
    "-1e309",
    "1e-400",
    "1E400",
    "2147483648",
    "-2147483649",
    "4294967296",
    "9007199254740991",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999",
    "1e18",
    "123456789012345678901234567890.5",
];

/// Text of every kind of badness.
pub fn text(rng: &mut StdRng) -> String {
    match rng.random_range(0..100) {
        0..36 => pick(rng, &INJECTIONS).to_owned(),
        36..40 => "zg\0mark".to_owned(),
        40..60 => pick(rng, &ODD).to_owned(),
        60..75 => pick(rng, &NUMBERS).to_owned(),
        75..85 => (0..rng.random_range(1..40))
            .map(|_| char::from_u32(rng.random_range(0..0x11_0000)).unwrap_or('\u{fffd}'))
            .collect(),
        85..90 => MARK.repeat(rng.random_range(1..200)),
        90..94 => ["zgmark"; 300].join(","),
        94..97 => "1999-02-30 25:61:61".to_owned(),
        97..99 => {
            ["9999-12-31 23:59:59", "-9999-01-01", "0000-00-00"][rng.random_range(0..3)].to_owned()
        }
        _ => "长".repeat(rng.random_range(1000..20_000)),
    }
}

pub fn number(rng: &mut StdRng) -> &'static str {
    pick(rng, &NUMBERS)
}

/// JSON text of a value, some of it not even JSON.
pub fn json(rng: &mut StdRng) -> String {
    match rng.random_range(0..100) {
        0..35 => quoted(&text(rng)),
        35..55 => number(rng).to_owned(),
        55..60 => pick(rng, &["true", "false", "null"]).to_owned(),
        60..68 => format!("[{}]", quoted(&text(rng))),
        68..74 => format!("{{{}: {}}}", quoted(&text(rng)), number(rng)),
        74..78 => nested(rng.random_range(2..400), "[", "]"),
        78..82 => nested(rng.random_range(2..400), "{\"zgmark\":", "}"),
        // Half of a pair of surrogates, and a control letter that JSON forbids.
        82..88 => pick(
            rng,
            &[
                r#""\ud800""#,
                r#""\udc00zgmark""#,
                r#""\u0000""#,
                r#""a\u0000b""#,
                "\"\u{1}\"",
            ],
        )
        .to_owned(),
        88..92 => format!("[{}]", vec![number(rng); 1200].join(",")),
        92..96 => pick(
            rng,
            &["NaN", "Infinity", "'x'", "01", "+1", ".5", "{,}", "[1,]"],
        )
        .to_owned(),
        96..99 => quoted(&"zgmark ".repeat(rng.random_range(1000..9000))),
        _ if rng.random_bool(0.2) => quoted(&"a".repeat(rng.random_range(900_000..1_100_000))),
        _ => "[]".to_owned(),
    }
}

pub fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

fn nested(depth: usize, open: &str, close: &str) -> String {
    format!("{}1{}", open.repeat(depth), close.repeat(depth))
}

pub fn bytes(rng: &mut StdRng, most: usize) -> Vec<u8> {
    (0..rng.random_range(0..most))
        .map(|_| rng.random())
        .collect()
}

pub fn pick<'a>(rng: &mut StdRng, from: &[&'a str]) -> &'a str {
    from.choose(rng).copied().unwrap_or_default()
}
