//! Statements run by pgbench: what PostgreSQL does with no program of ours in front of it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use store::Value;

use crate::{
    figure::Figure,
    statement::{Param, Statement},
};

/// Where Debian puts the servers, each version in a folder of its own.
const SERVERS: &str = "/usr/lib/postgresql";

/// A script, and the database it runs on.
pub struct Pgbench {
    program: PathBuf,
    url: String,
    script: String,
}

impl Pgbench {
    /// The statements as a script that begins with these lines, which must set `order` and `number`
    /// where they are bound.
    pub fn new(url: String, begin: &str, statements: &[Statement], end: &str) -> Self {
        let mut sums = BTreeSet::new();
        let lines: String = statements
            .iter()
            .map(|statement| line(statement, &mut sums))
            .collect();
        let mut script = begin.to_owned();
        for higher in sums {
            writeln!(script, "\\set higher_{higher} :number + {higher}").unwrap();
        }
        Self {
            program: program(),
            url,
            script: script + &lines + end,
        }
    }

    /// Transactions a second, with options that say how long and with which variables. The first
    /// half does not count: there connections prepare their statements.
    pub fn run(&self, connections: usize, options: &[String]) -> Figure {
        let folder = tempfile::tempdir().unwrap();
        let (script, log) = (folder.path().join("script"), folder.path().join("log"));
        fs::write(&script, &self.script).unwrap();
        let done = Command::new(&self.program)
            // As every connection of the product has it.
            .env("PGOPTIONS", "-c jit=off")
            .args(["-M", "prepared", "-n", "-j", "2", "-c"])
            .arg(connections.to_string())
            .args(options)
            .args([Path::new("-l"), Path::new("--log-prefix"), &log])
            .args([Path::new("-f"), &script, Path::new(&self.url)])
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "pgbench: {told}");
        fs::remove_file(script).unwrap();
        let ends = ends_by_client(folder.path());
        assert_eq!(ends.len(), connections, "pgbench: {told}");
        Figure {
            per_second: rate_of_second_half(&ends),
            // What the server takes is not known here.
            cpu_us: f64::NAN,
        }
    }
}

/// When each transaction of each client ended, in seconds, from the logs in a folder.
fn ends_by_client(folder: &Path) -> BTreeMap<String, Vec<f64>> {
    let mut ends: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for log in fs::read_dir(folder).unwrap() {
        for line in fs::read_to_string(log.unwrap().path()).unwrap().lines() {
            // Client, number, time, script, second and microsecond of its end.
            let fields: Vec<&str> = line.split(' ').collect();
            let (second, micros): (f64, f64) =
                (fields[4].parse().unwrap(), fields[5].parse().unwrap());
            let own = ends.entry(fields[0].to_owned()).or_default();
            own.push(second + micros / 1e6);
        }
    }
    ends
}

/// Of the time in which every connection was at work, the second half.
fn rate_of_second_half(ends: &BTreeMap<String, Vec<f64>>) -> f64 {
    let least = |times: Vec<f64>| times.into_iter().fold(f64::INFINITY, f64::min);
    let begin = least(ends.values().map(|own| own[0]).collect());
    let until = least(ends.values().map(|own| own[own.len() - 1]).collect());
    let middle = f64::midpoint(begin, until);
    let counted = ends.values().flatten();
    let counted = counted.filter(|end| **end > middle && **end <= until);
    let counted = u32::try_from(counted.count()).unwrap();
    assert!(counted > 0, "too few transactions");
    f64::from(counted) / (until - middle)
}

/// Of the newest server that is installed.
fn program() -> PathBuf {
    let folders = fs::read_dir(SERVERS).unwrap().map(|entry| entry.unwrap());
    let version = |name: &str| name.parse::<u32>().ok();
    let versions = folders.filter_map(|folder| version(folder.file_name().to_str()?));
    let newest = versions.max().unwrap();
    Path::new(SERVERS).join(format!("{newest}/bin/pgbench"))
}

/// A statement of the script. `sums` are the variables that must be set before it.
fn line(statement: &Statement, sums: &mut BTreeSet<i64>) -> String {
    let mut params = statement.params.iter();
    let mut line = String::new();
    for letter in statement.text.chars() {
        if letter == '?' {
            line.push_str(&place(params.next().unwrap(), sums));
        } else {
            line.push(letter);
        }
    }
    line.push_str(";\n");
    line
}

fn place(param: &Param, sums: &mut BTreeSet<i64>) -> String {
    match param {
        Param::Order => ":order".to_owned(),
        Param::Number(higher) => {
            sums.insert(*higher);
            format!(":higher_{higher}")
        }
        Param::Same(value) => literal(value),
    }
}

fn literal(value: &Value) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Text(text) => {
            let letter = |letter: char| match letter {
                // A colon would begin the name of a variable.
                '\'' | '\\' | ':' | '\n' | '\r' => format!("\\x{:02x}", u32::from(letter)),
                letter => letter.to_string(),
            };
            format!("E'{}'", text.chars().map(letter).collect::<String>())
        }
        Value::Blob(bytes) => {
            let mut text = "'\\x".to_owned();
            for byte in bytes {
                write!(text, "{byte:02x}").unwrap();
            }
            text + "'"
        }
    }
}
