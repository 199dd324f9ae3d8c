//! Writing an xlsx row by row, without keeping the rows in memory.

use std::fmt;
use std::io::{Seek, Write};

use jiff::civil::{Date, DateTime};
use rust_xlsxwriter::{
    ExcelDateTime, Format as Style, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError,
};
use tempfile::NamedTempFile;

use super::number::{EXACT_DIGITS_LIMIT, fen_text};

/// The most characters a spreadsheet cell can hold.
const CELL_CHARS: usize = 32_767;
/// The built-in format that keeps what is typed as text.
const TEXT_FORMAT: u8 = 49;

/// A column of an exported sheet; `width` is in characters.
#[derive(Clone, Debug)]
pub struct SheetColumn<'a> {
    pub header: &'a str,
    pub width: u8,
    pub format: Format,
}

/// How a column shows its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    Integer,
    Money,
    Percent,
    Date,
    DateTime,
}

/// One value of a row; text is never taken for a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Out<'a> {
    Empty,
    Text(&'a str),
    Int(i64),
    /// Yuan with two decimals; amounts with more digits than a spreadsheet keeps are written as text.
    Fen(i64),
    /// Parts per million, shown as a percentage.
    Ppm(i64),
    Bool(bool),
    Date(Date),
    DateTime(DateTime),
}

/// Why a spreadsheet could not be written: the disk, or more than a million rows.
#[derive(Debug)]
pub struct WriteError(XlsxError);

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("生成 Excel 文件失败")
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

impl From<XlsxError> for WriteError {
    fn from(error: XlsxError) -> Self {
        WriteError(error)
    }
}

impl From<std::io::Error> for WriteError {
    fn from(error: std::io::Error) -> Self {
        WriteError(XlsxError::IoError(error))
    }
}

/// An xlsx with one sheet that grows row by row.
pub struct SheetWriter {
    book: Workbook,
    next_row: u32,
    columns: u16,
    styles: Styles,
}

