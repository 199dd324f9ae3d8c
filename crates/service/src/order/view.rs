//! An order as the dialog shows it: its details, its repayment, its time line.

use loan::{AmountTerms, Deed, Fen, ItemView, LiveEvent, Order};
use schema::{
    Date, Record, Timestamp,
    resources::{Dingdan, OrderLog},
};
use serde_json::{Map, Value as Json, json};
use store::{
    Condition, Conn, List,
    orders::{self, Stored},
    rows,
};

use super::{day_of, list, payee, refused, review, trial};
use crate::{
    call::Call,
    error::{Error, Result},
    input, resource,
    rules::Resource,
};

/// Figures no book can hold.
pub(super) fn out_of_range(error: impl Into<loan::Rule>) -> Error {
    Error::refused(error.into().to_string())
}

/// The order with its receiving account and its terms (weapp/findById).
pub fn detail(conn: &mut Conn, call: &Call, id: i64) -> Result<Json> {
    let derive = |conn: &mut Conn, ids: &[i64]| list::derive(conn, call, ids);
    let mut row = rows::find_derived(
        conn,
        Dingdan::model(),
        id,
        &call.actor.access.reach,
        call.real_ms,
        Some(&derive),
    )?;
    let stored = orders::find(conn, id, &call.actor.access.reach)?;
    let payee = payee::shown(conn, call, &stored)?;
    let rate = stored
        .order
        .loan()
        .ok()
        .and_then(|loan| loan.annual_rate().ok());
    row.insert("dingdanId".to_owned(), id.into());
    row.insert("shoukuanData".to_owned(), payee.into());
    let offer = review::offer(conn, &stored)?;
    row.insert(
        "jiekuanXiangqingData".to_owned(),
        terms(&stored, offer, &row),
    );
    row.insert(
        "nianhuaDanli".to_owned(),
        rate.map(|rate| rate.simple_ppm).into(),
    );
    row.insert(
        "nianhuaFuli".to_owned(),
        rate.map(|rate| rate.compound_ppm).into(),
    );
    row.insert("kechexiao".to_owned(), undoable(&stored.order)?);
    Ok(row.into())
}

/// The event an undo would take back.
fn undoable(order: &Order) -> Result<Json> {
    let Some(newest) = order.live.last() else {
        return Ok(Json::Null);
    };
    Ok(json!({
        "shijianId": newest.id.0,
        "type": newest.deed.kind().code(),
        "miaoshu": newest.deed.label(),
        "jine": moved(order, newest)?,
        "riqi": newest.on.to_string(),
    }))
}

/// The money an event in force moved; nothing for a write-off.
fn moved(order: &Order, event: &LiveEvent) -> Result<Option<Fen>> {
    Ok(match event.deed {
        Deed::Payout => Some(order.principal),
        Deed::Extension { fee } => Some(fee),
        Deed::Recovery { amount } => Some(amount),
        Deed::WriteOff { .. } => None,
        Deed::Confirm { .. } | Deed::Prepay { .. } => {
            let items = order.plan.iter().flat_map(|plan| &plan.items);
            let paid = items.filter_map(|item| item.paid.as_ref());
            let by_event = paid.filter(|paid| paid.by == event.id);
            Some(Fen::sum(by_event.map(|paid| paid.received)).map_err(out_of_range)?)
        }
    })
}

/// The terms under the names of the product's columns.
fn terms(stored: &Stored, offer: Option<AmountTerms>, row: &Map<String, Json>) -> Json {
    let product = Dingdan::project_id.field().show.as_ref();
    let product = product.and_then(|show| row.get(show));
    let terms = &stored.order.terms;
    let periods: Vec<String> = terms.offered_periods.iter().map(u16::to_string).collect();
    json!({
        "projectShow": product,
        "huankuanMoshi": terms.mode.code(),
        "zhouqiDanwei": terms.period.unit.code(),
        "zhouqiChangdu": terms.period.length,
        "zuixiaoJine": offer.map(|offer| offer.least),
        "jineBuchang": offer.map(|offer| offer.step),
        "qishuList": periods.join(","),
        "nianlilv": terms.annual_rate,
        "jixiTianshu": terms.day_count.days(),
        "qianzhifeilv": terms.upfront_fee.rate,
        "qianzhifeiFangshi": terms.upfront_fee.collection.code(),
        "zixunfeilv": terms.insurance_fee_rate,
        "fuwufeilv": terms.service_fee_rate,
        "kuanxianTianshu": terms.overdue.grace_days,
        "yuqiRilv": terms.overdue.daily_rate,
        "yuqiJishu": terms.overdue.base.code(),
        "yuqiShangxian": terms.overdue.cap,
        "isTiqian": terms.prepay.allowed,
        "weiyueFeilv": terms.prepay.breach_fee_rate,
        "tiqianJixi": terms.prepay.interest.code(),
        "isYanqi": terms.extension.allowed,
        "yanqiTianshu": terms.extension.days,
        "yanqiFeilv": terms.extension.fee_rate,
        "yanqiZuidaCishu": terms.extension.max_count,
    })
}

