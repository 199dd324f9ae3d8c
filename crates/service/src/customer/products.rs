//! 产品: what a customer may borrow and what is blocked for them.

use schema::resources::{Customer, ProductBlock};
use store::{Conn, Tx, blocks, rows};

use crate::{
    call::Call,
    error::Result,
    input::{self, Mode},
    resource, whose,
    wire::{Added, RowWith, answer, ask, reader::is_given},
};

ask! {
    /// Whose products.
    pub struct ProductsOf {
        user_id: i64 = id(),
    }
}

answer! {
    /// A product as a customer has it.
    pub struct CustomerProduct {
        project_fenlei_id: i64,
        project_fenlei_name: String,
        project_name: Option<String>,
        /// 屏蔽, 已借 or 可借
        r#type: &'static str,
        /// The block, where there is one.
        pingbi_id: Option<i64>,
    }
}

/// Every product on offer and every blocked category.
pub fn of_customer(conn: &mut Conn, call: &Call, ask: ProductsOf) -> Result<Vec<CustomerProduct>> {
    whose::must_be_seen(conn, ask.user_id, &call.actor.access.reach)?;
    let rows = blocks::products_of(conn, ask.user_id)?;
    Ok(rows
        .into_iter()
        .map(|row| CustomerProduct {
            project_fenlei_id: row.category,
            project_fenlei_name: row.category_name,
            project_name: row.product_name,
            r#type: match (row.block, row.is_used) {
                (Some(_), _) => "屏蔽",
                (None, true) => "已借",
                (None, false) => "可借",
            },
            pingbi_id: row.block,
        })
        .collect())
}

ask! {
    /// The customer to be blocked by the phone that the caller sees masked.
    pub struct Blocked {
        user_id: Option<i64> = id(),
    }
}

/// Blocks a category for a phone, or for the customer whose phone the caller sees masked.
pub fn block(tx: &mut Tx<'_>, call: &Call, ask: RowWith<Blocked>) -> Result<Added> {
    let (of, mut row) = (ask.of, ask.row);
    let phone = ProductBlock::phone.wire();
    let is_phone_given = row.get(phone).is_some_and(is_given);
    let Some(user_id) = ask.beside.user_id.filter(|_| !is_phone_given) else {
        return resource::add(tx, call, of, &row.into());
    };
    whose::must_be_my(tx, call, user_id)?;
    // No search: the number is not the caller's.
    let number = rows::clear(tx, Customer::phone, user_id, &call.actor.access.reach)?;
    row.insert(phone.to_owned(), number.into());
    let changes = input::changes(of.model, &row, Mode::Add, resource::echoed(&of))?;
    let id = resource::insert_quietly(tx, call, of, changes)?;
    resource::record_added(tx, call, of.model, id)?;
    Ok(Added { id })
}
