//! Orders whose whole life passes in one transaction. From their application on they are kept in
//! memory; in the end each is written once, as it is then, and the rows that are only ever added go
//! out many at a time. What is decided is decided by the same verbs, and what a row holds is said
//! where it is said for them.

use std::collections::{BTreeMap, HashMap};

use loan::{LiveEvent, Outcome};
use schema::{
    Kind, Record,
    resources::{Dingdan, Repayment},
};

use super::{Stored, columns};
use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    kept::ReadRows,
    payee_copies, pending,
    reach::Reach,
    rows::{self, Author, Change, Changes, RowError},
    secret_columns::StoredColumn,
    sql::Sql,
    value::Value,
};

/// Everything that is held.
#[derive(Default)]
struct Held {
    orders: BTreeMap<i64, Holding>,
    /// Records in the order in which they were made.
    records: Vec<HeldRecord>,
    /// Receipts of the records in force: the order, and what they are for.
    receipts: HashMap<String, (i64, String)>,
}

/// An order as it is by now.
struct Holding {
    stored: Stored,
    /// What its row is to hold that it does not hold yet.
    changes: Changes<Dingdan>,
    updated: (i64, i64),
    /// Money events, and whether they were undone.
    events: Vec<(LiveEvent, bool)>,
    /// The digest of its newest line of history.
    mac: Option<String>,
}

struct HeldRecord {
    order: i64,
    event: i64,
    is_reversed: bool,
    columns: Vec<StoredColumn>,
    /// What it is found by.
    words: Option<String>,
}

/// How much of the database SQLite keeps in memory while it is filled.
const CACHE_KIB: u32 = 256 << 10;

/// Indexes by which rows are found while orders are held and other rows added, by their table and
/// their definition; the others are for lists.
pub fn is_needed_to_add(table: &str, definition: &str) -> bool {
    let starts_with = |column: &str| {
        definition.contains(&format!("(\"{column}\""))
            || definition.contains(&format!("({column},"))
    };
    match table {
        // Whose orders are unfinished, and what a product paid out on a day.
        "app_dingdan" => starts_with("user_id") || definition.contains("fangkuan_time"),
        "app_dingdan_jihua"
        | "app_dingdan_shijian"
        | "app_dingdan_xingqing"
        | "app_dingdan_lishi"
        | "app_dingdan_qianyue"
        | "app_log"
        | "app_zijin_fenlu"
        | "sys_log" => false,
        _ => true,
    }
}

/// Holds the orders that `write` begins, and writes them in the end. Nobody else may write
/// meanwhile: settings and dictionaries are read once.
pub fn holding<T, E: From<Error> + From<RowError>>(
    tx: &mut Tx<'_>,
    write: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
) -> Result<T, E> {
    tx.widen_cache(Some(CACHE_KIB))?;
    tx.held = Some(Box::new(Held::default()));
    tx.kept.begin(Some(i64::MIN));
    tx.read_rows = Some(ReadRows::default());
    let outcome = pending::waiting(tx, |tx| {
        let written = write(tx)?;
        release(tx)?;
        Ok::<_, E>(written)
    });
    tx.kept.begin(None);
    tx.read_rows = None;
    tx.held = None;
    tx.widen_cache(None)?;
    outcome
}

fn held(conn: &mut Conn) -> Option<&mut Held> {
    conn.held.as_mut()?.downcast_mut()
}

fn holding_of(conn: &mut Conn, order: i64) -> Option<&mut Holding> {
    held(conn)?.orders.get_mut(&order)
}

/// Begins to hold an order that was just added, where orders are held.
pub fn begin(tx: &mut Tx<'_>, stored: Stored) {
    if let Some(held) = held(tx) {
        let holding = Holding {
            changes: Changes::new(),
            updated: (0, 0),
            events: Vec::new(),
            mac: None,
            stored,
        };
        held.orders.insert(holding.stored.id, holding);
    }
}

