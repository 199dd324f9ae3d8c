//! 待还: what a customer owes on all their loans, and what falls due next.

use std::collections::BTreeSet;

use loan::{Fen, Owed};
use schema::Date;
use store::{Conn, customers, orders};

use super::CustomerId;
use crate::{call::Call, error::Result, order::out_of_range, whose, wire::answer};

/// Most instalments that are shown.
const MOST: usize = 12;

answer! {
    /// What a customer owes today.
    pub struct CustomerDue {
        /// Principal that is not paid back.
        daihuan_benjin: Fen,
        /// All that is left to pay, fees for being late included.
        daihuan_zonge: Fen,
        /// Every instalment whose day has come, less the discounts that wait.
        jinri_yingshou: Fen,
        /// Those of them that are overdue.
        yuqi_jine: Fen,
        yuqi_count: usize,
        /// What falls due on the next day that something does, over all orders.
        xiaqi_yinghuan: Option<Fen>,
        xiaqi_riqi: Option<Date>,
        zaidai_count: usize,
        jihua: Vec<DueItem>,
    }
}

answer! {
    /// An instalment that is not paid.
    pub struct DueItem {
        dingdan_id: i64,
        bianhao: String,
        qi: u16,
        zongqishu: u16,
        riqi: Date,
        benjin: Fen,
        yinghuan: Fen,
        yuqifei: Fen,
        /// What is left of it today.
        weihuan: Fen,
        is_yuqi: bool,
        yuqi_tianshu: i64,
    }
}

pub fn due(conn: &mut Conn, call: &Call, ask: CustomerId) -> Result<CustomerDue> {
    let reach = &call.actor.access.reach;
    whose::must_be_seen(conn, ask.id, reach)?;
    let today = call.now.date();
    let open = customers::orders_in_repayment(conn, ask.id)?;
    let stored = orders::by_ids(conn, &open)?;
    let mut items: Vec<DueItem> = Vec::new();
    let mut owed: Vec<Owed> = Vec::new();
    for one in &stored {
        owed.push(one.order.owed(today).map_err(out_of_range)?);
        let view = one.order.view(today).map_err(out_of_range)?;
        for item in view.iter().filter(|item| item.item.paid.is_none()) {
            items.push(DueItem {
                dingdan_id: one.id,
                bianhao: one.bianhao.clone(),
                qi: item.item.number,
                zongqishu: one.order.periods,
                riqi: item.item.due_on,
                benjin: item.item.principal,
                yinghuan: item.amount_due,
                yuqifei: item.overdue_fee,
                weihuan: item.left,
                is_yuqi: item.is_overdue(),
                yuqi_tianshu: item.overdue_days,
            });
        }
    }
    let sum = |amounts: Vec<Fen>| Fen::sum(amounts).map_err(out_of_range);
    let of = |figure: fn(&Owed) -> Fen| sum(owed.iter().map(figure).collect());
    let late = items.iter().filter(|item| item.is_yuqi);
    let late: BTreeSet<i64> = late.map(|item| item.dingdan_id).collect();
    let daihuan_zonge = sum(items.iter().map(|item| item.weihuan).collect())?;
    let next = owed.iter().filter_map(|owed| owed.next);
    let xiaqi_riqi = next.clone().map(|(day, _)| day).min();
    let on_that_day = next.filter(|(day, _)| Some(*day) == xiaqi_riqi);
    let xiaqi = sum(on_that_day.map(|(_, amount)| amount).collect())?;
    items.sort_by_key(|item| (item.riqi, item.dingdan_id, item.qi));
    items.truncate(MOST);
    Ok(CustomerDue {
        daihuan_benjin: of(|owed| owed.principal)?,
        daihuan_zonge,
        jinri_yingshou: of(|owed| owed.due)?,
        yuqi_jine: of(|owed| owed.overdue)?,
        yuqi_count: late.len(),
        xiaqi_yinghuan: xiaqi_riqi.map(|_| xiaqi),
        xiaqi_riqi,
        zaidai_count: stored.len(),
        jihua: items,
    })
}
