//! The receiving account of an order: the live account until the review, the copy taken then from
//! there on. What is shown, paid and written down is the one in force.

use loan::{Event, State};
use schema::{
    Record,
    resources::{Dingdan, Payee, PayeeCopy as CopyRow},
};
use store::{
    Conn, Db, Reach, Tx, meta,
    orders::{
        Beside, Stored,
        history::{self, Fact, What},
    },
    payee_copies::{self, Missing, PayeeCopy},
    rows::{self, RowError},
    verified::{self, Account, Differs},
};

use super::{Line, apply::check_payee, log};
use crate::{
    call::Call,
    error::{Error, Result},
    wire::{ShownRow, answer, either},
};

/// The copy in force; none before the review.
pub(super) fn in_force(conn: &mut Conn, stored: &Stored) -> Result<Option<PayeeCopy>> {
    match stored.payee_copy_id {
        Some(id) => Ok(payee_copies::by_ids(conn, &[id])?.pop()),
        None => Ok(None),
    }
}

/// The copy money is paid to.
pub(super) fn reviewed(conn: &mut Conn, stored: &Stored) -> Result<PayeeCopy> {
    let copy = in_force(conn, stored)?;
    copy.ok_or_else(|| {
        Error::refused("该订单没有经过审核的收款账户，请登记放款失败后以“重新放款”选择收款账户")
    })
}

/// Copies an account for an order.
pub(super) fn copy(tx: &mut Tx<'_>, call: &Call, order: i64, account: i64) -> Result<PayeeCopy> {
    Ok(payee_copies::take(tx, order, account, &call.writer())?)
}

/// The copy that an event's columns speak of, as the history keeps it.
pub(super) fn taken(conn: &mut Conn, beside: &Beside) -> Result<Option<(i64, String)>> {
    let Some(Some(id)) = beside.given(Dingdan::shoukuan_fuben_id) else {
        return Ok(None);
    };
    let copy = payee_copies::by_ids(conn, &[id])?.pop();
    Ok(copy.map(|copy| (copy.id, copy.digest)))
}

/// Adds the account to a sentence of the log, masked as it is shown.
pub(super) fn name(sentence: &mut String, line: &str) {
    sentence.push_str("；收款账户：");
    sentence.push_str(line);
}

/// Whether paying to this account would be paying to another one than was reviewed: a different
/// account, or the same one with other contents.
pub(super) fn is_other(conn: &mut Conn, stored: &Stored, account: i64) -> Result<bool> {
    check_payee(conn, stored.user_id, account)?;
    let Some(copy) = in_force(conn, stored)? else {
        return Ok(true);
    };
    let now = payee_copies::account_digest(conn, stored.id, account)?;
    Ok(copy.account_id != account || now.as_deref() != Some(copy.digest.as_str()))
}

/// Whether the account money is about to go to has been edited, stopped or deleted since the review.
pub(super) fn has_changed(conn: &mut Conn, stored: &Stored) -> Result<Option<bool>> {
    if !matches!(
        stored.order.state,
        State::AwaitingPayout | State::PayoutFailed
    ) {
        return Ok(None);
    }
    match is_other(conn, stored, stored.payee_id) {
        Ok(is_other) => Ok(Some(is_other)),
        Err(Error::Invalid { .. }) => Ok(Some(true)),
        Err(error) => Err(error),
    }
}

/// Refuses a review of an account that was edited since it was looked at.
pub(super) fn refuse_changed(
    conn: &mut Conn,
    stored: &Stored,
    version_seen: Option<i64>,
) -> Result<()> {
    let Some(seen) = version_seen else {
        return Ok(());
    };
    let everywhere = Reach::everything();
    if rows::version::<Payee>(conn, stored.payee_id, &everywhere)? == seen {
        Ok(())
    } else {
        Err(Error::Stale(
            "收款账户已被修改，请刷新后重新核对".to_owned(),
        ))
    }
}

answer! {
    /// The customer's account, before the review.
    pub struct LivePayee {
        ..row: ShownRow<Payee>,
        /// The resource its secrets are revealed from.
        ziyuan: &'static str,
    }
}

answer! {
    /// The account as it was reviewed.
    pub struct CopiedPayee {
        ..row: ShownRow<CopyRow>,
        /// The resource its secrets are revealed from.
        ziyuan: &'static str,
    }
}

either! {
    /// The account in force as rows show it.
    pub enum ShownPayee { Live(LivePayee), Copied(CopiedPayee) }
}

