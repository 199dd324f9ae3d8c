//! Answers that a reading connection keeps for as long as nobody changes the database. SQLite can
//! tell cheaply whether somebody did; PostgreSQL cannot, and asks again.

use std::{collections::HashMap, sync::Arc};

use crate::value::{Row, Value};

/// Past this many answers the memory starts afresh.
const LIMIT: usize = 4096;

#[derive(Default)]
pub(crate) struct Kept {
    /// What SQLite calls this state of the database; none where answers are not kept.
    state: Option<i64>,
    answers: HashMap<&'static str, HashMap<Vec<Value>, Arc<Vec<Row>>>>,
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
}
