//! Lists: conditions, order, page and total over one resource.

use std::sync::Arc;

use schema::{Field, Model, Scope, model};

use crate::{
    condition::Condition,
    conn::Conn,
    error::{Error, Result},
    reach::Reach,
    select::{self, Derive},
    sql::{Dialect, Sql},
};

/// What a list asks for.
#[derive(Debug, Clone, Default)]
pub struct List {
    pub conditions: Vec<Condition>,
    /// Column and whether it descends; ties are broken by id.
    pub orders: Vec<(&'static Field, bool)>,
    pub offset: i64,
    pub limit: i64,
}

/// One page of rows as JSON objects.
pub struct Page {
    /// `[{…},{…}]`
    pub records: Vec<u8>,
    pub total: i64,
    /// False where counting stopped at the bound.
    pub total_exact: bool,
}

/// Counting stops here: past it the pager says "10000+".
const COUNT_BOUND: i64 = 10_000;
/// Beyond so many ways into somebody's reach the table is read in one go.
const MAX_WAYS: usize = 8;
/// Past this offset the page is found in the index alone and only then read.
const DEEP: i64 = 1_000;

/// The page a list asks for, with its total.
pub fn page<E: From<Error>>(
    conn: &mut Conn,
    of: &'static Model,
    list: &List,
    reach: &Reach,
    real_ms: i64,
    derive: Derive<'_, E>,
) -> Result<Page, E> {
    let filter = Filter::new(conn, of, list, reach);
    let (total, total_exact) = filter.total(conn)?;
    let records = if total == 0 {
        b"[]".to_vec()
    } else {
        records(conn, of, &filter.rows(list, real_ms, total_exact), derive)?.0
    };
    Ok(Page {
        records,
        total,
        total_exact,
    })
}

/// How many rows a list has, and whether counting went to the end.
pub fn total(
    conn: &mut Conn,
    of: &'static Model,
    list: &List,
    reach: &Reach,
) -> Result<(i64, bool)> {
    Filter::new(conn, of, list, reach).total(conn)
}

/// Whether a list has any row at all.
pub fn any(conn: &mut Conn, of: &'static Model, list: &List, reach: &Reach) -> Result<bool> {
    let filter = Filter::new(conn, of, list, reach);
    let mut sql = Sql::new("SELECT 1 FROM ");
    sql.name(&of.name).push(" t WHERE ").append(&filter.sql);
    sql.push(" LIMIT 1");
    Ok(!conn.query_sql(&sql)?.is_empty())
}

/// Rows without a total, at most `list.limit`; also their number.
pub fn plain_list<E: From<Error>>(
    conn: &mut Conn,
    of: &'static Model,
    list: &List,
    reach: &Reach,
    real_ms: i64,
    derive: Derive<'_, E>,
) -> Result<(Vec<u8>, usize), E> {
    let sql = Filter::new(conn, of, list, reach).rows(list, real_ms, true);
    records(conn, of, &sql, derive)
}

/// The next rows after `after_id`, oldest first: how exports walk a table without holding it.
pub fn scan<E: From<Error>>(
    conn: &mut Conn,
    of: &'static Model,
    list: &List,
    reach: &Reach,
    after_id: i64,
    real_ms: i64,
    derive: Derive<'_, E>,
) -> Result<Vec<u8>, E> {
    let filter = Filter::new(conn, of, list, reach);
    let mut sql = filter.select(real_ms);
    sql.push(" WHERE ").append(&filter.sql);
    sql.push(" AND t.id > ").bind(after_id);
    sql.push(" ORDER BY t.id LIMIT ").bind(list.limit);
    Ok(records(conn, of, &sql, derive)?.0)
}

/// The rows of a statement as a JSON array, and their number.
fn records<E: From<Error>>(
    conn: &mut Conn,
    of: &'static Model,
    sql: &Sql,
    derive: Derive<'_, E>,
) -> Result<(Vec<u8>, usize), E> {
    let shared = Arc::clone(&conn.shared);
    let mut writer = select::Writer::new(conn, of)?;
    conn.each(&sql.text, &sql.params, |row| writer.add(row, &shared.keys))?;
    let count = writer.count();
    Ok((writer.finish(conn, derive)?, count))
}

/// Which rows: the WHERE of a list.
struct Filter<'a> {
    of: &'static Model,
    dialect: Dialect,
    reach: &'a Reach,
    /// What is asked for, whoever asks.
    asked: Sql,
    /// What is asked for, within reach.
    sql: Sql,
    /// Nothing but "not deleted": the kept row count is the total.
    is_everything: bool,
    /// Other resources whose rows decide too.
    others: Vec<&'static Model>,
}