/// The account in force; none where it is gone.
pub(super) fn shown(conn: &mut Conn, call: &Call, stored: &Stored) -> Result<Option<ShownPayee>> {
    let (of, id) = match stored.payee_copy_id {
        Some(copy) => (CopyRow::model(), copy),
        None => (Payee::model(), stored.payee_id),
    };
    let row = match rows::find(conn, of, id, &Reach::everything(), call.real_ms) {
        Ok(row) => row,
        Err(RowError::NotFound) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let ziyuan = of.table.path;
    Ok(Some(match stored.payee_copy_id {
        Some(_) => ShownPayee::Copied(CopiedPayee {
            row: row.into(),
            ziyuan,
        }),
        None => ShownPayee::Live(LivePayee {
            row: row.into(),
            ziyuan,
        }),
    }))
}

/// How the account in force differs from the verified person.
pub(super) fn differs(conn: &mut Conn, stored: &Stored) -> Result<Differs> {
    let account = match stored.payee_copy_id {
        Some(copy) => Account::Copied(copy),
        None => Account::Live(stored.payee_id),
    };
    Ok(verified::compare(conn, stored.user_id, account)?)
}

/// What whoever pays must see: nobody reviewed the account that the money is about to go to.
pub(super) fn unreviewed(conn: &mut Conn, stored: &Stored) -> Result<Option<String>> {
    let order = &stored.order;
    let is_waiting = matches!(order.state, State::AwaitingPayout | State::PayoutFailed);
    // Only a repeated payout takes an account without a review.
    if !is_waiting || order.redisbursements == 0 {
        return Ok(None);
    }
    let Some(now) = in_force(conn, stored)? else {
        return Ok(None);
    };
    let was = history::of(conn, stored.id)?
        .into_iter()
        .rev()
        .find_map(|(_, fact)| of_review(fact));
    let Some((id, digest)) = was else {
        return Ok(None);
    };
    if digest == now.digest {
        return Ok(None);
    }
    let was = payee_copies::by_ids(conn, &[id])?.pop();
    let was = was.map_or_else(|| "已无法读取的账户".to_owned(), |copy| copy.line);
    Ok(Some(format!(
        "这不是审核过的收款账户：审核的是“{was}”，重新放款时改为“{}”，请核实后再付款",
        now.line
    )))
}

/// The copy that a review took, or that was there when the history began.
fn of_review(fact: Fact) -> Option<(i64, String)> {
    match fact.what {
        What::Happened(Event::Review { .. }) => fact.payee,
        What::Known(mut known) => known.copies.pop(),
        _ => None,
    }
}

/// What whoever reviews or pays must see: the account is not the verified person's.
pub(super) fn warning(differs: Differs) -> Option<String> {
    let what = match (differs.name == Some(true), differs.number == Some(true)) {
        (true, true) => "姓名和证件号",
        (true, false) => "姓名",
        (false, true) => "证件号",
        (false, false) => return None,
    };
    Some(format!("收款账户的{what}与客户实名不一致，请核实后再操作"))
}

/// The one line of the account in force.
pub(super) fn line(conn: &mut Conn, stored: &Stored) -> Result<String> {
    match in_force(conn, stored)? {
        Some(copy) => Ok(copy.line),
        None => account_line(conn, stored.payee_id),
    }
}

pub(super) fn account_line(conn: &mut Conn, account: i64) -> Result<String> {
    let account: Payee = rows::get(conn, account, &Reach::everything())?;
    Ok(account.zhaiyao)
}

/// How far [`copy_older`] has come.
const COPIED: &str = "shoukuan_fuben";
const DONE: &str = "done";
/// Orders looked at in one transaction, and between two lines that say how far it has come.
const STEP: i64 = 500;
const SAID: i64 = 10_000;

/// Orders reviewed before there were copies take one now, and their log says so. It goes on where
/// an interrupted start left off, and does nothing once it is done.
pub fn copy_older(db: &Db, call: &Call) -> Result<()> {
    let mut seen = 0;
    loop {
        let call = call.clone();
        if !db.write_now(move |tx| copy_step(tx, &call))? {
            return Ok(());
        }
        seen += STEP;
        if seen % SAID == 0 {
            tracing::info!(orders = seen, "receiving accounts of older orders");
        }
    }
}

fn copy_step(tx: &mut Tx<'_>, call: &Call) -> Result<bool> {
    // Several nodes may start at once.
    store::locks::Lock::Migration.take(tx)?;
    let reached = meta::get(tx, COPIED)?;
    if reached.as_deref() == Some(DONE) {
        return Ok(false);
    }
    let after_id = reached.and_then(|text| text.parse().ok()).unwrap_or(0);
    let Some((orders, reached)) = payee_copies::missing(tx, after_id, STEP)? else {
        meta::put(tx, COPIED, DONE)?;
        return Ok(false);
    };
    for order in &orders {
        copy_for(tx, call, order)?;
    }
    meta::put(tx, COPIED, &reached.to_string())?;
    Ok(true)
}

fn copy_for(tx: &mut Tx<'_>, call: &Call, order: &Missing) -> Result<()> {
    let taken = payee_copies::take(tx, order.order, order.account, &call.writer());
    let sentence = match taken {
        Ok(copy) => {
            payee_copies::put(tx, order.order, copy.id)?;
            let line = copy.line;
            format!(
                "系统升级：按升级时的收款账户留存副本，此后修改账户不影响本订单；收款账户：{line}"
            )
        }
        // One account that cannot be read must not keep the office closed.
        Err(RowError::NotFound | RowError::Store(store::Error::Shape(_))) => {
            "系统升级：收款账户无法读取，未能留存副本".to_owned()
        }
        Err(error) => return Err(error.into()),
    };
    let after = State::from_code(&order.state).map_or("", State::code);
    let line = Line {
        kind: "QITA",
        sentence: &sentence,
        before: None,
        after,
        amount: None,
        event: None,
    };
    log(
        tx,
        call,
        order.order,
        &order.bianhao,
        order.user_id,
        &order.user_show,
        &line,
    )
}
