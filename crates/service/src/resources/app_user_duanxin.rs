//! 短信: messages of one customer.

use schema::resources::Sms;

use crate::{rules::Rules, whose};

pub const RULES: Rules = Rules {
    before: |write| whose::write_is_my(write, |row: &Sms| Some(row.user_id)),
    before_delete: |delete| whose::delete_is_my(delete, |row: &Sms| Some(row.user_id)),
    ..Rules::NONE
};
