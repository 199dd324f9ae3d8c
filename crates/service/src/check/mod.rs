//! 账实检查: proves MONEY.md §7 on every order of a database.

mod book;
mod compare;
mod rebuild;

use std::collections::BTreeMap;

use loan::{Fen, INVARIANTS};
use schema::{Date, Timestamp};
use store::{
    Conn, Db, Error as StoreError, Tx, catalogue, goods, kept_counts, kept_days, meta,
    orders::proof::{self, ORDER, PARTS, Pile},
    points,
};

use crate::{
    error::Result,
    wire::{answer, ask, either},
};

/// Orders checked at a time; each step sees one state of the database.
const STEP: i64 = 500;
/// Findings shown for one invariant on the screen, and kept for one; all are counted.
const SHOWN: usize = 50;
const KEPT: usize = 1_000;
/// The invariant that an order is the fold of its events, and nothing belongs to nothing.
const FOLD: u8 = 9;

/// What the page lists behind the invariants of the books.
const STRUCTURE: (u8, &str) = (10, "数据库的表、列、索引和触发器与程序一致，别无他物");

/// Then the counts that lists show.
const COUNTS: (u8, &str) = (11, "产品、渠道和客户的笔数与订单一致");

/// And the points of customers.
const POINTS: (u8, &str) = (
    12,
    "客户积分等于积分流水合计与未用完批次合计，逐笔连续且不为负",
);

/// And what they were exchanged for.
const GOODS: (u8, &str) = (
    13,
    "积分订单的积分与流水一致，取消的已退回；商品的已兑换数与订单一致",
);

/// And what the home page shows of days.
const DAYS: (u8, &str) = (14, "首页的每日数字与账簿、订单、还款计划和客户一致");

/// An order that breaks an invariant.
#[derive(Debug, Clone)]
pub struct Finding {
    pub rule: u8,
    pub text: String,
}

/// What a check found.
#[derive(Debug, Clone, Default)]
pub struct Report {
    pub orders: usize,
    /// Orders whose history begins with an upgrade: proven from there on.
    pub since_upgrade: usize,
    /// The first of each invariant.
    pub findings: Vec<Finding>,
    /// All of each invariant.
    pub counts: BTreeMap<u8, usize>,
}

/// How far a check has come.
#[derive(Debug, Clone, Copy, Default)]
pub struct Progress {
    pub orders: usize,
    /// The newest order when it began, and the one it has come to.
    pub newest_id: i64,
    pub last_id: i64,
}

impl Progress {
    pub fn percent(&self) -> i64 {
        (self.last_id.min(self.newest_id) * 100)
            .checked_div(self.newest_id)
            .unwrap_or(100)
    }
}

/// Walks all orders. It takes as long as it takes: call it on a thread that may wait.
pub fn run(db: &Db, today: Date) -> Result<Report> {
    walk(db, today, |_| {})
}

/// The same, telling how far it has come after every step.
pub fn walk(db: &Db, today: Date, mut tell: impl FnMut(Progress)) -> Result<Report> {
    let mut report = Report::default();
    let mut progress = Progress {
        newest_id: db.read_relaxed_now(proof::newest)?,
        ..Progress::default()
    };
    let structure = db.read_relaxed_now(catalogue::differences)?;
    for sentence in structure.sentences {
        report.add(STRUCTURE.0, sentence);
    }
    if structure.has_missing_tables {
        // Nothing more can be asked.
        return Ok(report);
    }
    for part in PARTS {
        let nameless = db.read_relaxed_now(move |conn| proof::nameless(conn, part))?;
        if nameless > 0 {
            let text = format!("{}有{nameless}条不属于任何订单", part.word);
            report.add(FOLD, text);
        }
    }
    report.prove_counts(db)?;
    report.prove_points(db)?;
    report.prove_goods(db)?;
    report.prove_days(db)?;
    // No number is too small to be looked at.
    let mut after_id = i64::MIN;
    loop {
        let (piles, last) = db.read_relaxed_now(move |conn| {
            conn.snapshot(|conn| proof::next(conn, after_id, STEP))
        })?;
        for (id, pile) in &piles {
            report.prove(*id, pile, today);
        }
        let Some(last) = last else { break };
        after_id = last;
        progress.last_id = last;
        progress.orders = report.orders;
        tell(progress);
    }
    Ok(report)
}

