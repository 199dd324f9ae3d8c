//! The life of one demo order: what its borrower is like decides what happens next, and when.

use loan::{Fen, Order, State};
use schema::{Date, Timestamp};
use store::{Reach, Tx, orders};

use super::{
    dice::Dice,
    shop::{Customer, Product, Shop},
};
use crate::{
    call::Call,
    error::{Error, Result},
    order::{
        self, Apply, Cancel, Confirm, Extend, PayOut, Payment, PayoutResult, Prepay, Receive,
        Recover, Redisburse, Review, SetDiscount, Undo, Verdict, WriteOff,
    },
};

const DAY: i64 = 86_400_000;
const HOUR: i64 = 3_600_000;

/// Among so many of the newest, failed payouts wait for somebody to try again.
const STILL_FAILED: usize = 200;

/// What kind of borrower, or what kind of story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    Rejected,
    Cancelled,
    Punctual,
    Late,
    Prepays,
    Extends,
    /// Brings what there is, and the rest some days later.
    InParts,
    /// Falls behind and clears everything that is late at once.
    Clears,
    Defaults,
}

/// What is to happen next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Apply,
    Review,
    PayOut,
    Redisburse,
    Repay,
    WriteOff,
    Recover,
}

/// Who does what.
pub struct Desk<'a> {
    pub clerk: &'a Call,
    pub reviewer: &'a Call,
    pub cashier: &'a Call,
}

#[derive(Debug, Clone)]
pub struct Life {
    id: i64,
    dice: Dice,
    manner: Manner,
    step: Step,
    fails_first: bool,
    /// The payout failed and nobody has tried again yet.
    stays_failed: bool,
    paid: i64,
    customer: Customer,
    product: Product,
}

impl Life {
    /// The life of this number, with so many from it to the newest.
    pub fn new(number: usize, to_newest: usize, shop: &Shop) -> Option<Self> {
        let mut dice = Dice::new(1_000 + number as u64);
        let manner = match dice.between(1, 100) {
            _ if number % 60 == 17 => Manner::Punctual,
            _ if number % 20 == 3 => Manner::InParts,
            _ if number % 20 == 11 => Manner::Clears,
            1..=10 => Manner::Rejected,
            11..=14 => Manner::Cancelled,
            15..=66 => Manner::Punctual,
            67..=80 => Manner::Late,
            81..=88 => Manner::Prepays,
            89..=93 => Manner::Extends,
            _ => Manner::Defaults,
        };
        let customers = i64::try_from(shop.customers.len()).ok()?;
        let customer = usize::try_from(dice.between(0, customers - 1)).ok()?;
        let projects = i64::try_from(shop.projects.len()).ok()?;
        let project = usize::try_from(dice.between(0, projects - 1)).ok()?;
        Some(Self {
            id: 0,
            manner,
            step: Step::Apply,
            fails_first: dice.chance(6) || number % 60 == 17,
            stays_failed: number % 60 == 17 && to_newest < STILL_FAILED,
            paid: 0,
            customer: *shop.customers.get(customer)?,
            product: shop.projects.get(project)?.clone(),
            dice,
        })
    }

    /// Whether it has applied.
    pub fn is_begun(&self) -> bool {
        self.id != 0
    }

    /// Does what is next and answers when the step after it is due, if there is one.
    pub fn go_on(&mut self, tx: &mut Tx<'_>, desk: &Desk<'_>) -> Result<Option<i64>> {
        match self.step {
            Step::Apply => self.apply(tx, &desk.clerk.logged_as("XINZENG")),
            Step::Review => self.review(tx, &desk.reviewer.logged_as("SHENHE")),
            Step::PayOut => self.pay_out(tx, &desk.cashier.logged_as("FANGKUAN")),
            Step::Redisburse => self.redisburse(tx, &desk.cashier.logged_as("FANGKUAN")),
            Step::Repay => self.repay(tx, &desk.cashier.logged_as("HUANKUAN")),
            Step::WriteOff => self.write_off(tx, desk.cashier),
            Step::Recover => self.recover(tx, &desk.cashier.logged_as("HUANKUAN")),
        }
    }

