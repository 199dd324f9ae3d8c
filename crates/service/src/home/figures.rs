//! What the day brought beside yesterday and the same day last week, and the days before it.

use loan::Account;
use schema::Date;
use store::{
    Conn,
    kept_days::{self, Counted, Days, Evening, Left},
};

use super::work::{BUCKETS, ORDERS};
use crate::{call::Call, error::Result, ledger::Sum, wire::answer};

const PPM: i128 = 1_000_000;
/// How far back the longest chart looks, today included.
const TREND_DAYS: i64 = 90;
const CASH: Counted = Counted::Posted(Account::Cash);
const LENT: Counted = Counted::Posted(Account::LoanPrincipal);
/// Who may see orders sees how many; who may see movements, how much moved.
const MOVEMENTS: &str = "app:zijin:liushui:list";
/// And who may see the ledger, the book.
pub const LEDGER: &str = "app:zijin:zongzhang";

answer! {
    /// A figure of today beside those of yesterday and of the same day last week; none where
    /// nothing can be said.
    pub struct DayFigure {
        jian: &'static str,
        mingcheng: &'static str,
        /// Whether it is money, or a share in millionths.
        is_jine: bool,
        is_bili: bool,
        zhi: Option<Sum>,
        zuotian: Option<Sum>,
        shangzhou: Option<Sum>,
        /// More than last week by so many millionths; none where there was nothing.
        tongbi: Option<i64>,
        /// Of how many the money is.
        bishu: Option<i64>,
    }
}

answer! {
    /// What was lent and paid back on a day.
    pub struct TrendDay {
        riqi: Date,
        fangkuan: Sum,
        huankuan: Sum,
    }
}

answer! {
    /// What is overdue for so long, without its fees.
    pub struct OverdueBucket {
        jian: &'static str,
        mingcheng: &'static str,
        /// Instalments, and what is left of them.
        qishu: i64,
        jine: Sum,
        router_url: Option<String>,
    }
}

/// What a figure is of a day.
#[derive(Clone, Copy)]
enum Daily {
    Count(Counted),
    /// Decided applications that were not refused.
    Approval,
    PaidOut,
    Due,
    Received,
}

struct Figure {
    key: &'static str,
    word: &'static str,
    needs: &'static str,
    daily: Daily,
}

const fn figure(
    key: &'static str,
    word: &'static str,
    needs: &'static str,
    daily: Daily,
) -> Figure {
    Figure {
        key,
        word,
        needs,
        daily,
    }
}

const FIGURES: &[Figure] = &[
    figure(
        "SHENQING",
        "今日申请",
        ORDERS,
        Daily::Count(Counted::Applications),
    ),
    figure("TONGGUOLV", "通过率", ORDERS, Daily::Approval),
    figure("FANGKUAN", "今日放款", MOVEMENTS, Daily::PaidOut),
    figure("YINGHUAN", "今日应还", ORDERS, Daily::Due),
    figure("SHIHUAN", "今日回款", MOVEMENTS, Daily::Received),
    figure(
        "XINZENGKEHU",
        "新增客户",
        "app:user:list",
        Daily::Count(Counted::Customers),
    ),
];

impl Daily {
    fn of(self, days: &Days, day: Date) -> Option<i128> {
        match self {
            Self::Count(counted) => Some(days.of(counted, day).count.into()),
            Self::Approval => {
                let decided = i128::from(days.of(Counted::Decided, day).count);
                let approved = i128::from(days.of(Counted::Approved, day).count);
                (approved * PPM).checked_div(decided)
            }
            Self::PaidOut => Some(days.of(CASH, day).credit),
            Self::Due => Some(days.of(Counted::Due, day).debit),
            Self::Received => Some(days.of(CASH, day).debit),
        }
    }

    /// Of how many the money of a day is.
    fn count(self, days: &Days, day: Date) -> Option<i64> {
        match self {
            Self::PaidOut => Some(days.of(LENT, day).count),
            Self::Due => Some(days.of(Counted::Due, day).count),
            _ => None,
        }
    }
}

/// What is left of instalments, for who may see of it.
pub fn left(conn: &mut Conn, call: &Call) -> Result<Vec<Left>> {
    if !call.actor.may(ORDERS) && !call.actor.may(LEDGER) {
        return Ok(Vec::new());
    }
    Ok(kept_days::left(conn, &call.actor.access.reach)?)
}

/// Everything that the figures of a day and the charts need, in one question.
pub fn counted(conn: &mut Conn, call: &Call) -> Result<Days> {
    let today = call.now.date();
    let all = [
        CASH,
        LENT,
        Counted::Applications,
        Counted::Decided,
        Counted::Approved,
        Counted::Customers,
        Counted::Due,
        Counted::Posted(Account::InterestIncome),
        Counted::Posted(Account::LoanLoss),
    ];
    let reach = &call.actor.access.reach;
    let from = ago(today, TREND_DAYS - 1);
    Ok(kept_days::days(conn, &all, from, today, reach)?)
}

