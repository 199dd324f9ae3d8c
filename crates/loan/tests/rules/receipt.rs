//! MONEY.md §5, receipt: one transfer of any amount, over as many instalments as it covers.

use loan::RepaymentMode::{EqualInstalments, EqualPrincipal};
use loan::{
    Event, Fen, Order, OverdueBase, Reason, Record, RecordKind, Refusal, Rule, State, Terms,
};

use crate::desk::{
    Desk, confirm, day, discount, extend, full_loan, full_offer, lines, monthly, percent, prepay,
    receipt, undo, write_off, yuan,
};
use crate::formula;

fn seen(amount: &str, number_seen: Option<u16>, received_seen: Option<&str>) -> Event {
    Event::Receipt {
        amount: yuan(amount),
        number_seen,
        received_seen: received_seen.map(yuan),
        value_date: None,
    }
}

/// 1 000.00 yuan, three months, 18 %: 346.71, 346.71 and 346.72 (MONEY.md §3).
fn worked() -> Terms {
    let mut terms = monthly(EqualInstalments, "18");
    terms.service_fee_rate = percent("1");
    terms.overdue.daily_rate = percent("0.05");
    terms.overdue.base = OverdueBase::AmountDue;
    terms.prepay.allowed = true;
    terms.prepay.breach_fee_rate = percent("1");
    terms
}

fn worked_desk() -> Desk {
    Desk::paid_out(worked(), "1000", 3, "2026-01-15")
}

/// `2 逾期 0.87 已收 0.00 待还 347.58`
fn items(order: &Order, on: &str) -> Vec<String> {
    let views = order.view(day(on)).unwrap();
    let row = |view: &loan::ItemView| {
        let (number, fee) = (view.item.number, view.overdue_fee);
        let (received, left) = (view.received_in_part, view.left);
        format!("{number} 逾期 {fee} 已收 {received} 待还 {left}")
    };
    views.iter().map(row).collect()
}

fn text(reasons: &[Reason]) -> Vec<String> {
    let line = |reason: &Reason| {
        let recomputed = formula::evaluate(&reason.formula);
        assert_eq!(recomputed, Some(reason.result.get()), "{reason:?}");
        format!("{}: {} = {}", reason.what, reason.formula, reason.result)
    };
    reasons.iter().map(line).collect()
}

#[test]
fn the_worked_receipt() {
    let mut desk = worked_desk();
    let first = desk.done(receipt("200"), "2026-02-25");
    assert_eq!(
        lines(first.entry.as_ref()),
        "借 资金 200.00 | 贷 贷款本金 179.94 | 贷 利息收入 15.00 | 贷 服务费收入 3.33 | 贷 逾期费收入 1.73"
    );
    assert_eq!(
        first.sentence,
        "登记到账 200.00 元：第1期部分还款 200.00 元，到账日 2026-02-25"
    );
    assert_eq!(
        items(desk.order(), "2026-02-25")[0],
        "1 逾期 1.73 已收 200.00 待还 148.44"
    );
    assert_eq!(
        items(desk.order(), "2026-03-07")[0],
        "1 逾期 2.47 已收 200.00 待还 149.18"
    );
    let second = desk.done(receipt("600"), "2026-03-20");
    let records: Vec<String> = second
        .records
        .iter()
        .map(|r| format!("{} {} {}", r.kind.code(), r.description, r.cash))
        .collect();
    assert_eq!(
        records,
        [
            "HUANKUAN 第1期还款 150.15",
            "HUANKUAN 第2期还款 347.58",
            "BUFEN 第3期部分还款 102.27",
        ]
    );
    assert_eq!(
        lines(second.entry.as_ref()),
        "借 资金 600.00 | 贷 贷款本金 148.44 | 贷 逾期费收入 1.71 \
         | 贷 贷款本金 333.31 | 贷 利息收入 10.07 | 贷 服务费收入 3.33 | 贷 逾期费收入 0.87 \
         | 贷 贷款本金 93.86 | 贷 利息收入 5.07 | 贷 服务费收入 3.34"
    );
    assert_eq!(
        second.sentence,
        "登记到账 600.00 元：第1至2期还清 497.73 元，第3期部分还款 102.27 元，到账日 2026-03-20"
    );
    let quote = desk.order().prepay_quote(day("2026-03-20")).unwrap();
    assert_eq!(quote.charge.principal, yuan("244.45"));
    assert_eq!(quote.charge.breach_fee, yuan("2.44"));
    assert_eq!(quote.total, yuan("246.89"));
    desk.done(prepay(), "2026-03-20");
    assert_eq!(desk.order().state, State::Settled);
}

