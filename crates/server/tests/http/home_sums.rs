//! The figures of the home page are what the journal and the tables say, added up line by line: for
//! the made-up year and after more has happened, for everybody's reach.

use schema::{Date, Timestamp};
use serde_json::{Value as Json, json};
use testkit::{Client, TestApp, demo, office::receipt, on_both};

use crate::support::{assign, problems, rows};

const HOME: &str = "/api/app/page/admin/home";
const SEES: [&str; 6] = [
    "app:dingdan:list",
    "app:user:list",
    "app:zijin:liushui:list",
    "app:zijin:zongzhang",
    "app:project:list",
    "app:qudao:list",
];

/// Whose a row is.
#[derive(Clone)]
struct Whose {
    store: String,
    owner: i64,
}

struct Posted {
    whose: Whose,
    account: String,
    is_debit: bool,
    amount: i64,
    day: String,
}

struct Applied {
    whose: Whose,
    at: Date,
    decided: Option<Date>,
    is_refused: bool,
}

struct Due {
    whose: Whose,
    is_repaying: bool,
    paid_on: Option<String>,
    on: String,
    grace: i64,
    amount: i64,
    in_parts: i64,
}

/// Everything, as it stands in the tables.
struct Tables {
    journal: Vec<Posted>,
    orders: Vec<Applied>,
    plans: Vec<Due>,
    customers: Vec<(Whose, Date)>,
}

async fn read(test: &TestApp) -> Tables {
    const WHOSE: &str = "coalesce(o.mendian, ''), coalesce(o.genjinren_id, 0)";
    let day = |ms: i64| Timestamp(ms).date();
    let query = async |text: String| {
        let found = test.db().read(move |conn| conn.query(&text, &[]));
        found.await.unwrap()
    };
    let whose = |row: &store::Row| Whose {
        store: row.text(0).unwrap().to_owned(),
        owner: row.int(1).unwrap(),
    };
    let journal = query(format!(
        "SELECT {WHOSE}, f.kemu, f.fangxiang, f.jine, f.riqi FROM app_zijin_fenlu f JOIN app_dingdan o ON o.id = f.dingdan_id"
    )).await;
    let orders = query(format!(
        "SELECT {WHOSE}, o.create_time, o.shenhe_time, o.state FROM app_dingdan o"
    ))
    .await;
    let plans = query(format!(
        "SELECT {WHOSE}, o.state, p.shijian_id, p.huankuan_ri, p.riqi, p.kuanxian, p.benjin + p.lixi + p.zixunfei + p.fuwufei, \
         p.yishou FROM app_dingdan_jihua p JOIN app_dingdan o ON o.id = p.dingdan_id"
    )).await;
    let customers = query(format!(
        "SELECT {WHOSE}, o.create_time FROM app_user o WHERE o.is_del = FALSE"
    ))
    .await;
    Tables {
        journal: journal
            .iter()
            .map(|row| Posted {
                whose: whose(row),
                account: row.text(2).unwrap().to_owned(),
                is_debit: row.text(3).unwrap() == "JIE",
                amount: row.int(4).unwrap(),
                day: row.text(5).unwrap().to_owned(),
            })
            .collect(),
        orders: orders
            .iter()
            .map(|row| Applied {
                whose: whose(row),
                at: day(row.int(2).unwrap()),
                decided: row.opt_int(3).unwrap().map(day),
                is_refused: row.text(4).unwrap() == "YIJUJUE",
            })
            .collect(),
        plans: plans
            .iter()
            .map(|row| Due {
                whose: whose(row),
                is_repaying: row.text(2).unwrap() == "DAIHUANKUAN"
                    && row.opt_int(3).unwrap().is_none(),
                paid_on: row.opt_text(4).unwrap().map(str::to_owned),
                on: row.text(5).unwrap().to_owned(),
                grace: row.int(6).unwrap(),
                amount: row.int(7).unwrap(),
                in_parts: row.int(8).unwrap(),
            })
            .collect(),
        customers: customers
            .iter()
            .map(|row| (whose(row), day(row.int(2).unwrap())))
            .collect(),
    }
}

/// The tables as somebody reaches them.
struct Seen<'a> {
    tables: &'a Tables,
    reach: &'a dyn Fn(&Whose) -> bool,
}

