//! Orders in lists: what is derived from plan and day is worked out here, for the rows shown.

use loan::State;
use schema::{Date, Record, resources::Dingdan};
use serde_json::{Value as Json, json};
use store::{
    Condition, Conn, Derived, List,
    orders::{self, Listed},
};

use crate::{
    call::Call,
    error::{Error, Result},
    input::{self, Query},
    product, search,
    wire::{Conditions, answer},
};

/// What a list of orders asks for; 逾期 is a question about dates.
pub fn conditions(call: &Call, query: &Query) -> Result<List> {
    let of = Dingdan::model();
    let (late, rest): (Query, Query) = query
        .iter()
        .cloned()
        .partition(|(name, _)| name == "isYuqi");
    let mut rest = rest;
    let lateness = by_lateness(&mut rest);
    let mut asked = input::list(of, &rest)?;
    if let Some((at, descends)) = lateness {
        let at = at.min(asked.orders.len());
        let kept = (Dingdan::yuqi_xu.field(), descends);
        asked.orders.insert(at, kept);
    }
    for (_, text) in late {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        let wanted = match parts.as_slice() {
            ["true" | "1"] => Some(true),
            ["false" | "0"] => Some(false),
            // Both, or none.
            [""] | [_, _] => None,
            _ => return Err(Error::field("isYuqi", "逾期查询条件不正确")),
        };
        let wanted = wanted.map(|wanted| overdue(call.now.date(), wanted));
        asked.conditions.extend(wanted.into_iter().flatten());
    }
    Ok(asked)
}

/// 逾期天数 is worked out for the rows shown; what it follows from is kept, and sorted by. Takes it
/// out of the orders of a query; answers where it stood and whether it descends.
fn by_lateness(query: &mut Query) -> Option<(usize, bool)> {
    let (_, text) = query.iter_mut().find(|(name, _)| name == "orders")?;
    let named = |part: &str| part.trim().split(':').next() == Some(Dingdan::yuqi_tianshu.wire());
    let parts: Vec<String> = text.split(',').map(str::to_owned).collect();
    let at = parts.iter().position(|part| named(part))?;
    let descends = parts
        .get(at)
        .is_some_and(|part| part.ends_with(":desc") || part.ends_with(":false"));
    let rest: Vec<String> = parts.into_iter().filter(|part| !named(part)).collect();
    *text = rest.join(",");
    Some((at, descends))
}

/// Only what is being repaid has a day from which it is overdue.
fn overdue(today: Date, wanted: bool) -> Vec<Condition> {
    if wanted {
        vec![
            Condition::equal(Dingdan::state, State::Repaying.code()),
            Condition::before(Dingdan::yuqi_ri, today),
        ]
    } else {
        vec![Condition::not_before(Dingdan::yuqi_ri, today)]
    }
}

answer! {
    /// How many orders are in a state.
    pub struct StateCount {
        state: &'static str,
        shuliang: i64,
        /// Counting stops at a bound.
        is_zhunque: bool,
    }
}

/// How many orders are in each state, and how many are overdue.
pub fn counts(conn: &mut Conn, call: &Call, ask: Conditions) -> Result<Vec<StateCount>> {
    let of = Dingdan::model();
    let base = conditions(call, &ask.query)?;
    search::must_be_counted(call, of, &base)?;
    let reach = &call.actor.access.reach;
    let codes = State::ALL.iter().map(|state| state.code());
    let conditions = codes
        .clone()
        .map(|code| vec![Condition::equal(Dingdan::state, code)])
        .chain([overdue(call.now.date(), true)]);
    let totals = store::totals(conn, of, &base, conditions, reach)?;
    let counted = codes.chain(["YUQI"]).zip(totals);
    let shown = counted.map(|(state, (shuliang, is_zhunque))| StateCount {
        state,
        shuliang,
        is_zhunque,
    });
    Ok(shown.collect())
}

/// The derived columns of some orders.
pub fn derive(conn: &mut Conn, call: &Call, ids: &[i64]) -> Result<Derived> {
    let mut found = Derived::default();
    for order in &orders::listed(conn, ids, call.now.date())? {
        found.put(order.id, derived(order));
        // Once reviewed, the account is shown as it was reviewed.
        let show = Dingdan::user_shoukuan_id.field().show.as_deref();
        if let (Some(line), Some(show)) = (&order.payee_line, show) {
            found.put(order.id, [(show, line.as_str().into())]);
        }
    }
    Ok(found)
}

/// What follows from plan and day. A figure that no total can hold stays empty: one absurd order
/// must not keep the others from being seen.
fn derived(order: &Listed) -> [(&'static str, Json); 10] {
    let (terms, figures) = (&order.terms, order.figures);
    let term = product::term(terms, order.periods);
    let sentence = format!(
        "借款{}元，{term}，{}，年利率{}",
        order.principal, terms.mode, terms.annual_rate
    );
    [
        (Dingdan::huankuan_jine.wire(), json!(figures.total)),
        (Dingdan::is_yuqi.wire(), figures.is_overdue.into()),
        (Dingdan::yuqi_tianshu.wire(), figures.overdue_days.into()),
        (Dingdan::jinri_yingshou.wire(), json!(figures.due)),
        (Dingdan::yuqi_jine.wire(), json!(figures.overdue)),
        (Dingdan::benqi_yinghuan.wire(), json!(figures.current)),
        (Dingdan::zongqishu.wire(), json!(order.instalments)),
        (Dingdan::is_tiqian.wire(), order.can_prepay.into()),
        (Dingdan::jiekuan_xiangqing.wire(), sentence.into()),
        (Dingdan::jiekuan_zhouqi_show.wire(), term.into()),
    ]
}
