//! 审核 and 取消: before any money moves.

use crate::event::{Decision, Moment, Outcome, required};
use crate::machine::{EventKind, State};
use crate::order::Order;
use crate::permit::permit;
use crate::refusal::{Refusal, Rule};
use crate::terms_check::check_principal;

impl Order {
    pub(crate) fn review(
        &self,
        decision: Decision,
        opinion: &str,
        at: &Moment,
    ) -> Result<Outcome, Refusal> {
        permit(self, EventKind::Review)?;
        let opinion = required(opinion, "审核意见")?;
        let mut order = self.clone();
        order.reviewed_at = Some(at.now);
        let sentence = match decision {
            Decision::Reject => {
                order.state = State::Rejected;
                format!("审核拒绝：{opinion}")
            }
            Decision::Approve(amount) => {
                let approved = amount.unwrap_or(self.asked);
                check_principal(approved)?;
                if approved > self.asked {
                    let asked = self.asked;
                    return Err(Rule::ApprovedMoreThanAsked { asked, approved }.into());
                }
                if let Some(offer) = self.terms.amounts
                    && approved != self.asked
                    && !offer.offers(approved)
                {
                    return Err(Rule::ApprovedNotOffered { approved, offer }.into());
                }
                order.state = State::AwaitingPayout;
                order.principal = approved;
                format!("审核通过，批复金额 {approved} 元：{opinion}")
            }
        };
        Ok(Outcome::quiet(order, sentence))
    }

    pub(crate) fn cancel(&self, reason: &str) -> Result<Outcome, Refusal> {
        permit(self, EventKind::Cancel)?;
        let reason = required(reason, "取消原因")?;
        let mut order = self.clone();
        order.state = State::Cancelled;
        Ok(Outcome::quiet(order, format!("订单取消：{reason}")))
    }
}
