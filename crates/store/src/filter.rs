//! Which rows a list shows, and in which order.

use schema::{Field, Model, Scope, model};

use crate::{
    condition::Condition,
    conn::Conn,
    reach::Reach,
    select,
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

/// Beyond so many ways into somebody's reach the table is read in one go.
const MAX_WAYS: usize = 8;
/// Past this offset the page is found in the index alone and only then read.
const DEEP: i64 = 1_000;

/// Which rows: the WHERE of a list.
pub(crate) struct Filter<'a> {
    pub of: &'static Model,
    dialect: Dialect,
    reach: &'a Reach,
    /// What is asked for, whoever asks.
    asked: Sql,
    /// What is asked for, within reach.
    pub sql: Sql,
    /// Nothing but "not deleted": the kept row count is the total.
    pub is_everything: bool,
    /// Other resources whose rows decide too.
    pub others: Vec<&'static Model>,
}

impl<'a> Filter<'a> {
    pub fn new(conn: &Conn, of: &'static Model, list: &List, reach: &'a Reach) -> Self {
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

    pub fn select(&self, columns: &Sql) -> Sql {
        let mut sql = Sql::wide("SELECT ");
        sql.append(columns);
        sql.push(" FROM ").name(&self.of.name).push(" t");
        sql
    }

    pub fn shown_columns(&self, real_ms: i64) -> Sql {
        let mut columns = Sql::wide("");
        select::columns(&mut columns, self.of, self.dialect, real_ms);
        columns
    }

    /// The rows of a page as the wire shows them.
    pub fn shown(&self, list: &List, real_ms: i64, are_few: bool) -> Sql {
        self.rows(list, &self.shown_columns(real_ms), are_few)
    }

    /// These columns of the rows of a page. `are_few`: there are not many rows to choose from.
    pub fn rows(&self, list: &List, columns: &Sql, are_few: bool) -> Sql {
        let mut sql = self.select(columns);
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
    pub fn ids(&self, sql: &mut Sql, which: &Sql, list: &List) {
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
            Condition::Named(_, other, _) | Condition::Through(_, other, _) => Some(*other),
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
    use crate::{Db, Error, Options, Result, crypt::Keys, migrate};

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
            let sql = Filter::new(conn, of, &list, &reach).shown(&list, 0, are_few);
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