impl SheetWriter {
    /// Starts a sheet with a bold, frozen heading row.
    pub fn new(sheet_name: &str, columns: &[SheetColumn<'_>]) -> Result<SheetWriter, WriteError> {
        let mut book = Workbook::new();
        let styles = Styles::new();
        let sheet = book.add_worksheet_with_constant_memory()?;
        sheet
            .set_name(safe_sheet_name(sheet_name))?
            .set_freeze_panes(1, 0)?;
        // Widths go to the file before the first row does.
        for (index, column) in (0..).zip(columns) {
            sheet.set_column_width(index, column.width.clamp(6, 80))?;
            sheet.set_column_format(index, styles.of(column.format))?;
        }
        for (index, column) in (0..).zip(columns) {
            sheet.write_string_with_format(0, index, clean(column.header), &styles.heading)?;
        }
        let count = u16::try_from(columns.len()).map_err(|_| XlsxError::RowColumnLimitError)?;
        Ok(SheetWriter {
            book,
            next_row: 1,
            columns: count,
            styles,
        })
    }

    /// Appends a row; its values belong to the columns in order.
    pub fn row(&mut self, values: &[Out<'_>]) -> Result<(), WriteError> {
        let row = self.next_row;
        let sheet = self.book.worksheet_from_index(0)?;
        for (column, value) in (0..).zip(values) {
            write_value(sheet, &self.styles, row, column, *value)?;
        }
        self.next_row += 1;
        Ok(())
    }

    /// Adds the filter arrows and gives the finished file, which vanishes when dropped.
    pub fn finish(mut self) -> Result<NamedTempFile, WriteError> {
        if self.columns > 0 {
            let sheet = self.book.worksheet_from_index(0)?;
            sheet.autofilter(0, 0, self.next_row - 1, self.columns - 1)?;
        }
        save(self.book)
    }
}

pub(super) fn save(mut book: Workbook) -> Result<NamedTempFile, WriteError> {
    let mut file = NamedTempFile::new()?;
    book.save_to_writer(file.as_file_mut())?;
    file.flush()?;
    file.rewind()?;
    Ok(file)
}

pub(super) struct Styles {
    pub heading: Style,
    pub text: Style,
    integer: Style,
    money: Style,
    percent: Style,
    date: Style,
    date_time: Style,
}

impl Styles {
    pub fn new() -> Styles {
        let number = |code: &str| Style::new().set_num_format(code);
        Styles {
            heading: Style::new()
                .set_bold()
                .set_align(FormatAlign::Center)
                .set_background_color(0x00F5_F7FA)
                .set_border(FormatBorder::Thin),
            text: Style::new().set_num_format_index(TEXT_FORMAT),
            integer: number("0"),
            money: number("#,##0.00"),
            percent: number("0.00##%"),
            date: number("yyyy-mm-dd"),
            date_time: number("yyyy-mm-dd hh:mm:ss"),
        }
    }

    pub fn of(&self, format: Format) -> &Style {
        match format {
            Format::Text => &self.text,
            Format::Integer => &self.integer,
            Format::Money => &self.money,
            Format::Percent => &self.percent,
            Format::Date => &self.date,
            Format::DateTime => &self.date_time,
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "numbers of more than fifteen digits are written as text"
)]
fn write_value(
    sheet: &mut Worksheet,
    styles: &Styles,
    row: u32,
    column: u16,
    value: Out<'_>,
) -> Result<(), XlsxError> {
    let is_exact = |number: i64| number.unsigned_abs() < EXACT_DIGITS_LIMIT;
    match value {
        Out::Empty => return Ok(()),
        Out::Text(text) => {
            sheet.write_string_with_format(row, column, clean(text), &styles.text)?
        }
        Out::Int(number) if is_exact(number) => {
            sheet.write_number_with_format(row, column, number as f64, &styles.integer)?
        }
        Out::Int(number) => {
            sheet.write_string_with_format(row, column, number.to_string(), &styles.text)?
        }
        Out::Fen(fen) if is_exact(fen) => {
            sheet.write_number_with_format(row, column, fen as f64 / 100.0, &styles.money)?
        }
        Out::Fen(fen) => {
            sheet.write_string_with_format(row, column, fen_text(fen), &styles.text)?
        }
        Out::Ppm(ppm) => {
            sheet.write_number_with_format(row, column, ppm as f64 / 1e6, &styles.percent)?
        }
        Out::Bool(yes) => sheet.write_string_with_format(
            row,
            column,
            if yes { "是" } else { "否" },
            &styles.text,
        )?,
        Out::Date(date) => match excel_date(date) {
            Some(moment) => sheet.write_datetime_with_format(row, column, &moment, &styles.date)?,
            None => sheet.write_string_with_format(row, column, date.to_string(), &styles.text)?,
        },
        Out::DateTime(moment) => match excel_moment(moment) {
            Some(excel) => {
                sheet.write_datetime_with_format(row, column, &excel, &styles.date_time)?
            }
            None => sheet.write_string_with_format(
                row,
                column,
                moment.to_string().replace('T', " "),
                &styles.text,
            )?,
        },
    };
    Ok(())
}

/// A spreadsheet knows no day before 1900; such a day is written as text.
fn excel_date(date: Date) -> Option<ExcelDateTime> {
    let year = u16::try_from(date.year())
        .ok()
        .filter(|year| *year >= 1900)?;
    ExcelDateTime::from_ymd(year, date.month().unsigned_abs(), date.day().unsigned_abs()).ok()
}

fn excel_moment(moment: DateTime) -> Option<ExcelDateTime> {
    let hour = u16::from(moment.hour().unsigned_abs());
    excel_date(moment.date())?
        .and_hms(
            hour,
            moment.minute().unsigned_abs(),
            f64::from(moment.second()),
        )
        .ok()
}

/// Text as a cell may hold it: no control characters but line breaks and tabs, not longer than a cell.
pub(super) fn clean(text: &str) -> String {
    let is_allowed = |c: &char| {
        matches!(c, '\n' | '\t') || !(c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}'))
    };
    text.chars().filter(is_allowed).take(CELL_CHARS).collect()
}

/// Sheet names are short and know no brackets, slashes, stars, colons or outer apostrophes.
pub(super) fn safe_sheet_name(name: &str) -> String {
    let kept: String = clean(name)
        .chars()
        .filter(|c| {
            !matches!(
                c,
                '[' | ']' | ':' | '*' | '?' | '/' | '\\' | '\'' | '\n' | '\t'
            )
        })
        .take(31)
        .collect();
    if kept.is_empty() {
        "Sheet1".to_owned()
    } else {
        kept
    }
}
