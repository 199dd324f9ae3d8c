//! Settings that operators edit. A value of the type SECRET lies encrypted in the database; nobody
//! outside this file sees it as it is stored.

use schema::{Record, resources::Config};

use crate::{
    conn::{Conn, Tx},
    crypt::number_of,
    error::{Error, Result},
    hex::{from_hex, hex},
    rows::{self, Author, Changes},
    select, state,
    value::Row,
};

const SECRET: &str = "SECRET";
/// How a sealed value begins. Older versions kept secrets in clear: those are read as they are and
/// sealed by the next start.
const SEALED: &str = "sealed:";

/// One setting, its value in clear.
#[derive(Debug, Clone)]
pub struct Setting {
    pub id: i64,
    pub jian: String,
    pub mingcheng: String,
    pub zhi: Option<String>,
    pub zhi_type: String,
    pub is_xitong: bool,
    pub is_kejian: bool,
    pub paixu: i64,
    pub beizhu: Option<String>,
    pub banben_suo: i64,
}

impl Setting {
    pub fn is_secret(&self) -> bool {
        self.zhi_type == SECRET
    }

    fn read(conn: &Conn, row: &Row) -> Result<Self> {
        let (id, zhi_type) = (row.int(0)?, row.text(1)?);
        Ok(Self {
            id,
            zhi: clear(conn, id, zhi_type, row.opt_text(2)?)?,
            zhi_type: zhi_type.to_owned(),
            jian: row.text(3)?.to_owned(),
            mingcheng: row.text(4)?.to_owned(),
            is_xitong: row.bool(5)?,
            is_kejian: row.bool(6)?,
            paixu: row.int(7)?,
            beizhu: row.opt_text(8)?.map(str::to_owned),
            banben_suo: row.int(9)?,
        })
    }
}

/// One setting's value, in clear.
pub fn value(conn: &mut Conn, jian: &str) -> Result<Option<String>> {
    let rows = conn.query_kept(
        "SELECT id, zhi_type, zhi FROM app_config WHERE jian = ? AND is_del = FALSE",
        &[jian.into()],
    )?;
    rows.first().map_or(Ok(None), |row| {
        clear(conn, row.int(0)?, row.text(1)?, row.opt_text(2)?)
    })
}

/// The settings of a group.
pub fn group(conn: &mut Conn, kind: &str) -> Result<Vec<Setting>> {
    let rows = conn.query(
        "SELECT id, zhi_type, zhi, jian, mingcheng, is_xitong, is_kejian, paixu, beizhu, banben_suo \
         FROM app_config WHERE \"type\" = ? AND is_del = FALSE ORDER BY paixu, id",
        &[kind.into()],
    )?;
    rows.iter().map(|row| Setting::read(conn, row)).collect()
}

/// Gives a setting another value.
pub fn set(
    tx: &mut Tx<'_>,
    setting: &Setting,
    zhi: Option<&str>,
    by: &Author<'_>,
) -> rows::Result<()> {
    let stored = match zhi {
        Some(zhi) if setting.is_secret() => Some(sealed(tx, setting.id, zhi)?),
        zhi => zhi.map(str::to_owned),
    };
    let changes = Changes::<Config>::new().set(Config::zhi, stored);
    changes.update(tx, setting.id, by)?;
    Ok(())
}

/// Seals the secrets that an older version left in clear.
pub fn seal_clear(tx: &mut Tx<'_>) -> Result<()> {
    let secrets = tx.query(
        "SELECT id, zhi FROM app_config WHERE zhi_type = ? AND zhi <> ''",
        &[SECRET.into()],
    )?;
    for row in &secrets {
        let (id, zhi) = (row.int(0)?, row.text(1)?);
        if !zhi.starts_with(SEALED) {
            let sealed = sealed(tx, id, zhi)?;
            // Another node may be changing it at this moment: then it is sealed already.
            let text = "UPDATE app_config SET zhi = ? WHERE id = ? AND zhi = ?";
            let params = [sealed.into(), id.into(), zhi.into()];
            state::changing(tx, "app_config", &[id], |tx| tx.execute(text, &params))?;
        }
    }
    Ok(())
}

