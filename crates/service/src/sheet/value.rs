//! From the parser's values to ours.

use calamine::{Data, ExcelDateTime, ExcelDateTimeType};
use jiff::civil::{Date, DateTime, Time};
use jiff::{SignedDuration, ToSpan};

use super::number::decimal_text;

/// What a person sees in a cell; a formula shows its stored result.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Empty,
    Text(String),
    /// `text` is the exact decimal for money; `value` is for everything else.
    Number {
        text: String,
        value: f64,
    },
    Bool(bool),
    DateTime(DateTime),
}

/// What a person sees in the cell; blank text counts as empty.
pub fn to_cell(value: Data) -> Cell {
    match value {
        Data::Empty => Cell::Empty,
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => to_text(text),
        Data::Int(value) => {
            #[expect(
                clippy::cast_precision_loss,
                reason = "spreadsheet integers come from 30-bit or double cells"
            )]
            let float = value as f64;
            Cell::Number {
                text: value.to_string(),
                value: float,
            }
        }
        Data::Float(value) => to_number(value),
        Data::Bool(value) => Cell::Bool(value),
        Data::DateTime(moment) => to_moment(moment),
        Data::Error(error) => Cell::Text(error.to_string()),
    }
}

fn to_text(text: String) -> Cell {
    if text.trim().is_empty() {
        Cell::Empty
    } else {
        Cell::Text(text)
    }
}

fn to_number(value: f64) -> Cell {
    if value.is_finite() {
        Cell::Number {
            text: decimal_text(value),
            value,
        }
    } else {
        Cell::Text(value.to_string())
    }
}

/// Durations and plain times of day have no date, so they stay numbers.
fn to_moment(moment: ExcelDateTime) -> Cell {
    /// Days between the first days of the two ways to count them.
    const LATER: f64 = 1_462.0;
    let serial = moment.as_f64();
    let since_1900 = ExcelDateTime::new(serial, ExcelDateTimeType::DateTime, false);
    let civil = if moment.is_datetime() {
        // A workbook may count its days from 1904; a plain time of day is none of them.
        let is_later = moment != since_1900 && serial >= 1.0;
        civil_from_serial(if is_later { serial + LATER } else { serial })
    } else {
        None
    };
    civil.map_or_else(|| to_number(serial), Cell::DateTime)
}

/// Day 60 is a 29 February 1900 that never was, so the days before it count from a day later.
fn civil_from_serial(serial: f64) -> Option<DateTime> {
    const LAST_DAY: f64 = 2_958_465.0;
    const LAST_SECOND: f64 = 86_399.0;
    /// As far as arithmetic is off: less than a tenth of a millisecond.
    const CALCULATED: f64 = 1e-9;
    if !(1.0..LAST_DAY + 1.0).contains(&serial) {
        return None;
    }
    let epoch = if serial < 60.0 {
        Date::constant(1899, 12, 31)
    } else {
        Date::constant(1899, 12, 30)
    };
    // A whole day that was calculated may lie a hair below itself; the last second of a day does
    // not become the next.
    let day = (serial + CALCULATED).floor();
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the range was checked above"
    )]
    let (days, seconds) = (
        day as i64,
        ((serial - day) * 86_400.0).round().clamp(0.0, LAST_SECOND) as i64,
    );
    let midnight = epoch
        .checked_add(days.days())
        .ok()?
        .to_datetime(Time::midnight());
    midnight
        .checked_add(SignedDuration::from_secs(seconds))
        .ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn days_are_counted_from_where_the_workbook_counts_them() {
        let day = Cell::DateTime(date(2026, 11, 17).at(0, 0, 0, 0));
        for (serial, is_1904) in [(46_343.0, false), (44_881.0, true)] {
            let moment = ExcelDateTime::new(serial, ExcelDateTimeType::DateTime, is_1904);
            assert_eq!(to_moment(moment), day, "{serial}");
        }
        let noon = ExcelDateTime::new(0.5, ExcelDateTimeType::DateTime, true);
        assert_eq!(to_moment(noon), to_number(0.5));
    }

    #[test]
    fn a_moment_stays_in_its_day() {
        let day = date(2026, 11, 16);
        for (serial, expected) in [
            (46_342.0, day.at(0, 0, 0, 0)),
            (46_342.5, day.at(12, 0, 0, 0)),
            (46_342.999_988_5, day.at(23, 59, 59, 0)),
            (46_342.999_999_9, day.at(23, 59, 59, 0)),
            (46_341.999_999_999_99, day.at(0, 0, 0, 0)),
        ] {
            assert_eq!(civil_from_serial(serial), Some(expected), "{serial}");
        }
        assert_eq!(civil_from_serial(0.5), None);
        assert_eq!(civil_from_serial(2_958_466.0), None);
    }
}
