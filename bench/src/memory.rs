//! What the program holds in memory after many people asked it many things.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use serde_json::{Value as Json, json};
use testkit::PASSWORD;
use tokio::runtime::Runtime;

use crate::{
    load,
    served::{API, Token},
    start::Program,
};

const ORDERS: &str = "2000";
/// The least it may be: pages of the database are counted apart.
const PAGE_CACHE_MB: &str = "4";
const CONNECTIONS: usize = 32;
const LENGTH: Duration = Duration::from_secs(5);
/// What people open all day, `{id}` for an order.
const PATHS: [&str; 9] = [
    "app/page/admin/home",
    "app/dingdan/findAllByPage?current=1&size=50",
    "app/dingdan/findAllByPage?current=1&size=10&state=DAIHUANKUAN&orders=yinghuanRi:asc",
    "app/dingdan/tongji",
    "app/dingdan/huankuanXiangqing/{id}",
    "app/log/findByDingdanId/{id}",
    "app/dingdan/xingqing/findAllByPage?current=1&size=50",
    "app/user/findAllByPage?current=1&size=50",
    "app/project/findAllByPage?current=1&size=10",
];

pub fn measure() {
    let folder = tempfile::tempdir().unwrap();
    // Made by another process: what filling takes is not what people take.
    drop(Program::start(
        folder.path(),
        &["--demo", "--demo-orders", ORDERS],
    ));
    let program = Program::start(folder.path(), &["--page-cache-mb", PAGE_CACHE_MB]);
    let address: SocketAddr = program.address.parse().unwrap();
    let token = sign_in(address);
    let ask = move |number: u64| {
        let path = PATHS[usize::try_from(number).unwrap() % PATHS.len()];
        let path = path.replace("{id}", &(1 + number % 1_000).to_string());
        token.get(&format!("{API}{path}"))
    };
    let runtime = Runtime::new().unwrap();
    runtime.block_on(load::per_second(address, CONNECTIONS, LENGTH, ask));
    println!(
        "anonymous memory after {CONNECTIONS} people worked with {ORDERS} orders, {PAGE_CACHE_MB} MB of pages in it: \
         {:.1} MB (aim under 40)",
        program.memory_mb("RssAnon:"),
    );
}

fn sign_in(address: SocketAddr) -> Token {
    let body = json!({ "loginName": "admin", "password": PASSWORD }).to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!(
        "POST {API}sys/login/login HTTP/1.1\r\nhost: bench\r\nclient: admin\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let body = answer.split_once("\r\n\r\n").unwrap().1;
    let answer: Json = serde_json::from_str(body).unwrap();
    Token::new(answer["result"]["token"].as_str().unwrap())
}
