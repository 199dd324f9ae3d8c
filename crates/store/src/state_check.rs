//! Lines for rows that have none yet, and the proof that rows and lines agree.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::{
    conn::{Conn, Tx},
    crypt::Keys,
    db::Db,
    error::Result,
    guard::{Guard, guards},
    locks::Lock,
    state::{Digests, Line, add_lines, newest_macs},
};

/// Rows at a time.
const STEP: i64 = 1000;

/// Gives every guarded row a line in the shape that this version guards, where a table is guarded
/// for the first time or its columns changed; answers how many lines that took. Nobody may be at
/// work meanwhile with an older version.
pub fn catch_up(db: &Db) -> Result<usize> {
    let mut added = 0;
    let known = db.read_now(|conn| {
        let rows = conn.query("SELECT table_name, shape FROM state_shape", &[])?;
        let names = rows
            .iter()
            .map(|row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned())));
        names.collect::<Result<HashSet<(String, String)>>>()
    })?;
    let due = guards()
        .values()
        .filter(|guard| !known.contains(&(guard.table.clone(), guard.shape.clone())));
    for guard in due {
        let mut after_id = Some(i64::MIN);
        while let Some(from) = after_id {
            let (lines, next) = db.write_now(move |tx| catch_up_from(tx, guard, from))?;
            added += lines;
            after_id = next;
        }
    }
    Ok(added)
}

/// One step: how many lines were added, and where to go on.
fn catch_up_from(tx: &mut Tx<'_>, guard: &Guard, after_id: i64) -> Result<(usize, Option<i64>)> {
    Lock::Migration.take_patiently(tx)?;
    let known = shapes(tx, &guard.table)?;
    if known.contains_key(&guard.shape) {
        return Ok((0, None));
    }
    let rows = guard.digests_after(tx, after_id, STEP)?;
    let Some((last, _)) = rows.last_key_value() else {
        tx.execute(
            "INSERT INTO state_shape (table_name, shape, columns) VALUES (?, ?, ?)",
            &[
                guard.table.as_str().into(),
                guard.shape.as_str().into(),
                guard.columns.as_str().into(),
            ],
        )?;
        return Ok((0, None));
    };
    let (last, mut lines) = (*last, lines(tx, &guard.table, after_id, *last)?);
    let mut due = Vec::new();
    let mut older = Older::new(&guard.table, &known);
    for (id, digest) in &rows {
        match lines.remove(id).and_then(|mut lines| lines.pop()) {
            // A row without a line is one that nobody guarded yet only where none was.
            None if known.is_empty() => due.push((*id, None, digest)),
            None => {}
            Some(line) if line.shape == guard.shape || line.after.is_none() => {}
            Some(line) => {
                let was = older.digest(tx, &line.shape, *id)?;
                if was == line.after {
                    due.push((*id, line.after, digest));
                }
            }
        }
    }
    let ids: Vec<i64> = due.iter().map(|(id, ..)| *id).collect();
    let newest = newest_macs(tx, &guard.table, &ids)?;
    let added = due
        .iter()
        .map(|(id, before, after)| (*id, before.as_ref(), Some(*after)));
    add_lines(tx, guard, added, &newest)?;
    Ok((due.len(), Some(last)))
}

/// How far the proof of one guarded table has come.
#[derive(Clone)]
pub struct Proof {
    guard: &'static Guard,
    after_id: i64,
    pub rows: usize,
    pub problems: Vec<String>,
}

/// A proof for each guarded table.
pub fn proofs() -> impl Iterator<Item = Proof> {
    guards().values().map(|guard| Proof {
        guard,
        after_id: i64::MIN,
        rows: 0,
        problems: Vec::new(),
    })
}

impl Proof {
    /// Proves the next rows, as of one moment; answers whether there may be more.
    pub fn step(&mut self, conn: &mut Conn) -> Result<bool> {
        conn.snapshot(|conn| self.next(conn))
    }

