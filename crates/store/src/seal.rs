//! Hash-chained seals over append-only tables: whoever changes, removes or inserts a sealed row
//! behind the server's back is found out.

use sha2::{Digest, Sha256};

use crate::{
    conn::{Conn, Tx},
    crypt::hex,
    error::Result,
    ledger,
    orders::history,
    value::Value,
};

/// Rows in one block.
const BLOCK: i64 = 1000;

/// A block that does not match its rows, or the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    pub table: String,
    pub block: i64,
    pub first_id: i64,
    pub last_id: i64,
}

/// Seals the rows up to `up_to_id` that no block holds yet, one block a call; answers whether
/// there was one. Rows with smaller ids must be committed for good by then.
pub fn seal_next(tx: &mut Tx<'_>, table: &str, up_to_id: i64) -> Result<bool> {
    let last = last_block(tx, table)?;
    let (block, after_id, previous) = last.unwrap_or((0, 0, String::new()));
    let to = up_to_id.min(after_id + BLOCK);
    if to <= after_id {
        return Ok(false);
    }
    let (rows, hash) = block_hash(tx, table, after_id + 1, to, &previous)?;
    tx.execute(
        "INSERT INTO seal (table_name, block, first_id, last_id, row_count, hash) VALUES (?, ?, ?, ?, ?, ?)",
        &[table.into(), (block + 1).into(), (after_id + 1).into(), to.into(), rows.into(), hash.into()],
    )?;
    Ok(true)
}

/// The newest id of an append-only table.
pub fn newest_id(conn: &mut Conn, table: &str) -> Result<i64> {
    conn.query_one(
        &format!("SELECT coalesce(max(id), 0) FROM \"{table}\""),
        &[],
    )?
    .int(0)
}

/// Recomputes every block of a table; answers how many were checked and which are broken.
pub fn verify(conn: &mut Conn, table: &str) -> Result<(usize, Vec<Broken>)> {
    let blocks = conn.query(
        "SELECT block, first_id, last_id, row_count, hash FROM seal WHERE table_name = ? ORDER BY block",
        &[table.into()],
    )?;
    let mut previous = String::new();
    let mut expected_first = 1;
    let mut broken = Vec::new();
    for (expected_block, row) in (1..).zip(&blocks) {
        let (block, first_id, last_id) = (row.int(0)?, row.int(1)?, row.int(2)?);
        let (rows, hash) = block_hash(conn, table, first_id, last_id, &previous)?;
        let is_chained = block == expected_block && first_id == expected_first;
        if !is_chained || rows != row.int(3)? || hash != row.text(4)? {
            broken.push(Broken {
                table: table.to_owned(),
                block,
                first_id,
                last_id,
            });
        }
        row.text(4)?.clone_into(&mut previous);
        expected_first = last_id + 1;
    }
    Ok((blocks.len(), broken))
}

fn last_block(conn: &mut Conn, table: &str) -> Result<Option<(i64, i64, String)>> {
    let row = conn.query_opt(
        "SELECT block, last_id, hash FROM seal WHERE table_name = ? ORDER BY block DESC LIMIT 1",
        &[table.into()],
    )?;
    row.map(|row| Ok((row.int(0)?, row.int(1)?, row.text(2)?.to_owned())))
        .transpose()
}

/// Hash over the previous block's hash and every column of every row, in order of id.
fn block_hash(
    conn: &mut Conn,
    table: &str,
    first_id: i64,
    last_id: i64,
    previous: &str,
) -> Result<(i64, String)> {
    let columns = stored_columns(table).join(", ");
    let text =
        format!("SELECT id, {columns} FROM \"{table}\" WHERE id BETWEEN ? AND ? ORDER BY id");
    let rows = conn.query(&text, &[first_id.into(), last_id.into()])?;
    let mut hash = Sha256::new();
    hash.update(previous.as_bytes());
    for row in &rows {
        for value in &row.0 {
            feed(&mut hash, value);
        }
    }
    Ok((
        i64::try_from(rows.len()).unwrap_or_default(),
        hex(&hash.finalize()),
    ))
}

fn stored_columns(table: &str) -> Vec<String> {
    if table == ledger::TABLE {
        return ledger::COLUMNS.map(str::to_owned).to_vec();
    }
    if table == history::TABLE {
        return history::COLUMNS.map(str::to_owned).to_vec();
    }
    let models = schema::models().iter().filter(|model| model.name == table);
    let fields = models.flat_map(|model| model.fields.iter().skip(1));
    fields
        .filter(|field| !field.column.computed)
        .map(|field| format!("\"{}\"", field.column.name))
        .collect()
}

/// Type and length before the bytes, so that no two rows read alike.
fn feed(hash: &mut Sha256, value: &Value) {
    let (kind, bytes): (u8, &[u8]) = match value {
        Value::Null => (0, &[]),
        Value::Bool(flag) => return feed(hash, &Value::Int(i64::from(*flag))),
        Value::Int(number) => {
            hash.update([1]);
            hash.update(number.to_be_bytes());
            return;
        }
        Value::Text(text) => (2, text.as_bytes()),
        Value::Blob(bytes) => (3, bytes),
    };
    hash.update([kind]);
    hash.update((bytes.len() as u64).to_be_bytes());
    hash.update(bytes);
}
