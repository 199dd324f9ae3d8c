//! The anchor: a file outside the database that remembers how far the seals had come, so that a
//! tail cut off, seals made anew or an older database put in place show. Lines are keyed and
//! chained; they are only ever appended.

use std::{
    fs::{File, OpenOptions},
    io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _},
    os::unix::fs::OpenOptionsExt as _,
    path::Path,
};

use crate::{mac::Mac, seal::Head, seal_key::SealKeys};

const FORMAT: &str = "v1";
/// Letters of a digest.
const MAC: usize = 64;
/// Longer than any line.
const TAIL: u64 = 4096;

/// Why a line was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The seals of a table had come this far.
    Sealed,
    /// A backup was brought back: the seals of a table go on from here.
    Restored,
    /// There were seals already and no file: it is another node's first one, or was lost.
    Begun,
    /// Somebody knows that there is nothing older: see `begin-anchor`.
    Accepted,
}

impl Kind {
    const ALL: [(Self, &str); 4] = [
        (Self::Sealed, "FENGCUN"),
        (Self::Restored, "HUIFU"),
        (Self::Begun, "KAISHI"),
        (Self::Accepted, "CHENGREN"),
    ];

    fn code(self) -> &'static str {
        let found = Self::ALL.iter().find(|(kind, _)| *kind == self);
        found.map_or("", |(_, code)| code)
    }

    fn from_code(code: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(_, known)| *known == code);
        found.map(|(kind, _)| *kind)
    }
}

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    key_no: i64,
    pub at_ms: i64,
    pub kind: Kind,
    pub head: Head,
    mac: String,
}

impl Line {
    fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split(' ').collect();
        let [FORMAT, key_no, at_ms, kind, table, block, total, hash, mac] = parts.as_slice() else {
            return None;
        };
        // A crash may have cut the last line short.
        if mac.len() != MAC {
            return None;
        }
        Some(Self {
            key_no: key_no.parse().ok()?,
            at_ms: at_ms.parse().ok()?,
            kind: Kind::from_code(kind)?,
            head: Head {
                table: (*table).to_owned(),
                block: block.parse().ok()?,
                total: total.parse().ok()?,
                hash: hash.trim_matches('-').to_owned(),
            },
            mac: (*mac).to_owned(),
        })
    }

    fn text(&self) -> String {
        let Head {
            table,
            block,
            total,
            hash,
        } = &self.head;
        // A table that was never sealed has no hash, and a line no empty field.
        let hash = if hash.is_empty() { "-" } else { hash };
        format!(
            "{FORMAT} {} {} {} {table} {block} {total} {hash} {}\n",
            self.key_no,
            self.at_ms,
            self.kind.code(),
            self.mac
        )
    }

    /// The digest this line must carry after `previous`; `None` without its key.
    fn expected(&self, keys: &SealKeys, installation: &str, previous: &str) -> Option<String> {
        let mut mac = keys.mac(self.key_no, "zhanggui/anchor")?;
        for text in [
            installation,
            previous,
            self.kind.code(),
            &self.head.table,
            &self.head.hash,
        ] {
            mac.text(text);
        }
        for number in [self.key_no, self.at_ms, self.head.block, self.head.total] {
            mac.int(number);
        }
        Some(Mac::finish(mac))
    }
}

/// Adds a line for each head; on disk when it returns. `installation` keeps the anchors of two
/// databases apart.
pub fn append(
    path: &Path,
    keys: &SealKeys,
    installation: &str,
    kind: Kind,
    heads: &[Head],
    at_ms: i64,
) -> io::Result<()> {
    if heads.is_empty() {
        return Ok(());
    }
    let mut file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .mode(0o600)
        .open(path)?;
    // A command may write beside the server: lines follow each other.
    file.lock()?;
    let (mut previous, is_torn) = tail(&mut file)?;
    let mut text = String::from(if is_torn { "\n" } else { "" });
    for head in heads {
        let mut line = Line {
            key_no: keys.newest(),
            at_ms,
            kind,
            head: head.clone(),
            mac: String::new(),
        };
        line.mac = line
            .expected(keys, installation, &previous)
            .ok_or_else(|| io::Error::other("no seal key"))?;
        text.push_str(&line.text());
        previous = line.mac;
    }
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

/// The digest of the last whole line, and whether a line after it was cut short by a crash.
fn tail(file: &mut File) -> io::Result<(String, bool)> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let is_torn = !text.is_empty() && !text.ends_with('\n');
    let last = text.lines().rev().find_map(Line::parse);
    Ok((last.map(|line| line.mac).unwrap_or_default(), is_torn))
}

