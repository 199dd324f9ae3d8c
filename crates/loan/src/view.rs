//! Plan items as a screen shows them on one day (MONEY.md §4).

use jiff::civil::Date;

use crate::coded::coded;
use crate::machine::State;
use crate::money::Fen;
use crate::order::Order;
use crate::plan::Instalment;
use crate::refusal::Rule;

coded! {
    /// The state of a plan item (jihua_state).
    ItemState {
        Awaiting = "DAIHUANKUAN" "待还款",
        InRepayment = "HUANKUANZHONG" "还款中",
        Completed = "YIWANCHENG" "已完成",
    }
}

/// One plan item on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemView {
    pub item: Instalment,
    pub state: ItemState,
    /// yinghuan.
    pub amount_due: Fen,
    /// feiyong.
    pub fees: Fen,
    /// yuqiTianshu; the item is overdue (isYuqi) when above zero.
    pub overdue_days: i64,
    /// yuqiZongjine.
    pub overdue_fee: Fen,
    /// zongyouhui.
    pub discount: Fen,
    /// shifu, part payments included.
    pub received: Fen,
    /// yishou: what part payments brought while the rest is unpaid.
    pub received_in_part: Fen,
    /// weihuan: what is left on this day; a pending discount is not taken off.
    pub left: Fen,
    /// isHuankuan.
    pub can_confirm: bool,
    /// isYanqi.
    pub can_extend: bool,
}

impl ItemView {
    pub fn is_overdue(&self) -> bool {
        self.overdue_days > 0
    }
}

impl Order {
    /// The plan as it looks on `day`; a preview before payout.
    pub fn view(&self, day: Date) -> Result<Vec<ItemView>, Rule> {
        let plan = self.plan_on(day)?;
        let earliest = plan.earliest_unpaid().map(|item| item.number);
        plan.items
            .iter()
            .map(|item| {
                let in_turn = earliest == Some(item.number);
                self.item_view(item, in_turn, day)
            })
            .collect()
    }

    fn item_view(&self, item: &Instalment, in_turn: bool, day: Date) -> Result<ItemView, Rule> {
        let overdue = self.overdue(item, day)?;
        let state = match &item.paid {
            Some(_) => ItemState::Completed,
            None if in_turn || item.due_on <= day => ItemState::InRepayment,
            None => ItemState::Awaiting,
        };
        let paid = item.paid.as_ref();
        let received_in_part = match paid {
            Some(_) => Fen::ZERO,
            None => item.part_received()?.total()?,
        };
        Ok(ItemView {
            state,
            amount_due: item.amount_due()?,
            fees: item.fees()?,
            overdue_days: overdue.days,
            overdue_fee: overdue.fee,
            discount: paid.map_or(Fen::ZERO, |paid| paid.discount),
            received: paid.map_or(received_in_part, |paid| paid.received),
            received_in_part,
            left: self.left(item, day)?,
            can_confirm: in_turn && self.state == State::Repaying,
            can_extend: in_turn && self.can_extend(day),
            item: item.clone(),
        })
    }
}