/// Seals the secrets that lie under another key than the one that writes; answers how many.
pub(crate) fn seal_again(tx: &mut Tx<'_>) -> Result<usize> {
    let mut count = 0;
    for (id, stored) in under_old_keys(tx)? {
        let Some(clear) = opened(tx, id, &stored) else {
            continue;
        };
        let sealed = sealed(tx, id, &clear)?;
        let text = "UPDATE app_config SET zhi = ? WHERE id = ? AND zhi = ?";
        let params = [sealed.into(), id.into(), stored.into()];
        state::changing(tx, "app_config", &[id], |tx| tx.execute(text, &params))?;
        count += 1;
    }
    Ok(count)
}

/// Sealed values under another key than the one that writes.
pub(crate) fn under_old_keys(conn: &mut Conn) -> Result<Vec<(i64, String)>> {
    let secrets = conn.query(
        "SELECT id, zhi FROM app_config WHERE zhi_type = ? AND zhi <> ''",
        &[SECRET.into()],
    )?;
    let mut found = Vec::new();
    for row in &secrets {
        let stored = row.text(1)?;
        let bytes = stored.strip_prefix(SEALED).and_then(from_hex);
        if bytes.is_some_and(|bytes| number_of(&bytes) != Some(conn.keys().writing())) {
            found.push((row.int(0)?, stored.to_owned()));
        }
    }
    Ok(found)
}

/// What a sealed value says; none where it does not open here.
fn opened(conn: &Conn, id: i64, stored: &str) -> Option<String> {
    let bytes = from_hex(stored.strip_prefix(SEALED)?)?;
    conn.keys().open(&place(id), &bytes)
}

/// Where a sealed value lies; part of what its encryption protects.
fn place(id: i64) -> String {
    select::place(Config::model(), Config::zhi.name(), id)
}

fn sealed(conn: &Conn, id: i64, clear: &str) -> Result<String> {
    let bytes = conn.keys().seal(&place(id), clear);
    let bytes = bytes.map_err(|error| Error::Driver(error.to_string()))?;
    Ok(format!("{SEALED}{}", hex(&bytes)))
}

/// A value as the server uses it: the one way out of the database.
fn clear(conn: &Conn, id: i64, zhi_type: &str, stored: Option<&str>) -> Result<Option<String>> {
    let hidden = stored.filter(|text| zhi_type == SECRET && text.starts_with(SEALED));
    let Some(hidden) = hidden else {
        return Ok(stored.map(str::to_owned));
    };
    opened(conn, id, hidden)
        .map(Some)
        .ok_or_else(|| Error::shape("a secret setting of this row", id))
}

/// Ids of settings whose secret does not open where it lies.
pub(crate) fn unreadable(conn: &mut Conn) -> Result<Vec<i64>> {
    let secrets = conn.query(
        "SELECT id, zhi_type, zhi FROM app_config WHERE zhi_type = ?",
        &[SECRET.into()],
    )?;
    let mut found = Vec::new();
    for row in &secrets {
        if clear(conn, row.int(0)?, row.text(1)?, row.opt_text(2)?).is_err() {
            found.push(row.int(0)?);
        }
    }
    Ok(found)
}

pub fn set_flags(tx: &mut Tx<'_>, id: i64, is_visible: bool) -> Result<()> {
    let text = "UPDATE app_config SET is_xitong = TRUE, is_kejian = ? WHERE id = ?";
    state::changing(tx, "app_config", &[id], |tx| {
        tx.execute_one(text, &[is_visible.into(), id.into()])
    })
}

/// The row of a setting, and whether every client may read it.
pub fn known(conn: &mut Conn, jian: &str) -> Result<Option<(i64, bool)>> {
    let row = conn.query_opt(
        "SELECT id, is_kejian FROM app_config WHERE jian = ? AND is_del = FALSE",
        &[jian.into()],
    )?;
    row.map(|row| Ok((row.int(0)?, row.bool(1)?))).transpose()
}
