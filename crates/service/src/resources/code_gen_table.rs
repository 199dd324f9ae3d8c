//! 代码生成表: its names are names, and its columns are whole.

use schema::resources::GenTable;

use crate::{
    error::{Error, Result},
    generator::{Shared, free_class, name, plan_of},
    rules::{Rules, Write},
};

pub const RULES: Rules = Rules {
    before,
    ..Rules::NONE
};

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let next = write.next::<GenTable>()?;
    let blame = |wire: &str| {
        let wire = wire.to_owned();
        move |why: String| Error::field(&wire, why)
    };
    name::table(&next.table_name).map_err(blame(GenTable::table_name.wire()))?;
    name::words("表描述", &next.biao_mingcheng, 30)
        .map_err(blame(GenTable::biao_mingcheng.wire()))?;
    name::path(&next.path).map_err(blame(GenTable::path.wire()))?;
    if let Some(class) = &next.leiming {
        name::class(class).map_err(blame(GenTable::leiming.wire()))?;
        free_class(&next.table_name, class, &Shared::built_in())
            .map_err(blame(GenTable::leiming.wire()))?;
    }
    if let Some(group) = &next.muban {
        name::words("模板组", group, 30).map_err(blame(GenTable::muban.wire()))?;
    }
    if schema::table_name(&next.path) != next.table_name {
        let why = "资源路径与表名不符：把路径中的 / 换成 _ 应得到表名";
        return Err(Error::field(GenTable::path.wire(), why));
    }
    plan_of(&next, None).map_err(blame(GenTable::columns.wire()))?;
    Ok(())
}
