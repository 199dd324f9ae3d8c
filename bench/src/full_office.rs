//! An office with many orders, and someone who sees those of one store.

use axum::Router;
use testkit::{Backend, Client, TestApp, office::Office};
use tokio::runtime::Runtime;

use crate::{
    lending::{self, Stage},
    order_copies,
    served::{Served, Token},
};

pub const STORE: &str = "ZONGDIAN";
/// The newest orders, which the lists show and the dialog opens.
const NEWEST: usize = 500;
const MAY: [&str; 11] = [
    "app:dingdan:list",
    "app:dingdan:query",
    "app:project:list",
    "app:qudao:list",
    "app:user:list",
    // What the home page shows beside these.
    "app:dingdan:shenhe",
    "app:dingdan:fangkuan",
    "app:dingdan:daozhang",
    "app:log:list",
    "app:zijin:liushui:list",
    "app:zijin:zongzhang",
];

/// The office before anyone is served.
pub struct Filled {
    pub test: TestApp,
    pub runtime: Runtime,
    /// Of whoever sees one store.
    pub client: Client,
    /// The newest orders, one number after the other.
    pub ids: Vec<i64>,
    office: Office,
}

pub struct FullOffice {
    pub served: Served,
    pub token: Token,
    pub office: Office,
    ids: Vec<i64>,
}

impl Filled {
    pub fn new(backend: Backend, count: u32) -> Self {
        let test = TestApp::start(backend);
        let runtime = Runtime::new().unwrap();
        order_copies::fill(&test, count - u32::try_from(NEWEST).unwrap());
        let office = runtime.block_on(Office::open(&test));
        let ids = lending::lend(&test, &office, NEWEST, |number| match number % 10 {
            0 => Stage::Applied,
            1 => Stage::Approved,
            other => Stage::PaidOut(i64::try_from(other).unwrap() - 2),
        });
        let person = runtime.block_on(test.person_of(&MAY, "MENDIAN", STORE));
        Self {
            test,
            runtime,
            client: person.client,
            ids,
            office,
        }
    }

    /// Serves it, with some routes beside those of the product.
    pub fn serve(self, beside: Router) -> FullOffice {
        FullOffice {
            token: Token::from(&self.client),
            served: Served::start(self.test, self.runtime, beside),
            office: self.office,
            ids: self.ids,
        }
    }
}

impl FullOffice {
    /// Requests for these paths in turn; `{id}` is one of the newest orders.
    pub fn ask(&self, paths: Vec<String>) -> impl Fn(u64) -> String + Clone + Send + use<> {
        let (token, ids) = (self.token.clone(), self.ids.clone());
        move |number| {
            let number = usize::try_from(number).unwrap();
            let id = ids[number / paths.len() % ids.len()];
            let path = paths[number % paths.len()].replace("{id}", &id.to_string());
            token.get(&path)
        }
    }
}
