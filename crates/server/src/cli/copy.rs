//! `zhanggui backup`, `restore` and `move`: an office from one place to another, whichever engine
//! and file storage either of them has.

mod files;
mod packed;
pub mod place;
mod rows;

use std::{fs, io, path::Path, time::Duration};

use service::backups::{self, Ended};
use store::{Db, crypt::Keys, migrate, portable, private, seal_key};

use super::{backup_key, check};
use crate::{app, sealing, settings::Settings};

pub use packed::LIST;
use place::Place;

const ROWS: &str = "data.zhanggui";
/// What earlier versions wrote in its place.
const SQLITE: &str = "zhanggui.db";

/// What came of a backup.
pub enum Copied {
    Whole,
    /// Everything but files that the storage did not give; the sentence names them.
    Lacking(String),
}

/// A live office into a folder or a bucket, by somebody's command.
pub fn backup(settings: &Settings, target: &str) -> Result<(), String> {
    let db = app::open_existing_db(settings)?;
    match keep(settings, &db, |_| target.to_owned())? {
        Copied::Lacking(sentence) => Err(sentence),
        Copied::Whole => {
            println!("已备份到 {}，已读回核对", shown(target));
            let clock = app::clock(settings)?;
            let ended = Ended {
                at_ms: clock.now().0,
                real_ms: clock.real().0,
            };
            let noted = db.write_now(move |tx| backups::ended(tx, ended, &Ok(())));
            if let Err(error) = noted {
                eprintln!("备份已完成，但没有记在数据库里：{error:?}");
            }
            Ok(())
        }
    }
}

/// A live office to where it was asked for: a plain folder, or pieces where there is a key or a
/// bucket. Where a bucket is concerned, the place may go by what came of it.
pub fn keep(
    settings: &Settings,
    db: &Db,
    target: impl Fn(&Copied) -> String,
) -> Result<Copied, String> {
    let key = backup_key::of(settings)?;
    let wanted = target(&Copied::Whole);
    if key.is_none() && !place::is_bucket(&wanted) {
        return copy(settings, db, Path::new(&wanted));
    }
    let failed = |error: io::Error| format!("备份失败：{error}");
    let place = Place::of(&wanted)?;
    let is_taken = match &place {
        Place::Folder(folder) => folder.exists(),
        Place::Bucket(_) => packed::is_there(&place).map_err(failed)?,
    };
    if is_taken {
        return Err(format!("{} 已存在，请指定一个新的位置", shown(&wanted)));
    }
    // As safe as the office itself, and gone when it is packed.
    let work = work_folder(&settings.data_dir).map_err(failed)?;
    let folder = work.path().join("copy");
    let copied = copy(settings, db, &folder)?;
    let place = Place::of(&target(&copied))?;
    packed::pack(&folder, &place, key.as_ref()).map_err(failed)?;
    Ok(copied)
}

const WORK: &str = "unfinished-backup-";
/// No copy takes as long: what is older was cut off.
const WORK_LIFE: Duration = Duration::from_hours(24);
const DEMO_WORK: &str = "unfinished-demo-";

/// An empty folder beside the office's files; those that a kill left go.
fn work_folder(data_dir: &Path) -> io::Result<tempfile::TempDir> {
    remove_left(data_dir, WORK, WORK_LIFE)?;
    tempfile::Builder::new().prefix(WORK).tempdir_in(data_dir)
}

/// An empty folder in which a demo is made.
pub fn demo_folder(data_dir: &Path) -> io::Result<tempfile::TempDir> {
    tempfile::Builder::new()
        .prefix(DEMO_WORK)
        .tempdir_in(data_dir)
}

/// Removes what is left of demos that were cut off, at a start, when none is being made.
pub fn remove_left_demos(data_dir: &Path) {
    if let Err(error) = remove_left(data_dir, DEMO_WORK, Duration::ZERO) {
        tracing::warn!(%error, "a folder that a demo left could not be removed");
    }
}

fn remove_left(data_dir: &Path, prefix: &str, life: Duration) -> io::Result<()> {
    for entry in fs::read_dir(data_dir)? {
        let entry = entry?;
        if !entry.file_name().to_string_lossy().starts_with(prefix) {
            continue;
        }
        let age = entry.metadata()?.modified()?.elapsed();
        if age.is_ok_and(|age| age >= life) {
            fs::remove_dir_all(entry.path())?;
        }
    }
    Ok(())
}