impl Seen<'_> {
    /// What was posted to one side of an account on days that count.
    fn posted(&self, account: &str, is_debit: bool, counts: impl Fn(&str) -> bool) -> i64 {
        let lines = self.tables.journal.iter().filter(|line| {
            (self.reach)(&line.whose)
                && line.account == account
                && line.is_debit == is_debit
                && counts(&line.day)
        });
        lines.map(|line| line.amount).sum()
    }

    fn applications(&self, counts: impl Fn(&Applied) -> bool) -> i64 {
        let orders = self.tables.orders.iter();
        let counted = orders.filter(|order| (self.reach)(&order.whose) && counts(order));
        i64::try_from(counted.count()).unwrap()
    }

    fn due(&self, counts: impl Fn(&&Due) -> bool) -> Vec<&Due> {
        let plans = self.tables.plans.iter();
        plans
            .filter(|due| (self.reach)(&due.whose))
            .filter(counts)
            .collect()
    }

    /// Instalments that are overdue, and for how many days.
    fn late(&self, today: Date) -> Vec<(i64, i64)> {
        let unpaid = self.due(|due| due.is_repaying);
        let days = unpaid.iter().map(|due| {
            let on: Date = due.on.parse().unwrap();
            let days = loan::days_between(on, today);
            (days, due.grace, due.amount - due.in_parts)
        });
        let late = days.filter(|(days, grace, _)| days > grace);
        late.map(|(days, _, amount)| (days, amount)).collect()
    }

    /// The figures of a day, by key.
    fn figures(&self, day: Date) -> Vec<(&'static str, Json)> {
        let words = day.to_string();
        let on_day = |posted: &str| posted == words;
        let decided = self.applications(|order| order.decided == Some(day));
        let approved = self.applications(|order| order.decided == Some(day) && !order.is_refused);
        let due = self.due(|due| {
            let is_on_time = due.paid_on.as_ref().is_some_and(|paid| *paid >= due.on);
            due.on == words && (due.is_repaying || is_on_time)
        });
        let new = self.tables.customers.iter();
        let new = new
            .filter(|(whose, at)| (self.reach)(whose) && *at == day)
            .count();
        vec![
            (
                "SHENQING",
                self.applications(|order| order.at == day).into(),
            ),
            ("TONGGUOLV", share(approved, decided)),
            ("FANGKUAN", self.posted("ZIJIN", false, on_day).into()),
            (
                "YINGHUAN",
                due.iter().map(|due| due.amount).sum::<i64>().into(),
            ),
            ("SHIHUAN", self.posted("ZIJIN", true, on_day).into()),
            ("XINZENGKEHU", new.into()),
        ]
    }
}

fn share(part: i64, whole: i64) -> Json {
    if whole == 0 {
        return Json::Null;
    }
    json!(i128::from(part) * 1_000_000 / i128::from(whole))
}

/// What somebody's home page says against the lines they reach.
async fn agrees(client: &Client, tables: &Tables, reach: &dyn Fn(&Whose) -> bool, today: Date) {
    let seen = Seen { tables, reach };
    let home = client.get(HOME).await.ok();
    let figure = |list: &Json, key: &str| {
        let mut all = list.as_array().unwrap().iter();
        all.find(|figure| figure["jian"] == key).unwrap().clone()
    };
    for (back, part) in [(0, "zhi"), (1, "zuotian"), (7, "shangzhou")] {
        for (key, sum) in seen.figures(loan::add_days(today, -back).unwrap()) {
            assert_eq!(figure(&home["kapian"], key)[part], sum, "{key} {part}");
        }
    }
    let late = seen.late(today);
    let sum: i64 = late.iter().map(|(_, amount)| amount).sum();
    let owed: i64 = seen
        .due(|due| due.is_repaying)
        .iter()
        .map(|due| due.amount - due.in_parts)
        .sum();
    assert_eq!(figure(&home["kapian"], "YUQI")["zhi"], sum);
    assert_eq!(figure(&home["kapian"], "YUQI")["bishu"], late.len());
    assert_eq!(figure(&home["kapian"], "YUQILV")["zhi"], share(sum, owed));
    for (key, from, to) in [
        ("YUQI1", 1, 3),
        ("YUQI4", 4, 7),
        ("YUQI8", 8, 15),
        ("YUQI16", 16, 30),
        ("YUQI31", 31, i64::MAX),
    ] {
        let held = late.iter().filter(|(days, _)| (from..=to).contains(days));
        let held: i64 = held.map(|(_, amount)| amount).sum();
        assert_eq!(figure(&home["yuqi"], key)["jine"], held, "{key}");
    }
    for day in home["qushi"].as_array().unwrap() {
        let riqi = day["riqi"].as_str().unwrap();
        assert_eq!(
            day["fangkuan"],
            seen.posted("ZIJIN", false, |on| on == riqi),
            "{riqi}"
        );
        assert_eq!(
            day["huankuan"],
            seen.posted("ZIJIN", true, |on| on == riqi),
            "{riqi}"
        );
    }
    let book = |key: &str| figure(&home["zhangben"]["shuzi"], key)["zhi"].clone();
    let month = today.to_string()[..7].to_owned();
    let this_month = |on: &str| on.starts_with(&month);
    let lent = seen.posted("DAIKUANBENJIN", true, |_| true)
        - seen.posted("DAIKUANBENJIN", false, |_| true);
    assert_eq!(book("ZAIDAIYUE"), lent);
    assert_eq!(
        book("BENYUEFANGKUAN"),
        seen.posted("DAIKUANBENJIN", true, this_month)
    );
    assert_eq!(
        book("BENYUEHUIKUAN"),
        seen.posted("ZIJIN", true, this_month)
    );
    let interest =
        seen.posted("LIXISHOURU", false, this_month) - seen.posted("LIXISHOURU", true, this_month);
    assert_eq!(book("BENYUELIXI"), interest);
}

