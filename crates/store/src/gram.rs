//! Contains-search by n-grams that we make ourselves, so that two-character Chinese names are
//! found and both engines find the same: FTS5 on SQLite, a GIN index on PostgreSQL.
//!
//! On SQLite the words of new rows are written behind the transactions that add them, by the writer
//! when it has nothing else to do: an index of words changes many pages, whatever it is told. Numbers
//! grow, so the newest row of the index says how far it has come; a search looks through the few rows
//! behind that itself.

use std::{collections::BTreeSet, iter};

use schema::{Model, models};

use crate::{
    conn::Tx,
    error::{Error, Result},
    pending,
    sql::{Dialect, Sql},
    value::Value,
};

/// How much of a text is indexed.
const LETTERS: usize = 500;

/// The case rule of contains-search: ASCII letters match either way.
pub(crate) fn folded(text: &str) -> String {
    text.to_ascii_lowercase()
}

/// Words one behind the other: a row has hundreds, most of them a few letters long.
#[derive(Default)]
struct Words {
    text: String,
    ends: Vec<usize>,
}

impl Words {
    /// Tokens of one column's text: every letter and every pair of neighbours, as plain ASCII words
    /// that no tokenizer takes apart.
    fn add_all(&mut self, column: usize, text: &str) {
        let column = format!("c{column}");
        let letters: Vec<char> = folded(text).chars().take(LETTERS).collect();
        for letter in &letters {
            self.add(&column, &[*letter]);
        }
        for pair in letters.windows(2) {
            self.add(&column, pair);
        }
    }

    fn add(&mut self, column: &str, letters: &[char]) {
        push_token(&mut self.text, column, letters);
        self.ends.push(self.text.len());
    }

    /// Each once, in the order of their bytes, with spaces between them.
    fn joined(&self) -> String {
        let begins = iter::once(0).chain(self.ends.iter().copied());
        let spans = begins.zip(&self.ends);
        let mut words: Vec<&str> = spans
            .filter_map(|(begin, end)| self.text.get(begin..*end))
            .collect();
        words.sort_unstable();
        words.dedup();
        words.join(" ")
    }
}

fn push_token(into: &mut String, column: &str, letters: &[char]) {
    into.push_str(column);
    for letter in letters {
        into.push('x');
        let code = u32::from(*letter);
        let digits = (u32::BITS - code.leading_zeros()).div_ceil(4).max(1);
        let digits = (0..digits).rev().map(|place| code >> (4 * place) & 0xf);
        into.extend(digits.filter_map(|digit| char::from_digit(digit, 16)));
    }
}

fn token(column: usize, letters: &[char]) -> String {
    let mut word = String::new();
    push_token(&mut word, &format!("c{column}"), letters);
    word
}

/// What is indexed for a row: `texts` in the order of the model's searchable columns.
pub(crate) fn index_text<'a>(texts: impl Iterator<Item = Option<&'a str>>) -> String {
    let mut words = Words::default();
    for (column, text) in texts.enumerate() {
        words.add_all(column, text.unwrap_or_default());
    }
    words.joined()
}

/// Adds a condition that is true for rows whose `column` contains `needle`: the index narrows,
/// a comparison decides.
pub(crate) fn contains(sql: &mut Sql, dialect: Dialect, model: &Model, column: &str, needle: &str) {
    let at = model
        .gram_fields()
        .position(|field| field.column.name == column)
        .unwrap_or_default();
    let letters: Vec<char> = folded(needle).chars().take(LETTERS).collect();
    let words: BTreeSet<String> = match letters.as_slice() {
        [one] => [token(at, &[*one])].into(),
        many => many.windows(2).map(|pair| token(at, pair)).collect(),
    };
    let words: Vec<String> = words.into_iter().collect();
    match dialect {
        Dialect::Sqlite => {
            let index = format!("{}_gram", model.name);
            sql.push("t.id IN (SELECT rowid FROM ")
                .name(&index)
                .push(" WHERE ")
                .name(&index);
            sql.push(" MATCH ").bind(words.join(" AND "));
            sql.push(" UNION ALL SELECT w.id FROM ").name(&model.name);
            sql.push(" w WHERE ");
            wordless(sql, model, "w");
            sql.push(")");
        }
        Dialect::Postgres => {
            sql.push("t.gram @> string_to_array(")
                .bind(words.join(" "))
                .push(", ' ')");
        }
    }
    // The C collation folds ASCII alone, whatever the locale of the database.
    let collation = match dialect {
        Dialect::Sqlite => "",
        Dialect::Postgres => " COLLATE \"C\"",
    };
    sql.push(" AND lower(t.")
        .name(column)
        .push(collation)
        .push(") LIKE ")
        .bind(like_pattern(needle))
        .push(" ESCAPE '!'");
}

