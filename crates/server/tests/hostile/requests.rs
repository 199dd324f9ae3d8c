//! One bad request for a route, out of a seed.

use http::{HeaderName, HeaderValue, Method, header};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use server::route::Route;

use crate::{
    Known,
    fields::{self, Pairs},
    forms,
    values::{self, pick},
};

/// A request before it is sent.
#[derive(Debug)]
pub struct Bad {
    pub method: Method,
    pub uri: String,
    pub headers: Vec<(HeaderName, HeaderValue)>,
    pub body: Vec<u8>,
    /// It shows a token of its own instead of a good one.
    pub is_stranger: bool,
}

/// The request number `case` for a route: the same seed makes the same request.
pub fn request(seed: u64, route: &'static Route, case: u64, known: &Known) -> Bad {
    let mixed = route.path.bytes().chain(route.method.as_str().bytes());
    let place = mixed.fold(seed, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let rng = &mut StdRng::seed_from_u64(place.wrapping_add(case));
    let mut headers = Vec::new();
    let mut body = Vec::new();
    if route.method == Method::POST {
        let (kind, bytes) = post_body(rng, route, known);
        headers.push((header::CONTENT_TYPE, kind));
        body = bytes;
    }
    let query = query(rng, route, known);
    let mut uri = format!("/server{}", path(rng, route, known));
    if !query.is_empty() {
        uri = format!("{uri}?{query}");
    }
    let is_stranger = rng.random_bool(0.03);
    if is_stranger {
        headers.push((header::AUTHORIZATION, header_value(rng, "Bearer_")));
    }
    for (name, chance) in [
        ("idempotency-key", 0.15),
        ("cookie", 0.05),
        ("user-agent", 0.1),
        ("if-none-match", 0.05),
        ("x-forwarded-for", 0.05),
        ("range", 0.03),
        ("accept-encoding", 0.03),
    ] {
        if rng.random_bool(chance) {
            headers.push((HeaderName::from_static(name), header_value(rng, "")));
        }
    }
    Bad {
        method: route.method.clone(),
        uri,
        headers,
        body,
        is_stranger,
    }
}

/// Any bytes that may stand in a header.
fn header_value(rng: &mut StdRng, prefix: &str) -> HeaderValue {
    let mut bytes = prefix.as_bytes().to_vec();
    match rng.random_range(0..3) {
        0 => bytes.extend(values::bytes(rng, 400)),
        1 => bytes.extend(values::text(rng).into_bytes()),
        _ => bytes.extend_from_slice(b"zgmark-1"),
    }
    bytes.retain(|byte| *byte >= 32 && *byte != 127);
    HeaderValue::from_bytes(&bytes).unwrap_or(HeaderValue::from_static("zgmark"))
}

/// Pieces of an address that a careful client would never write.
const RAW: [&str; 12] = [
    "%00",
    "%ff%fe",
    "%zz",
    "%",
    "..%2f..%2f",
    "%2e%2e/",
    "%25%30%30",
    "a%0d%0ab",
    "%c0%ae",
    "*",
    "'--",
    "(zgmark)",
];

fn escaped(rng: &mut StdRng, text: &str) -> String {
    // An address has its limits too: a longer one never gets past the connection.
    let short: String = text.chars().take(800).collect();
    let mut out = utf8_percent_encode(&short, NON_ALPHANUMERIC).to_string();
    if rng.random_bool(0.08) {
        out.push_str(pick(rng, &RAW));
    }
    out
}

fn path(rng: &mut StdRng, route: &Route, known: &Known) -> String {
    let parts = route.path.split('/').map(|part| {
        if !part.starts_with('{') {
            return part.to_owned();
        }
        let text = match part {
            "{id}" | "{ids}" if rng.random_bool(0.3) => {
                let path = route.of.map_or("sys/session", |of| of.table.path);
                fields::id(rng, path, known)
            }
            "{ids}" if rng.random_bool(0.3) => format!("999999,{}", values::number(rng)),
            "{folder}" if rng.random_bool(0.7) => {
                pick(rng, &["avatar", "renzheng", "import", "editor"]).to_owned()
            }
            "{month}" if rng.random_bool(0.7) => "202603".to_owned(),
            "{name}" if rng.random_bool(0.5) => format!("{}.png", "0a".repeat(16)),
            _ => values::text(rng),
        };
        let text = escaped(rng, &text);
        if text.is_empty() {
            "%20".to_owned()
        } else {
            text
        }
    });
    parts.collect::<Vec<_>>().join("/")
}

fn query(rng: &mut StdRng, route: &Route, known: &Known) -> String {
    if route.method != Method::GET && rng.random_bool(0.9) {
        return String::new();
    }
    let names = query_names(rng, route);
    let mut pairs = Vec::new();
    for _ in 0..rng.random_range(0..5) {
        let name = if rng.random_bool(0.93) {
            pick(rng, &names.iter().map(String::as_str).collect::<Vec<_>>()).to_owned()
        } else {
            values::text(rng)
        };
        let value = match rng.random_range(0..10) {
            0..7 => values::text(rng),
            7 => "1,0,1".to_owned(),
            8 => "张三".to_owned(),
            _ => fields::id(rng, "app/user", known),
        };
        pairs.push(format!("{}={}", escaped(rng, &name), escaped(rng, &value)));
    }
    if rng.random_bool(0.02) {
        // One name over and over, with as many choices as fit into a request.
        let name = pick(rng, &names.iter().map(String::as_str).collect::<Vec<_>>()).to_owned();
        let pair = format!("{name}={}", ["1"; 129].join(","));
        let most = 24_000 / pair.len();
        pairs.extend(vec![pair; rng.random_range(2..most)]);
    }
    pairs.join(["&", "&&", ";"][usize::from(rng.random_bool(0.02))])
}

fn query_names(rng: &mut StdRng, route: &Route) -> Vec<String> {
    let own = [
        "orders",
        "current",
        "size",
        "total",
        "fileName",
        "isAll",
        "userId",
        "moshi",
        "dingdanId",
        "riqi",
        "daozhangRiqi",
        "xiang",
        "qi",
        "fenzu",
        "caozuorenId",
        "riqiBegin",
        "riqiEnd",
        "isYuqi",
    ];
    let mut names: Vec<String> = own.map(str::to_owned).into();
    for field in route.of.iter().flat_map(|of| &of.fields) {
        names.push(field.wire.clone());
        if rng.random_bool(0.3) {
            names.push(format!("{}Begin", field.wire));
            names.push(format!("{}End", field.wire));
        }
    }
    names
}

fn post_body(rng: &mut StdRng, route: &Route, known: &Known) -> (HeaderValue, Vec<u8>) {
    if route.path.ends_with("/import") || route.path.ends_with("/file/up") {
        return forms::form(rng, route, known);
    }
    let kind = HeaderValue::from_static("application/json");
    let body = match rng.random_range(0..100) {
        0..4 => values::bytes(rng, 2000),
        4..10 => values::json(rng).into_bytes(),
        10..12 => vec![0xff; 64],
        12..14 => Vec::new(),
        _ => object(rng, route, known),
    };
    (kind, body)
}

/// A plausible body with some of it gone bad.
fn object(rng: &mut StdRng, route: &Route, known: &Known) -> Vec<u8> {
    let mut pairs = plausible(rng, route, known);
    // One bad value gets furthest: the next may never be looked at.
    let count = if rng.random_bool(0.8) { 1 } else { 3 };
    for _ in 0..count {
        let at = rng.random_range(0..=pairs.len());
        let value = values::json(rng);
        match (pairs.get_mut(at), rng.random_range(0..10)) {
            (Some((_, kept)), 0..7) => *kept = value,
            (Some((name, _)), 7) => *name = values::text(rng),
            (Some((name, _)), 8) => {
                let twice = (name.clone(), value);
                pairs.push(twice);
            }
            (Some(_), _) => drop(pairs.remove(at)),
            (None, _) => pairs.push((values::text(rng), value)),
        }
    }
    let parts = pairs
        .iter()
        .map(|(name, value)| format!("{}:{value}", values::quoted(name)));
    let mut body = format!("{{{}}}", parts.collect::<Vec<_>>().join(",")).into_bytes();
    if rng.random_bool(0.03) {
        let at = rng.random_range(0..body.len());
        body.insert(at, rng.random());
    }
    body
}

fn plausible(rng: &mut StdRng, route: &Route, known: &Known) -> Pairs {
    let own = |names: &[(&str, &str)]| -> Pairs {
        let pairs = names.iter();
        pairs
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect()
    };
    match route.path {
        // Never the administrator's own name: the lock would keep everyone out.
        "/api/sys/login/login" => own(&[
            ("loginName", "\"zgmark\""),
            ("password", "\"x\""),
            ("yzmId", "\"zgmark\""),
            ("yzm", "\"abcd\""),
        ]),
        "/api/sys/user/edit/password" => own(&[
            ("oldPassword", "\"wrong\""),
            ("newPassword", "\"Abcd-1234-zg\""),
            ("confirmPassword", "\"Abcd-1234-zg\""),
        ]),
        "/api/sys/user/edit/profile" => own(&[
            ("nickName", "\"管理员\""),
            ("phone", "\"13800138000\""),
            ("email", "\"a@example.com\""),
            ("sex", "\"NAN\""),
        ]),
        "/api/sys/user/avatar" => own(&[("headUrl", "\"/server/api/app/file/avatar/x.png\"")]),
        "/api/sys/user/pianhao" => own(&[("jian", "\"zgmark\""), ("zhi", "{\"a\":1}")]),
        "/api/sys/user/rePassword" | "/api/sys/user/jiesuo" => {
            vec![("id".to_owned(), fields::id(rng, "sys/user", known))]
        }
        "/api/app/config/edit" if rng.random_bool(0.5) => own(&[
            ("type", "\"ANQUAN\""),
            ("data", "{\"chakanXiane\":\"200\"}"),
        ]),
        "/api/app/config/edit" => own(&[
            ("type", "\"ANQUAN\""),
            (
                "data",
                &format!("{{\"chakanXiane\":{}}}", values::json(rng)),
            ),
        ]),
        "/api/app/mingan/chakan" => vec![
            ("ziyuan".to_owned(), "\"app/user\"".to_owned()),
            ("id".to_owned(), fields::id(rng, "app/user", known)),
            ("ziduan".to_owned(), "\"phone\"".to_owned()),
            ("yuanyin".to_owned(), "\"核对\"".to_owned()),
        ],
        path if path.ends_with("/paixu") => {
            let of = route.of.map_or("", |of| of.table.path);
            let place = format!(
                "[{{\"id\":{},\"paixu\":{},\"banbenSuo\":{}}}]",
                fields::id(rng, of, known),
                rng.random_range(-1..1_000),
                rng.random_range(0..2),
            );
            own(&[("records", &place)])
        }
        path if path.starts_with("/api/app/dingdan/") => own(&[
            ("id", &fields::id(rng, "app/dingdan", known)),
            ("dingdanId", &fields::id(rng, "app/dingdan", known)),
        ])
        .into_iter()
        .filter(|(name, _)| order_names(path).contains(&name.as_str()))
        .chain(order_body(path, known, rng))
        .collect(),
        _ => route
            .of
            .map(|of| fields::body(rng, of, known))
            .unwrap_or_default(),
    }
}

/// What the verbs of orders take.
fn order_names(path: &str) -> &'static [&'static str] {
    match path.rsplit('/').next().unwrap_or_default() {
        "shenhe" | "fangkuan" | "chongqian" | "setYouhuiDangqian" => &["id"],
        "add" | "shisuan" => &[],
        _ => &["dingdanId"],
    }
}

