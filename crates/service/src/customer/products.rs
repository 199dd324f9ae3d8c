//! 产品: what a customer may borrow and what is blocked for them.

use schema::{
    Record,
    resources::{Customer, ProductBlock},
};
use serde_json::Value as Json;
use store::{Conn, Tx, blocks, rows};

use crate::{
    call::Call,
    error::Result,
    input::{self, Mode},
    resource, whose,
    wire::{Added, WholeRow, answer, ask},
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

/// Blocks a category for a phone, or for the customer whose phone the caller sees masked.
pub fn block(tx: &mut Tx<'_>, call: &Call, ask: WholeRow) -> Result<Added> {
    let mut body = input::object(&ask.body)?.clone();
    let is_given = |value: Option<&Json>| match value {
        None | Some(Json::Null) => false,
        Some(Json::String(text)) => !text.trim().is_empty(),
        Some(_) => true,
    };
    let phone = ProductBlock::phone.wire();
    if is_given(body.get(phone)) || !is_given(body.get(ProductBlock::user_id.wire())) {
        return resource::add(tx, call, ask.of, &ask.body);
    }
    let user_id = ProductsOf::read_user(&body)?;
    whose::must_be_my(tx, call, user_id)?;
    // No search: the number is not the caller's.
    let number = rows::clear(tx, Customer::phone, user_id, &call.actor.access.reach)?;
    body.insert(phone.to_owned(), number.into());
    let of = ask.of;
    let changes = input::changes(of.model, &body, Mode::Add, &["id", "banbenSuo"])?;
    let id = resource::insert_quietly(tx, call, of, changes)?;
    resource::record_added(tx, call, ProductBlock::model(), id)?;
    Ok(Added { id })
}

impl ProductsOf {
    fn read_user(body: &serde_json::Map<String, Json>) -> Result<i64> {
        let asked = serde_json::json!({ "userId": body.get(ProductBlock::user_id.wire()) });
        <Self as crate::wire::Ask>::of_body(asked).map(|ask| ask.user_id)
    }
}
