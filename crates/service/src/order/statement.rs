//! 导入到账: a bank statement looked through line by line, each with the order it would go to and
//! what it would pay there, or why not. Nothing is booked here: an operator takes each line from
//! what was shown (`daozhang`), with the guards that were shown.

mod find;
mod typed;

use std::collections::{BTreeMap, BTreeSet, HashMap, hash_map::Entry};

use loan::{Event, EventId, Fen, Moment};
use schema::Date;
use store::{
    Conn,
    orders::{self, Stored},
    records,
};

use super::receive::{Allocated, allocated};
use crate::{
    call::Call,
    error::{Error, Result},
    search::Guess,
    sheet::Sheet,
    wire::{answer, ask},
};
use find::order_of;
pub use typed::statement_template;
use typed::{Typed, checked, typed};

ask! {
    /// A statement of a bank or a payment channel.
    form("file") pub struct StatementFile {}
}

answer! {
    /// One line of a statement: where it would go, or why it would not.
    pub struct StatementLine {
        /// Its row in the sheet.
        hang: u32,
        liushuihao: String,
        riqi: Option<Date>,
        jine: Option<Fen>,
        zhaiyao: String,
        dingdan_id: Option<i64>,
        bianhao: Option<String>,
        user_id: Option<i64>,
        user_show: Option<String>,
        /// The guards of daozhang, as they are after the lines before it.
        qi: Option<u16>,
        yishou: Option<Fen>,
        fenpei: Vec<Allocated>,
        shengyu: Option<Fen>,
        /// Why it cannot be booked.
        yuanyin: Option<String>,
    }
}

answer! {
    /// A statement as it would be booked: its lines by day, those of one day as they stand.
    pub struct Statement {
        zongshu: usize,
        ke_ruzhang: usize,
        /// The money of the lines that can be booked.
        jine: Fen,
        mingxi: Vec<StatementLine>,
    }
}

/// Looks through a statement; also answers whom it named in vain, each once.
pub fn statement(
    conn: &mut Conn,
    call: &Call,
    sheet: &Sheet,
) -> Result<(Statement, BTreeSet<Guess>)> {
    let mut lines = typed(sheet)?;
    // A bank may put the newest first; what came first is booked first.
    lines.sort_by_key(|line| line.day);
    let mut desk = Desk {
        call,
        orders: HashMap::new(),
        numbers: BTreeMap::new(),
        misses: BTreeSet::new(),
    };
    let mut shown = Vec::with_capacity(lines.len());
    for line in &lines {
        shown.push(desk.look(conn, line)?);
    }
    let good = || shown.iter().filter(|line| line.yuanyin.is_none());
    let sum = Fen::sum(good().filter_map(|line| line.jine));
    let statement = Statement {
        zongshu: shown.len(),
        ke_ruzhang: good().count(),
        jine: sum.map_err(super::view::out_of_range)?,
        mingxi: shown,
    };
    Ok((statement, desk.misses))
}

/// Whether it asks who customers are: by their name, or by the last digits of their phone.
pub fn asks_for_people(sheet: &Sheet) -> bool {
    let asks = |line: &Typed| !line.tail.is_empty() || !line.name.is_empty();
    typed(sheet).is_ok_and(|lines| lines.iter().any(asks))
}

/// The orders as they would be after the lines so far.
struct Desk<'a> {
    call: &'a Call,
    orders: HashMap<i64, Stored>,
    /// Receipt numbers of lines that would be booked, and their rows.
    numbers: BTreeMap<String, u32>,
    /// Whom lines named in vain.
    misses: BTreeSet<Guess>,
}

impl Desk<'_> {
    fn look(&mut self, conn: &mut Conn, line: &Typed) -> Result<StatementLine> {
        let mut shown = StatementLine {
            hang: line.hang,
            liushuihao: line.number.clone(),
            riqi: line.day,
            jine: line.amount,
            zhaiyao: line.note.clone(),
            dingdan_id: None,
            bianhao: None,
            user_id: None,
            user_show: None,
            qi: None,
            yishou: None,
            fenpei: Vec::new(),
            shengyu: None,
            yuanyin: None,
        };
        match self.place(conn, line, &mut shown) {
            Ok(()) => {}
            Err(Error::Invalid { message, .. } | Error::Refused { message, .. }) => {
                shown.yuanyin = Some(message);
            }
            Err(error) => return Err(error),
        }
        Ok(shown)
    }

    /// Where the line goes; a refusal says why it goes nowhere.
    fn place(&mut self, conn: &mut Conn, line: &Typed, shown: &mut StatementLine) -> Result<()> {
        let (day, amount) = checked(line)?;
        if let Some(row) = self.numbers.get(&line.number) {
            return Err(Error::invalid(format!("流水号与第{row}行相同")));
        }
        if records::by_receipt(conn, &line.number)?.is_some() {
            return Err(Error::invalid("流水号已登记过"));
        }
        let reach = &self.call.actor.access.reach;
        let id = order_of(conn, line, reach, &mut self.misses)?;
        let stored = match self.orders.entry(id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(orders::find(conn, id, reach)?),
        };
        shown.dingdan_id = Some(id);
        shown.bianhao = Some(stored.bianhao.clone());
        shown.user_id = Some(stored.user_id);
        shown.user_show = Some(stored.user_show.clone());
        let order = &stored.order;
        order
            .value_date(Some(day), self.call.now.date())
            .map_err(super::refused)?;
        let quote = order.receipt_quote(amount, day).map_err(super::refused)?;
        let first = order.earliest_unpaid();
        let received = first.map(|item| item.part_received().and_then(|charge| charge.total()));
        let event = Event::Receipt {
            amount,
            number_seen: None,
            received_seen: None,
            value_date: Some(day),
        };
        let moment = Moment {
            id: EventId(stored.events + 1),
            now: self.call.now.to_civil(),
        };
        let outcome = order.apply(&event, &moment).map_err(super::refused)?;
        shown.qi = first.map(|item| item.number);
        shown.yishou = received.transpose().map_err(super::view::out_of_range)?;
        shown.fenpei = allocated(order, &quote)?;
        shown.shengyu = Some(quote.left);
        stored.order = outcome.order;
        stored.events += 1;
        self.numbers.insert(line.number.clone(), line.hang);
        Ok(())
    }
}