impl<'a> Filter<'a> {
    fn new(conn: &Conn, of: &'static Model, list: &List, reach: &'a Reach) -> Self {
        let dialect = conn.dialect();
        let mut asked = Sql::default();
        live(&mut asked, of);
        for condition in &list.conditions {
            asked.push(" AND ");
            condition.write(&mut asked, conn, of);
        }
        let mut sql = asked.clone();
        let scope = reach.condition(of, "t");
        if let Some(scope) = &scope {
            sql.push(" AND ").append(scope);
        }
        Self {
            of,
            dialect,
            reach,
            asked,
            sql,
            is_everything: list.conditions.is_empty() && scope.is_none(),
            others: others(of, list),
        }
    }

    fn select(&self, real_ms: i64) -> Sql {
        let mut sql = Sql::wide("SELECT ");
        select::columns(&mut sql, self.of, self.dialect, Some(real_ms));
        sql.push(" FROM ").name(&self.of.name).push(" t");
        sql
    }

    /// The rows of a page. `are_few`: there are not many rows to choose from.
    fn rows(&self, list: &List, real_ms: i64, are_few: bool) -> Sql {
        let mut sql = self.select(real_ms);
        // PostgreSQL knows how common a value is and chooses by itself; made to take each way alone,
        // it walks the whole table for a way that leads nowhere.
        let ways = if are_few && self.dialect == Dialect::Sqlite && self.goes_by_id(list) {
            self.reach.ways(self.of, "t")
        } else {
            Vec::new()
        };
        if (2..=MAX_WAYS).contains(&ways.len()) {
            // Each way has an index in the order of ids. Walking the whole table for the few rows
            // of a store would take as long as the table.
            sql.push(" JOIN (");
            for (at, way) in ways.iter().enumerate() {
                sql.push(if at > 0 { " UNION " } else { "" });
                sql.push("SELECT id FROM (");
                let mut within = self.asked.clone();
                within.push(" AND ").append(way);
                self.ids(&mut sql, &within, list);
                let to_the_end = List {
                    limit: list.offset + list.limit,
                    ..List::default()
                };
                window(&mut sql, &to_the_end);
                sql.push(") way");
            }
            sql.push(" ORDER BY 1 DESC");
            window(&mut sql, list);
            sql.push(") page ON page.id = t.id");
            self.order(&mut sql, list);
        } else if list.offset > DEEP {
            sql.push(" JOIN (");
            self.ids(&mut sql, &self.sql, list);
            window(&mut sql, list);
            sql.push(") deep ON deep.id = t.id");
            self.order(&mut sql, list);
        } else {
            sql.push(" WHERE ").append(&self.sql);
            self.order(&mut sql, list);
            window(&mut sql, list);
        }
        sql
    }

    /// The ids of rows, in order.
    fn ids(&self, sql: &mut Sql, which: &Sql, list: &List) {
        sql.push("SELECT t.id FROM ").name(&self.of.name);
        sql.push(" t WHERE ").append(which);
        self.order(sql, list);
    }

    /// Newest first, the order that needs no column but the id.
    fn goes_by_id(&self, list: &List) -> bool {
        list.orders.is_empty() && self.of.field_named("paixu").is_none()
    }

    fn order(&self, sql: &mut Sql, list: &List) {
        sql.push(" ORDER BY ");
        let mut id_descends = true;
        if list.orders.is_empty() {
            if self.of.field_named("paixu").is_some() {
                self.order_by(sql, "paixu", false);
                sql.push(", ");
            }
        } else {
            for (field, descends) in &list.orders {
                self.order_by(sql, field.column.name, *descends);
                sql.push(", ");
            }
            // The direction of the first column, so that its index serves the whole order;
            // the index on paixu is the one that runs the other way.
            if let Some((field, descends)) = list.orders.first() {
                id_descends = *descends != (field.column.name == "paixu");
            }
        }
        sql.push(if id_descends { "t.id DESC" } else { "t.id" });
    }

    fn order_by(&self, sql: &mut Sql, column: &str, descends: bool) {
        sql.push("t.").name(column);
        sql.push(match (descends, self.dialect) {
            (false, Dialect::Sqlite) => "",
            (true, Dialect::Sqlite) => " DESC",
            (false, Dialect::Postgres) => " NULLS FIRST",
            (true, Dialect::Postgres) => " DESC NULLS LAST",
        });
    }

    /// The total, counted at most once while nothing changes, and never past the bound.
    fn total(&self, conn: &mut Conn) -> Result<(i64, bool)> {
        let (version, kept) = self.version(conn)?;
        if let Some(kept) = kept.filter(|_| self.is_everything) {
            return Ok((kept, true));
        }
        let mut sql = Sql::new("SELECT count(*) FROM (SELECT 1 FROM ");
        sql.name(&self.of.name).push(" t WHERE ").append(&self.sql);
        sql.push(" LIMIT ").bind(COUNT_BOUND + 1).push(") counted");
        let key = (sql.text, sql.params);
        let counted = if let Some(counted) = conn.shared.counts.get(&key, &version) {
            counted
        } else {
            let counted = conn.query_one(&key.0, &key.1)?.int(0)?;
            conn.shared.counts.put(key, version, counted);
            counted
        };
        Ok((counted.min(COUNT_BOUND), counted <= COUNT_BOUND))
    }

