//! 签约内容: what the contracts of an order say. It is kept when the order is applied for, and once
//! more, as far as it is decided only then, when it is paid out; nothing that changes later is seen
//! in them. Of orders from before it is worked out.

use std::collections::BTreeMap;

use loan::{Deed, Order, Outcome};
use schema::{
    Date, Secret, Timestamp,
    resources::{Dingdan, RealName, SignedValues},
};
use store::{Condition, Conn, List, Reach, Tx, dict, orders::Stored, rows, rows::Changes};

use crate::{
    call::Call,
    error::{Error, Result},
    product, settings,
    shown::Shown,
};

/// What stands for each placeholder; what is not known is not in it.
pub(crate) type Values = BTreeMap<String, String>;

/// The total to repay.
pub(crate) const TOTAL: &str = "huankuanJine";
/// The event of what is kept of an application.
const APPLICATION: i64 = 0;

/// Who signs, in clear.
#[derive(Default)]
struct Person {
    name: Option<String>,
    number: Option<String>,
    phone: Option<String>,
}

/// Keeps what is known when an order is applied for.
pub(crate) fn keep_applied(tx: &mut Tx<'_>, call: &Call, stored: &Stored) -> Result<()> {
    let (values, person) = whole(tx, call, stored)?;
    keep(tx, call, stored.id, APPLICATION, &values, person)
}

/// Keeps what a payout to the account of this line decides.
pub(crate) fn keep_paid_out(
    tx: &mut Tx<'_>,
    call: &Call,
    stored: &Stored,
    outcome: &Outcome,
    line: &str,
    paid_at: Timestamp,
) -> Result<()> {
    let row: Dingdan = rows::get(tx, stored.id, &Reach::everything())?;
    let event = payout(&outcome.order);
    let (Some(event), Some(_)) = (event, row.hetong_banben) else {
        return Ok(());
    };
    // Of an order from before nothing was kept yet.
    let (mut values, person) = match of_event(tx, call, stored.id, APPLICATION)? {
        Some(_) => Default::default(),
        None => whole(tx, call, stored)?,
    };
    put(&mut values, "fangkuanRiqi", Some(in_words(paid_at.date())));
    put(&mut values, "shoukuanZhanghu", Some(line.to_owned()));
    put_agreed(&mut values, &outcome.order)?;
    keep(tx, call, stored.id, event, &values, person)
}

/// What was kept of an order, personal data masked: the application, and over it the payout in
/// force. None of an order from before.
pub(crate) fn kept(conn: &mut Conn, call: &Call, stored: &Stored) -> Result<Option<Values>> {
    let mut values = None;
    for event in [Some(APPLICATION), payout(&stored.order)] {
        let Some(event) = event else { continue };
        if let Some(found) = of_event(conn, call, stored.id, event)? {
            values.get_or_insert_with(Values::new).extend(found);
        }
    }
    Ok(values)
}

/// What an order says today, personal data masked; the total is that of the plan as it was paid out.
pub(crate) fn of_today(conn: &mut Conn, call: &Call, stored: &Stored) -> Result<Values> {
    let reach = &call.actor.access.reach;
    let shown = Shown::get(conn, stored.id, reach, call.real_ms)?;
    let mut values = plain(conn, stored, &shown)?;
    let phone = shown.masked(Dingdan::phone)?;
    put(&mut values, SignedValues::phone.wire(), phone);
    if let Some(verified) = Shown::first(conn, call, &of_customer(stored))? {
        let name = verified.masked(RealName::zhenshixingming)?;
        put(&mut values, SignedValues::xingming.wire(), name);
        let number = verified.masked(RealName::zhengjianhaoma)?;
        put(&mut values, SignedValues::zhengjianhaoma.wire(), number);
    }
    Ok(values)
}

/// All that an order says now, and who signs.
fn whole(conn: &mut Conn, call: &Call, stored: &Stored) -> Result<(Values, Person)> {
    let reach = &Reach::everything();
    let shown = Shown::get(conn, stored.id, reach, call.real_ms)?;
    let mut person = Person {
        phone: rows::clear(conn, Dingdan::phone, stored.id, reach)?,
        ..Person::default()
    };
    if let Some(id) = rows::ids::<RealName>(conn, &of_customer(stored), reach)?.pop() {
        person.name = rows::clear(conn, RealName::zhenshixingming, id, reach)?;
        person.number = rows::clear(conn, RealName::zhengjianhaoma, id, reach)?;
    }
    Ok((plain(conn, stored, &shown)?, person))
}

