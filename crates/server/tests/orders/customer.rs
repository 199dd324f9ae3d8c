//! PostgreSQL: an application and a change of its customer at the same time.

use std::sync::{Arc, Mutex, mpsc};

use serde_json::{Value as Json, json};
use service::{Error, order::Apply, seed, wire::Ask as _};
use store::{Conn, Tx};
use testkit::{Answer, Backend, Client, TestApp, office::Office};

/// A transaction that has done its work and waits to be let go.
struct Held {
    go: mpsc::Sender<()>,
    done: tokio::task::JoinHandle<Result<Json, Error>>,
}

impl Held {
    /// Runs the work and answers when it is done but not yet committed.
    async fn start(
        test: &TestApp,
        mut work: impl FnMut(&mut Tx<'_>) -> Result<Json, Error> + Send + 'static,
    ) -> Self {
        let (go, wait) = mpsc::channel();
        let wait = Arc::new(Mutex::new(wait));
        let (ready, mut is_ready) = tokio::sync::mpsc::unbounded_channel();
        let app = Arc::clone(&test.app);
        let done = tokio::spawn(async move {
            app.db
                .write(move |tx| {
                    let result = work(tx)?;
                    ready.send(()).unwrap();
                    wait.lock().unwrap().recv().unwrap();
                    Ok(result)
                })
                .await
        });
        is_ready.recv().await.unwrap();
        Self { go, done }
    }

    async fn finish(self) -> Result<Json, Error> {
        self.go.send(()).unwrap();
        self.done.await.unwrap()
    }
}

/// Lets the call run until it is answered or waits for a lock, then lets the other finish.
async fn beside(
    test: &TestApp,
    held: Held,
    call: impl Future<Output = Answer> + Send + 'static,
) -> (Result<Json, Error>, Answer) {
    let call = tokio::spawn(call);
    let waits = |conn: &mut Conn| -> store::Result<bool> {
        let row = conn.query_one(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
            &[],
        )?;
        Ok(row.int(0)? > 0)
    };
    while !call.is_finished() && !test.db().read(waits).await.unwrap() {
        tokio::task::yield_now().await;
    }
    (held.finish().await, call.await.unwrap())
}

fn on_postgres<F: Future<Output = ()>>(test: impl FnOnce(TestApp) -> F) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(test(TestApp::start(Backend::Postgres)));
}

async fn applying(test: &TestApp, office: &Office) -> Held {
    let call = seed::system_call("test", test.clock.now(), test.clock.real().0);
    let body = office.application(100_000, 3);
    let apply = move |tx: &mut Tx<'_>| {
        let made = service::order::apply(tx, &call, Apply::of_body(body.clone())?)?;
        Ok(json!({ "id": made.id }))
    };
    Held::start(test, apply).await
}

async fn move_away(client: Client, customer: i64) -> Answer {
    let body = json!({ "id": customer, "mendian": "FENDIAN" });
    client.post("/api/app/user/edit", body).await
}

async fn branch(office: &Office) {
    let body = json!({ "dictType": "mendian", "dictLabel": "分店", "dictValue": "FENDIAN" });
    office.admin.post("/api/app/dict/data/add", body).await.ok();
}

#[test]
fn an_order_follows_a_customer_who_moves_meanwhile() {
    on_postgres(async |test| {
        let office = Office::open(&test).await;
        branch(&office).await;
        let held = applying(&test, &office).await;
        let call = move_away(office.admin.clone(), office.customer);
        let (made, moved) = beside(&test, held, call).await;
        moved.ok();
        let id = made.unwrap()["id"].as_i64().unwrap();
        assert_eq!(office.detail(id).await["mendian"], "FENDIAN");
    });
}

#[test]
fn an_application_waits_for_a_customer_who_is_moving() {
    on_postgres(async |test| {
        let office = Office::open(&test).await;
        branch(&office).await;
        let mut call = seed::system_call("test", test.clock.now(), test.clock.real().0);
        let mut access = (*call.actor.access).clone();
        access.permissions.insert("app:user:fenpei".to_owned());
        call.actor.access = Arc::new(access);
        let body = json!({ "id": office.customer, "mendian": "FENDIAN" });
        let of = schema::model("app/user").unwrap();
        let held = Held::start(&test, move |tx| {
            let of = service::resources::with_rules(of);
            service::resource::edit(tx, &call, of, &body).map(|_| Json::Null)
        })
        .await;
        let (client, body) = (office.admin.clone(), office.application(100_000, 3));
        let call = async move { client.post("/api/app/dingdan/add", body).await };
        let (moved, made) = beside(&test, held, call).await;
        moved.unwrap();
        let id = made.ok()["id"].as_i64().unwrap();
        assert_eq!(office.detail(id).await["mendian"], "FENDIAN");
    });
}

#[test]
fn a_customer_with_an_application_under_way_is_not_deleted() {
    on_postgres(async |test| {
        let office = Office::open(&test).await;
        let held = applying(&test, &office).await;
        let path = format!("/api/app/user/delByIds/{}", office.customer);
        let client = office.admin.clone();
        let call = async move { client.delete(&path).await };
        let (made, deleted) = beside(&test, held, call).await;
        made.unwrap();
        deleted.refused(2002, "该客户还有未完成的订单");
    });
}

#[test]
fn nobody_applies_for_a_customer_being_deleted() {
    on_postgres(async |test| {
        let office = Office::open(&test).await;
        let call = seed::system_call("test", test.clock.now(), test.clock.real().0);
        let of = schema::model("app/user").unwrap();
        let ids = [office.customer];
        let held = Held::start(&test, move |tx| {
            let of = service::resources::with_rules(of);
            service::resource::delete(tx, &call, of, &ids).map(|()| Json::Null)
        })
        .await;
        let (client, body) = (office.admin.clone(), office.application(100_000, 3));
        let call = async move { client.post("/api/app/dingdan/add", body).await };
        let (deleted, made) = beside(&test, held, call).await;
        deleted.unwrap();
        made.refused(2001, "客户不存在或不可选");
    });
}
