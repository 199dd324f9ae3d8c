//! `zhanggui backup` and `zhanggui restore`: SQLite, the key and the files as one folder. A
//! PostgreSQL database has tools of its own; its key and files are copied all the same.

use std::{fs, io, path::Path};

use store::{Dialect, private};

use crate::{app, sealing, settings::Settings};

const DATABASE: &str = "zhanggui.db";

pub fn backup(settings: &Settings, target: &Path) -> Result<(), String> {
    if target.exists() {
        return Err(format!("{} 已存在，请指定一个新的目录", target.display()));
    }
    let db = app::open_existing_db(settings)?;
    let failed = |error: io::Error| format!("备份失败：{error}");
    private::make_folder(target).map_err(failed)?;
    // Before the database, so that the copy holds everything this anchor remembers.
    let anchor = settings.anchor_file();
    for (from, name) in [(anchor, "anchor.log"), (settings.seal_keys(), "seal.keys")] {
        if from.exists() {
            private::copy(&from, &target.join(name)).map_err(failed)?;
        }
    }
    if db.dialect() == Dialect::Sqlite {
        db.copy_to(&target.join(DATABASE))
            .map_err(|error| format!("备份失败：{error}"))?;
    } else {
        println!("PostgreSQL 数据库请用 pg_dump 备份；这里备份密钥和文件");
    }
    private::copy(&settings.key(), &target.join("key")).map_err(failed)?;
    let files = settings.data_dir.join("files");
    if files.exists() {
        copy_folder(&files, &target.join("files")).map_err(failed)?;
    }
    println!("已备份到 {}", target.display());
    Ok(())
}

pub fn restore(settings: &Settings, source: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("恢复失败：{error}");
    if !source.join("key").exists() {
        return Err(format!("{} 不是备份目录：缺少 key", source.display()));
    }
    let target = &settings.data_dir;
    if target.exists() && fs::read_dir(target).map_err(failed)?.next().is_some() {
        return Err(format!("数据目录 {} 不是空的，请先移走", target.display()));
    }
    copy_folder(source, target).map_err(failed)?;
    // A backup of an earlier version has no keyed seals to go on from.
    if settings.seal_keys().exists() {
        record_restore(settings).map_err(|sentence| {
            format!("文件已恢复，但恢复没有记入锚文件（{sentence}）；数据库恢复后请执行 zhanggui record-restore")
        })?;
    }
    println!("已恢复到 {}", target.display());
    Ok(())
}

/// Notes in the anchor of this node that the database was brought back from a backup.
pub fn record_restore(settings: &Settings) -> Result<(), String> {
    let db = app::open_existing_db(settings)?;
    let real_ms = app::clock(settings)?.real().0;
    sealing::record_restore(settings, &db, real_ms)
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    private::make_folder(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            private::copy(&entry.path(), &target)?;
        }
    }
    Ok(())
}
