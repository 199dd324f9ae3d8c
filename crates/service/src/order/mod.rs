//! 订单: what a lender does with a loan, one file per verb. Every verb is one transaction: the
//! order, its plan, the records, the journal, the order log and the operation log, or nothing.

mod applicant;
mod apply;
mod basis;
mod bill;
mod confirm;
mod discount;
mod extend;
mod inline;
mod list;
mod looking;
mod pay_out;
mod payee;
mod prepay;
mod receive;
mod review;
mod statement;
mod trial;
mod undo;
mod view;
mod why;
mod write_off;

use loan::{Event, EventId, EventKind, Moment, Order, Outcome, RecordKind, Refusal};
use schema::{
    Date, Folder,
    resources::{Dingdan, OrderLog, Repayment},
};
use serde_json::json;
use store::{
    RowError, Tx,
    orders::{
        self, Beside, Stored,
        history::{self, Fact, What},
    },
    rows::Changes,
};

pub use apply::{Apply, apply, products};
pub use basis::review_basis;
pub use bill::repayment;
pub use confirm::{Confirm, confirm};
pub use discount::{SetDiscount, set_discount};
pub use extend::{Extend, extend};
pub use list::{conditions, counts, derive};
pub use looking::look;
pub use pay_out::{PayOut, PayoutResult, Redisburse, pay_out, redisburse};
pub use payee::copy_older;
pub use prepay::{Prepay, prepay, prepay_quote};
pub use receive::{Receive, receipt_quote, receive};
pub use review::{Cancel, Review, Verdict, cancel, review};
pub use statement::{Statement, StatementFile, asks_for_people, statement, statement_template};
pub use trial::{Trial, TrialPlan, trial};
pub use undo::{Undo, undo};
pub(crate) use view::out_of_range;
pub use view::{detail, timeline};
pub use why::{ReasonLine, why};
pub use write_off::{Recover, WriteOff, recover, write_off};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    files::{self, Entering, Place},
    points::{self, Did},
    wire::{answer, ask},
};

/// A repeated bare click within this real time is taken for a double click.
const REPEAT_MS: i64 = 10_000;

/// What an operator asks to be done to one order.
struct EventRequest {
    order: i64,
    event: Event,
    /// The row version the operator saw.
    version: Option<i64>,
    /// It carries nothing that changes with the event: a repeat of it would take place again.
    is_bare: bool,
    evidence: Evidence,
}

/// What proves a movement of money.
#[derive(Debug, Clone, Default)]
struct Evidence {
    method: Option<String>,
    receipt: Option<String>,
    vouchers: Option<String>,
}

const MOST_VOUCHERS: usize = 9;
/// The field of the receipt number, whatever it is a receipt of.
const RECEIPT: &str = "liushuihao";

ask! {
    /// How money came in, as the operator writes it down.
    pub struct Payment {
        zhifufangshi: Option<String> = text("支付方式", 30),
        liushuihao:   Option<String> = receipt(),
        pingzheng:    Option<String> = text("凭证", 2_000),
    }
}

impl From<Payment> for Evidence {
    fn from(payment: Payment) -> Self {
        Self {
            method: payment.zhifufangshi,
            receipt: payment.liushuihao,
            vouchers: payment.pingzheng,
        }
    }
}

answer! {
    /// What became of an order.
    pub struct Done {
        id: i64,
        bianhao: String,
        state: &'static str,
        banben_suo: i64,
        /// The money event that just came into force.
        shijian_id: Option<i64>,
    }
}

impl Evidence {
    /// Method and vouchers must be what they claim to be; answers the files of the vouchers.
    fn check(&self, tx: &mut Tx<'_>) -> Result<Vec<Entering>> {
        if let Some(method) = &self.method
            && !store::dict::has_value(tx, "zhifu_fangshi", method)?
        {
            return Err(Error::field("zhifufangshi", "支付方式不存在或不可选"));
        }
        let urls: Vec<&str> = match &self.vouchers {
            Some(urls) => urls.split(',').collect(),
            None => Vec::new(),
        };
        if urls.len() > MOST_VOUCHERS {
            return Err(Error::field("pingzheng", "凭证应为已上传的文件，最多9个"));
        }
        let place = Place {
            wire: "pingzheng",
            label: "凭证",
            folder: Folder::Pingzheng,
        };
        place.files(tx, urls)
    }
}

impl EventRequest {
    fn new(order: i64, event: Event) -> Self {
        Self {
            order,
            event,
            version: None,
            is_bare: false,
            evidence: Evidence::default(),
        }
    }
}

