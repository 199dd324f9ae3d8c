//! The book of an order, from its rows.

use loan::{Account, Book, EventId, EventKind, Fen, Kept, Line, Posted, RecordKind, Side, State};
use store::{Error, Row, orders::proof::Pile};

use super::Unreadable;

type Result<T> = std::result::Result<T, Unreadable>;

pub fn of(pile: &Pile) -> Result<Book> {
    let steps = pile.log().iter().map(step).collect::<Result<Vec<_>>>()?;
    Ok(Book {
        order: pile.stored()?.order,
        lines: pile.lines().iter().map(posted).collect::<Result<_>>()?,
        records: pile.records().iter().map(kept).collect::<Result<_>>()?,
        steps: steps.into_iter().flatten().collect(),
    })
}

fn unknown(what: &str) -> Error {
    Error::Shape(format!("unknown {what} in the database"))
}

fn posted(row: &Row) -> Result<Posted> {
    let account = |code: &str| Account::from_code(code).ok_or_else(|| unknown("account"));
    Ok(Posted {
        event: EventId(row.int(1)?),
        is_reversal: row.bool(2)?,
        line: Line {
            account: account(row.text(3)?)?,
            side: Side::from_code(row.text(4)?).ok_or_else(|| unknown("side"))?,
            amount: Fen::new(row.int(5)?),
            reduces: row.opt_text(6)?.map(account).transpose()?,
        },
    })
}

fn kept(row: &Row) -> Result<Kept> {
    let number = row.opt_int(3)?.map(u16::try_from).transpose();
    Ok(Kept {
        event: EventId(row.int(1)?),
        kind: RecordKind::from_code(row.text(2)?).ok_or_else(|| unknown("record"))?,
        number: number.map_err(|_| unknown("instalment"))?,
        due: Fen::new(row.int(4)?),
        discount: Fen::new(row.int(5)?),
        cash: Fen::new(row.int(6)?),
        is_reversed: row.bool(7)?,
    })
}

/// A line of the order log as a step; lines about something else are none.
fn step(row: &Row) -> Result<Option<(State, EventKind, State)>> {
    let state = |code: &str| State::from_code(code).ok_or_else(|| unknown("state"));
    let (Some(event), Some(before)) = (EventKind::from_code(row.text(1)?), row.opt_text(2)?) else {
        return Ok(None);
    };
    Ok(Some((state(before)?, event, state(row.text(3)?)?)))
}
