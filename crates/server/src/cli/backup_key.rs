//! The key that backups are encrypted with: none of the office's own, which lie in a backup.

use std::path::Path;

use store::{crypt::Keys, private};

use crate::settings::Settings;

/// Makes a key in a new file.
pub fn make(file: &Path) -> Result<(), String> {
    if file.exists() {
        return Err(format!("{} 已存在，不再生成", file.display()));
    }
    let made = Keys::load_or_create(file);
    made.map_err(|error| format!("无法生成备份密钥：{error}"))?;
    println!(
        "已生成备份密钥 {}；没有它，加密的备份无法恢复，请与备份分开保存",
        file.display()
    );
    Ok(())
}

/// The key of the settings, where backups are to be encrypted.
pub fn of(settings: &Settings) -> Result<Option<Keys>, String> {
    let Some(file) = &settings.backup_key_file else {
        return Ok(None);
    };
    let shown = file.display();
    let unread = |error| format!("无法读取备份密钥 {shown}：{error}");
    if private::is_open_to_others(file).map_err(unread)? {
        return Err(format!(
            "备份密钥 {shown} 能被其他用户读取，请先执行 chmod 600 {shown}"
        ));
    }
    let key = Keys::load(file).map_err(unread)?;
    let office = Keys::load(&settings.key());
    if office.is_ok_and(|office| office.check() == key.check()) {
        return Err("备份密钥不能是数据目录中的 key：恢复时没有别处可以找到它".to_owned());
    }
    Ok(Some(key))
}
