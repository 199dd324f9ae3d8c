//! Double entry. An entry is a sum of transfers, so it balances by
//! construction: there is no way to build a debit without its credit.

use serde::{Deserialize, Serialize};

use crate::coded::coded;
use crate::live::EventId;
use crate::money::Fen;
use crate::out_of_range::OutOfRange;

coded! {
    /// The accounts of the management ledger (MONEY.md §6).
    Account {
        Cash = "ZIJIN" "资金",
        LoanPrincipal = "DAIKUANBENJIN" "贷款本金",
        UpfrontFeeIncome = "QIANZHIFEISHOURU" "前置费收入",
        InterestIncome = "LIXISHOURU" "利息收入",
        InsuranceFeeIncome = "BAOXIANFEISHOURU" "保险费收入",
        ServiceFeeIncome = "FUWUFEISHOURU" "服务费收入",
        OverdueFeeIncome = "YUQIFEISHOURU" "逾期费收入",
        BreachFeeIncome = "WEIYUEJINSHOURU" "违约金收入",
        ExtensionFeeIncome = "ZHANQIFEISHOURU" "展期费收入",
        /// Contra-income: what discounts took off income booked gross.
        Discount = "YOUHUIJIANMIAN" "优惠减免",
        LoanLoss = "DAIKUANSUNSHI" "贷款损失",
        Recovery = "HEXIAOSHOUHUI" "核销收回",
    }
}

coded! {
    Side {
        Debit = "JIE" "借",
        Credit = "DAI" "贷",
    }
}

/// One line of an entry. Negative amounts occur in reversals only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub account: Account,
    pub side: Side,
    pub amount: Fen,
    /// Set where a discount is booked: the account it reduces. On 贷款损失 it
    /// is the mark 减免 that tells forgiveness from a write-off.
    pub reduces: Option<Account>,
}

impl Line {
    /// Debit counts up, credit counts down.
    pub fn net(&self) -> Result<Fen, OutOfRange> {
        match self.side {
            Side::Debit => Ok(self.amount),
            Side::Credit => self.amount.negated(),
        }
    }
}

/// A balanced journal entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredEntry")]
pub struct Entry {
    lines: Vec<Line>,
    reverses: Option<EventId>,
}

impl Entry {
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The event whose entry this one takes back (红字冲销).
    pub fn reverses(&self) -> Option<EventId> {
        self.reverses
    }

    /// Debit less credit on one account.
    pub fn net(&self, account: Account) -> Result<Fen, OutOfRange> {
        let lines = self.lines.iter().filter(|line| line.account == account);
        lines
            .map(Line::net)
            .try_fold(Fen::ZERO, |sum, net| sum.plus(net?))
    }

    /// The same accounts and sides, negative, naming the original.
    pub fn reversal(&self, original: EventId) -> Result<Self, OutOfRange> {
        let negative = |line: &Line| {
            Ok(Line {
                amount: line.amount.negated()?,
                ..*line
            })
        };
        Ok(Self {
            lines: self.lines.iter().map(negative).collect::<Result<_, _>>()?,
            reverses: Some(original),
        })
    }
}

/// Collects the transfers of one event.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    lines: Vec<Line>,
    /// Where the lines of the present part begin.
    begun: usize,
}

impl Draft {
    /// Debits one account and credits another with the same amount. Zero
    /// leaves no line; equal lines merge.
    pub(crate) fn transfer(
        &mut self,
        debit: Account,
        credit: Account,
        amount: Fen,
    ) -> Result<(), OutOfRange> {
        self.add(debit, Side::Debit, amount, None)?;
        self.add(credit, Side::Credit, amount, None)
    }

    /// A transfer from `source` that forgives part of what `reduced` receives.
    pub(crate) fn forgive(
        &mut self,
        source: Account,
        reduced: Account,
        amount: Fen,
    ) -> Result<(), OutOfRange> {
        self.add(source, Side::Debit, amount, Some(reduced))?;
        self.add(reduced, Side::Credit, amount, None)
    }

    fn add(
        &mut self,
        account: Account,
        side: Side,
        amount: Fen,
        reduces: Option<Account>,
    ) -> Result<(), OutOfRange> {
        if amount.is_zero() {
            return Ok(());
        }
        let begun = self.begun;
        let same = |(at, line): &(usize, &mut Line)| {
            let is_near = *at >= begun || account == Account::Cash;
            is_near && line.account == account && line.side == side && line.reduces == reduces
        };
        let mut lines = self.lines.iter_mut().enumerate();
        if let Some((_, line)) = lines.find(same) {
            line.amount = line.amount.plus(amount)?;
        } else {
            self.lines.push(Line {
                account,
                side,
                amount,
                reduces,
            });
        }
        Ok(())
    }

    /// From here on equal lines stand apart from those so far, but for the money.
    pub(crate) fn part(&mut self) {
        self.begun = self.lines.len();
    }

    /// The entry, debits first; nothing when no line was written.
    pub(crate) fn finish(mut self) -> Option<Entry> {
        self.lines.sort_by_key(|line| line.side);
        (!self.lines.is_empty()).then_some(Entry {
            lines: self.lines,
            reverses: None,
        })
    }
}

/// An entry as read back; it becomes an [`Entry`] only if it still balances.
#[derive(Deserialize)]
struct StoredEntry {
    lines: Vec<Line>,
    reverses: Option<EventId>,
}

impl TryFrom<StoredEntry> for Entry {
    type Error = &'static str;

    fn try_from(stored: StoredEntry) -> Result<Self, Self::Error> {
        let nets = stored.lines.iter().map(Line::net);
        let balance = nets
            .into_iter()
            .try_fold(Fen::ZERO, |sum, net| sum.plus(net?));
        if balance != Ok(Fen::ZERO) {
            return Err("分录借贷不平");
        }
        Ok(Self {
            lines: stored.lines,
            reverses: stored.reverses,
        })
    }
}
