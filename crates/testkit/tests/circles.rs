//! Modules of a crate form no circle: what a module uses does not use it back.

#![expect(
    clippy::unwrap_used,
    reason = "a source that cannot be read must fail loudly"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The sources of a crate by the names of their modules.
type Sources = BTreeMap<String, String>;
/// What each module uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

#[test]
fn modules_form_no_circle() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for entry in fs::read_dir(crates).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .join(&name)
            .join("src");
        let mut sources = Sources::new();
        read(&root, "", &mut sources);
        for circle in circles(&uses(&sources)) {
            found.push(format!("{name}: {circle:?}"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_circle_is_noticed() {
    let source = |text: &str| text.to_owned();
    let sources = Sources::from([
        (source("lib"), source("pub use b::Thing;")),
        (source("a"), source("use crate::{c, Thing};")),
        (source("b"), source("fn f() { crate::c::g(); }")),
        (source("c"), source("use crate::a::{self, G};")),
        (source("d"), source("// use crate::e;\n")),
        (source("e"), source("use crate::d::D;")),
    ]);
    assert_eq!(circles(&uses(&sources)), [["a", "b", "c"].map(source)]);
}

fn read(folder: &Path, parent: &str, sources: &mut Sources) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let name = match (parent, stem.as_str()) {
            (parent, "mod") => parent.to_owned(),
            ("", stem) => stem.to_owned(),
            (parent, stem) => format!("{parent}::{stem}"),
        };
        if path.is_dir() {
            read(&path, &name, sources);
        } else if path.extension().is_some_and(|end| end == "rs") {
            sources.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
}

fn uses(sources: &Sources) -> Uses {
    let root = sources.get("lib").map_or("", String::as_str);
    // What the crate gives a shorter name to is used from where it is.
    let shortened: BTreeMap<String, String> = paths(root, "pub use ")
        .into_iter()
        .filter_map(|path| Some((path.rsplit("::").next()?.to_owned(), path)))
        .collect();
    let modules = sources
        .iter()
        .filter(|(name, _)| !matches!(name.as_str(), "lib" | "main"));
    modules
        .map(|(name, text)| {
            let used = paths(text, "use ").into_iter().chain(named(text));
            let used = used.filter_map(|path| module(&path, name, sources, &shortened));
            (name.clone(), used.filter(|used| used != name).collect())
        })
        .collect()
}

/// A source without comments and unit tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text);
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

/// The paths of declarations that begin so, groups taken apart.
fn paths(text: &str, begin: &str) -> Vec<String> {
    let code = code(text);
    let mut paths = Vec::new();
    for declaration in code.split(';') {
        let line = declaration.rfind(&format!("\n{begin}")).map(|at| at + 1);
        let line = line.or_else(|| declaration.starts_with(begin).then_some(0));
        if let Some(tree) = line.and_then(|at| declaration.get(at + begin.len()..)) {
            let tree: String = tree.split_whitespace().collect::<Vec<_>>().join(" ");
            flatten("", &tree, &mut paths);
        }
    }
    paths
}

fn flatten(before: &str, tree: &str, paths: &mut Vec<String>) {
    let tree = tree.trim();
    let Some((head, group)) = tree.split_once('{') else {
        let path = tree
            .split(" as ")
            .next()
            .unwrap_or(tree)
            .trim_end_matches("::self");
        return paths.push(format!("{before}{path}"));
    };
    let group = group.strip_suffix('}').unwrap_or(group);
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in group.char_indices().chain([(group.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = group.get(start..at).unwrap_or_default().trim();
                if !part.is_empty() {
                    flatten(&format!("{before}{head}"), part, paths);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// Paths that the code itself spells out.
fn named(text: &str) -> Vec<String> {
    let code = code(text);
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let words = code.split(move |letter| !is_part(letter));
    let own = words.filter(|word| word.starts_with("crate::") || word.starts_with("super::"));
    own.map(str::to_owned).collect()
}

/// The module that a path leads to, seen from another.
fn module(
    path: &str,
    from: &str,
    sources: &Sources,
    shortened: &BTreeMap<String, String>,
) -> Option<String> {
    let mut place: Vec<&str> = from.split("::").collect();
    let mut rest: Vec<&str> = path.split("::").collect();
    match *rest.first()? {
        "crate" => place.clear(),
        "self" => {}
        "super" => {
            while rest.get(1) == Some(&"super") {
                rest.remove(0);
                place.pop();
            }
            place.pop();
        }
        _ => return None,
    }
    rest.remove(0);
    place.extend(rest);
    if let Some(long) = place.first().and_then(|first| shortened.get(*first))
        && !sources.contains_key(*place.first()?)
    {
        place = long.split("::").collect();
    }
    (1..=place.len())
        .rev()
        .map(|length| {
            place
                .iter()
                .take(length)
                .copied()
                .collect::<Vec<_>>()
                .join("::")
        })
        .find(|name| sources.contains_key(name))
}

/// Sets of modules that reach each other.
fn circles(uses: &Uses) -> Vec<Vec<String>> {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        uses.keys().map(|from| (from, reach(uses, from))).collect();
    let reaches =
        |from: &String, to: &String| reached.get(from).is_some_and(|all| all.contains(to));
    let mut circles: BTreeSet<Vec<String>> = BTreeSet::new();
    for from in uses.keys().filter(|from| reaches(from, from)) {
        let together = uses
            .keys()
            .filter(|to| reaches(from, to) && reaches(to, from));
        circles.insert(together.cloned().collect());
    }
    circles.into_iter().collect()
}

fn reach<'a>(uses: &'a Uses, from: &'a String) -> BTreeSet<&'a String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(next) = open.pop() {
        for used in uses.get(next).into_iter().flatten() {
            if found.insert(used) {
                open.push(used);
            }
        }
    }
    found
}
