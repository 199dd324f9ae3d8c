//! Workloads side by side: what was measured of each, and what is aimed at.

use crate::figure::{Figure, Pairs, median};

/// What is measured of a workload in one round.
pub struct Round {
    pub ours: Figure,
    /// The same bytes made beforehand, where the answer is always the same.
    pub canned: Option<Figure>,
    pub floor: Figure,
    /// One connection alone.
    pub alone: Figure,
    /// The floor over one connection, on SQLite.
    pub floor_alone: Option<Figure>,
}

pub struct Workload {
    pub name: &'static str,
    pub rounds: Vec<Round>,
    /// How many times the floor it should reach.
    pub aim: f64,
    /// How long one connection should wait at most.
    pub aim_ms: f64,
}

const HEAD: [&str; 10] = [
    "workload",
    "a second",
    "spread",
    "processor µs",
    "to canned",
    "to floor",
    "aim",
    "one connection, ms",
    "its floor",
    "aim",
];

impl Workload {
    fn cells(&self) -> [String; 10] {
        let rounds = self.rounds.iter();
        let to_floor: Pairs = rounds
            .clone()
            .map(|round| (round.ours, round.floor))
            .collect();
        let canned = rounds
            .clone()
            .map(|round| Some((round.ours, round.canned?)));
        let to_canned: Option<Pairs> = canned.collect();
        let ms = |figure: Figure| 1000.0 / figure.per_second;
        let alone = rounds.clone().map(|round| ms(round.alone)).collect();
        let floor_alone = rounds.map(|round| Some(ms(round.floor_alone?)));
        let floor_alone: Option<Vec<f64>> = floor_alone.collect();
        let ours = to_floor.first();
        [
            self.name.to_owned(),
            format!("{:.0}", ours.per_second),
            format!("{:.0} %", to_floor.spread() * 100.0),
            format!("{:.0}", ours.cpu_us),
            to_canned.map_or("–".to_owned(), |pairs| format!("{:.2}", pairs.by_rate())),
            format!("{:.2}", to_floor.by_rate()),
            format!("{:.2}", self.aim),
            format!("{:.2}", median(alone)),
            floor_alone.map_or("–".to_owned(), |times| format!("{:.2}", median(times))),
            format!("{:.2}", self.aim_ms),
        ]
    }
}

/// Prints them as one table.
pub fn print(workloads: &[Workload]) {
    let head = HEAD.map(str::to_owned);
    let lines: Vec<[String; 10]> = std::iter::once(head)
        .chain(workloads.iter().map(Workload::cells))
        .collect();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    for line in &lines {
        let cells = line.iter().enumerate().map(|(column, cell)| {
            let width = width(column).unwrap_or_default();
            if column == 0 {
                format!("{cell:width$}")
            } else {
                format!("{cell:>width$}")
            }
        });
        println!("{}", cells.collect::<Vec<_>>().join(" | "));
    }
}
