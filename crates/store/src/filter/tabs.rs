//! Lists of a resource whose rows stand under tabs, as orders under their states.

use schema::Model;

use super::List;
use crate::{condition::Condition, sql::Sql, value::Value};

/// Of a list that asks for more values than this all tabs together would name too many.
const MOST_VALUES: usize = 1_000;

/// A list for each tab that it looks under, where it is one of several and an index of the tab
/// leads to its rows; otherwise the list itself.
pub(super) fn lists(of: &'static Model, list: &List) -> Vec<List> {
    let Some((column, all)) = of.table.tabs else {
        return vec![list.clone()];
    };
    let of_tab = |condition: &&Condition| {
        let compared = condition.compared();
        compared.is_some_and(|field| field.column.name == column)
    };
    let tabs: Vec<&Condition> = list.conditions.iter().filter(of_tab).collect();
    let values: Vec<Value> = match tabs.as_slice() {
        [] => all.iter().map(|value| (*value).into()).collect(),
        // Each once, however often it is asked for; what is no tab has no rows.
        [Condition::In(_, values)] => {
            let all = all.iter().map(|value| Value::from(*value));
            all.filter(|tab| values.contains(tab)).collect()
        }
        _ => Vec::new(),
    };
    let has_others = list.conditions.iter().any(|condition| {
        let compared = condition.compared();
        compared.is_some_and(|field| field.column.name != column)
    });
    let asked = list.conditions.iter().map(|condition| match condition {
        Condition::In(_, values) => values.len(),
        _ => 1,
    });
    let is_short = asked.sum::<usize>() <= MOST_VALUES;
    let is_led = is_short && (has_others || !list.orders.is_empty());
    match of.field_named(column) {
        Some(field) if values.len() > 1 && is_led => values
            .into_iter()
            .map(|value| {
                let mut list = list.clone();
                list.conditions.retain(|condition| !of_tab(&condition));
                list.conditions.push(Condition::Equal(field, value));
                list
            })
            .collect(),
        _ => vec![list.clone()],
    }
}

/// Names every tab where a list names none and compares a column whose index begins with the tab.
pub(super) fn name_all(sql: &mut Sql, of: &Model, list: &List) {
    let Some((tab, all)) = of.table.tabs else {
        return;
    };
    let compared = || list.conditions.iter().filter_map(Condition::compared);
    let is_named = compared().any(|field| field.column.name == tab);
    if !is_named && compared().any(|field| field.column.sortable) {
        sql.push(" AND t.").name(tab).push(" IN ").bind_list(all);
    }
}
