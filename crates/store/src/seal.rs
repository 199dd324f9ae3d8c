//! Keyed, chained seals over append-only tables: whoever changes, removes or inserts a sealed row,
//! or a seal, behind the server's back is found out. Each block counts the rows since the
//! beginning, and its hash covers the hash before it.

use crate::{
    conn::{Conn, Tx},
    error::{Error, Result},
    ledger,
    mac::Mac,
    orders::history,
    seal_key::SealKeys,
    sql::Dialect,
    value::Row,
};

/// Tables whose rows are sealed.
pub const SEALED: &[&str] = &[
    "sys_log",
    "app_mingan_jilu",
    "app_log",
    "app_jifen",
    "app_hetong_banben",
    ledger::TABLE,
    history::TABLE,
    "state_shape",
    "state_line",
];

/// Columns of the sealed tables that are no resources, without the id.
const PLAIN: &[(&str, &[&str])] = &[
    (ledger::TABLE, &ledger::COLUMNS),
    (history::TABLE, &history::COLUMNS),
    ("state_shape", &["table_name", "shape", "columns"]),
    (
        "state_line",
        &[
            "table_name",
            "row_id",
            "shape",
            "before_mac",
            "after_mac",
            "mac",
        ],
    ),
];

/// Most rows in one block.
const BLOCK: i64 = 1000;
const PURPOSE: &str = "zhanggui/seal";
pub(crate) const FIELDS: &str =
    "block, key_no, first_id, last_id, row_count, total, create_time, hash";

/// One block, as it is stored.
#[derive(Debug, Clone, Default)]
pub(crate) struct Block {
    pub number: i64,
    pub key_no: i64,
    pub first_id: i64,
    pub last_id: i64,
    pub row_count: i64,
    pub total: i64,
    pub create_time: i64,
    pub hash: String,
}

impl Block {
    pub fn read(row: &Row) -> Result<Self> {
        Ok(Self {
            number: row.int(0)?,
            key_no: row.int(1)?,
            first_id: row.int(2)?,
            last_id: row.int(3)?,
            row_count: row.int(4)?,
            total: row.int(5)?,
            create_time: row.int(6)?,
            hash: row.text(7)?.to_owned(),
        })
    }

    /// Whether this block goes on where another ended; its hash is another question.
    pub fn follows(&self, previous: &Self) -> bool {
        self.number == previous.number + 1
            && self.key_no >= previous.key_no
            && self.first_id == previous.last_id + 1
            && (self.first_id..self.first_id + BLOCK).contains(&self.last_id)
            && self.total == previous.total + self.row_count
    }

    /// The hash, once `rows` holds the hash before this block and every row of it.
    pub fn seal(&self, mut rows: Mac) -> String {
        for number in [
            self.number,
            self.key_no,
            self.first_id,
            self.last_id,
            self.row_count,
            self.total,
            self.create_time,
        ] {
            rows.int(number);
        }
        rows.finish()
    }
}

/// The digest of a block before its rows are fed; `None` where its key is not here.
pub(crate) fn begin(keys: &SealKeys, key_no: i64, table: &str, previous: &Block) -> Option<Mac> {
    let mut mac = keys.mac(key_no, PURPOSE)?;
    mac.text(table);
    mac.text(&previous.hash);
    Some(mac)
}

/// The rows of a sealed table between two ids: the id, then everything else.
pub(crate) fn rows_sql(table: &str) -> String {
    let columns = stored_columns(table).join(", ");
    format!("SELECT id, {columns} FROM \"{table}\" WHERE id BETWEEN ? AND ? ORDER BY id")
}

