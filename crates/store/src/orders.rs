//! Orders: the engine's order read from its rows, and what an event did to it written back.

use std::collections::HashMap;

use loan::{
    Charge, Deed, EventId, EventKind, Fen, Instalment, LiveEvent, Order, Outcome, Paid, Plan, State,
};
use schema::{Date, Model, Timestamp};

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    ledger,
    reach::Reach,
    rows::{self, RowError, Writer},
    sql::{Dialect, Sql},
    value::{Row, Value},
};

/// An order as it is kept: the engine's view of it and what stands around that.
#[derive(Debug, Clone)]
pub struct Stored {
    pub id: i64,
    pub version: i64,
    pub bianhao: String,
    pub user_id: i64,
    pub user_show: String,
    pub project_id: i64,
    pub payee_id: i64,
    /// Who reviewed it.
    pub reviewer_id: Option<i64>,
    /// Money events so far, undone ones included; the next one's number is one more.
    pub events: i64,
    pub order: Order,
}

const COLUMNS: &str = "SELECT t.id, t.banben_suo, t.bianhao, t.user_id, \
    coalesce((SELECT u.nick_name FROM app_user u WHERE u.id = t.user_id), ''), t.project_id, t.user_shoukuan_id, \
    t.shenheren_id, t.shijian_shu, t.state, t.tiaokuan, t.shenqing_jine, t.jiekuan_jine, t.qishu, t.shenhe_time, \
    t.chongqian_cishu, t.youhui_dangqian, t.chexiao_shijian FROM app_dingdan t WHERE t.is_del = FALSE AND ";

/// The order, within reach.
pub fn find(conn: &mut Conn, id: i64, reach: &Reach) -> Result<Stored, RowError> {
    conn.snapshot(|conn| one(conn, id, reach, false))
}

/// The order for a change: nobody else changes it until the transaction ends.
pub fn lock(tx: &mut Tx<'_>, id: i64, reach: &Reach) -> Result<Stored, RowError> {
    one(tx, id, reach, true)
}

fn one(conn: &mut Conn, id: i64, reach: &Reach, lock: bool) -> Result<Stored, RowError> {
    let mut sql = Sql::new(COLUMNS);
    sql.push("t.id = ").bind(id);
    if let Some(scope) = schema::model("app/dingdan").and_then(|of| reach.condition(of, "t")) {
        sql.push(" AND ").append(&scope);
    }
    if lock && conn.dialect() == Dialect::Postgres {
        sql.push(" FOR UPDATE OF t");
    }
    read(conn, &sql)?.pop().ok_or(RowError::NotFound)
}

/// Several orders at once, whoever they belong to.
pub fn by_ids(conn: &mut Conn, ids: &[i64]) -> Result<Vec<Stored>> {
    let mut sql = Sql::new(COLUMNS);
    sql.push("t.id IN ").bind_list(ids);
    conn.snapshot(|conn| read(conn, &sql))
}

/// The next orders after `after_id`, in order of their ids.
pub fn after(conn: &mut Conn, after_id: i64, limit: i64) -> Result<Vec<Stored>> {
    let mut sql = Sql::new(COLUMNS);
    sql.push("t.id > ").bind(after_id);
    sql.push(" ORDER BY t.id LIMIT ").bind(limit);
    read(conn, &sql)
}

fn read(conn: &mut Conn, sql: &Sql) -> Result<Vec<Stored>> {
    let rows = conn.query_sql(sql)?;
    let ids = rows
        .iter()
        .map(|row| row.int(0))
        .collect::<Result<Vec<i64>>>()?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut plans = plans(conn, &ids)?;
    let mut events = live_events(conn, &ids)?;
    let made = rows.iter().map(|row| {
        let id = row.int(0)?;
        let items = plans.remove(&id).unwrap_or_default();
        stored(row, items, events.remove(&id).unwrap_or_default())
    });
    made.collect()
}

