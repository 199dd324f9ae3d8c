//! An order as the dialog shows it: its details, its repayment, its time line.

use loan::{AmountTerms, Deed, Fen, LiveEvent, Order, Ppm};
use schema::{
    Date, Record,
    resources::{Dingdan, OrderLog},
};
use serde_json::{Map, Value as Json};
use store::{
    Condition, Conn, List,
    orders::{self, Stored},
    rows,
};

use super::{
    applicant::{self, AccountLikeness},
    list,
    payee::{self, ShownPayee},
    review,
};
use crate::{
    call::Call,
    error::{Error, Result},
    input, resource,
    rules::Resource,
    wire::{Rows, ShownRow, answer, ask},
};

/// Figures no book can hold.
pub(crate) fn out_of_range(error: impl Into<loan::Rule>) -> Error {
    Error::refused(error.into().to_string())
}

ask! {
    /// Which order.
    open pub struct OrderId {
        id: i64 = path_id(),
    }
}

answer! {
    /// An order with its receiving account and its terms.
    pub struct OrderDetail {
        ..row: ShownRow<Dingdan>,
        dingdan_id: i64,
        shoukuan_data: Option<ShownPayee>,
        /// How the account differs from the verified person, in a sentence.
        shoukuan_jinggao: Option<String>,
        /// Whether the account in force is the verified person's.
        shoukuan_hedui: AccountLikeness,
        /// The account in force is not the one that was reviewed, in a sentence; null where it is.
        weishen_jinggao: Option<String>,
        jiekuan_xiangqing_data: OrderTerms,
        nianhua_danli: Option<i64>,
        nianhua_fuli: Option<i64>,
        kechexiao: Option<Undoable>,
        /// The customer's account is no longer what was reviewed; null before the review and after
        /// the payout, when it no longer matters.
        is_zhanghu_bianhua: Option<bool>,
    }
}

answer! {
    /// The event an undo would take back.
    pub struct Undoable {
        shijian_id: i64,
        r#type: &'static str,
        miaoshu: String,
        /// What moved; null where no money did.
        jine: Option<Fen>,
        /// Its business date.
        riqi: Date,
    }
}

/// The order with its receiving account and its terms (weapp/findById).
pub fn detail(conn: &mut Conn, call: &Call, ask: OrderId) -> Result<OrderDetail> {
    let derive = |conn: &mut Conn, ids: &[i64]| list::derive(conn, call, ids);
    let row = rows::find_derived(
        conn,
        Dingdan::model(),
        ask.id,
        &call.actor.access.reach,
        call.real_ms,
        Some(&derive),
    )?;
    let stored = orders::find(conn, ask.id, &call.actor.access.reach)?;
    let payee = payee::shown(conn, call, &stored)?;
    let rate = stored
        .order
        .loan()
        .ok()
        .and_then(|loan| loan.annual_rate().ok());
    let offer = review::offer(conn, &stored)?;
    Ok(OrderDetail {
        dingdan_id: ask.id,
        shoukuan_data: payee,
        shoukuan_jinggao: payee::warning(payee::differs(conn, &stored)?),
        shoukuan_hedui: applicant::likeness(conn, &stored)?,
        weishen_jinggao: payee::unreviewed(conn, &stored)?,
        jiekuan_xiangqing_data: terms(&stored, offer, &row),
        nianhua_danli: rate.map(|rate| rate.simple_ppm),
        nianhua_fuli: rate.and_then(|rate| rate.compound_ppm),
        kechexiao: undoable(&stored.order)?,
        is_zhanghu_bianhua: payee::has_changed(conn, &stored)?,
        row: row.into(),
    })
}

fn undoable(order: &Order) -> Result<Option<Undoable>> {
    let Some(newest) = order.live.last() else {
        return Ok(None);
    };
    Ok(Some(Undoable {
        shijian_id: newest.id.0,
        r#type: newest.deed.kind().code(),
        miaoshu: newest.deed.label(),
        jine: moved(order, newest)?,
        riqi: newest.on,
    }))
}

