//! Due dates: months that keep their anchored day, weeks and days.
//!
//! Never reads a clock; a date is a calendar date in Asia/Shanghai that the
//! caller brings along.

use jiff::Span;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::coded::coded;
use crate::out_of_range::OutOfRange;

coded! {
    /// Unit of one repayment period (zhouqiDanwei).
    PeriodUnit {
        Month = "YUE" "月",
        Week = "ZHOU" "周",
        Day = "TIAN" "天",
    }
}

/// One repayment period: so many months, weeks or days.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Period {
    pub unit: PeriodUnit,
    pub length: u16,
}

impl Period {
    /// The longest period on offer: ten years in any unit.
    pub const fn longest(unit: PeriodUnit) -> u16 {
        match unit {
            PeriodUnit::Month => 120,
            PeriodUnit::Week => 520,
            PeriodUnit::Day => 3_650,
        }
    }

    /// The end of period `count`, counted from `start`.
    ///
    /// Months are always added to `start` itself, so 31 January is followed by
    /// 28 February and then by 31 March.
    pub fn end(self, start: Date, count: u16) -> Result<Date, OutOfRange> {
        let units = i64::from(self.length) * i64::from(count);
        match self.unit {
            PeriodUnit::Month => add_months(start, units),
            PeriodUnit::Week => add_days(start, units * 7),
            PeriodUnit::Day => add_days(start, units),
        }
    }
}

/// `date` plus whole months, its day clamped to the end of the month reached.
pub fn add_months(date: Date, months: i64) -> Result<Date, OutOfRange> {
    let span = Span::new()
        .try_months(months)
        .map_err(|_| OutOfRange::Date)?;
    date.checked_add(span).map_err(|_| OutOfRange::Date)
}

/// `date` plus whole days; negative days go back.
pub fn add_days(date: Date, days: i64) -> Result<Date, OutOfRange> {
    let span = Span::new().try_days(days).map_err(|_| OutOfRange::Date)?;
    date.checked_add(span).map_err(|_| OutOfRange::Date)
}

/// Calendar days from `from` to `to`; negative when `to` is earlier.
pub fn days_between(from: Date, to: Date) -> i64 {
    // Subtracting two civil dates cannot fail and counts in days.
    i64::from((to - from).get_days())
}