fn stored(row: &Row, items: Vec<Instalment>, live: Vec<LiveEvent>) -> Result<Stored> {
    let fen = |at| row.int(at).map(Fen::new);
    let plan = items.first().map(|first| first.starts_on);
    let order = Order {
        state: State::from_code(row.text(9)?).ok_or_else(|| odd("order state"))?,
        terms: serde_json::from_str(row.text(10)?).map_err(|_| odd("order terms"))?,
        asked: fen(11)?,
        principal: fen(12)?,
        periods: small(row.int(13)?)?,
        reviewed_at: row.opt_int(14)?.map(|ms| Timestamp(ms).to_civil()),
        redisbursements: small(row.int(15)?)?,
        plan: plan.map(|starts_on| Plan { starts_on, items }),
        pending_discount: fen(16)?,
        live,
        last_undone: row.opt_int(17)?.map(EventId),
    };
    Ok(Stored {
        id: row.int(0)?,
        version: row.int(1)?,
        bianhao: row.text(2)?.to_owned(),
        user_id: row.int(3)?,
        user_show: row.text(4)?.to_owned(),
        project_id: row.int(5)?,
        payee_id: row.int(6)?,
        reviewer_id: row.opt_int(7)?,
        events: row.int(8)?,
        order,
    })
}

fn plans(conn: &mut Conn, ids: &[i64]) -> Result<HashMap<i64, Vec<Instalment>>> {
    let mut sql = Sql::new(
        "SELECT dingdan_id, qi, qishi, tianshu, riqi, benjin, lixi, zixunfei, fuwufei, shijian_id, huankuan_ri, \
         shou_benjin, shou_lixi, shou_zixunfei, shou_fuwufei, shou_yuqifei, shou_weiyuejin, yuqi_tianshu, zongyouhui, \
         shifu FROM app_dingdan_jihua WHERE dingdan_id IN ",
    );
    sql.bind_list(ids).push(" ORDER BY dingdan_id, qi");
    let mut plans: HashMap<i64, Vec<Instalment>> = HashMap::new();
    for row in conn.query_sql(&sql)? {
        plans
            .entry(row.int(0)?)
            .or_default()
            .push(instalment(&row)?);
    }
    Ok(plans)
}

fn instalment(row: &Row) -> Result<Instalment> {
    let fen = |at| row.int(at).map(Fen::new);
    let paid = match row.opt_int(9)? {
        None => None,
        Some(by) => Some(Paid {
            by: EventId(by),
            on: date(row.text(10)?)?,
            charge: Charge {
                principal: fen(11)?,
                interest: fen(12)?,
                insurance_fee: fen(13)?,
                service_fee: fen(14)?,
                overdue_fee: fen(15)?,
                breach_fee: fen(16)?,
            },
            overdue_days: row.int(17)?,
            discount: fen(18)?,
            received: fen(19)?,
        }),
    };
    Ok(Instalment {
        number: small(row.int(1)?)?,
        starts_on: date(row.text(2)?)?,
        days: row.int(3)?,
        due_on: date(row.text(4)?)?,
        principal: fen(5)?,
        interest: fen(6)?,
        insurance_fee: fen(7)?,
        service_fee: fen(8)?,
        paid,
    })
}

fn live_events(conn: &mut Conn, ids: &[i64]) -> Result<HashMap<i64, Vec<LiveEvent>>> {
    let mut sql = Sql::new(
        "SELECT dingdan_id, shijian_id, \"type\", shijian_ms, riqi, qi, jine, youhui_qian FROM app_dingdan_shijian \
         WHERE is_chexiao = FALSE AND dingdan_id IN ",
    );
    sql.bind_list(ids).push(" ORDER BY dingdan_id, shijian_id");
    let mut events: HashMap<i64, Vec<LiveEvent>> = HashMap::new();
    for row in conn.query_sql(&sql)? {
        let event = LiveEvent {
            id: EventId(row.int(1)?),
            at: Timestamp(row.int(3)?).to_civil(),
            on: date(row.text(4)?)?,
            deed: deed(&row)?,
        };
        events.entry(row.int(0)?).or_default().push(event);
    }
    Ok(events)
}