/// Applies an event: `beside` says what else the order keeps of it and may add to the sentence of
/// the log, or refuses after all.
fn carry_out(
    tx: &mut Tx<'_>,
    call: &Call,
    request: &EventRequest,
    beside: impl FnOnce(&mut Tx<'_>, &Stored, &mut Outcome) -> Result<Beside>,
) -> Result<Done> {
    let vouchers = request.evidence.check(tx)?;
    let stored = orders::lock(tx, request.order, &call.actor.access.reach)?;
    refuse_repeat(tx, call, &stored, request)?;
    if let (Event::Receipt { .. }, Some(receipt)) = (&request.event, &request.evidence.receipt) {
        receive::refuse_used(tx, receipt)?;
    }
    let moment = Moment {
        id: EventId(stored.events + 1),
        now: call.now.to_civil(),
    };
    let mut outcome = stored
        .order
        .apply(&request.event, &moment)
        .map_err(refused)?;
    if request.version.is_some_and(|seen| seen != stored.version) {
        return Err(Error::stale());
    }
    let columns = beside(tx, &stored, &mut outcome)?;
    let fact = Fact {
        payee: payee::taken(tx, &columns)?,
        method: request.evidence.method.clone(),
        receipt: request.evidence.receipt.clone(),
        vouchers: request.evidence.vouchers.clone(),
        ..Fact::new(What::Happened(request.event.clone()), &outcome.sentence)
            .with(columns.columns())
    };
    let version = orders::save(tx, &stored, &outcome, columns, &call.writer())?;
    let actor = call.actor.user_id;
    history::add(tx, stored.id, version, &fact, call.now, actor)?;
    keep_records(tx, call, &stored, &outcome, &request.evidence)?;
    // One movement may make several records: its vouchers belong to their order.
    files::enter_first(tx, call, (Dingdan::TABLE.path, stored.id), &vouchers)?;
    write_down(tx, call, &stored, request.event.kind(), &outcome)?;
    reward(tx, call, &stored, &outcome)?;
    Ok(Done {
        id: stored.id,
        state: outcome.order.state.code(),
        banben_suo: version,
        shijian_id: event_number(&stored, &outcome),
        bianhao: stored.bianhao,
    })
}

/// A payout, an instalment paid in time and a prepayment advance the customer's tasks, each once.
fn reward(tx: &mut Tx<'_>, call: &Call, stored: &Stored, outcome: &Outcome) -> Result<()> {
    for record in &outcome.records {
        let did = match record.kind {
            RecordKind::Payout => Did::Borrowed,
            RecordKind::Repayment | RecordKind::Prepayment if !record.overdue => Did::Repaid,
            _ => continue,
        };
        let part = record.number.map_or(0, i64::from);
        let source = format!("{}:{part}", stored.id);
        points::advance(tx, call, stored.user_id, did, &source)?;
    }
    Ok(())
}

/// The number of the money event that just came into force.
fn event_number(stored: &Stored, outcome: &Outcome) -> Option<i64> {
    let newest = outcome.order.live.last().map(|event| event.id.0);
    newest.filter(|id| *id > stored.events)
}

/// A double click must never pay two instalments.
fn refuse_repeat(
    tx: &mut Tx<'_>,
    call: &Call,
    stored: &Stored,
    request: &EventRequest,
) -> Result<()> {
    if !request.is_bare {
        return Ok(());
    }
    let kind = request.event.kind();
    match orders::last_time(tx, stored.id, kind.code())? {
        Some(last) if call.real_ms - last < REPEAT_MS => Err(Error::Stale(format!(
            "刚刚已{kind}，请刷新后核对；如需再次操作，请10秒后再试"
        ))),
        _ => Ok(()),
    }
}

/// Writes the records of a movement, and marks those of an undone one.
fn keep_records(
    tx: &mut Tx<'_>,
    call: &Call,
    stored: &Stored,
    outcome: &Outcome,
    evidence: &Evidence,
) -> Result<()> {
    if let Some(undone) = outcome.reverses {
        store::records::reverse(tx, stored.id, undone.0, &call.writer())?;
    }
    let event = event_number(stored, outcome).unwrap_or_default();
    let newest = outcome.order.live.last();
    let is_receipt = newest.is_some_and(|event| event.deed.kind() == EventKind::Receipt);
    // One receipt names one movement: the first record carries it.
    let mut receipt = evidence.receipt.clone();
    let movements = store::records::Movement::of(&outcome.records);
    for (record, movement) in outcome.records.iter().zip(&movements) {
        let receipt = receipt.take();
        match &receipt {
            // Somebody else may have written it down since the first look.
            Some(receipt) if is_receipt => receive::refuse_used(tx, receipt)?,
            Some(receipt) => refuse_used_receipt(tx, stored, record.kind.code(), receipt)?,
            None => {}
        }
        let beside = store::records::Beside {
            event,
            method: evidence.method.as_deref(),
            receipt: receipt.as_deref(),
            vouchers: evidence.vouchers.as_deref(),
            movement: movement.as_ref(),
        };
        let added = store::records::add(tx, stored, record, &beside, &call.writer());
        // Somebody else has just written the same number down.
        added.map_err(|error| match (error, &receipt) {
            (RowError::Duplicate(field), Some(receipt))
                if field.column.name == Repayment::liushuihao.name() =>
            {
                receive::used(receipt)
            }
            (error, _) => error.into(),
        })?;
    }
    Ok(())
}

fn refuse_used_receipt(tx: &mut Tx<'_>, stored: &Stored, kind: &str, receipt: &str) -> Result<()> {
    match store::records::by_receipt(tx, receipt)? {
        None => Ok(()),
        Some((order, used_for)) if order == stored.id && used_for == kind => {
            Err(Error::StaleField {
                wire: RECEIPT,
                message: format!("流水号{receipt}已登记在本订单，请核对"),
            })
        }
        Some(_) => Err(Error::refused_at(
            RECEIPT,
            format!("流水号{receipt}已被另一笔记录使用，请核对"),
        )),
    }
}

/// The order log and the operation log.
fn write_down(
    tx: &mut Tx<'_>,
    call: &Call,
    stored: &Stored,
    kind: EventKind,
    outcome: &Outcome,
) -> Result<()> {
    let before = stored.order.state.code();
    let after = outcome.order.state.code();
    let line = Line {
        kind: kind.code(),
        sentence: &outcome.sentence,
        before: Some(before),
        after,
        amount: outcome.amount.map(loan::Fen::get),
        event: event_number(stored, outcome),
    };
    log(
        tx,
        call,
        stored.id,
        &stored.bianhao,
        stored.user_id,
        &stored.user_show,
        &line,
    )?;
    let what = format!("订单{} {}", stored.bianhao, outcome.sentence);
    let deed = Deed {
        bianhua: Some(json!({ "qian": { "state": before }, "hou": { "state": after } })),
        ..Deed::new("订单", what)
    };
    audit::record(tx, call, &deed)
}

/// One line of the order log.
struct Line<'a> {
    kind: &'static str,
    sentence: &'a str,
    before: Option<&'static str>,
    after: &'static str,
    amount: Option<i64>,
    event: Option<i64>,
}

