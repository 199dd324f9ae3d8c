//! 代码模板: it can be read, and each change of its text is a version.

use schema::resources::GenTemplate;
use store::{Reach, Tx, rows};

use crate::{
    call::Call,
    error::{Error, Result},
    generator::{self, BUILTIN_GROUP, name},
    rules::{Rules, Write},
};

pub const RULES: Rules = Rules {
    before,
    after,
    ..Rules::NONE
};

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let (was, next) = (write.was::<GenTemplate>()?, write.next::<GenTemplate>()?);
    let muban = GenTemplate::muban.wire();
    name::words("模板组", &next.muban, 30).map_err(|why| Error::field(muban, why))?;
    if next.muban == BUILTIN_GROUP {
        return Err(Error::field(muban, "内置模板不能修改，请换一个模板组名称"));
    }
    for (wire, text) in [
        (GenTemplate::wenjian_path.wire(), &next.wenjian_path),
        (GenTemplate::neirong.wire(), &next.neirong),
    ] {
        generator::check_template(text).map_err(|flaw| Error::field(wire, flaw.sentence()))?;
    }
    if next.wenjian_path.contains("..") || next.wenjian_path.starts_with('/') {
        let wire = GenTemplate::wenjian_path.wire();
        return Err(Error::field(wire, "输出路径应为相对路径，不含 .."));
    }
    let is_same =
        |was: &GenTemplate| was.neirong == next.neirong && was.wenjian_path == next.wenjian_path;
    if !was.as_ref().is_some_and(is_same) {
        if let Some(was) = &was {
            generator::keep_version(write.tx, write.call, was)?;
        }
        write.set(GenTemplate::banben, was.map_or(0, |was| was.banben) + 1);
    }
    Ok(())
}

/// Writes down the version that the row became.
fn after(tx: &mut Tx<'_>, call: &Call, id: i64) -> Result<()> {
    let row: GenTemplate = rows::get(tx, id, &Reach::everything())?;
    generator::keep_version(tx, call, &row)
}