impl Report {
    fn add(&mut self, rule: u8, text: String) {
        let count = self.counts.entry(rule).or_default();
        *count += 1;
        if *count <= KEPT {
            self.findings.push(Finding { rule, text });
        }
    }

    /// Counts that lists show, against what they count.
    fn prove_counts(&mut self, db: &Db) -> Result<()> {
        for owner in &kept_counts::OWNERS {
            let mut after_id = i64::MIN;
            loop {
                let (wrong, last) =
                    db.read_relaxed_now(move |conn| kept_counts::next(conn, owner, after_id))?;
                for wrong in wrong {
                    let sides = wrong.kept.into_iter().zip(wrong.counted);
                    for (label, (kept, counted)) in owner.labels.into_iter().zip(sides) {
                        if kept != counted {
                            let (word, id) = (owner.word, wrong.id);
                            let text =
                                format!("{word}（编号{id}）的{label}存为{kept}，应为{counted}");
                            self.add(COUNTS.0, text);
                        }
                    }
                }
                let Some(last) = last else { break };
                after_id = last;
            }
        }
        self.prove_principal(db)
    }

    /// The principal that the list of customers shows, against the journal.
    fn prove_principal(&mut self, db: &Db) -> Result<()> {
        let mut after_id = i64::MIN;
        loop {
            let (wrong, last) =
                db.read_relaxed_now(move |conn| kept_counts::next_principal(conn, after_id))?;
            for wrong in wrong {
                let (id, kept, posted) = (wrong.id, Fen::new(wrong.kept), Fen::new(wrong.posted));
                let text = format!("客户（编号{id}）的剩余本金存为{kept}元，账上为{posted}元");
                self.add(COUNTS.0, text);
            }
            let Some(last) = last else { return Ok(()) };
            after_id = last;
        }
    }

    /// Figures of days, against what they count.
    fn prove_days(&mut self, db: &Db) -> Result<()> {
        for wrong in db.read_relaxed_now(kept_days::wrong)? {
            let store = if wrong.store.is_empty() {
                "无门店".to_owned()
            } else {
                format!("门店{}", wrong.store)
            };
            let day = if wrong.day.is_empty() {
                "累计"
            } else {
                &wrong.day
            };
            let text = format!(
                "每日数字 {}（{day}，{store}，归属人编号{}）相差{}笔，借方{}分，贷方{}分",
                wrong.code, wrong.owner, wrong.count, wrong.debit, wrong.credit
            );
            self.add(DAYS.0, text);
        }
        Ok(())
    }

    /// The points of every customer: balance, ledger, and what is left of gains.
    fn prove_points(&mut self, db: &Db) -> Result<()> {
        let mut after_id = i64::MIN;
        loop {
            let (wrong, last) = db.read_relaxed_now(move |conn| points::wrong(conn, after_id))?;
            for wrong in wrong {
                let points::Wrong {
                    customer,
                    kept,
                    posted,
                    left,
                    broken,
                } = wrong;
                let text = format!(
                    "客户（编号{customer}）的积分存为{kept}，流水合计{posted}，未用完{left}，有{broken}条自相矛盾"
                );
                self.add(POINTS.0, text);
            }
            let Some(last) = last else { return Ok(()) };
            after_id = last;
        }
    }

    /// Orders for goods against the ledger of points, and goods against their orders.
    fn prove_goods(&mut self, db: &Db) -> Result<()> {
        let mut after_id = Some(i64::MIN);
        while let Some(from) = after_id {
            let (wrong, last) = db.read_relaxed_now(move |conn| goods::unpaid(conn, from))?;
            for bianhao in wrong {
                self.add(GOODS.0, format!("积分订单 {bianhao} 的积分与流水不一致"));
            }
            after_id = last;
        }
        let mut after_id = Some(i64::MIN);
        while let Some(from) = after_id {
            let (wrong, last) = db.read_relaxed_now(move |conn| goods::wrong_counts(conn, from))?;
            for goods::WrongCount {
                goods,
                kept,
                counted,
            } in wrong
            {
                let text = format!("积分商品（编号{goods}）的已兑换数存为{kept}，应为{counted}");
                self.add(GOODS.0, text);
            }
            after_id = last;
        }
        Ok(())
    }

