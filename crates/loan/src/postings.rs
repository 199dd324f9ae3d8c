//! What each event writes into the journal (MONEY.md §6).

use crate::journal::{Account, Draft, Entry};
use crate::live::{Deed, LiveEvent};
use crate::money::Fen;
use crate::order::Order;
use crate::out_of_range::OutOfRange;
use crate::plan::Charge;
use crate::terms::FeeCollection;

/// The entry of an event of `order` that is still in force; nothing where all
/// its lines would be zero.
pub(crate) fn entry_of(order: &Order, event: &LiveEvent) -> Result<Option<Entry>, OutOfRange> {
    match &event.deed {
        Deed::Payout => payout(
            order.principal,
            order.upfront_fee()?,
            order.terms.upfront_fee.collection,
        ),
        Deed::Confirm { .. } | Deed::Prepay { .. } => {
            let (charge, discount) = settled_by(order, event)?;
            settlement(&charge, discount)
        }
        Deed::Receipt { .. } => receipt(order, event),
        Deed::Extension { fee } => received(Account::ExtensionFeeIncome, *fee),
        Deed::WriteOff { .. } => write_off(order.unpaid_principal()?),
        Deed::Recovery { amount } => received(Account::Recovery, *amount),
    }
}

/// Everything the event charged and the discount it consumed.
fn settled_by(order: &Order, event: &LiveEvent) -> Result<(Charge, Fen), OutOfRange> {
    let mut all = (Charge::default(), Fen::ZERO);
    for item in order.plan.iter().flat_map(|plan| &plan.items) {
        if let Some((charge, discount)) = item.paid_by(event.id)? {
            all = (all.0.plus(&charge)?, all.1.plus(discount)?);
        }
    }
    Ok(all)
}

/// Instalment by instalment the lines it would have alone; the money is one line.
fn receipt(order: &Order, event: &LiveEvent) -> Result<Option<Entry>, OutOfRange> {
    let mut draft = Draft::default();
    for item in order.plan.iter().flat_map(|plan| &plan.items) {
        if let Some((charge, discount)) = item.paid_by(event.id)? {
            settle(&mut draft, &charge, discount)?;
            draft.part();
        }
    }
    Ok(draft.finish())
}

fn payout(
    principal: Fen,
    fee: Fen,
    collection: FeeCollection,
) -> Result<Option<Entry>, OutOfRange> {
    let mut draft = Draft::default();
    match collection {
        FeeCollection::Apart => {
            draft.transfer(Account::LoanPrincipal, Account::Cash, principal)?;
            draft.transfer(Account::Cash, Account::UpfrontFeeIncome, fee)?;
        }
        FeeCollection::Withheld => {
            let lent = principal.minus(fee)?;
            draft.transfer(Account::LoanPrincipal, Account::Cash, lent)?;
            draft.transfer(Account::LoanPrincipal, Account::UpfrontFeeIncome, fee)?;
        }
    }
    Ok(draft.finish())
}

/// Income is booked gross; the discount is debited account by account in the
/// order of [`forgiven`], and cash pays the rest.
pub(crate) fn settlement(charge: &Charge, discount: Fen) -> Result<Option<Entry>, OutOfRange> {
    let mut draft = Draft::default();
    settle(&mut draft, charge, discount)?;
    Ok(draft.finish())
}

fn settle(draft: &mut Draft, charge: &Charge, discount: Fen) -> Result<(), OutOfRange> {
    let forgiven = forgiven(charge, discount)?;
    for (account, charged) in by_account(charge) {
        let taken = forgiven.iter().find(|(reduced, _)| *reduced == account);
        let taken = taken.map_or(Fen::ZERO, |(_, amount)| *amount);
        draft.transfer(Account::Cash, account, charged.minus(taken)?)?;
    }
    for (account, amount) in forgiven {
        let source = match account {
            Account::LoanPrincipal => Account::LoanLoss,
            _ => Account::Discount,
        };
        draft.forgive(source, account, amount)?;
    }
    Ok(())
}

fn by_account(charge: &Charge) -> [(Account, Fen); 6] {
    [
        (Account::LoanPrincipal, charge.principal),
        (Account::InterestIncome, charge.interest),
        (Account::InsuranceFeeIncome, charge.insurance_fee),
        (Account::ServiceFeeIncome, charge.service_fee),
        (Account::OverdueFeeIncome, charge.overdue_fee),
        (Account::BreachFeeIncome, charge.breach_fee),
    ]
}

/// How much of each account a discount takes: 逾期费, 违约金, 服务费, 保险费,
/// 利息, and what is left forgives principal.
fn forgiven(charge: &Charge, discount: Fen) -> Result<[(Account, Fen); 6], OutOfRange> {
    let mut left = discount;
    let mut take = |charged: Fen| {
        let taken = charged.min(left);
        left = left.minus(taken)?;
        Ok(taken)
    };
    let reduced = [
        (Account::OverdueFeeIncome, take(charge.overdue_fee)?),
        (Account::BreachFeeIncome, take(charge.breach_fee)?),
        (Account::ServiceFeeIncome, take(charge.service_fee)?),
        (Account::InsuranceFeeIncome, take(charge.insurance_fee)?),
        (Account::InterestIncome, take(charge.interest)?),
        (Account::LoanPrincipal, take(charge.principal)?),
    ];
    // More discount than debt would leave money nobody owes.
    if left.is_zero() {
        Ok(reduced)
    } else {
        Err(OutOfRange::Amount)
    }
}

fn received(income: Account, amount: Fen) -> Result<Option<Entry>, OutOfRange> {
    let mut draft = Draft::default();
    draft.transfer(Account::Cash, income, amount)?;
    Ok(draft.finish())
}

fn write_off(principal: Fen) -> Result<Option<Entry>, OutOfRange> {
    let mut draft = Draft::default();
    draft.transfer(Account::LoanLoss, Account::LoanPrincipal, principal)?;
    Ok(draft.finish())
}
