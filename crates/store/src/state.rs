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
    secret_columns::StoredColumn,
    sql::{Dialect, Sql},
    value::{Row, Value},
};

/// Rows asked for in one statement.
const CHUNK: usize = 500;
/// Hexadecimal digits of a digest: 128 bits.
const DIGITS: usize = 32;

/// Digests by row id.
pub(crate) type Digests = BTreeMap<i64, String>;

impl Guard {
    /// Digests of some rows.
    pub fn digests(&self, conn: &mut Conn, ids: &[i64]) -> Result<Digests> {
        let mut found = Digests::new();
        for ids in ids.chunks(CHUNK) {
            let rows = conn.query_sql(&self.rows(ids))?;
            found.append(&mut self.digests_of(conn, &rows)?);
        }
        Ok(found)
    }

    /// Some rows, locked, so that lines follow each other as the changes do, and the digests of
    /// their newest lines.
    fn locked(&self, tx: &mut Tx<'_>, ids: &[i64]) -> Result<(Vec<Row>, Digests)> {
        let (mut rows, mut newest) = (Vec::new(), Digests::new());
        for ids in ids.chunks(CHUNK) {
            let mut sql = self.rows(ids);
            if tx.dialect() == Dialect::Postgres {
                sql.push(" FOR UPDATE");
            }
            let (mut found, mut of_lines) = self.with_newest(tx, ids, &sql)?;
            rows.append(&mut found);
            newest.append(&mut of_lines);
        }
        Ok((rows, newest))
    }

    /// The answer to a statement about some rows, and the digests of their newest lines: asked at
    /// once, unless all of these lines still wait to be added.
    fn with_newest(&self, tx: &mut Tx<'_>, ids: &[i64], sql: &Sql) -> Result<(Vec<Row>, Digests)> {
        let (mut newest, unknown) = waiting_macs(tx, &self.table, ids);
        if unknown.is_empty() {
            return Ok((tx.query_sql(sql)?, newest));
        }
        let lines = newest_lines(&self.table, &unknown);
        let mut answers = tx.query_together(&[sql, &lines])?;
        newest.append(&mut macs(&answers.pop().unwrap_or_default())?);
        Ok((answers.pop().unwrap_or_default(), newest))
    }

    /// The statement that reads some rows.
    fn rows(&self, ids: &[i64]) -> Sql {
        let mut sql = self.select();
        sql.push(" WHERE ").push(self.key).push(" IN ");
        sql.bind_list(ids).push(" ORDER BY ").push(self.key);
        sql
    }

