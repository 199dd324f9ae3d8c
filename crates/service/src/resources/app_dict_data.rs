//! 字典数据: values that rows and rules may depend on stay what they are.

use schema::{dict::is_seeded, resources::DictData};
use store::dict;

use crate::{
    error::{Error, Result},
    rules::{Delete, Kept, Rules, Write, unless},
};

pub const RULES: Rules = Rules {
    before,
    before_delete,
    touches: Some(Kept::Dictionaries),
    ..Rules::NONE
};

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let next: DictData = write.next()?;
    if let Some(was) = write.was::<DictData>()?
        && was.dict_value != next.dict_value
        && is_seeded(&was.dict_type, &was.dict_value)
    {
        return Err(Error::field(
            DictData::dict_value.wire(),
            "内置字典的键值不能修改",
        ));
    }
    if write.gives(DictData::dict_type) && !dict::exists(write.tx, &next.dict_type)? {
        return Err(Error::field(DictData::dict_type.wire(), "所属字典不存在"));
    }
    Ok(())
}

fn before_delete(delete: &mut Delete<'_, '_>) -> Result<()> {
    let row: DictData = delete.row()?;
    unless(
        !is_seeded(&row.dict_type, &row.dict_value),
        "内置字典的数据不能删除，可以停用",
    )
}
