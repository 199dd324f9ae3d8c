//! The states of guarded rows: whoever changes a person's rights, a setting, a product's terms or
//! a payee behind the server's back is found out.
//!
//! Every change of a guarded row adds a line with keyed digests of the row before and after it, in
//! the same transaction. Lines are append-only and sealed; the newest one of a row must fit the
//! row, and each must begin where the one before it ended. A connection refuses a write of a
//! guarded table outside [`changing`] and [`adding`], so that none can be forgotten.

use std::{
    collections::{BTreeMap, HashMap},
    iter,
};

use crate::{
    conn::{Conn, Tx},
    crypt::Keys,
    error::{Error, Result},
    guard::{Guard, LINKS, guards},
    pending,
    sql::{Dialect, Sql},
    value::Value,
};

/// Rows asked for in one statement.
const CHUNK: usize = 500;
/// Hexadecimal digits of a digest: 128 bits.
const DIGITS: usize = 32;

/// Digests by row id.
pub(crate) type Digests = BTreeMap<i64, String>;

impl Guard {
    /// Digests of some rows. Whoever is about to change them locks them first, so that lines
    /// follow each other as the changes do.
    pub fn digests(&self, conn: &mut Conn, ids: &[i64], lock: bool) -> Result<Digests> {
        let mut found = Digests::new();
        for ids in ids.chunks(CHUNK) {
            let mut sql = self.select();
            sql.push(" WHERE ").push(self.key).push(" IN ");
            sql.bind_list(ids).push(" ORDER BY ").push(self.key);
            if lock && conn.dialect() == Dialect::Postgres {
                sql.push(" FOR UPDATE");
            }
            found.append(&mut self.read(conn, &sql)?);
        }
        Ok(found)
    }

    /// Digests of the next rows after an id.
    pub fn digests_after(&self, conn: &mut Conn, after_id: i64, limit: i64) -> Result<Digests> {
        let mut sql = self.select();
        sql.push(" WHERE ").push(self.key).push(" > ");
        sql.bind(after_id).push(" ORDER BY ").push(self.key);
        sql.push(" LIMIT ").bind(limit);
        self.read(conn, &sql)
    }

    fn select(&self) -> Sql {
        let mut sql = Sql::new("SELECT ");
        sql.push(self.key);
        for column in self.columns.split(',') {
            sql.push(", ").name(column);
        }
        sql.push(" FROM ").name(&self.table);
        sql
    }

    fn read(&self, conn: &mut Conn, sql: &Sql) -> Result<Digests> {
        let rows = conn.query_sql(sql)?;
        let ids: Vec<i64> = rows.iter().map(|row| row.int(0)).collect::<Result<_>>()?;
        let mut links = self.links(conn, &ids)?;
        let mut found = Digests::new();
        for (id, row) in ids.into_iter().zip(&rows) {
            let members = links.remove(&id).unwrap_or_default();
            found.insert(id, self.digest(conn.keys(), row.0.iter(), &members));
        }
        Ok(found)
    }

    /// The digest of a live row whose values are at hand.
    fn digest_of(&self, keys: &Keys, row: &impl Known, members: &[i64]) -> Result<String> {
        let columns = iter::once("id").chain(self.columns.split(','));
        let values: Vec<&Value> = columns
            .map(|column| match column {
                "is_del" => Ok(&Value::Bool(false)),
                _ => row
                    .value(column)
                    .ok_or_else(|| Error::shape(column, "nothing")),
            })
            .collect::<Result<_>>()?;
        Ok(self.digest(keys, values.into_iter(), members))
    }

    /// The digest of a row: its id, what is guarded of it, and the rows it is linked to.
    fn digest<'a>(
        &self,
        keys: &Keys,
        values: impl Iterator<Item = &'a Value>,
        members: &[i64],
    ) -> String {
        let mut mac = keys.state();
        mac.text(&self.table);
        mac.text(&self.columns);
        for value in values {
            mac.value(value);
        }
        for member in members {
            mac.int(*member);
        }
        let mut text = mac.finish();
        text.truncate(DIGITS);
        text
    }

    fn links(&self, conn: &mut Conn, ids: &[i64]) -> Result<HashMap<i64, Vec<i64>>> {
        let mut found: HashMap<i64, Vec<i64>> = HashMap::new();
        let link = LINKS.iter().find(|(table, ..)| *table == self.table);
        if let Some((_, link, owner, member)) = link {
            let mut sql = Sql::new("SELECT ");
            sql.push(owner).push(", ").push(member).push(" FROM ");
            sql.push(link).push(" WHERE ").push(owner).push(" IN ");
            sql.bind_list(ids).push(" ORDER BY ");
            sql.push(owner).push(", ").push(member);
            for row in conn.query_sql(&sql)? {
                found.entry(row.int(0)?).or_default().push(row.int(1)?);
            }
        }
        Ok(found)
    }
}

