//! 订单历史 of orders from before histories were kept: each begins with what is known of it.

use schema::Timestamp;
use store::{
    Db, Row, Tx, Value,
    locks::Lock,
    meta,
    orders::{
        history::{self, Fact, Known, What},
        proof::{self, EVENTS, LINES, ORDER, Pile, RECORDS},
    },
};

use crate::error::Result;

/// Said of an installation whose orders all have a history.
const DONE: &str = "lishi";
/// Orders in one transaction.
const STEP: i64 = 500;

/// How often a large office hears of it.
const TELL: usize = 50_000;

/// Gives every order that has no history its first line; answers how many there were. Done once: an
/// order without a history is a finding from then on.
pub fn begin(db: &Db, now: Timestamp) -> Result<usize> {
    let mut begun = 0;
    let mut after_id = 0;
    loop {
        let step = db.write_now(move |tx| step(tx, after_id, now))?;
        let Some((last, count)) = step else {
            return Ok(begun);
        };
        begun += count;
        after_id = last;
        if begun / TELL > (begun - count) / TELL {
            tracing::info!(orders = begun, "histories begun");
        }
    }
}

/// The last order of this step and how many began in it; nothing when all is done.
fn step(tx: &mut Tx<'_>, after_id: i64, now: Timestamp) -> Result<Option<(i64, usize)>> {
    // Several nodes may start at once.
    Lock::Migration.take(tx)?;
    if meta::get(tx, DONE)?.is_some() {
        return Ok(None);
    }
    let (piles, last) = proof::next(tx, after_id, STEP)?;
    let Some(last) = last else {
        meta::put(tx, DONE, "1")?;
        return Ok(None);
    };
    let mut count = 0;
    for (id, pile) in &piles {
        if let Some(row) = &pile.order
            && pile.history().is_empty()
        {
            // An order that cannot be read is found by the check; it must not keep the office closed.
            if let Ok((version, fact)) = known(pile, row) {
                history::add(tx, *id, version, &fact, now, 0)?;
                count += 1;
            }
        }
    }
    Ok(Some((last, count)))
}

fn known(pile: &Pile, row: &Row) -> Result<(i64, Fact)> {
    let stored = pile.stored()?;
    let is_undone = |row: &&Row| row.bool(8).unwrap_or_default();
    let log_id = pile.log().iter().filter_map(|row| row.int(4).ok()).max();
    let known = Known {
        order: stored.order,
        events: stored.events,
        log_id: log_id.unwrap_or_default(),
        undone_events: EVENTS.digest(pile.events().iter().filter(is_undone)),
        records: RECORDS.digest(pile.records()),
        lines: LINES.digest(pile.lines()),
        copies: copies(pile)?,
    };
    let columns = history::beside().into_iter().map(|name| {
        let at = ORDER.iter().position(|column| *column == name);
        let value = at.and_then(|at| row.0.get(at));
        (name, value.unwrap_or(&Value::Null))
    });
    let fact = Fact::new(What::Known(Box::new(known)), "").with(columns);
    Ok((stored.version, fact))
}

fn copies(pile: &Pile) -> Result<Vec<(i64, String)>> {
    let copies = pile
        .copies()
        .iter()
        .map(|row| Ok((row.int(1)?, row.opt_text(3)?.unwrap_or_default().to_owned())));
    copies.collect()
}
