//! 字典: what the product brings stays.

use schema::resources::Dict;
use store::dict;

use crate::{
    error::Result,
    rules::{Delete, Kept, Rules, unless},
};

pub const RULES: Rules = Rules {
    before_delete,
    touches: Some(Kept::Dictionaries),
    ..Rules::NONE
};

fn before_delete(delete: &mut Delete<'_, '_>) -> Result<()> {
    let row: Dict = delete.row()?;
    unless(!row.is_xitong, "内置字典不能删除")?;
    let has_values = dict::has_values(delete.tx, row.id)?;
    unless(!has_values, "字典下还有数据，请先删除字典数据")
}