/// The instalment, the amount and the discount before, as the deed has them.
fn deed_columns(deed: &Deed) -> (Option<u16>, Option<Fen>, Option<Fen>) {
    match *deed {
        Deed::Payout => (None, None, None),
        Deed::Confirm {
            number,
            discount_before,
        } => (Some(number), None, Some(discount_before)),
        Deed::Extension { fee } => (None, Some(fee), None),
        Deed::Prepay { discount_before } | Deed::WriteOff { discount_before } => {
            (None, None, Some(discount_before))
        }
        Deed::Recovery { amount } => (None, Some(amount), None),
    }
}

fn deed(row: &Row) -> Result<Deed> {
    let fen = |at| row.int(at).map(Fen::new);
    Ok(match EventKind::from_code(row.text(2)?) {
        Some(EventKind::Payout) => Deed::Payout,
        Some(EventKind::Confirm) => Deed::Confirm {
            number: small(row.int(5)?)?,
            discount_before: fen(7)?,
        },
        Some(EventKind::Extend) => Deed::Extension { fee: fen(6)? },
        Some(EventKind::Prepay) => Deed::Prepay {
            discount_before: fen(7)?,
        },
        Some(EventKind::WriteOff) => Deed::WriteOff {
            discount_before: fen(7)?,
        },
        Some(EventKind::Recover) => Deed::Recovery { amount: fen(6)? },
        _ => return Err(odd("money event")),
    })
}

/// The number of the next order: its day and a running number. On PostgreSQL a lock lets one
/// transaction at a time draw it.
pub fn next_number(tx: &mut Tx<'_>, today: Date) -> Result<String> {
    if tx.dialect() == Dialect::Postgres {
        tx.query("SELECT pg_advisory_xact_lock(7293)::text", &[])?;
    }
    let row = tx.query_one("SELECT coalesce(max(id), 0) + 1 FROM app_dingdan", &[])?;
    Ok(format!("D{}{:07}", today.strftime("%Y%m%d"), row.int(0)?))
}