#[test]
fn every_figure_is_the_sum_of_its_lines_for_everybody() {
    on_both(async |test: TestApp| {
        let (now, today) = (test.clock.now(), test.clock.now().date());
        let db = test.db().clone();
        let made = tokio::task::spawn_blocking(move || demo::fill(&db, now, 150));
        made.await.unwrap();
        let admin = test.admin().await;
        let all = test.person_of(&SEES, "QUANBU", "ZONGDIAN").await;
        let store = test.person_of(&SEES, "MENDIAN", "DONGCHENG").await;
        let own = test.person_of(&SEES, "BENREN", "ZONGDIAN").await;
        for customer in rows(&admin, "app/user", "orders=id:asc")
            .await
            .iter()
            .take(12)
        {
            assign(&admin, customer["id"].as_i64().unwrap(), own.id).await;
        }
        for happened in [false, true] {
            if happened {
                more_happens(&admin).await;
            }
            let tables = read(&test).await;
            assert!(tables.journal.len() > 500, "a year of business");
            agrees(&admin, &tables, &|_| true, today).await;
            agrees(&all.client, &tables, &|_| true, today).await;
            let of_store = |whose: &Whose| whose.store == "DONGCHENG";
            assert!(tables.orders.iter().any(|order| of_store(&order.whose)));
            agrees(&store.client, &tables, &of_store, today).await;
            let of_own = |whose: &Whose| whose.owner == own.id;
            assert!(tables.orders.iter().any(|order| of_own(&order.whose)));
            agrees(&own.client, &tables, &of_own, today).await;
        }
        assert_eq!(problems(&test).await, Vec::<String>::new());
    });
}

/// Reviews, payouts, repayments, parts, extensions, write-offs, and half of it taken back.
async fn more_happens(admin: &Client) {
    let verb = async |name: &str, body: Json| {
        let path = format!("/api/app/dingdan/{name}");
        admin.post(&path, body).await.ok();
    };
    let ids = async |query: &str| -> Vec<i64> {
        let found = rows(admin, "app/dingdan", query).await;
        found
            .iter()
            .map(|row| row["id"].as_i64().unwrap())
            .collect()
    };
    for (at, id) in ids("state=DAISHENHE").await.into_iter().enumerate() {
        let jieguo = if at % 2 == 0 { "TONGGUO" } else { "JUJUE" };
        verb(
            "shenhe",
            json!({ "id": id, "jieguo": jieguo, "yijian": "看过" }),
        )
        .await;
    }
    for id in ids("state=DAIFANGKUAN").await {
        verb("fangkuan", testkit::office::payout(id)).await;
    }
    let late = ids("isYuqi=true").await;
    for (at, id) in ids("state=DAIHUANKUAN").await.into_iter().enumerate() {
        let bill = admin
            .get(&format!("/api/app/dingdan/huankuanXiangqing/{id}"))
            .await
            .ok();
        let quote = &bill["queren"];
        match at % 4 {
            0 => {
                let body = json!({
                    "dingdanId": id, "qi": quote["qi"], "yingfu": quote["shifujine"], "zhifufangshi": "YINHANGKA",
                });
                verb("querenhuankuan", body).await;
            }
            1 => {
                let body = json!({
                    "dingdanId": id, "jine": 3_000, "liushuihao": receipt(), "zhifufangshi": "YINHANGKA",
                });
                verb("daozhang", body).await;
            }
            2 if late.contains(&id) => {
                verb("hexiao", json!({ "dingdanId": id, "yuanyin": "失联" })).await;
            }
            _ => continue,
        }
        if at % 8 < 3 {
            let path = format!("/api/app/dingdan/weapp/findById/{id}");
            let event = admin.get(&path).await.ok()["kechexiao"]["shijianId"].clone();
            verb(
                "chexiao",
                json!({ "dingdanId": id, "shijianId": event, "yuanyin": "认错了" }),
            )
            .await;
        }
    }
}