#[test]
fn what_is_refused() {
    let mut desk = worked_desk();
    let on = "2026-01-20";
    let table = [
        (receipt("0"), "rule: 到账金额必须大于零"),
        (
            receipt("1040.15"),
            "rule: 到账金额 1,040.15 元超过待还合计 1,040.14 元",
        ),
        (
            seen("5", Some(2), None),
            "stale: 当前应还第1期，不是第2期，请刷新后再试",
        ),
        (
            seen("5", Some(1), Some("1")),
            "stale: 本期已还金额已由 1.00 元变为 0.00 元，请刷新后再试",
        ),
    ];
    for (event, expected) in table {
        assert_eq!(desk.refused(event, on), expected);
    }
    desk.done(seen("346.71", Some(1), Some("0")), on);
    assert_eq!(
        desk.refused(seen("5", Some(1), Some("0")), on),
        "stale: 第1期已还款，请刷新后再试"
    );
    desk.done(receipt("693.43"), on);
    assert_eq!(desk.order().state, State::Settled);
    assert_eq!(
        desk.refused(receipt("1"), on),
        "rule: 已结清的订单不能登记到账"
    );
    let mut applied = Desk::applied(worked(), "1000", 3);
    assert_eq!(
        applied.refused(receipt("1"), on),
        "rule: 待审核的订单不能登记到账"
    );
}

/// The discount stays pending through part payments: what it will take is set aside.
#[test]
fn a_pending_discount_is_set_aside() {
    let mut desk = full_loan();
    desk.done(discount("50"), "2025-02-19");
    // Left: overdue 4.30, service 15.00, insurance 30.00, interest 30.00, principal 1 000.00.
    // The discount will take 4.30, 15.00, 30.00 and 0.70 of the interest.
    let part = desk.done(receipt("30"), "2025-02-19");
    assert_eq!(
        lines(part.entry.as_ref()),
        "借 资金 30.00 | 贷 贷款本金 0.70 | 贷 利息收入 29.30"
    );
    assert_eq!(desk.order().pending_discount, yuan("50"));
    assert_eq!(
        desk.refused(discount("1049.31"), "2025-02-19"),
        "rule: 优惠金额 1,049.31 元不能超过本期应付 1,049.30 元"
    );
    let rest = desk.done(receipt("999.30"), "2025-02-19");
    assert_eq!(rest.records[0].due, yuan("1049.30"));
    assert_eq!(
        rest.sentence,
        "登记到账 999.30 元：第1期还清 999.30 元（优惠 50.00 元），到账日 2025-02-19"
    );
    assert_eq!(rest.records[0].discount, yuan("50"));
    assert_eq!(
        lines(rest.entry.as_ref()),
        "借 资金 999.30 | 借 优惠减免（逾期费收入） 4.30 | 借 优惠减免（服务费收入） 15.00 \
         | 借 优惠减免（保险费收入） 30.00 | 借 优惠减免（利息收入） 0.70 \
         | 贷 贷款本金 999.30 | 贷 逾期费收入 4.30 | 贷 服务费收入 15.00 | 贷 保险费收入 30.00 \
         | 贷 利息收入 0.70"
    );
    let item = &desk.order().plan.as_ref().unwrap().items[0];
    assert_eq!(item.paid.as_ref().unwrap().received, yuan("1029.30"));
}

#[test]
fn a_confirmation_asks_for_the_rest() {
    let mut desk = worked_desk();
    desk.done(receipt("200"), "2026-02-25");
    let wrong = Event::Confirm {
        number_seen: Some(1),
        amount_seen: Some(yuan("348.44")),
        value_date: None,
    };
    assert_eq!(
        desk.refused(wrong, "2026-02-25"),
        "stale: 应付由 348.44 元变为 148.44 元，请刷新后再试"
    );
    let done = desk.done(confirm(), "2026-02-25");
    assert_eq!(done.records[0].cash, yuan("148.44"));
    assert_eq!(
        lines(done.entry.as_ref()),
        "借 资金 148.44 | 贷 贷款本金 148.44"
    );
}

