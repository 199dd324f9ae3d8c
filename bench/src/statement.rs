//! Statements of the product and what is bound to them, to be run again for other orders.

use schema::Model;
use serde::Deserialize;
use store::Value;

/// Which instalment of which order.
#[derive(Clone, Copy, Deserialize)]
pub struct Step {
    pub order: i64,
    pub number: i64,
}

pub struct Statement {
    pub text: String,
    pub params: Vec<Param>,
    /// It adds a row to this resource.
    pub adds_to: Option<&'static Model>,
}

/// What is bound to a statement.
pub enum Param {
    Order,
    /// The number of the instalment, or one that is so much higher.
    Number(i64),
    /// As it was when the statement was taken down.
    Same(Value),
}

impl Statement {
    pub fn is_read(&self) -> bool {
        self.text.starts_with("SELECT")
    }

    /// It answers the id of the row that it adds.
    pub fn adds(&self) -> bool {
        self.text.ends_with("RETURNING id")
    }

    /// What is bound for an instalment.
    pub fn values(&self, step: Step) -> Vec<Value> {
        let value = |param: &Param| match param {
            Param::Order => step.order.into(),
            Param::Number(higher) => (step.number + higher).into(),
            Param::Same(value) => value.clone(),
        };
        self.params.iter().map(value).collect()
    }
}

/// The table that a statement writes, or the first one that it reads.
pub fn table_of(text: &str) -> &str {
    let before = ["INSERT INTO ", "UPDATE ", " FROM "];
    let after = before.iter().find_map(|word| text.split_once(word));
    first_word(after.map(|(_, rest)| rest))
}

fn first_word(text: Option<&str>) -> &str {
    let word = text.and_then(|text| text.split_whitespace().next());
    word.unwrap_or_default().trim_matches('"')
}

/// What a placeholder stands beside.
pub struct Place<'a> {
    /// The table named last before it.
    pub table: &'a str,
    /// Nothing where it is no value of a column.
    pub column: &'a str,
    /// The line of VALUES that it stands in, or its place in a list of values.
    pub line: usize,
}

/// The place of each placeholder.
pub fn places(text: &str) -> Vec<Place<'_>> {
    if text.starts_with("INSERT") {
        return places_of_insert(text);
    }
    let mut places: Vec<Place<'_>> = Vec::new();
    for (at, _) in text.match_indices('?') {
        let before = &text[..at];
        let piece = before.rsplit('?').next().unwrap_or_default();
        let table = first_word(before.rsplit_once(" FROM ").map(|(_, rest)| rest));
        let place = match places.last() {
            Some(last) if piece == ", " => Place {
                line: last.line + 1,
                ..*last
            },
            _ => Place {
                table,
                column: last_name(piece),
                line: 0,
            },
        };
        places.push(place);
    }
    places
}

fn places_of_insert(text: &str) -> Vec<Place<'_>> {
    let names = text.split_once('(').unwrap().1.split_once(')').unwrap().0;
    let names: Vec<&str> = names
        .split(", ")
        .map(|name| name.trim_matches('"'))
        .collect();
    let placeholders = text.matches('?').count();
    let place = |at: usize| Place {
        table: table_of(text),
        column: names[at % names.len()],
        line: at / names.len(),
    };
    (0..placeholders).map(place).collect()
}

fn last_name(text: &str) -> &str {
    let is_part = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let mut names = text.split(|letter| !is_part(letter));
    names.rfind(|name| !name.is_empty()).unwrap_or_default()
}
