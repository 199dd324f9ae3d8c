//! From rows to the engine's order.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
    mem,
    sync::Arc,
};

use loan::{
    Charge, Deed, EventId, EventKind, Fen, Instalment, LiveEvent, Order, Paid, Part, Plan,
    Standing, State, Terms,
};
use schema::{Date, Record, Timestamp, resources::Dingdan};

use super::{Figures, Listed, Stored, held, unreadable};
use crate::{
    conn::{Conn, Tx},
    error::Result,
    known_terms::KnownTerms,
    reach::Reach,
    rows::RowError,
    sql::{Dialect, Sql},
    value::{BorrowedRow, Row},
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
    let mut rows: Vec<Shown> = Vec::with_capacity(ids.len());
    let mut take = |row: &dyn BorrowedRow, known: &mut KnownTerms| {
        rows.push(shown_as(row, &until, known)?);
        Ok(())
    };
    let whole = if conn.dialect() == Dialect::Postgres {
        let mut named = Sql::new("SELECT d.id FROM app_dingdan d WHERE d.id IN ");
        named.append(&which).push(" AND (d.huankuan_zonge IS NULL");
        named.push(" OR d.benqi_jine IS NULL OR d.yinghuan_ri || '' <= ");
        named.bind(until.as_str()).push(")");
        together(conn, &named, &shown, take)?
    } else {
        knowing_terms(conn, |conn, known| {
            conn.each(&shown.text, &shown.params, |row| take(row, known))
        })?;
        let due = rows.iter().filter(|row| row.standing.is_none());
        let due: Vec<i64> = due.map(|row| row.id).collect();
        by_ids(conn, &due)?
    };
    let whole: HashMap<i64, Order> = whole.into_iter().map(|of| (of.id, of.order)).collect();
    let listed = rows.into_iter().map(|row| {
        let figures = match (row.standing, whole.get(&row.id)) {
            (Some(kept), _) => Figures::kept(kept),
            (None, Some(order)) => Figures::of(order, day),
            (None, None) => return Err(unreadable("what an order stands at")),
        };
        Ok(row.with(figures))
    });
    listed.collect()
}

/// A row of [`SHOWN`].
struct Shown {
    id: i64,
    payee_line: Option<String>,
    terms: Arc<Terms>,
    state: State,
    principal: Fen,
    periods: u16,
    /// What is kept of the order, where that still holds.
    standing: Option<Standing>,
}

fn shown_as(row: &dyn BorrowedRow, day: &str, known: &mut KnownTerms) -> Result<Shown> {
    let is_due = row.opt_text(6)?.is_some_and(|due| due.as_ref() <= day);
    let kept = row.opt_int(7)?.zip(row.opt_int(8)?).filter(|_| !is_due);
    Ok(Shown {
        id: row.int(0)?,
        payee_line: row.opt_text(5)?.map(Cow::into_owned),
        terms: known.read(&row.text(2)?)?,
        state: State::from_code(&row.text(1)?).ok_or_else(|| unreadable("order state"))?,
        principal: Fen::new(row.int(3)?),
        periods: small(row.int(4)?)?,
        standing: kept.map(|(total, current)| Standing {
            total: Fen::new(total),
            current: Fen::new(current),
        }),
    })
}

impl Shown {
    fn with(self, figures: Figures) -> Listed {
        Listed {
            id: self.id,
            payee_line: self.payee_line,
            principal: self.principal,
            periods: self.periods,
            instalments: self.terms.instalments(self.periods),
            can_prepay: self.terms.may_be_prepaid(self.state),
            figures,
            terms: self.terms,
        }
    }
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
        let mut others = Vec::new();
        let due = together(conn, &due, other, |row, _| {
            others.push(Row::copied(row)?);
            Ok(())
        })?;
        return Ok((due, others));
    }
    let rows = conn.query_sql(&due)?;
    let ids: Result<Vec<i64>> = rows.iter().map(|row| row.int(0)).collect();
    Ok((by_ids(conn, &ids?)?, conn.query_sql(other)?))
}

/// The orders that a statement names, and in the same round trip the rows of another one. SQLite,
/// to which the way is short, is asked for plans and events only once an order is known to need them.
fn together(
    conn: &mut Conn,
    named: &Sql,
    other: &Sql,
    mut take: impl FnMut(&dyn BorrowedRow, &mut KnownTerms) -> Result<()>,
) -> Result<Vec<Stored>> {
    let mut which = Sql::new("(");
    which.append(named).push(")");
    let asked = [several(&which), plans_sql(&which), events_sql(&which)];
    let [orders, plans, events] = &asked;
    made(conn, &[orders, plans, events, other], &mut take)
}

fn several(which: &Sql) -> Sql {
    let mut sql = Sql::new(SELECT);
    sql.push(FROM).push("t.id IN ").append(which);
    sql
}