/// Seals the rows up to `up_to_id` that no block holds yet, one block a call; answers whether
/// there was one. Rows with smaller ids must be committed for good by then.
pub fn seal_next(
    tx: &mut Tx<'_>,
    keys: &SealKeys,
    table: &str,
    up_to_id: i64,
    real_ms: i64,
) -> Result<bool> {
    let previous = newest_block(tx, table)?.unwrap_or_default();
    let last_id = up_to_id.min(previous.last_id + BLOCK);
    if last_id <= previous.last_id {
        return Ok(false);
    }
    let key_no = keys.newest();
    if key_no < previous.key_no {
        return Err(Error::shape("the newest seal key", key_no));
    }
    let mut mac =
        begin(keys, key_no, table, &previous).ok_or_else(|| Error::shape("a seal key", "none"))?;
    let first_id = previous.last_id + 1;
    let mut row_count = 0;
    tx.each(
        &rows_sql(table),
        &[first_id.into(), last_id.into()],
        |row| {
            row_count += 1;
            (0..row.width()).try_for_each(|at| {
                mac.cell(&row.cell(at)?);
                Ok(())
            })
        },
    )?;
    let mut block = Block {
        number: previous.number + 1,
        key_no,
        first_id,
        last_id,
        row_count,
        total: previous.total + row_count,
        create_time: real_ms,
        hash: String::new(),
    };
    block.hash = block.seal(mac);
    tx.execute(
        "INSERT INTO seal_block (table_name, block, key_no, first_id, last_id, row_count, total, create_time, hash) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        &[
            table.into(),
            block.number.into(),
            key_no.into(),
            first_id.into(),
            last_id.into(),
            row_count.into(),
            block.total.into(),
            real_ms.into(),
            block.hash.into(),
        ],
    )?;
    Ok(true)
}

/// How far every sealed table had come at one moment.
#[derive(Debug, Clone, Default)]
pub struct Mark {
    newest: Vec<i64>,
    /// Transactions from this number on began later (PostgreSQL).
    horizon: i64,
}

impl Mark {
    pub fn take(conn: &mut Conn) -> Result<Self> {
        let newest = SEALED.iter().map(|table| newest_id(conn, table));
        Ok(Self {
            newest: newest.collect::<Result<_>>()?,
            horizon: snapshot_edge(conn, "pg_snapshot_xmax")?,
        })
    }

    /// The newest id each table had.
    pub fn tables(&self) -> impl Iterator<Item = (&'static str, i64)> {
        SEALED.iter().copied().zip(self.newest.iter().copied())
    }

    /// Whether everything that was on its way at that moment has ended by now. PostgreSQL hands out
    /// ids before it commits, so a smaller one may come later.
    pub fn has_settled(&self, conn: &mut Conn) -> Result<bool> {
        Ok(snapshot_edge(conn, "pg_snapshot_xmin")? >= self.horizon)
    }
}

fn snapshot_edge(conn: &mut Conn, edge: &str) -> Result<i64> {
    if conn.dialect() == Dialect::Sqlite {
        return Ok(0);
    }
    let text = format!("SELECT CAST(CAST({edge}(pg_current_snapshot()) AS text) AS BIGINT)");
    conn.query_one(&text, &[])?.int(0)
}

fn newest_id(conn: &mut Conn, table: &str) -> Result<i64> {
    conn.query_one(
        &format!("SELECT coalesce(max(id), 0) FROM \"{table}\""),
        &[],
    )?
    .int(0)
}

/// The newest block of a table: what an anchor remembers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    pub table: String,
    pub block: i64,
    pub total: i64,
    pub hash: String,
}

/// The heads of all tables; one that was never sealed has block 0.
pub fn heads(conn: &mut Conn) -> Result<Vec<Head>> {
    let mut heads = Vec::with_capacity(SEALED.len());
    for table in SEALED {
        let newest = newest_block(conn, table)?.unwrap_or_default();
        heads.push(Head {
            table: (*table).to_owned(),
            block: newest.number,
            total: newest.total,
            hash: newest.hash,
        });
    }
    Ok(heads)
}

/// The hashes of some blocks of a table: block, running count, hash.
pub fn hashes(conn: &mut Conn, table: &str, blocks: &[i64]) -> Result<Vec<Row>> {
    let mut sql = crate::Sql::new("SELECT block, total, hash FROM seal_block WHERE table_name = ");
    sql.bind(table).push(" AND block IN ").bind_list(blocks);
    conn.query_sql(&sql)
}

fn newest_block(conn: &mut Conn, table: &str) -> Result<Option<Block>> {
    let text =
        format!("SELECT {FIELDS} FROM seal_block WHERE table_name = ? ORDER BY block DESC LIMIT 1");
    let row = conn.query_opt(&text, &[table.into()])?;
    row.as_ref().map(Block::read).transpose()
}

pub(crate) fn stored_columns(table: &str) -> Vec<String> {
    if let Some((_, columns)) = PLAIN.iter().find(|(name, _)| *name == table) {
        return columns.iter().map(|name| (*name).to_owned()).collect();
    }
    let models = schema::models().iter().filter(|model| model.name == table);
    let fields = models.flat_map(|model| model.fields.iter().skip(1));
    fields
        .filter(|field| !field.column.computed)
        .map(|field| format!("\"{}\"", field.column.name))
        .collect()
}
