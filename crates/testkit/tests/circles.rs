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

/// What a folder gives from one of its files is used from there.
#[test]
fn a_circle_through_a_folder_is_noticed() {
    let source = |text: &str| text.to_owned();
    let sources = Sources::from([
        (source("lib"), source("pub use conn::Conn;")),
        (source("conn"), source("mod tx;\npub use tx::Tx;")),
        (source("conn::tx"), source("use crate::words::Words;")),
        (source("words"), source("use crate::conn::Tx;")),
        (source("user"), source("use crate::Conn;")),
    ]);
    assert_eq!(
        circles(&uses(&sources)),
        [["conn::tx", "words"].map(source)]
    );
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

/// Where a module gives what it has from another: by its own path of the thing.
type Shortened = BTreeMap<String, String>;

fn uses(sources: &Sources) -> Uses {
    let shortened = shortened(sources);
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

/// What is given a shorter name is used from where it is.
fn shortened(sources: &Sources) -> Shortened {
    let mut shortened = Shortened::new();
    for (name, text) in sources {
        let module = if name == "lib" { "" } else { name };
        let begins = ["pub use ", "pub(crate) use ", "pub(super) use "];
        for path in begins.into_iter().flat_map(|begin| paths(text, begin)) {
            let last = path.rsplit("::").next().unwrap_or_default();
            let own = match path.split_once("::") {
                Some(("crate", rest)) => rest.to_owned(),
                Some(("super" | "self", _)) => continue,
                _ => joined(module, &path),
            };
            shortened.insert(joined(module, last), own);
        }
    }
    shortened
}

fn joined(module: &str, path: &str) -> String {
    match module {
        "" => path.to_owned(),
        module => format!("{module}::{path}"),
    }
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
fn module(path: &str, from: &str, sources: &Sources, shortened: &Shortened) -> Option<String> {
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
    let mut place = place.join("::");
    // Each step leads further down.
    while let Some(long) = longer(&place, sources, shortened) {
        place = long;
    }
    let mut beginnings = beginnings(&place).into_iter();
    let found = beginnings.find(|name| sources.contains_key(*name));
    found.map(str::to_owned)
}

/// A path by what one of its beginnings is short for.
fn longer(place: &str, sources: &Sources, shortened: &Shortened) -> Option<String> {
    let is_module = |name: &&str| sources.contains_key(*name);
    let mut beginnings = beginnings(place)
        .into_iter()
        .take_while(|name| !is_module(name));
    beginnings.find_map(|short| {
        let long = shortened.get(short).filter(|long| *long != short)?;
        Some(place.replacen(short, long, 1))
    })
}

/// A path, and what is left of it without its last parts.
fn beginnings(path: &str) -> Vec<&str> {
    let ends: Vec<usize> = path.match_indices("::").map(|(at, _)| at).collect();
    let shorter = ends.into_iter().rev().filter_map(|end| path.get(..end));
    std::iter::once(path).chain(shorter).collect()
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