    /// Digests of the next rows after an id.
    pub fn digests_after(&self, conn: &mut Conn, after_id: i64, limit: i64) -> Result<Digests> {
        let mut sql = self.select();
        sql.push(" WHERE ").push(self.key).push(" > ");
        sql.bind(after_id).push(" ORDER BY ").push(self.key);
        sql.push(" LIMIT ").bind(limit);
        let rows = conn.query_sql(&sql)?;
        self.digests_of(conn, &rows)
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

    /// The digests of rows that were read.
    fn digests_of(&self, conn: &mut Conn, rows: &[Row]) -> Result<Digests> {
        let ids: Vec<i64> = rows.iter().map(|row| row.int(0)).collect::<Result<_>>()?;
        let mut links = self.links(conn, &ids)?;
        let mut found = Digests::new();
        for (id, row) in ids.into_iter().zip(rows) {
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
    let (rows, newest) = guard.locked(tx, ids)?;
    let before = guard.digests_of(tx, &rows)?;
    let written = tx.guarding(guard, ids, write)?;
    let after = guard.digests(tx, ids)?;
    let changed = ids.iter().filter_map(|id| {
        let (before, after) = (before.get(id), after.get(id));
        (before != after).then_some((*id, before, after))
    });
    add_lines(tx, guard, changed, &newest)?;
    Ok(written)
}

/// [`changing`] for a write that gives these columns of one row these values and changes nothing
/// else: what it becomes is known without reading it again.
pub(crate) fn giving<E: From<Error>>(
    tx: &mut Tx<'_>,
    table: &str,
    id: i64,
    columns: &[StoredColumn],
    write: impl FnOnce(&mut Tx<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let Some(guard) = guards().get(table) else {
        return write(tx);
    };
    if guard.has_links() {
        return changing(tx, table, &[id], write);
    }
    let (rows, newest) = guard.locked(tx, &[id])?;
    let Some(mut row) = rows.into_iter().next() else {
        return Err(Error::shape("1 row", 0).into());
    };
    tx.guarding(guard, &[id], write)?;
    let before = guard.digest(tx.keys(), row.0.iter(), &[]);
    let names = iter::once(guard.key).chain(guard.columns.split(','));
    for (value, name) in row.0.iter_mut().zip(names) {
        if let Some((_, given)) = columns.iter().find(|(column, _)| column == name) {
            value.clone_from(given);
        }
    }
    let after = guard.digest(tx.keys(), row.0.iter(), &[]);
    let changed = (before != after).then_some((id, Some(&before), Some(&after)));
    Ok(add_lines(tx, guard, changed.into_iter(), &newest)?)
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
    let after = tx.guarding(guard, &[id], write)?;
    let members = guard.links(tx, &[id])?.remove(&id).unwrap_or_default();
    let [before, became] = [
        guard.digest_of(tx.keys(), before, &members)?,
        guard.digest_of(tx.keys(), &after, &members)?,
    ];
    if before != became {
        let newest = newest_macs(tx, &guard.table, &[id])?;
        let changed = iter::once((id, Some(&before), Some(&became)));
        add_lines(tx, guard, changed, &newest)?;
    }
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
    let ids = tx.guarding(guard, &[], write)?;
    for ids in ids.chunks(CHUNK) {
        let rows = guard.rows(ids);
        // A number is given once: what has a new one has no lines yet.
        let (rows, newest) = match guard.key {
            "id" => (tx.query_sql(&rows)?, Digests::new()),
            _ => guard.with_newest(tx, ids, &rows)?,
        };
        let after = guard.digests_of(tx, &rows)?;
        let added = after.iter().map(|(id, after)| (*id, None, Some(after)));
        add_lines(tx, guard, added, &newest)?;
    }
    Ok(ids)
}

/// Adds lines of rows whose newest lines have these digests.
pub(crate) fn add_lines<'a>(
    tx: &mut Tx<'_>,
    guard: &Guard,
    lines: impl Iterator<Item = (i64, Option<&'a String>, Option<&'a String>)>,
    newest: &Digests,
) -> Result<()> {
    let mut rows = Vec::new();
    for (id, before, after) in lines {
        let line = Line {
            shape: guard.shape.clone(),
            before: before.cloned(),
            after: after.cloned(),
            mac: String::new(),
        };
        let mac = line.mac(tx.keys(), &guard.table, id, newest.get(&id));
        tx.waiting.keep_mac(&guard.table, id, &mac);
        let texts = [Some(line.shape), line.before, line.after, Some(mac)];
        let row = [guard.table.as_str().into(), id.into()];
        rows.push(row.into_iter().chain(texts.map(Value::from)).collect());
    }
    let head = "INSERT INTO state_line (table_name, row_id, shape, before_mac, after_mac, mac)";
    pending::append_all(tx, head, rows)
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
pub(crate) fn newest_macs(conn: &mut Conn, table: &str, ids: &[i64]) -> Result<Digests> {
    let mut newest = Digests::new();
    for ids in ids.chunks(CHUNK) {
        let (mut known, unknown) = waiting_macs(conn, table, ids);
        newest.append(&mut known);
        if !unknown.is_empty() {
            let lines = conn.query_sql(&newest_lines(table, &unknown))?;
            newest.append(&mut macs(&lines)?);
        }
    }
    Ok(newest)
}

/// The digests of those whose newest lines wait to be added, and the others.
fn waiting_macs(conn: &Conn, table: &str, ids: &[i64]) -> (Digests, Vec<i64>) {
    let (mut known, mut unknown) = (Digests::new(), Vec::new());
    for id in ids {
        match conn.waiting.mac(table, *id) {
            Some(mac) => drop(known.insert(*id, mac.clone())),
            None => unknown.push(*id),
        }
    }
    (known, unknown)
}

fn newest_lines(table: &str, ids: &[i64]) -> Sql {
    // One look at the end of the index for each row: some rows have very many lines.
    let mut sql = Sql::new("SELECT s.row_id, s.mac FROM (");
    sql.bind_rows(ids);
    sql.push(
        ") asked CROSS JOIN state_line s \
         WHERE s.id = (SELECT max(n.id) FROM state_line n WHERE n.table_name = ",
    );
    sql.bind(table).push(" AND n.row_id = asked.column1)");
    sql
}

fn macs(lines: &[Row]) -> Result<Digests> {
    let digest = |line: &Row| Ok((line.int(0)?, line.text(1)?.to_owned()));
    lines.iter().map(digest).collect()
}
