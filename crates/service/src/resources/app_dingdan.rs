//! 订单: written by its verbs alone; its lists ask for days and show what follows from the plan.

use schema::resources::Dingdan;

use crate::{order, rules::Rules};

pub const RULES: Rules = Rules {
    conditions: |call, _, query| order::conditions(call, query),
    derive: Some(order::derive),
    // The term is told with its unit.
    exported: |field| (Rules::NONE.exported)(field) && field.column.name != Dingdan::qishu.name(),
    ..Rules::NONE
};
