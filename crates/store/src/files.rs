//! What is known about uploaded files; their bytes lie elsewhere. A file's row is there before its
//! bytes and goes after them, so that no byte is ever without a row. Rows are guarded: what is known
//! of a file changes together with its state.

use schema::Folder;

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    portable,
    sql::Sql,
    state,
    value::{Row, Value},
};

const TABLE: &str = "file";
/// Rows changed by one statement.
const AT_ONCE: usize = 500;

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
    let text = "INSERT INTO file (file_key, folder, name, mime, daxiao, md5, miyao, create_by, create_time, shangchuan_ms) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let params = [
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
    ];
    state::adding(tx, TABLE, |tx| Ok(vec![tx.add(text, &params)?])).map(drop)
}

/// The first columns of rows.
fn numbers(rows: &[Row]) -> Result<Vec<i64>> {
    rows.iter().map(|row| row.int(0)).collect()
}

/// Runs a write of the file at a key with its state; none where there is no such file.
fn changing<T>(
    tx: &mut Tx<'_>,
    key: &str,
    write: impl FnOnce(&mut Tx<'_>) -> Result<T>,
) -> Result<Option<T>> {
    let found = tx.query_opt("SELECT id FROM file WHERE file_key = ?", &[key.into()])?;
    let Some(row) = found else { return Ok(None) };
    state::changing(tx, TABLE, &[row.int(0)?], write).map(Some)
}

/// The same of the files that a condition finds: `how` begins the statement.
fn changing_where(tx: &mut Tx<'_>, how: &str, condition: &Sql) -> Result<()> {
    let mut sql = Sql::new("SELECT id FROM file WHERE ");
    sql.append(condition).push(" ORDER BY id");
    let ids = numbers(&tx.query_sql(&sql)?)?;
    for ids in ids.chunks(AT_ONCE) {
        let mut sql = Sql::new(how);
        sql.push(" WHERE id IN ").bind_list(ids).push(" AND ");
        sql.append(condition);
        state::changing(tx, TABLE, ids, |tx| tx.execute_sql(&sql))?;
    }
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
    let text = "UPDATE file SET shuyu_ziyuan = ?, shuyu_id = ?, is_yinyong = TRUE WHERE file_key = ? AND is_feiqi = FALSE \
         AND ((shuyu_id IS NULL AND create_by = ?) OR (shuyu_ziyuan = ? AND shuyu_id = ?))";
    let params = [
        resource.into(),
        id.into(),
        key.into(),
        by.into(),
        resource.into(),
        id.into(),
    ];
    let taken = changing(tx, key, |tx| tx.execute(text, &params))?;
    Ok(taken == Some(1))
}

/// Lets a private file belong to a row for something that happened to it; false where it belongs to
/// a row already, this one too, or somebody else uploaded it.
pub fn take_first(tx: &mut Tx<'_>, key: &str, owner: (&str, i64), by: i64) -> Result<bool> {
    let (resource, id) = owner;
    let text = "UPDATE file SET shuyu_ziyuan = ?, shuyu_id = ?, is_yinyong = TRUE WHERE file_key = ? AND is_feiqi = FALSE \
         AND shuyu_id IS NULL AND create_by = ?";
    let params = [resource.into(), id.into(), key.into(), by.into()];
    let taken = changing(tx, key, |tx| tx.execute(text, &params))?;
    Ok(taken == Some(1))
}

/// Notes that a row shows a file everyone may see; false where the file is being removed.
pub fn refer(tx: &mut Tx<'_>, key: &str) -> Result<bool> {
    let known = tx.query_opt(
        "SELECT is_yinyong FROM file WHERE file_key = ? AND is_feiqi = FALSE",
        &[key.into()],
    )?;
    // Most are shown by a row already.
    if known.map(|row| row.bool(0)).transpose()? == Some(true) {
        return Ok(true);
    }
    let text = "UPDATE file SET is_yinyong = TRUE WHERE file_key = ? AND is_feiqi = FALSE";
    let noted = changing(tx, key, |tx| tx.execute(text, &[key.into()]))?;
    Ok(noted == Some(1))
}

/// Lets go of the private files of a row which is gone, shown by it or by what it was before:
/// nobody reads them any more, and the next round of housekeeping removes them.
pub fn release(tx: &mut Tx<'_>, owner: (&str, i64), but: &[&str]) -> Result<()> {
    let (resource, id) = owner;
    let mut those = Sql::new("shuyu_ziyuan = ");
    those.bind(resource).push(" AND shuyu_id = ").bind(id);
    for key in but {
        those.push(" AND file_key <> ").bind(*key);
    }
    let how = "UPDATE file SET is_yinyong = FALSE, is_feiqi = TRUE, shangchuan_ms = 0";
    changing_where(tx, how, &those)
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
        "SELECT id, file_key FROM file WHERE is_yinyong = FALSE AND shangchuan_ms < ? ORDER BY shangchuan_ms LIMIT ?",
        &[before_ms.into(), limit.into()],
    )?;
    state::changing(tx, TABLE, &numbers(&rows)?, |tx| {
        let mut keys = Vec::new();
        for row in &rows {
            let key = row.text(1)?;
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
    })
}

/// What a walk over all files is told of each.
#[derive(Debug, Clone)]
pub struct Known {
    pub key: String,
    /// Of the clear bytes.
    pub size: i64,
    pub md5: Option<String>,
    pub key_number: u8,
    /// A row took it: its bytes are there.
    pub is_used: bool,
    /// When it came, in real time.
    pub came_ms: i64,
}

/// The next files after a key, in the order of keys, that have not been given up.
pub fn after(conn: &mut Conn, after: &str, limit: i64) -> Result<Vec<Known>> {
    let rows = conn.query(
        "SELECT file_key, daxiao, miyao, is_yinyong, shangchuan_ms, md5 FROM file \
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
            md5: row.opt_text(5)?.map(str::to_owned),
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
        left += left_of(conn, folder, number)?;
    }
    Ok(left)
}

fn left_of(conn: &mut Conn, folder: Folder, number: u8) -> Result<usize> {
    let row = conn.query_one(
        "SELECT count(*) FROM file WHERE folder = ? AND miyao < ? AND is_feiqi = FALSE",
        &[folder.name().into(), i64::from(number).into()],
    )?;
    Ok(usize::try_from(row.int(0)?).unwrap_or_default())
}

/// How many private files there are, and how many that everyone may see.
pub fn count(conn: &mut Conn) -> Result<(usize, usize)> {
    let (mut private, mut public) = (0, 0);
    for folder in Folder::ALL {
        let count = left_of(conn, folder, u8::MAX)?;
        if folder.is_private() {
            private += count;
        } else {
            public += count;
        }
    }
    Ok((private, public))
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
        let params = [real_ms.into(), key.as_str().into()];
        if changing(tx, &key, |tx| tx.execute(text, &params))? == Some(1) {
            there.push(key);
        }
    }
    Ok(there)
}