/// Runs a write that changes these rows of a table, and adds a line for each that is another
/// afterwards.
pub(crate) fn changing<T, E: From<Error>>(
    tx: &mut Tx<'_>,
    table: &str,
    ids: &[i64],
    write: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let Some(guard) = guards().get(table) else {
        return write(tx);
    };
    let before = guard.digests(tx, ids, true)?;
    let written = tx.guarding(guard, write)?;
    let after = guard.digests(tx, ids, false)?;
    let changed = ids.iter().filter_map(|id| {
        let (before, after) = (before.get(id), after.get(id));
        (before != after).then_some((*id, before, after))
    });
    add_lines(tx, guard, changed)?;
    Ok(written)
}

/// A live row whose stored values are at hand.
pub(crate) trait Known {
    fn value(&self, column: &str) -> Option<&Value>;
}

/// [`changing`] for one locked row: it is not read again, as what it was is known and the write
/// answers what it became. The write leaves the links of the row alone.
pub(crate) fn changing_known<K: Known, E: From<Error>>(
    tx: &mut Tx<'_>,
    table: &str,
    id: i64,
    before: &impl Known,
    write: impl FnOnce(&mut Tx<'_>) -> Result<K, E>,
) -> Result<K, E> {
    let Some(guard) = guards().get(table) else {
        return write(tx);
    };
    let after = tx.guarding(guard, write)?;
    let members = guard.links(tx, &[id])?.remove(&id).unwrap_or_default();
    let [before, became] = [
        guard.digest_of(tx.keys(), before, &members)?,
        guard.digest_of(tx.keys(), &after, &members)?,
    ];
    let changed = (before != became).then_some((id, Some(&before), Some(&became)));
    add_lines(tx, guard, changed.into_iter())?;
    Ok(after)
}

/// Runs a write that adds rows to a table and answers their ids, and adds a line for each.
pub(crate) fn adding<E: From<Error>>(
    tx: &mut Tx<'_>,
    table: &str,
    write: impl FnOnce(&mut Tx<'_>) -> Result<Vec<i64>, E>,
) -> Result<Vec<i64>, E> {
    let Some(guard) = guards().get(table) else {
        return write(tx);
    };
    let ids = tx.guarding(guard, write)?;
    let after = guard.digests(tx, &ids, false)?;
    let added = after.iter().map(|(id, after)| (*id, None, Some(after)));
    add_lines(tx, guard, added)?;
    Ok(ids)
}

pub(crate) fn add_lines<'a>(
    tx: &mut Tx<'_>,
    guard: &Guard,
    lines: impl Iterator<Item = (i64, Option<&'a String>, Option<&'a String>)>,
) -> Result<()> {
    let lines: Vec<_> = lines.collect();
    for lines in lines.chunks(CHUNK) {
        let ids: Vec<i64> = lines.iter().map(|(id, ..)| *id).collect();
        let newest = newest_macs(tx, &guard.table, &ids)?;
        let mut rows = Vec::with_capacity(lines.len());
        for (id, before, after) in lines {
            let line = Line {
                shape: guard.shape.clone(),
                before: before.cloned(),
                after: after.cloned(),
                mac: String::new(),
            };
            let mac = line.mac(tx.keys(), &guard.table, *id, newest.get(id));
            tx.waiting.keep_mac(&guard.table, *id, &mac);
            let texts = [Some(line.shape), line.before, line.after, Some(mac)];
            let row = [guard.table.as_str().into(), (*id).into()];
            rows.push(row.into_iter().chain(texts.map(Value::from)).collect());
        }
        let head = "INSERT INTO state_line (table_name, row_id, shape, before_mac, after_mac, mac)";
        pending::append_all(tx, head, rows)?;
    }
    Ok(())
}

/// One line of a row, as it is stored.
pub(crate) struct Line {
    pub shape: String,
    pub before: Option<String>,
    pub after: Option<String>,
    pub mac: String,
}

impl Line {
    /// The keyed digest of the line and of the row's line before it, so that whoever has the
    /// database alone can neither add a line nor repeat an earlier one, sealed or not.
    pub fn mac(&self, keys: &Keys, table: &str, row_id: i64, previous: Option<&String>) -> String {
        let mut mac = keys.state();
        mac.text("state_line");
        mac.text(table);
        mac.int(row_id);
        mac.text(&self.shape);
        for text in [self.before.as_ref(), self.after.as_ref(), previous] {
            mac.value(&Value::from(text.cloned()));
        }
        mac.finish()
    }
}

/// The digests of the newest lines of some rows; a line may wait to be added.
fn newest_macs(conn: &mut Conn, table: &str, ids: &[i64]) -> Result<Digests> {
    let mut known: Digests = ids
        .iter()
        .filter_map(|id| Some((*id, conn.waiting.mac(table, *id)?.clone())))
        .collect();
    let ids: Vec<i64> = ids
        .iter()
        .copied()
        .filter(|id| !known.contains_key(id))
        .collect();
    if ids.is_empty() {
        return Ok(known);
    }
    let mut sql = Sql::new("SELECT s.row_id, s.mac FROM state_line s WHERE s.table_name = ");
    sql.bind(table).push(" AND s.row_id IN ").bind_list(&ids);
    sql.push(
        " AND s.id = (SELECT max(n.id) FROM state_line n \
         WHERE n.table_name = s.table_name AND n.row_id = s.row_id)",
    );
    for row in &conn.query_sql(&sql)? {
        known.insert(row.int(0)?, row.text(1)?.to_owned());
    }
    Ok(known)
}