/// The money an event in force moved; nothing for a write-off.
fn moved(order: &Order, event: &LiveEvent) -> Result<Option<Fen>> {
    Ok(match event.deed {
        Deed::Payout => Some(order.principal),
        Deed::Extension { fee } => Some(fee),
        Deed::Recovery { amount } | Deed::Receipt { amount, .. } => Some(amount),
        Deed::WriteOff { .. } => None,
        Deed::Confirm { .. } | Deed::Prepay { .. } => {
            let mut sum = Fen::ZERO;
            for item in order.plan.iter().flat_map(|plan| &plan.items) {
                if let Some(paid) = item.paid.as_ref().filter(|paid| paid.by == event.id) {
                    let earlier = item.part_received().and_then(|charge| charge.total());
                    let now = earlier.and_then(|earlier| paid.received.minus(earlier));
                    sum = now.and_then(|now| sum.plus(now)).map_err(out_of_range)?;
                }
            }
            Some(sum)
        }
    })
}

answer! {
    /// The terms of an order under the names of the product's columns.
    pub struct OrderTerms {
        project_show: Option<String>,
        huankuan_moshi: &'static str,
        zhouqi_danwei: &'static str,
        zhouqi_changdu: u16,
        zuixiao_jine: Option<Fen>,
        jine_buchang: Option<Fen>,
        qishu_list: String,
        nianlilv: Ppm,
        jixi_tianshu: u16,
        qianzhifeilv: Ppm,
        qianzhifei_fangshi: &'static str,
        zixunfeilv: Ppm,
        fuwufeilv: Ppm,
        kuanxian_tianshu: u16,
        yuqi_rilv: Ppm,
        yuqi_jishu: &'static str,
        yuqi_shangxian: Ppm,
        is_tiqian: bool,
        weiyue_feilv: Ppm,
        tiqian_jixi: &'static str,
        is_yanqi: bool,
        yanqi_tianshu: u16,
        yanqi_feilv: Ppm,
        yanqi_zuida_cishu: u16,
    }
}

fn terms(stored: &Stored, offer: Option<AmountTerms>, row: &Map<String, Json>) -> OrderTerms {
    let product = Dingdan::project_id.field().show.as_ref();
    let product = product
        .and_then(|show| row.get(show))
        .and_then(Json::as_str);
    let terms = &stored.order.terms;
    let periods: Vec<String> = terms.offered_periods.iter().map(u16::to_string).collect();
    OrderTerms {
        project_show: product.map(str::to_owned),
        huankuan_moshi: terms.mode.code(),
        zhouqi_danwei: terms.period.unit.code(),
        zhouqi_changdu: terms.period.length,
        zuixiao_jine: offer.map(|offer| offer.least),
        jine_buchang: offer.map(|offer| offer.step),
        qishu_list: periods.join(","),
        nianlilv: terms.annual_rate,
        jixi_tianshu: terms.day_count.days(),
        qianzhifeilv: terms.upfront_fee.rate,
        qianzhifei_fangshi: terms.upfront_fee.collection.code(),
        zixunfeilv: terms.insurance_fee_rate,
        fuwufeilv: terms.service_fee_rate,
        kuanxian_tianshu: terms.overdue.grace_days,
        yuqi_rilv: terms.overdue.daily_rate,
        yuqi_jishu: terms.overdue.base.code(),
        yuqi_shangxian: terms.overdue.cap,
        is_tiqian: terms.prepay.allowed,
        weiyue_feilv: terms.prepay.breach_fee_rate,
        tiqian_jixi: terms.prepay.interest.code(),
        is_yanqi: terms.extension.allowed,
        yanqi_tianshu: terms.extension.days,
        yanqi_feilv: terms.extension.fee_rate,
        yanqi_zuida_cishu: terms.extension.max_count,
    }
}

/// The order's log, oldest first.
pub fn timeline(conn: &mut Conn, call: &Call, ask: OrderId) -> Result<Rows<OrderLog>> {
    let reach = &call.actor.access.reach;
    orders::find(conn, ask.id, reach)?;
    let asked = input::plain(List {
        conditions: vec![Condition::equal(OrderLog::dingdan_id, ask.id)],
        orders: vec![(OrderLog::id.field(), false)],
        ..List::default()
    });
    let of = Resource::plain(OrderLog::model());
    resource::plain_list(conn, call, of, &asked, reach).map(Rows::from)
}
