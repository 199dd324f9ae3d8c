//! From rows to the engine's order.

use std::collections::HashMap;

use loan::{
    Charge, Deed, EventId, EventKind, Fen, Instalment, LiveEvent, Order, Paid, Part, Plan,
    Standing, State,
};
use schema::{Date, Record, Timestamp, resources::Dingdan};

use super::{Listed, Stored, held, unreadable};
use crate::{
    conn::{Conn, Tx},
    error::Result,
    reach::Reach,
    rows::RowError,
    sql::{Dialect, Sql},
    value::Row,
};

const SELECT: &str = "SELECT t.id, t.banben_suo, t.bianhao, t.user_id, \
    coalesce((SELECT u.nick_name FROM app_user u WHERE u.id = t.user_id), ''), t.project_id, t.user_shoukuan_id, \
    t.shenheren_id, t.shijian_shu, t.state, t.tiaokuan, t.shenqing_jine, t.jiekuan_jine, t.qishu, t.shenhe_time, \
    t.chongqian_cishu, t.youhui_dangqian, t.chexiao_shijian, t.shoukuan_fuben_id, \
    (SELECT c.zhaiyao FROM app_dingdan_shoukuan c WHERE c.id = t.shoukuan_fuben_id)";
const FROM: &str = " FROM app_dingdan t WHERE t.is_del = FALSE AND ";
/// Where more columns than these begin.
const KEPT: usize = 20;

/// The order, within reach.
pub fn find(conn: &mut Conn, id: i64, reach: &Reach) -> Result<Stored, RowError> {
    one(conn, id, reach, false)
}

/// The order for a change: nobody else changes it until the transaction ends.
pub fn lock(tx: &mut Tx<'_>, id: i64, reach: &Reach) -> Result<Stored, RowError> {
    one(tx, id, reach, true)
}

fn one(conn: &mut Conn, id: i64, reach: &Reach, lock: bool) -> Result<Stored, RowError> {
    if let Some(stored) = held::find(conn, id, reach)? {
        return Ok(stored);
    }
    let mut sql = Sql::new(SELECT);
    sql.push(FROM).push("t.id = ").bind(id);
    if let Some(scope) = reach.condition(Dingdan::model(), "t") {
        sql.push(" AND ").append(&scope);
    }
    if lock && conn.dialect() == Dialect::Postgres {
        sql.push(" FOR UPDATE OF t");
    }
    let mut which = Sql::default();
    which.bind_list(&[id]);
    read(conn, &sql, &which)?.pop().ok_or(RowError::NotFound)
}

/// Several orders at once, whoever they belong to.
pub fn by_ids(conn: &mut Conn, ids: &[i64]) -> Result<Vec<Stored>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut which = Sql::default();
    which.bind_list(ids);
    read(conn, &several(&which), &which)
}

// A day is compared with `yinghuan_ri || ''` where something else leads to the orders: PostgreSQL,
// which knows how many orders are due by a day, would make a plan of its own for each, and that
// takes longer than the answer.

/// Orders as a list shows them on a day. Plans and events are read where something is due, or where
/// what is kept does not say it.
pub fn listed(conn: &mut Conn, ids: &[i64], day: Date) -> Result<Vec<Listed>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut which = Sql::default();
    which.bind_list(ids);
    let mut orders = Sql::new(SELECT);
    orders
        .push(", t.yinghuan_ri, t.huankuan_zonge, t.benqi_jine")
        .push(FROM)
        .push("t.id IN ")
        .append(&which);
    let until = day.to_string();
    let mut whole = Sql::new("(SELECT d.id FROM app_dingdan d WHERE d.id IN ");
    whole
        .append(&which)
        .push(" AND (d.huankuan_zonge IS NULL OR d.yinghuan_ri || '' <= ")
        .bind(until.as_str())
        .push("))");
    let is_whole = |row: &Row| {
        let due = row.opt_text(KEPT)?;
        Ok(row.opt_int(KEPT + 1)?.is_none() || due.is_some_and(|due| due <= until.as_str()))
    };
    let answers = answers(conn, &orders, &whole, is_whole, &[])?;
    let (rows, made) = (answers.first(), made(&answers)?);
    let listed = rows.into_iter().flatten().zip(made).map(|(row, stored)| {
        let due = row.opt_text(KEPT)?.map(date).transpose()?;
        let total = row
            .opt_int(KEPT + 1)?
            .filter(|_| due.is_none_or(|due| due > day));
        let current = row.opt_int(KEPT + 2)?;
        let standing = total.zip(current).map(|(total, current)| Standing {
            total: Fen::new(total),
            current: Fen::new(current),
        });
        Ok(Listed::new(stored, standing, day))
    });
    listed.collect()
}

