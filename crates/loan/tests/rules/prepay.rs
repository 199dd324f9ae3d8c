//! MONEY.md §5 and §6: settling by prepayment.

use loan::{Event, State};

use crate::desk::{Desk, confirm, day, discount, full_loan, full_offer, lines, prepay, yuan};

#[test]
fn settlement_posts_one_record_and_one_entry() {
    let mut desk = full_loan();
    desk.done(confirm(), "2025-02-15");
    desk.done(discount("70"), "2025-03-20");
    let outcome = desk.done(prepay(), "2025-03-20");
    // 逾期费 5.33, 违约金 20.00, then 44.67 of 服务费 and 保险费
    assert_eq!(
        lines(outcome.entry.as_ref()),
        "借 资金 2,075.33 | 借 优惠减免（逾期费收入） 5.33 | 借 优惠减免（违约金收入） 20.00 \
         | 借 优惠减免（服务费收入） 30.00 | 借 优惠减免（保险费收入） 14.67 \
         | 贷 贷款本金 2,000.00 | 贷 利息收入 30.00 | 贷 保险费收入 60.00 \
         | 贷 逾期费收入 5.33 | 贷 违约金收入 20.00 | 贷 服务费收入 30.00"
    );
    assert_eq!(outcome.records.len(), 1);
    let record = &outcome.records[0];
    assert_eq!(record.kind.code(), "TIQIAN");
    assert_eq!(record.number, None);
    assert_eq!((record.due, record.discount), (yuan("2145.33"), yuan("70")));
    assert_eq!(record.cash, yuan("2075.33"));
    assert!(record.overdue);
    assert_eq!(record.scheduled_on, Some(day("2025-03-15")));
    assert_eq!(
        outcome.sentence,
        "提前还款结清：剩余本金 2,000.00 元，利息 30.00 元，费用 90.00 元，逾期费 5.33 元，\
         违约金 20.00 元，优惠 70.00 元，合计实付 2,075.33 元，到账日 2025-03-20"
    );
    assert_eq!(outcome.order.state, State::Settled);
}

/// Each item keeps what it was charged; the discount fills items in order, the
/// breach fee belongs to the last.
#[test]
fn items_keep_what_they_were_charged() {
    let mut desk = full_loan();
    desk.done(discount("1075"), "2025-02-10");
    desk.done(confirm(), "2025-02-10");
    desk.done(discount("1065"), "2025-02-20");
    desk.done(prepay(), "2025-02-20");
    let items = &desk.order().plan.as_ref().unwrap().items;
    let shown: Vec<String> = items
        .iter()
        .map(|item| {
            let paid = item.paid.as_ref().unwrap();
            let charge = &paid.charge;
            format!(
                "{} {} {} {} {} − {} = {}",
                charge.principal,
                charge.interest,
                charge.insurance_fee.plus(charge.service_fee).unwrap(),
                charge.overdue_fee,
                charge.breach_fee,
                paid.discount,
                paid.received
            )
        })
        .collect();
    let expected = [
        "1,000.00 30.00 45.00 0.00 0.00 − 1,075.00 = 0.00",
        "1,000.00 20.00 45.00 0.00 0.00 − 1,065.00 = 0.00",
        "1,000.00 0.00 0.00 0.00 40.00 − 0.00 = 1,040.00",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn guards_and_rules() {
    let seen = |total: &str| Event::Prepay {
        total_seen: Some(yuan(total)),
        value_date: None,
    };
    let mut desk = full_loan();
    assert_eq!(
        desk.refused(seen("3135.01"), "2025-01-15"),
        "stale: 应付由 3,135.01 元变为 3,135.00 元，请刷新后再试"
    );
    let future = Event::Prepay {
        total_seen: None,
        value_date: Some(day("2025-01-17")),
    };
    assert_eq!(
        desk.refused(future, "2025-01-16"),
        "rule: 到账日期 2025-01-17 不能晚于今天"
    );
    desk.done(seen("3135"), "2025-01-15");
    assert_eq!(
        desk.refused(seen("3135"), "2025-01-15"),
        "stale: 该订单已结清，请刷新后再试"
    );
    // Whoever saw a total before the last instalment was confirmed is stale too.
    let mut desk = full_loan();
    for _ in 0..3 {
        desk.done(confirm(), "2025-01-16");
    }
    assert_eq!(
        desk.refused(seen("1000"), "2025-01-16"),
        "stale: 该订单已结清，请刷新后再试"
    );
    let mut terms = full_offer();
    terms.prepay.allowed = false;
    let mut desk = Desk::paid_out(terms, "3000", 3, "2025-01-15");
    assert_eq!(
        desk.refused(prepay(), "2025-01-15"),
        "rule: 该产品不允许提前还款"
    );
}

/// The value date decides which period is running.
#[test]
fn money_that_arrived_earlier_counts_from_its_day() {
    let mut desk = full_loan();
    desk.done(confirm(), "2025-02-15");
    let event = Event::Prepay {
        total_seen: Some(yuan("2085")),
        value_date: Some(day("2025-03-15")),
    };
    let outcome = desk.done(event, "2025-03-20");
    assert_eq!(outcome.records[0].value_on, day("2025-03-15"));
    assert!(!outcome.records[0].overdue);
}
