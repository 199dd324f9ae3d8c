//! What an order's borrower owes: the plan, and the summary of it as of a day.

use loan::{Fen, Instalment, ItemView, Order};
use schema::{Date, Timestamp};
use store::{Conn, orders};

use super::{day_of, refused, view::out_of_range};
use crate::{
    call::Call,
    error::Result,
    wire::{answer, ask},
};

answer! {
    /// One instalment as it is planned, its day in the words of the screen.
    pub struct PlanLine {
        qi: u16,
        qi_show: String,
        riqi: Date,
        riqi_nian: String,
        riqi_yueri: String,
        yinghuan: Fen,
        benjin: Fen,
        lixi: Fen,
        feiyong: Fen,
    }
}

impl PlanLine {
    pub fn new(item: &Instalment) -> Result<Self> {
        let (number, due) = (item.number, item.due_on);
        Ok(Self {
            qi: number,
            qi_show: format!("第{number}期"),
            riqi: due,
            riqi_nian: format!("{}年", due.year()),
            riqi_yueri: month_and_day(due),
            yinghuan: item.amount_due().map_err(out_of_range)?,
            benjin: item.principal,
            lixi: item.interest,
            feiyong: item.fees().map_err(out_of_range)?,
        })
    }
}

/// `03月01日`
fn month_and_day(day: Date) -> String {
    let digits = |number: i8| {
        let number = u32::from(number.unsigned_abs());
        [number / 10, number % 10].map(|digit| char::from_digit(digit, 10).unwrap_or_default())
    };
    let ([m1, m2], [d1, d2]) = (digits(day.month()), digits(day.day()));
    [m1, m2, '月', d1, d2, '日'].iter().collect()
}

answer! {
    /// One instalment of an order, as of a day.
    pub struct BillLine {
        ..line: PlanLine,
        state: &'static str,
        is_yuqi: bool,
        yuqi_tianshu: i64,
        yuqi_zongjine: Fen,
        zongyouhui: Fen,
        shifu: Fen,
        /// Received so far of an instalment that is not paid yet.
        yishou: Fen,
        /// Left on that day.
        weihuan: Fen,
        huankuan_time: Option<Timestamp>,
        is_huankuan: bool,
        is_yanqi: bool,
    }
}

answer! {
    /// What confirming means on the asked value date.
    pub struct ConfirmQuote {
        qi: u16,
        yingfujine: Fen,
        youhuijine: Fen,
        shifujine: Fen,
    }
}

answer! {
    /// What is owed on a day; a pending discount is taken off.
    pub struct OwedNow {
        jinri_yingshou: Fen,
        yuqi_heji: Fen,
        benqi_yinghuan: Fen,
        xiaqi_yinghuan: Option<Fen>,
        xiaqi_riqi: Option<Date>,
        shengyu_benjin: Fen,
        /// Which instalment is in turn; null where none is.
        qi: Option<u16>,
        yuqi_qishu: usize,
        yuqi_tianshu: i64,
    }
}

impl OwedNow {
    fn new(order: &Order, day: Date, items: &[ItemView]) -> Result<Self> {
        let owed = order.owed(day).map_err(|rule| refused(rule.into()))?;
        let late = items
            .iter()
            .filter(|view| view.item.is_unpaid() && view.is_overdue());
        let is_late = !owed.overdue.is_zero();
        Ok(Self {
            jinri_yingshou: owed.due,
            yuqi_heji: owed.overdue,
            benqi_yinghuan: owed.current,
            xiaqi_yinghuan: owed.next.map(|(_, amount)| amount),
            xiaqi_riqi: owed.next.map(|(due, _)| due),
            shengyu_benjin: owed.principal,
            qi: order.turn().map(|turn| turn.number),
            yuqi_qishu: late.filter(|_| is_late).count(),
            yuqi_tianshu: order.overdue_days(day).map_err(out_of_range)?,
        })
    }
}