/// The orders of these customers that something has to come for on a day; with them, in the same
/// round trip, the rows of another statement.
pub fn due_with(
    conn: &mut Conn,
    customers: &[i64],
    today: Date,
    other: &Sql,
) -> Result<(Vec<Stored>, Vec<Row>)> {
    let mut which = Sql::new("(SELECT d.id FROM app_dingdan d WHERE d.user_id IN ");
    which
        .bind_list(customers)
        .push(" AND d.is_del = FALSE AND d.yinghuan_ri || '' <= ")
        .bind(today.to_string())
        .push(")");
    let mut answers = answers(conn, &several(&which), &which, |_| Ok(true), &[other])?;
    let others = answers.split_off(3).pop().unwrap_or_default();
    Ok((made(&answers)?, others))
}

/// Orders, the plans and the events of some of them, which `whole` names, and other answers. SQLite,
/// to which the way is short, is asked for plans and events only where an order came that is one of
/// them.
fn answers(
    conn: &mut Conn,
    orders: &Sql,
    whole: &Sql,
    is_whole: impl Fn(&Row) -> Result<bool>,
    others: &[&Sql],
) -> Result<Vec<Vec<Row>>> {
    if conn.dialect() == Dialect::Postgres {
        let (plans, events) = (plans_sql(whole), events_sql(whole));
        return conn.query_together(&[&[orders, &plans, &events], others].concat());
    }
    let rows = conn.query_sql(orders)?;
    let mut ids = Vec::new();
    for row in &rows {
        if is_whole(row)? {
            ids.push(row.int(0)?);
        }
    }
    let mut answers = vec![rows, Vec::new(), Vec::new()];
    if let ([_, plans, events], false) = (answers.as_mut_slice(), ids.is_empty()) {
        let mut which = Sql::default();
        which.bind_list(&ids);
        *plans = conn.query_sql(&plans_sql(&which))?;
        *events = conn.query_sql(&events_sql(&which))?;
    }
    for other in others {
        answers.push(conn.query_sql(other)?);
    }
    Ok(answers)
}

fn several(which: &Sql) -> Sql {
    let mut sql = Sql::new(SELECT);
    sql.push(FROM).push("t.id IN ").append(which);
    sql
}

/// Orders with their plans and events, all as they were at one moment. Where the first statement
/// waits for a lock, the others run after it and see what it sees.
fn read(conn: &mut Conn, orders: &Sql, which: &Sql) -> Result<Vec<Stored>> {
    made(&conn.query_together(&[orders, &plans_sql(which), &events_sql(which)])?)
}

fn made(answers: &[Vec<Row>]) -> Result<Vec<Stored>> {
    let [orders, plans_rows, event_rows] = answers else {
        return Err(unreadable("answers"));
    };
    let (mut plans, mut events) = (plans(plans_rows)?, live_events(event_rows)?);
    let made = orders.iter().map(|row| {
        let id = row.int(0)?;
        let items = plans.remove(&id).unwrap_or_default();
        stored(row, items, events.remove(&id).unwrap_or_default())
    });
    made.collect()
}

