//! A transaction on a connection.

use std::{
    mem,
    ops::{Deref, DerefMut},
};

use super::connection::{Conn, Engine};
use crate::{
    error::{Error, Result},
    guard::Guard,
    labels::KnownDict,
    sql::{Dialect, Sql},
    value::{Row, Value},
};

/// A transaction: everything a connection can do, and writes.
pub struct Tx<'a>(&'a mut Conn);

impl<'a> Tx<'a> {
    pub(crate) fn new(conn: &'a mut Conn) -> Self {
        conn.is_steady = true;
        conn.is_writing = true;
        // Left by a panic while orders were held.
        conn.kept.begin(None);
        Self(conn)
    }

    pub fn execute(&mut self, text: &str, params: &[Value]) -> Result<u64> {
        self.0.execute_raw(text, params)
    }

    pub fn execute_sql(&mut self, sql: &Sql) -> Result<u64> {
        self.execute(&sql.text, &sql.params)
    }

    /// Adds a row and answers its number. SQLite knows it by itself; asked by RETURNING it would keep
    /// a copy of every page that it touches, in case the row is refused half-way.
    pub fn add(&mut self, text: &str, params: &[Value]) -> Result<i64> {
        if self.dialect() == Dialect::Postgres {
            return self
                .query_one(&format!("{text} RETURNING id"), params)?
                .int(0);
        }
        self.execute_one(text, params)?;
        self.0.run(|engine| match engine {
            Engine::Sqlite(conn) => Ok(conn.last_id()),
            Engine::Postgres(_) => Err(Error::shape("SQLite", "PostgreSQL")),
        })
    }

    /// Adds a row unless it is there, and asks something; answers whether it was added, and the rows.
    pub(crate) fn add_new_and_ask(&mut self, add: Sql, ask: &Sql) -> Result<(bool, Vec<Row>)> {
        if self.dialect() == Dialect::Sqlite {
            let added = self.execute_sql(&add)?;
            return Ok((added == 1, self.query_sql(ask)?));
        }
        let mut add = add;
        add.push(" RETURNING TRUE");
        let mut answers = self.query_together(&[&add, ask])?;
        let rows = answers.pop().unwrap_or_default();
        Ok((answers.pop().is_some_and(|added| !added.is_empty()), rows))
    }

    /// A write that must change exactly one row. On PostgreSQL it is found out with the answer to
    /// the next question, or before the commit, whether it did.
    pub fn execute_one(&mut self, text: &str, params: &[Value]) -> Result<()> {
        self.0.change(text, params, 1)
    }

    /// The same for so many rows.
    pub(crate) fn execute_all(&mut self, sql: &Sql, rows: u64) -> Result<()> {
        self.0.change(&sql.text, &sql.params, rows)
    }

    /// A statement that only locks, until the transaction ends: on PostgreSQL, before the next
    /// question is answered. SQLite writes one transaction at a time.
    pub(crate) fn lock_by(&mut self, text: &str, params: &[Value]) -> Result<()> {
        if self.dialect() == Dialect::Sqlite
            || !self.0.locked.insert((text.to_owned(), params.to_vec()))
        {
            return Ok(());
        }
        self.0.queue(text, params, None)
    }

    /// Runs part of a transaction that may fail alone: its writes are undone and the rest goes on.
    pub fn attempt<T, E: From<Error>>(
        &mut self,
        part: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if self.0.waiting.is_on {
            // What waits could not be undone with it.
            return Err(Error::shape("no part that may fail alone", "one").into());
        }
        self.batch("SAVEPOINT part")?;
        let was_poisoned = mem::take(&mut self.0.poisoned);
        let outcome = match part(&mut Tx(self.0)).and_then(|done| {
            self.0.send_changes()?;
            Ok(done)
        }) {
            Ok(_) if self.0.poisoned => Err(E::from(Error::swallowed())),
            outcome => outcome,
        };
        if outcome.is_ok() {
            self.batch("RELEASE SAVEPOINT part")?;
        } else {
            self.batch("ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part")?;
            self.0.dict = KnownDict::default();
            self.0.locked.clear();
            self.0.ended_before = None;
        }
        self.0.poisoned = was_poisoned;
        outcome
    }

    /// Runs a write of these rows of a guarded table for whoever keeps its states.
    pub(crate) fn guarding<T, E>(
        &mut self,
        guard: &'static Guard,
        ids: &[i64],
        write: impl FnOnce(&mut Tx<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if let Some(read) = &mut self.0.read_rows {
            for id in ids {
                read.forget(&guard.table, *id);
            }
        }
        let before = self.0.guarding.replace(&guard.table);
        let outcome = write(&mut Tx(self.0));
        self.0.guarding = before;
        outcome
    }

    /// From here on the transaction takes as long as it takes: an index on a large table, or
    /// another node that makes one.
    pub fn be_patient(&mut self) -> Result<()> {
        self.0.run(|engine| match engine {
            Engine::Sqlite(conn) => {
                conn.set_patient(true);
                Ok(())
            }
            Engine::Postgres(conn) => conn.be_patient(),
        })
    }

    /// SQLite keeps so much of the database in memory, or as much as usual again.
    pub(crate) fn widen_cache(&mut self, kib: Option<u32>) -> Result<()> {
        self.0.run(|engine| match engine {
            Engine::Sqlite(conn) => conn.widen_cache(kib),
            Engine::Postgres(_) => Ok(()),
        })
    }

    /// Runs a text of several statements without parameters (migrations).
    pub fn batch(&mut self, text: &str) -> Result<()> {
        self.0.run(|engine| match engine {
            Engine::Sqlite(conn) => conn.batch(text),
            Engine::Postgres(conn) => conn.batch(text),
        })
    }
}

impl Deref for Tx<'_> {
    type Target = Conn;
    fn deref(&self) -> &Conn {
        self.0
    }
}

impl DerefMut for Tx<'_> {
    fn deref_mut(&mut self) -> &mut Conn {
        self.0
    }
}