    /// What comes next, and when.
    fn next(&mut self, step: Step, at: i64) -> i64 {
        self.step = step;
        at
    }

    fn receipt(&mut self) -> String {
        format!("DEMO{:06}{:08}", self.id, self.dice.between(0, 99_999_999))
    }

    fn method(&mut self) -> &'static str {
        self.dice
            .pick(&["YINHANGKA", "ZHIFUBAO", "WEIXIN", "XIANXIA"])
            .unwrap_or("YINHANGKA")
    }

    fn payment(&mut self) -> Payment {
        Payment {
            liushuihao: Some(self.receipt()),
            zhifufangshi: Some(self.method().to_owned()),
            pingzheng: None,
        }
    }

    fn apply(&mut self, tx: &mut Tx<'_>, call: &Call) -> Result<Option<i64>> {
        let product = &self.product;
        let steps = (product.most - product.least) / product.step;
        // Small loans are asked for more often than large ones.
        let wanted = self
            .dice
            .between(0, steps)
            .min(self.dice.between(0, steps))
            .min(self.dice.between(0, steps));
        let periods = self.dice.pick(&product.periods);
        let purpose = self.dice.pick(&[
            "RICHANG",
            "JIAOYU",
            "ZHUANGXIU",
            "LVYOU",
            "YILIAO",
            "SHUMA",
            "JINGYING",
        ]);
        let ask = Apply {
            user_id: self.customer.id,
            project_id: product.id,
            jiekuan_jine: Fen::new(product.least + wanted * product.step),
            qishu: periods.unwrap_or_default(),
            jiekuan_yongtu: purpose.unwrap_or_default().to_owned(),
            user_shoukuan_id: self.customer.account,
            beizhu: None,
            weizhi: None,
        };
        self.id = order::apply(tx, call, ask)?.id;
        Ok(Some(self.next(Step::Review, call.now.0 + 2 * HOUR)))
    }

    fn review(&mut self, tx: &mut Tx<'_>, call: &Call) -> Result<Option<i64>> {
        if self.manner == Manner::Cancelled {
            let ask = Cancel {
                dingdan_id: self.id,
                yuanyin: "客户主动取消".to_owned(),
            };
            order::cancel(tx, &call.logged_as("QITA"), ask)?;
            return Ok(None);
        }
        let (outcome, opinion) = match self.manner {
            Manner::Rejected => (Verdict::Reject, "收入证明不足"),
            _ => (Verdict::Approve, "资料齐全，同意放款"),
        };
        let ask = Review {
            id: self.id,
            pifu_jine: None,
            jieguo: outcome,
            yijian: opinion.to_owned(),
            banben_suo: None,
            shoukuan_banben_suo: None,
        };
        order::review(tx, call, ask)?;
        if self.manner == Manner::Rejected {
            return Ok(None);
        }
        Ok(Some(self.next(Step::PayOut, call.now.0 + 3 * HOUR)))
    }

    fn pay_out(&mut self, tx: &mut Tx<'_>, call: &Call) -> Result<Option<i64>> {
        if std::mem::take(&mut self.fails_first) {
            let ask = PayOut {
                shibai_yuanyin: Some("收款账户状态异常，银行退回".to_owned()),
                ..self.payout(PayoutResult::Failed)
            };
            order::pay_out(tx, call, ask)?;
            if self.stays_failed {
                return Ok(None);
            }
            return Ok(Some(self.next(Step::Redisburse, call.now.0 + 2 * DAY)));
        }
        let ask = PayOut {
            fangshi: Some("YINHANGKA".to_owned()),
            liushuihao: Some(self.receipt()),
            ..self.payout(PayoutResult::Paid)
        };
        order::pay_out(tx, call, ask)?;
        self.plan_repayment(tx, call.now)
    }

    fn payout(&self, jieguo: PayoutResult) -> PayOut {
        PayOut {
            id: self.id,
            jieguo,
            fangshi: None,
            liushuihao: None,
            pingzheng: None,
            fangkuan_time: None,
            shibai_yuanyin: None,
            banben_suo: None,
        }
    }

    fn redisburse(&mut self, tx: &mut Tx<'_>, call: &Call) -> Result<Option<i64>> {
        let ask = Redisburse {
            beizhu: "客户已恢复账户，重新放款".to_owned(),
            id: self.id,
            user_shoukuan_id: None,
            banben_suo: None,
        };
        order::redisburse(tx, call, ask)?;
        Ok(Some(self.next(Step::PayOut, call.now.0 + HOUR)))
    }

    fn order(&self, tx: &mut Tx<'_>) -> Result<Order> {
        Ok(orders::find(tx, self.id, &Reach::everything())?.order)
    }

    /// When the borrower will next bring money.
    fn plan_repayment(&mut self, tx: &mut Tx<'_>, now: Timestamp) -> Result<Option<i64>> {
        let order = self.order(tx)?;
        let Some(item) = order
            .earliest_unpaid()
            .filter(|_| order.state == State::Repaying)
        else {
            return Ok(None);
        };
        let due = morning(item.due_on) + self.dice.between(0, 8) * HOUR;
        let (step, at) = match self.manner {
            Manner::Defaults if self.paid >= 1 => {
                (Step::WriteOff, due + self.dice.between(70, 120) * DAY)
            }
            Manner::Late => (Step::Repay, due + self.dice.between(-1, 12) * DAY),
            Manner::Prepays if self.paid >= 1 => (Step::Repay, due - self.dice.between(3, 9) * DAY),
            Manner::Extends => (Step::Repay, due - DAY),
            Manner::InParts if !item.parts.is_empty() => {
                (Step::Repay, now.0 + self.dice.between(6, 20) * DAY)
            }
            Manner::InParts => (Step::Repay, due + self.dice.between(-1, 6) * DAY),
            Manner::Clears if self.paid >= 1 => {
                (Step::Repay, due + self.dice.between(35, 70) * DAY)
            }
            _ => (Step::Repay, due - self.dice.between(0, 2) * DAY),
        };
        Ok(Some(self.next(step, at.max(now.0 + HOUR))))
    }

    fn repay(&mut self, tx: &mut Tx<'_>, call: &Call) -> Result<Option<i64>> {
        let today = call.now.date();
        let order = self.order(tx)?;
        if self.manner == Manner::Prepays && self.paid >= 1 {
            return self.prepay(tx, call, &order, today);
        }
        if self.manner == Manner::Extends && self.paid == 1 && order.extension_count() == 0 {
            return self.extend(tx, call, &order);
        }
        let is_part = order
            .earliest_unpaid()
            .is_some_and(|item| !item.parts.is_empty());
        match self.manner {
            Manner::InParts if !is_part => {
                self.receive_part(tx, call, &order, today)?;
                return self.plan_repayment(tx, call.now);
            }
            Manner::Clears if self.paid >= 1 => {
                self.clear(tx, call, &order, today)?;
                return self.plan_repayment(tx, call.now);
            }
            _ => {}
        }
        self.confirm(tx, call, &order, today)?;
        // Now and then a confirmation goes to the wrong order and is taken back.
        if self.dice.chance(2) {
            let order = self.order(tx)?;
            if let Some(newest) = order.live.last() {
                let ask = Undo {
                    dingdan_id: self.id,
                    shijian_id: newest.id.0,
                    yuanyin: "认错客户，撤销后重做".to_owned(),
                };
                order::undo(tx, &call.logged_as("QITA"), ask)?;
                let order = self.order(tx)?;
                self.confirm(tx, call, &order, today)?;
            }
        }
        self.paid += 1;
        self.plan_repayment(tx, call.now)
    }

    fn confirm(&mut self, tx: &mut Tx<'_>, call: &Call, order: &Order, today: Date) -> Result<()> {
        let refused = |refusal: loan::Refusal| Error::internal(refusal);
        let quote = order.confirm_quote(today).map_err(refused)?;
        let mut received = quote.received;
        if quote.overdue.days > 5 && self.dice.chance(40) && order.pending_discount.is_zero() {
            let ask = SetDiscount {
                id: self.id,
                jine: quote.overdue.fee,
                jiu_jine: Some(Fen::ZERO),
            };
            order::set_discount(tx, &call.logged_as("QITA"), ask)?;
            received = received.minus(quote.overdue.fee).map_err(Error::internal)?;
        }
        let ask = Confirm {
            dingdan_id: self.id,
            qi: Some(quote.number),
            yingfu: Some(received),
            daozhang_riqi: None,
            payment: self.payment(),
        };
        order::confirm(tx, call, ask).map(drop)
    }

    /// Something between a third and three quarters of what the instalment has left, in whole yuan.
    fn receive_part(
        &mut self,
        tx: &mut Tx<'_>,
        call: &Call,
        order: &Order,
        today: Date,
    ) -> Result<()> {
        let rest = order
            .confirm_quote(today)
            .map_err(Error::internal)?
            .received;
        let part = rest.get() * self.dice.between(33, 75) / 10_000 * 100;
        let part = if part == 0 { rest.get() } else { part };
        self.receive(tx, call, Fen::new(part))
    }

    /// Everything that is late.
    fn clear(&mut self, tx: &mut Tx<'_>, call: &Call, order: &Order, today: Date) -> Result<()> {
        let views = order.view(today).map_err(Error::internal)?;
        let late = views
            .iter()
            .filter(|view| view.item.is_unpaid() && view.is_overdue());
        let sum = Fen::sum(late.map(|view| view.left)).map_err(Error::internal)?;
        let first = order
            .confirm_quote(today)
            .map_err(Error::internal)?
            .received;
        self.receive(tx, call, sum.max(first))
    }

    fn receive(&mut self, tx: &mut Tx<'_>, call: &Call, amount: Fen) -> Result<()> {
        let ask = Receive {
            dingdan_id: self.id,
            jine: amount,
            zhifufangshi: self.method().to_owned(),
            liushuihao: self.receipt(),
            daozhang_riqi: None,
            qi: None,
            yishou: None,
            pingzheng: None,
        };
        order::receive(tx, call, ask).map(drop)
    }

    fn prepay(
        &mut self,
        tx: &mut Tx<'_>,
        call: &Call,
        order: &Order,
        today: Date,
    ) -> Result<Option<i64>> {
        let quote = order.prepay_quote(today).map_err(Error::internal)?;
        let ask = Prepay {
            dingdan_id: self.id,
            zongfeiyong: Some(quote.total),
            daozhang_riqi: None,
            payment: self.payment(),
        };
        order::prepay(tx, call, ask)?;
        Ok(None)
    }

    fn extend(&mut self, tx: &mut Tx<'_>, call: &Call, order: &Order) -> Result<Option<i64>> {
        let item = order.earliest_unpaid().map(|item| item.number);
        let fee = order.extension_fee().map_err(Error::internal)?;
        let ask = Extend {
            dingdan_id: self.id,
            qi: item,
            cishu: Some(0),
            feiyong: Some(fee),
            zhifufangshi: Some(self.method().to_owned()),
            liushuihao: None,
        };
        order::extend(tx, call, ask)?;
        self.plan_repayment(tx, call.now)
    }

    fn write_off(&mut self, tx: &mut Tx<'_>, call: &Call) -> Result<Option<i64>> {
        let ask = WriteOff {
            dingdan_id: self.id,
            yuanyin: "多次催收无果，客户失联".to_owned(),
        };
        order::write_off(tx, call, ask)?;
        if self.dice.chance(50) {
            return Ok(Some(self.next(
                Step::Recover,
                call.now.0 + self.dice.clone().between(10, 40) * DAY,
            )));
        }
        Ok(None)
    }

    fn recover(&mut self, tx: &mut Tx<'_>, call: &Call) -> Result<Option<i64>> {
        let (receipt, method) = (self.receipt(), self.method());
        let ask = Recover {
            dingdan_id: self.id,
            jine: Fen::new(self.dice.between(10, 200) * 100),
            liushuihao: receipt,
            zhifufangshi: Some(method.to_owned()),
            pingzheng: None,
        };
        order::recover(tx, call, ask)?;
        Ok(None)
    }
}

/// Nine in the morning of a day.
fn morning(day: Date) -> i64 {
    Timestamp::from_civil(day.at(9, 0, 0, 0)).map_or(0, |at| at.0)
}
