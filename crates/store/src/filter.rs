//! Which rows a list shows, and in which order.

use schema::{Field, Model, Scope, model};

mod begins;
#[cfg(test)]
mod plans;
mod tabs;

use crate::{
    condition::Condition,
    conn::Conn,
    ddl,
    error::Result,
    reach::Reach,
    select,
    sql::{Dialect, Sql},
    value::Value,
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
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent property of what is asked"
)]
pub(crate) struct Filter<'a> {
    pub of: &'static Model,
    dialect: Dialect,
    reach: &'a Reach,
    /// What is asked for, whoever asks.
    asked: Sql,
    /// What is asked for, within reach.
    pub sql: Sql,
    /// A range that is asked for leads to fewer rows than whose they are.
    begins_with_range: bool,
    /// What is asked for, within reach, from where it begins with rows of the parent within reach.
    by_parent: Option<Sql>,
    /// The columns of which one value is asked for that may be rare.
    equal: Vec<&'static str>,
    /// Nothing is asked for but values of columns.
    is_compared: bool,
    /// Nothing is asked for but tabs.
    asks_only_tabs: bool,
    /// Nothing but "not deleted": the kept row count is the total.
    pub is_everything: bool,
    /// Other resources whose rows decide too.
    pub others: Vec<&'static Model>,
}

impl<'a> Filter<'a> {
    pub fn new(conn: &mut Conn, of: &'static Model, list: &List, reach: &'a Reach) -> Result<Self> {
        let dialect = conn.dialect();
        let mut asked = Sql::default();
        live(&mut asked, of);
        for condition in &list.conditions {
            asked.push(" AND ");
            condition.write(&mut asked, conn, of);
        }
        tabs::name_all(&mut asked, of, list);
        let mut sql = asked.clone();
        let begins_with_range = begins::is_sooner_by_range(conn, of, reach, list)?;
        // SQLite takes no index for what a sign stands before.
        let scope = reach.condition(of, if begins_with_range { "+t" } else { "t" });
        if let Some(scope) = &scope {
            sql.push(" AND ").append(scope);
        }
        Ok(Self {
            of,
            dialect,
            reach,
            by_parent: begins::from(conn, of, reach, (list, &asked))?,
            asked,
            sql,
            begins_with_range,
            equal: list.conditions.iter().filter_map(equal).collect(),
            is_compared: list.conditions.iter().all(|of| of.compared().is_some()),
            asks_only_tabs: list.conditions.iter().all(|one| is_tab(of, one)),
            is_everything: list.conditions.is_empty() && scope.is_none(),
            others: others(of, list),
        })
    }

    /// Whether few rows begin with their parents: many would all be sorted.
    pub fn has_parents(&self) -> bool {
        self.by_parent.is_some()
    }

    /// All rows, for who does not mind their order.
    pub fn in_any_order(&self, sql: &mut Sql) {
        if let Some(by_parent) = &self.by_parent {
            sql.append(by_parent);
        } else {
            sql.push(" FROM ").name(&self.of.name).push(" t WHERE ");
            sql.append(&self.sql);
        }
    }

    /// All rows, for who only counts them. Those of stores, and then one's own in other stores, are
    /// counted by indexes alone; where more is asked for, another index may lead to fewer.
    pub fn counted(&self, sql: &mut Sql) {
        let Some(apart) = self
            .reach
            .apart(self.of, "t")
            .filter(|_| self.asks_only_tabs)
        else {
            return self.in_any_order(sql);
        };
        for (at, part) in apart.iter().enumerate() {
            sql.push(if at > 0 { " UNION ALL SELECT 1" } else { "" });
            sql.push(" FROM ").name(&self.of.name).push(" t WHERE ");
            sql.append(&self.asked).push(" AND ").append(part);
        }
    }