/// A live office into a folder, read back before it is called a backup.
pub fn copy(settings: &Settings, db: &Db, target: &Path) -> Result<Copied, String> {
    if target.exists() {
        return Err(format!("{} 已存在，请指定一个新的目录", target.display()));
    }
    let failed = |error: io::Error| format!("备份失败：{error}");
    private::make_folder(target).map_err(failed)?;
    // Before the database, so that the copy holds everything this anchor remembers.
    let anchor = settings.anchor_file();
    for (from, name) in [(anchor, "anchor.log"), (settings.seal_keys(), "seal.keys")] {
        if from.exists() {
            private::copy(&from, &target.join(name)).map_err(failed)?;
        }
    }
    let rows = target.join(ROWS);
    let written = rows::dump(db, &rows)?;
    if rows::verify(&rows)? != written {
        return Err("备份失败：读回的数据与写入的不一致".to_owned());
    }
    let key = target.join("key");
    private::copy(&settings.key(), &key).map_err(failed)?;
    let missing = files::collect(settings, db, &target.join("files"))?;
    copy_newer_keys(settings, &key).map_err(failed)?;
    let count: u64 = written.values().map(|total| total.rows).sum();
    println!("已备份 {count} 行");
    if missing.is_empty() {
        Ok(Copied::Whole)
    } else {
        Ok(Copied::Lacking(files::not_contained(&missing)))
    }
}

/// A backup into an empty data folder and an empty database, proven by the check.
pub fn restore(settings: &Settings, source: &str) -> Result<(), String> {
    let failed = |error: io::Error| format!("备份无法读取：{error}");
    let place = Place::of(source)?;
    if !packed::is_there(&place).map_err(failed)? {
        return match place {
            Place::Folder(folder) => restore_folder(settings, &folder),
            Place::Bucket(_) => Err(format!("{} 没有完整的备份", shown(source))),
        };
    }
    let key = backup_key::of(settings)?;
    // Beside the data folder: there is room for an office, and the folder itself must be empty.
    let beside = std::path::absolute(&settings.data_dir).map_err(failed)?;
    let beside = beside.parent().unwrap_or(&beside);
    private::make_folder(beside).map_err(failed)?;
    let work = tempfile::Builder::new().prefix(WORK).tempdir_in(beside);
    let folder = work.map_err(failed)?;
    packed::unpack(&place, key.as_ref(), folder.path()).map_err(failed)?;
    restore_folder(settings, folder.path())
}

fn restore_folder(settings: &Settings, source: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("恢复失败：{error}");
    if !source.join("key").exists() {
        return Err(format!("{} 不是备份目录：缺少 key", source.display()));
    }
    let target = &settings.data_dir;
    if target.exists() && fs::read_dir(target).map_err(failed)?.next().is_some() {
        return Err(format!("数据目录 {} 不是空的，请先移走", target.display()));
    }
    let url = settings.database_url()?;
    let is_sqlite = url.starts_with("sqlite:");
    if source.join(ROWS).exists() {
        restore_rows(settings, source)?;
    } else if source.join(SQLITE).exists() && is_sqlite {
        copy_folder(source, target).map_err(failed)?;
    } else {
        let what = "其中没有可恢复到这个数据库的数据";
        return Err(format!("{} 不完整：{what}", source.display()));
    }
    // A backup of an earlier version has no keyed seals to go on from.
    if settings.seal_keys().exists() {
        record_restore(settings).map_err(|sentence| {
            format!(
                "数据已恢复，但恢复没有记入锚文件（{sentence}）；请执行 zhanggui record-restore"
            )
        })?;
    }
    println!("已恢复到 {}，正在检查", target.display());
    check::run(settings, &[settings.anchor_file()], false)
}

fn restore_rows(settings: &Settings, source: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("恢复失败：{error}");
    private::make_folder(&settings.data_dir).map_err(failed)?;
    let kept = [
        ("key", settings.key()),
        ("seal.keys", settings.seal_keys()),
        ("anchor.log", settings.anchor_file()),
    ];
    for (name, to) in kept {
        if source.join(name).exists() {
            private::copy(&source.join(name), &to).map_err(failed)?;
        }
    }
    let filled = app::open_db_to_fill(settings).and_then(|db| {
        refuse_filled(&db)?;
        rows::load(&source.join(ROWS), &db)?;
        files::hand_over(settings, &source.join("files"))?;
        rows::end(&db)
    });
    if filled.is_err() {
        // The folder was empty before; a database server is emptied by whoever runs it.
        let _ = fs::remove_dir_all(&settings.data_dir);
    }
    filled
}

const FILLED: &str = "目标数据库不是空的，请先清空或换一个数据库";

