//! MONEY.md §2: which terms may be offered.

use loan::{
    DayCount, FeeCollection, Order, OverdueBase, Period, PeriodUnit, Policy, Ppm, RepaymentMode,
    Terms,
};

use crate::desk::{monthly, percent, yuan};

fn offer() -> Terms {
    let mut terms = monthly(RepaymentMode::EqualInstalments, "12");
    terms.offered_periods = vec![3, 6, 12];
    terms
}

/// One edit of the offer.
type Change = fn(&mut Terms);

fn verdict(change: Change) -> String {
    let mut terms = offer();
    change(&mut terms);
    let result = terms.check(Policy::default());
    result.map_or_else(|error| error.to_string(), |()| "可以".to_owned())
}

#[test]
fn nonsense_is_refused_with_a_sentence() {
    let table: &[(&str, Change)] = &[
        ("可以", |_| {}),
        ("请至少填写一个可选期数", |t| {
            t.offered_periods.clear();
        }),
        ("期数须在 1 至 360 之间，不能是 0", |t| {
            t.offered_periods = vec![0];
        }),
        ("期数须在 1 至 360 之间，不能是 361", |t| {
            t.offered_periods = vec![12, 361];
        }),
        ("可以", |t| t.offered_periods = vec![1, 360]),
        ("可选期数 6 重复", |t| {
            t.offered_periods = vec![6, 12, 6];
        }),
        (
            "每期长度须在 1 至 120 月之间，不能是 0",
            |t| t.period.length = 0,
        ),
        (
            "每期长度须在 1 至 120 月之间，不能是 121",
            |t| t.period.length = 121,
        ),
        ("可以", |t| t.period.length = 120),
        (
            "每期长度须在 1 至 520 周之间，不能是 521",
            |t| {
                t.period = Period {
                    unit: PeriodUnit::Week,
                    length: 521,
                };
            },
        ),
        (
            "每期长度须在 1 至 3650 天之间，不能是 3651",
            |t| {
                t.period = Period {
                    unit: PeriodUnit::Day,
                    length: 3_651,
                };
            },
        ),
        ("前置费率须低于 100%，不能是 100.00%", |t| {
            t.upfront_fee.rate = percent("100");
        }),
        ("可以", |t| t.upfront_fee.rate = percent("99.9999")),
        (
            "未开启前置费扣除：依民法典第六百七十条，预先扣除的部分不计入本金，请改为另收",
            |t| t.upfront_fee.collection = FeeCollection::Withheld,
        ),
        ("宽限天数不能超过 3650 天，不能是 3651", |t| {
            t.overdue.grace_days = 3_651;
        }),
        ("可以", |t| t.overdue.grace_days = 3_650),
        (
            "允许展期时，每次展期天数须在 1 至 3650 之间，不能是 0",
            |t| t.extension.allowed = true,
        ),
        (
            "允许展期时，每次展期天数须在 1 至 3650 之间，不能是 3651",
            |t| {
                t.extension.allowed = true;
                t.extension.days = 3_651;
            },
        ),
        ("可以", |t| {
            t.extension.allowed = true;
            t.extension.days = 1;
        }),
        ("最多展期次数不能超过 360，不能是 361", |t| {
            t.extension.max_count = 361;
        }),
    ];
    for (row, (expected, change)) in table.iter().enumerate() {
        assert_eq!(verdict(*change), *expected, "row {row}");
    }
}

#[test]
fn withholding_needs_the_lenders_setting() {
    let mut terms = offer();
    terms.upfront_fee.collection = FeeCollection::Withheld;
    let allowed = Policy {
        withholding_allowed: true,
    };
    assert_eq!(terms.check(allowed), Ok(()));
    assert!(terms.check(Policy::default()).is_err());
}

#[test]
fn legal_but_idle_terms_are_warned_about() {
    let warned = |change: Change| {
        let mut terms = offer();
        change(&mut terms);
        terms.warnings().concat()
    };
    assert_eq!(warned(|_| {}), "");
    let early_items_cost_nothing = warned(|t| {
        t.mode = RepaymentMode::InterestFirst;
        t.overdue.base = OverdueBase::Principal;
        t.overdue.daily_rate = percent("0.05");
    });
    assert_eq!(
        early_items_cost_nothing,
        "先息后本的前几期没有本金，逾期费按本金计算时这些期逾期不收费"
    );
    assert_eq!(
        warned(|t| t.overdue.cap = percent("24")),
        "逾期日费率为 0，逾期费上限不起作用"
    );
    assert_eq!(
        warned(|t| t.prepay.breach_fee_rate = percent("1")),
        "未允许提前还款，违约金费率不起作用"
    );
    assert_eq!(
        warned(|t| t.extension.allowed = true),
        "最多展期次数为 0，实际不能展期"
    );
}

#[test]
fn an_application_must_match_the_offer() {
    let apply = |principal: &str, periods: u16| {
        let order = Order::new(offer(), yuan(principal), periods, Policy::default());
        order.map_or_else(|error| error.to_string(), |order| order.state.to_string())
    };
    assert_eq!(apply("1000", 12), "待审核");
    assert_eq!(apply("1000", 9), "该产品不提供 9 期");
    assert_eq!(
        apply("0", 12),
        "借款金额须在 0.01 至 10,000,000,000.00 元之间，不能是 0.00 元"
    );
}

#[test]
fn rates_and_day_counts_outside_the_bounds_cannot_be_made() {
    assert!(Ppm::new(10_000_000).is_ok());
    let sentence = |ppm: i64| Ppm::new(ppm).unwrap_err().to_string();
    assert_eq!(
        sentence(10_000_001),
        "费率须在 0% 至 1000% 之间，不能是 1000.0001%"
    );
    assert_eq!(sentence(-1), "费率须在 0% 至 1000% 之间，不能是 -0.0001%");
    assert_eq!(DayCount::try_from(360).map(u16::from), Ok(360));
    assert_eq!(DayCount::try_from(366), Err("计息天数只能是 360 或 365"));
}
