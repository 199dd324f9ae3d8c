//! Confirmed repayments through HTTP, and the same statements behind a route without rules.

use std::sync::{Arc, OnceLock};

use axum::{Router, body::Bytes, routing::post};
use serde_json::{Value as Json, json};
use store::Db;
use testkit::{Backend, Client};

use crate::{
    figure::Figure,
    floor::Floor,
    full_office::FullOffice,
    lending::{self, PERIODS, Stage},
    load,
    pgbench::Pgbench,
    row_json,
    served::{self, API, Token},
    statement::Step,
    table::Round,
};

/// Where the floor is asked.
const FLOOR: &str = "/floor/repayment";

/// The floor, once it is known.
pub type Prepared = Arc<OnceLock<Floor>>;

/// Reads which instalment is repaid, runs the statements and says that it is done.
pub fn route(db: &Db, floor: &Prepared) -> Router {
    let (db, floor) = (db.clone(), Arc::clone(floor));
    let run = post(async move |body: Bytes| {
        let step: Step = serde_json::from_slice(&body).unwrap();
        let floor = floor.get().unwrap().clone();
        db.write(move |tx| floor.run(tx, step)).await.unwrap();
        served::json_answer(&row_json::done())
    });
    Router::new().route(FLOOR, run)
}

/// Repayments of an office, and their floor.
pub struct Repayments<'a> {
    office: &'a FullOffice,
    clients: usize,
    /// How many orders each client brings to their end in a round.
    orders: usize,
    /// The floor of PostgreSQL.
    pgbench: Option<Pgbench>,
}

impl<'a> Repayments<'a> {
    pub fn new(office: &'a FullOffice, clients: usize, orders: usize, prepared: &Prepared) -> Self {
        let test = &office.served.test;
        office
            .served
            .runtime
            .block_on(end_tasks(&office.office.admin));
        let floor = prepared.get_or_init(|| Floor::capture(test, &office.office));
        let pgbench = (test.backend == Backend::Postgres).then(|| {
            let begin = format!(
                "\\set order :first + :client_id * :orders + :done / {PERIODS}\n\
                 \\set number :done % {PERIODS} + 1\n\
                 \\set done :done + 1\nBEGIN;\n"
            );
            let url = test.scratch.database_url().unwrap();
            Pgbench::new(url, &begin, floor.statements(), "COMMIT;\n")
        });
        Self {
            office,
            clients,
            orders,
            pgbench,
        }
    }

    pub fn round(&self) -> Round {
        Round {
            ours: self.confirm(self.clients),
            canned: None,
            floor: match &self.pgbench {
                Some(pgbench) => self.drive_by(pgbench),
                None => self.drive(self.clients),
            },
            alone: self.confirm(1),
            floor_alone: self.pgbench.is_none().then(|| self.drive(1)),
        }
    }

    /// Orders that are paid out, those of each client beside each other.
    fn lend(&self, clients: usize, orders_of_each: usize) -> Vec<i64> {
        let (test, office) = (&self.office.served.test, &self.office.office);
        let paid_out = |_| Stage::PaidOut(0);
        lending::lend(test, office, clients * orders_of_each, paid_out)
    }

    /// Confirmations through HTTP.
    fn confirm(&self, clients: usize) -> Figure {
        let body = |step: Step| lending::confirmation(step.order, step.number);
        self.ask(clients, &format!("{API}app/dingdan/querenhuankuan"), body)
    }

    /// The same by the statements alone, in the same transactions and group commits.
    fn drive(&self, clients: usize) -> Figure {
        self.ask(
            clients,
            FLOOR,
            |step| json!({ "order": step.order, "number": step.number }),
        )
    }

    fn ask(&self, clients: usize, path: &str, body: impl Fn(Step) -> Json) -> Figure {
        let token = Token::from(&self.office.office.admin);
        let lent = self.lend(clients, self.orders);
        let questions = lent.chunks(self.orders).map(|own| {
            steps(own)
                .map(|step| token.post(path, &body(step)))
                .collect()
        });
        let served = &self.office.served;
        let asked = load::in_turn(served.address, questions.collect());
        served.runtime.block_on(asked)
    }

    /// The same by pgbench, each client with a transaction for each of its instalments. Of these
    /// the first half does not count.
    fn drive_by(&self, pgbench: &Pgbench) -> Figure {
        let orders = 2 * self.orders;
        let ids = self.lend(self.clients, orders);
        let (first, last) = lending::first_and_last(&ids);
        let each = orders * usize::try_from(PERIODS).unwrap();
        let options = [
            "-Ddone=0".to_owned(),
            format!("-Dfirst={first}"),
            format!("-Dorders={orders}"),
            format!("-t{each}"),
        ];
        let figure = pgbench.run(self.clients, &options);
        let paid = self.office.served.test.db().read_now(move |conn| {
            let text =
                "SELECT count(*) FROM app_dingdan WHERE id BETWEEN ? AND ? AND shijian_shu = ?";
            // The payout was an event, too.
            let params = [first.into(), last.into(), (PERIODS + 1).into()];
            conn.query_one(text, &params)?.int(0)
        });
        let paid = usize::try_from(paid.unwrap()).unwrap();
        assert_eq!(paid, ids.len(), "pgbench left instalments unpaid");
        figure
    }
}

/// Ends the tasks that give points for repayments: all of these are by one customer, and would
/// wait for each other to add to the points.
async fn end_tasks(admin: &Client) {
    let tasks = admin.get("/api/app/jifen/renwu/findAllByPage?current=1&size=100");
    for task in tasks.await.ok()["records"].as_array().unwrap() {
        let ended = json!({ "id": task["id"], "state": "TINGYONG" });
        admin.post("/api/app/jifen/renwu/edit", ended).await.ok();
    }
}

fn steps(orders: &[i64]) -> impl Iterator<Item = Step> {
    orders
        .iter()
        .flat_map(|&order| (1..=PERIODS).map(move |number| Step { order, number }))
}
