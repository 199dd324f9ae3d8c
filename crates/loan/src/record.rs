//! Repayment records: what moved between lender and borrower.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::coded::coded;
use crate::money::Fen;

coded! {
    /// What a record is about.
    RecordKind {
        Payout = "FANGKUAN" "放款",
        UpfrontFee = "QIANZHIFEI" "前置费",
        Repayment = "HUANKUAN" "还款",
        PartPayment = "BUFEN" "部分还款",
        Extension = "YANQI" "展期",
        Prepayment = "TIQIAN" "提前还款",
        Recovery = "SHOUHUI" "核销收回",
    }
}

/// One line of the repayment records. Positive cash comes in, negative goes out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    pub kind: RecordKind,
    /// The instalment, on repayments and part payments only.
    pub number: Option<u16>,
    /// miaoshu.
    pub description: String,
    /// yingfujine.
    pub due: Fen,
    /// youhuijine.
    pub discount: Fen,
    /// shifujine; due less discount.
    pub cash: Fen,
    pub overdue: bool,
    /// dangqianHuankuanTime: when it was due.
    pub scheduled_on: Option<Date>,
    /// huankuanTime: the day the money counts from.
    pub value_on: Date,
}

impl Record {
    /// Money that moved without discount and without a due date.
    pub(crate) fn plain(kind: RecordKind, cash: Fen, value_on: Date) -> Self {
        Self {
            kind,
            number: None,
            description: kind.label().to_owned(),
            due: cash,
            discount: Fen::ZERO,
            cash,
            overdue: false,
            scheduled_on: None,
            value_on,
        }
    }
}
