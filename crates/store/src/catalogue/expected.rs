//! What the migrations made, from their texts: plain `CREATE`, `ALTER` and `DROP` statements.

use super::{
    Kind, Thing, Things,
    definition::{Table, TableColumn, plain, sorted},
};
use crate::{migrate, sql::Dialect};

/// The tables that SQLite makes behind a table for contained text.
const BEHIND_GRAMS: [(&str, &str); 4] = [
    ("data", "(id INTEGER PRIMARY KEY, block BLOB)"),
    (
        "idx",
        "(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID",
    ),
    (
        "docsize",
        "(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER)",
    ),
    ("config", "(k PRIMARY KEY, v) WITHOUT ROWID"),
];

pub fn things(texts: &[&str], dialect: Dialect) -> Things {
    let mut things = Things::new();
    for text in [migrate::HISTORY].iter().chain(texts) {
        for statement in statements(text) {
            apply(&mut things, &statement, dialect);
        }
    }
    things
}

/// The statements of a migration, without comments.
fn statements(text: &str) -> Vec<String> {
    let mut statements = Vec::new();
    let mut open = String::new();
    for line in text
        .lines()
        .filter(|line| !line.trim_start().starts_with("--"))
    {
        open.push_str(line);
        open.push('\n');
        let is_quoted = open.matches("$$").count() % 2 == 1;
        let is_body =
            open.contains("BEGIN") && !open.contains("$$") && !open.trim_end().ends_with("END;");
        if line.trim_end().ends_with(';') && !is_quoted && !is_body {
            statements.push(std::mem::take(&mut open));
        }
    }
    statements.push(open);
    statements
}

/// The words of a statement, without those that change nothing about what it makes.
struct Words(Vec<String>);

impl Words {
    fn of(statement: &str) -> Self {
        let words = statement
            .split(|letter: char| letter.is_whitespace() || letter == '(' || letter == ';')
            .filter(|word| !word.is_empty())
            .map(|word| word.replace('"', ""))
            .filter(|word| {
                let word = word.to_uppercase();
                !matches!(word.as_str(), "IF" | "NOT" | "EXISTS" | "UNIQUE" | "ONLY")
            });
        let mut words: Vec<String> = words.collect();
        if words.get(1).is_some_and(|word| word == "OR") {
            words.drain(1..3);
        }
        Self(words)
    }

    fn at(&self, at: usize) -> &str {
        self.0.get(at).map_or("", String::as_str)
    }

    fn after(&self, word: &str) -> &str {
        let at = self.0.iter().position(|found| found == word);
        at.map_or("", |at| self.at(at + 1))
    }
}

fn apply(things: &mut Things, statement: &str, dialect: Dialect) {
    let words = Words::of(statement);
    let name = words.at(2);
    match (words.at(0), words.at(1)) {
        ("CREATE", "TABLE") => add_table(things, name, &Table::parse(statement), dialect),
        ("CREATE", "VIRTUAL") => {
            let name = words.at(3);
            things.insert(Thing::table(name), plain(statement));
            for (part, text) in BEHIND_GRAMS {
                let table = Table::parse(text);
                add_table(things, &format!("{name}_{part}"), &table, dialect);
            }
        }
        ("CREATE", "INDEX") => {
            let index = Thing::of(Kind::Index, words.after("ON"), name);
            things.insert(index, plain(statement));
        }
        ("CREATE", "TRIGGER") => {
            let trigger = Thing::of(Kind::Trigger, words.after("ON"), name);
            things.insert(trigger, sorted(statement));
        }
        ("CREATE", "FUNCTION") => {
            let body = statement.split("$$").nth(1).unwrap_or_default();
            let function = Thing::of(Kind::Function, "", name.trim_end_matches(')'));
            things.insert(function, plain(body));
        }
        ("ALTER", "TABLE") => alter(things, statement, &words),
        ("DROP", "TABLE") => things.retain(|thing, _| thing.table != name),
        ("DROP", "INDEX") => {
            things.retain(|thing, _| thing.kind != Kind::Index || thing.name != name);
        }
        ("DROP", "TRIGGER") => {
            let table = words.after("ON");
            let is_it = |thing: &Thing| {
                let is_there = table.is_empty() || thing.table == table;
                thing.kind == Kind::Trigger && thing.name == name && is_there
            };
            things.retain(|thing, _| !is_it(thing));
        }
        _ => {}
    }
}

/// Adds a table with all that was parsed of it, for what was found as for what is wanted.
pub fn add_table(things: &mut Things, name: &str, table: &Table, dialect: Dialect) {
    things.insert(Thing::table(name), table.options.clone());
    if !table.key.is_empty() {
        let key = Thing::of(Kind::Key, name, name);
        things.insert(key, table.key.join(","));
    }
    add_checks(things, name, &table.checks);
    for column in &table.columns {
        // What a server says of a column is what it comes to.
        let is_key = dialect == Dialect::Postgres && table.key.contains(&column.name);
        let column = TableColumn {
            is_required: column.is_required || is_key,
            ..column.clone()
        };
        let thing = Thing::of(Kind::Column, name, &column.name);
        things.insert(thing, column.text());
    }
}

pub fn add_checks(things: &mut Things, table: &str, checks: &[String]) {
    let thing = Thing::of(Kind::Checks, table, table);
    let known = things.get(&thing).cloned().unwrap_or_default();
    let known = known.split('\n').map(str::to_owned);
    let all = known.chain(checks.iter().cloned());
    let mut all: Vec<String> = all.filter(|check| !check.is_empty()).collect();
    all.sort_unstable();
    if !all.is_empty() {
        things.insert(thing, all.join("\n"));
    }
}

/// A way to alter a table that is not here shows as a difference in every check.
fn alter(things: &mut Things, statement: &str, words: &Words) {
    let name = words.at(2);
    let column = |name_of_it: &str| Thing::of(Kind::Column, name, name_of_it);
    match (words.at(3), words.at(4)) {
        ("ADD", "COLUMN") => {
            let definition = statement.split_once("COLUMN").map_or("", |(_, rest)| rest);
            let mut table = Table::default();
            table.add(definition.trim().trim_end_matches(';'));
            add_checks(things, name, &table.checks);
            let columns = table.columns.iter();
            things.extend(columns.map(|added| (column(&added.name), added.text())));
        }
        ("DROP", "COLUMN") => drop(things.remove(&column(words.at(5)))),
        ("RENAME", "COLUMN") => {
            let text = things.remove(&column(words.at(5)));
            things.extend(text.map(|text| (column(words.at(7)), text)));
        }
        ("RENAME", "TO") => rename(things, name, words.at(5)),
        _ => {}
    }
}

/// Everything of a table goes by its new name.
fn rename(things: &mut Things, from: &str, to: &str) {
    let all = std::mem::take(things).into_iter().map(|(thing, text)| {
        if thing.table != from {
            return (thing, text);
        }
        let text = match thing.kind {
            Kind::Index => text.replacen(&format!("on{from}"), &format!("on{to}"), 1),
            Kind::Trigger => sorted(&text.replace(from, to)),
            _ => text,
        };
        let name = if thing.name == from { to } else { &thing.name };
        (Thing::of(thing.kind, to, name), text)
    });
    *things = all.collect();
}
