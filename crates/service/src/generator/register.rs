//! The lines that make a resource known: in files that all resources share. They are put in by
//! what stands around them, and not twice.

use std::fmt::Write as _;

use super::{name, plan::Plan};

/// The shared files as this program was built from them, or as they stand in a source tree.
#[derive(Debug, Clone)]
pub struct Shared(pub Vec<(&'static str, String)>);

const RESOURCES: &str = "crates/schema/src/resources/mod.rs";
const MENU: &str = "crates/schema/src/menu/tree.rs";
const RULES: &str = "crates/service/src/resources/mod.rs";
const TESTS: &str = "crates/server/tests/http/main.rs";
const VIEWS: &str = "web/src/pages/views.ts";

const BUILT_IN: [(&str, &str); 5] = [
    (
        RESOURCES,
        include_str!("../../../schema/src/resources/mod.rs"),
    ),
    (MENU, include_str!("../../../schema/src/menu/tree.rs")),
    (RULES, include_str!("../resources/mod.rs")),
    (TESTS, include_str!("../../../server/tests/http/main.rs")),
    (VIEWS, include_str!("../../../../web/src/pages/views.ts")),
];

impl Shared {
    pub fn built_in() -> Self {
        Self(BUILT_IN.map(|(path, text)| (path, text.to_owned())).into())
    }

    /// The paths of them.
    pub fn paths() -> [&'static str; 5] {
        BUILT_IN.map(|(path, _)| path)
    }
}

/// The shared files with what this plan adds to them, only those that change; or a sentence where
/// one does not look as it should.
pub fn changed(plan: &Plan, shared: &Shared) -> Result<Vec<(&'static str, String)>, String> {
    free_class(&plan.table, &plan.class, shared)?;
    let mut changed = Vec::new();
    for (path, before) in &shared.0 {
        let mut file = Lines::of(before);
        add(plan, path, &mut file);
        if file.is_strange {
            return Err(format!("{path} 中找不到登记的位置，请检查该文件"));
        }
        let after = file.text();
        if after != *before {
            changed.push((*path, after));
        }
    }
    Ok(changed)
}

/// The tables that the shared files know, each with the names of its types.
fn known_classes(shared: &Shared) -> Vec<(&str, Vec<&str>)> {
    let known = shared.0.iter().find(|(path, _)| *path == RESOURCES);
    let lines = known.map_or("", |(_, text)| text.as_str()).lines();
    let uses = lines.filter_map(|line| line.strip_prefix("pub use ")?.split_once("::"));
    let known = uses.map(|(table, classes)| {
        let classes = classes.split(|letter: char| !letter.is_ascii_alphanumeric());
        let classes = classes.filter(|class| !class.is_empty());
        (table, classes.collect())
    });
    known.collect()
}

/// The name of a table's type where nobody gives one: the one it has, or one made of its own.
pub fn class_of(table: &str) -> String {
    let shared = Shared::built_in();
    let known = known_classes(&shared);
    let of_table = known.iter().find(|(other, _)| *other == table);
    let class = of_table.and_then(|(_, classes)| classes.first());
    class.map_or_else(|| name::pascal(table), |class| (*class).to_owned())
}

/// Refuses the name of a type that another table has, and another name for one that is known.
pub fn free_class(table: &str, class: &str, shared: &Shared) -> Result<(), String> {
    for (other, classes) in known_classes(shared) {
        match (other == table, classes.contains(&class)) {
            (false, true) => return Err(format!("类名{class}已用于表 {other}，请换一个")),
            (true, false) => {
                let known = classes.first().copied().unwrap_or_default();
                return Err(format!("源码中该资源的类名是{known}，请保持一致"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn add(plan: &Plan, path: &str, file: &mut Lines) {
    let (table, class) = (&plan.table, &plan.class);
    match path {
        RESOURCES if plan.beyond().is_none() => {
            file.sorted("mod ", &format!("mod {table};"));
            let known = format!("pub use {table}::");
            if !file.has(|line| line.starts_with(&known)) {
                file.sorted("pub use ", &format!("pub use {table}::{class};"));
                file.before_end("pub const ALL", "];", &format!("    {class}::model,"));
            }
        }
        MENU => page(plan, file),
        RULES if plan.has_rules() => {
            file.sorted("mod ", &format!("mod {table};"));
            let known = format!("&{table}::RULES)");
            if !file.has(|line| line.contains(&known)) {
                let line = format!("    (&schema::resources::{class}::TABLE, &{table}::RULES),");
                file.before_end("const RULES", "];", &line);
            }
        }
        TESTS if plan.is_new() => file.sorted("mod ", &format!("mod {table};")),
        VIEWS if plan.with_page => {
            let known = format!("\"{}\": ", plan.path);
            if !file.has(|line| line.trim_start().starts_with(&known)) {
                let (path, name) = (&plan.path, plan.page_name());
                let line = format!("  \"{path}\": () => import(\"./{path}/{name}\"),");
                file.before_end("const special", "};", &line);
            }
        }
        _ => {}
    }
}

/// The page with a button for each action of the pattern.
fn page(plan: &Plan, file: &mut Lines) {
    let component = format!("\"{}\",", plan.path);
    if file.has(|line| line.trim() == component) {
        return;
    }
    let permission = plan.path.replace('/', ":");
    let lines = [
        "            page(".to_owned(),
        format!("                \"{}\",", plan.label),
        format!("                \"{}\",", plan.url()),
        format!("                {component}"),
        "                \"el-icon-document\",".to_owned(),
        format!("                &[Pattern(\"{permission}\", CRUD)],"),
        "            ),".to_owned(),
    ];
    let group = format!("        name: \"{}\",", plan.group);
    let group = if file.has(|line| line == group) {
        group
    } else {
        "        name: \"开发工具\",".to_owned()
    };
    for line in lines {
        file.before_end(&group, "        ],", &line);
    }
}

/// A file as its lines.
struct Lines {
    all: Vec<String>,
    /// What a line is put beside was not there.
    is_strange: bool,
}

impl Lines {
    fn of(text: &str) -> Self {
        Self {
            all: text.lines().map(str::to_owned).collect(),
            is_strange: false,
        }
    }

    fn text(&self) -> String {
        self.all.join("\n") + "\n"
    }

    fn has(&self, is_it: impl Fn(&str) -> bool) -> bool {
        self.all.iter().any(|line| is_it(line))
    }

    /// Puts a line among those that begin alike, in their order.
    fn sorted(&mut self, beginning: &str, line: &str) {
        if self.has(|known| known == line) {
            return;
        }
        let alike = self.all.iter().enumerate();
        let alike = alike.filter(|(_, known)| known.starts_with(beginning));
        let after = alike.clone().find(|(_, known)| known.as_str() > line);
        let last = || alike.clone().next_back().map(|(at, _)| at + 1);
        let at = after.map(|(at, _)| at).or_else(last);
        match at {
            Some(at) => self.all.insert(at, line.to_owned()),
            None => self.is_strange = true,
        }
    }

    /// Puts a line before the end of what begins so.
    fn before_end(&mut self, beginning: &str, end: &str, line: &str) {
        let begins = self
            .all
            .iter()
            .position(|known| known.starts_with(beginning));
        let ends = begins.and_then(|begins| {
            let ends = self
                .all
                .iter()
                .skip(begins)
                .position(|known| known == end)?;
            Some(begins + ends)
        });
        match ends {
            Some(ends) => self.all.insert(ends, line.to_owned()),
            None => self.is_strange = true,
        }
    }
}

/// Lines around a change.
const AROUND: usize = 3;

/// What a plan adds to the shared files, as a patch.
pub fn patch(plan: &Plan, shared: &Shared) -> Result<String, String> {
    let mut text = String::new();
    for (path, after) in changed(plan, shared)? {
        let before = shared.0.iter().find(|(known, _)| *known == path);
        let before = before.map_or("", |(_, text)| text.as_str());
        let _ = write!(text, "--- a/{path}\n+++ b/{path}\n");
        hunks(&mut text, before, &after);
    }
    Ok(text)
}

/// Only lines are added, so that the lines before are among those after in the same order.
fn hunks(out: &mut String, before: &str, after: &str) {
    let old: Vec<&str> = before.lines().collect();
    let mut known = old.iter().peekable();
    // Each line with whether it is new.
    let lines: Vec<(bool, &str)> = after
        .lines()
        .map(|line| (known.next_if(|old| **old == line).is_none(), line))
        .collect();
    let is_near = |at: usize| {
        let from = at.saturating_sub(AROUND);
        let near = lines.iter().skip(from).take(at - from + AROUND + 1);
        near.into_iter().any(|(is_new, _)| *is_new)
    };
    let mut added = 0;
    let mut at = 0;
    while at < lines.len() {
        if !is_near(at) {
            at += 1;
            continue;
        }
        let end = (at..lines.len())
            .find(|end| !is_near(*end))
            .unwrap_or(lines.len());
        let hunk: Vec<&(bool, &str)> = lines.iter().skip(at).take(end - at).collect();
        let new = hunk.iter().filter(|(is_new, _)| *is_new).count();
        let (from, to) = (at - added + 1, at + 1);
        let _ = writeln!(
            out,
            "@@ -{from},{} +{to},{} @@",
            hunk.len() - new,
            hunk.len()
        );
        for (is_new, line) in hunk {
            let _ = writeln!(out, "{}{line}", if *is_new { '+' } else { ' ' });
        }
        added += new;
        at = end;
    }
}
