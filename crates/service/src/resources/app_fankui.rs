//! 意见反馈: shown with the phone of whoever gave it.

use schema::resources::Feedback;
use serde_json::Value as Json;
use store::{Conn, Derived, customers};

use crate::{call::Call, error::Result, rules::Rules};

pub const RULES: Rules = Rules {
    derive: Some(derive),
    ..Rules::NONE
};

fn derive(conn: &mut Conn, _: &Call, ids: &[i64]) -> Result<Derived> {
    let mut found = Derived::default();
    for (row, of) in customers::known_of_rows(conn, "app_fankui", ids)? {
        found.put(row, [(Feedback::phone.wire(), Json::from(of.phone))]);
    }
    Ok(found)
}
