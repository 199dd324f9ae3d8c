//! What is known about uploaded files; their bytes lie elsewhere. A file's row is there before its
//! bytes and goes after them, so that no byte is ever without a row.

use schema::Folder;

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    portable,
    sql::Sql,
    value::Value,
};

/// One uploaded file.
#[derive(Debug, Clone)]
pub struct StoredFile {
    pub key: String,
    pub folder: String,
    pub name: String,
    pub mime: String,
    pub size: i64,
    /// Of the bytes as they were kept, in hexadecimal digits; none for files from before it was.
    pub md5: Option<String>,
    /// The number of the key that its bytes lie under; 0 for those that lie in clear.
    pub key_number: u8,
    pub create_by: i64,
    /// The row a private file belongs to: resource path and id.
    pub owner: Option<(String, i64)>,
}

/// A file that belongs to no row yet. Its age is counted in real time.
pub fn insert(tx: &mut Tx<'_>, file: &StoredFile, now_ms: i64, real_ms: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO file (file_key, folder, name, mime, daxiao, md5, miyao, create_by, create_time, shangchuan_ms) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        &[
            file.key.as_str().into(),
            file.folder.as_str().into(),
            file.name.as_str().into(),
            file.mime.as_str().into(),
            file.size.into(),
            file.md5.clone().into(),
            i64::from(file.key_number).into(),
            file.create_by.into(),
            now_ms.into(),
            real_ms.into(),
        ],
    )?;
    Ok(())
}

/// A file, unless it is being removed.
pub fn find(conn: &mut Conn, key: &str) -> Result<Option<StoredFile>> {
    let row = conn.query_opt(
        "SELECT file_key, folder, name, mime, daxiao, create_by, shuyu_ziyuan, shuyu_id, md5, miyao FROM file \
         WHERE file_key = ? AND is_feiqi = FALSE",
        &[key.into()],
    )?;
    row.map(|row| {
        Ok(StoredFile {
            key: row.text(0)?.to_owned(),
            folder: row.text(1)?.to_owned(),
            name: row.text(2)?.to_owned(),
            mime: row.text(3)?.to_owned(),
            size: row.int(4)?,
            md5: row.opt_text(8)?.map(str::to_owned),
            key_number: key_number(row.int(9)?)?,
            create_by: row.int(5)?,
            owner: row.opt_text(6)?.map(str::to_owned).zip(row.opt_int(7)?),
        })
    })
    .transpose()
}

/// Lets a private file belong to a row; false where it belongs to another, or to nobody and
/// somebody else uploaded it.
pub fn take(tx: &mut Tx<'_>, key: &str, owner: (&str, i64), by: i64) -> Result<bool> {
    let (resource, id) = owner;
    let taken = tx.execute(
        "UPDATE file SET shuyu_ziyuan = ?, shuyu_id = ?, is_yinyong = TRUE WHERE file_key = ? AND is_feiqi = FALSE \
         AND ((shuyu_id IS NULL AND create_by = ?) OR (shuyu_ziyuan = ? AND shuyu_id = ?))",
        &[
            resource.into(),
            id.into(),
            key.into(),
            by.into(),
            resource.into(),
            id.into(),
        ],
    )?;
    Ok(taken == 1)
}

/// Notes that a row shows a file everyone may see; false where the file is being removed.
pub fn refer(tx: &mut Tx<'_>, key: &str) -> Result<bool> {
    let noted = tx.execute(
        "UPDATE file SET is_yinyong = TRUE WHERE file_key = ? AND is_yinyong = FALSE AND is_feiqi = FALSE",
        &[key.into()],
    )?;
    Ok(noted == 1 || find(tx, key)?.is_some())
}

/// Lets go of the private files of a row which is gone, shown by it or by what it was before:
/// nobody reads them any more, and the next round of housekeeping removes them.
pub fn release(tx: &mut Tx<'_>, owner: (&str, i64), but: &[&str]) -> Result<()> {
    let (resource, id) = owner;
    let mut sql =
        Sql::new("UPDATE file SET is_yinyong = FALSE, is_feiqi = TRUE, shangchuan_ms = 0 ");
    sql.push("WHERE shuyu_ziyuan = ").bind(resource);
    sql.push(" AND shuyu_id = ").bind(id);
    for key in but {
        sql.push(" AND file_key <> ").bind(*key);
    }
    tx.execute_sql(&sql)?;
    Ok(())
}