    fn prove(&mut self, id: i64, pile: &Pile, today: Date) {
        let Some(row) = &pile.order else {
            for (part, rows) in PARTS.iter().zip(&pile.parts) {
                if !rows.is_empty() {
                    let (word, count) = (part.word, rows.len());
                    self.add(FOLD, format!("{word}有{count}条属于不存在的订单{id}"));
                }
            }
            return;
        };
        self.orders += 1;
        let at = ORDER.iter().position(|name| *name == "bianhao");
        let bianhao = at.and_then(|at| row.opt_text(at).ok().flatten());
        let name = bianhao.map_or_else(|| id.to_string(), str::to_owned);
        match book::of(pile) {
            Ok(book) => {
                for broken in book.broken(today) {
                    self.add(broken.rule, format!("订单 {name}：{}", broken.what));
                }
            }
            Err(_) => self.add(FOLD, format!("订单 {name}：有无法识别的数据")),
        }
        let differences = match rebuild::expected(id, pile) {
            Ok(expected) => {
                self.since_upgrade += usize::from(expected.known.is_some());
                compare::differences(pile, &expected)
            }
            Err(sentence) => vec![sentence],
        };
        for difference in differences {
            self.add(FOLD, format!("订单 {name}：{difference}"));
        }
    }
}

/// When everything was checked last, and how much was found.
#[derive(Debug)]
pub struct LastCheck {
    pub at: Timestamp,
    pub findings: i64,
}

const LAST: &str = "last_check";

/// The check that the screen asked for last.
pub fn last(conn: &mut Conn) -> Result<Option<LastCheck>> {
    let kept = meta::get(conn, LAST)?;
    let parts = kept.as_deref().and_then(|kept| kept.split_once(' '));
    Ok(parts.and_then(|(at, findings)| {
        Some(LastCheck {
            at: Timestamp(at.parse().ok()?),
            findings: findings.parse().ok()?,
        })
    }))
}

/// Writes down that everything was checked.
pub fn remember(tx: &mut Tx<'_>, at: Timestamp, report: &Report) -> Result<()> {
    let findings: usize = report.counts.values().sum();
    Ok(meta::put(tx, LAST, &format!("{} {findings}", at.0))?)
}

ask! {
    /// Which check, where one was begun already.
    pub struct CheckAsked {
        jiancha_id: Option<String> = code("检查编号").of_numbers(),
    }
}

answer! {
    /// What the check found of one invariant.
    pub struct CheckedRule {
        bianhao: u8,
        mingcheng: &'static str,
        is_tongguo: bool,
        cuowushu: usize,
        cuowu: Vec<String>,
    }
}

answer! {
    /// The report of a check.
    pub struct CheckReport {
        is_tongguo: bool,
        jiancha_time: Timestamp,
        dingdan_shu: usize,
        shengji_shu: usize,
        xiang: Vec<CheckedRule>,
        /// What is wrong with the seals.
        fengcun: Vec<String>,
    }
}

answer! {
    /// How far a check is.
    pub struct CheckGoing {
        is_jinxing: bool,
        jiancha_id: u64,
        dingdan_shu: usize,
        baifenbi: i64,
        /// What is wrong with the seals.
        fengcun: Vec<String>,
    }
}

either! {
    /// A check: its report, or how far it is.
    pub enum Checked { Going(CheckGoing), Done(CheckReport) }
}

/// The report as the page shows it.
pub fn shown(report: &Report, at: Timestamp) -> CheckReport {
    let rules = INVARIANTS
        .into_iter()
        .chain([STRUCTURE, COUNTS, POINTS, GOODS, DAYS]);
    let rules = rules.map(|(number, name)| {
        let found = report
            .findings
            .iter()
            .filter(|finding| finding.rule == number);
        let count = report.counts.get(&number).copied().unwrap_or_default();
        CheckedRule {
            bianhao: number,
            mingcheng: name,
            is_tongguo: count == 0,
            cuowushu: count,
            cuowu: found
                .take(SHOWN)
                .map(|finding| finding.text.clone())
                .collect(),
        }
    });
    CheckReport {
        is_tongguo: report.findings.is_empty(),
        jiancha_time: at,
        dingdan_shu: report.orders,
        shengji_shu: report.since_upgrade,
        xiang: rules.collect(),
        fengcun: Vec::new(),
    }
}

/// What is stored cannot be read; the order is named where it is met.
type Unreadable = StoreError;
