//! 产品屏蔽: a block knows the customer whose phone it names.

use schema::resources::ProductBlock;

use crate::{
    error::Result,
    rules::{Rules, Write},
    search, whose,
};

pub const RULES: Rules = Rules {
    before,
    before_delete: |delete| whose::delete_is_my(delete, |row: &ProductBlock| row.user_id),
    ..Rules::NONE
};

/// The customer a blocked phone belongs to, where there is one within reach: a block of somebody
/// else's customer looks like that of a phone nobody has.
fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let next: ProductBlock = write.next()?;
    if let Some(phone) = next.phone.new_text().filter(|phone| !phone.is_empty()) {
        let customer = search::customer(write.tx, phone, &write.call.actor.access.reach)?;
        write.set(ProductBlock::user_id, customer);
    }
    whose::write_is_my(write, |row: &ProductBlock| row.user_id)
}