fn like_pattern(needle: &str) -> String {
    let mut pattern = String::from("%");
    for letter in folded(needle).chars() {
        if matches!(letter, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

/// Rows that the index has not come to.
fn wordless(sql: &mut Sql, model: &Model, alias: &str) {
    sql.push(alias)
        .push(".id > (SELECT coalesce(max(id), 0) FROM ")
        .name(&format!("{}_gram_docsize", model.name))
        .push(")");
}

/// A row was added, whose words are still to be written. PostgreSQL keeps them in the row itself.
pub fn await_words(tx: &mut Tx<'_>, model: &Model) {
    if tx.dialect() == Dialect::Sqlite && model.gram_fields().next().is_some() {
        tx.behind.wordless += 1;
    }
}

/// Makes the index of a row that had one.
pub(crate) fn replace(tx: &mut Tx<'_>, model: &Model, id: i64, words: &str) -> Result<()> {
    if remove(tx, model, id)? {
        index(tx, model, id, words)?;
    }
    Ok(())
}

/// Forgets a row; answers whether the index had come to it. PostgreSQL keeps the words in the row
/// itself, which lists no more.
pub(crate) fn remove(tx: &mut Tx<'_>, model: &Model, id: i64) -> Result<bool> {
    if tx.dialect() == Dialect::Postgres {
        return Ok(false);
    }
    pending::flush(tx)?;
    let text = format!("DELETE FROM \"{}_gram\" WHERE rowid = ?", model.name);
    Ok(tx.execute(&text, &[Value::Int(id)])? > 0)
}

fn index(tx: &mut Tx<'_>, model: &Model, id: i64, words: &str) -> Result<()> {
    let text = format!(
        "INSERT INTO \"{}_gram\" (rowid, gram) VALUES (?, ?)",
        model.name
    );
    tx.execute_one(&text, &[id.into(), words.into()])
}

/// Writes the words of at most so many rows that have none yet; answers of how many, or the table
/// whose index cannot be written.
pub(crate) fn catch_up(tx: &mut Tx<'_>, most: usize) -> Result<usize, (&'static str, Error)> {
    let mut done = 0;
    if tx.dialect() == Dialect::Sqlite {
        for model in models() {
            let name = model.name.as_str();
            let is_searched = model.gram_fields().next().is_some();
            if done < most && is_searched && !tx.behind.broken.contains_key(name) {
                done += index_next(tx, model, most - done).map_err(|error| (name, error))?;
            }
        }
    }
    Ok(done)
}

/// The same for a table.
fn index_next(tx: &mut Tx<'_>, model: &Model, most: usize) -> Result<usize> {
    // The index counts a row that is deleted, and finds it by nothing.
    let is_gone = if model.table.append_only {
        "FALSE"
    } else {
        "t.is_del"
    };
    let mut sql = Sql::new("SELECT t.id, ");
    sql.push(is_gone);
    for field in model.gram_fields() {
        sql.push(", t.").name(field.column.name);
    }
    sql.push(" FROM ").name(&model.name).push(" t WHERE ");
    wordless(&mut sql, model, "t");
    sql.push(" ORDER BY t.id LIMIT ")
        .bind(i64::try_from(most).unwrap_or(i64::MAX));
    let rows = tx.query_sql(&sql)?;
    for row in &rows {
        let words = if row.bool(1)? {
            String::new()
        } else {
            let texts = row.0.iter().skip(2).map(|value| match value {
                Value::Text(text) => Some(text.as_str()),
                _ => None,
            });
            index_text(texts)
        };
        index(tx, model, row.int(0)?, &words)?;
    }
    Ok(rows.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_character_names_have_a_token_of_their_own() {
        let words = index_text([Some("张三丰")].into_iter());
        assert!(words.contains("c0x5f20x4e09"), "{words}");
        assert!(words.split(' ').any(|word| word == "c0x5f20"));
    }

    #[test]
    fn each_word_stands_once_and_in_order() {
        assert_eq!(
            index_text([Some("\0aA"), None, Some("😀张😀张")].into_iter()),
            "c0x0 c0x0x61 c0x61 c0x61x61 c2x1f600 c2x1f600x5f20 c2x5f20 c2x5f20x1f600"
        );
        assert_eq!(index_text([None, Some("")].into_iter()), "");
    }

    #[test]
    fn wildcards_are_letters() {
        assert_eq!(like_pattern("10%_A!"), "%10!%!_a!!%");
    }
}
