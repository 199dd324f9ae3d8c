//! The life of one demo order: what its borrower is like decides what happens next, and when.

use loan::{Order, State};
use schema::{Date, Timestamp};
use serde_json::{Value as Json, json};
use store::{Reach, Tx, orders};

use super::{
    dice::Dice,
    shop::{Customer, Product, Shop},
};
use crate::{
    call::Call,
    error::{Error, Result},
    order,
};

const DAY: i64 = 86_400_000;
const HOUR: i64 = 3_600_000;

/// What kind of borrower, or what kind of story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    Rejected,
    Cancelled,
    Punctual,
    Late,
    Prepays,
    Extends,
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
    pub fn new(number: usize, shop: &Shop) -> Option<Self> {
        let mut dice = Dice::new(1_000 + number as u64);
        let manner = match dice.between(1, 100) {
            _ if number % 60 == 17 => Manner::Punctual,
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
            stays_failed: number % 60 == 17,
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
            Step::Apply => self.apply(tx, desk.clerk),
            Step::Review => self.review(tx, desk.reviewer),
            Step::PayOut => self.pay_out(tx, desk.cashier),
            Step::Redisburse => self.redisburse(tx, desk.cashier),
            Step::Repay => self.repay(tx, desk.cashier),
            Step::WriteOff => self.write_off(tx, desk.cashier),
            Step::Recover => self.recover(tx, desk.cashier),
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
        let body = json!({
            "userId": self.customer.id, "projectId": product.id,
            "jiekuanJine": product.least + wanted * product.step, "qishu": periods, "jiekuanYongtu": purpose,
            "userShoukuanId": self.customer.account,
        });
        let made = order::apply(tx, call, &body)?;
        self.id = made
            .get("id")
            .and_then(Json::as_i64)
            .ok_or_else(|| Error::internal("no id"))?;
        Ok(Some(self.next(Step::Review, call.now.0 + 2 * HOUR)))
    }

    fn review(&mut self, tx: &mut Tx<'_>, call: &Call) -> Result<Option<i64>> {
        if self.manner == Manner::Cancelled {
            let body = json!({ "dingdanId": self.id, "yuanyin": "客户主动取消" });
            order::cancel(tx, call, &body)?;
            return Ok(None);
        }
        let (outcome, opinion) = match self.manner {
            Manner::Rejected => ("JUJUE", "收入证明不足"),
            _ => ("TONGGUO", "资料齐全，同意放款"),
        };
        order::review(
            tx,
            call,
            &json!({ "id": self.id, "jieguo": outcome, "yijian": opinion }),
        )?;
        if self.manner == Manner::Rejected {
            return Ok(None);
        }
        Ok(Some(self.next(Step::PayOut, call.now.0 + 3 * HOUR)))
    }

    fn pay_out(&mut self, tx: &mut Tx<'_>, call: &Call) -> Result<Option<i64>> {
        if std::mem::take(&mut self.fails_first) {
            let body = json!({ "id": self.id, "jieguo": "SHIBAI", "shibaiYuanyin": "收款账户状态异常，银行退回" });
            order::pay_out(tx, call, &body)?;
            if self.stays_failed {
                return Ok(None);
            }
            return Ok(Some(self.next(Step::Redisburse, call.now.0 + 2 * DAY)));
        }
        let (receipt, method) = (self.receipt(), "YINHANGKA");
        let body = json!({ "id": self.id, "jieguo": "CHENGGONG", "fangshi": method, "liushuihao": receipt });
        order::pay_out(tx, call, &body)?;
        self.plan_repayment(tx, call.now)
    }

    fn redisburse(&mut self, tx: &mut Tx<'_>, call: &Call) -> Result<Option<i64>> {
        order::redisburse(
            tx,
            call,
            &json!({ "id": self.id, "beizhu": "客户已恢复账户，重新放款" }),
        )?;
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
        self.confirm(tx, call, &order, today)?;
        // Now and then a confirmation goes to the wrong order and is taken back.
        if self.dice.chance(2) {
            let order = self.order(tx)?;
            if let Some(newest) = order.live.last() {
                let body = json!({ "dingdanId": self.id, "shijianId": newest.id.0, "yuanyin": "认错客户，撤销后重做" });
                order::undo(tx, call, &body)?;
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
            let body = json!({ "id": self.id, "jine": quote.overdue.fee, "jiuJine": 0 });
            order::set_discount(tx, call, &body)?;
            received = received.minus(quote.overdue.fee).map_err(Error::internal)?;
        }
        let (receipt, method) = (self.receipt(), self.method());
        let body = json!({
            "dingdanId": self.id, "qi": quote.number, "yingfu": received, "zhifufangshi": method,
            "liushuihao": receipt,
        });
        order::confirm(tx, call, &body).map(drop)
    }

    fn prepay(
        &mut self,
        tx: &mut Tx<'_>,
        call: &Call,
        order: &Order,
        today: Date,
    ) -> Result<Option<i64>> {
        let quote = order.prepay_quote(today).map_err(Error::internal)?;
        let (receipt, method) = (self.receipt(), self.method());
        let body = json!({
            "dingdanId": self.id, "zongfeiyong": quote.total, "zhifufangshi": method, "liushuihao": receipt,
        });
        order::prepay(tx, call, &body)?;
        Ok(None)
    }

    fn extend(&mut self, tx: &mut Tx<'_>, call: &Call, order: &Order) -> Result<Option<i64>> {
        let item = order.earliest_unpaid().map(|item| item.number);
        let fee = order.extension_fee().map_err(Error::internal)?;
        let method = self.method();
        let body = json!({
            "dingdanId": self.id, "qi": item, "cishu": 0, "feiyong": fee, "zhifufangshi": method,
        });
        order::extend(tx, call, &body)?;
        self.plan_repayment(tx, call.now)
    }

    fn write_off(&mut self, tx: &mut Tx<'_>, call: &Call) -> Result<Option<i64>> {
        order::write_off(
            tx,
            call,
            &json!({ "dingdanId": self.id, "yuanyin": "多次催收无果，客户失联" }),
        )?;
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
        let body = json!({
            "dingdanId": self.id, "jine": self.dice.between(10, 200) * 100, "liushuihao": receipt,
            "zhifufangshi": method,
        });
        order::recover(tx, call, &body)?;
        Ok(None)
    }
}

/// Nine in the morning of a day.
fn morning(day: Date) -> i64 {
    Timestamp::from_civil(day.at(9, 0, 0, 0)).map_or(0, |at| at.0)
}