fn order_body(path: &str, known: &Known, rng: &mut StdRng) -> Pairs {
    let receipt = format!("\"zgmark{}\"", rng.random_range(0..1_000_000));
    let (customer, project) = (
        fields::id(rng, "app/user", known),
        fields::id(rng, "app/project", known),
    );
    let account = fields::id(rng, "app/user/shoukuan", known);
    let pairs: &[(&str, &str)] = match path.rsplit('/').next().unwrap_or_default() {
        "add" => &[
            ("userId", &customer),
            ("projectId", &project),
            ("jiekuanJine", "100000"),
            ("qishu", "3"),
            ("jiekuanYongtu", "\"RICHANG\""),
            ("userShoukuanId", &account),
            ("beizhu", "\"说明\""),
        ],
        "shisuan" => &[
            ("jiekuanJine", "100000"),
            ("qishu", "3"),
            ("huankuanMoshi", "\"DENGEBENXI\""),
            ("nianlilv", "240000"),
            ("zhouqiChangdu", "1"),
            ("fangkuanRiqi", "\"2026-03-01\""),
        ],
        "shenhe" => &[
            ("jieguo", "\"TONGGUO\""),
            ("yijian", "\"同意\""),
            ("pifuJine", "90000"),
            ("shoukuanBanbenSuo", "0"),
        ],
        "fangkuan" => &[
            ("jieguo", "\"CHENGGONG\""),
            ("fangshi", "\"YINHANGKA\""),
            ("liushuihao", &receipt),
            ("fangkuanTime", "\"2026-03-01 09:00:00\""),
        ],
        "chongqian" => &[("beizhu", "\"再试\""), ("userShoukuanId", &account)],
        "setYouhuiDangqian" => &[("jine", "100"), ("jiuJine", "0")],
        "querenhuankuan" => &[
            ("qi", "1"),
            ("yingfu", "34675"),
            ("zhifufangshi", "\"WEIXIN\""),
            ("daozhangRiqi", "\"2026-03-01\""),
            ("liushuihao", &receipt),
            (
                "pingzheng",
                "\"/server/api/app/file/pingzheng/202603/0a.png\"",
            ),
        ],
        "daozhang" => &[
            ("jine", "12345"),
            ("zhifufangshi", "\"WEIXIN\""),
            ("liushuihao", &receipt),
            ("daozhangRiqi", "\"2026-03-01\""),
            ("qi", "1"),
            ("yishou", "0"),
        ],
        "yanqi" => &[("qi", "1"), ("cishu", "0"), ("feiyong", "500")],
        "tiqianhuankuan" => &[("zongfeiyong", "101000"), ("liushuihao", &receipt)],
        "chexiao" => &[("shijianId", "1"), ("yuanyin", "\"录错\"")],
        "shouhui" => &[("jine", "100"), ("liushuihao", &receipt)],
        _ => &[("yuanyin", "\"说明\"")],
    };
    let named = pairs.iter();
    named
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}
