//! 导入到账: a bank statement looked through line by line, each with the order it would go to and
//! what it would pay there, or why not. Nothing is booked here: an operator takes each line from
//! what was shown (`daozhang`), with the guards that were shown.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use loan::{Event, EventId, Fen, Moment, State};
use schema::{
    Date, Record as _,
    resources::{Customer, Dingdan},
};
use store::{
    Condition, Conn, List, Reach,
    orders::{self, Stored},
    records, rows,
};
use tempfile::NamedTempFile;

use super::receive::{Allocated, allocated};
use crate::{
    call::Call,
    error::{Error, Result},
    import::cells,
    search::Guess,
    sheet::{self, Cell, Sheet, SheetRow, TemplateColumn},
    wire::{
        answer, ask,
        words::{NOT_PLAIN, is_plain_number, plain_number},
    },
};

/// Lines looked through at once: a month of a large office.
const MOST_LINES: usize = 5_000;
/// More customers of one name and number than this are as many as two.
const FEW: i64 = 3;

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

/// The columns of a statement.
const COLUMNS: [(&str, bool, &str); 7] = [
    ("流水号", true, "银行或支付平台的流水号，不超过64个字"),
    ("日期", true, "到账日期，如2026-03-01"),
    ("金额", true, "到账金额，单位元，最多两位小数"),
    ("订单号", false, "填写订单号，或填写手机号后四位和姓名"),
    ("手机号后四位", false, "四位数字，与姓名一起填写"),
    ("姓名", false, "客户姓名，与手机号后四位一起填写"),
    ("摘要", false, "银行的摘要，仅供核对"),
];

/// The sheet to fill in, or to paste a statement into.
pub fn statement_template() -> Result<NamedTempFile> {
    let columns = COLUMNS.map(|(header, is_required, rule)| TemplateColumn {
        header,
        is_required,
        width: 20,
        format: sheet::Format::Text,
        rule,
        choices: &[],
    });
    sheet::template("到账流水", &columns, 1_000).map_err(Error::internal)
}

/// What is typed in a line.
struct Typed {
    hang: u32,
    number: String,
    /// Why the number of the receipt may not be the one that was typed.
    fault: Option<String>,
    day: Option<Date>,
    amount: Option<Fen>,
    order: String,
    tail: String,
    name: String,
    note: String,
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

fn typed(sheet: &Sheet) -> Result<Vec<Typed>> {
    let Some((head, rows)) = sheet.rows.split_first() else {
        return Err(Error::invalid("表格是空的"));
    };
    let named = |header: &'static str| {
        let cells = head.cells.iter().enumerate();
        let found = cells.filter(move |(_, cell)| {
            let text = cells::text(cell);
            text.trim().trim_end_matches('*') == header
        });
        found.map(|(at, _)| at)
    };
    let places = COLUMNS.map(|(header, ..)| named(header).next());
    for ((header, is_required, _), place) in COLUMNS.iter().zip(places) {
        if named(header).nth(1).is_some() {
            return Err(Error::invalid(format!("表格有两列“{header}”，请只留一列")));
        }
        if *is_required && place.is_none() {
            return Err(Error::invalid(format!(
                "表格缺少“{header}”一列，请按模板填写"
            )));
        }
    }
    if rows.len() > MOST_LINES {
        return Err(Error::invalid(format!(
            "一次最多{MOST_LINES}行，请分开导入"
        )));
    }
    let line = |row| typed_line(row, places, sheet.pads_numbers);
    Ok(rows.iter().map(line).collect())
}

/// What spreadsheets write where a formula has no result.
const ERRORS: [&str; 7] = [
    "#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!",
];

/// Why a cell does not hold the number of a receipt as people see it.
fn number_fault(cell: &Cell, pads_numbers: bool) -> Option<String> {
    match cell {
        _ if cells::has_lost_digits(cell) => Some(cells::lost_digits("流水号")),
        Cell::Number { .. } if pads_numbers => Some(PADDED.to_owned()),
        Cell::Bool(_) | Cell::DateTime(_) => Some(NO_NUMBER.to_owned()),
        Cell::Text(text) if ERRORS.contains(&text.trim()) => Some(NO_NUMBER.to_owned()),
        _ => None,
    }
}