/// The repayment summary with the plan, as of a day (huankuanXiangqing).
pub fn repayment(conn: &mut Conn, call: &Call, id: i64, day: Option<Date>) -> Result<Json> {
    let stored = orders::find(conn, id, &call.actor.access.reach)?;
    let order = &stored.order;
    let day = day_of(&stored.order, day, call)?;
    let summary = order.summary(day).map_err(|rule| refused(rule.into()))?;
    let items = order.view(day).map_err(|rule| refused(rule.into()))?;
    let can_extend = items.iter().any(|item| item.can_extend);
    let extension = if can_extend {
        Some(order.extension_fee().map_err(out_of_range)?)
    } else {
        None
    };
    // Where nothing can be confirmed, why.
    let (quote, why_not) = match order.confirm_quote(day) {
        Ok(quote) => {
            let shown = json!({
                "qi": quote.number,
                "yingfujine": quote.due,
                "youhuijine": quote.discount,
                "shifujine": quote.received,
            });
            (Some(shown), None)
        }
        Err(refusal) => (None, Some(refusal.to_string())),
    };
    let rows = items.iter().map(|item| plan_row(order, item));
    Ok(json!({
        "dingdanId": stored.id,
        "state": order.state.code(),
        "isYulan": order.plan.is_none(),
        "isTiqian": order.can_prepay(),
        "zonghuankuan": summary.total_repayment,
        "zongbenjin": summary.total_principal,
        "zongxifei": summary.total_interest_and_fees,
        "zonglixi": summary.interest,
        "qianzhifei": summary.upfront_fee,
        "zixunfei": summary.insurance_fee,
        "fuwufei": summary.service_fee,
        "yuqifei": summary.overdue_fee,
        "weiyuejin": summary.breach_fee,
        "yanqifei": summary.extension_fees,
        "zongqishu": summary.instalments,
        "youhuiDangqian": summary.pending_discount,
        "youhuiShangxian": order.most_discount(day).ok(),
        "youhuiZongjine": summary.total_discount,
        "yanqiShijian": summary.extended_at.and_then(Timestamp::from_civil),
        "yanqiCishu": summary.extension_count,
        "yanqiFeiyong": extension,
        "yanqiTianshu": order.terms.extension.days,
        "shengyubenjin": order.unpaid_principal().map_err(out_of_range)?,
        "queren": quote,
        "querenShuoming": why_not,
        "huankuanJihuaList": rows.collect::<Result<Vec<_>>>()?,
    }))
}

fn plan_row(order: &Order, view: &ItemView) -> Result<Json> {
    let item = &view.item;
    let mut row = day_texts(item.number, item.due_on);
    row.extend(trial::figures(item)?);
    let paid_at = item.paid.as_ref().and_then(|paid| {
        let event = order.live.iter().find(|event| event.id == paid.by)?;
        let at = Some(event.at).filter(|at| at.date() == paid.on);
        Timestamp::from_civil(at.unwrap_or_else(|| paid.on.at(0, 0, 0, 0)))
    });
    let more = json!({
        "state": view.state.code(),
        "isYuqi": view.is_overdue(),
        "yuqiTianshu": view.overdue_days,
        "yuqiZongjine": view.overdue_fee,
        "zongyouhui": view.discount,
        "shifu": view.received,
        "huankuanTime": paid_at,
        "isHuankuan": view.can_confirm,
        "isYanqi": view.can_extend,
    });
    if let Json::Object(more) = more {
        row.extend(more);
    }
    Ok(row.into())
}

/// An instalment's number and day in the words of the screen.
pub(super) fn day_texts(number: u16, due: Date) -> Map<String, Json> {
    let texts = json!({
        "qi": number,
        "qiShow": format!("第{number}期"),
        "riqi": due.to_string(),
        "riqiNian": format!("{}年", due.year()),
        "riqiYueri": format!("{:02}月{:02}日", due.month(), due.day()),
    });
    match texts {
        Json::Object(texts) => texts,
        _ => Map::new(),
    }
}

/// The order's log, oldest first.
pub fn timeline(conn: &mut Conn, call: &Call, id: i64) -> Result<Vec<u8>> {
    let reach = &call.actor.access.reach;
    orders::find(conn, id, reach)?;
    let asked = input::plain(List {
        conditions: vec![Condition::equal(OrderLog::dingdan_id, id)],
        orders: vec![(OrderLog::id.field(), false)],
        ..List::default()
    });
    let of = Resource::plain(OrderLog::model());
    resource::plain_list(conn, call, of, &asked, reach)
}
