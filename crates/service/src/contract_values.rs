//! 签约内容: what the contracts of an order say. It is kept when the order is applied for, and once
//! more, as far as it is decided only then, when it is paid out; nothing that changes later is seen
//! in them. Of orders from before it is worked out.

use std::collections::BTreeMap;

use loan::{Deed, Order, Outcome};
use schema::{
    Date, Key, Record, Secret, Timestamp, camel, common,
    resources::{Dingdan, RealName, SignedValues},
};
use serde_json::{Map, Value as Json};
use store::{Condition, Conn, List, Reach, Tx, config, dict, orders::Stored, rows, rows::Changes};

use crate::{
    call::Call,
    error::{Error, Result},
    product,
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
    let row = rows::find(conn, Dingdan::model(), stored.id, reach, call.real_ms)?;
    let mut values = plain(conn, stored, &row)?;
    let phone = text(&row, Dingdan::phone);
    put(&mut values, SignedValues::phone.wire(), phone);
    let found = rows::list_shown::<RealName>(conn, &of_customer(stored), reach, call.real_ms)?;
    if let Some((_, row)) = found.first() {
        let (name, number) = (RealName::zhenshixingming, RealName::zhengjianhaoma);
        put(&mut values, SignedValues::xingming.wire(), text(row, name));
        let wire = SignedValues::zhengjianhaoma.wire();
        put(&mut values, wire, text(row, number));
    }
    Ok(values)
}

/// All that an order says now, and who signs.
fn whole(conn: &mut Conn, call: &Call, stored: &Stored) -> Result<(Values, Person)> {
    let reach = &Reach::everything();
    let row = rows::find(conn, Dingdan::model(), stored.id, reach, call.real_ms)?;
    let mut person = Person {
        phone: rows::clear(conn, Dingdan::phone, stored.id, reach)?,
        ..Person::default()
    };
    if let Some(id) = rows::ids::<RealName>(conn, &of_customer(stored), reach)?.pop() {
        person.name = rows::clear(conn, RealName::zhenshixingming, id, reach)?;
        person.number = rows::clear(conn, RealName::zhengjianhaoma, id, reach)?;
    }
    Ok((plain(conn, stored, &row)?, person))
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
    let reach = &call.actor.access.reach;
    let found = rows::list_shown::<SignedValues>(conn, &list, reach, call.real_ms)?;
    let Some((kept, shown)) = found.first() else {
        return Ok(None);
    };
    let mut values: Values = serde_json::from_str(&kept.neirong).map_err(Error::internal)?;
    for key in [
        SignedValues::xingming,
        SignedValues::zhengjianhaoma,
        SignedValues::phone,
    ] {
        put(&mut values, key.wire(), text(shown, key));
    }
    Ok(Some(values))
}

/// What an order says of no person, by its row as it is shown.
fn plain(conn: &mut Conn, stored: &Stored, row: &Map<String, Json>) -> Result<Values> {
    let order = &stored.order;
    let purpose = text(row, Dingdan::jiekuan_yongtu).unwrap_or_default();
    // Once reviewed, the account is the one that was reviewed.
    let account = stored.payee_line.clone();
    let account = account.or_else(|| shown(row, Dingdan::user_shoukuan_id));
    let mut values = Values::new();
    for (name, value) in [
        ("dingdanBianhao", Some(stored.bianhao.clone())),
        ("chanpin", shown(row, Dingdan::project_id)),
        ("qishu", Some(product::term(&order.terms, order.periods))),
        ("nianlilv", Some(order.terms.annual_rate.to_string())),
        ("huankuanMoshi", Some(order.terms.mode.to_string())),
        (
            "jiekuanYongtu",
            dict::label(conn, "jiekuan_yongtu", &purpose)?,
        ),
        ("shoukuanZhanghu", account),
        (
            "shenqingRiqi",
            row.get(&camel(common::CREATED)).and_then(day),
        ),
        (
            "fangkuanRiqi",
            row.get(Dingdan::fangkuan_time.wire()).and_then(day),
        ),
        ("gongsiMingcheng", config::value(conn, "gongsiMingcheng")?),
        ("kefuDianhua", config::value(conn, "kefuDianhua")?),
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

/// What a column of a row shows.
fn text<R: Record, T>(row: &Map<String, Json>, key: Key<R, T>) -> Option<String> {
    let text = row.get(key.wire()).and_then(Json::as_str);
    text.map(str::to_owned)
}

/// What the row is called that a column names.
fn shown<T>(row: &Map<String, Json>, key: Key<Dingdan, T>) -> Option<String> {
    let show = key.field().show.as_ref()?;
    row.get(show).and_then(Json::as_str).map(str::to_owned)
}

fn day(moment: &Json) -> Option<String> {
    Timestamp::parse(moment.as_str()?).map(|moment| in_words(moment.date()))
}

fn in_words(day: Date) -> String {
    day.strftime("%Y年%m月%d日").to_string()
}
