//! What an event did, written in its transaction.

use loan::{EventId, Instalment, LiveEvent, Order, Outcome};

use schema::{Record, resources::Dingdan};

use super::{Stored, columns, held};
use crate::{
    conn::Tx,
    error::Result,
    kept_days, ledger, pending,
    rows::{self, Author, Changes, RowError},
    sql::Sql,
};

/// What an order keeps of an event beside what the engine decides.
pub type Beside = Changes<Dingdan>;

/// Writes what an event did: order, plan, event, journal. Answers the order's new version.
pub fn save(
    tx: &mut Tx<'_>,
    before: &Stored,
    outcome: &Outcome,
    beside: Beside,
    by: &Author<'_>,
) -> Result<i64, RowError> {
    let after = &outcome.order;
    let new_event = after.live.last().filter(|event| event.id.0 > before.events);
    let events = new_event.map_or(before.events, |event| event.id.0);
    let changes = columns::of_order(after, events)?.and(beside);
    if held::is_held(tx, before.id) {
        held::save(tx, before, outcome, events, &changes, by)?;
        rows::touch(tx, &Dingdan::model().name, 0)?;
        post(tx, before, outcome, by)?;
        return Ok(before.version + 1);
    }
    kept_days::end_days(tx, by.now.date())?;
    // SQLite writes every index that holds a named column again, whether its value changed or not.
    let was = columns::of_order(&before.order, before.events)?;
    let changes = changes.but_for(&was);
    let mut sql = Sql::new("UPDATE app_dingdan SET banben_suo = banben_suo + 1, update_time = ");
    sql.bind(by.now.0)
        .push(", update_by = ")
        .bind(by.reach.user_id);
    for (name, value) in changes.columns() {
        sql.push(", ").name(name).push(" = ").bind(value.clone());
    }
    sql.push(" WHERE id = ").bind(before.id);
    sql.push(" AND banben_suo = ").bind(before.version);
    if tx.execute_sql(&sql)? != 1 {
        return Err(RowError::Stale);
    }
    rows::touch(tx, &Dingdan::model().name, 0)?;
    save_plan(tx, before, after)?;
    if let Some(event) = new_event {
        add_event(tx, before.id, event)?;
    }
    if let Some(undone) = outcome.reverses {
        tx.execute_one(
            "UPDATE app_dingdan_shijian SET is_chexiao = TRUE WHERE dingdan_id = ? AND shijian_id = ? AND is_chexiao = FALSE",
            &[before.id.into(), undone.0.into()],
        )?;
    }
    post(tx, before, outcome, by)?;
    Ok(before.version + 1)
}

fn post(tx: &mut Tx<'_>, before: &Stored, outcome: &Outcome, by: &Author<'_>) -> Result<()> {
    if let Some(entry) = &outcome.entry {
        let event = outcome.reverses.unwrap_or(EventId(before.events + 1));
        ledger::post(tx, before.id, event, entry, by)?;
    }
    Ok(())
}

fn save_plan(tx: &mut Tx<'_>, before: &Stored, after: &Order) -> Result<()> {
    let was = before
        .order
        .plan
        .as_ref()
        .map_or(&[][..], |plan| &plan.items);
    let is = after.plan.as_ref();
    let is = is.map_or(&[][..], |plan| &plan.items);
    if is.is_empty() && !was.is_empty() {
        tx.execute(
            "DELETE FROM app_dingdan_jihua WHERE dingdan_id = ?",
            &[before.id.into()],
        )?;
    }
    for (item, known) in is.iter().zip(was) {
        if known != item {
            change_item(tx, before, after, (known, item))?;
        }
    }
    let mut head = String::new();
    let mut rows = Vec::new();
    for item in is.get(was.len()..).unwrap_or_default() {
        let row;
        (head, row) = columns::item_row(before.id, after, item)?;
        rows.push(row);
    }
    pending::append_all(tx, &head, rows)
}

/// Writes what changed of an instalment that is there.
fn change_item(
    tx: &mut Tx<'_>,
    before: &Stored,
    after: &Order,
    (known, item): (&Instalment, &Instalment),
) -> Result<()> {
    let was = columns::of_item(&before.order, known)?;
    let is = columns::of_item(after, item)?.into_iter();
    let mut changes = is.filter(|column| !was.contains(column)).peekable();
    if changes.peek().is_none() {
        return Ok(());
    }
    let mut sql = Sql::new("UPDATE app_dingdan_jihua SET ");
    for (at, (name, value)) in changes.enumerate() {
        sql.push(if at > 0 { ", " } else { "" });
        sql.name(name).push(" = ").bind(value);
    }
    sql.push(" WHERE dingdan_id = ").bind(before.id);
    sql.push(" AND qi = ").bind(i64::from(item.number));
    tx.execute_one(&sql.text, &sql.params)
}

fn add_event(tx: &mut Tx<'_>, order: i64, event: &LiveEvent) -> Result<()> {
    let (head, row) = columns::event_row(order, event, false);
    pending::append(tx, &head, row)
}
