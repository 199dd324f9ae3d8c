//! What writers were told, and whether the database agrees.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use crate::process::Caller;

/// What one writer was told.
#[derive(Debug, Default)]
pub struct Told {
    /// Titles that were acknowledged, by row.
    pub titles: BTreeMap<i64, String>,
    /// Titles of writes nobody answered: there or not.
    pub in_doubt: BTreeSet<String>,
}

impl Told {
    pub fn add(&mut self, other: Self) {
        self.titles.extend(other.titles);
        self.in_doubt.extend(other.in_doubt);
    }
}

/// A row as it is found: title and row version.
type Found = BTreeMap<i64, (String, i64)>;

/// Every page of a list.
fn pages(mut page: impl FnMut(u32) -> Json) -> Vec<Json> {
    let mut all = Vec::new();
    for current in 1.. {
        let records = page(current)["records"].take();
        let records = records.as_array().cloned().unwrap_or_default();
        let is_last = records.len() < 100;
        all.extend(records);
        if is_last {
            break;
        }
    }
    all
}

/// Rows whose title begins with this run's mark, found through the search index.
fn rows(reader: &Caller, mark: &str) -> Found {
    let path = format!("/api/app/gonggao/findAllByPage?size=100&orders=id:asc&biaoti={mark}");
    let records = pages(|current| reader.get(&format!("{path}&current={current}")));
    let rows = records.iter().map(|row| {
        let title = row["biaoti"].as_str().unwrap_or_default().to_owned();
        let version = row["banbenSuo"].as_i64().unwrap_or_default();
        (row["id"].as_i64().unwrap_or_default(), (title, version))
    });
    rows.collect()
}

/// What the log says of this run's rows: titles, once for each line, by what was done.
fn logged(reader: &Caller, mark: &str) -> BTreeMap<String, Vec<String>> {
    let path = "/api/sys/log/findAllByPage?size=100&mokuai=公告&state=CHENGGONG";
    let mut lines: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in pages(|current| reader.get(&format!("{path}&current={current}"))) {
        let (what, title) = line["miaoshu"]
            .as_str()
            .and_then(|text| text.split_once(' '))
            .unwrap_or_default();
        if title.starts_with(mark) {
            lines
                .entry(what.to_owned())
                .or_default()
                .push(title.to_owned());
        }
    }
    lines
}

/// Every acknowledged write is there, and none is half there: row, log and index agree.
pub fn agrees(reader: &Caller, mark: &str, told: &Told) {
    let found = rows(reader, mark);
    for (id, title) in &told.titles {
        let (kept, _) = found
            .get(id)
            .unwrap_or_else(|| panic!("row {id} ({title}) was acknowledged and is lost"));
        assert!(
            kept == title || told.in_doubt.contains(kept),
            "row {id} was acknowledged as {title} and is {kept}"
        );
    }
    for (id, (title, _)) in &found {
        let is_known = told.titles.contains_key(id) || told.in_doubt.contains(title);
        assert!(is_known, "row {id} ({title}) was never asked for");
    }
    one_line_each(&logged(reader, mark), &found);
    for (id, (title, version)) in &found {
        assert_eq!(searched(reader, title), [*id], "the index misses {title}");
        if *version > 0 {
            let before = title.replace('b', "a");
            let still = searched(reader, &before);
            assert!(still.is_empty(), "the index still holds {before}");
        }
    }
}

fn one_line_each(lines: &BTreeMap<String, Vec<String>>, found: &Found) {
    let of = |what: &str| {
        let mut titles = lines.get(what).cloned().unwrap_or_default();
        titles.sort();
        titles
    };
    let mut added: Vec<String> = found
        .values()
        .map(|(title, _)| title.replace('b', "a"))
        .collect();
    added.sort();
    assert_eq!(
        of("新增公告"),
        added,
        "log and rows disagree on what was added"
    );
    let edited = found.values().filter(|(_, version)| *version > 0);
    let mut edited: Vec<String> = edited.map(|(title, _)| title.clone()).collect();
    edited.sort();
    assert_eq!(
        of("修改公告"),
        edited,
        "log and rows disagree on what was changed"
    );
}

fn searched(reader: &Caller, title: &str) -> Vec<i64> {
    let path = format!("/api/app/gonggao/findAllByPage?size=10&biaoti={title}");
    let found = reader.get(&path)["records"].take();
    let ids = found.as_array().into_iter().flatten();
    ids.filter_map(|row| row["id"].as_i64()).collect()
}