const PADDED: &str = "表格中有补零显示的数字格式，流水号须设为文本格式后重新填写";
const NO_NUMBER: &str = "流水号应为文本或数字，不能是日期、是否或公式错误";

fn typed_line(row: &SheetRow, places: [Option<usize>; 7], pads_numbers: bool) -> Typed {
    let [number, day, amount, order, tail, name, note] =
        places.map(|place| place.map_or(&Cell::Empty, |at| row.cell(at)));
    let text = |cell: &Cell| cells::text(cell).trim().to_owned();
    Typed {
        hang: row.number,
        fault: number_fault(number, pads_numbers),
        number: plain_number(&text(number)),
        day: date(day),
        amount: cells::scaled(&text(amount), 2).map(Fen::new),
        order: text(order),
        tail: text(tail),
        name: text(name),
        note: text(note),
    }
}

/// A day as people and banks write it: 2026-03-01, 2026/3/1, 2026.3.1, 20260301, with or without a time.
fn date(cell: &Cell) -> Option<Date> {
    if let Cell::DateTime(at) = cell {
        return Some(at.date());
    }
    let text = cells::text(cell);
    let text = text.trim().split([' ', 'T']).next()?;
    let parts: Vec<&str> = match text.split(['-', '/', '.']).collect::<Vec<_>>() {
        whole if whole.len() == 1 && text.len() == 8 && text.is_ascii() => {
            vec![text.get(..4)?, text.get(4..6)?, text.get(6..)?]
        }
        parts => parts,
    };
    let [year, month, day] = parts.as_slice() else {
        return None;
    };
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
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
        let id = self.find(conn, line)?;
        if !self.orders.contains_key(&id) {
            let stored = orders::find(conn, id, &self.call.actor.access.reach)?;
            self.orders.insert(id, stored);
        }
        let Some(stored) = self.orders.get_mut(&id) else {
            return Ok(());
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

    /// The one order the line names, within reach.
    fn find(&mut self, conn: &mut Conn, line: &Typed) -> Result<i64> {
        let reach = &self.call.actor.access.reach;
        if !line.order.is_empty() {
            let same = List {
                conditions: vec![Condition::equal(Dingdan::bianhao, line.order.as_str())],
                limit: 1,
                ..List::default()
            };
            let found: Vec<Dingdan> = rows::list(conn, &same, reach)?;
            let order = found
                .first()
                .ok_or_else(|| Error::invalid("没有这个订单号"))?;
            if !line.name.is_empty() && !is_called(conn, order, &line.name)? {
                // Somebody else may pay; but each such name is a guess of the customer's.
                let guess = format!("{} {}", order.bianhao, line.name);
                self.misses.insert(Guess::Name(guess));
                return Err(Error::invalid("订单号与姓名不是同一位客户，请核对"));
            }
            if !line.tail.is_empty() && !ends_with(conn, order, &line.tail)? {
                let guess = format!("{} {}", order.bianhao, line.tail);
                self.misses.insert(Guess::Tail(guess));
                return Err(Error::invalid("订单号与手机号后四位不是同一位客户，请核对"));
            }
            return Ok(order.id);
        }
        if line.tail.is_empty() || line.name.is_empty() {
            return Err(Error::invalid("请填写订单号，或手机号后四位和姓名"));
        }
        must_be_tail(&line.tail)?;
        let same = List {
            conditions: vec![
                Condition::equal(Customer::nick_name, line.name.as_str()),
                Condition::SecretTail(Customer::phone.field(), line.tail.clone()),
            ],
            limit: FEW,
            ..List::default()
        };
        let found: Vec<Customer> = rows::list(conn, &same, reach)?;
        let customer = match found.as_slice() {
            [] => {
                let guess = format!("{} {}", line.tail, line.name);
                self.misses.insert(Guess::Tail(guess));
                return Err(Error::invalid("没有这个姓名和手机号后四位的客户"));
            }
            [one] => one.id,
            _ => {
                return Err(Error::invalid(
                    "有多位客户的姓名和手机号后四位相同，请填写订单号",
                ));
            }
        };
        let owed = List {
            conditions: vec![
                Condition::equal(Dingdan::user_id, customer),
                Condition::equal(Dingdan::state, State::Repaying.code()),
            ],
            limit: FEW,
            ..List::default()
        };
        let orders: Vec<Dingdan> = rows::list(conn, &owed, reach)?;
        match orders.as_slice() {
            [] => Err(Error::invalid("该客户没有待还款的订单")),
            [one] => Ok(one.id),
            _ => Err(Error::invalid("该客户有多笔待还款的订单，请填写订单号")),
        }
    }
}

/// Whether the customer of an order goes by this name, or by it on their identity card.
fn is_called(conn: &mut Conn, order: &Dingdan, name: &str) -> Result<bool> {
    let everyone = Reach::everything();
    let customer: Customer = rows::get(conn, order.user_id, &everyone)?;
    if customer.nick_name == name {
        return Ok(true);
    }
    let verified = List {
        conditions: vec![
            Condition::equal(Customer::id, order.user_id),
            Condition::SecretEqual(Customer::zhenshixingming.field(), name.to_owned()),
        ],
        ..List::default()
    };
    Ok(store::any(conn, Customer::model(), &verified, &everyone)?)
}

/// Whether the phone of an order's customer ends with these digits.
fn ends_with(conn: &mut Conn, order: &Dingdan, tail: &str) -> Result<bool> {
    must_be_tail(tail)?;
    let same = List {
        conditions: vec![
            Condition::equal(Customer::id, order.user_id),
            Condition::SecretTail(Customer::phone.field(), tail.to_owned()),
        ],
        ..List::default()
    };
    Ok(store::any(
        conn,
        Customer::model(),
        &same,
        &Reach::everything(),
    )?)
}

fn must_be_tail(text: &str) -> Result<()> {
    if text.len() == 4 && text.bytes().all(|letter| letter.is_ascii_digit()) {
        return Ok(());
    }
    Err(Error::invalid("手机号后四位应为四位数字"))
}

/// What every line must say.
fn checked(line: &Typed) -> Result<(Date, Fen)> {
    if line.number.is_empty() {
        return Err(Error::invalid("流水号不能为空"));
    }
    if let Some(fault) = &line.fault {
        return Err(Error::invalid(fault.clone()));
    }
    if line.number.chars().count() > 64 {
        return Err(Error::invalid("流水号不能超过64个字"));
    }
    if !is_plain_number(&line.number) {
        return Err(Error::invalid(NOT_PLAIN));
    }
    let day = line
        .day
        .ok_or_else(|| Error::invalid("日期应如2026-03-01"))?;
    let amount = line.amount.filter(|amount| *amount > Fen::ZERO);
    let amount = amount.ok_or_else(|| Error::invalid("金额应大于零，最多两位小数"))?;
    Ok((day, amount))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_what_people_see() {
        let number = Cell::Number {
            text: "7654".to_owned(),
            value: 7_654.0,
        };
        let text = |text: &str| Cell::Text(text.to_owned());
        let fault = |cell: &Cell, pads| number_fault(cell, pads).is_some();
        for (cell, pads, is_fault) in [
            (&number, false, false),
            (&number, true, true),
            (&text("0000007654"), true, false),
            (&text("#REF!"), false, true),
            (&Cell::Bool(true), false, true),
            (
                &Cell::DateTime(Date::constant(2026, 3, 1).at(0, 0, 0, 0)),
                false,
                true,
            ),
            (&Cell::Empty, true, false),
        ] {
            assert_eq!(fault(cell, pads), is_fault, "{cell:?} {pads}");
        }
    }
}
