//! What is known about uploaded files; their bytes lie elsewhere.

use crate::{
    conn::{Conn, Tx},
    error::Result,
};

/// One uploaded file.
#[derive(Debug, Clone)]
pub struct StoredFile {
    pub key: String,
    pub folder: String,
    pub name: String,
    pub mime: String,
    pub size: i64,
    pub create_by: i64,
}

pub fn insert(tx: &mut Tx<'_>, file: &StoredFile, now_ms: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO file (file_key, folder, name, mime, daxiao, create_by, create_time) VALUES (?, ?, ?, ?, ?, ?, ?)",
        &[
            file.key.as_str().into(),
            file.folder.as_str().into(),
            file.name.as_str().into(),
            file.mime.as_str().into(),
            file.size.into(),
            file.create_by.into(),
            now_ms.into(),
        ],
    )?;
    Ok(())
}

pub fn find(conn: &mut Conn, key: &str) -> Result<Option<StoredFile>> {
    let row = conn.query_opt(
        "SELECT file_key, folder, name, mime, daxiao, create_by FROM file WHERE file_key = ?",
        &[key.into()],
    )?;
    row.map(|row| {
        Ok(StoredFile {
            key: row.text(0)?.to_owned(),
            folder: row.text(1)?.to_owned(),
            name: row.text(2)?.to_owned(),
            mime: row.text(3)?.to_owned(),
            size: row.int(4)?,
            create_by: row.int(5)?,
        })
    })
    .transpose()
}