/// Whether the file remembers anything at all: one that was emptied is as good as gone.
pub fn is_begun(path: &Path) -> bool {
    let last = File::open(path).and_then(|mut file| tail(&mut file));
    last.is_ok_and(|(mac, _)| !mac.is_empty())
}

/// Reads every line, in order, with what is wrong with it. A line that a crash cut short is passed
/// over: the next one goes on from the one before it.
pub fn read(
    path: &Path,
    keys: &SealKeys,
    installation: &str,
    mut take: impl FnMut(usize, &Line, Option<&'static str>),
) -> io::Result<()> {
    let mut previous = String::new();
    for (number, text) in (1..).zip(BufReader::new(File::open(path)?).split(b'\n')) {
        let text = text?;
        let Some(line) = Line::parse(&String::from_utf8_lossy(&text)) else {
            continue;
        };
        let wrong = match line.expected(keys, installation, &previous) {
            None => Some("没有对应的封存密钥"),
            Some(expected) if expected != line.mac => {
                Some("与密钥或前一行不符，文件被改动过，或属于另一个数据库")
            }
            Some(_) => None,
        };
        take(number, &line, wrong);
        previous = line.mac;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn head(block: i64) -> Head {
        Head {
            table: "sys_log".to_owned(),
            block,
            total: block * 10,
            hash: format!("h{block}"),
        }
    }

    /// The blocks of the lines that hold, and how many do not.
    fn found(path: &Path, keys: &SealKeys, installation: &str) -> (Vec<i64>, usize) {
        let (mut blocks, mut wrong) = (Vec::new(), 0);
        read(path, keys, installation, |_, line, problem| match problem {
            None => blocks.push(line.head.block),
            Some(_) => wrong += 1,
        })
        .unwrap();
        (blocks, wrong)
    }

    #[test]
    fn a_line_cannot_be_changed_removed_or_taken_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let keys = SealKeys::create(&folder.path().join("seal.keys"), 1).unwrap();
        let path = folder.path().join("anchor");
        for block in 1..=3 {
            append(&path, &keys, "here", Kind::Sealed, &[head(block)], block).unwrap();
        }
        assert_eq!(found(&path, &keys, "here"), (vec![1, 2, 3], 0));
        assert_eq!(found(&path, &keys, "elsewhere").0, Vec::<i64>::new());
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("sys_log 2 20 h2", "sys_log 2 20 hx")).unwrap();
        assert_eq!(found(&path, &keys, "here"), (vec![1, 3], 1));
        let lines: Vec<&str> = text.lines().collect();
        fs::write(&path, format!("{}\n{}\n", lines[0], lines[2])).unwrap();
        assert_eq!(found(&path, &keys, "here"), (vec![1], 1));
        let other = SealKeys::create(&folder.path().join("other"), 1).unwrap();
        assert_eq!(found(&path, &other, "here").0, Vec::<i64>::new());
    }

    #[test]
    fn a_line_that_a_crash_cut_short_is_no_damage() {
        let folder = tempfile::tempdir().unwrap();
        let keys = SealKeys::create(&folder.path().join("seal.keys"), 1).unwrap();
        let path = folder.path().join("anchor");
        append(&path, &keys, "here", Kind::Sealed, &[head(1), head(2)], 1).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 20]).unwrap();
        append(&path, &keys, "here", Kind::Restored, &[head(3)], 2).unwrap();
        assert_eq!(found(&path, &keys, "here").1, 0);
    }
}
