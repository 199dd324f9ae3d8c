//! How many rows lists have: counted at most once while nothing changes, and never past a bound.

use std::collections::BTreeSet;

use crate::{
    conn::Conn,
    error::Result,
    filter::{Filter, List},
    sizes,
    sql::{Dialect, Sql},
    value::Row,
};

/// So many rows are sorted in the time in which a page is found among a thousand times as many.
const FEW: i64 = 2_000;

/// Totals that are known or still to be counted.
pub(crate) struct Totals {
    /// Counts all of them.
    pub sql: Sql,
    filters: usize,
    known: Option<Vec<i64>>,
    /// Counting stops here.
    bound: i64,
}

impl Totals {
    /// One statement for all filters, and what was counted before, where it still holds.
    pub fn new(conn: &mut Conn, filters: &[&Filter<'_>]) -> Result<Self> {
        let bound = conn.shared.count_bound;
        let sql = statement(conn.dialect(), filters, bound);
        let known = match conn.dialect() {
            // What a transaction sees may never come to be.
            _ if conn.is_writing() => None,
            Dialect::Sqlite => kept(conn, filters, &sql)?,
            Dialect::Postgres => conn
                .seen
                .as_ref()
                .and_then(|state| conn.shared.counts.get(&sql, state)),
        };
        Ok(Self {
            sql,
            filters: filters.len(),
            known,
            bound,
        })
    }

    pub fn is_known(&self) -> bool {
        self.known.is_some()
    }

    /// Takes the answer to the statement, and keeps it for whoever asks next.
    pub fn counted(&mut self, conn: &mut Conn, filters: &[&Filter<'_>], row: &Row) -> Result<()> {
        let totals: Vec<i64> = (0..self.filters)
            .map(|at| row.int(at))
            .collect::<Result<_>>()?;
        if !conn.is_writing() {
            // PostgreSQL tells the state it counted, which may be newer than the one asked about.
            let version = match conn.dialect() {
                Dialect::Sqlite => version(conn, filters)?,
                Dialect::Postgres => row.text(self.filters)?.to_owned(),
            };
            let counts = &conn.shared.counts;
            counts.put(self.sql.clone(), version, totals.clone());
        }
        self.known = Some(totals);
        Ok(())
    }

    pub fn count(&mut self, conn: &mut Conn, filters: &[&Filter<'_>]) -> Result<()> {
        let row = conn.query_one(&self.sql.text, &self.sql.params)?;
        self.counted(conn, filters, &row)
    }

    /// The total of all filters together up to the bound, where it is known.
    pub fn in_all(&self) -> Option<(i64, bool)> {
        let sum: i64 = self.known.as_ref()?.iter().sum();
        Some((sum.min(self.bound), sum <= self.bound))
    }

    /// Of each whether it leaves so few rows that they are sorted sooner than the rows of a page
    /// are met among all others.
    pub fn are_few(&self, list: &List) -> Vec<bool> {
        let until = list.offset.saturating_add(list.limit).saturating_mul(10);
        let is_few =
            |counted: &i64| *counted <= self.bound && (*counted <= FEW || until > *counted);
        self.known.iter().flatten().map(is_few).collect()
    }

    /// Each total up to the bound, and whether counting went to the end.
    pub fn all(&self) -> Vec<(i64, bool)> {
        let bounded = |counted: &i64| ((*counted).min(self.bound), *counted <= self.bound);
        self.known.iter().flatten().map(bounded).collect()
    }
}

fn statement(dialect: Dialect, filters: &[&Filter<'_>], bound: i64) -> Sql {
    let mut sql = Sql::new("SELECT ");
    for (at, filter) in filters.iter().enumerate() {
        sql.push(if at > 0 { ", " } else { "" });
        sql.push("(SELECT count(*) FROM (SELECT 1");
        filter.counted(&mut sql);
        sql.push(" LIMIT ").bind(bound + 1).push(") counted)");
    }
    if dialect == Dialect::Postgres {
        sql.push(", pg_current_snapshot()::text");
    }
    sql
}

/// What SQLite knows: the number of live rows, and what was counted of this version.
fn kept(conn: &mut Conn, filters: &[&Filter<'_>], sql: &Sql) -> Result<Option<Vec<i64>>> {
    if let [only] = filters
        && only.is_everything
    {
        let (_, rows) = sizes::version_and_rows(conn, &only.of.name)?;
        return Ok(Some(vec![rows]));
    }
    let version = version(conn, filters)?;
    Ok(conn.shared.counts.get(sql, &version))
}

/// What totals depend on. SQLite keeps a version of each table in its one writer; on PostgreSQL a
/// kept row would make every writer wait, so the snapshot stands for the version.
fn version(conn: &mut Conn, filters: &[&Filter<'_>]) -> Result<String> {
    let tables: BTreeSet<&str> = filters
        .iter()
        .flat_map(|filter| [filter.of].into_iter().chain(filter.others.iter().copied()))
        .map(|of| of.name.as_str())
        .collect();
    let versions = tables.into_iter().map(|table| {
        let (version, _) = sizes::version_and_rows(conn, table)?;
        Ok(version.to_string())
    });
    Ok(versions.collect::<Result<Vec<_>>>()?.join("/"))
}
