//! What an event did, written in its transaction.

use loan::{Charge, Deed, EventId, Fen, Instalment, LiveEvent, Outcome, Plan, State};
use schema::Timestamp;

use super::{Stored, model, odd};
use crate::{
    conn::Tx,
    error::Result,
    ledger,
    rows::{self, RowError, Writer},
    sql::Sql,
    value::Value,
};

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

fn ms(at: jiff::civil::DateTime) -> Option<i64> {
    Timestamp::from_civil(at).map(|at| at.0)
}
