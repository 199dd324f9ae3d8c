//! Everything one order's events wrote, and what must always hold between
//! them (MONEY.md §7). `zhanggui check` and every test of the engine ask here.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use crate::journal::{Account, Line, Side};
use crate::live::EventId;
use crate::machine::{EventKind, State, is_step};
use crate::money::Fen;
use crate::order::Order;
use crate::plan::Instalment;
use crate::record::RecordKind;
use crate::terms::FeeCollection;

/// One order with its journal, its records and its history.
#[derive(Debug, Clone)]
pub struct Book {
    pub order: Order,
    pub lines: Vec<Posted>,
    pub records: Vec<Kept>,
    /// The order log as steps of the machine, oldest first.
    pub steps: Vec<(State, EventKind, State)>,
}

/// A journal line with the entry it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posted {
    pub event: EventId,
    pub is_reversal: bool,
    pub line: Line,
}

/// What the invariants need of a repayment record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    pub event: EventId,
    pub kind: RecordKind,
    pub number: Option<u16>,
    pub due: Fen,
    pub discount: Fen,
    pub cash: Fen,
    pub is_reversed: bool,
}

/// A broken invariant: its number in MONEY.md §7, and what is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    pub rule: u8,
    pub what: String,
}

/// The invariants in words, by number.
pub const INVARIANTS: [(u8, &str); 9] = [
    (1, "计划本金合计等于借款本金，金额不为负"),
    (2, "每笔分录借贷相等，试算平衡"),
    (3, "账面本金等于未还本金"),
    (4, "资金科目等于有效还款记录合计"),
    (
        5,
        "同一期只有一条有效还款记录，提前还款至多一条，仅最早未还期可部分还款",
    ),
    (6, "结清当且仅当全部还清，状态变化合法"),
    (7, "优惠合计等于优惠减免与减免损失"),
    (8, "结清时实收等于应还减优惠"),
    (9, "订单由条款和事件重算后逐项相同，没有无主的数据"),
];

impl Book {
    /// Every invariant that does not hold on `day`.
    pub fn broken(&self, day: Date) -> Vec<Broken> {
        let mut found = Findings(Vec::new());
        self.plan_is_whole(&mut found);
        self.journal_balances(&mut found);
        self.ledger_agrees(&mut found);
        self.records_agree(&mut found);
        self.parts_agree(&mut found, day);
        self.states_agree(&mut found);
        self.discounts_agree(&mut found);
        self.settlement_agrees(&mut found, day);
        found.0
    }

    fn items(&self) -> impl Iterator<Item = &Instalment> {
        self.order.plan.iter().flat_map(|plan| &plan.items)
    }

    fn live_records(&self) -> impl Iterator<Item = &Kept> {
        self.records.iter().filter(|record| !record.is_reversed)
    }

    /// Debit less credit of one account over all entries.
    pub fn ledger(&self, account: Account) -> i128 {
        let lines = self.lines.iter().map(|posted| &posted.line);
        let of_account = lines.filter(|line| line.account == account);
        of_account.map(net).sum()
    }

    fn plan_is_whole(&self, found: &mut Findings) {
        if self.order.plan.is_none() {
            return;
        }
        let principal = sum(self.items().map(|item| item.principal));
        found.same(
            1,
            "计划本金合计",
            principal,
            "借款本金",
            self.order.principal.wide(),
        );
        for item in self.items() {
            let mut amounts = vec![
                item.principal,
                item.interest,
                item.insurance_fee,
                item.service_fee,
            ];
            if let Some(paid) = &item.paid {
                let charge = &paid.charge;
                amounts.extend([paid.discount, paid.received, charge.interest]);
                amounts.extend([charge.insurance_fee, charge.service_fee]);
                amounts.extend([charge.overdue_fee, charge.breach_fee]);
                let number = item.number;
                found.same(
                    1,
                    &format!("第{number}期已收本金"),
                    charge.principal.wide(),
                    "计划本金",
                    item.principal.wide(),
                );
                let charged = [charge.principal, charge.interest, charge.insurance_fee]
                    .into_iter()
                    .chain([charge.service_fee, charge.overdue_fee, charge.breach_fee]);
                found.same(
                    1,
                    &format!("第{number}期实收加优惠"),
                    paid.received.wide() + paid.discount.wide(),
                    "应收",
                    sum(charged),
                );
            }
            for part in &item.parts {
                let part = &part.received;
                amounts.extend([part.principal, part.interest, part.insurance_fee]);
                amounts.extend([part.service_fee, part.overdue_fee, part.breach_fee]);
            }
            if amounts.iter().any(|amount| amount.is_negative()) {
                found.add(1, format!("第{}期有负数金额", item.number));
            }
        }
    }

    fn journal_balances(&self, found: &mut Findings) {
        let mut entries: BTreeMap<(EventId, bool), i128> = BTreeMap::new();
        for posted in &self.lines {
            let key = (posted.event, posted.is_reversal);
            *entries.entry(key).or_default() += net(&posted.line);
            if posted.line.amount.is_zero() {
                found.add(2, format!("事件{}有零金额分录", posted.event.0));
            }
        }
        for ((event, _), balance) in entries {
            if balance != 0 {
                found.add(2, format!("事件{}的分录借贷相差{balance}分", event.0));
            }
        }
    }