/// Columns of the order that an event sets beside what the engine decides.
pub type Beside = Vec<(&'static str, Value)>;

/// Writes what an event did: order, plan, event, journal. Answers the order's new version.
pub fn save(
    tx: &mut Tx<'_>,
    before: &Stored,
    outcome: &Outcome,
    beside: Beside,
    by: &Writer<'_>,
) -> Result<i64, RowError> {
    let after = &outcome.order;
    let new_event = after.live.last().filter(|event| event.id.0 > before.events);
    let of = model()?;
    let earliest = after.earliest_unpaid().map(|item| item.due_on.to_string());
    let due = earliest.filter(|_| after.state == State::Repaying);
    let late = after.overdue_after().map_err(|_| odd("due date"))?;
    let mut columns: Beside = vec![
        ("state", after.state.code().into()),
        ("jiekuan_jine", after.principal.get().into()),
        ("shenhe_time", after.reviewed_at.and_then(ms).into()),
        ("chongqian_cishu", i64::from(after.redisbursements).into()),
        ("youhui_dangqian", after.pending_discount.get().into()),
        ("chexiao_shijian", after.last_undone.map(|id| id.0).into()),
        ("yinghuan_ri", due.into()),
        ("yuqi_ri", late.map(|day| day.to_string()).into()),
        (
            "shijian_shu",
            new_event.map_or(before.events, |event| event.id.0).into(),
        ),
    ];
    columns.extend(beside);
    let mut sql = Sql::new("UPDATE app_dingdan SET banben_suo = banben_suo + 1, update_time = ");
    sql.bind(by.now.0)
        .push(", update_by = ")
        .bind(by.reach.user_id);
    for (name, value) in columns {
        sql.push(", ").name(name).push(" = ").bind(value);
    }
    sql.push(" WHERE id = ").bind(before.id);
    sql.push(" AND banben_suo = ").bind(before.version);
    if tx.execute_sql(&sql)? != 1 {
        return Err(RowError::Stale);
    }
    rows::touch(tx, &of.name, 0)?;
    save_plan(tx, before, after.plan.as_ref())?;
    if let Some(event) = new_event {
        add_event(tx, before.id, event)?;
    }
    if let Some(undone) = outcome.reverses {
        tx.execute_one(
            "UPDATE app_dingdan_shijian SET is_chexiao = TRUE WHERE dingdan_id = ? AND shijian_id = ? AND is_chexiao = FALSE",
            &[before.id.into(), undone.0.into()],
        )?;
    }
    if let Some(entry) = &outcome.entry {
        let event = outcome.reverses.unwrap_or(EventId(before.events + 1));
        ledger::post(tx, before.id, event, entry, by)?;
    }
    Ok(before.version + 1)
}

fn save_plan(tx: &mut Tx<'_>, before: &Stored, after: Option<&Plan>) -> Result<()> {
    let was = before
        .order
        .plan
        .as_ref()
        .map_or(&[][..], |plan| &plan.items);
    let is = after.map_or(&[][..], |plan| &plan.items);
    if is.is_empty() && !was.is_empty() {
        tx.execute(
            "DELETE FROM app_dingdan_jihua WHERE dingdan_id = ?",
            &[before.id.into()],
        )?;
    }
    for (at, item) in is.iter().enumerate() {
        match was.get(at) {
            None => write_item(tx, before.id, item, ADD_ITEM)?,
            Some(known) if known != item => write_item(tx, before.id, item, CHANGE_ITEM)?,
            Some(_) => {}
        }
    }
    Ok(())
}

const ADD_ITEM: &str = "INSERT INTO app_dingdan_jihua (riqi, shijian_id, huankuan_ri, shou_benjin, shou_lixi, \
    shou_zixunfei, shou_fuwufei, shou_yuqifei, shou_weiyuejin, yuqi_tianshu, zongyouhui, shifu, qishi, tianshu, benjin, \
    lixi, zixunfei, fuwufei, dingdan_id, qi) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
const CHANGE_ITEM: &str = "UPDATE app_dingdan_jihua SET riqi = ?, shijian_id = ?, huankuan_ri = ?, shou_benjin = ?, \
    shou_lixi = ?, shou_zixunfei = ?, shou_fuwufei = ?, shou_yuqifei = ?, shou_weiyuejin = ?, yuqi_tianshu = ?, \
    zongyouhui = ?, shifu = ?, qishi = ?, tianshu = ?, benjin = ?, lixi = ?, zixunfei = ?, fuwufei = ? \
    WHERE dingdan_id = ? AND qi = ?";

fn write_item(tx: &mut Tx<'_>, order: i64, item: &Instalment, text: &str) -> Result<()> {
    let paid = item.paid.as_ref();
    let charged = |figure: fn(&Charge) -> Fen| -> Value {
        paid.map(|paid| figure(&paid.charge).get()).into()
    };
    let params = [
        item.due_on.to_string().into(),
        paid.map(|paid| paid.by.0).into(),
        paid.map(|paid| paid.on.to_string()).into(),
        charged(|charge| charge.principal),
        charged(|charge| charge.interest),
        charged(|charge| charge.insurance_fee),
        charged(|charge| charge.service_fee),
        charged(|charge| charge.overdue_fee),
        charged(|charge| charge.breach_fee),
        paid.map(|paid| paid.overdue_days).into(),
        paid.map(|paid| paid.discount.get()).into(),
        paid.map(|paid| paid.received.get()).into(),
        item.starts_on.to_string().into(),
        item.days.into(),
        item.principal.get().into(),
        item.interest.get().into(),
        item.insurance_fee.get().into(),
        item.service_fee.get().into(),
        order.into(),
        i64::from(item.number).into(),
    ];
    tx.execute_one(text, &params)
}

fn add_event(tx: &mut Tx<'_>, order: i64, event: &LiveEvent) -> Result<()> {
    let (number, amount, discount) = deed_columns(&event.deed);
    tx.execute_one(
        "INSERT INTO app_dingdan_shijian (dingdan_id, shijian_id, \"type\", shijian_ms, riqi, qi, jine, youhui_qian) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        &[
            order.into(),
            event.id.0.into(),
            event.deed.kind().code().into(),
            ms(event.at).into(),
            event.on.to_string().into(),
            number.map(i64::from).into(),
            amount.map(Fen::get).into(),
            discount.map(Fen::get).into(),
        ],
    )
}

