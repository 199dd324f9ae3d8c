//! App版本: codes grow platform by platform; size and MD5 are those of the package that was uploaded.

use schema::resources::AppVersion;
use store::{files, versions};

use crate::{
    error::{Error, Result},
    files::OWN_FILES,
    rules::{Delete, Rules, Write, unless},
};

pub const RULES: Rules = Rules {
    before,
    before_delete,
    ..Rules::NONE
};

const PUBLISHED: &str = "YIFABU";

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let was: Option<AppVersion> = write.was()?;
    let next: AppVersion = write.next()?;
    if write.is_new() {
        let newest = versions::newest_code(write.tx, &next.pingtai)?;
        if newest.is_some_and(|newest| next.banben_code <= newest) {
            let newest = newest.unwrap_or_default();
            let sentence = format!("版本编码应大于该平台已有的{newest}");
            return Err(Error::field(AppVersion::banben_code.wire(), sentence));
        }
    }
    if write.gives(AppVersion::anzhuangbao) {
        let key = next.anzhuangbao.as_deref().unwrap_or_default();
        let key = key.strip_prefix(OWN_FILES);
        let file = key.map(|key| files::find(write.tx, key)).transpose()?;
        let file = file.flatten();
        write.set(AppVersion::daxiao, file.as_ref().map(|file| file.size));
        write.set(AppVersion::md5, file.and_then(|file| file.md5));
    }
    let is_published = next.state == PUBLISHED;
    let was_published = was.as_ref().is_some_and(|was| was.state == PUBLISHED);
    if is_published {
        let has_package = [&next.anzhuangbao, &next.xiazai_url, &next.wgt_url];
        let has_package = has_package
            .iter()
            .any(|url| url.as_deref().is_some_and(|url| !url.is_empty()));
        if !has_package && matches!(next.pingtai.as_str(), "ANDROID" | "IOS") {
            return Err(Error::field(
                AppVersion::anzhuangbao.wire(),
                "发布前请上传安装包或填写下载地址",
            ));
        }
        if !was_published {
            let now = write.call.now;
            write.set(AppVersion::fabu_time, Some(now));
        }
    }
    let changes_package = write.gives(AppVersion::anzhuangbao) || write.gives(AppVersion::wgt_url);
    unless(
        !(was_published && changes_package),
        "已发布的版本不能更换安装包，请新增版本",
    )
}

fn before_delete(delete: &mut Delete<'_, '_>) -> Result<()> {
    let row: AppVersion = delete.row()?;
    unless(row.state != PUBLISHED, "已发布的版本不能删除，请先撤回")
}
