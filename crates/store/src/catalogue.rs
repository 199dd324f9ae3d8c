//! Tables, indexes and triggers as the migrations made them, against those of the database. What is
//! expected is read from the texts of the migrations, so it cannot go stale.

use std::collections::{BTreeMap, BTreeSet};

use crate::{conn::Conn, error::Result, migrate, sql::Dialect};

/// A thing of the structure: what it is, and its name.
type Thing = (Kind, String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Table,
    Key,
    Index,
    Trigger,
    Function,
    Rule,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Self::Table => "表",
            Self::Key => "主键",
            Self::Index => "索引",
            Self::Trigger => "触发器",
            Self::Function => "函数",
            Self::Rule => "规则",
        }
    }
}

/// What a thing belongs to and how it is defined, told apart from how it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Definition {
    table: String,
    text: String,
}

/// What differs, and whether whole tables are missing.
#[derive(Debug, Default)]
pub struct Differences {
    pub sentences: Vec<String>,
    pub has_missing_tables: bool,
}

pub fn differences(conn: &mut Conn) -> Result<Differences> {
    let dialect = conn.dialect();
    let wanted = expected(&migrate::texts(conn)?, dialect);
    let found = match dialect {
        Dialect::Sqlite => sqlite(conn)?,
        Dialect::Postgres => postgres(conn)?,
    };
    let mut differences = Differences::default();
    for ((kind, name), definition) in &wanted {
        let word = kind.word();
        match found.get(&(*kind, name.clone())) {
            None => {
                differences.has_missing_tables |= *kind == Kind::Table;
                differences
                    .sentences
                    .push(format!("数据库结构：缺少{word} {name}"));
            }
            Some(found) if found.text != definition.text => differences
                .sentences
                .push(format!("数据库结构：{word} {name} 与程序的定义不同")),
            Some(_) => {}
        }
    }
    let ours: BTreeSet<&str> = wanted
        .values()
        .map(|definition| definition.table.as_str())
        .collect();
    for (thing, definition) in &found {
        // A table of somebody else's is none of our business; what hangs on ours is.
        let is_ours = !definition.table.is_empty() && ours.contains(definition.table.as_str());
        if thing.0 != Kind::Table && is_ours && !wanted.contains_key(thing) {
            let (kind, name) = thing;
            differences
                .sentences
                .push(format!("数据库结构：多出{} {name}", kind.word()));
        }
    }
    Ok(differences)
}

