//! Uploaded files from one storage to another, as they lie there: private ones sealed.

use std::{
    fs,
    io::{self, Read as _},
    path::Path,
    sync::Arc,
};

use store::{Db, private};

use crate::{
    app,
    cli::each_file::each_file,
    files::{FileKey, Local, Sealed, Storage},
    settings::Settings,
};

/// Files that the database knows and the storage does not give.
pub fn not_contained(missing: &[String]) -> String {
    let named: Vec<&str> = missing.iter().take(20).map(String::as_str).collect();
    format!("备份中缺少 {} 个文件：{}", missing.len(), named.join("、"))
}

/// Every file that the database knows, into a folder; those that could not be read. Of a folder
/// everything is taken.
pub fn collect(settings: &Settings, db: &Db, folder: &Path) -> Result<Vec<String>, String> {
    let storage = app::open_files(settings)?;
    if settings.files_url.is_none() {
        let copied = super::copy_folder(&settings.data_dir.join("files"), folder);
        copied.map_err(|error| format!("备份文件失败：{error}"))?;
    }
    let copy = Local::open(folder).map_err(|error| error.context().to_owned())?;
    let copy = Sealed::new(Arc::new(copy), db.keys().clone());
    let mut missing = Vec::new();
    each_file(db, |key, known| {
        let to = folder.join(key.as_str());
        let copied = if to.exists() {
            Ok(())
        } else {
            read(storage.as_ref(), key).and_then(|bytes| write(&to, &bytes))
        };
        // What an earlier version kept in clear does not lie in clear in a backup.
        let is_clear = key.folder().is_private() && known.key_number == 0;
        let kept = copied.and_then(|()| {
            if is_clear {
                let sealed = copy.seal_again(key, 0);
                sealed.map_err(|error| error.context().to_owned())?;
            }
            Ok(())
        });
        if let Err(why) = kept {
            tracing::warn!(file = key.as_str(), why, "a file is not in the backup");
            missing.push(key.as_str().to_owned());
        }
        Ok(())
    })?;
    Ok(missing)
}

fn write(to: &Path, bytes: &[u8]) -> Result<(), String> {
    let above = to.parent().unwrap_or(to);
    let written = private::make_folder(above)
        .and_then(|()| private::make_file(to))
        .and_then(|()| fs::write(to, bytes));
    written.map_err(|error| error.to_string())
}

/// The files of a backup into the storage of an office.
pub fn hand_over(settings: &Settings, folder: &Path) -> Result<(), String> {
    let storage = app::open_files(settings)?;
    let failed = |error: io::Error| format!("恢复文件失败：{error}");
    if settings.files_url.is_none() && folder.exists() {
        return super::copy_folder(folder, &settings.data_dir.join("files")).map_err(failed);
    }
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let Ok(entries) = fs::read_dir(&next) else {
            continue;
        };
        for entry in entries {
            let path = entry.map_err(failed)?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).ok().and_then(Path::to_str);
            if let Some(key) = name.and_then(FileKey::parse) {
                let bytes = fs::read(&path).map_err(failed)?;
                put(storage.as_ref(), &key, &bytes)?;
            }
        }
    }
    Ok(())
}

/// The files of one office into the storage of another.
pub fn carry(from: &Settings, to: &Settings, db: &Db) -> Result<(), String> {
    let (source, target) = (app::open_files(from)?, app::open_files(to)?);
    let mut count = 0;
    each_file(db, |key, _| {
        if matches!(target.open(key), Ok(Some(_))) {
            return Ok(());
        }
        let bytes = read(source.as_ref(), key)
            .map_err(|why| format!("文件 {} 无法读取：{why}", key.as_str()))?;
        count += 1;
        put(target.as_ref(), key, &bytes)
    })?;
    println!("{count} 个文件已迁移");
    Ok(())
}

fn read(storage: &dyn Storage, key: &FileKey) -> Result<Vec<u8>, String> {
    let stored = storage
        .open(key)
        .map_err(|error| error.context().to_owned())?;
    let mut stored = stored.ok_or_else(|| "没有这个文件".to_owned())?;
    let mut bytes = Vec::new();
    let read = stored.reader.read_to_end(&mut bytes);
    read.map_err(|error| error.to_string())?;
    Ok(bytes)
}

fn put(storage: &dyn Storage, key: &FileKey, bytes: &[u8]) -> Result<(), String> {
    let put = storage.put(key, bytes);
    put.map_err(|error| format!("文件 {} 无法写入：{}", key.as_str(), error.context()))
}