pub fn figures(conn: &mut Conn, call: &Call, days: &Days, left: &[Left]) -> Result<Vec<DayFigure>> {
    let today = call.now.date();
    let shown = FIGURES.iter().filter(|figure| call.actor.may(figure.needs));
    let mut shown: Vec<DayFigure> = shown.map(|figure| of_day(figure, days, today)).collect();
    if call.actor.may(ORDERS) {
        let at = shown.iter().position(|figure| figure.jian == "XINZENGKEHU");
        let at = at.unwrap_or(shown.len());
        shown.splice(at..at, overdue(conn, call, left)?);
    }
    Ok(shown)
}

fn of_day(figure: &Figure, days: &Days, today: Date) -> DayFigure {
    let of = |back: i64| figure.daily.of(days, ago(today, back));
    let (now, yesterday, last_week) = (of(0), of(1), of(7));
    let is_share = matches!(figure.daily, Daily::Approval);
    DayFigure {
        jian: figure.key,
        mingcheng: figure.word,
        is_jine: !is_share && !matches!(figure.daily, Daily::Count(_)),
        is_bili: is_share,
        zhi: now.map(Sum),
        zuotian: yesterday.map(Sum),
        shangzhou: last_week.map(Sum),
        tongbi: now
            .zip(last_week)
            .and_then(|(now, before)| growth(now, before)),
        bishu: figure.daily.count(days, today),
    }
}

/// What is overdue now, and its share of all that is left, beside how evenings stood.
fn overdue(conn: &mut Conn, call: &Call, left: &[Left]) -> Result<[DayFigure; 2]> {
    let today = call.now.date();
    let reach = &call.actor.access.reach;
    let now = Evening::of(left, today);
    let yesterday = kept_days::evening(conn, ago(today, 1), left, reach)?;
    let last_week = kept_days::evening(conn, ago(today, 7), left, reach)?;
    let shown = |jian, mingcheng, is_share: bool, of: fn(Evening) -> Option<i128>| {
        let (zhi, before) = (of(now), last_week.and_then(of));
        DayFigure {
            jian,
            mingcheng,
            is_jine: !is_share,
            is_bili: is_share,
            zhi: zhi.map(Sum),
            zuotian: yesterday.and_then(of).map(Sum),
            shangzhou: before.map(Sum),
            tongbi: zhi
                .zip(before)
                .and_then(|(now, before)| growth(now, before)),
            bishu: (!is_share).then_some(now.late_count),
        }
    };
    Ok([
        shown("YUQI", "逾期未还", false, |evening| Some(evening.late)),
        shown("YUQILV", "逾期率", true, share_late),
    ])
}

/// What is overdue of all that is left, in millionths.
pub fn share_late(evening: Evening) -> Option<i128> {
    (evening.late * PPM).checked_div(evening.left)
}

fn growth(now: i128, before: i128) -> Option<i64> {
    let more = ((now - before) * PPM).checked_div(before)?;
    i64::try_from(more).ok()
}

fn ago(today: Date, days: i64) -> Date {
    loan::add_days(today, -days).unwrap_or(today)
}

/// The days of the longest chart, oldest first.
pub fn trend(call: &Call, days: &Days) -> Vec<TrendDay> {
    if !call.actor.may(MOVEMENTS) {
        return Vec::new();
    }
    let today = call.now.date();
    let of_day = |back: i64| {
        let day = ago(today, back);
        let cash = days.of(CASH, day);
        TrendDay {
            riqi: day,
            fangkuan: Sum(cash.credit),
            huankuan: Sum(cash.debit),
        }
    };
    (0..TREND_DAYS).rev().map(of_day).collect()
}

/// What is overdue by how long; the address of a list where the caller has a page of orders.
pub fn buckets(call: &Call, left: &[Left], page: Option<&str>) -> Vec<OverdueBucket> {
    if !call.actor.may(ORDERS) {
        return Vec::new();
    }
    let today = call.now.date();
    let of_bucket = BUCKETS.iter().map(|bucket| {
        let late = left.iter().filter(|left| left.is_late(today));
        let held: Vec<&Left> = late
            .filter(|left| bucket.holds(loan::days_between(left.due_on, today)))
            .collect();
        OverdueBucket {
            jian: bucket.key,
            mingcheng: bucket.word,
            qishu: held.iter().map(|left| left.count).sum(),
            jine: Sum(held.iter().map(|left| left.amount).sum()),
            router_url: page.map(|page| bucket.address(page, today)),
        }
    });
    of_bucket.collect()
}
