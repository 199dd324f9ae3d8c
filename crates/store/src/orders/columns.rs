//! What the rows of an order hold: said once, for writing them and for proving them.

use loan::{Charge, Deed, Fen, Instalment, LiveEvent, Order, Part, State, days_between};
use schema::{Timestamp, resources::Dingdan};

use super::unreadable;
use crate::{error::Result, rows::Changes, value::Value};

/// ColumnValues with their values, of tables that are no resources.
pub type ColumnValues = Vec<(&'static str, Value)>;

const EPOCH: jiff::civil::Date = jiff::civil::date(1970, 1, 1);

/// What the engine decides of an order's row.
pub fn of_order(order: &Order, events: i64) -> Result<Changes<Dingdan>> {
    let earliest = order.earliest_unpaid().map(|item| item.due_on);
    let due = earliest.filter(|_| order.state == State::Repaying);
    let late = order.overdue_after().map_err(|_| unreadable("due date"))?;
    let left = order
        .principal_left()
        .map_err(|_| unreadable("principal"))?;
    let turn = order.turn().map(|turn| i64::from(turn.number));
    // One that no total can hold is left out here, and in the list.
    let standing = order.standing().ok().flatten();
    let reviewed = order.reviewed_at.and_then(Timestamp::from_civil);
    Ok(Changes::new()
        .set(Dingdan::state, order.state.code())
        .set(Dingdan::shenqing_jine, order.asked.get())
        .set(Dingdan::jiekuan_jine, order.principal.get())
        .set(Dingdan::qishu, order.periods)
        .set(Dingdan::huankuan_moshi, order.terms.mode.code())
        .set(Dingdan::shenhe_time, reviewed)
        .set(Dingdan::chongqian_cishu, order.redisbursements)
        .set(Dingdan::youhui_dangqian, order.pending_discount.get())
        .set(Dingdan::chexiao_shijian, order.last_undone.map(|id| id.0))
        .set(Dingdan::yinghuan_ri, due)
        .set(Dingdan::yuqi_ri, late)
        .set(Dingdan::shengyu_benjin, left.map(Fen::get))
        .set(Dingdan::dangqian_qi, turn)
        .set(Dingdan::yuqi_xu, due.map(|due| -days_between(EPOCH, due)))
        .set(Dingdan::huankuan_zonge, standing.map(|at| at.total.get()))
        .set(Dingdan::benqi_jine, standing.map(|at| at.current.get()))
        .set(Dingdan::shijian_shu, events))
}

/// An instalment of the plan of an order.
pub fn of_item(order: &Order, item: &Instalment) -> Result<ColumnValues> {
    let in_parts = item
        .part_of_due()
        .map_err(|_| unreadable("part payments"))?;
    let paid = item.paid.as_ref();
    let charged = |figure: fn(&Charge) -> Fen| -> Value {
        paid.map(|paid| figure(&paid.charge).get()).into()
    };
    Ok(vec![
        ("riqi", item.due_on.to_string().into()),
        ("shijian_id", paid.map(|paid| paid.by.0).into()),
        ("huankuan_ri", paid.map(|paid| paid.on.to_string()).into()),
        ("shou_benjin", charged(|charge| charge.principal)),
        ("shou_lixi", charged(|charge| charge.interest)),
        ("shou_zixunfei", charged(|charge| charge.insurance_fee)),
        ("shou_fuwufei", charged(|charge| charge.service_fee)),
        ("shou_yuqifei", charged(|charge| charge.overdue_fee)),
        ("shou_weiyuejin", charged(|charge| charge.breach_fee)),
        ("yuqi_tianshu", paid.map(|paid| paid.overdue_days).into()),
        ("zongyouhui", paid.map(|paid| paid.discount.get()).into()),
        ("shifu", paid.map(|paid| paid.received.get()).into()),
        ("qishi", item.starts_on.to_string().into()),
        ("tianshu", item.days.into()),
        ("benjin", item.principal.get().into()),
        ("lixi", item.interest.get().into()),
        ("zixunfei", item.insurance_fee.get().into()),
        ("fuwufei", item.service_fee.get().into()),
        ("bufen", parts_text(&item.parts).into()),
        ("yishou", in_parts.get().into()),
        ("kuanxian", i64::from(order.terms.overdue.grace_days).into()),
    ])
}

/// The beginning of the statement that adds an instalment, and what is bound to it.
pub(crate) fn item_row(id: i64, order: &Order, item: &Instalment) -> Result<(String, Vec<Value>)> {
    let key = [("dingdan_id", id), ("qi", i64::from(item.number))];
    Ok(new_row("app_dingdan_jihua", key, of_item(order, item)?))
}

/// The same for a money event.
pub(crate) fn event_row(order: i64, event: &LiveEvent, is_undone: bool) -> (String, Vec<Value>) {
    let key = [("dingdan_id", order), ("shijian_id", event.id.0)];
    let mut columns = of_event(event);
    columns.push(("is_chexiao", is_undone.into()));
    new_row("app_dingdan_shijian", key, columns)
}

fn new_row(table: &str, key: [(&'static str, i64); 2], rest: ColumnValues) -> (String, Vec<Value>) {
    let key = key.into_iter().map(|(name, value)| (name, value.into()));
    let (names, values): (Vec<&str>, Vec<Value>) = key.chain(rest).unzip();
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let head = format!("INSERT INTO {table} ({})", names.join(", "));
    (head, values)
}

/// Part payments as a row keeps them.
fn parts_text(parts: &[Part]) -> Option<String> {
    if parts.is_empty() {
        return None;
    }
    // Numbers, dates and names: this cannot fail, and an empty text would be found by the check.
    Some(serde_json::to_string(parts).unwrap_or_default())
}

/// A money event.
pub fn of_event(event: &LiveEvent) -> ColumnValues {
    let (number, amount, discount) = deed_columns(&event.deed);
    vec![
        ("type", event.deed.kind().code().into()),
        ("shijian_ms", ms(event.at).into()),
        ("riqi", event.on.to_string().into()),
        ("qi", number.map(i64::from).into()),
        ("jine", amount.map(Fen::get).into()),
        ("youhui_qian", discount.map(Fen::get).into()),
    ]
}

/// The instalment, the amount and the discount before, as the deed has them.
fn deed_columns(deed: &Deed) -> (Option<u16>, Option<Fen>, Option<Fen>) {
    match *deed {
        Deed::Payout => (None, None, None),
        Deed::Confirm {
            number,
            discount_before,
        } => (Some(number), None, Some(discount_before)),
        Deed::Receipt {
            amount,
            discount_before,
        } => (None, Some(amount), Some(discount_before)),
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
