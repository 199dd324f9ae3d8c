//! 通讯录: contacts of one customer.

use schema::resources::Contact;

use crate::{
    error::Result,
    rules::{Rules, Write},
    whose,
};

pub const RULES: Rules = Rules {
    before,
    before_delete: |delete| whose::delete_is_my(delete, |row: &Contact| Some(row.user_id)),
    ..Rules::NONE
};

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    whose::write_is_my(write, |row: &Contact| Some(row.user_id))?;
    if write.is_new() {
        let now = write.call.now;
        write.set(Contact::tongbu_time, Some(now));
    }
    Ok(())
}