/// What the customer's orders keep of the customer: who looks after them, where, and the phone.
pub fn follow_customer(tx: &mut Tx<'_>, user_id: i64, phone: Option<&str>) -> Result<(), RowError> {
    let of = model()?;
    let orders = tx.query(
        "SELECT id FROM app_dingdan WHERE user_id = ?",
        &[user_id.into()],
    )?;
    if orders.is_empty() {
        return Ok(());
    }
    tx.execute(
        "UPDATE app_dingdan SET genjinren_id = (SELECT u.genjinren_id FROM app_user u WHERE u.id = ?), \
         mendian = (SELECT u.mendian FROM app_user u WHERE u.id = ?) WHERE user_id = ?",
        &[user_id.into(), user_id.into(), user_id.into()],
    )?;
    if let Some(phone) = phone {
        for row in &orders {
            rows::set_secret(tx, of, row.int(0)?, "phone", phone)?;
        }
    }
    rows::touch(tx, &of.name, 0)?;
    Ok(())
}

/// When this happened to the order last, in real time.
pub fn last_time(conn: &mut Conn, order: i64, kind: &str) -> Result<Option<i64>> {
    conn.query_one(
        "SELECT max(shishi_ms) FROM app_log WHERE dingdan_id = ? AND \"type\" = ?",
        &[order.into(), kind.into()],
    )?
    .opt_int(0)
}

/// Whether the customer has an order that is not finished.
pub fn has_unfinished(conn: &mut Conn, user_id: i64) -> Result<bool> {
    let rows = conn.query(
        "SELECT 1 FROM app_dingdan WHERE user_id = ? AND is_del = FALSE \
         AND state IN ('DAISHENHE', 'DAIFANGKUAN', 'FANGKUANSHIBAI', 'DAIHUANKUAN') LIMIT 1",
        &[user_id.into()],
    )?;
    Ok(!rows.is_empty())
}

/// Principal paid out for a product on a day, by the orders still paid out.
pub fn paid_out_on(tx: &mut Tx<'_>, project_id: i64, from_ms: i64, to_ms: i64) -> Result<i64> {
    if tx.dialect() == Dialect::Postgres {
        tx.query(
            "SELECT id FROM app_project WHERE id = ? FOR UPDATE",
            &[project_id.into()],
        )?;
    }
    tx.query_one(
        "SELECT CAST(coalesce(sum(jiekuan_jine), 0) AS BIGINT) FROM app_dingdan \
         WHERE project_id = ? AND is_del = FALSE AND fangkuan_time BETWEEN ? AND ?",
        &[project_id.into(), from_ms.into(), to_ms.into()],
    )?
    .int(0)
}

fn model() -> Result<&'static Model> {
    schema::model("app/dingdan").ok_or_else(|| odd("order model"))
}

fn ms(at: jiff::civil::DateTime) -> Option<i64> {
    Timestamp::from_civil(at).map(|at| at.0)
}

pub(crate) fn date(text: &str) -> Result<Date> {
    text.parse().map_err(|_| odd("date"))
}

fn small(number: i64) -> Result<u16> {
    u16::try_from(number).map_err(|_| odd("small number"))
}

fn odd(what: &str) -> Error {
    Error::shape(what, "what is stored")
}
