//! What anchor files remember of the seals, held against the database.

use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
};

use schema::Timestamp;
use store::{
    Db, SealKeys,
    anchor::{self, Kind, Line},
    seal, seal_key,
};

use super::Named;
use crate::sealing::BEGIN_ANCHOR;

/// Lines compared at a time.
const STEP: usize = 500;

/// Anchor files whose lines were verified.
pub struct Remembered {
    keys: SealKeys,
    installation: String,
    files: Vec<PathBuf>,
    /// The last restore of each table.
    restored: BTreeMap<String, i64>,
    /// Where each file begins.
    begins: Vec<Begin>,
    /// Lines that were written meanwhile are for the next check.
    lines: Vec<usize>,
    found: Named,
}

/// How far a file reaches back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Begin {
    /// It has no line; the report says so.
    Nowhere,
    /// To the first seal.
    First,
    /// To a day when there were seals already, and no line says why.
    Anew(i64),
    /// The same, and a later line says that an administrator accepted it or restored a backup.
    Accepted(i64),
}

impl Begin {
    fn after(self, line: &Line) -> Self {
        match (self, line.kind) {
            (Self::Nowhere, Kind::Sealed) => Self::First,
            (Self::Nowhere | Self::First, Kind::Begun) => Self::Anew(line.at_ms),
            (Self::Nowhere, _) => Self::Accepted(line.at_ms),
            (Self::Anew(at_ms), Kind::Accepted | Kind::Restored) => Self::Accepted(at_ms),
            (before, _) => before,
        }
    }
}

impl Remembered {
    /// Verifies every line. A restore in one file counts for all of them.
    pub fn read(db: &Db, keys: &SealKeys, files: &[PathBuf]) -> Result<Self, String> {
        let installation = db.read_now(seal_key::known_installation);
        let installation = installation.map_err(|error| format!("无法检查：{error}"))?;
        let mut remembered = Self {
            keys: keys.clone(),
            installation: installation.unwrap_or_default(),
            files: files.to_vec(),
            restored: BTreeMap::new(),
            begins: Vec::new(),
            lines: Vec::new(),
            found: Named::new("锚文件"),
        };
        for at in 0..files.len() {
            let (mut restored, mut found) = (Vec::new(), Vec::new());
            let mut begin = Begin::Nowhere;
            let mut last = 0;
            let read = remembered.each(at, |number, line, wrong| {
                last = number;
                match wrong {
                    Some(wrong) => found.push(format!("第{number}行{wrong}")),
                    None if line.kind == Kind::Restored => {
                        restored.push((line.head.table.clone(), line.at_ms));
                    }
                    None => {}
                }
                if wrong.is_none() {
                    begin = begin.after(line);
                }
            });
            remembered.begins.push(begin);
            let name = remembered.name(at);
            if let Err(error) = read {
                let what = format!("锚文件 {name} 无法读取（{error}）：{BEGIN_ANCHOR}");
                remembered.found.add(what);
            } else if last == 0 {
                let what = format!("锚文件 {name} 是空的：{BEGIN_ANCHOR}");
                remembered.found.add(what);
            }
            for problem in found {
                remembered.found.add(format!("锚文件 {name} {problem}"));
            }
            for (table, at_ms) in restored {
                let newest = remembered.restored.entry(table).or_default();
                *newest = at_ms.max(*newest);
            }
            remembered.lines.push(last);
        }
        Ok(remembered)
    }