/// How many files a person uploaded since then, and how many bytes.
pub fn uploaded_since(conn: &mut Conn, person: i64, since_ms: i64) -> Result<(i64, i64)> {
    let row = conn.query_one(
        "SELECT count(*), CAST(coalesce(sum(daxiao), 0) AS BIGINT) FROM file WHERE create_by = ? AND shangchuan_ms > ?",
        &[person.into(), since_ms.into()],
    )?;
    Ok((row.int(0)?, row.int(1)?))
}

/// Marks files that came before then and that no row ever took: from now on no row takes them and
/// nobody reads them. Answers their keys, with those that were marked earlier and are still there.
pub fn abandon(tx: &mut Tx<'_>, before_ms: i64, limit: i64) -> Result<Vec<String>> {
    let rows = tx.query(
        "SELECT file_key FROM file WHERE is_yinyong = FALSE AND shangchuan_ms < ? ORDER BY shangchuan_ms LIMIT ?",
        &[before_ms.into(), limit.into()],
    )?;
    let mut keys = Vec::new();
    for row in &rows {
        let key = row.text(0)?;
        // A row may have taken it since.
        let marked = tx.execute(
            "UPDATE file SET is_feiqi = TRUE WHERE file_key = ? AND is_yinyong = FALSE",
            &[key.into()],
        )?;
        if marked == 1 {
            keys.push(key.to_owned());
        }
    }
    Ok(keys)
}

/// What a walk over all files is told of each.
#[derive(Debug, Clone)]
pub struct Known {
    pub key: String,
    /// Of the clear bytes.
    pub size: i64,
    pub key_number: u8,
    /// A row took it: its bytes are there.
    pub is_used: bool,
    /// When it came, in real time.
    pub came_ms: i64,
}

/// The next files after a key, in the order of keys, that have not been given up.
pub fn after(conn: &mut Conn, after: &str, limit: i64) -> Result<Vec<Known>> {
    let rows = conn.query(
        "SELECT file_key, daxiao, miyao, is_yinyong, shangchuan_ms FROM file \
         WHERE file_key > ? AND is_feiqi = FALSE ORDER BY file_key LIMIT ?",
        &[after.into(), limit.into()],
    )?;
    let known = rows.iter().map(|row| {
        Ok(Known {
            key: row.text(0)?.to_owned(),
            size: row.int(1)?,
            key_number: key_number(row.int(2)?)?,
            is_used: row.bool(3)?,
            came_ms: row.int(4)?,
        })
    });
    known.collect()
}

fn key_number(found: i64) -> Result<u8> {
    u8::try_from(found).map_err(|_| Error::shape("the number of a key", found))
}

/// The next files of a folder that lie under a key, or in clear where its number is 0.
pub fn under(
    conn: &mut Conn,
    folder: Folder,
    number: u8,
    after: &str,
    limit: i64,
) -> Result<Vec<String>> {
    let rows = conn.query(
        "SELECT file_key FROM file WHERE folder = ? AND miyao = ? AND file_key > ? AND is_feiqi = FALSE \
         ORDER BY file_key LIMIT ?",
        &[
            folder.name().into(),
            i64::from(number).into(),
            after.into(),
            limit.into(),
        ],
    )?;
    rows.iter()
        .map(|row| row.text(0).map(str::to_owned))
        .collect()
}

/// Private files that lie in clear, or under an older key than this one.
pub fn left_under_older(conn: &mut Conn, number: u8) -> Result<usize> {
    let mut left = 0;
    for folder in Folder::private() {
        let row = conn.query_one(
            "SELECT count(*) FROM file WHERE folder = ? AND miyao < ? AND is_feiqi = FALSE",
            &[folder.name().into(), i64::from(number).into()],
        )?;
        left += usize::try_from(row.int(0)?).unwrap_or_default();
    }
    Ok(left)
}

/// How many private files there are.
pub fn count_private(conn: &mut Conn) -> Result<usize> {
    left_under_older(conn, u8::MAX)
}

