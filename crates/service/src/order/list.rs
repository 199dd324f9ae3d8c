//! Orders in lists: what is derived from plan and day is worked out here, for the rows shown.

use loan::{Order, State};
use schema::Date;
use serde_json::{Map, Value as Json, json};
use store::{Condition, Conn, List, orders, payee_copies};

use crate::{
    call::Call,
    error::{Error, Result},
    input::{self, Query},
    resource, search,
};

/// What a list of orders asks for; 逾期 is a question about dates.
pub fn conditions(call: &Call, query: &Query) -> Result<List> {
    let of = resource::model("app/dingdan")?;
    let (late, rest): (Query, Query) = query
        .iter()
        .cloned()
        .partition(|(name, _)| name == "isYuqi");
    let mut asked = input::list(of, &rest)?;
    for (_, text) in late {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let wanted = match parts.as_slice() {
            ["true" | "1"] => Some(true),
            ["false" | "0"] => Some(false),
            // Both, or none.
            [""] | [_, _] => None,
            _ => return Err(Error::field("isYuqi", "逾期查询条件不正确")),
        };
        asked
            .conditions
            .extend(wanted.and_then(|wanted| overdue(call.now.date(), wanted)));
    }
    Ok(asked)
}

fn overdue(today: Date, wanted: bool) -> Option<Condition> {
    let of = schema::model("app/dingdan")?;
    let field = of.field_named("yuqi_ri")?;
    let today = today.to_string().into();
    Some(if wanted {
        Condition::Before(field, today)
    } else {
        Condition::NotBefore(field, today)
    })
}

/// How many orders are in each state, and how many are overdue.
pub fn counts(conn: &mut Conn, call: &Call, query: &Query) -> Result<Json> {
    let of = resource::model("app/dingdan")?;
    let base = conditions(call, query)?;
    search::must_be_counted(call, of, &base)?;
    let state = of
        .field_named("state")
        .ok_or_else(|| Error::internal("orders have a state"))?;
    let reach = &call.actor.access.reach;
    let mut answer = Vec::new();
    let mut count = |code: &str, condition: Option<Condition>| -> Result<()> {
        let mut asked = base.clone();
        asked.conditions.extend(condition);
        let (total, exact) = store::total(conn, of, &asked, reach)?;
        answer.push(json!({ "state": code, "shuliang": total, "isZhunque": exact }));
        Ok(())
    };
    for known in State::ALL {
        let condition = Condition::Equal(state, known.code().into());
        count(known.code(), Some(condition))?;
    }
    count("YUQI", overdue(call.now.date(), true))?;
    Ok(answer.into())
}

/// Fills in the derived columns of order rows.
pub fn complete(conn: &mut Conn, call: &Call, rows: &mut [Map<String, Json>]) -> Result<()> {
    let id_of = |row: &Map<String, Json>| row.get("id").and_then(Json::as_i64);
    let ids: Vec<i64> = rows.iter().filter_map(id_of).collect();
    let stored = orders::by_ids(conn, &ids)?;
    let copies: Vec<i64> = stored
        .iter()
        .filter_map(|order| order.payee_copy_id)
        .collect();
    let copies = payee_copies::by_ids(conn, &copies)?;
    for row in rows {
        let found = stored.iter().find(|stored| Some(stored.id) == id_of(row));
        let Some(found) = found else { continue };
        row.extend(derived(&found.order, call.now.date())?);
        // Once reviewed, the account is shown as it was reviewed.
        let copy = copies
            .iter()
            .find(|copy| Some(copy.id) == found.payee_copy_id);
        if let Some(copy) = copy {
            row.insert("userShoukuanShow".to_owned(), copy.line.as_str().into());
        }
    }
    Ok(())
}

/// What follows from plan and day. A figure that no total can hold stays empty: one absurd order
/// must not keep the others from being seen.
fn derived(order: &Order, day: Date) -> Result<Map<String, Json>> {
    let total = order
        .summary(day)
        .ok()
        .map(|summary| summary.total_repayment);
    let is_overdue = order.is_overdue(day).unwrap_or(true);
    let days = if is_overdue {
        order.overdue_days(day).unwrap_or_default()
    } else {
        0
    };
    let term = term(order);
    let columns = json!({
        "huankuanJine": total,
        "isYuqi": is_overdue,
        "yuqiTianshu": days,
        "isTiqian": order.can_prepay(),
        "jiekuanXiangqing": format!(
            "借款{}元，{term}，{}，年利率{}",
            order.principal, order.terms.mode, order.terms.annual_rate
        ),
        "jiekuanZhouqiShow": term,
    });
    match columns {
        Json::Object(columns) => Ok(columns),
        _ => Err(Error::internal("columns are an object")),
    }
}

/// `3期（每期1个月）`
fn term(order: &Order) -> String {
    let period = order.terms.period;
    let unit = match period.unit {
        loan::PeriodUnit::Month => "个月",
        loan::PeriodUnit::Week => "周",
        loan::PeriodUnit::Day => "天",
    };
    format!("{}期（每期{}{unit}）", order.periods, period.length)
}
