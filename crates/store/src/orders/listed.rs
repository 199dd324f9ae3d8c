//! An order as a list shows it on a day.

use std::sync::Arc;

use loan::{Fen, Order, Standing, Terms};
use schema::Date;

/// What a list shows of an order. A figure that no total can hold is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub id: i64,
    /// The one line that the copy of the receiving account is known by, masked.
    pub payee_line: Option<String>,
    pub terms: Arc<Terms>,
    pub principal: Fen,
    pub periods: u16,
    pub instalments: u16,
    pub can_prepay: bool,
    pub figures: Figures,
}

/// What its repayment stands at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// 应还总额.
    pub total: Option<Fen>,
    /// 今日应收.
    pub due: Option<Fen>,
    /// 逾期金额.
    pub overdue: Option<Fen>,
    /// 本期应还.
    pub current: Option<Fen>,
    pub is_overdue: bool,
    pub overdue_days: i64,
}

impl Figures {
    /// What was kept of an order says, until its next due day.
    pub(super) fn kept(standing: Standing) -> Self {
        Self {
            total: Some(standing.total),
            due: Some(Fen::ZERO),
            overdue: Some(Fen::ZERO),
            current: Some(standing.current),
            is_overdue: false,
            overdue_days: 0,
        }
    }

    /// What plan and day say.
    pub fn of(order: &Order, day: Date) -> Self {
        let summary = order.summary(day).ok();
        let owed = order.owed(day).ok();
        let is_overdue = order.is_overdue(day).unwrap_or(true);
        let days = order.overdue_days(day).unwrap_or_default();
        Self {
            total: summary.map(|summary| summary.total_repayment),
            due: owed.map(|owed| owed.due),
            overdue: owed.map(|owed| owed.overdue),
            current: owed.map(|owed| owed.current),
            is_overdue,
            overdue_days: if is_overdue { days } else { 0 },
        }
    }
}