fn log(
    tx: &mut Tx<'_>,
    call: &Call,
    order: i64,
    bianhao: &str,
    user_id: i64,
    user_show: &str,
    line: &Line<'_>,
) -> Result<()> {
    let ip = Some(call.origin.ip.clone()).filter(|ip| !ip.is_empty());
    let row = Changes::<OrderLog>::new()
        .set(OrderLog::dingdan_id, order)
        .set(OrderLog::bianhao, bianhao)
        .set(OrderLog::user_id, user_id)
        .set(OrderLog::user_show, user_show)
        .set(OrderLog::r#type, line.kind)
        .set(OrderLog::neirong, line.sentence)
        .set(OrderLog::qian_state, line.before.map(str::to_owned))
        .set(OrderLog::hou_state, line.after)
        .set(OrderLog::jine, line.amount)
        .set(OrderLog::shijian_id, line.event)
        .set(OrderLog::caozuoren_id, call.actor.user_id)
        .set(OrderLog::caozuoren_show, call.actor.nick_name.as_str())
        .set(OrderLog::ip, ip)
        .set(OrderLog::shishi_ms, call.real_ms);
    Ok(row.append(tx, &call.writer())?)
}

/// The day figures are asked for: a value date the order could have, or today.
fn day_of(order: &Order, asked: Option<Date>, call: &Call) -> Result<Date> {
    let today = call.now.date();
    match asked {
        Some(day) => order.value_date(Some(day), today).map_err(refused),
        None => Ok(today),
    }
}

/// A refusal of the engine, with its code.
fn refused(refusal: Refusal) -> Error {
    match refusal {
        Refusal::Stale(stale) => Error::Stale(stale.to_string()),
        Refusal::Rule(rule) => Error::refused(rule.to_string()),
    }
}