answer! {
    /// What an order costs its borrower, as of a day.
    pub struct Bill {
        dingdan_id: i64,
        state: &'static str,
        /// Before payout the plan is a preview from today.
        is_yulan: bool,
        is_tiqian: bool,
        zonghuankuan: Fen,
        zongbenjin: Fen,
        zongxifei: Fen,
        zonglixi: Fen,
        qianzhifei: Fen,
        zixunfei: Fen,
        fuwufei: Fen,
        yuqifei: Fen,
        weiyuejin: Fen,
        yanqifei: Fen,
        zongqishu: usize,
        youhui_dangqian: Fen,
        /// The most that a discount may be; null where none can be set.
        youhui_shangxian: Option<Fen>,
        youhui_zongjine: Fen,
        yanqi_shijian: Option<Timestamp>,
        yanqi_cishu: usize,
        yanqi_feiyong: Option<Fen>,
        yanqi_tianshu: u16,
        shengyubenjin: Fen,
        /// What a payout sends: less than the principal where the upfront fee is kept back.
        yingfang_jine: Fen,
        /// What is owed on the asked day.
        qiankuan: OwedNow,
        queren: Option<ConfirmQuote>,
        /// Why nothing can be confirmed.
        queren_shuoming: Option<String>,
        huankuan_jihua_list: Vec<BillLine>,
    }
}

ask! {
    /// Which order, as of which day.
    open pub struct BillOn {
        id:   i64          = path_id(),
        riqi: Option<Date> = date("日期"),
    }
}

/// The repayment summary with the plan, as of a day (huankuanXiangqing).
pub fn repayment(conn: &mut Conn, call: &Call, ask: BillOn) -> Result<Bill> {
    let stored = orders::find(conn, ask.id, &call.actor.access.reach)?;
    let order = &stored.order;
    let day = day_of(order, ask.riqi, call)?;
    let summary = order.summary(day).map_err(|rule| refused(rule.into()))?;
    let items = order.view(day).map_err(|rule| refused(rule.into()))?;
    let can_extend = items.iter().any(|item| item.can_extend);
    let extension = can_extend.then(|| order.extension_fee()).transpose();
    let quote = order.confirm_quote(day);
    let lines = items.iter().map(|item| bill_line(order, item));
    Ok(Bill {
        dingdan_id: stored.id,
        state: order.state.code(),
        is_yulan: order.plan.is_none(),
        is_tiqian: order.can_prepay(),
        zonghuankuan: summary.total_repayment,
        zongbenjin: summary.total_principal,
        zongxifei: summary.total_interest_and_fees,
        zonglixi: summary.interest,
        qianzhifei: summary.upfront_fee,
        zixunfei: summary.insurance_fee,
        fuwufei: summary.service_fee,
        yuqifei: summary.overdue_fee,
        weiyuejin: summary.breach_fee,
        yanqifei: summary.extension_fees,
        zongqishu: summary.instalments,
        youhui_dangqian: summary.pending_discount,
        youhui_shangxian: order.most_discount(day).ok(),
        youhui_zongjine: summary.total_discount,
        yanqi_shijian: summary.extended_at.and_then(Timestamp::from_civil),
        yanqi_cishu: summary.extension_count,
        yanqi_feiyong: extension.map_err(out_of_range)?,
        yanqi_tianshu: order.terms.extension.days,
        shengyubenjin: order.unpaid_principal().map_err(out_of_range)?,
        yingfang_jine: order.payout_amount().map_err(out_of_range)?,
        qiankuan: OwedNow::new(order, day, &items)?,
        // Where nothing can be confirmed, why.
        queren_shuoming: quote.as_ref().err().map(ToString::to_string),
        queren: quote.ok().map(|quote| ConfirmQuote {
            qi: quote.number,
            yingfujine: quote.due,
            youhuijine: quote.discount,
            shifujine: quote.received,
        }),
        huankuan_jihua_list: lines.collect::<Result<_>>()?,
    })
}

fn bill_line(order: &Order, view: &ItemView) -> Result<BillLine> {
    let item = &view.item;
    let paid_at = item.paid.as_ref().and_then(|paid| {
        let event = order.live.iter().find(|event| event.id == paid.by)?;
        let at = Some(event.at).filter(|at| at.date() == paid.on);
        Timestamp::from_civil(at.unwrap_or_else(|| paid.on.at(0, 0, 0, 0)))
    });
    Ok(BillLine {
        line: PlanLine::new(item)?,
        state: view.state.code(),
        is_yuqi: view.is_overdue(),
        yuqi_tianshu: view.overdue_days,
        yuqi_zongjine: view.overdue_fee,
        zongyouhui: view.discount,
        shifu: view.received,
        yishou: view.received_in_part,
        weihuan: view.left,
        huankuan_time: paid_at,
        is_huankuan: view.can_confirm,
        is_yanqi: view.can_extend,
    })
}