#[test]
fn extension_and_write_off_count_the_principal_that_is_left() {
    let mut desk = full_loan();
    // Service 15.00, insurance 30.00, interest 30.00, principal 125.00.
    desk.done(receipt("200"), "2025-02-01");
    assert_eq!(desk.order().extension_fee(), Ok(yuan("28.75")));
    desk.done(extend(), "2025-02-02");
    // Due on 25 February, base 875.00, four days at 0.1 %.
    assert_eq!(
        items(desk.order(), "2025-03-01")[0],
        "1 逾期 3.50 已收 200.00 待还 878.50"
    );
    let lost = desk.done(write_off(), "2025-03-01");
    assert_eq!(
        lines(lost.entry.as_ref()),
        "借 贷款损失 2,875.00 | 贷 贷款本金 2,875.00"
    );
    assert_eq!(
        items(desk.order(), "2025-09-01")[0],
        "1 逾期 3.50 已收 200.00 待还 878.50"
    );
}

/// The fee never exceeds the cap of the whole base, nor falls below what was fixed.
#[test]
fn the_cap_stays_that_of_the_whole_base() {
    let mut desk = full_loan();
    desk.done(receipt("100"), "2025-05-01");
    let fee = |on: &str| {
        let order = desk.order();
        order.view(day(on)).unwrap()[0].overdue_fee
    };
    assert_eq!(fee("2025-05-01"), yuan("80.63"), "75 days of 1 075.00");
    assert_eq!(fee("2026-05-01"), yuan("107.50"), "a tenth of 1 075.00");
}

#[test]
fn a_prepayment_never_asks_for_less_than_was_received() {
    let mut terms = full_offer();
    terms.prepay.interest = loan::PrepayInterest::DaysUsed;
    let mut desk = Desk::paid_out(terms, "3000", 3, "2025-01-15");
    // Everything but 900.00 of the principal of the first instalment, on its first day.
    desk.done(receipt("175"), "2025-01-15");
    let quote = desk.order().prepay_quote(day("2025-01-15")).unwrap();
    assert_eq!(quote.charge.interest, Fen::ZERO, "30.00 stay charged");
    assert_eq!(quote.shares[0].charge.interest, yuan("30"));
    assert_eq!(quote.charge.principal, yuan("2900"));
    assert_eq!(quote.charge.breach_fee, yuan("58"));
    assert_eq!(quote.total, yuan("2958"));
    let lines = text(&desk.order().explain_prepay(day("2025-01-15")).unwrap());
    assert_eq!(
        lines[1],
        "第1期利息（已收足，不再收取）: 30.00 − 30.00 = 0.00"
    );
    desk.done(prepay(), "2025-01-15");
    let item = &desk.order().plan.as_ref().unwrap().items[0];
    assert_eq!(item.paid.as_ref().unwrap().received, yuan("1075"));
}

/// Each instalment takes of the discount up to its charge, what was received of it included
/// (MONEY.md §5).
#[test]
fn a_prepayments_discount_fills_instalments_up_to_their_charge() {
    let mut terms = monthly(EqualPrincipal, "12");
    terms.prepay.allowed = true;
    terms.prepay.interest = loan::PrepayInterest::DaysUsed;
    let mut desk = Desk::paid_out(terms, "2000", 2, "2026-01-15");
    desk.done(receipt("10"), "2026-01-15");
    desk.done(discount("1010"), "2026-01-15");
    let quote = desk.order().prepay_quote(day("2026-01-15")).unwrap();
    assert_eq!(quote.total, yuan("990"));
    desk.done(prepay(), "2026-01-15");
    let items = &desk.order().plan.as_ref().unwrap().items;
    let taken = items.iter().map(|item| item.paid.as_ref().unwrap());
    let taken: Vec<_> = taken.map(|paid| (paid.discount, paid.received)).collect();
    assert_eq!(
        taken,
        [(yuan("1010"), Fen::ZERO), (Fen::ZERO, yuan("1000"))]
    );
}