    /// The rows of a page, of which the statement begins with `SELECT` and some columns. `are_few`:
    /// there are not many rows to choose from.
    fn rows(&self, mut sql: Sql, list: &List, are_few: bool) -> Sql {
        // PostgreSQL knows how common a value is and chooses by itself; made to take each way alone,
        // it walks the whole table for a way that leads nowhere.
        let leads = are_few && self.dialect == Dialect::Sqlite && !self.begins_with_range;
        let ways = if leads && self.goes_by_id(list) {
            self.reach.ways(self.of, "t")
        } else {
            Vec::new()
        };
        if (2..=MAX_WAYS).contains(&ways.len()) {
            // Each way has an index in the order of ids. Walking the whole table for the few rows
            // of a store would take as long as the table.
            self.from(&mut sql, list, true);
            sql.push(" JOIN (");
            for (at, way) in ways.iter().enumerate() {
                sql.push(if at > 0 { " UNION " } else { "" });
                sql.push("SELECT id FROM (");
                let mut within = self.asked.clone();
                within.push(" AND ").append(way);
                sql.push("SELECT t.id");
                self.from(&mut sql, list, true);
                sql.push(" WHERE ").append(&within);
                self.order(&mut sql, list);
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
            self.from(&mut sql, list, true);
            sql.push(" JOIN (");
            self.ids(&mut sql, list, are_few);
            window(&mut sql, list);
            sql.push(") deep ON deep.id = t.id");
            self.order(&mut sql, list);
        } else {
            self.found(&mut sql, list, are_few);
            self.order(&mut sql, list);
            window(&mut sql, list);
        }
        sql
    }

    /// Its rows, under the name `t`. Many are met in the order of the list and looked at one by one:
    /// SQLite, which does not see that a page is full long before the table ends, is told by which
    /// index. PostgreSQL knows how common values are.
    fn from(&self, sql: &mut Sql, list: &List, are_few: bool) {
        sql.push(" FROM ").name(&self.of.name).push(" t");
        if !are_few && self.is_compared && self.dialect == Dialect::Sqlite {
            self.by_index(sql, list);
        }
    }

    /// The index in whose order the rows of a list are, after those that one value leads to; none
    /// where they are met by their ids.
    fn by_index(&self, sql: &mut Sql, list: &List) {
        let tab = self.of.table.tabs.map(|(column, _)| column);
        let tab = tab.filter(|tab| self.equal.contains(tab));
        let named = |columns: &[Option<&str>]| {
            let columns: Vec<&str> = columns.iter().copied().flatten().collect();
            ddl::index_on(self.of, &columns)
        };
        let id = Some("id");
        let others = self.equal.iter().copied().filter(|name| Some(*name) != tab);
        let first = list.orders.first().map(|(field, _)| field.column.name);
        let by_default = self.of.field_named("paixu").map(|field| field.column.name);
        if let Some(ordering) = first.or(by_default) {
            let mut together = others.map(|column| named(&[Some(column), tab, Some(ordering), id]));
            let together = together.find_map(|index| index);
            indexed(sql, together.or_else(|| named(&[tab, Some(ordering), id])));
            return;
        }
        let own = match (self.of.table.scope, self.reach.ways(self.of, "t").len()) {
            (Scope::Columns { owner, store }, 1) => owner.or(store),
            _ => None,
        };
        let led = others.chain(own).find_map(|column| {
            let with_tab = named(&[Some(column), tab, id]);
            with_tab.or_else(|| named(&[Some(column), id]))
        });
        match (led, tab) {
            (None, None) => drop(sql.push(" NOT INDEXED")),
            (led, _) => indexed(sql, led.or_else(|| named(&[tab, id]))),
        }
    }

    /// All rows: few by their parents, many in the order of the list.
    fn found(&self, sql: &mut Sql, list: &List, are_few: bool) {
        if are_few {
            self.in_any_order(sql);
        } else {
            self.from(sql, list, false);
            sql.push(" WHERE ").append(&self.sql);
        }
    }

    /// The ids of rows, in order.
    pub fn ids(&self, sql: &mut Sql, list: &List, are_few: bool) {
        sql.push("SELECT t.id");
        self.found(sql, list, are_few);
        self.order(sql, list);
    }

    /// Newest first, the order that needs no column but the id.
    fn goes_by_id(&self, list: &List) -> bool {
        list.orders.is_empty() && self.of.field_named("paixu").is_none()
    }

    fn order(&self, sql: &mut Sql, list: &List) {
        self.order_of(sql, list, "t.");
    }

    /// The order of rows that go by this name, with a dot behind it.
    fn order_of(&self, sql: &mut Sql, list: &List, row: &str) {
        sql.push(" ORDER BY ");
        let mut id_descends = true;
        if list.orders.is_empty() {
            if self.of.field_named("paixu").is_some() {
                self.order_by(sql, row, "paixu", false);
                sql.push(", ");
            }
        } else {
            for (field, descends) in &list.orders {
                self.order_by(sql, row, field.column.name, *descends);
                sql.push(", ");
            }
            // The direction of the first column, so that its index serves the whole order;
            // the index on paixu is the one that runs the other way.
            if let Some((field, descends)) = list.orders.first() {
                id_descends = *descends != (field.column.name == "paixu");
            }
        }
        sql.push(row)
            .push(if id_descends { "id DESC" } else { "id" });
    }

    fn order_by(&self, sql: &mut Sql, row: &str, column: &str, descends: bool) {
        sql.push(row).name(column);
        sql.push(match (descends, self.dialect) {
            (false, Dialect::Sqlite) => "",
            (true, Dialect::Sqlite) => " DESC",
            (false, Dialect::Postgres) => " NULLS FIRST",
            (true, Dialect::Postgres) => " DESC NULLS LAST",
        });
    }
}

/// The filters of a list, one for each tab that it looks under.
pub(crate) fn filters<'a>(
    conn: &mut Conn,
    of: &'static Model,
    list: &List,
    reach: &'a Reach,
) -> Result<Vec<Filter<'a>>> {
    let lists = tabs::lists(of, list);
    let filters = lists.iter().map(|list| Filter::new(conn, of, list, reach));
    filters.collect()
}