/// A held order as it is by now. Only who reaches everything works on orders that are held.
pub(super) fn find(conn: &mut Conn, order: i64, reach: &Reach) -> Result<Option<Stored>> {
    let Some(holding) = holding_of(conn, order) else {
        return Ok(None);
    };
    match reach.condition(Dingdan::model(), "t") {
        None => Ok(Some(holding.stored.clone())),
        Some(_) => Err(Error::shape("a reach of everything", "less")),
    }
}

/// Keeps what an event did to a held order.
pub(super) fn save(
    tx: &mut Tx<'_>,
    before: &Stored,
    outcome: &Outcome,
    events: i64,
    changes: &Changes<Dingdan>,
    by: &Author<'_>,
) -> Result<()> {
    let copy = match changes.given(Dingdan::shoukuan_fuben_id) {
        Some(Some(id)) => Some(payee_copies::by_ids(tx, &[id])?.pop()),
        Some(None) => Some(None),
        None => None,
    };
    let holding = holding_of(tx, before.id);
    let holding = holding.filter(|holding| holding.stored.version == before.version);
    let holding = holding.ok_or_else(|| Error::shape("the version that is held", "another"))?;
    holding.changes = std::mem::take(&mut holding.changes).and(changes.clone());
    holding.updated = (by.now.0, by.reach.user_id);
    if let Some(undone) = outcome.reverses {
        let event = holding
            .events
            .iter_mut()
            .find(|(event, _)| event.id == undone);
        let (_, is_undone) = event.ok_or_else(|| Error::shape("the undone event", "none"))?;
        *is_undone = true;
    }
    let newest = outcome.order.live.last();
    if let Some(event) = newest.filter(|event| event.id.0 > before.events) {
        holding.events.push((event.clone(), false));
    }
    let stored = &mut holding.stored;
    stored.version += 1;
    stored.events = events;
    stored.order = outcome.order.clone();
    if let Some(account) = changes.given(Dingdan::user_shoukuan_id) {
        stored.payee_id = account;
    }
    if let Some(reviewer) = changes.given(Dingdan::shenheren_id) {
        stored.reviewer_id = reviewer;
    }
    if let Some(copy) = copy {
        stored.payee_copy_id = copy.as_ref().map(|copy| copy.id);
        stored.payee_line = copy.map(|copy| copy.line);
    }
    Ok(())
}

/// Whether an order is held.
pub(crate) fn is_held(conn: &mut Conn, order: i64) -> bool {
    holding_of(conn, order).is_some()
}

/// Whether orders are held.
pub(crate) fn is_holding(conn: &Conn) -> bool {
    conn.held.is_some()
}

/// The digest of the newest line of history of a held order.
pub(super) fn newest_mac(conn: &mut Conn, order: i64) -> Option<String> {
    holding_of(conn, order)?.mac.clone()
}

pub(super) fn keep_mac(conn: &mut Conn, order: i64, mac: &str) {
    if let Some(holding) = holding_of(conn, order) {
        holding.mac = Some(mac.to_owned());
    }
}

