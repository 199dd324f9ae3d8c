//! What brings a database up to date before it is served. `serve` and `migrate` both do all of it:
//! after either nothing is left for the other.

use std::sync::Arc;

use service::{
    audit::{self, Deed},
    demo, history, order,
    password::Hasher,
    seed,
};
use store::{Clock, Db, Tx, bare, locks::Lock, migrate, portable, state_check, users};

use crate::{
    sealing::{self, Sealing},
    settings::Settings,
};

/// What a start says where the key cannot read the database.
pub const OTHER_KEY: &str = "数据目录中的密钥与数据库不符：敏感信息无法解密，请找回原来的 key 文件";

/// Who the first administrator will be, if there is none.
pub struct Founder {
    pub hasher: Hasher,
    pub password: String,
}

/// The schema, and the states of guarded rows that have none yet: those need the right key.
pub fn schema(db: &Db) -> Result<usize, String> {
    refuse_what_travels(db)?;
    let completed = db.write_now(complete_demo);
    completed.map_err(|error| format!("数据库不可用：{error}"))?;
    let ran = migrate::migrate(db).map_err(|error| error.to_string())?;
    let is_ours = db.write_now(seed::check_key);
    if !is_ours.map_err(|error| format!("数据库不可用：{error:?}"))? {
        return Err(OTHER_KEY.to_owned());
    }
    let lines = state_check::catch_up(db).map_err(|error| format!("数据库升级失败：{error}"))?;
    if lines > 0 {
        tracing::info!(lines, "guarded rows were registered");
    }
    Ok(ran)
}

/// A demo that was cut off lacks what makes reading fast.
fn complete_demo(tx: &mut Tx<'_>) -> store::Result<()> {
    if bare::is_bare(tx)? {
        tracing::info!("indexes that a demo took away are made again");
        demo::complete(tx)?;
        bare::learn(tx)?;
    }
    Ok(())
}

/// An office that went elsewhere, and one that has not arrived.
fn refuse_what_travels(db: &Db) -> Result<(), String> {
    let found = db.read_now(|conn| {
        let is_begun = portable::is_begun(conn)?;
        Ok::<_, store::Error>((is_begun, portable::moved_to(conn)?))
    });
    match found.map_err(|error| format!("数据库不可用：{error}"))? {
        (true, _) => {
            Err("这里的数据还没有迁移完或恢复完，请先完成迁移，或清空数据库后重新恢复".to_owned())
        }
        (false, Some(place)) => Err(format!(
            "这里的业务已迁移到 {place}，请把 ZHANGGUI_DATABASE_URL 改为新的地址"
        )),
        (false, None) => Ok(()),
    }
}

/// Whether anybody works here yet.
pub fn has_office(db: &Db) -> Result<bool, String> {
    let people = db.read_now(users::count);
    Ok(people.map_err(|error| format!("数据库不可用：{error}"))? > 0)
}

/// The seed, what older orders lack, and the seals; answers whether this was the first start.
pub fn contents(
    settings: &Settings,
    db: &Db,
    clock: &Clock,
    founder: Founder,
) -> Result<(bool, Arc<Sealing>), String> {
    let (now, real_ms) = (clock.now(), clock.real().0);
    let call = seed::system_call("start", now, real_ms);
    let (seeding, founder) = (call.clone(), Arc::new(founder));
    let seeded = db.write_now(move |tx| {
        // Another node may start at this moment.
        Lock::Migration.take_patiently(tx)?;
        let hash = || founder.hasher.hash(&founder.password, &mut rand::rng());
        let is_first = seed::seed(tx, &seeding, hash)?;
        store::config::seal_clear(tx)?;
        Ok::<_, service::Error>(is_first)
    });
    let is_first_start = seeded.map_err(|error| match error {
        service::Error::Invalid { message, .. } | service::Error::Refused { message, .. } => {
            format!("初始化失败：{message}")
        }
        error => format!("初始化失败：{error:?}"),
    })?;
    order::copy_older(db, &call).map_err(|error| format!("留存收款账户副本失败：{error:?}"))?;
    // After the copies: what is known of an order includes its copy.
    history::begin(db, now).map_err(|error| format!("无法建立订单历史：{error:?}"))?;
    Ok((is_first_start, start_sealing(settings, db, clock)?))
}

/// Seals whatever a crash or an earlier version left unsealed.
fn start_sealing(settings: &Settings, db: &Db, clock: &Clock) -> Result<Arc<Sealing>, String> {
    let sealing = Sealing::open(settings, db)?;
    let (now, real_ms) = (clock.now(), clock.real().0);
    let upgraded = sealing::before_keys(db).map_err(|error| format!("数据库不可用：{error}"))?;
    if let Some(sentence) = upgraded {
        tracing::info!(sentence, "seals are keyed from now on");
        let noted = db.write_now(move |tx| {
            let deed = Deed::new("封存", sentence.clone());
            audit::record(tx, &seed::system_call("start", now, real_ms), &deed)
        });
        noted.map_err(|error| format!("数据库升级失败：{error:?}"))?;
    }
    sealing.everything(db, real_ms);
    Ok(Arc::new(sealing))
}
