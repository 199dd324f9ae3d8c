//! 合计: the money columns of a list added up over everything that is asked for.

use schema::{Field, Kind, resources::Repayment};
use store::{Condition, Conn, List};

use crate::{
    call::Call,
    error::Result,
    input::Query,
    ledger::Sum,
    movement,
    rules::Resource,
    search,
    wire::{Conditions, answer},
};

/// Rows whose derived columns are worked out at a time.
const STEP: i64 = 500;

answer! {
    /// One money column added up.
    pub struct ColumnSum {
        ziduan: String,
        jine: Sum,
    }
}

answer! {
    /// The money columns of a list, added up.
    pub struct ListSums {
        /// Rows that were added up, at most as many as are counted.
        bishu: i64,
        /// Whether they are all rows of the list; there are no sums where not.
        is_zhunque: bool,
        heji: Vec<ColumnSum>,
    }
}

/// The sums under a list.
pub fn of_list(conn: &mut Conn, call: &Call, ask: Conditions) -> Result<ListSums> {
    summed(conn, call, ask.of, &ask.query, is_money)
}

/// The sum under 资金流水: what went out is negative, so it is what stayed.
pub fn of_movements(conn: &mut Conn, call: &Call, ask: Conditions) -> Result<ListSums> {
    let moved = |field: &Field| field.column.name == Repayment::liushui_jine.name();
    summed(conn, call, movement::resource(), &ask.query, moved)
}

fn summed(
    conn: &mut Conn,
    call: &Call,
    of: Resource,
    query: &Query,
    is_summed: impl Fn(&Field) -> bool,
) -> Result<ListSums> {
    let mut asked = (of.rules.conditions)(call, of.model, query)?;
    search::must_be_counted(call, of.model, &asked)?;
    // What was taken back moved nothing.
    if of.model.table.path == Repayment::TABLE.path {
        let in_force = Condition::equal(Repayment::is_chexiao, false);
        asked.conditions.push(in_force);
    }
    let money = of.model.fields.iter().filter(|field| is_summed(field));
    let (derived, kept): (Vec<&'static Field>, Vec<&'static Field>) =
        money.partition(|field| field.column.derived);
    let reach = &call.actor.access.reach;
    let found = store::sums_of(conn, of.model, &asked, &kept, reach)?;
    let mut sums = ListSums {
        bishu: found.count,
        is_zhunque: found.is_exact,
        heji: Vec::new(),
    };
    if !found.is_exact {
        return Ok(sums);
    }
    for (field, sum) in kept.iter().zip(found.sums) {
        sums.heji.push(named(field, sum));
    }
    for (field, sum) in derived
        .iter()
        .zip(derived_sums(conn, call, of, &asked, &derived)?)
    {
        sums.heji.push(named(field, sum));
    }
    Ok(sums)
}

/// A money column that lists show.
fn is_money(field: &Field) -> bool {
    let column = &field.column;
    matches!(column.kind, Kind::Fen { .. }) && column.in_list && !column.internal
}

fn named(field: &Field, sum: i128) -> ColumnSum {
    ColumnSum {
        ziduan: field.wire.clone(),
        jine: Sum(sum),
    }
}

/// What is worked out for rows that are shown, for all of them.
fn derived_sums(
    conn: &mut Conn,
    call: &Call,
    of: Resource,
    asked: &List,
    fields: &[&Field],
) -> Result<Vec<i128>> {
    let mut sums = vec![0; fields.len()];
    let Some(derive) = of.rules.derive.filter(|_| !fields.is_empty()) else {
        return Ok(sums);
    };
    let reach = &call.actor.access.reach;
    let mut after_id = 0;
    loop {
        let ids = store::ids_after(conn, of.model, asked, reach, after_id, STEP)?;
        let Some(last) = ids.last() else {
            return Ok(sums);
        };
        after_id = *last;
        let found = derive(conn, call, &ids)?;
        for (sum, field) in sums.iter_mut().zip(fields) {
            *sum += found.sum(&field.wire);
        }
    }
}
