//! Where the backups of the schedule lie, in a folder or in a bucket, and which of them go.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use crate::{
    app,
    cli::copy::{
        LIST,
        place::{below, is_bucket},
    },
    files::S3,
};

#[derive(Clone)]
pub enum Shelf {
    Folder(PathBuf),
    /// An address below which each backup has a name of its own.
    Bucket(String),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Whole,
    /// Everything but some files that the storage did not give: better than nothing, and no backup.
    Incomplete,
    /// One that is being made: one that was cut off is not taken for a backup.
    Unfinished,
}

impl Sort {
    /// What the name begins with; the day and the time follow.
    fn prefix(self) -> &'static str {
        match self {
            Self::Whole => "zhanggui-",
            Self::Incomplete => "incomplete-",
            Self::Unfinished => "unfinished-",
        }
    }
}

/// The day and the time in a name, where it is one of ours.
fn stamp_of(name: &str, sort: Sort) -> Option<&str> {
    let stamp = name.strip_prefix(sort.prefix())?;
    let is_time = stamp.len() == 14 && stamp.bytes().all(|byte| byte.is_ascii_digit());
    is_time.then_some(stamp)
}

impl Shelf {
    pub fn of(text: &str) -> Self {
        if is_bucket(text) {
            Self::Bucket(text.to_owned())
        } else {
            Self::Folder(text.into())
        }
    }

    /// Where a backup of this day and time is written. In a folder it has its name when it is
    /// finished; in a bucket nothing is renamed, and its list comes last.
    pub fn place(&self, sort: Sort, stamp: &str) -> String {
        match self {
            Self::Folder(folder) => path(folder, Sort::Unfinished, stamp).display().to_string(),
            Self::Bucket(address) => below(address, &format!("{}{stamp}", sort.prefix())),
        }
    }

    /// Makes ready for a backup: what was cut off on an earlier day goes.
    pub fn prepare(&self, stamp: &str) -> Result<(), String> {
        let prepared = || -> io::Result<()> {
            if let Self::Folder(folder) = self {
                store::private::make_folder(folder)?;
            }
            for cut_off in self.ours(Sort::Unfinished)? {
                if cut_off == stamp || cut_off.get(..8) < stamp.get(..8) {
                    self.remove(Sort::Unfinished, &cut_off)?;
                }
            }
            Ok(())
        };
        prepared().map_err(failed)
    }

    /// Gives a finished backup its name.
    pub fn finish(&self, sort: Sort, stamp: &str) -> Result<(), String> {
        match self {
            Self::Folder(folder) => {
                let unfinished = path(folder, Sort::Unfinished, stamp);
                fs::rename(unfinished, path(folder, sort, stamp)).map_err(failed)
            }
            Self::Bucket(_) => Ok(()),
        }
    }

    /// Takes away what there is of a backup that failed.
    pub fn give_up(&self, stamp: &str) -> Result<(), String> {
        self.remove(Sort::Unfinished, stamp).map_err(failed)
    }

    /// Keeps the newest so many.
    pub fn forget(&self, sort: Sort, keep: usize) -> Result<(), String> {
        let forgotten = || -> io::Result<()> {
            let made = self.ours(sort)?;
            let older = made.len().saturating_sub(keep);
            let older = made.iter().take(older);
            older
                .into_iter()
                .try_for_each(|stamp| self.remove(sort, stamp))
        };
        forgotten().map_err(failed)
    }

    /// The day and the time of the newest that is whole.
    pub fn newest(&self) -> Result<Option<String>, String> {
        let whole = self.ours(Sort::Whole);
        let whole = whole.map_err(|error| format!("无法读取备份目录：{error}"))?;
        Ok(whole.into_iter().next_back())
    }

    /// When the newest that is whole was written, where a folder tells.
    pub fn newest_ms(&self) -> Option<i64> {
        let Self::Folder(folder) = self else {
            return None;
        };
        let newest = path(folder, Sort::Whole, &self.newest().ok()??);
        let written = fs::metadata(newest).and_then(|found| found.modified());
        let since = written.ok()?.duration_since(UNIX_EPOCH).ok()?;
        i64::try_from(since.as_millis()).ok()
    }

    /// The days and times of our backups of one sort, oldest first.
    fn ours(&self, sort: Sort) -> io::Result<Vec<String>> {
        let names = match self {
            Self::Folder(folder) => names_in(folder)?,
            Self::Bucket(address) => named_in(&bucket(address)?, sort)?,
        };
        let stamps = names.iter().filter_map(|name| stamp_of(name, sort));
        let mut stamps: Vec<String> = stamps.map(str::to_owned).collect();
        stamps.sort();
        stamps.dedup();
        Ok(stamps)
    }

