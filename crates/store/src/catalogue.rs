//! The structure of the database against the one the migrations made: tables and their columns,
//! indexes, triggers, and whatever somebody else put beside them. What is expected is read from
//! the texts of the migrations, so it cannot go stale.

mod definition;
mod expected;
mod found;

use std::collections::BTreeMap;

use crate::{conn::Conn, error::Result, migrate};

/// A thing of the structure: what it is, the table it belongs to, and its name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Thing {
    kind: Kind,
    /// Empty where it belongs to none.
    table: String,
    name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Table,
    View,
    Sequence,
    Column,
    Key,
    /// All checks of a table together: they have no names that mean anything.
    Checks,
    Index,
    Trigger,
    Function,
    Rule,
    Policy,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Self::Table => "表",
            Self::View => "视图",
            Self::Sequence => "序列",
            Self::Column => "列",
            Self::Key => "主键",
            Self::Checks => "约束",
            Self::Index => "索引",
            Self::Trigger => "触发器",
            Self::Function => "函数",
            Self::Rule => "规则",
            Self::Policy => "行策略",
        }
    }
}

/// How each thing is defined, told apart from how it is written.
type Things = BTreeMap<Thing, String>;

impl Thing {
    fn table(name: &str) -> Self {
        Self {
            kind: Kind::Table,
            table: name.to_owned(),
            name: name.to_owned(),
        }
    }

    fn of(kind: Kind, table: &str, name: &str) -> Self {
        Self {
            kind,
            table: table.to_owned(),
            name: name.to_owned(),
        }
    }

    /// What it is and its name, for a sentence.
    fn shown(&self) -> String {
        let (word, name, table) = (self.kind.word(), &self.name, &self.table);
        match self.kind {
            Kind::Column => format!("{word} {table}.{name}"),
            _ if table.is_empty() || table == name => format!("{word} {name}"),
            _ => format!("{word} {name}（表 {table}）"),
        }
    }

    /// Whether it belongs to a table that is not among these: that is said of the table alone.
    fn goes_with_its_table(&self, things: &Things) -> bool {
        let has_table = !self.table.is_empty() && self.kind != Kind::Table;
        has_table && !things.contains_key(&Self::table(&self.table))
    }
}

/// A table, its columns, and those that tell its rows apart.
pub(crate) type Columns = (String, Vec<String>, Vec<String>);

/// The tables that the migrations of this database made.
pub(crate) fn tables(conn: &mut Conn) -> Result<Vec<Columns>> {
    let things = expected::things(&migrate::texts(conn)?, conn.dialect());
    let tables = things.keys().filter(|thing| thing.kind == Kind::Table);
    let columns = |table: &str| -> Vec<String> {
        let own = |thing: &&Thing| thing.kind == Kind::Column && thing.table == table;
        let own = things.keys().filter(own);
        own.map(|thing| thing.name.clone()).collect()
    };
    let key = |table: &str| -> Vec<String> {
        let key = things.get(&Thing::of(Kind::Key, table, table));
        let names = key.map_or("", String::as_str).split(',');
        let names = names.filter(|name| !name.is_empty());
        names.map(str::to_owned).collect()
    };
    let shape = |thing: &Thing| {
        let name = thing.name.as_str();
        (name.to_owned(), columns(name), key(name))
    };
    Ok(tables.map(shape).collect())
}

/// A table, view or sequence that no migration of ours made, where there is one.
pub(crate) fn foreign(conn: &mut Conn) -> Result<Option<String>> {
    let wanted = if migrate::is_untouched(conn)? {
        Things::new()
    } else {
        expected::things(&migrate::texts(conn)?, conn.dialect())
    };
    let found = found::things(conn)?;
    let holds_rows = |thing: &&Thing| match thing.kind {
        Kind::Table | Kind::View | Kind::Sequence => !wanted.contains_key(*thing),
        _ => false,
    };
    Ok(found.keys().find(holds_rows).map(Thing::shown))
}

/// What differs, and whether whole tables are missing.
#[derive(Debug, Default)]
pub struct Differences {
    pub sentences: Vec<String>,
    pub has_missing_tables: bool,
}

pub fn differences(conn: &mut Conn) -> Result<Differences> {
    let wanted = expected::things(&migrate::texts(conn)?, conn.dialect());
    let found = found::things(conn)?;
    let mut differences = Differences::default();
    let mut say = |thing: &Thing, before: &str, after: &str| {
        let sentence = format!("数据库结构：{before}{}{after}", thing.shown());
        differences.sentences.push(sentence);
    };
    for (thing, definition) in &wanted {
        match found.get(thing) {
            None if thing.goes_with_its_table(&found) => {}
            None => say(thing, "缺少", ""),
            Some(found) if found != definition => say(thing, "", " 与程序的定义不同"),
            Some(_) => {}
        }
    }
    for thing in found.keys() {
        if !wanted.contains_key(thing) && !thing.goes_with_its_table(&wanted) {
            say(thing, "多出", "");
        }
    }
    let mut tables = wanted.keys().filter(|thing| thing.kind == Kind::Table);
    differences.has_missing_tables = tables.any(|table| !found.contains_key(table));
    Ok(differences)
}