/// The bytes of a file lie under this key now; false where the file was given up meanwhile, and
/// the bytes must go again.
pub fn rewritten(tx: &mut Tx<'_>, key: &str, number: u8) -> Result<bool> {
    let text = "UPDATE file SET miyao = ?, chongxie_ms = 0 WHERE file_key = ? AND is_feiqi = FALSE";
    let params = [i64::from(number).into(), key.into()];
    Ok(changing(tx, key, |tx| tx.execute(text, &params))? == Some(1))
}

/// A file that came before then has no bytes: none of them lies under an older key.
pub fn nothing_there(tx: &mut Tx<'_>, key: &str, number: u8, before_ms: i64) -> Result<()> {
    let text =
        "UPDATE file SET miyao = ?, chongxie_ms = 0 WHERE file_key = ? AND shangchuan_ms < ?";
    let params = [i64::from(number).into(), key.into(), before_ms.into()];
    changing(tx, key, |tx| tx.execute(text, &params)).map(drop)
}

const REWRITE_MS: i64 = 3_600_000;

/// Forgets files whose bytes are gone.
pub fn forget(tx: &mut Tx<'_>, keys: &[String], real_ms: i64) -> Result<()> {
    if keys.is_empty() {
        return Ok(());
    }
    let mut those = Sql::new("is_yinyong = FALSE AND chongxie_ms < ");
    those.bind(real_ms - REWRITE_MS);
    those.push(" AND file_key IN ").bind_list(keys);
    changing_where(tx, "DELETE FROM file", &those)
}

/// Files that a row took once and that none shows any more are taken away in three steps, so that
/// a cut loses nothing: set aside, when no row takes them and nobody reads them; looked for once
/// more, and given back where a row took one meanwhile; given up, for their bytes to go.
pub fn set_aside(tx: &mut Tx<'_>, keys: &[String]) -> Result<()> {
    mark(tx, "UPDATE file SET is_feiqi = TRUE", keys)
}

pub fn give_back(tx: &mut Tx<'_>, keys: &[String]) -> Result<()> {
    mark(tx, "UPDATE file SET is_feiqi = FALSE", keys)
}

pub fn give_up(tx: &mut Tx<'_>, keys: &[String]) -> Result<()> {
    mark(
        tx,
        "UPDATE file SET is_feiqi = TRUE, is_yinyong = FALSE, shangchuan_ms = 0",
        keys,
    )
}

fn mark(tx: &mut Tx<'_>, how: &str, keys: &[String]) -> Result<()> {
    if keys.is_empty() {
        return Ok(());
    }
    let mut those = Sql::new("is_yinyong = TRUE AND file_key IN ");
    those.bind_list(keys);
    changing_where(tx, how, &those)
}

/// Gives back what a command that was cut off had set aside.
pub fn give_all_back(tx: &mut Tx<'_>) -> Result<()> {
    tx.be_patient()?;
    let those = Sql::new("is_feiqi = TRUE AND is_yinyong = TRUE");
    changing_where(tx, "UPDATE file SET is_feiqi = FALSE", &those)
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
