//! "Why this number": explanations a borrower can recompute.

use loan::RepaymentMode::{EqualInstalments, SinglePayment};
use loan::{PeriodUnit, PrepayInterest, Reason};

use crate::desk::{
    Desk, confirm, day, discount, every, full_loan, full_offer, monthly, prepay, receipt, undo,
    write_off,
};
use crate::formula;

fn text(reasons: &[Reason]) -> Vec<String> {
    let line = |reason: &Reason| {
        let recomputed = formula::evaluate(&reason.formula);
        assert_eq!(recomputed, Some(reason.result.get()), "{reason:?}");
        format!("{}: {} = {}", reason.what, reason.formula, reason.result)
    };
    reasons.iter().map(line).collect()
}

#[test]
fn an_overdue_instalment_with_a_discount() {
    let mut desk = full_loan();
    desk.done(discount("50"), "2025-02-19");
    let reasons = desk
        .order()
        .explain_instalment(1, day("2025-02-19"))
        .unwrap();
    let expected = [
        "本金（借款本金 ÷ 期数）: 3,000.00 ÷ 3 = 1,000.00",
        "利息（剩余本金 × 期利率）: 3,000.00 × 12.00% × 1 ÷ 12 = 30.00",
        "保险费总额（借款本金 × 费率）: 3,000.00 × 3.00% = 90.00",
        "本期保险费（总额 ÷ 期数，以余额为限）: min(90.00 ÷ 3, 90.00) = 30.00",
        "服务费总额（借款本金 × 费率）: 3,000.00 × 1.50% = 45.00",
        "本期服务费（总额 ÷ 期数，以余额为限）: min(45.00 ÷ 3, 45.00) = 15.00",
        "应还: 本金 1,000.00 + 利息 30.00 + 保险费 30.00 + 服务费 15.00 = 1,075.00",
        "第1期逾期费（2025-02-15 至 2025-02-19，应还金额 × 日费率 × 天数，不超过上限）: \
         min(1,075.00 × 0.10% × 4, 1,075.00 × 10.00%) = 4.30",
        "当前优惠: 50.00 = 50.00",
        "应付: 应还 1,075.00 + 逾期费 4.30 − 优惠 50.00 = 1,029.30",
    ];
    assert_eq!(text(&reasons), expected);
}

#[test]
fn a_later_instalment_is_not_touched_by_the_discount() {
    let mut desk = full_loan();
    desk.done(discount("50"), "2025-02-10");
    let reasons = desk
        .order()
        .explain_instalment(3, day("2025-02-10"))
        .unwrap();
    let lines = text(&reasons);
    assert_eq!(
        lines[0],
        "本金（最后一期还清剩余本金）: 1,000.00 = 1,000.00"
    );
    assert_eq!(lines[3], "本期保险费（最后一期为余下部分）: 30.00 = 30.00");
    assert_eq!(lines.last().unwrap(), "应付: 应还 1,055.00 = 1,055.00");
}

#[test]
fn a_level_payment_and_other_periods() {
    let desk = Desk::paid_out(monthly(EqualInstalments, "12"), "10000", 12, "2025-01-15");
    let lines = text(
        &desk
            .order()
            .explain_instalment(2, day("2025-01-15"))
            .unwrap(),
    );
    let expected = [
        "本金（每期还款额 − 利息）: 888.49 − 92.12 = 796.37",
        "利息（剩余本金 × 期利率）: 9,211.51 × 12.00% × 1 ÷ 12 = 92.12",
        "应还: 本金 796.37 + 利息 92.12 = 888.49",
        "应付: 应还 888.49 = 888.49",
    ];
    assert_eq!(lines, expected);
    let weekly = every(2, PeriodUnit::Week, SinglePayment, "12");
    let desk = Desk::paid_out(weekly, "10000", 3, "2025-01-15");
    let lines = text(
        &desk
            .order()
            .explain_instalment(1, day("2025-01-15"))
            .unwrap(),
    );
    assert_eq!(
        lines[1],
        "利息（借款本金 × 期利率）: 10,000.00 × 12.00% × 7 × 2 ÷ 365 × 3 = 138.08"
    );
    assert!(
        desk.order()
            .explain_instalment(9, day("2025-01-15"))
            .unwrap()
            .is_empty()
    );
}

