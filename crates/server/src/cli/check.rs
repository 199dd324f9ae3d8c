//! `zhanggui check`: proves what must always hold, beside a live server or without one.

mod anchors;
pub(super) mod files;
mod pace;
pub(super) use pace::Pace;
mod sealed;

use std::path::PathBuf;

use service::check;
use store::{Conn, Db, checks, meta};

use crate::{app, settings::Settings, upgrade};

/// Sentences about one thing before only the others are counted.
const NAMED: usize = 200;

pub fn run(settings: &Settings, anchors: &[PathBuf], opens_all: bool) -> Result<(), String> {
    let problems = find_with(settings, anchors, opens_all, |note| println!("{note}"))?;
    if problems.is_empty() {
        println!("检查通过");
        return Ok(());
    }
    for problem in &problems {
        println!("{problem}");
    }
    Err(format!("检查发现 {} 个问题", problems.len()))
}

/// Every problem in a sentence; `note` is told what was looked at.
pub fn find(settings: &Settings, note: impl Fn(&str)) -> Result<Vec<String>, String> {
    find_with(settings, &[settings.anchor_file()], false, note)
}

/// The same with these anchor files instead of the one of this node, and opening every private
/// file if asked to.
pub fn find_with(
    settings: &Settings,
    anchors: &[PathBuf],
    opens_all: bool,
    note: impl Fn(&str),
) -> Result<Vec<String>, String> {
    let db = app::open_existing_db(settings)?;
    refuse_other_key(&db)?;
    let keys = sealed::keys(settings, &db)?;
    let pace = Pace::new();
    let mut problems = orders(settings, &db, &pace, &note)?;
    // A table may be gone: what is wrong with it was said by then, and the rest is still told.
    match sealed::find(&db, &keys, anchors, &pace, &note) {
        Ok(more) => problems.extend(more),
        Err(sentence) => problems.push(sentence),
    }
    match files::find(settings, &db, opens_all, &pace, &note) {
        Ok(more) => problems.extend(more),
        Err(sentence) => problems.push(sentence),
    }
    for (what, ask) in STRUCTURE {
        pace.tell(|| format!("正在检查{what}"));
        match db.read_now(ask) {
            Ok(more) => problems.extend(more),
            Err(error) => problems.push(format!("无法检查：{error}")),
        }
    }
    Ok(problems)
}

/// A question to the database that answers what is wrong.
type Ask = fn(&mut Conn) -> store::Result<Vec<String>>;

const STRUCTURE: [(&str, Ask); 4] = [
    ("行数", checks::row_counts),
    ("引用", checks::dangling_references),
    ("关联", checks::orphan_links),
    ("数据库文件", checks::sqlite_integrity),
];

fn orders(
    settings: &Settings,
    db: &Db,
    pace: &Pace,
    note: &impl Fn(&str),
) -> Result<Vec<String>, String> {
    let clock = app::clock(settings)?;
    let report = check::walk(db, clock.today(), |progress| {
        let (orders, percent) = (progress.orders, progress.percent());
        pace.tell(|| format!("已检查订单 {orders} 笔，约 {percent}%"));
    });
    let report = report.map_err(|error| format!("无法检查订单：{error:?}"))?;
    note(&format!("订单：{} 笔", report.orders));
    if report.since_upgrade > 0 {
        let count = report.since_upgrade;
        note(&format!("其中 {count} 笔在升级之前已有，只从升级时起可证"));
    }
    let findings = report.findings.into_iter();
    let told = findings.map(|finding| format!("第{}条 {}", finding.rule, finding.text));
    Ok(told.collect())
}

/// With another key nothing could be read, and every row would look broken.
fn refuse_other_key(db: &Db) -> Result<(), String> {
    let is_same = db.read_now(|conn| {
        let known = meta::get(conn, "key_check")?;
        Ok::<_, store::Error>(known.is_none_or(|known| known == conn.keys().check()))
    });
    match is_same {
        Ok(true) => Ok(()),
        Ok(false) => Err(upgrade::OTHER_KEY.to_owned()),
        Err(error) => Err(format!("无法检查：{error}")),
    }
}

/// Problems of one kind: the first are named, the rest are counted.
struct Named {
    what: &'static str,
    first: Vec<String>,
    more: usize,
}

impl Named {
    fn new(what: &'static str) -> Self {
        Self {
            what,
            first: Vec::new(),
            more: 0,
        }
    }

    fn add(&mut self, problem: String) {
        if self.first.len() < NAMED {
            self.first.push(problem);
        } else {
            self.more += 1;
        }
    }

    fn told(mut self) -> Vec<String> {
        if self.more > 0 {
            let (what, more) = (self.what, self.more);
            self.first.push(format!("{what}：另有 {more} 处未列出"));
        }
        self.first
    }
}
