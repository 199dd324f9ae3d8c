//! Reads of orders beside what they cannot be faster than: a canned answer of the same bytes, and
//! the statements that they run, taken down from a real request, with what they found as JSON.

use std::sync::Arc;

use axum::{Router, extract, routing::get};
use schema::Date;
use serde_json::Value as Json;
use server::{
    route::{Route, Run},
    router::routes,
};
use service::{resources::with_rules, wire::Given};
use store::{Conn, Options, Row, Value};

use crate::{
    full_office::{Filled, STORE},
    lending,
    pgbench::Pgbench,
    row_json::rows_as_json,
    served::{self, API},
    statement::{Param, Place, Statement, Step, places},
    texts,
};

const STATE: &str = "DAIHUANKUAN";

/// A question, its answer and the statements behind it.
pub struct Read {
    /// As it is asked, `{id}` for an order.
    pub path: String,
    answer: Arc<Vec<u8>>,
    statements: Arc<Vec<Statement>>,
}

impl Read {
    /// Newest orders of one state, with their total.
    pub fn list(office: &Filled) -> Self {
        let path = format!("app/dingdan/findAllByPage?current=1&size=10&state={STATE}");
        Self::capture(office, &path)
    }

    /// An order with its plan.
    pub fn order(office: &Filled) -> Self {
        Self::capture(office, "app/dingdan/huankuanXiangqing/{id}")
    }

    fn capture(office: &Filled, path: &str) -> Self {
        let order = office.ids.last().unwrap().to_string();
        let asked = format!("/api/{}", path.replace("{id}", &order));
        let answer = office.runtime.block_on(office.client.get(&asked));
        assert_eq!(answer.code, 200, "{}", answer.message);
        let (address, query) = path.split_once('?').unwrap_or((path, ""));
        let route = route(&format!("/api/{address}"));
        let query = query.split('&').filter_map(|part| part.split_once('='));
        let given = Given {
            params: vec![("id".to_owned(), order)],
            query: query
                .map(|(name, text)| (name.to_owned(), text.to_owned()))
                .collect(),
            body: None,
            of: route.of.map(with_rules),
        };
        let page = shown(&answer.result);
        Self {
            path: format!("{API}{path}"),
            answer: Arc::new(answer.body),
            statements: Arc::new(statements(office, route, given, page)),
        }
    }

    /// The answer alone, and the statements with their rows, below a name.
    pub fn routes(&self, name: &str, office: &Filled) -> Router {
        let statements = Arc::clone(&self.statements);
        let db = office.test.db().clone();
        let floor = get(async move |extract::Path(order): extract::Path<i64>| {
            let step = Step { order, number: 0 };
            let run = move |conn: &mut Conn| run(conn, &statements, step);
            served::json_answer(&rows_as_json(&db.read(run).await.unwrap()))
        });
        Router::new()
            .route(&canned_path(name), served::canned(self.answer.to_vec()))
            .route(&floor_path(name), floor)
    }

    /// The statements as pgbench runs them.
    pub fn pgbench(&self, office: &Filled) -> Pgbench {
        let (first, last) = lending::first_and_last(&office.ids);
        let begin = format!("\\set order random({first}, {last})\n");
        let url = office.test.scratch.database_url().unwrap();
        Pgbench::new(url, &begin, &self.statements, "")
    }
}

pub fn canned_path(name: &str) -> String {
    format!("/canned/{name}")
}

pub fn floor_path(name: &str) -> String {
    format!("/floor/{name}/{{id}}")
}

fn route(path: &str) -> &'static Route {
    routes().iter().find(|route| route.path == path).unwrap()
}

/// The orders of an answer that is a page.
fn shown(answer: &Json) -> Option<Vec<i64>> {
    let rows = answer["records"].as_array()?.iter();
    Some(rows.filter_map(|row| row["id"].as_i64()).collect())
}