fn of_customer(stored: &Stored) -> List {
    List {
        conditions: vec![Condition::equal(RealName::user_id, stored.user_id)],
        limit: 1,
        ..List::default()
    }
}

/// The payout in force.
fn payout(order: &Order) -> Option<i64> {
    let paid = order.live.iter().find(|event| event.deed == Deed::Payout);
    paid.map(|event| event.id.0)
}

fn keep(
    tx: &mut Tx<'_>,
    call: &Call,
    order: i64,
    event: i64,
    values: &Values,
    person: Person,
) -> Result<()> {
    let text = serde_json::to_string(values).map_err(Error::internal)?;
    let row = Changes::<SignedValues>::new()
        .set(SignedValues::dingdan_id, order)
        .set(SignedValues::shijian_id, event)
        .set(SignedValues::xingming, person.name.map(Secret::New))
        .set(SignedValues::zhengjianhaoma, person.number.map(Secret::New))
        .set(SignedValues::phone, person.phone.map(Secret::New))
        .set(SignedValues::neirong, text);
    row.insert(tx, &call.writer())?;
    Ok(())
}

/// What was kept at an event, personal data masked.
fn of_event(conn: &mut Conn, call: &Call, order: i64, event: i64) -> Result<Option<Values>> {
    let list = List {
        conditions: vec![
            Condition::equal(SignedValues::dingdan_id, order),
            Condition::equal(SignedValues::shijian_id, event),
        ],
        limit: 1,
        ..List::default()
    };
    let Some(kept) = Shown::<SignedValues>::first(conn, call, &list)? else {
        return Ok(None);
    };
    let mut values: Values = serde_json::from_str(&kept.row.neirong).map_err(Error::internal)?;
    for key in [
        SignedValues::xingming,
        SignedValues::zhengjianhaoma,
        SignedValues::phone,
    ] {
        put(&mut values, key.wire(), kept.masked(key)?);
    }
    Ok(Some(values))
}

/// What an order says of no person, by its row as it is shown.
fn plain(conn: &mut Conn, stored: &Stored, shown: &Shown<Dingdan>) -> Result<Values> {
    let (order, row) = (&stored.order, &shown.row);
    // Once reviewed, the account is the one that was reviewed.
    let account = match &stored.payee_line {
        Some(line) => Some(line.clone()),
        None => shown.name_of(Dingdan::user_shoukuan_id)?,
    };
    let mut values = Values::new();
    for (name, value) in [
        ("dingdanBianhao", Some(stored.bianhao.clone())),
        ("chanpin", shown.name_of(Dingdan::project_id)?),
        ("qishu", Some(product::term(&order.terms, order.periods))),
        ("nianlilv", Some(order.terms.annual_rate.to_string())),
        ("huankuanMoshi", Some(order.terms.mode.to_string())),
        (
            "jiekuanYongtu",
            dict::label(conn, "jiekuan_yongtu", &row.jiekuan_yongtu)?,
        ),
        ("shoukuanZhanghu", account),
        ("shenqingRiqi", shown.made_at()?.map(day)),
        ("fangkuanRiqi", row.fangkuan_time.map(day)),
        ("gongsiMingcheng", settings::COMPANY_NAME.value(conn)?),
        ("kefuDianhua", settings::SERVICE_PHONE.value(conn)?),
    ] {
        put(&mut values, name, value);
    }
    put_agreed(&mut values, order)?;
    Ok(values)
}

/// The amount, and what the plan says once there is one.
fn put_agreed(values: &mut Values, order: &Order) -> Result<()> {
    let total = order.agreed_total().map_err(Error::internal)?;
    let last = order.plan.as_ref().and_then(|plan| plan.items.last());
    for (name, value) in [
        ("jiekuanJine", Some(order.principal.to_string())),
        ("jiekuanDaxie", Some(order.principal.in_words())),
        (TOTAL, total.map(|total| total.to_string())),
        ("daoqiRiqi", last.map(|item| in_words(item.due_on))),
    ] {
        put(values, name, value);
    }
    Ok(())
}

fn put(values: &mut Values, name: &str, value: Option<String>) {
    values.extend(value.map(|value| (name.to_owned(), value)));
}

fn day(moment: Timestamp) -> String {
    in_words(moment.date())
}

fn in_words(day: Date) -> String {
    day.strftime("%Y年%m月%d日").to_string()
}
