//! 还款记录: written by the verbs alone, found by the number of a receipt as it was typed.

use schema::{Model, resources::Repayment};
use store::List;

use crate::{
    error::Result,
    input::{self, Query},
    rules::Rules,
    wire::words::plain_number,
};

pub const RULES: Rules = Rules {
    conditions: |_, of, query| asked(of, query),
    ..Rules::NONE
};

/// What a list of records is asked for; a receipt's number in the letters it is kept in.
pub(crate) fn asked(of: &'static Model, query: &Query) -> Result<List> {
    let number = Repayment::liushuihao.wire();
    let kept = query.iter().map(|(name, value)| {
        let is_number = name == number;
        let value = if is_number {
            plain_number(value)
        } else {
            value.clone()
        };
        (name.clone(), value)
    });
    input::list(of, &kept.collect())
}
