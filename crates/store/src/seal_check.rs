//! Proves the seals of a table, a few blocks at a time, so that a check beside a live server holds
//! neither much memory nor an old state.

use sha2::{Digest as _, Sha256};

use crate::{
    conn::Conn,
    error::Result,
    hex::hex,
    mac::{Mac, feed},
    seal::{Block, FIELDS, begin, rows_sql},
    seal_key::SealKeys,
    value::Borrowed,
};

/// Blocks read at a time, and ids they may span.
const BLOCKS: i64 = 200;
const SPAN: i64 = 10_000;

/// How far the proof of one table has come.
#[derive(Clone)]
pub struct Proof {
    pub table: &'static str,
    previous: Block,
    /// When the first block was made: keyed proof begins there.
    pub since_ms: Option<i64>,
    /// Rows that no block covers yet.
    pub unsealed: i64,
    pub problems: Vec<String>,
}

impl Proof {
    pub fn new(table: &'static str) -> Self {
        Self {
            table,
            previous: Block::default(),
            since_ms: None,
            unsealed: 0,
            problems: Vec::new(),
        }
    }

    pub fn blocks(&self) -> i64 {
        self.previous.number
    }

    /// Rows under seal.
    pub fn rows(&self) -> i64 {
        self.previous.total
    }

    /// Proves the next blocks; answers whether there may be more.
    pub fn step(&mut self, conn: &mut Conn, keys: &SealKeys) -> Result<bool> {
        let blocks = self.next_blocks(conn)?;
        let (Some(first), Some(last)) = (blocks.first(), blocks.last()) else {
            self.beyond(conn)?;
            return Ok(false);
        };
        self.since_ms = self.since_ms.or(Some(first.create_time));
        let mut previous = self.previous.clone();
        let mut sums: Vec<Sum> = Vec::with_capacity(blocks.len());
        for block in &blocks {
            sums.push(Sum {
                mac: begin(keys, block.key_no, self.table, &previous),
                rows: 0,
                is_chained: block.follows(&previous),
            });
            previous = block.clone();
        }
        let mut at = 0;
        let range = [first.first_id.into(), last.last_id.into()];
        conn.each(&rows_sql(self.table), &range, |row| {
            let Borrowed::Int(id) = row.cell(0)? else {
                return Ok(());
            };
            while blocks.get(at).is_some_and(|block| block.last_id < id) {
                at += 1;
            }
            if let Some(sum) = sums.get_mut(at) {
                sum.rows += 1;
                if let Some(mac) = &mut sum.mac {
                    for at in 0..row.width() {
                        mac.cell(&row.cell(at)?);
                    }
                }
            }
            Ok(())
        })?;
        for (block, sum) in blocks.iter().zip(sums) {
            self.problems.extend(sum.problem(self.table, block));
        }
        self.previous = previous;
        Ok(true)
    }

    /// Some blocks that can be proven together: a block that reaches far is taken alone, and one
    /// that reaches too far is broken anyway.
    fn next_blocks(&self, conn: &mut Conn) -> Result<Vec<Block>> {
        let text = format!(
            "SELECT {FIELDS} FROM seal_block WHERE table_name = ? AND block > ? ORDER BY block LIMIT ?"
        );
        let params = [
            self.table.into(),
            self.previous.number.into(),
            BLOCKS.into(),
        ];
        let rows = conn.query(&text, &params)?;
        let mut blocks: Vec<Block> = rows.iter().map(Block::read).collect::<Result<_>>()?;
        if let Some(start) = blocks.first().map(|block| block.first_id) {
            let fits = |block: &&Block| (start..start + SPAN).contains(&block.last_id);
            let together = blocks.iter().take_while(fits).count();
            blocks.truncate(together.max(1));
            if together == 0 {
                // Its rows are not worth reading.
                for block in &mut blocks {
                    block.last_id = block.first_id - 1;
                }
            }
        }
        Ok(blocks)
    }

    /// What the blocks leave out.
    fn beyond(&mut self, conn: &mut Conn) -> Result<()> {
        let table = self.table;
        let count = |conn: &mut Conn, which: &str, id: i64| {
            let text = format!("SELECT count(*) FROM \"{table}\" WHERE id {which} ?");
            conn.query_one(&text, &[id.into()])?.int(0)
        };
        self.unsealed = count(conn, ">", self.previous.last_id)?;
        if count(conn, "<", 1)? > 0 {
            self.problems
                .push(format!("封存 {table}：存在编号小于1的行"));
        }
        // The first start seals what it seeded; the others may be waiting for their first minute.
        if table == "state_line" && self.previous.number == 0 {
            self.problems.push(format!("封存 {table}：没有任何封存"));
        }
        Ok(())
    }
}

/// A block while its rows are read.
struct Sum {
    mac: Option<Mac>,
    rows: i64,
    is_chained: bool,
}

impl Sum {
    fn problem(self, table: &str, block: &Block) -> Option<String> {
        let Some(mac) = self.mac else {
            return Some(format!(
                "封存 {table} 第{}块：没有编号{}的封存密钥，无法验证",
                block.number, block.key_no
            ));
        };
        let holds =
            self.is_chained && self.rows == block.row_count && block.seal(mac) == block.hash;
        (!holds).then(|| {
            format!(
                "封存被破坏：{table} 第{}块，编号{}到{}",
                block.number, block.first_id, block.last_id
            )
        })
    }
}

/// Proves the unkeyed seals of earlier versions; answers how many blocks there were and how many
/// were broken.
pub fn unkeyed(conn: &mut Conn, table: &str) -> Result<(usize, usize)> {
    let blocks = conn.query(
        "SELECT block, first_id, last_id, row_count, hash FROM seal WHERE table_name = ? ORDER BY block",
        &[table.into()],
    )?;
    let mut previous = String::new();
    let mut expected_first = 1;
    let mut broken = 0;
    for (expected_block, row) in (1..).zip(&blocks) {
        let (first_id, last_id) = (row.int(1)?, row.int(2)?);
        let mut hash = Sha256::new();
        hash.update(previous.as_bytes());
        let mut rows = 0;
        let range = [first_id.into(), last_id.into()];
        conn.each(&rows_sql(table), &range, |row| {
            rows += 1;
            (0..row.width()).try_for_each(|at| {
                feed(&row.cell(at)?, |bytes| hash.update(bytes));
                Ok(())
            })
        })?;
        let is_chained = row.int(0)? == expected_block && first_id == expected_first;
        if !is_chained || rows != row.int(3)? || hex(&hash.finalize()) != row.text(4)? {
            broken += 1;
        }
        row.text(4)?.clone_into(&mut previous);
        expected_first = last_id + 1;
    }
    Ok((blocks.len(), broken))
}
