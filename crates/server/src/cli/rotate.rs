//! `zhanggui rotate-key`: a new key takes over, beside live servers. Killed at any moment, it goes
//! on when it is run again.

use std::{path::Path, thread, time::Duration};

use store::{
    Clock, Db, KeyFile, files,
    rotation::{self, Node},
    secrets,
};

use super::check::files as file_check;
use crate::{
    app,
    files::{Sealed, seal_older},
    settings::Settings,
};

/// How long it waits for nodes that do not have the new key yet.
const PATIENCE: Duration = Duration::from_mins(10);
const LOOK_AGAIN: Duration = Duration::from_millis(500);
/// Longer than a request takes: what was sealed before a node changed keys is written by then.
const SETTLE: Duration = Duration::from_secs(10);

pub fn run(settings: &Settings) -> Result<(), String> {
    let db = app::open_existing_db(settings)?;
    let (clock, path) = (app::clock(settings)?, settings.key());
    let number = begin(&db, &path)?;
    println!(
        "密钥 {number} 已在 {}；请复制到每个节点的数据目录",
        path.display()
    );
    wait(&db, &clock, "还没有新密钥", |node| {
        node.newest < number
    })?;
    db.write_now(move |tx| rotation::write_with(tx, number))
        .map_err(failed)?;
    db.keys().write_with(number);
    if wait(&db, &clock, "还没有改用新密钥", |node| {
        node.writing != number
    })? {
        thread::sleep(SETTLE);
    }
    walk(&db, |rows| println!("已重新加密 {rows} 条"))?;
    walk_files(settings, &db, |files| println!("已重新加密 {files} 个文件"))?;
    let (left, files) = (left(&db)?, left_files(&db)?);
    if left + files > 0 {
        return Err(format!(
            "还有 {left} 条、{files} 个文件不在新密钥下：请再执行一次；若仍如此，请执行 zhanggui check"
        ));
    }
    db.write_now(move |tx| rotation::finish(tx, number))
        .map_err(failed)?;
    super::note(
        settings,
        &db,
        "rotate-key",
        "密钥",
        format!("全部敏感信息已改用密钥 {number}"),
    )?;
    println!(
        "全部敏感信息已改用密钥 {number}。旧密钥只有旧备份还用得到：另存之后，在每个节点执行 zhanggui rotate-key --forget"
    );
    Ok(())
}

/// Takes the old keys out of the file of this node.
pub fn forget(settings: &Settings) -> Result<(), String> {
    let db = app::open_existing_db(settings)?;
    let stage = db.read_now(rotation::stage).map_err(failed)?;
    if stage.is_under_way() {
        return Err("更换密钥尚未完成，请先执行 zhanggui rotate-key".to_owned());
    }
    let left = left(&db)?;
    if left > 0 {
        return Err(format!("还有 {left} 条在旧密钥下，旧密钥不能移除"));
    }
    // What the database says of files is not enough here: without the key one would be lost.
    let others = file_check::not_under(settings, &db, stage.done)?;
    if others > 0 {
        return Err(format!("还有 {others} 个文件在旧密钥下，旧密钥不能移除"));
    }
    KeyFile::forget_all_but(&settings.key(), stage.done).map_err(|error| unusable(&error))?;
    println!("key 文件中只留下密钥 {}", stage.done);
    Ok(())
}

/// The number of the key that takes over: the one of a change that was cut off, or a new one.
pub fn begin(db: &Db, path: &Path) -> Result<u8, String> {
    let stage = db.read_now(rotation::stage).map_err(failed)?;
    let held = db.keys().numbers().last().copied().unwrap_or_default();
    let number = if stage.is_under_way() {
        stage.newest
    } else if held > stage.newest {
        held
    } else {
        KeyFile::add(path).map_err(|error| unusable(&error))?
    };
    db.keys().reload(path).map_err(|error| unusable(&error))?;
    if !db.keys().numbers().contains(&number) {
        return Err(format!(
            "key 文件中没有密钥 {number}：请从开始更换的节点复制过来"
        ));
    }
    db.write_now(move |tx| rotation::announce(tx, number))
        .map_err(failed)?;
    Ok(number)
}

/// Waits until no running node lags behind; answers whether there are nodes at all.
fn wait(db: &Db, clock: &Clock, what: &str, lags: impl Fn(&Node) -> bool) -> Result<bool, String> {
    let mut waited = Duration::ZERO;
    let mut told = 0;
    loop {
        let real_ms = clock.real().0;
        let nodes = db.read_now(move |conn| rotation::nodes(conn, real_ms));
        let nodes = nodes.map_err(failed)?;
        let behind = nodes.iter().filter(|node| lags(node)).count();
        if behind == 0 {
            return Ok(!nodes.is_empty());
        }
        if waited > PATIENCE {
            return Err(format!("{behind} 个节点{what}：复制之后请再执行一次"));
        }
        if behind != told {
            println!("等待 {behind} 个节点：{what}");
            told = behind;
        }
        thread::sleep(LOOK_AGAIN);
        waited += LOOK_AGAIN;
    }
}

/// Writes everything again that is not under the key that writes.
pub fn walk(db: &Db, tell: impl Fn(usize)) -> Result<(), String> {
    let mut rows = 0;
    loop {
        let step = db.write_now(rotation::step).map_err(failed)?;
        rows += step.rows;
        if step.rows > 0 {
            tell(rows);
        }
        if step.is_last {
            return Ok(());
        }
    }
}

/// Seals every private file again that does not lie under the key that writes.
pub fn walk_files(settings: &Settings, db: &Db, tell: impl Fn(usize)) -> Result<(), String> {
    let storage = Sealed::new(app::open_files(settings)?, db.keys().clone());
    let clock = app::clock(settings)?;
    let walked = seal_older(db, &storage, || clock.real().0, tell);
    walked.map(drop).map_err(failed)
}

fn left_files(db: &Db) -> Result<usize, String> {
    let writing = db.keys().writing();
    let left = db.read_now(move |conn| files::left_under_older(conn, writing));
    left.map_err(failed)
}

/// How much does not lie under the key that writes.
fn left(db: &Db) -> Result<usize, String> {
    let mut left = db.read_now(secrets::left_elsewhere).map_err(failed)?;
    for mut proof in secrets::proofs() {
        let mut more = true;
        while more {
            let before = proof.clone();
            let step = db.read_now(move |conn| {
                let mut proof = before.clone();
                let more = proof.step(conn)?;
                Ok::<_, store::Error>((proof, more))
            });
            (proof, more) = step.map_err(failed)?;
        }
        left += proof.left;
    }
    Ok(left)
}

#[expect(clippy::needless_pass_by_value, reason = "called by map_err")]
fn failed(error: store::Error) -> String {
    format!("数据库不可用：{error}")
}

fn unusable(error: &std::io::Error) -> String {
    format!("无法使用 key 文件：{error}")
}