    /// What the total depends on, and where a count is kept, the number of live rows. SQLite
    /// keeps both in its one writer; on PostgreSQL a kept row would make every writer wait, so
    /// the snapshot stands for the version.
    fn version(&self, conn: &mut Conn) -> Result<(String, Option<i64>)> {
        if self.dialect == Dialect::Postgres {
            let row = conn.query_one("SELECT pg_current_snapshot()::text", &[])?;
            return Ok((row.text(0)?.to_owned(), None));
        }
        let (version, count) = kept_version(conn, &self.of.name)?;
        let mut version = version.to_string();
        for other in &self.others {
            version = format!("{version}/{}", kept_version(conn, &other.name)?.0);
        }
        Ok((version, Some(count)))
    }
}

/// The resources beside its own that a list depends on.
fn others(of: &Model, list: &List) -> Vec<&'static Model> {
    let parent = match of.table.scope {
        Scope::Through { parent, .. } | Scope::ThroughOrOwn { parent, .. } => model(parent),
        _ => None,
    };
    let named = list
        .conditions
        .iter()
        .filter_map(|condition| match condition {
            Condition::Named(_, named, _) => Some(*named),
            _ => None,
        });
    parent.into_iter().chain(named).collect()
}

/// Which of the ordered rows the page holds.
fn window(sql: &mut Sql, list: &List) {
    match first_page(list) {
        Some(limit) => sql.push(limit),
        None => sql
            .push(" LIMIT ")
            .bind(list.limit)
            .push(" OFFSET ")
            .bind(list.offset),
    };
}

/// The limit of a first page in the sizes the pager offers, as text: PostgreSQL takes an unknown
/// limit for a tenth of the table, finds its general plan too dear and plans every call anew,
/// which takes longer than the call.
fn first_page(list: &List) -> Option<&'static str> {
    match (list.limit, list.offset) {
        (10, 0) => Some(" LIMIT 10"),
        (20, 0) => Some(" LIMIT 20"),
        (50, 0) => Some(" LIMIT 50"),
        (100, 0) => Some(" LIMIT 100"),
        _ => None,
    }
}

/// The version of a table and its number of live rows.
fn kept_version(conn: &mut Conn, table: &str) -> Result<(i64, i64)> {
    let rows = conn.query_kept(
        "SELECT version, row_count FROM table_version WHERE name = ?",
        &[table.into()],
    )?;
    let row = rows.first().ok_or_else(|| Error::shape("1 row", 0))?;
    Ok((row.int(0)?, row.int(1)?))
}

/// The condition that a row is still there.
pub(crate) fn live(sql: &mut Sql, of: &Model) {
    if of.table.append_only {
        sql.push("NOT EXISTS (SELECT 1 FROM archived a WHERE a.table_name = ")
            .bind(of.name.as_str());
        sql.push(" AND a.row_id = t.id)");
    } else {
        sql.push("t.is_del = FALSE");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Db, Options, crypt::Keys, migrate};

    /// How SQLite would go about a page of customers.
    fn plan(reach: &Reach, list: &List, are_few: bool) -> String {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("plan.db").display());
        let keys = Keys::from_master(&[7; 32]).unwrap();
        let db = Db::open(&Options::new(&url, keys)).unwrap();
        migrate::migrate(&db).unwrap();
        let (reach, list) = (reach.clone(), list.clone());
        db.read_now(move |conn| {
            let of = model("app/user").unwrap();
            let sql = Filter::new(conn, of, &list, &reach).rows(&list, 0, are_few);
            let rows = conn.query(&format!("EXPLAIN QUERY PLAN {}", sql.text), &sql.params)?;
            let steps: Result<Vec<&str>> = rows.iter().map(|row| row.text(3)).collect();
            Ok::<_, Error>(steps?.join("\n"))
        })
        .unwrap()
    }

    #[test]
    fn few_rows_are_found_by_index_and_many_in_order() {
        let list = List {
            limit: 10,
            ..List::default()
        };
        let store = Reach {
            user_id: 7,
            all: false,
            stores: vec!["A".to_owned(), "B".to_owned()],
        };
        let few = plan(&store, &list, true);
        assert!(!few.contains("SCAN t\n"), "{few}");
        assert_eq!(few.matches("app_user_mendian_id_ix").count(), 2, "{few}");
        assert_eq!(
            few.matches("app_user_genjinren_id_id_ix").count(),
            1,
            "{few}"
        );
        let many = plan(&store, &list, false);
        assert!(!many.contains("TEMP B-TREE"), "{many}");
        let own = Reach {
            stores: Vec::new(),
            ..store
        };
        for are_few in [true, false] {
            let own = plan(&own, &list, are_few);
            assert!(
                own.contains("app_user_genjinren_id_id_ix") && !own.contains("TEMP"),
                "{own}"
            );
        }
    }
}
