//! MONEY.md §4: states and flags of plan items.

use crate::desk::{Desk, confirm, day, extend, full_loan, full_offer, prepay, write_off};

/// One letter per instalment for the state (等 awaiting, 还 in repayment, 完
/// completed), then 确 where it may be confirmed, 延 where it may be extended,
/// 逾 where it is overdue.
fn shown(desk: &Desk, on: &str) -> String {
    let views = desk.order().view(day(on)).unwrap();
    let items = views.iter().map(|view| {
        let mut text = match view.state.code() {
            "DAIHUANKUAN" => "等",
            "HUANKUANZHONG" => "还",
            "YIWANCHENG" => "完",
            other => other,
        }
        .to_owned();
        let flags = [
            (view.can_confirm, "确"),
            (view.can_extend, "延"),
            (view.is_overdue(), "逾"),
        ];
        text.extend(flags.iter().filter(|(set, _)| *set).map(|(_, mark)| *mark));
        text
    });
    items.collect::<Vec<_>>().join(" ")
}

#[test]
fn items_over_time() {
    let desk = full_loan();
    let table = [
        ("2025-01-15", "还确延 等 等"),
        ("2025-02-15", "还确延 等 等"),
        ("2025-02-18", "还确延 等 等"),
        ("2025-02-19", "还确逾 等 等"),
        ("2025-03-14", "还确逾 等 等"),
        ("2025-03-15", "还确逾 还 等"),
        ("2025-03-19", "还确逾 还逾 等"),
        ("2025-04-15", "还确逾 还逾 还"),
    ];
    for (on, expected) in table {
        assert_eq!(shown(&desk, on), expected, "{on}");
    }
}

#[test]
fn items_over_events() {
    let mut desk = full_loan();
    desk.done(confirm(), "2025-02-19");
    assert_eq!(shown(&desk, "2025-02-19"), "完逾 还确延 等");
    desk.done(extend(), "2025-02-20");
    desk.done(extend(), "2025-02-20");
    assert_eq!(shown(&desk, "2025-02-20"), "完逾 还确 等");
    desk.done(confirm(), "2025-02-20");
    assert_eq!(shown(&desk, "2025-02-20"), "完逾 完 还确");
    desk.done(confirm(), "2025-02-20");
    assert_eq!(shown(&desk, "2026-02-20"), "完逾 完 完");
}

#[test]
fn a_product_without_extension_shows_no_extension() {
    let mut terms = full_offer();
    terms.extension.allowed = false;
    let desk = Desk::paid_out(terms, "3000", 3, "2025-01-15");
    assert_eq!(shown(&desk, "2025-01-15"), "还确 等 等");
}

#[test]
fn nothing_may_be_done_outside_repayment() {
    let applied = Desk::applied(full_offer(), "3000", 3);
    assert_eq!(shown(&applied, "2025-01-15"), "还 等 等");
    assert!(!applied.order().can_prepay());

    let mut desk = full_loan();
    assert!(desk.order().can_prepay());
    desk.done(write_off(), "2025-03-20");
    assert_eq!(shown(&desk, "2025-05-01"), "还逾 还逾 还");
    assert!(!desk.order().can_prepay());

    let mut desk = full_loan();
    desk.done(prepay(), "2025-01-20");
    assert_eq!(shown(&desk, "2025-05-01"), "完 完 完");
    assert!(!desk.order().can_prepay());

    let mut terms = full_offer();
    terms.prepay.allowed = false;
    let desk = Desk::paid_out(terms, "3000", 3, "2025-01-15");
    assert!(!desk.order().can_prepay());
}

#[test]
fn a_paid_item_shows_what_was_received() {
    let mut desk = full_loan();
    desk.done(crate::desk::discount("50"), "2025-02-19");
    desk.done(confirm(), "2025-02-19");
    let views = desk.order().view(day("2025-06-01")).unwrap();
    let shown: Vec<String> = views
        .iter()
        .map(|view| {
            format!(
                "{} {} {} {} {} {}",
                view.amount_due,
                view.fees,
                view.overdue_days,
                view.overdue_fee,
                view.discount,
                view.received
            )
        })
        .collect();
    let expected = [
        "1,075.00 45.00 4 4.30 50.00 1,029.30",
        "1,065.00 45.00 78 83.07 0.00 0.00",
        "1,055.00 45.00 47 49.59 0.00 0.00",
    ];
    assert_eq!(shown, expected);
}
