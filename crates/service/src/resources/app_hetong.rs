//! 合同模板: its placeholders are known ones; publishing it, and changing what is published, makes a
//! version, which nothing changes afterwards.

use schema::resources::{Contract, ContractVersion};
use serde_json::Value as Json;
use store::{
    Conn, Derived, Reach, Tx, contracts,
    rows::{self, Changes},
};

use crate::{
    call::Call,
    contract_text::{is_blank, placeholders},
    error::{Error, Result},
    files::OWN_FILES,
    rich_text,
    rules::{Delete, Rules, Write, unless},
};

pub const RULES: Rules = Rules {
    before,
    after,
    before_delete,
    derive: Some(derive),
    ..Rules::NONE
};

const PUBLISHED: &str = "YIFABU";

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let (was, next) = (write.was::<Contract>()?, write.next::<Contract>()?);
    if write.gives(Contract::neirong) {
        write.set(Contract::bianliang, found_in(&next)?);
    }
    let published = was.as_ref().filter(|was| was.state == PUBLISHED);
    if next.state != PUBLISHED {
        return match published {
            Some(was) => refuse_in_use(write.tx, was.id, "不能撤回"),
            None => Ok(()),
        };
    }
    if is_blank(&next.neirong) {
        return Err(Error::field(
            Contract::neirong.wire(),
            "发布前请填写合同正文",
        ));
    }
    if published.is_none_or(|was| content(was) != content(&next)) {
        // It may have been written before what is asked of it now.
        found_in(&next)?;
        let number = was.map_or(0, |was| was.banben) + 1;
        write.set(Contract::banben, number);
        write.set(Contract::fabu_time, Some(write.call.now));
    }
    Ok(())
}

/// The placeholders of a template, or what is wrong with one.
fn found_in(next: &Contract) -> Result<Vec<String>> {
    if rich_text::shows_foreign(&next.neirong, OWN_FILES) {
        return Err(Error::field(
            Contract::neirong.wire(),
            "合同正文中的图片只能使用已上传的文件，请在编辑器中上传",
        ));
    }
    placeholders(&next.neirong).map_err(|why| Error::field(Contract::neirong.wire(), why))
}

/// What people sign.
fn content(row: &Contract) -> impl PartialEq + use<'_> {
    (
        (&row.mingcheng, &row.r#type, &row.neirong),
        (&row.wenjian_url, row.is_qianzhang, row.shengxiao_time),
    )
}

fn refuse_in_use(conn: &mut Conn, id: i64, what: &str) -> Result<()> {
    match contracts::product_with(conn, id)? {
        Some(product) => Err(Error::refused(format!(
            "产品“{product}”正在使用该合同模板，{what}，请先在产品中移除"
        ))),
        None => Ok(()),
    }
}

/// Writes down the version that the row became.
fn after(tx: &mut Tx<'_>, call: &Call, id: i64) -> Result<()> {
    let row: Contract = rows::get(tx, id, &Reach::everything())?;
    if row.state != PUBLISHED || contracts::has_version(tx, id, row.banben)? {
        return Ok(());
    }
    let version = Changes::<ContractVersion>::new()
        .set(ContractVersion::hetong_id, id)
        .set(ContractVersion::banben, row.banben)
        .set(ContractVersion::mingcheng, row.mingcheng)
        .set(ContractVersion::r#type, row.r#type)
        .set(ContractVersion::neirong, row.neirong)
        .set(ContractVersion::wenjian_url, row.wenjian_url)
        .set(ContractVersion::is_qianzhang, row.is_qianzhang)
        .set(ContractVersion::fabu_time, call.now)
        .set(ContractVersion::shengxiao_time, row.shengxiao_time);
    version.insert(tx, &call.writer())?;
    Ok(())
}

fn before_delete(delete: &mut Delete<'_, '_>) -> Result<()> {
    let row: Contract = delete.row()?;
    refuse_in_use(delete.tx, delete.id, "不能删除")?;
    unless(row.state != PUBLISHED, "已发布的合同模板不能删除，请先撤回")
}

fn derive(conn: &mut Conn, _: &Call, ids: &[i64]) -> Result<Derived> {
    let mut found = Derived::default();
    for (id, products) in contracts::products_of(conn, ids)? {
        let shown = if products.is_empty() {
            "全部产品".to_owned()
        } else {
            products.join("、")
        };
        found.put(id, [(Contract::project_show.wire(), Json::from(shown))]);
    }
    Ok(found)
}
