//! From rows to the engine's order.

use std::collections::HashMap;

use loan::{
    Charge, Deed, EventId, EventKind, Fen, Instalment, LiveEvent, Order, Paid, Part, Plan,
    Standing, State, Terms,
};
use schema::{Date, Record, Timestamp, resources::Dingdan};

use super::{Figures, Listed, Stored, held, unreadable};
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
/// What a list shows of orders of which nothing is due.
const SHOWN: &str = "SELECT t.id, t.state, t.tiaokuan, t.jiekuan_jine, t.qishu, \
    (SELECT c.zhaiyao FROM app_dingdan_shoukuan c WHERE c.id = t.shoukuan_fuben_id), \
    t.yinghuan_ri, t.huankuan_zonge, t.benqi_jine";

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
    let mut shown = Sql::new(SHOWN);
    shown.push(FROM).push("t.id IN ").append(&which);
    let until = day.to_string();
    let (rows, whole) = if conn.dialect() == Dialect::Postgres {
        let mut named = Sql::new("SELECT d.id FROM app_dingdan d WHERE d.id IN ");
        named.append(&which).push(" AND (d.huankuan_zonge IS NULL");
        named.push(" OR d.benqi_jine IS NULL OR d.yinghuan_ri || '' <= ");
        named.bind(until.as_str()).push(")");
        together(conn, &shown, &named)?
    } else {
        let (rows, mut named) = (conn.query_sql(&shown)?, Vec::new());
        for row in &rows {
            if standing(row, &until)?.is_none() {
                named.push(row.int(0)?);
            }
        }
        (rows, by_ids(conn, &named)?)
    };
    let whole: HashMap<i64, Order> = whole.into_iter().map(|of| (of.id, of.order)).collect();
    let listed = rows.iter().map(|row| {
        let figures = match (standing(row, &until)?, whole.get(&row.int(0)?)) {
            (Some(kept), _) => Figures::kept(kept),
            (None, Some(order)) => Figures::of(order, day),
            (None, None) => return Err(unreadable("what an order stands at")),
        };
        shown_as(row, figures)
    });
    listed.collect()
}

/// What is kept of an order in a row of [`SHOWN`], where it still holds on a day.
fn standing(row: &Row, day: &str) -> Result<Option<Standing>> {
    let is_due = row.opt_text(6)?.is_some_and(|due| due <= day);
    let kept = row.opt_int(7)?.zip(row.opt_int(8)?).filter(|_| !is_due);
    Ok(kept.map(|(total, current)| Standing {
        total: Fen::new(total),
        current: Fen::new(current),
    }))
}

/// A row of [`SHOWN`] with its figures.
fn shown_as(row: &Row, figures: Figures) -> Result<Listed> {
    let terms: Terms = serde_json::from_str(row.text(2)?).map_err(|_| unreadable("order terms"))?;
    let state = State::from_code(row.text(1)?).ok_or_else(|| unreadable("order state"))?;
    let periods = small(row.int(4)?)?;
    Ok(Listed {
        id: row.int(0)?,
        payee_line: row.opt_text(5)?.map(str::to_owned),
        principal: Fen::new(row.int(3)?),
        periods,
        instalments: terms.instalments(periods),
        can_prepay: terms.may_be_prepaid(state),
        figures,
        terms,
    })
}

/// The orders of these customers that something has to come for on a day; with them, in the same
/// round trip, the rows of another statement.
pub fn due_with(
    conn: &mut Conn,
    customers: &[i64],
    today: Date,
    other: &Sql,
) -> Result<(Vec<Stored>, Vec<Row>)> {
    let mut due = Sql::new("SELECT d.id FROM app_dingdan d WHERE d.user_id IN ");
    due.bind_list(customers);
    due.push(" AND d.is_del = FALSE AND d.yinghuan_ri || '' <= ");
    due.bind(today.to_string());
    if conn.dialect() == Dialect::Postgres {
        let (others, due) = together(conn, other, &due)?;
        return Ok((due, others));
    }
    let rows = conn.query_sql(&due)?;
    let ids: Result<Vec<i64>> = rows.iter().map(|row| row.int(0)).collect();
    Ok((by_ids(conn, &ids?)?, conn.query_sql(other)?))
}

/// The answer to a statement, and in the same round trip the orders that another one names. SQLite,
/// to which the way is short, is asked for plans and events only once an order is known to need them.
fn together(conn: &mut Conn, first: &Sql, named: &Sql) -> Result<(Vec<Row>, Vec<Stored>)> {
    let mut which = Sql::new("(");
    which.append(named).push(")");
    let asked = [several(&which), plans_sql(&which), events_sql(&which)];
    let [orders, plans, events] = &asked;
    let mut answers = conn.query_together(&[orders, plans, events, first])?;
    let rows = answers.pop().unwrap_or_default();
    Ok((rows, made(&answers)?))
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
