//! 基础信息: one for each customer, written by whoever looks after them.

use schema::resources::BasicInfo;
use serde_json::Value as Json;
use store::{Conn, Derived, customers};

use crate::{call::Call, error::Result, rules::Rules, whose};

pub const RULES: Rules = Rules {
    before: |write| whose::write_is_my(write, |row: &BasicInfo| Some(row.user_id)),
    before_delete: |delete| whose::delete_is_my(delete, |row: &BasicInfo| Some(row.user_id)),
    derive: Some(derive),
    ..Rules::NONE
};

/// What is shown of the customer beside what they said.
fn derive(conn: &mut Conn, call: &Call, ids: &[i64]) -> Result<Derived> {
    let mut found = Derived::default();
    for (row, of) in customers::known_of_rows(conn, "app_user_jibenxinxi", ids)? {
        found.put(
            row,
            [
                (BasicInfo::phone.wire(), Json::from(of.phone)),
                (BasicInfo::is_suoding.wire(), of.is_locked.into()),
            ],
        );
        let keys = [
            BasicInfo::is_my,
            BasicInfo::is_my_custom,
            BasicInfo::is_my_mendian,
        ];
        whose::put_marks(
            &mut found,
            row,
            keys,
            whose::marks(&call.actor, &of.belonging),
        );
    }
    Ok(found)
}
