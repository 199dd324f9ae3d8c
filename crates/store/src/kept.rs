//! Answers that a reading connection keeps for as long as nobody changes the database. SQLite can
//! tell cheaply whether somebody did; PostgreSQL cannot, and asks again.

use std::{collections::HashMap, sync::Arc};

use foldhash::fast::RandomState;

use crate::{
    sql::Sql,
    value::{Row, Value},
};

/// Past this many answers the memory starts afresh.
const LIMIT: usize = 4096;

/// Answers to one statement, by what was bound to it.
type ByParams = HashMap<Vec<Value>, Arc<Vec<Row>>, RandomState>;

#[derive(Default)]
pub(crate) struct Kept {
    /// What SQLite calls this state of the database; none where answers are not kept.
    state: Option<i64>,
    answers: HashMap<&'static str, ByParams, RandomState>,
    count: usize,
}

impl Kept {
    /// Forgets everything unless the database is still as it was.
    pub fn begin(&mut self, state: Option<i64>) {
        if self.state != state || self.count >= LIMIT {
            self.answers.clear();
            self.count = 0;
        }
        self.state = state;
    }

    /// Whether the state of the database is known.
    pub fn is_on(&self) -> bool {
        self.state.is_some()
    }

    pub fn get(&self, text: &'static str, params: &[Value]) -> Option<Arc<Vec<Row>>> {
        self.answers.get(text)?.get(params).cloned()
    }

    pub fn put(&mut self, text: &'static str, params: &[Value], rows: &Arc<Vec<Row>>) {
        if self.state.is_some() {
            let answers = self.answers.entry(text).or_default();
            answers.insert(params.to_vec(), Arc::clone(rows));
            self.count += 1;
        }
    }
}

/// Rows of guarded tables that a long transaction has read and not changed since, by table and number.
#[derive(Default)]
pub(crate) struct ReadRows {
    rows: HashMap<(&'static str, i64), Vec<(Sql, Row)>>,
    count: usize,
}

impl ReadRows {
    pub fn get(&self, table: &'static str, id: i64, sql: &Sql) -> Option<Row> {
        let mut read = self.rows.get(&(table, id))?.iter();
        let (_, row) = read.find(|(asked, _)| asked == sql)?;
        Some(row.clone())
    }

    pub fn put(&mut self, table: &'static str, id: i64, sql: &Sql, row: &Row) {
        if self.count >= LIMIT {
            *self = Self::default();
        }
        let of_row = self.rows.entry((table, id)).or_default();
        of_row.push((sql.clone(), row.clone()));
        self.count += 1;
    }

    pub fn forget(&mut self, table: &'static str, id: i64) {
        let gone = self.rows.remove(&(table, id));
        self.count -= gone.map_or(0, |of_row| of_row.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_kept_while_the_database_is_as_it_was() {
        let (mut kept, rows) = (Kept::default(), Arc::default());
        kept.begin(None);
        kept.put("a", &[], &rows);
        assert!(kept.get("a", &[]).is_none());
        kept.begin(Some(1));
        kept.put("a", &[Value::Int(1)], &rows);
        kept.begin(Some(1));
        assert!(kept.get("a", &[Value::Int(1)]).is_some());
        assert!(kept.get("a", &[Value::Int(2)]).is_none());
        kept.begin(Some(2));
        assert!(kept.get("a", &[Value::Int(1)]).is_none());
    }

    #[test]
    fn a_row_is_read_again_once_it_changed() {
        let mut read = ReadRows::default();
        let (asked, other) = (Sql::new("a"), Sql::new("b"));
        let row = Row(vec![Value::Int(7)]);
        read.put("app_user", 1, &asked, &row);
        assert!(read.get("app_user", 1, &asked).is_some());
        assert!(read.get("app_user", 1, &other).is_none());
        assert!(read.get("app_user", 2, &asked).is_none());
        read.forget("app_user", 1);
        assert!(read.get("app_user", 1, &asked).is_none());
        assert_eq!(read.count, 0);
    }
}