fn expected(texts: &[&str], dialect: Dialect) -> BTreeMap<Thing, Definition> {
    let mut things = BTreeMap::new();
    for text in texts {
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
    statements
}

fn apply(things: &mut BTreeMap<Thing, Definition>, statement: &str, dialect: Dialect) {
    let words: Vec<String> = statement
        .split(|letter: char| letter.is_whitespace() || letter == '(' || letter == ';')
        .filter(|word| !word.is_empty())
        .map(|word| word.replace('"', ""))
        .filter(|word| !matches!(word.to_uppercase().as_str(), "IF" | "NOT" | "EXISTS"))
        .collect();
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let skipped =
        usize::from(matches!(word(1), "UNIQUE" | "VIRTUAL")) + 2 * usize::from(word(1) == "OR");
    let (what, name) = (word(1 + skipped), word(2 + skipped).to_owned());
    let after_on = || {
        let at = words.iter().position(|word| word == "ON");
        at.map_or(String::new(), |at| word(at + 1).to_owned())
    };
    match (word(0), what) {
        ("CREATE", "TABLE") => {
            if dialect == Dialect::Postgres && statement.contains("PRIMARY KEY") {
                let key = Definition {
                    table: name.clone(),
                    text: String::new(),
                };
                things.insert((Kind::Key, name.clone()), key);
            }
            let table = Definition {
                table: name.clone(),
                text: String::new(),
            };
            things.insert((Kind::Table, name), table);
        }
        ("CREATE", "INDEX") => {
            let definition = Definition {
                table: after_on(),
                text: plain(statement),
            };
            things.insert((Kind::Index, name), definition);
        }
        ("CREATE", "TRIGGER") => {
            let definition = Definition {
                table: after_on(),
                text: sorted(statement),
            };
            things.insert((Kind::Trigger, name), definition);
        }
        ("CREATE", "FUNCTION") => {
            let body = statement.split("$$").nth(1).unwrap_or_default();
            let definition = Definition {
                table: String::new(),
                text: plain(body),
            };
            let name = name.trim_end_matches(')').to_owned();
            things.insert((Kind::Function, name), definition);
        }
        ("DROP", "TABLE") => things.retain(|_, definition| definition.table != name),
        ("DROP", "INDEX") => drop(things.remove(&(Kind::Index, name))),
        ("DROP", "TRIGGER") => drop(things.remove(&(Kind::Trigger, name))),
        _ => {}
    }
}

/// A definition without what the engines write differently: case, quotes, brackets, defaults.
fn plain(text: &str) -> String {
    let text = text.to_lowercase().replace("::text", "");
    let text = text.replace("using btree", "").replace("if not exists", "");
    text.chars()
        .filter(|letter| !letter.is_whitespace() && !matches!(letter, '"' | '(' | ')' | ';'))
        .collect()
}

/// The words of a definition in any order: PostgreSQL sorts what a trigger fires on.
fn sorted(text: &str) -> String {
    let lower = text.to_lowercase();
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '=';
    let mut words: Vec<&str> = lower
        .split(|letter| !is_part(letter))
        .filter(|word| !word.is_empty())
        .collect();
    words.sort_unstable();
    words.join(" ")
}

fn sqlite(conn: &mut Conn) -> Result<BTreeMap<Thing, Definition>> {
    let rows = conn.query(
        "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'",
        &[],
    )?;
    let mut found = BTreeMap::new();
    for row in &rows {
        let (kind, text) = match row.text(0)? {
            "index" => (Kind::Index, plain(row.text(3)?)),
            "trigger" => (Kind::Trigger, sorted(row.text(3)?)),
            _ => (Kind::Table, String::new()),
        };
        let table = row.text(2)?.to_owned();
        let name = row.text(1)?.to_owned();
        found.insert((kind, name), Definition { table, text });
    }
    Ok(found)
}

fn postgres(conn: &mut Conn) -> Result<BTreeMap<Thing, Definition>> {
    let mut found = BTreeMap::new();
    let schema = conn.query_one("SELECT current_schema()::text || '.'", &[])?;
    let schema = schema.text(0)?.to_owned();
    let here = "JOIN pg_namespace n ON n.oid = t.relnamespace WHERE n.nspname = current_schema()";
    let texts = [
        (
            Kind::Table,
            format!("SELECT t.relname::text, t.relname::text, '' FROM pg_class t {here} AND t.relkind IN ('r', 'p')"),
        ),
        (
            Kind::Key,
            format!(
                "SELECT t.relname::text, t.relname::text, '' FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid {here} \
                 AND i.indisprimary AND i.indisvalid"
            ),
        ),
        (
            Kind::Index,
            format!(
                "SELECT c.relname::text, t.relname::text, \
                 CASE WHEN i.indisvalid THEN pg_get_indexdef(i.indexrelid) ELSE '' END FROM pg_index i \
                 JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid {here} AND NOT i.indisprimary"
            ),
        ),
        (
            Kind::Trigger,
            format!(
                "SELECT g.tgname::text, t.relname::text, \
                 CASE WHEN g.tgenabled::text IN ('O', 'A') THEN pg_get_triggerdef(g.oid) ELSE '' END FROM pg_trigger g \
                 JOIN pg_class t ON t.oid = g.tgrelid {here} AND NOT g.tgisinternal"
            ),
        ),
        (
            Kind::Function,
            "SELECT p.proname::text, '', p.prosrc FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace \
             WHERE n.nspname = current_schema()"
                .to_owned(),
        ),
        (
            Kind::Rule,
            "SELECT rulename::text, tablename::text, '' FROM pg_rules WHERE schemaname = current_schema()".to_owned(),
        ),
    ];
    for (kind, text) in texts {
        for row in conn.query(&text, &[])? {
            let text = row.text(2)?.replace(&schema, "");
            let text = match kind {
                Kind::Trigger => sorted(&text),
                _ => plain(&text),
            };
            let table = row.text(1)?.to_owned();
            let name = row.text(0)?.to_owned();
            found.insert((kind, name), Definition { table, text });
        }
    }
    Ok(found)
}
