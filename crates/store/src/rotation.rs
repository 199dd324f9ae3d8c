//! 更换密钥: a new key takes over from the old one beside live servers.
//!
//! First every node holds both keys, then every node writes with the new one, then all that lies
//! under the old one is written again, a hundred rows a transaction, together with how far it has
//! come: whoever is killed goes on from there. Nodes tell in the database which keys they have.

use schema::{Field, Model, models};

use crate::{
    config,
    conn::{Conn, Tx},
    crypt::{Keys, number_of},
    error::{Error, Result},
    import_failed,
    locks::Lock,
    meta, secret_columns, select,
    sql::{Dialect, Sql},
    state,
    value::{Row, Value},
};

/// Facts of `meta`: what a key is known by, which one writes, under which one everything lies, how
/// far the walk has come, and what the nodes have.
const KNOWN: &str = "key_number_";
const WRITING: &str = "key_writing";
const DONE: &str = "key_done";
const WALK: &str = "key_walk";
const NODE: &str = "key_node_";

/// What stands in place of a row where the walk has come through a table.
const THROUGH: &str = "end";

const ROWS: i64 = 100;
/// A node that was not heard of for so long does not run any more.
const ALIVE_MS: i64 = 180_000;
const FORGOTTEN_MS: i64 = 86_400_000;

/// How far a change of keys is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stage {
    /// The newest key that the database has heard of.
    pub newest: u8,
    /// The one that every node writes with, or is about to.
    pub writing: u8,
    /// The one that everything lies under.
    pub done: u8,
}

impl Stage {
    pub fn is_under_way(self) -> bool {
        self.newest != self.done
    }
}

pub fn stage(conn: &mut Conn) -> Result<Stage> {
    let known = meta::with_prefix(conn, KNOWN)?;
    let numbers = known.keys().filter_map(|number| number.parse().ok());
    Ok(Stage {
        newest: numbers.max().unwrap_or(1),
        writing: number(conn, WRITING)?,
        done: number(conn, DONE)?,
    })
}

/// Before the first change everything is under the key with the number 1.
fn number(conn: &mut Conn, name: &str) -> Result<u8> {
    let text = meta::get(conn, name)?;
    Ok(text.and_then(|text| text.parse().ok()).unwrap_or(1))
}

/// Writes with the key that the database names; answers whether it is here and the right one.
pub fn follow(conn: &mut Conn) -> Result<bool> {
    let known = meta::with_prefix(conn, KNOWN)?;
    let writing = number(conn, WRITING)?;
    let keys = conn.keys();
    let is_right = |held: u8| {
        let check = known.get(&held.to_string());
        check.is_none() || check == keys.check_of(held).as_ref()
    };
    Ok(keys.numbers().into_iter().all(is_right) && keys.write_with(writing))
}

/// Lets the database know of a key, so that no node starts with another one of that number.
pub fn announce(tx: &mut Tx<'_>, number: u8) -> Result<()> {
    let check = tx.keys().check_of(number);
    let check = check.ok_or_else(|| Error::shape("a key of this number", number))?;
    meta::put_new(tx, &format!("{KNOWN}{number}"), &check)?;
    Ok(())
}

/// From now on every node writes with this key.
pub fn write_with(tx: &mut Tx<'_>, number: u8) -> Result<()> {
    meta::put(tx, WRITING, &number.to_string())
}

/// Everything lies under this key.
pub fn finish(tx: &mut Tx<'_>, number: u8) -> Result<()> {
    meta::put(tx, DONE, &number.to_string())?;
    meta::remove(tx, WALK)
}

/// What a running server has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    pub name: String,
    pub newest: u8,
    pub writing: u8,
}

/// Tells what this node has.
pub fn report(tx: &mut Tx<'_>, name: &str, real_ms: i64) -> Result<()> {
    let newest = tx.keys().numbers().last().copied().unwrap_or_default();
    let text = format!("{newest} {} {real_ms}", tx.keys().writing());
    meta::put(tx, &format!("{NODE}{name}"), &text)?;
    for (other, text) in meta::with_prefix(tx, NODE)? {
        if seen_ms(&text).is_none_or(|seen| seen < real_ms - FORGOTTEN_MS) {
            meta::remove(tx, &format!("{NODE}{other}"))?;
        }
    }
    Ok(())
}

/// This node stops.
pub fn leave(tx: &mut Tx<'_>, name: &str) -> Result<()> {
    meta::remove(tx, &format!("{NODE}{name}"))
}

/// The nodes that run.
pub fn nodes(conn: &mut Conn, real_ms: i64) -> Result<Vec<Node>> {
    let known = meta::with_prefix(conn, NODE)?;
    let running = known.into_iter().filter_map(|(name, text)| {
        let mut parts = text.split(' ');
        let newest = parts.next()?.parse().ok()?;
        let writing = parts.next()?.parse().ok()?;
        let is_alive = seen_ms(&text)? > real_ms - ALIVE_MS;
        is_alive.then_some(Node {
            name,
            newest,
            writing,
        })
    });
    Ok(running.collect())
}