/// Keeps a record of a held order.
pub(crate) fn add_record(
    tx: &mut Tx<'_>,
    order: i64,
    record: &Changes<Repayment>,
    by: &Author<'_>,
) -> Result<(), RowError> {
    let list: Vec<Change> = record.clone().into_list();
    let mut columns = rows::new_columns(tx, Repayment::model(), &list, by);
    // All records name the same columns, so that they are numbered in the order they came.
    for field in Repayment::model().fields.iter().skip(1) {
        let name = field.column.name;
        if !columns.iter().any(|(known, _)| known == name) {
            let value = match field.column.kind {
                Kind::Bool => false.into(),
                _ => Value::Null,
            };
            columns.push((name.into(), value));
        }
    }
    columns.sort_by(|one, other| one.0.cmp(&other.0));
    let words = rows::words_of(tx, Repayment::model(), &list);
    let event = record.given(Repayment::shijian_id).unwrap_or_default();
    let receipt = record.given(Repayment::liushuihao).flatten();
    let kind = record.given(Repayment::r#type).unwrap_or_default();
    if let Some(held) = held(tx) {
        if let Some(receipt) = receipt {
            held.receipts.insert(receipt, (order, kind));
        }
        held.records.push(HeldRecord {
            order,
            event,
            is_reversed: false,
            columns,
            words,
        });
    }
    rows::touch(tx, &Repayment::model().name, 1)
}

/// Marks the records of an undone event of a held order.
pub(crate) fn reverse_records(tx: &mut Tx<'_>, order: i64, event: i64, by: &Author<'_>) {
    let Some(held) = held(tx) else {
        return;
    };
    let of_event = held
        .records
        .iter_mut()
        .filter(|record| record.order == order && record.event == event && !record.is_reversed);
    for record in of_event {
        record.is_reversed = true;
        for (name, value) in &mut record.columns {
            match name.as_ref() {
                "is_chexiao" => *value = true.into(),
                "chexiao_time" | "update_time" => *value = by.now.0.into(),
                "update_by" => *value = by.reach.user_id.into(),
                "banben_suo" => *value = 1.into(),
                _ => {}
            }
        }
        let receipt = record
            .columns
            .iter()
            .find(|(name, _)| name == Repayment::liushuihao.name());
        if let Some((_, Value::Text(receipt))) = receipt {
            held.receipts.remove(receipt);
        }
    }
}

/// The order and the kind of the held record in force that carries a receipt. That none in the
/// database does is found out by its unique index, when records are written.
pub(crate) fn by_receipt(conn: &mut Conn, receipt: &str) -> Option<(i64, String)> {
    held(conn)?.receipts.get(receipt).cloned()
}

/// Principal of held orders of a product that was paid out within a time.
pub(super) fn paid_out(conn: &mut Conn, project: i64, from_ms: i64, to_ms: i64) -> i128 {
    let Some(held) = held(conn) else {
        return 0;
    };
    let of_product = held
        .orders
        .values()
        .filter(|holding| holding.stored.project_id == project);
    let paid = of_product.filter(|holding| {
        let at = holding.changes.given(Dingdan::fangkuan_time).flatten();
        at.is_some_and(|at| at.0 >= from_ms && at.0 <= to_ms)
    });
    paid.map(|holding| i128::from(holding.stored.order.principal.get()))
        .sum()
}

/// Writes everything that is held.
fn release(tx: &mut Tx<'_>) -> Result<(), RowError> {
    let Some(all) = held(tx).map(std::mem::take) else {
        return Ok(());
    };
    for (order, holding) in &all.orders {
        write_order(tx, holding)?;
        let plan = holding.stored.order.plan.as_ref();
        for item in plan.map_or(&[][..], |plan| &plan.items) {
            let (head, row) = columns::item_row(*order, &holding.stored.order, item)?;
            pending::append(tx, &head, row)?;
        }
        for (event, is_undone) in &holding.events {
            let (head, row) = columns::event_row(*order, event, *is_undone);
            pending::append(tx, &head, row)?;
        }
    }
    for record in all.records {
        rows::append_columns(
            tx,
            Repayment::model(),
            record.columns,
            record.words.as_deref(),
        )?;
    }
    Ok(())
}

/// Brings the row of an order from its application to what it is by now.
fn write_order(tx: &mut Tx<'_>, holding: &Holding) -> Result<()> {
    let stored = &holding.stored;
    if stored.version == 0 {
        return Ok(());
    }
    let (at, by) = holding.updated;
    let mut sql = Sql::new("UPDATE app_dingdan SET banben_suo = ");
    sql.bind(stored.version).push(", update_time = ").bind(at);
    sql.push(", update_by = ").bind(by);
    for (name, value) in holding.changes.columns() {
        sql.push(", ").name(name).push(" = ").bind(value.clone());
    }
    sql.push(" WHERE id = ").bind(stored.id);
    sql.push(" AND banben_suo = 0");
    tx.execute_all(&sql, 1)
}