#[test]
fn a_paid_instalment_explains_what_was_charged() {
    let mut desk = full_loan();
    desk.done(discount("50"), "2025-02-19");
    desk.done(confirm(), "2025-02-19");
    let lines = text(
        &desk
            .order()
            .explain_instalment(1, day("2025-06-01"))
            .unwrap(),
    );
    assert_eq!(
        lines[7..],
        [
            "第1期逾期费（2025-02-15 至 2025-02-19，应还金额 × 日费率 × 天数，不超过上限）: \
             min(1,075.00 × 0.10% × 4, 1,075.00 × 10.00%) = 4.30",
            "应付（2025-02-19 确定）: 本金 1,000.00 + 利息 30.00 + 保险费 30.00 + 服务费 15.00 + \
             逾期费 4.30 = 1,079.30",
            "实付（2025-02-19 到账）: 应付 1,079.30 − 优惠 50.00 = 1,029.30",
        ]
    );
}

#[test]
fn a_prepayment() {
    let mut terms = full_offer();
    terms.prepay.interest = PrepayInterest::DaysUsed;
    let mut desk = Desk::paid_out(terms, "3000", 3, "2025-01-15");
    desk.done(confirm(), "2025-02-15");
    desk.done(discount("7"), "2025-03-20");
    let lines = text(&desk.order().explain_prepay(day("2025-03-20")).unwrap());
    let expected = [
        "剩余本金（各期未还本金之和）: 第2期 1,000.00 + 第3期 1,000.00 = 2,000.00",
        "第2期利息（已到期，全额）: 20.00 = 20.00",
        "第2期逾期费（2025-03-15 至 2025-03-20，应还金额 × 日费率 × 天数，不超过上限）: \
         min(1,065.00 × 0.10% × 5, 1,065.00 × 10.00%) = 5.33",
        "第3期利息（按日计息，已用天数 ÷ 本期天数）: 10.00 × 5 ÷ 31 = 1.61",
        "费用（已到期各期及本期的保险费、服务费）: 第2期保险费 30.00 + 第2期服务费 15.00 + \
         第3期保险费 30.00 + 第3期服务费 15.00 = 90.00",
        "违约金（未到期本金 × 违约金费率）: 1,000.00 × 2.00% = 20.00",
        "当前优惠（以应付合计为限）: 7.00 = 7.00",
        "合计: 剩余本金 2,000.00 + 利息 21.61 + 费用 90.00 + 逾期费 5.33 + 违约金 20.00 − \
         优惠 7.00 = 2,129.94",
    ];
    assert_eq!(lines, expected);
    desk.done(prepay(), "2025-03-20");
    assert!(desk.order().explain_prepay(day("2025-03-20")).is_err());
    // Settled, each instalment still says what it was charged, and why.
    let third = desk.order().explain_instalment(3, day("2025-06-01"));
    assert_eq!(
        text(&third.unwrap())[7..],
        [
            "第3期利息（按日计息，已用天数 ÷ 本期天数）: 10.00 × 5 ÷ 31 = 1.61",
            "违约金（未到期本金 × 违约金费率）: 1,000.00 × 2.00% = 20.00",
            "应付（2025-03-20 确定）: 本金 1,000.00 + 利息 1.61 + 保险费 30.00 + 服务费 15.00 + \
             违约金 20.00 = 1,066.61",
            "实付（2025-03-20 到账）: 应付 1,066.61 = 1,066.61",
        ]
    );
}