/// Runs them in turn and answers what each found.
fn run(conn: &mut Conn, statements: &[Statement], step: Step) -> store::Result<Vec<Vec<Row>>> {
    let found = statements
        .iter()
        .map(|statement| conn.query(&statement.text, &statement.values(step)));
    found.collect()
}

/// What the handler of a route runs when it is asked once more. Who asks and whether they may is
/// found out before, so nothing is known of the state of a PostgreSQL database, and its total is
/// counted again: pgbench does not keep one either.
fn statements(
    office: &Filled,
    route: &'static Route,
    given: Given,
    page: Option<Vec<i64>>,
) -> Vec<Statement> {
    let Run::Read(run_route) = &route.run else {
        panic!("{} does more than read", route.path);
    };
    let call = office.test.call_of(&office.client);
    let person = call.actor.user_id;
    let taken = office.test.db().read_now(move |conn| {
        run_route(conn, &call, &given)?;
        let (done, texts) = texts::taken_down(|| run_route(conn, &call, &given));
        done.map(|_| texts)
    });
    let texts = taken.unwrap();
    let step = Step {
        order: *office.ids.last().unwrap(),
        number: 0,
    };
    let today = office.test.clock.today();
    let bound = office.test.db().read_now(move |conn| {
        let bound = bind(conn, &texts, (person, today), page.as_deref())?;
        for (statement, found) in bound.iter().zip(run(conn, &bound, step)?) {
            // Plans are asked for where something is due.
            let may_find_nothing = statement.text.contains("yinghuan_ri || '' <= ");
            assert!(
                !found.is_empty() || may_find_nothing,
                "nothing from {}",
                statement.text
            );
        }
        Ok::<_, store::Error>(bound)
    });
    bound.unwrap()
}

/// Finds out what every placeholder stands for, from who asked, for what, and what was shown.
fn bind(
    conn: &mut Conn,
    texts: &[String],
    (person, today): (i64, Date),
    page: Option<&[i64]>,
) -> store::Result<Vec<Statement>> {
    let mut param = |place: Place<'_>| {
        let Place {
            table,
            column,
            line,
        } = place;
        let of_order = table.starts_with("app_dingdan");
        Ok(match (column, page) {
            ("state", _) => Param::Same(STATE.into()),
            ("yinghuan_ri", _) => Param::Same(today.to_string().into()),
            ("mendian", _) => Param::Same(STORE.into()),
            ("genjinren_id", _) => Param::Same(person.into()),
            ("", _) => Param::Same((Options::COUNT_BOUND + 1).into()),
            ("id" | "dingdan_id", None) if of_order => Param::Order,
            ("id" | "dingdan_id", Some(page)) if of_order => Param::Same(padded(page, line)),
            ("id", Some(page)) => Param::Same(padded(&named_by(conn, table, page)?, line)),
            _ => panic!("nothing is known of {table}.{column}"),
        })
    };
    let bound = texts.iter().map(|text| {
        Ok(Statement {
            params: places(text)
                .into_iter()
                .map(&mut param)
                .collect::<store::Result<_>>()?,
            text: text.clone(),
            adds_to: None,
        })
    });
    bound.collect()
}

/// A list of values is filled up with its last one.
fn padded(ids: &[i64], place: usize) -> Value {
    ids[place.min(ids.len() - 1)].into()
}

/// The rows of another table that the orders of a page name.
fn named_by(conn: &mut Conn, table: &str, page: &[i64]) -> store::Result<Vec<i64>> {
    let column = match table {
        "app_project" => "project_id",
        "app_user" => "user_id",
        "app_user_shoukuan" => "user_shoukuan_id",
        "sys_user" => "shenheren_id",
        _ => panic!("an order names nothing of {table}"),
    };
    let ids: Vec<String> = page.iter().map(ToString::to_string).collect();
    let ids = ids.join(", ");
    let text = format!("SELECT DISTINCT {column} FROM app_dingdan WHERE id IN ({ids})");
    let rows = conn.query(&text, &[])?;
    rows.iter().map(|row| row.int(0)).collect()
}