    fn remove(&self, sort: Sort, stamp: &str) -> io::Result<()> {
        match self {
            Self::Folder(folder) => match fs::remove_dir_all(path(folder, sort, stamp)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                removed => removed,
            },
            Self::Bucket(address) => {
                let bucket = bucket(address)?;
                let sorts = match sort {
                    Sort::Unfinished => vec![Sort::Whole, Sort::Incomplete],
                    sort => vec![sort],
                };
                for sort in sorts {
                    remove_objects(&bucket, &format!("{}{stamp}/", sort.prefix()))?;
                }
                Ok(())
            }
        }
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "the shape that map_err takes"
)]
fn failed(error: io::Error) -> String {
    format!("备份失败：{error}")
}

fn path(folder: &Path, sort: Sort, stamp: &str) -> PathBuf {
    folder.join(format!("{}{stamp}", sort.prefix()))
}

fn names_in(folder: &Path) -> io::Result<Vec<String>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let names = fs::read_dir(folder)?.map(|entry| {
        let name = entry?.file_name();
        Ok(name.to_string_lossy().into_owned())
    });
    names.collect()
}

fn bucket(address: &str) -> io::Result<S3> {
    app::open_bucket(address).map_err(io::Error::other)
}

/// The names of backups in a bucket. One without a list is unfinished, and named as such.
fn named_in(bucket: &S3, sort: Sort) -> io::Result<Vec<String>> {
    let objects = bucket.names();
    let objects = objects.map_err(|error| io::Error::other(error.context().to_owned()))?;
    let mut backups: BTreeMap<&str, bool> = BTreeMap::new();
    for object in &objects {
        if let Some((name, piece)) = object.split_once('/') {
            *backups.entry(name).or_default() |= piece == LIST;
        }
    }
    let is_wanted = |is_whole: bool| is_whole != (sort == Sort::Unfinished);
    let wanted = backups.into_iter().filter(|(_, whole)| is_wanted(*whole));
    let named = wanted.filter_map(|(name, whole)| {
        if whole {
            return Some(name.to_owned());
        }
        let mut sorts = [Sort::Whole, Sort::Incomplete].into_iter();
        let stamp = sorts.find_map(|sort| stamp_of(name, sort))?;
        Some(format!("{}{stamp}", Sort::Unfinished.prefix()))
    });
    Ok(named.collect())
}

/// The list first: what is half gone is no backup any more.
fn remove_objects(bucket: &S3, prefix: &str) -> io::Result<()> {
    let other = |error: &crate::files::StorageError| io::Error::other(error.context().to_owned());
    let names = bucket.names().map_err(|error| other(&error))?;
    let list = format!("{prefix}{LIST}");
    let ours = names.iter().filter(|name| name.starts_with(prefix));
    let (first, rest): (Vec<_>, Vec<_>) = ours.partition(|name| **name == list);
    for name in first.into_iter().chain(rest) {
        bucket.delete_object(name).map_err(|error| other(&error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf(names: &[&str]) -> (tempfile::TempDir, Shelf) {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        let shelf = Shelf::Folder(folder.path().to_owned());
        (folder, shelf)
    }

    #[test]
    fn what_was_cut_off_on_an_earlier_day_goes() {
        let names = [
            "unfinished-20260228030000",
            "unfinished-20260301030000",
            "unfinished-notes",
            "zhanggui-20260228030000",
        ];
        let (folder, shelf) = shelf(&names);
        shelf.prepare("20260301090000").unwrap();
        let left = names.map(|name| folder.path().join(name).exists());
        assert_eq!(left, [false, true, true, true]);
    }

    #[test]
    fn only_what_is_ours_and_old_goes() {
        let names = [
            "zhanggui-20260101030000",
            "zhanggui-20260102030000",
            "zhanggui-20260103030000",
            "zhanggui-notes",
            "unfinished-20260104030000",
        ];
        let (folder, shelf) = shelf(&names);
        shelf.forget(Sort::Whole, 2).unwrap();
        let left = names.map(|name| folder.path().join(name).exists());
        assert_eq!(left, [false, true, true, true, true]);
        let newest = shelf.newest().unwrap();
        assert_eq!(newest.as_deref(), Some("20260103030000"));
    }
}