#[test]
fn what_is_owed_today_names_every_term() {
    let mut desk = full_loan();
    desk.done(discount("50"), "2025-03-15");
    let lines = text(&desk.order().explain_due(day("2025-03-15")).unwrap());
    let expected = [
        "第1期（2025-02-15 到期，逾期 28 天）: 本金 1,000.00 + 利息 30.00 + 保险费 30.00 + \
         服务费 15.00 + 逾期费 30.10 − 优惠 50.00 = 1,055.10",
        "第2期（2025-03-15 到期）: 本金 1,000.00 + 利息 20.00 + 保险费 30.00 + 服务费 15.00 \
         = 1,065.00",
        "今日应收: 第1期 1,055.10 + 第2期 1,065.00 = 2,120.10",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn what_principal_is_left() {
    let mut desk = full_loan();
    assert_eq!(
        text(&desk.order().explain_principal().unwrap()),
        [
            "借款本金: 3,000.00 = 3,000.00",
            "剩余本金: 借款本金 3,000.00 = 3,000.00",
        ]
    );
    desk.done(confirm(), "2025-02-15");
    desk.done(receipt("165"), "2025-02-20");
    let lines = [
        "借款本金: 3,000.00 = 3,000.00",
        "第1期已还本金（2025-02-15 还清）: 还清 1,000.00 = 1,000.00",
        "第2期已还本金（2025-02-20 部分还款）: 部分还款 100.00 = 100.00",
    ];
    let mut expected = lines.to_vec();
    expected.push("剩余本金: 借款本金 3,000.00 − 第1期 1,000.00 − 第2期 100.00 = 1,900.00");
    let principal = desk.order().explain_principal().unwrap();
    assert_eq!(text(&principal), expected);

    // Given up, nothing is left to be asked for.
    desk.done(write_off(), "2025-04-01");
    let mut expected = lines.to_vec();
    expected.extend([
        "核销本金（各期未还本金之和）: 第2期 900.00 + 第3期 1,000.00 = 1,900.00",
        "剩余本金: 借款本金 3,000.00 − 第1期 1,000.00 − 第2期 100.00 − 核销 1,900.00 = 0.00",
    ]);
    let principal = desk.order().explain_principal().unwrap();
    assert_eq!(text(&principal), expected);
    desk.done(undo(desk.newest()), "2025-04-01");

    desk.done(prepay(), "2025-04-01");
    let principal = text(&desk.order().explain_principal().unwrap());
    assert_eq!(
        principal[2..],
        [
            "第2期已还本金（2025-04-01 提前结清）: 部分还款 100.00 + 提前结清 900.00 = 1,000.00",
            "第3期已还本金（2025-04-01 提前结清）: 提前结清 1,000.00 = 1,000.00",
            "剩余本金: 借款本金 3,000.00 − 第1期 1,000.00 − 第2期 1,000.00 − 第3期 1,000.00 = 0.00",
        ]
    );
}

#[test]
fn a_single_payment_explains_the_periods_begun() {
    let mut terms = monthly(SinglePayment, "12");
    terms.prepay.allowed = true;
    let desk = Desk::paid_out(terms, "1000", 6, "2025-01-31");
    let lines = text(&desk.order().explain_prepay(day("2025-03-01")).unwrap());
    assert_eq!(
        lines[1],
        "利息（整期计息，已进入第 2 个周期）: 1,000.00 × 12.00% × 1 ÷ 12 × 2 = 20.00"
    );
}

#[test]
fn the_fees_outside_the_plan() {
    let desk = full_loan();
    let reasons = [
        desk.order().explain_upfront_fee().unwrap(),
        desk.order().explain_extension_fee().unwrap(),
    ];
    let expected = [
        "前置费（借款本金 × 前置费率）: 3,000.00 × 2.00% = 60.00",
        "展期费（剩余本金 × 展期费率）: 3,000.00 × 1.00% = 30.00",
    ];
    assert_eq!(text(&reasons), expected);
}
