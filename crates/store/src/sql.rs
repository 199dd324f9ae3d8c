//! SQL texts, assembled from static parts only. Placeholders are written `?`; PostgreSQL gets its
//! `$1` when the statement is prepared.

use crate::value::Value;

/// Which engine a text is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

/// A statement under construction: its text and what is bound to it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Sql {
    pub text: String,
    pub params: Vec<Value>,
}

impl Sql {
    pub fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            params: Vec::new(),
        }
    }

    /// A statement that will name every column of a table.
    pub(crate) fn wide(text: &str) -> Self {
        let mut sql = Self {
            text: String::with_capacity(4 << 10),
            params: Vec::with_capacity(8),
        };
        sql.push(text);
        sql
    }

    /// Adds a static piece of text.
    pub fn push(&mut self, text: &str) -> &mut Self {
        self.text.push_str(text);
        self
    }

    /// Adds an identifier from a resource definition.
    pub fn name(&mut self, name: &str) -> &mut Self {
        self.text.push('"');
        self.text.push_str(name);
        self.text.push('"');
        self
    }

    /// Adds a placeholder and what it stands for.
    pub fn bind(&mut self, value: impl Into<Value>) -> &mut Self {
        self.text.push('?');
        self.params.push(value.into());
        self
    }

    /// Adds another statement piece with its parameters.
    pub fn append(&mut self, other: &Self) -> &mut Self {
        self.text.push_str(&other.text);
        self.params.extend(other.params.iter().cloned());
        self
    }

    /// Adds `(?, ?, …)`, padded to a power of two so that the number of distinct texts stays
    /// small; the last value is repeated. An empty list matches nothing.
    pub fn bind_list<V: Into<Value> + Clone>(&mut self, values: &[V]) -> &mut Self {
        let Some(last) = values.last() else {
            self.text.push_str("(NULL)");
            return self;
        };
        let padded = values.len().next_power_of_two();
        self.text.push('(');
        for at in 0..padded {
            if at > 0 {
                self.text.push_str(", ");
            }
            self.bind(values.get(at).unwrap_or(last).clone());
        }
        self.text.push(')');
        self
    }

    /// Adds `VALUES (?), (?), …` of numbers, padded likewise. There must be one at least.
    pub fn bind_rows(&mut self, numbers: &[i64]) -> &mut Self {
        let last = numbers.last().copied().unwrap_or_default();
        for at in 0..numbers.len().next_power_of_two() {
            self.text
                .push_str(if at == 0 { "VALUES (CAST(" } else { ", (CAST(" });
            self.bind(numbers.get(at).copied().unwrap_or(last));
            self.text.push_str(" AS BIGINT))");
        }
        self
    }
}

/// `?` → `$1`, `$2`, … Our own texts hold no question mark but placeholders.
pub(crate) fn numbered(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut count = 0;
    for letter in text.chars() {
        if letter == '?' {
            count += 1;
            out.push('$');
            out.push_str(&count.to_string());
        } else {
            out.push(letter);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_padded_so_that_texts_repeat() {
        let mut three = Sql::new("id IN ");
        three.bind_list(&[1_i64, 2, 3]);
        let mut four = Sql::new("id IN ");
        four.bind_list(&[1_i64, 2, 3, 4]);
        assert_eq!(three.text, four.text);
        assert_eq!(
            three.params,
            vec![Value::Int(1), Value::Int(2), Value::Int(3), Value::Int(3)]
        );
        let mut none = Sql::new("id IN ");
        none.bind_list::<i64>(&[]);
        assert_eq!(none.text, "id IN (NULL)");
    }

    #[test]
    fn placeholders_are_numbered() {
        assert_eq!(
            numbered("a = ? AND b IN (?, ?)"),
            "a = $1 AND b IN ($2, $3)"
        );
    }
}