    /// Every head that was anchored since the last restore must be in the database as it was.
    pub fn compare(mut self, db: &Db, note: &impl Fn(&str)) -> Result<Vec<String>, String> {
        let mut gone_before_restore = 0;
        for at in 0..self.files.len() {
            let mut waiting: HashMap<String, Vec<Line>> = HashMap::new();
            let mut missing = Vec::new();
            let mut failed = None;
            let last = self.lines.get(at).copied().unwrap_or_default();
            // That it cannot be read was said already.
            let _ = self.each(at, |number, line, wrong| {
                if wrong.is_some() || number > last || line.head.block == 0 {
                    return;
                }
                let lines = waiting.entry(line.head.table.clone()).or_default();
                lines.push(line.clone());
                if lines.len() >= STEP {
                    let lines = std::mem::take(lines);
                    match not_there(db, lines) {
                        Ok(lines) => missing.extend(lines),
                        Err(error) => failed = Some(error),
                    }
                }
            });
            for lines in waiting.into_values() {
                match not_there(db, lines) {
                    Ok(lines) => missing.extend(lines),
                    Err(error) => failed = Some(error),
                }
            }
            if let Some(error) = failed {
                return Err(format!("无法检查：{error}"));
            }
            note(&format!("锚文件 {}：{last} 行", self.name(at)));
            self.tell_begin(at, note);
            for (line, why) in missing {
                let restored = self.restored.get(&line.head.table);
                if restored.is_some_and(|restored| line.at_ms < *restored) {
                    gone_before_restore += 1;
                } else {
                    let (table, block) = (&line.head.table, line.head.block);
                    let (when, name) = (Timestamp(line.at_ms), self.name(at));
                    self.found.add(format!(
                        "{why}：{table} 第{block}块，{when} 已锚定（{name}）"
                    ));
                }
            }
        }
        if let Some(when) = self.restored.values().max() {
            note(&format!(
                "曾于 {} 由备份恢复；此前锚定的封存有 {gone_before_restore} 处不在恢复的数据中",
                Timestamp(*when)
            ));
        }
        Ok(self.found.told())
    }

    /// A file of a node that came later is explained by one that was there before.
    fn tell_begin(&mut self, at: usize, note: &impl Fn(&str)) {
        let name = self.name(at);
        let has_older = self.begins.contains(&Begin::First);
        match self.begins.get(at) {
            Some(Begin::Anew(at_ms)) if !has_older => self.found.add(format!(
                "锚文件 {name} 于 {} 重新开始：{BEGIN_ANCHOR}",
                Timestamp(*at_ms)
            )),
            Some(Begin::Anew(at_ms) | Begin::Accepted(at_ms)) => note(&format!(
                "注意：锚文件 {name} 于 {} 开始，此前的封存由它无从对照",
                Timestamp(*at_ms)
            )),
            _ => {}
        }
    }

    fn each(
        &self,
        at: usize,
        take: impl FnMut(usize, &Line, Option<&'static str>),
    ) -> std::io::Result<()> {
        match self.files.get(at) {
            Some(path) => anchor::read(path, &self.keys, &self.installation, take),
            None => Ok(()),
        }
    }

    fn name(&self, at: usize) -> String {
        let path = self.files.get(at);
        path.map(|path| path.display().to_string())
            .unwrap_or_default()
    }
}

/// Which of these lines of one table the database knows nothing of, or something else.
fn not_there(db: &Db, lines: Vec<Line>) -> store::Result<Vec<(Line, &'static str)>> {
    let Some(table) = lines.first().map(|line| line.head.table.clone()) else {
        return Ok(Vec::new());
    };
    let blocks: Vec<i64> = lines.iter().map(|line| line.head.block).collect();
    let rows = db.read_now(move |conn| seal::hashes(conn, &table, &blocks))?;
    let known: HashMap<i64, (i64, &str)> = rows
        .iter()
        .map(|row| Ok((row.int(0)?, (row.int(1)?, row.text(2)?))))
        .collect::<store::Result<_>>()?;
    let judged = lines.into_iter().filter_map(|line| {
        let head = &line.head;
        match known.get(&head.block) {
            None => Some((line, "封存被截断")),
            Some(found) if *found != (head.total, head.hash.as_str()) => Some((line, "封存被重做")),
            Some(_) => None,
        }
    });
    Ok(judged.collect())
}