/// An undo names the receipt and gives back every instalment and the discount.
#[test]
fn an_undone_receipt_leaves_nothing() {
    let mut desk = full_loan();
    desk.done(receipt("80"), "2025-02-10");
    desk.done(discount("9"), "2025-02-11");
    let before = desk.order().clone();
    desk.done(receipt("1500"), "2025-02-12");
    let id = desk.newest();
    desk.done(discount("1"), "2025-02-12");
    let outcome = desk.done(undo(id), "2025-02-13");
    assert_eq!(outcome.sentence, "撤销到账 1,500.00 元：录入错误");
    assert_eq!(outcome.amount, Some(Fen::new(-150_000)));
    let mut restored = desk.order().clone();
    restored.last_undone = before.last_undone;
    assert_eq!(restored, before);
    assert_eq!(desk.newest().0, 3, "the first receipt is next");
}

#[test]
fn the_segments_of_the_overdue_fee_are_explained() {
    let mut desk = worked_desk();
    desk.done(receipt("200"), "2026-02-25");
    let reasons = desk.order().explain_instalment(1, day("2026-03-07"));
    let lines = text(&reasons.unwrap());
    assert_eq!(
        lines[5..],
        [
            "第1期逾期费（2026-02-15 至 2026-02-25，应还金额 × 日费率 × 天数）: \
             346.71 × 0.05% × 10 = 1.73",
            "第1期逾期费（2026-02-25 至 2026-03-07，剩余应还金额 × 日费率 × 天数）: \
             148.44 × 0.05% × 10 = 0.74",
            "第1期逾期费合计: 第1段 1.73 + 第2段 0.74 = 2.47",
            "第1期部分还款（2026-02-25 到账）: 逾期费 1.73 + 服务费 3.33 + 利息 15.00 + \
             本金 179.94 = 200.00",
            "应付: 应还 346.71 + 逾期费 2.47 − 已还 200.00 = 149.18",
        ]
    );
    let receipt = desk.order().explain_receipt(yuan("600"), day("2026-03-20"));
    let lines = text(&receipt.unwrap());
    assert_eq!(
        lines,
        [
            "第1期逾期费（2026-02-15 至 2026-02-25，应还金额 × 日费率 × 天数）: \
             346.71 × 0.05% × 10 = 1.73",
            "第1期逾期费（2026-02-25 至 2026-03-20，剩余应还金额 × 日费率 × 天数）: \
             148.44 × 0.05% × 23 = 1.71",
            "第1期逾期费合计: 第1段 1.73 + 第2段 1.71 = 3.44",
            "第1期还清: 逾期费 1.71 + 本金 148.44 = 150.15",
            "第2期逾期费（2026-03-15 至 2026-03-20，应还金额 × 日费率 × 天数）: \
             346.71 × 0.05% × 5 = 0.87",
            "第2期还清: 逾期费 0.87 + 服务费 3.33 + 利息 10.07 + 本金 333.31 = 347.58",
            "第3期部分还款: 服务费 3.34 + 利息 5.07 + 本金 93.86 = 102.27",
            "到账后待还合计: 到账前待还 844.45 − 本次到账 600.00 = 244.45",
        ]
    );
}

