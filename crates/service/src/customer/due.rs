//! 待还: what a customer owes on all their loans, and what falls due next.

use loan::Fen;
use schema::Date;
use store::{Conn, customers, orders};

use super::CustomerId;
use crate::{
    call::Call,
    error::{Error, Result},
    whose,
    wire::answer,
};

/// Most instalments that are shown.
const MOST: usize = 12;

answer! {
    /// What a customer owes today.
    pub struct CustomerDue {
        /// Principal that is not paid back.
        daihuan_benjin: Fen,
        /// All that is left to pay, fees for being late included.
        daihuan_zonge: Fen,
        yuqi_jine: Fen,
        yuqi_count: usize,
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
    let mut principal = Fen::ZERO;
    for one in &stored {
        let beyond = |error: loan::OutOfRange| Error::refused(error.to_string());
        principal = principal
            .plus(one.order.unpaid_principal().map_err(beyond)?)
            .map_err(beyond)?;
        let view = one
            .order
            .view(today)
            .map_err(|error| Error::refused(error.to_string()))?;
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
    let sum =
        |amounts: Vec<Fen>| Fen::sum(amounts).map_err(|error| Error::refused(error.to_string()));
    let late: Vec<&DueItem> = items.iter().filter(|item| item.is_yuqi).collect();
    let mut late_orders: Vec<i64> = late.iter().map(|item| item.dingdan_id).collect();
    late_orders.dedup();
    let (yuqi_jine, yuqi_count) = (
        sum(late.iter().map(|item| item.weihuan).collect())?,
        late_orders.len(),
    );
    let daihuan_zonge = sum(items.iter().map(|item| item.weihuan).collect())?;
    items.sort_by_key(|item| (item.riqi, item.dingdan_id, item.qi));
    items.truncate(MOST);
    Ok(CustomerDue {
        daihuan_benjin: principal,
        daihuan_zonge,
        yuqi_jine,
        yuqi_count,
        zaidai_count: stored.len(),
        jihua: items,
    })
}
