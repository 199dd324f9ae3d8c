//! How much was done a second, and what it cost.

use std::time::Instant;

/// One measurement, or the medians of several.
#[derive(Clone, Copy)]
pub struct Figure {
    pub per_second: f64,
    /// Microseconds of this program's processor time for one piece of work, the client's share
    /// included: what a busy machine does not change. A PostgreSQL server's own is not in it.
    pub cpu_us: f64,
}

/// A measurement under way.
pub struct Watch {
    started: Instant,
    cpu_us: f64,
}

impl Watch {
    pub fn start() -> Self {
        Self {
            started: Instant::now(),
            cpu_us: cpu_us(),
        }
    }

    pub fn stop(&self, done: f64) -> Figure {
        Figure {
            per_second: done / self.started.elapsed().as_secs_f64(),
            cpu_us: (cpu_us() - self.cpu_us) / done,
        }
    }
}

/// Processor time this program has taken so far.
fn cpu_us() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    // The name of the program may hold anything, and ends with the last bracket.
    let after_name = stat.rsplit_once(')').unwrap().1;
    let fields = after_name.split_whitespace();
    let ticks: f64 = fields
        .skip(11)
        .take(2)
        .map(|text| text.parse::<f64>().unwrap())
        .sum();
    // Linux counts it in hundredths of a second, whatever the machine.
    ticks * 10_000.0
}

/// Interleaved rounds of two measurements.
#[derive(Default)]
pub struct Pairs(Vec<(Figure, Figure)>);

impl Pairs {
    pub fn measure(rounds: usize, mut round: impl FnMut() -> (Figure, Figure)) -> Self {
        (0..rounds).map(|_| round()).collect()
    }

    /// The median of how the first rate stands to the second.
    pub fn by_rate(&self) -> f64 {
        let ratios = self.0.iter();
        median(ratios.map(|(a, b)| a.per_second / b.per_second).collect())
    }

    /// How far the rounds of the first are apart, as a part of their median.
    pub fn spread(&self) -> f64 {
        let rates = self.0.iter().map(|(first, _)| first.per_second);
        let (least, most) = (
            rates.clone().fold(f64::MAX, f64::min),
            rates.fold(0.0, f64::max),
        );
        (most - least) / self.first().per_second
    }

    /// The same by processor time: how much less the second takes.
    pub fn by_cpu(&self) -> f64 {
        let ratios = self.0.iter();
        median(ratios.map(|(a, b)| b.cpu_us / a.cpu_us).collect())
    }

    pub fn first(&self) -> Figure {
        medians(self.0.iter().map(|(first, _)| *first))
    }

    pub fn second(&self) -> Figure {
        medians(self.0.iter().map(|(_, second)| *second))
    }
}

impl FromIterator<(Figure, Figure)> for Pairs {
    fn from_iter<I: IntoIterator<Item = (Figure, Figure)>>(rounds: I) -> Self {
        Self(rounds.into_iter().collect())
    }
}

fn medians(figures: impl Iterator<Item = Figure> + Clone) -> Figure {
    Figure {
        per_second: median(figures.clone().map(|figure| figure.per_second).collect()),
        cpu_us: median(figures.map(|figure| figure.cpu_us).collect()),
    }
}

impl std::fmt::Display for Figure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{:.0} a second at {:.0} µs",
            self.per_second, self.cpu_us
        )
    }
}

/// The middle of some figures.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