pub(super) fn stored(row: &Row, items: Vec<Instalment>, live: Vec<LiveEvent>) -> Result<Stored> {
    let fen = |at| row.int(at).map(Fen::new);
    let plan = items.first().map(|first| first.starts_on);
    let order = Order {
        state: State::from_code(row.text(9)?).ok_or_else(|| unreadable("order state"))?,
        terms: serde_json::from_str(row.text(10)?).map_err(|_| unreadable("order terms"))?,
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
        payee_copy_id: row.opt_int(18)?,
        payee_line: row.opt_text(19)?.map(str::to_owned),
        reviewer_id: row.opt_int(7)?,
        events: row.int(8)?,
        order,
    })
}

fn plans_sql(which: &Sql) -> Sql {
    let mut sql = Sql::new(
        "SELECT dingdan_id, qi, qishi, tianshu, riqi, benjin, lixi, zixunfei, fuwufei, shijian_id, huankuan_ri, \
         shou_benjin, shou_lixi, shou_zixunfei, shou_fuwufei, shou_yuqifei, shou_weiyuejin, yuqi_tianshu, zongyouhui, \
         shifu, bufen FROM app_dingdan_jihua WHERE dingdan_id IN ",
    );
    sql.append(which).push(" ORDER BY dingdan_id, qi");
    sql
}

fn plans(rows: &[Row]) -> Result<HashMap<i64, Vec<Instalment>>> {
    let mut plans: HashMap<i64, Vec<Instalment>> = HashMap::new();
    for row in rows {
        plans.entry(row.int(0)?).or_default().push(instalment(row)?);
    }
    Ok(plans)
}

pub(super) fn instalment(row: &Row) -> Result<Instalment> {
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
        parts: parts(row.opt_text(20)?)?,
        paid,
    })
}

fn parts(text: Option<&str>) -> Result<Vec<Part>> {
    match text {
        None => Ok(Vec::new()),
        Some(text) => serde_json::from_str(text).map_err(|_| unreadable("part payments")),
    }
}

fn events_sql(which: &Sql) -> Sql {
    let mut sql = Sql::new(
        "SELECT dingdan_id, shijian_id, \"type\", shijian_ms, riqi, qi, jine, youhui_qian FROM app_dingdan_shijian \
         WHERE is_chexiao = FALSE AND dingdan_id IN ",
    );
    sql.append(which).push(" ORDER BY dingdan_id, shijian_id");
    sql
}

fn live_events(rows: &[Row]) -> Result<HashMap<i64, Vec<LiveEvent>>> {
    let mut events: HashMap<i64, Vec<LiveEvent>> = HashMap::new();
    for row in rows {
        events
            .entry(row.int(0)?)
            .or_default()
            .push(live_event(row)?);
    }
    Ok(events)
}

pub(super) fn live_event(row: &Row) -> Result<LiveEvent> {
    Ok(LiveEvent {
        id: EventId(row.int(1)?),
        at: Timestamp(row.int(3)?).to_civil(),
        on: date(row.text(4)?)?,
        deed: deed(row)?,
    })
}

fn deed(row: &Row) -> Result<Deed> {
    let fen = |at| row.int(at).map(Fen::new);
    Ok(match EventKind::from_code(row.text(2)?) {
        Some(EventKind::Payout) => Deed::Payout,
        Some(EventKind::Confirm) => Deed::Confirm {
            number: small(row.int(5)?)?,
            discount_before: fen(7)?,
        },
        Some(EventKind::Receipt) => Deed::Receipt {
            amount: fen(6)?,
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
        _ => return Err(unreadable("money event")),
    })
}

fn date(text: &str) -> Result<Date> {
    text.parse().map_err(|_| unreadable("date"))
}

fn small(number: i64) -> Result<u16> {
    u16::try_from(number).map_err(|_| unreadable("small number"))
}