fn seen_ms(text: &str) -> Option<i64> {
    text.rsplit(' ').next()?.parse().ok()
}

/// What one step of the walk did.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    pub rows: usize,
    pub is_last: bool,
}

/// Writes the next rows again with the key that writes.
pub fn step(tx: &mut Tx<'_>) -> Result<Step> {
    Lock::KeyRotation.take(tx)?;
    if !follow(tx)? {
        return Err(Error::shape("the key that writes", "none"));
    }
    let tables = with_secrets();
    let at = meta::get(tx, WALK)?.unwrap_or_default();
    let (name, after_id) = at.split_once(' ').unwrap_or_default();
    let is_through = after_id == THROUGH;
    // A table that is not there any more is passed over.
    let table = tables.iter().find(|of| {
        let of = of.name.as_str();
        of > name || (of == name && !is_through)
    });
    let Some(of) = table else {
        let rows = config::seal_again(tx)? + import_failed::seal_again(tx)?;
        meta::remove(tx, WALK)?;
        return Ok(Step {
            rows,
            is_last: true,
        });
    };
    let after_id = match after_id.parse() {
        Ok(id) if of.name == name => id,
        _ => i64::MIN,
    };
    let (rows, last_id) = seal_rows(tx, of, after_id)?;
    let next = match last_id {
        Some(id) => format!("{} {id}", of.name),
        None => format!("{} {THROUGH}", of.name),
    };
    meta::put(tx, WALK, &next)?;
    Ok(Step {
        rows,
        is_last: false,
    })
}

/// The resources with secrets, by name, so that the walk goes on where it stopped.
fn with_secrets() -> Vec<&'static Model> {
    let mut found: Vec<&Model> = models()
        .iter()
        .copied()
        .filter(|model| model.secrets().next().is_some())
        .collect();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    found
}

/// Answers how many rows were written and the last one that was looked at.
fn seal_rows(tx: &mut Tx<'_>, of: &'static Model, after_id: i64) -> Result<(usize, Option<i64>)> {
    let mut sql = Sql::new("SELECT id");
    for field in of.secrets() {
        sql.push(", ").name(field.column.name);
    }
    sql.push(" FROM ").name(&of.name);
    sql.push(" WHERE id > ").bind(after_id);
    sql.push(" ORDER BY id LIMIT ").bind(ROWS);
    if tx.dialect() == Dialect::Postgres {
        sql.push(" FOR UPDATE");
    }
    let rows = tx.query_sql(&sql)?;
    let mut updates = Vec::new();
    for row in &rows {
        updates.extend(again(tx.keys(), of, row)?);
    }
    let ids: Vec<i64> = updates.iter().map(|(id, _)| *id).collect();
    state::changing(tx, &of.name, &ids, |tx| {
        updates
            .iter()
            .try_for_each(|(_, sql)| match tx.execute_sql(sql)? {
                1 => Ok(()),
                changed => Err(Error::shape("1 row", changed)),
            })
    })?;
    let last = rows.last().map(|row| row.int(0)).transpose()?;
    Ok((ids.len(), last))
}

/// The statement that writes the secrets of a row again; none where they are under the right key.
/// What cannot be opened stays as it is: the check names it.
fn again(keys: &Keys, of: &'static Model, row: &Row) -> Result<Option<(i64, Sql)>> {
    let (id, writing) = (row.int(0)?, keys.writing());
    let mut sql = Sql::new("UPDATE ");
    sql.name(&of.name);
    let mut separator = " SET ";
    for (at, field) in of.secrets().enumerate() {
        let Value::Blob(sealed) = row.get(at + 1)? else {
            continue;
        };
        if number_of(sealed) == Some(writing) {
            continue;
        }
        let place = select::place(of, field.column.name, id);
        let Some(clear) = keys.open(&place, sealed) else {
            continue;
        };
        for (name, value) in columns(keys, of, field, &place, &clear)? {
            sql.push(separator).name(&name).push(" = ").bind(value);
            separator = ", ";
        }
    }
    if sql.params.is_empty() {
        return Ok(None);
    }
    sql.push(" WHERE id = ").bind(id);
    Ok(Some((id, sql)))
}

fn columns(
    keys: &Keys,
    of: &Model,
    field: &Field,
    place: &str,
    clear: &str,
) -> Result<Vec<(String, Value)>> {
    let sealed = keys.seal(place, clear);
    let sealed = sealed.map_err(|error| Error::Driver(error.to_string()))?;
    let mut columns = vec![(field.column.name.to_owned(), Value::Blob(sealed))];
    columns.extend(secret_columns::indexes(
        keys,
        keys.writing(),
        of,
        field,
        Some(clear),
    ));
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_again_has_no_secrets() {
        for of in with_secrets() {
            assert!(!of.table.append_only, "{}", of.name);
        }
    }
}