    fn ledger_agrees(&self, found: &mut Findings) {
        let owed = match self.order.state {
            State::Repaying => match self.order.unpaid_principal() {
                Ok(owed) => owed.wide(),
                Err(error) => return found.add(3, format!("无法合计：{error}")),
            },
            _ => 0,
        };
        let booked = self.ledger(Account::LoanPrincipal);
        found.same(3, "账面本金", booked, "未还本金", owed);
        let cash = sum(self.live_records().map(|record| record.cash));
        found.same(
            4,
            "资金科目",
            self.ledger(Account::Cash),
            "还款记录合计",
            cash,
        );
    }

    fn records_agree(&self, found: &mut Findings) {
        let mut numbers = BTreeSet::new();
        let mut prepayments = 0;
        for record in self.live_records() {
            found.same(
                5,
                "记录的应付减优惠",
                record.due.wide() - record.discount.wide(),
                "实付",
                record.cash.wide(),
            );
            if let Some(number) = record.number
                && record.kind == RecordKind::Repayment
                && !numbers.insert(number)
            {
                found.add(5, format!("第{number}期有多条有效还款记录"));
            }
            prepayments += i32::from(record.kind == RecordKind::Prepayment);
        }
        if prepayments > 1 {
            found.add(5, format!("有{prepayments}条有效的提前还款"));
        }
    }

    /// The earliest unpaid instalment alone is paid in part, and no figure of any was received
    /// beyond what it is.
    fn parts_agree(&self, found: &mut Findings, day: Date) {
        let earliest = self.order.earliest_unpaid().map(|item| item.number);
        for item in self.items() {
            let number = item.number;
            let of_item = |record: &&Kept| {
                record.kind == RecordKind::PartPayment && record.number == Some(number)
            };
            let recorded = sum(self.live_records().filter(of_item).map(|kept| kept.cash));
            if item.parts.is_empty() && recorded == 0 {
                continue;
            }
            if item.is_unpaid() && earliest != Some(number) {
                found.add(5, format!("第{number}期部分还款，但更早的期次未还"));
            }
            let figures = self.order.charge_of(item, day);
            let (Ok(received), Ok(charge)) = (item.part_received(), figures) else {
                found.add(5, format!("第{number}期部分还款无法合计"));
                continue;
            };
            let total = sum(item.parts.iter().flat_map(|part| part.received.figures()));
            let what = format!("第{number}期部分还款");
            found.same(5, &what, total, "还款记录", recorded);
            let mut pairs = received.figures().into_iter().zip(charge.figures());
            if pairs.any(|(received, figure)| received > figure) {
                found.add(5, format!("第{number}期部分还款超过应收"));
            }
        }
    }

    fn states_agree(&self, found: &mut Findings) {
        let all_paid = self.order.plan.is_some()
            && self.items().next().is_some()
            && self.items().all(|item| !item.is_unpaid());
        if (self.order.state == State::Settled) != all_paid {
            found.add(
                6,
                format!("状态为{}，但与各期是否还清不符", self.order.state),
            );
        }
        let mut state = State::AwaitingReview;
        for &(from, event, to) in &self.steps {
            if from != state || !is_step(from, event, to) {
                found.add(
                    6,
                    format!("日志中的「{event}」从{from}到{to}不是合法的变化"),
                );
            }
            state = to;
        }
        if state != self.order.state {
            found.add(6, format!("日志停在{state}，订单为{}", self.order.state));
        }
    }

    fn discounts_agree(&self, found: &mut Findings) {
        let reducing = self.lines.iter().map(|posted| &posted.line);
        let booked = sum(reducing
            .filter(|line| line.reduces.is_some())
            .map(|line| line.amount));
        let paid = self.items().filter_map(|item| item.paid.as_ref());
        let consumed = sum(paid.map(|paid| paid.discount));
        found.same(7, "账面优惠", booked, "各期优惠", consumed);
        let pending = self.order.pending_discount;
        if pending.is_negative() {
            found.add(7, "当前优惠为负".to_owned());
        }
        if self.order.state != State::Repaying && !pending.is_zero() {
            found.add(
                7,
                format!("{}的订单仍有当前优惠{pending}元", self.order.state),
            );
        }
    }

    fn settlement_agrees(&self, found: &mut Findings, day: Date) {
        if self.order.state != State::Settled {
            return;
        }
        let summary = match self.order.summary(day) {
            Ok(summary) => summary,
            Err(rule) => return found.add(8, format!("无法合计：{rule}")),
        };
        let receipts = self
            .live_records()
            .filter(|record| record.kind != RecordKind::Payout);
        let withheld = match self.order.terms.upfront_fee.collection {
            FeeCollection::Withheld => summary.upfront_fee,
            FeeCollection::Apart => Fen::ZERO,
        };
        found.same(
            8,
            "实收合计",
            sum(receipts.map(|record| record.cash)) + withheld.wide(),
            "应还减优惠",
            summary.total_repayment.wide() - summary.total_discount.wide(),
        );
    }
}

struct Findings(Vec<Broken>);

impl Findings {
    fn add(&mut self, rule: u8, what: String) {
        self.0.push(Broken { rule, what });
    }

    fn same(&mut self, rule: u8, left_name: &str, left: i128, right_name: &str, right: i128) {
        if left != right {
            self.add(rule, format!("{left_name}{left}分，{right_name}{right}分"));
        }
    }
}

fn sum(amounts: impl IntoIterator<Item = Fen>) -> i128 {
    amounts.into_iter().map(Fen::wide).sum()
}

fn net(line: &Line) -> i128 {
    match line.side {
        Side::Debit => line.amount.wide(),
        Side::Credit => -line.amount.wide(),
    }
}
