//! 为什么是这个数: what a customer owes, order by order.

use loan::Fen;
use store::{Conn, customers, orders};

use crate::{
    call::Call,
    error::Result,
    order::{ReasonLine, out_of_range},
    whose,
    wire::{ask, codes},
};

codes! {
    /// The figures of a customer that can be explained.
    pub enum CustomerFigure {
        Due = "YINGSHOU",
        Overdue = "YUQI",
    }
}

ask! {
    /// Which figure of which customer.
    open pub struct CustomerWhy {
        id:    i64                    = path_id(),
        xiang: Option<CustomerFigure> = one_of("说明项"),
    }
}

/// Every order that adds to a customer's figure, with the instalments it comes from; the sum last.
pub fn why(conn: &mut Conn, call: &Call, ask: CustomerWhy) -> Result<Vec<ReasonLine>> {
    whose::must_be_seen(conn, ask.id, &call.actor.access.reach)?;
    let today = call.now.date();
    let open = customers::orders_in_repayment(conn, ask.id)?;
    let (mut lines, mut terms, mut sum) = (Vec::new(), Vec::new(), Fen::ZERO);
    let figure = ask.xiang.unwrap_or(CustomerFigure::Due);
    for stored in orders::by_ids(conn, &open)? {
        let (order, bianhao) = (&stored.order, stored.bianhao);
        let explained = match figure {
            CustomerFigure::Due => order.explain_due(today),
            CustomerFigure::Overdue => order.explain_overdue(today),
        };
        let Some(total) = explained.map_err(out_of_range)?.pop() else {
            continue;
        };
        if total.result.is_zero() {
            continue;
        }
        sum = sum.plus(total.result).map_err(out_of_range)?;
        terms.push(format!("{bianhao} {}", total.result));
        lines.push(ReasonLine {
            xiang: bianhao,
            dingdan_id: Some(stored.id),
            ..total.into()
        });
    }
    lines.push(ReasonLine {
        xiang: match figure {
            CustomerFigure::Due => "今日应收",
            CustomerFigure::Overdue => "逾期合计",
        }
        .to_owned(),
        suanshi: if terms.is_empty() {
            Fen::ZERO.to_string()
        } else {
            terms.join(" + ")
        },
        jieguo: sum,
        liushuihao: None,
        dingdan_id: None,
    });
    Ok(lines)
}