/// Whatever completed it, an instalment keeps every segment of its fee and every receipt.
#[test]
fn a_completed_instalment_explains_every_receipt() {
    let segments = [
        "第1期逾期费（2026-02-15 至 2026-02-25，应还金额 × 日费率 × 天数）: \
         346.71 × 0.05% × 10 = 1.73",
        "第1期逾期费（2026-02-25 至 2026-03-20，剩余应还金额 × 日费率 × 天数）: \
         148.44 × 0.05% × 23 = 1.71",
        "第1期逾期费合计: 第1段 1.73 + 第2段 1.71 = 3.44",
        "应付（2026-03-20 确定）: 本金 328.38 + 利息 15.00 + 服务费 3.33 + 逾期费 3.44 = 350.15",
        "第1期部分还款（2026-02-25 到账）: 逾期费 1.73 + 服务费 3.33 + 利息 15.00 + \
         本金 179.94 = 200.00",
    ];
    let by_rest = [
        "第1期还清（2026-03-20 到账）: 逾期费 1.71 + 本金 148.44 = 150.15",
        "实付: 部分还款 200.00 + 还清 150.15 = 350.15",
    ];
    let early = [
        "第1期提前结清（2026-03-20 到账）: 逾期费 1.71 + 本金 148.44 = 150.15",
        "实付: 部分还款 200.00 + 提前结清 150.15 = 350.15",
    ];
    let ways = [
        (receipt("600"), by_rest),
        (confirm(), by_rest),
        (prepay(), early),
    ];
    for (event, done) in ways {
        let mut desk = worked_desk();
        desk.done(receipt("200"), "2026-02-25");
        let first = desk.newest();
        desk.done(event, "2026-03-20");
        let reasons = desk.order().explain_instalment(1, day("2026-06-01"));
        let reasons = reasons.unwrap();
        assert_eq!(text(&reasons)[5..], [&segments[..], &done[..]].concat());
        let events: Vec<_> = reasons.iter().filter_map(|reason| reason.by).collect();
        assert_eq!(events, [first, desk.newest()]);
    }
}

/// A discount of all that is left leaves the instalment to be completed without money; one above
/// what was left on an earlier day is refused for that day, as by a confirmation.
#[test]
fn a_discount_of_all_that_is_left() {
    let mut desk = full_loan();
    desk.done(discount("1079.30"), "2025-02-19");
    let order = desk.order();
    let quote = order.receipt_quote(yuan("5"), day("2025-02-19")).unwrap();
    let shares = quote.shares.iter();
    let shown: Vec<_> = shares
        .map(|share| (share.number, share.discount, share.cash, share.completes))
        .collect();
    assert_eq!(
        shown,
        [
            (1, yuan("1079.30"), Fen::ZERO, true),
            (2, Fen::ZERO, yuan("5"), false),
        ]
    );
    let earlier = order.receipt_quote(yuan("5"), day("2025-02-18"));
    let refusal = Rule::DiscountExceedsDue {
        discount: yuan("1079.30"),
        due: yuan("1075"),
    };
    assert_eq!(earlier, Err(Refusal::Rule(refusal)));
    assert_eq!(
        order.most_receivable(day("2025-02-18")),
        Err(refusal.into())
    );
}

fn dated(amount: &str, value_date: &str) -> Event {
    Event::Receipt {
        amount: yuan(amount),
        number_seen: None,
        received_seen: None,
        value_date: Some(day(value_date)),
    }
}

#[test]
fn the_record_of_a_part_payment() {
    let mut desk = worked_desk();
    let part = desk.done(dated("200", "2026-02-20"), "2026-02-25");
    let record = Record {
        kind: RecordKind::PartPayment,
        number: Some(1),
        description: "第1期部分还款".to_owned(),
        due: yuan("200"),
        discount: Fen::ZERO,
        cash: yuan("200"),
        overdue: true,
        scheduled_on: Some(day("2026-02-15")),
        value_on: day("2026-02-20"),
    };
    assert_eq!(part.records, [record]);
    assert_eq!(
        desk.refused(seen("5", Some(1), Some("199.99")), "2026-02-25"),
        "stale: 本期已还金额已由 199.99 元变为 200.00 元，请刷新后再试"
    );
}

#[test]
fn money_counts_from_a_day_between_the_last_event_and_today() {
    let mut desk = worked_desk();
    let table = [
        (
            "2026-01-14",
            "rule: 日期 2026-01-14 不能早于上一笔业务的日期 2026-01-15",
        ),
        ("2026-02-26", "rule: 到账日期 2026-02-26 不能晚于今天"),
    ];
    for (value_date, expected) in table {
        let refused = desk.refused(dated("200", value_date), "2026-02-25");
        assert_eq!(refused, expected);
    }
    desk.done(dated("200", "2026-02-20"), "2026-02-25");
    assert_eq!(
        desk.refused(dated("1", "2026-02-19"), "2026-02-25"),
        "rule: 日期 2026-02-19 不能早于上一笔业务的日期 2026-02-20"
    );
    desk.done(dated("1", "2026-02-20"), "2026-02-25");
}
