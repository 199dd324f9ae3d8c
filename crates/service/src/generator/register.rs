//! The lines that make a resource known: in files that all resources share. They are put in by
//! what stands around them, and not twice.

use std::fmt::Write as _;

use super::{
    plan::Plan,
    shared::{MENU, RESOURCES, RULES, Shared, TESTS, VIEWS, free_class},
};

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
