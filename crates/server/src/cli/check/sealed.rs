//! The part of the check that needs the keys: seals, states and secrets.

use std::path::PathBuf;

use schema::Timestamp;
use store::{
    Conn, Db, SealKeys, rotation, seal::SEALED, seal_check, seal_key, secrets, state_check,
};

use super::{Named, anchors, pace::Pace};
use crate::{sealing, settings::Settings};

/// The seal keys, which must be those of this database.
pub fn keys(settings: &Settings, db: &Db) -> Result<SealKeys, String> {
    let path = settings.seal_keys();
    let failed = |error: store::Error| format!("无法检查：{error}");
    if db.read_now(seal_key::newest_known).map_err(failed)? == 0 {
        return Err("数据库还没有用密钥封存过：请先用本程序启动一次服务，再检查".to_owned());
    }
    let keys = sealing::load(&path)?.ok_or_else(|| sealing::missing(&path))?;
    let asked = keys.clone();
    match db.read_now(move |conn| seal_key::agrees(conn, &asked)) {
        Ok(true) => Ok(keys),
        Ok(false) => Err(sealing::differs(&path)),
        Err(error) => Err(failed(error)),
    }
}

pub fn find(
    db: &Db,
    keys: &SealKeys,
    anchor_files: &[PathBuf],
    pace: &Pace,
    note: &impl Fn(&str),
) -> Result<Vec<String>, String> {
    let failed = |error: store::Error| format!("无法检查：{error}");
    // Anchors first: what they remember by now is in the database by now.
    let remembered = anchors::Remembered::read(db, keys, anchor_files)?;
    let mut problems = seals(db, keys, pace, note).map_err(failed)?;
    problems.extend(remembered.compare(db, note)?);
    problems.extend(states(db, pace, note).map_err(failed)?);
    problems.extend(secrets(db, pace, note).map_err(failed)?);
    Ok(problems)
}

fn seals(
    db: &Db,
    keys: &SealKeys,
    pace: &Pace,
    note: &impl Fn(&str),
) -> store::Result<Vec<String>> {
    let mut found = Named::new("封存");
    for table in SEALED {
        let keys = keys.clone();
        let step = move |proof: &mut seal_check::Proof, conn: &mut Conn| proof.step(conn, &keys);
        let take = |proof: &mut seal_check::Proof| {
            pace.tell(|| format!("已核对封存 {table}：{} 行", proof.rows()));
            proof.problems.drain(..).for_each(|one| found.add(one));
        };
        let proof = walk(db, seal_check::Proof::new(table), step, take)?;
        let since = proof.since_ms.map_or_else(
            || "尚无".to_owned(),
            |since| format!("自 {} 起", Timestamp(since)),
        );
        note(&format!(
            "封存 {table}：{} 块 {} 行，{since}；{} 行尚未封存",
            proof.blocks(),
            proof.rows(),
            proof.unsealed
        ));
    }
    Ok(found.told())
}

fn states(db: &Db, pace: &Pace, note: &impl Fn(&str)) -> store::Result<Vec<String>> {
    let mut found = Named::new("状态");
    let mut rows = 0;
    for proof in state_check::proofs() {
        let take = |proof: &mut state_check::Proof| {
            pace.tell(|| format!("已核对状态 {} 行", rows + proof.rows));
            proof.problems.drain(..).for_each(|one| found.add(one));
        };
        rows += walk(db, proof, state_check::Proof::step, take)?.rows;
    }
    note(&format!("状态：{rows} 行"));
    Ok(found.told())
}

fn secrets(db: &Db, pace: &Pace, note: &impl Fn(&str)) -> store::Result<Vec<String>> {
    let mut found = Named::new("密文");
    let mut rows = 0;
    let mut left = db.read_now(secrets::left_elsewhere)?;
    for proof in secrets::proofs() {
        let take = |proof: &mut secrets::Proof| {
            pace.tell(|| format!("已核对密文 {} 行", rows + proof.rows));
            proof.problems.drain(..).for_each(|one| found.add(one));
        };
        let proof = walk(db, proof, secrets::Proof::step, take)?;
        rows += proof.rows;
        left += proof.left;
    }
    for problem in db.read_now(secrets::settings)? {
        found.add(problem);
    }
    let stage = db.read_now(rotation::stage)?;
    match left {
        0 => note(&format!("密钥：全部在密钥 {} 下", stage.writing)),
        left if stage.is_under_way() => note(&format!("密钥：更换尚未完成，{left} 条在旧密钥下")),
        left => found.add(format!("密钥：更换已完成，却还有 {left} 条在旧密钥下")),
    }
    Ok(found.told())
}

/// Takes a proof through all its steps, each a job of its own, so that none holds an old state of
/// a live database.
fn walk<P: Clone + Send + 'static>(
    db: &Db,
    mut proof: P,
    step: impl Fn(&mut P, &mut Conn) -> store::Result<bool> + Clone + Send + 'static,
    mut take: impl FnMut(&mut P),
) -> store::Result<P> {
    loop {
        let (before, step) = (proof.clone(), step.clone());
        let (next, more) = db.read_now(move |conn| {
            let mut proof = before.clone();
            let more = step(&mut proof, conn)?;
            Ok::<_, store::Error>((proof, more))
        })?;
        proof = next;
        take(&mut proof);
        if !more {
            return Ok(proof);
        }
    }
}