/// A page as the wire shows it.
pub(crate) fn shown(filters: &[Filter<'_>], list: &List, real_ms: i64, are_few: &[bool]) -> Sql {
    let select = filters
        .first()
        .map(|filter| select::shown(filter.of, filter.dialect, real_ms));
    rows(select.unwrap_or_default(), filters, list, are_few)
}

/// What is selected of a page of rows, those of each filter and no others: `are_few` says of each
/// whether it leaves few rows to choose from.
pub(crate) fn rows(mut sql: Sql, filters: &[Filter<'_>], list: &List, are_few: &[bool]) -> Sql {
    let is_few = |at: usize| are_few.get(at).copied().unwrap_or(true);
    let Some((first, others)) = filters.split_first() else {
        return Sql::default();
    };
    if others.is_empty() {
        return first.rows(sql, list, is_few(0));
    }
    // Each tab in the order of the list. SQLite merges them and stops when the page is full;
    // PostgreSQL would read all of them, unless each gives a page's worth.
    let is_bounded = first.dialect == Dialect::Postgres;
    let to_the_end = List {
        limit: list.offset + list.limit,
        ..List::default()
    };
    first.from(&mut sql, list, true);
    sql.push(" JOIN (");
    for (at, filter) in filters.iter().enumerate() {
        sql.push(if at > 0 { " UNION ALL " } else { "" });
        sql.push(if is_bounded { "(" } else { "" });
        sql.push("SELECT t.id");
        for (field, _) in &list.orders {
            sql.push(", t.").name(field.column.name);
        }
        filter.found(&mut sql, list, is_few(at));
        if is_bounded {
            filter.order(&mut sql, list);
            window(&mut sql, &to_the_end);
            sql.push(")");
        }
    }
    first.order_of(&mut sql, list, "");
    window(&mut sql, list);
    sql.push(") page ON page.id = t.id");
    first.order(&mut sql, list);
    sql
}

fn indexed(sql: &mut Sql, index: Option<&str>) {
    if let Some(index) = index {
        sql.push(" INDEXED BY ").name(index);
    }
}

/// Whether it asks for tabs.
fn is_tab(of: &Model, condition: &Condition) -> bool {
    let tab = of.table.tabs.map(|(column, _)| column);
    let compared = condition.compared();
    compared.is_some_and(|field| Some(field.column.name) == tab)
}

/// The column of which one value is asked for that may be rare.
fn equal(condition: &Condition) -> Option<&'static str> {
    match condition {
        Condition::Equal(_, Value::Bool(false)) => None,
        Condition::Equal(field, _) => Some(field.column.name),
        _ => None,
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