/// Orders with their plans and events, all as they were at one moment. Where the first statement
/// waits for a lock, the others run after it and see what it sees.
fn read(conn: &mut Conn, orders: &Sql, which: &Sql) -> Result<Vec<Stored>> {
    let asked = [orders, &plans_sql(which), &events_sql(which)];
    made(conn, &asked, &mut |_, _| Err(unreadable("answers")))
}

/// The orders of the first three statements; what another one finds is handed over.
fn made(
    conn: &mut Conn,
    asked: &[&Sql],
    take: &mut dyn FnMut(&dyn BorrowedRow, &mut KnownTerms) -> Result<()>,
) -> Result<Vec<Stored>> {
    let (mut orders, mut plans, mut events) = (Vec::new(), Groups::new(), Groups::new());
    knowing_terms(conn, |conn, known| {
        conn.each_together(asked, |at, row| {
            match at {
                0 => orders.push(stored(row, known)?),
                1 => add_to(&mut plans, row.int(0)?, instalment(row)?),
                2 => add_to(&mut events, row.int(0)?, live_event(row)?),
                _ => take(row, known)?,
            }
            Ok(())
        })
    })?;
    for of in &mut orders {
        of.order.live = events.remove(&of.id).unwrap_or_default();
        of.planned(plans.remove(&of.id).unwrap_or_default());
    }
    Ok(orders)
}

/// Runs what reads orders with the terms that this connection has read before.
fn knowing_terms<T>(
    conn: &mut Conn,
    read: impl FnOnce(&mut Conn, &mut KnownTerms) -> Result<T>,
) -> Result<T> {
    let mut known = mem::take(&mut conn.terms);
    let outcome = read(conn, &mut known);
    conn.terms = known;
    outcome
}

/// Rows of several orders.
type Groups<T> = BTreeMap<i64, Vec<T>>;

fn add_to<T>(groups: &mut Groups<T>, order: i64, part: T) {
    groups.entry(order).or_default().push(part);
}

impl Stored {
    /// With these instalments; without any it is not planned yet.
    pub(super) fn planned(&mut self, items: Vec<Instalment>) {
        let starts_on = items.first().map(|first| first.starts_on);
        self.order.plan = starts_on.map(|starts_on| Plan { starts_on, items });
    }
}

/// An order, without its plan and its events.
pub(super) fn stored(row: &dyn BorrowedRow, known: &mut KnownTerms) -> Result<Stored> {
    let fen = |at| row.int(at).map(Fen::new);
    let order = Order {
        state: State::from_code(&row.text(9)?).ok_or_else(|| unreadable("order state"))?,
        terms: Terms::clone(&*known.read(&row.text(10)?)?),
        asked: fen(11)?,
        principal: fen(12)?,
        periods: small(row.int(13)?)?,
        reviewed_at: row.opt_int(14)?.map(|ms| Timestamp(ms).to_civil()),
        redisbursements: small(row.int(15)?)?,
        plan: None,
        pending_discount: fen(16)?,
        live: Vec::new(),
        last_undone: row.opt_int(17)?.map(EventId),
    };
    Ok(Stored {
        id: row.int(0)?,
        version: row.int(1)?,
        bianhao: row.text(2)?.into_owned(),
        user_id: row.int(3)?,
        user_show: row.text(4)?.into_owned(),
        project_id: row.int(5)?,
        payee_id: row.int(6)?,
        payee_copy_id: row.opt_int(18)?,
        payee_line: row.opt_text(19)?.map(Cow::into_owned),
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

pub(super) fn instalment(row: &dyn BorrowedRow) -> Result<Instalment> {
    let fen = |at| row.int(at).map(Fen::new);
    let paid = match row.opt_int(9)? {
        None => None,
        Some(by) => Some(Paid {
            by: EventId(by),
            on: date(&row.text(10)?)?,
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
        starts_on: date(&row.text(2)?)?,
        days: row.int(3)?,
        due_on: date(&row.text(4)?)?,
        principal: fen(5)?,
        interest: fen(6)?,
        insurance_fee: fen(7)?,
        service_fee: fen(8)?,
        parts: parts(row.opt_text(20)?.as_deref())?,
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

pub(super) fn live_event(row: &dyn BorrowedRow) -> Result<LiveEvent> {
    Ok(LiveEvent {
        id: EventId(row.int(1)?),
        at: Timestamp(row.int(3)?).to_civil(),
        on: date(&row.text(4)?)?,
        deed: deed(row)?,
    })
}

fn deed(row: &dyn BorrowedRow) -> Result<Deed> {
    let fen = |at| row.int(at).map(Fen::new);
    Ok(match EventKind::from_code(&row.text(2)?) {
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
    schema::day(text).ok_or_else(|| unreadable("date"))
}

fn small(number: i64) -> Result<u16> {
    u16::try_from(number).map_err(|_| unreadable("small number"))
}
