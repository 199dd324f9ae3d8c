//! Contains-search by n-grams that we make ourselves, so that two-character Chinese names are
//! found and both engines find the same: FTS5 on SQLite, a GIN index on PostgreSQL.

use std::{collections::BTreeSet, iter};

use schema::Model;

use crate::{
    conn::Tx,
    error::Result,
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
            sql.push(" MATCH ").bind(words.join(" AND ")).push(")");
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

/// Makes the index of a row that has none yet. PostgreSQL keeps it in the row itself.
pub(crate) fn add(tx: &mut Tx<'_>, model: &Model, id: i64, words: &str) -> Result<()> {
    if tx.dialect() == Dialect::Postgres {
        return Ok(());
    }
    let index = format!("{}_gram", model.name);
    let head = format!("INSERT INTO \"{index}\" (rowid, gram)");
    let row = vec![id.into(), words.into()];
    if tx.waiting.is_on {
        return pending::append(tx, &head, row);
    }
    tx.execute_late(&index, &format!("{head} VALUES (?, ?)"), row)
}

/// Makes the index of a row that had one.
pub(crate) fn replace(tx: &mut Tx<'_>, model: &Model, id: i64, words: &str) -> Result<()> {
    remove(tx, model, id)?;
    add(tx, model, id, words)
}

/// Forgets a row. PostgreSQL keeps it in the row itself, which lists no more.
pub(crate) fn remove(tx: &mut Tx<'_>, model: &Model, id: i64) -> Result<()> {
    if tx.dialect() == Dialect::Sqlite {
        pending::flush(tx)?;
        let text = format!("DELETE FROM \"{}_gram\" WHERE rowid = ?", model.name);
        tx.execute(&text, &[Value::Int(id)])?;
    }
    Ok(())
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