/// Whether a private file may still lie in clear, from before they were sealed.
pub fn are_some_clear(conn: &mut Conn) -> Result<bool> {
    for folder in Folder::private() {
        if !under(conn, folder, 0, "", 1)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Somebody is about to write the bytes of these files again: until it is done, or was not for an
/// hour, their rows stay, so that bytes which come back after a removal are removed again. Answers
/// those that have not been given up.
pub fn rewrite(tx: &mut Tx<'_>, keys: Vec<String>, real_ms: i64) -> Result<Vec<String>> {
    let text = "UPDATE file SET chongxie_ms = ? WHERE file_key = ? AND is_feiqi = FALSE";
    let mut there = Vec::new();
    for key in keys {
        if tx.execute(text, &[real_ms.into(), key.as_str().into()])? == 1 {
            there.push(key);
        }
    }
    Ok(there)
}

/// The bytes of a file lie under this key now; false where the file was given up meanwhile, and
/// the bytes must go again.
pub fn rewritten(tx: &mut Tx<'_>, key: &str, number: u8) -> Result<bool> {
    let text = "UPDATE file SET miyao = ?, chongxie_ms = 0 WHERE file_key = ? AND is_feiqi = FALSE";
    Ok(tx.execute(text, &[i64::from(number).into(), key.into()])? == 1)
}

/// A file that came before then has no bytes: none of them lies under an older key.
pub fn nothing_there(tx: &mut Tx<'_>, key: &str, number: u8, before_ms: i64) -> Result<()> {
    let text =
        "UPDATE file SET miyao = ?, chongxie_ms = 0 WHERE file_key = ? AND shangchuan_ms < ?";
    tx.execute(
        text,
        &[i64::from(number).into(), key.into(), before_ms.into()],
    )
    .map(drop)
}

const REWRITE_MS: i64 = 3_600_000;

/// Forgets files whose bytes are gone.
pub fn forget(tx: &mut Tx<'_>, keys: &[String], real_ms: i64) -> Result<()> {
    if keys.is_empty() {
        return Ok(());
    }
    let mut sql = Sql::new("DELETE FROM file WHERE is_yinyong = FALSE AND chongxie_ms < ");
    sql.bind(real_ms - REWRITE_MS);
    sql.push(" AND file_key IN ").bind_list(keys);
    tx.execute_sql(&sql)?;
    Ok(())
}

/// Files that a row took once and that none shows any more are taken away in three steps, so that
/// a cut loses nothing: set aside, when no row takes them and nobody reads them; looked for once
/// more, and given back where a row took one meanwhile; given up, for their bytes to go.
pub fn set_aside(tx: &mut Tx<'_>, keys: &[String]) -> Result<()> {
    mark(tx, "is_feiqi = TRUE", keys)
}

pub fn give_back(tx: &mut Tx<'_>, keys: &[String]) -> Result<()> {
    mark(tx, "is_feiqi = FALSE", keys)
}

pub fn give_up(tx: &mut Tx<'_>, keys: &[String]) -> Result<()> {
    mark(
        tx,
        "is_feiqi = TRUE, is_yinyong = FALSE, shangchuan_ms = 0",
        keys,
    )
}

fn mark(tx: &mut Tx<'_>, how: &str, keys: &[String]) -> Result<()> {
    if keys.is_empty() {
        return Ok(());
    }
    let mut sql = Sql::new("UPDATE file SET ");
    sql.push(how)
        .push(" WHERE is_yinyong = TRUE AND file_key IN ")
        .bind_list(keys);
    tx.execute_sql(&sql).map(drop)
}

/// Gives back what a command that was cut off had set aside.
pub fn give_all_back(tx: &mut Tx<'_>) -> Result<()> {
    let text = "UPDATE file SET is_feiqi = FALSE WHERE is_feiqi = TRUE AND is_yinyong = TRUE";
    tx.be_patient()?;
    tx.execute(text, &[]).map(drop)
}

/// What refers to nothing that is kept for it: the files themselves, and what people once sent.
const NO_REFERENCE: [&str; 2] = ["file", "sys_log"];

/// Every place in the rows of this database where an address of ours goes on after `address`;
/// rows that were deleted show nothing.
pub fn referred(conn: &mut Conn, address: &str, mut take: impl FnMut(&str)) -> Result<()> {
    portable::scan(conn, None, |shape, rows| {
        if !NO_REFERENCE.contains(&shape.table.as_str()) {
            for row in rows.iter().filter(|row| !shape.is_deleted(row)) {
                for value in &row.0 {
                    if let Value::Text(text) = value {
                        text.split(address).skip(1).for_each(&mut take);
                    }
                }
            }
        }
        true
    })
}
