//! 产品分类: a shelf with products on it stays.

use store::blocks;

use crate::{
    error::Result,
    rules::{Delete, Rules, unless},
};

pub const RULES: Rules = Rules {
    before_delete,
    ..Rules::NONE
};

fn before_delete(delete: &mut Delete<'_, '_>) -> Result<()> {
    let has_products = blocks::has_products(delete.tx, delete.id)?;
    unless(!has_products, "分类下还有产品，请先删除或移走产品")
}