    fn next(&mut self, conn: &mut Conn) -> Result<bool> {
        let guard = self.guard;
        let rows = guard.digests_after(conn, self.after_id, STEP)?;
        let last = rows.last_key_value().map(|(id, _)| *id);
        let mut lines = lines(conn, &guard.table, self.after_id, last.unwrap_or(i64::MAX))?;
        let known = shapes(conn, &guard.table)?;
        let mut older = Older::new(&guard.table, &known);
        for (id, digest) in &rows {
            let lines = lines.remove(id).unwrap_or_default();
            let Some(newest) = lines.last() else {
                self.found(*id, "这一行不是经系统添加的");
                continue;
            };
            let is_same = if newest.shape == guard.shape {
                newest.after.as_ref() == Some(digest)
            } else {
                // A row that is there has a state, in a shape that is known.
                newest.after.is_some() && newest.after == older.digest(conn, &newest.shape, *id)?
            };
            if !is_same {
                self.found(*id, "内容与最后登记的状态不符，被绕过系统改动过");
            }
            if !are_ours(conn.keys(), &guard.table, *id, &lines) {
                self.found(*id, "登记的状态不是经系统写下的");
            }
            if !are_chained(&lines) {
                self.found(*id, "登记的状态前后不连续，曾被绕过系统改动");
            }
        }
        for (id, lines) in &lines {
            // The last word of a row that the system took away itself.
            let is_removed = lines.last().is_some_and(|line| line.after.is_none());
            if !is_removed {
                self.found(*id, "登记过状态的行不见了");
            } else if !are_ours(conn.keys(), &guard.table, *id, lines) || !are_chained(lines) {
                self.found(*id, "登记的状态不是经系统写下的");
            }
        }
        self.rows += rows.len();
        self.after_id = last.unwrap_or(self.after_id);
        Ok(last.is_some())
    }

    fn found(&mut self, id: i64, what: &str) {
        let (label, table) = (self.guard.label, &self.guard.table);
        self.problems
            .push(format!("{label}（{table}）编号{id}：{what}"));
    }
}

fn are_chained(lines: &[Line]) -> bool {
    let ends = [None]
        .into_iter()
        .chain(lines.iter().map(|line| line.after.as_ref()));
    ends.zip(lines)
        .all(|(end, line)| line.before.as_ref() == end)
}

/// Whether each line was written by the server, after the one before it.
fn are_ours(keys: &Keys, table: &str, row_id: i64, lines: &[Line]) -> bool {
    let previous = [None]
        .into_iter()
        .chain(lines.iter().map(|line| Some(&line.mac)));
    previous
        .zip(lines)
        .all(|(previous, line)| line.mac == line.mac(keys, table, row_id, previous))
}

/// The lines of the rows after one id up to another, oldest first.
fn lines(conn: &mut Conn, table: &str, after_id: i64, to: i64) -> Result<BTreeMap<i64, Vec<Line>>> {
    let rows = conn.query(
        "SELECT row_id, shape, before_mac, after_mac, mac FROM state_line \
         WHERE table_name = ? AND row_id > ? AND row_id <= ? ORDER BY row_id, id",
        &[table.into(), after_id.into(), to.into()],
    )?;
    let mut found: BTreeMap<i64, Vec<Line>> = BTreeMap::new();
    for row in &rows {
        found.entry(row.int(0)?).or_default().push(Line {
            shape: row.text(1)?.to_owned(),
            before: row.opt_text(2)?.map(str::to_owned),
            after: row.opt_text(3)?.map(str::to_owned),
            mac: row.text(4)?.to_owned(),
        });
    }
    Ok(found)
}

/// The columns of every shape a table has had.
fn shapes(conn: &mut Conn, table: &str) -> Result<HashMap<String, String>> {
    let rows = conn.query(
        "SELECT shape, columns FROM state_shape WHERE table_name = ?",
        &[table.into()],
    )?;
    rows.iter()
        .map(|row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned())))
        .collect()
}

/// Digests in the shapes of earlier versions.
struct Older {
    guards: HashMap<String, Guard>,
}

impl Older {
    fn new(table: &str, known: &HashMap<String, String>) -> Self {
        let guards = known
            .iter()
            .map(|(shape, columns)| (shape.clone(), Guard::new(table, columns)));
        Self {
            guards: guards.collect(),
        }
    }

    fn digest(&mut self, conn: &mut Conn, shape: &str, id: i64) -> Result<Option<String>> {
        let Some(guard) = self.guards.get(shape) else {
            return Ok(None);
        };
        let mut found: Digests = guard.digests(conn, &[id])?;
        Ok(found.remove(&id))
    }
}
