//! The lines of a statement as they were typed, and what every line must say.

use loan::Fen;
use schema::Date;
use tempfile::NamedTempFile;

use crate::{
    error::{Error, Result},
    import::cells,
    sheet::{self, Cell, Sheet, SheetRow, TemplateColumn},
    wire::words::{NOT_PLAIN, is_plain_number, plain_number},
};

/// Lines looked through at once: a month of a large office.
const MOST_LINES: usize = 5_000;

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
pub(super) struct Typed {
    pub hang: u32,
    pub number: String,
    /// Why the number of the receipt may not be the one that was typed.
    pub fault: Option<String>,
    pub day: Option<Date>,
    pub amount: Option<Fen>,
    pub order: String,
    pub tail: String,
    pub name: String,
    pub note: String,
}

pub(super) fn typed(sheet: &Sheet) -> Result<Vec<Typed>> {
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

/// What every line must say.
pub(super) fn checked(line: &Typed) -> Result<(Date, Fen)> {
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
