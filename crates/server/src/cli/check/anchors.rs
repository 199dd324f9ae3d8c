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

/// Lines compared at a time.
const STEP: usize = 500;

/// Anchor files whose lines were verified.
pub struct Remembered {
    keys: SealKeys,
    installation: String,
    files: Vec<PathBuf>,
    /// The last restore of each table.
    restored: BTreeMap<String, i64>,
    /// Files that begin anew beside older seals, and when.
    begun: Vec<(usize, i64)>,
    /// Lines that were written meanwhile are for the next check.
    lines: Vec<usize>,
    found: Named,
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
            begun: Vec::new(),
            lines: Vec::new(),
            found: Named::new("锚文件"),
        };
        for at in 0..files.len() {
            let (mut restored, mut found) = (Vec::new(), Vec::new());
            let mut begun = None;
            let mut last = 0;
            let read = remembered.each(at, |number, line, wrong| {
                last = number;
                match wrong {
                    Some(wrong) => found.push(format!("第{number}行{wrong}")),
                    None if line.kind == Kind::Restored => {
                        restored.push((line.head.table.clone(), line.at_ms));
                    }
                    None if line.kind == Kind::Begun => begun = Some(line.at_ms),
                    None => {}
                }
            });
            remembered.begun.extend(begun.map(|at_ms| (at, at_ms)));
            let name = remembered.name(at);
            if let Err(error) = read {
                remembered
                    .found
                    .add(format!("锚文件 {name} 无法读取：{error}"));
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
            if let Some((_, at_ms)) = self.begun.iter().find(|(begun, _)| *begun == at) {
                note(&format!(
                    "注意：该锚文件于 {} 重新开始，此前的封存没有锚可以对照；若不是新增的节点，说明原来的锚文件已丢失或被删除",
                    Timestamp(*at_ms)
                ));
            }
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
