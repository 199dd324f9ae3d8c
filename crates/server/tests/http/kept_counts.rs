//! Counts that lists show are kept by whatever writes what they count.

use serde_json::{Value as Json, json};
use service::check;
use store::Dialect;
use testkit::{TestApp, office::Office, on_both};

use crate::support::drop_triggers;

struct Channels<'a> {
    office: &'a Office,
    from: i64,
    to: i64,
}

impl<'a> Channels<'a> {
    async fn open(office: &'a Office) -> Self {
        let add = async |code: &str| {
            let body = json!({ "mingcheng": code, "bianma": code });
            let made = office.admin.post("/api/app/qudao/add", body).await.ok();
            made["id"].as_i64().unwrap()
        };
        Self {
            office,
            from: add("A").await,
            to: add("B").await,
        }
    }

    /// The row of a list with this id.
    async fn row(&self, resource: &str, id: i64) -> Json {
        let path = format!("/api/app/{resource}/findAllByPage");
        let page = self.office.admin.get(&path).await.ok();
        let rows = page["records"].as_array().unwrap();
        rows.iter().find(|row| row["id"] == id).unwrap().clone()
    }

    /// Customers, applications and payouts of a channel.
    async fn of(&self, channel: i64) -> [i64; 3] {
        let row = self.row("qudao", channel).await;
        ["zhuceshu", "shenqingshu", "fangkuanshu"].map(|name| row[name].as_i64().unwrap())
    }

    /// Applications and payouts of the product, and orders of the customer.
    async fn of_order(&self) -> [i64; 3] {
        let project = self.row("project", self.office.project).await;
        let customer = self.row("user", self.office.customer).await;
        [
            project["shenqingshu"].as_i64().unwrap(),
            project["fangkuanshu"].as_i64().unwrap(),
            customer["dingdanCount"].as_i64().unwrap(),
        ]
    }

    async fn move_customer(&self, channel: i64) {
        let body = json!({ "id": self.office.customer, "qudaoId": channel });
        self.office
            .admin
            .post("/api/app/user/edit", body)
            .await
            .ok();
    }
}

#[test]
fn counts_follow_orders_and_customers() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let channels = Channels::open(&office).await;
        channels.move_customer(channels.from).await;
        assert_eq!(channels.of(channels.from).await, [1, 0, 0]);
        let id = office.paid_out(100_000, 3).await;
        office.applied(100_000, 3).await;
        assert_eq!(channels.of(channels.from).await, [1, 2, 1]);
        assert_eq!(channels.of_order().await, [2, 1, 2]);
        let body = json!({ "dingdanId": id, "shijianId": 1, "yuanyin": "录入错误" });
        office.verb("chexiao", body).await.ok();
        assert_eq!(channels.of(channels.from).await, [1, 2, 0]);
        assert_eq!(channels.of_order().await, [2, 0, 2]);
        // Orders stay with the channel they came through.
        channels.move_customer(channels.to).await;
        assert_eq!(channels.of(channels.from).await, [0, 2, 0]);
        assert_eq!(channels.of(channels.to).await, [1, 0, 0]);
        let body = json!({ "nickName": "李四", "phone": "13812345678", "qudaoId": channels.to });
        let made = office.admin.post("/api/app/user/add", body).await.ok();
        assert_eq!(channels.of(channels.to).await, [2, 0, 0]);
        let path = format!("/api/app/user/delByIds/{}", made["id"]);
        office.admin.delete(&path).await.ok();
        assert_eq!(channels.of(channels.to).await, [1, 0, 0]);
        assert_eq!(findings(&test), Vec::<String>::new());
    });
}

#[test]
fn an_upgrade_counts_what_is_there() {
    on_both(async |test| {
        let office = Office::open(&test).await;
        let channels = Channels::open(&office).await;
        channels.move_customer(channels.from).await;
        office.paid_out(100_000, 3).await;
        office.applied(100_000, 3).await;
        let back = test.db().write(|tx| {
            let is_postgres = tx.dialect() == Dialect::Postgres;
            let triggers = [
                ("app_dingdan_count_new", "app_dingdan", "count_new_orders"),
                (
                    "app_dingdan_count_changed",
                    "app_dingdan",
                    "count_changed_order",
                ),
                ("app_user_count_new", "app_user", "count_new_customers"),
                (
                    "app_user_count_changed",
                    "app_user",
                    "count_changed_customer",
                ),
            ];
            drop_triggers(tx, triggers)?;
            tx.batch("DROP TABLE kept_count")?;
            tx.batch(if is_postgres {
                include_str!("../../../store/migrations/postgres/0012_kept_counts.sql")
            } else {
                include_str!("../../../store/migrations/sqlite/0012_kept_counts.sql")
            })
        });
        back.await.unwrap();
        assert_eq!(channels.of(channels.from).await, [1, 2, 1]);
        assert_eq!(channels.of_order().await, [2, 1, 2]);
        assert_eq!(findings(&test), Vec::<String>::new());
    });
}

/// What the check of the books finds.
fn findings(test: &TestApp) -> Vec<String> {
    let today = test.clock.today();
    let report = aside(test, move |db| check::run(db, today)).unwrap();
    let texts = report.findings.into_iter().map(|finding| finding.text);
    texts.collect()
}

/// What commands do, on a thread that may wait.
fn aside<T: Send>(test: &TestApp, work: impl FnOnce(&store::Db) -> T + Send) -> T {
    let db = test.db().clone();
    std::thread::scope(|scope| scope.spawn(move || work(&db)).join().unwrap())
}
