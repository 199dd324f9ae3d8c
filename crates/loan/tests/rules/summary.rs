//! MONEY.md §3: the summary is derived from order and day.

use loan::FeeCollection;

use crate::desk::{
    Desk, confirm, day, discount, extend, full_loan, full_offer, noon, prepay, yuan,
};

/// `principal; interest upfront insurance service overdue breach extension; total`
fn shown(desk: &Desk, on: &str) -> String {
    let summary = desk.order().summary(day(on)).unwrap();
    format!(
        "{}; {} {} {} {} {} {} {}; {}",
        summary.total_principal,
        summary.interest,
        summary.upfront_fee,
        summary.insurance_fee,
        summary.service_fee,
        summary.overdue_fee,
        summary.breach_fee,
        summary.extension_fees,
        summary.total_repayment
    )
}

#[test]
fn planned_figures_for_what_is_unpaid_and_charged_ones_for_what_is_paid() {
    let applied = Desk::applied(full_offer(), "3000", 3);
    let plain = "3,000.00; 60.00 60.00 90.00 45.00 0.00 0.00 0.00; 3,255.00";
    assert_eq!(shown(&applied, "2025-01-01"), plain, "a preview");

    let mut desk = full_loan();
    assert_eq!(shown(&desk, "2025-02-18"), plain);
    let late = "3,000.00; 60.00 60.00 90.00 45.00 4.30 0.00 0.00; 3,259.30";
    assert_eq!(
        shown(&desk, "2025-02-19"),
        late,
        "today's overdue fee counts"
    );
    desk.done(confirm(), "2025-02-19");
    assert_eq!(shown(&desk, "2025-03-01"), late, "the fee charged stays");
    desk.done(extend(), "2025-03-01");
    let extended = "3,000.00; 60.00 60.00 90.00 45.00 4.30 0.00 20.00; 3,279.30";
    assert_eq!(shown(&desk, "2025-03-01"), extended);
    desk.done(prepay(), "2025-03-02");
    // interest 30 + 20, fees of two instalments, breach fee 40.00
    let settled = "3,000.00; 50.00 60.00 60.00 30.00 4.30 40.00 20.00; 3,264.30";
    assert_eq!(shown(&desk, "2025-03-02"), settled);
    assert_eq!(shown(&desk, "2030-01-01"), settled);
}

#[test]
fn a_fee_kept_back_counts_like_one_collected_apart() {
    let mut terms = full_offer();
    terms.upfront_fee.collection = FeeCollection::Withheld;
    let desk = Desk::paid_out(terms, "3000", 3, "2025-01-15");
    assert_eq!(
        shown(&desk, "2025-01-15"),
        "3,000.00; 60.00 60.00 90.00 45.00 0.00 0.00 0.00; 3,255.00"
    );
}

#[test]
fn what_was_agreed_at_payout_stays_whatever_comes_later() {
    let applied = Desk::applied(full_offer(), "3000", 3);
    assert_eq!(applied.order().agreed_total(), Ok(None));
    let mut desk = full_loan();
    let agreed = Ok(Some(yuan("3255")));
    assert_eq!(desk.order().agreed_total(), agreed);
    desk.done(discount("12.34"), "2025-02-19");
    desk.done(confirm(), "2025-02-19");
    desk.done(extend(), "2025-03-01");
    desk.done(prepay(), "2025-03-02");
    assert_eq!(desk.order().agreed_total(), agreed);
}

#[test]
fn discounts_count_when_they_are_consumed() {
    let mut desk = full_loan();
    desk.done(discount("12.34"), "2025-02-10");
    desk.done(confirm(), "2025-02-10");
    desk.done(extend(), "2025-02-11");
    desk.done(discount("5"), "2025-02-12");
    let summary = desk.order().summary(day("2025-02-12")).unwrap();
    assert_eq!(summary.total_discount, yuan("12.34"));
    assert_eq!(summary.pending_discount, yuan("5"));
    assert_eq!(summary.extension_count, 1);
    assert_eq!(summary.extended_at, Some(noon("2025-02-11")));
    assert_eq!(summary.instalments, 3);
    assert_eq!(summary.total_repayment, yuan("3275"));
}
