//! `zhanggui unused-files`: files that some row took once and that none shows any more. It says which
//! they are, and takes them away only where that is asked for, beside live servers.

use std::collections::{BTreeMap, HashSet};

use service::files::OWN_FILES;
use store::{Db, files};

use super::{each_file::each_file, note};
use crate::{
    app,
    files::{FileKey, Sealed, Storage as _},
    settings::Settings,
};

const AT_ONCE: usize = 200;
/// Whoever fills in a form puts a file into it within a day.
const DAY_MS: i64 = 86_400_000;
/// The longest key there is, and more.
const LONGEST: usize = 128;

pub fn run(settings: &Settings, removes: bool) -> Result<(), String> {
    let db = app::open_existing_db(settings)?;
    let real_ms = app::clock(settings)?.real().0;
    if removes {
        db.write_now(files::give_all_back).map_err(unsaid)?;
    }
    let unused = find(&db, real_ms - DAY_MS)?;
    for (key, size) in &unused {
        println!("{key}\t{size} 字节");
    }
    let bytes: i64 = unused.values().sum();
    println!(
        "没有数据引用的文件：{} 个，共 {} KB",
        unused.len(),
        bytes / 1024
    );
    if !removes {
        if !unused.is_empty() {
            println!("没有删除任何文件；确认后执行 zhanggui unused-files --remove 删除");
        }
        return Ok(());
    }
    let removed = remove(settings, &db, unused.into_keys().collect(), real_ms)?;
    if removed > 0 {
        let sentence = format!("删除没有数据引用的文件 {removed} 个");
        note(settings, &db, "unused-files", "文件", sentence)?;
    }
    println!("已删除 {removed} 个文件");
    Ok(())
}

fn unsaid(error: impl std::fmt::Display) -> String {
    format!("数据库不可用：{error}")
}

/// Files that came before then, by their keys, with their size.
fn find(db: &Db, before_ms: i64) -> Result<BTreeMap<String, i64>, String> {
    let shown = shown(db)?;
    let mut unused = BTreeMap::new();
    each_file(db, |key, file| {
        // What no row ever took goes by itself.
        if file.is_used && file.came_ms < before_ms && !shown.contains(key.as_str()) {
            unused.insert(key.as_str().to_owned(), file.size);
        }
        Ok(())
    })?;
    Ok(unused)
}

/// The keys of all files that rows show, wherever in their texts.
fn shown(db: &Db) -> Result<HashSet<String>, String> {
    let found = db.read_now(|conn| {
        let mut keys = HashSet::new();
        files::referred(conn, OWN_FILES, |rest| keys.extend(key_at(rest)))?;
        Ok::<_, store::Error>(keys)
    });
    found.map_err(unsaid)
}

/// The key that a text begins with.
fn key_at(text: &str) -> Option<String> {
    let in_key =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'.' | b'_' | b'-');
    let length = text.bytes().take(LONGEST).take_while(in_key).count();
    let key = text.get(..length)?.trim_end_matches('.');
    FileKey::parse(key).map(|key| key.as_str().to_owned())
}

fn remove(settings: &Settings, db: &Db, keys: Vec<String>, real_ms: i64) -> Result<usize, String> {
    if keys.is_empty() {
        return Ok(0);
    }
    let storage = Sealed::new(app::open_files(settings)?, db.keys().clone());
    in_parts(db, &keys, files::set_aside)?;
    // Since the first look a row may have taken one: from now on none does.
    let shown = shown(db)?;
    let (taken, unused): (Vec<String>, Vec<String>) =
        keys.into_iter().partition(|key| shown.contains(key));
    in_parts(db, &taken, files::give_back)?;
    in_parts(db, &unused, files::give_up)?;
    let mut removed = Vec::new();
    for key in unused.iter().filter_map(|key| FileKey::parse(key)) {
        match storage.delete(&key) {
            Ok(()) => removed.push(key.as_str().to_owned()),
            // The server goes on with it, as with what no row ever took.
            Err(error) => eprintln!("文件 {key} 暂时无法删除：{}", error.context()),
        }
    }
    let forgotten = move |tx: &mut store::Tx<'_>, keys: &[String]| files::forget(tx, keys, real_ms);
    in_parts(db, &removed, forgotten)?;
    Ok(removed.len())
}

fn in_parts(
    db: &Db,
    keys: &[String],
    work: impl Fn(&mut store::Tx<'_>, &[String]) -> store::Result<()> + Copy + Send + 'static,
) -> Result<(), String> {
    for part in keys.chunks(AT_ONCE) {
        let part = part.to_vec();
        db.write_now(move |tx| work(tx, &part)).map_err(unsaid)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_ends_where_its_text_goes_on() {
        let key = "editor/202603/0123456789abcdef0123456789abcdef.png";
        for rest in [
            "",
            "\"> <p>",
            ",/server/api",
            "?x=1",
            "\\\"}",
            "。",
            "&quot;",
        ] {
            assert_eq!(
                key_at(&format!("{key}{rest}")).as_deref(),
                Some(key),
                "{rest}"
            );
        }
        assert_eq!(key_at("nowhere/202603/x.png"), None);
        assert_eq!(key_at(""), None);
    }
}
