//! 付费记录: kept by whoever looks after the customer.

use schema::resources::ServicePayment;

use crate::{rules::Rules, whose};

pub const RULES: Rules = Rules {
    before: |write| whose::write_is_my(write, |row: &ServicePayment| Some(row.user_id)),
    before_delete: |delete| whose::delete_is_my(delete, |row: &ServicePayment| Some(row.user_id)),
    ..Rules::NONE
};