/// What somebody else keeps in the same schema would be taken for ours, or be in our way.
fn refuse_foreign(db: &Db) -> Result<(), String> {
    match db.read_now(portable::foreign) {
        Ok(None) => Ok(()),
        Ok(Some(thing)) => Err(format!(
            "目标数据库中有别的程序的{thing}，请换一个空的数据库或模式"
        )),
        Err(error) => Err(format!("无法打开目标数据库：{error}")),
    }
}

fn refuse_filled(db: &Db) -> Result<(), String> {
    refuse_foreign(db)?;
    match db.read_now(portable::is_empty) {
        Ok(true) => Ok(()),
        Ok(false) => Err(FILLED.to_owned()),
        Err(error) => Err(format!("无法打开目标数据库：{error}")),
    }
}

/// A stopped office to another database, and its files to another storage where asked for.
pub fn move_to(settings: &Settings, url: &str, files_url: Option<&str>) -> Result<(), String> {
    let from = app::open_existing_db(settings)?;
    let target = Settings {
        database_url: Some(url.to_owned()),
        files_url: files_url.map(str::to_owned).or(settings.files_url.clone()),
        ..settings.clone()
    };
    if target.database_url()? == settings.database_url()? {
        return Err("目标与现在的数据库相同".to_owned());
    }
    refuse_running(settings, &from)?;
    let applied = from.read_now(migrate::applied);
    if applied.map_err(|error| error.to_string())? != migrate::newest() {
        return Err("数据库结构不是最新，请先执行 zhanggui migrate".to_owned());
    }
    let to = app::open_db_to_fill(&target)?;
    refuse_foreign(&to)?;
    let unread = |error: store::Error| format!("无法打开目标数据库：{error}");
    let is_empty = to.read_now(portable::is_empty).map_err(unread)?;
    migrate::migrate(&to).map_err(|error| error.to_string())?;
    let installation = from.write_now(seal_key::installation).map_err(unread)?;
    let place = to.read_now(portable::under_way).map_err(unread)?;
    if !is_empty && !to.read_now(portable::is_begun).map_err(unread)? {
        return Err(FILLED.to_owned());
    }
    let begun = to.write_now(move |tx| portable::begin(tx, &installation));
    if !begun.map_err(unread)? {
        return Err("目标数据库中有另一个办公室没有迁移完的数据，请先清空".to_owned());
    }
    if place.is_some() {
        println!("接着上次中断的地方继续");
    }
    rows::carry(&from, &to, place)?;
    if files_url.is_some() {
        files::carry(settings, &target, &from)?;
    }
    println!("数据已全部写入，正在检查目标数据库");
    check::run(&target, &[settings.anchor_file()], false)?;
    let place = shown(url);
    let told = place.clone();
    // In this order a cut leaves nobody, and never both, to work with; asked again, it goes on.
    let noted = from.write_now(move |tx| portable::leave(tx, &told));
    noted.map_err(|error| format!("数据已迁移，但没有记在原来的数据库里：{error}"))?;
    rows::end(&to)?;
    println!(
        "已迁移到 {place}。请把 ZHANGGUI_DATABASE_URL 改为新的地址后启动；原来的数据库保留未动"
    );
    Ok(())
}

/// An address without the password in it.
fn shown(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, place))) => format!("{scheme}://{place}"),
        _ => url.to_owned(),
    }
}

fn refuse_running(settings: &Settings, db: &Db) -> Result<(), String> {
    let real_ms = app::clock(settings)?.real().0;
    let nodes = db.read_now(move |conn| store::rotation::nodes(conn, real_ms));
    let nodes = nodes.map_err(|error| format!("数据库不可用：{error}"))?;
    if nodes.is_empty() {
        Ok(())
    } else {
        Err("还有节点在运行，请先停止全部节点（异常退出的节点两分钟后不再计入）".to_owned())
    }
}

/// Notes in the anchor of this node that the database was brought back from a backup.
pub fn record_restore(settings: &Settings) -> Result<(), String> {
    let db = app::open_existing_db(settings)?;
    let real_ms = app::clock(settings)?.real().0;
    sealing::record_restore(settings, &db, real_ms)
}

/// A key that was added while the files were copied opens some of them; one that was taken out
/// meanwhile may open some of the rows.
fn copy_newer_keys(settings: &Settings, copied: &Path) -> io::Result<()> {
    let (now, before) = (settings.key(), Keys::load(copied)?.numbers());
    let held = Keys::load(&now)?.numbers();
    if before.iter().any(|number| !held.contains(number)) {
        return Err(io::Error::other("备份期间移除了密钥，请再备份一次"));
    }
    private::copy(&now, copied)
}

/// What goes away meanwhile is not taken: files are written beside their place and given up.
fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    private::make_folder(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            match private::copy(&entry.path(), &target) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                copied => copied?,
            }
        }
    }
    Ok(())
}
