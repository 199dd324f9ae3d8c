//! A backup in pieces: the files of its folder one after the other, cut into pieces of one size, each
//! of them sealed where a key was given, and a list of them that is written last. What has no list is
//! no backup.

use std::{
    fs,
    io::{self, Read, Write as _},
    path::{Component, Path, PathBuf},
};

use serde::{Deserialize, Serialize};
use store::{
    crypt::{self, Keys},
    private,
};

use super::place::Place;

pub const LIST: &str = "backup.list";
const MARK: &str = "ZHANGGUI BACKUP 1";
const PIECE: usize = 16 << 20;
/// No name of a file is longer.
const LONGEST_NAME: usize = 4096;

pub const NO_KEY: &str = "备份是加密的，请用 ZHANGGUI_BACKUP_KEY_FILE 指定它的密钥";
const OTHER_KEY: &str = "备份密钥不是这个备份的，或备份被改动过";

/// What is known of the pieces.
#[derive(Serialize, Deserialize)]
struct List {
    /// The digest of each of them, as it lies.
    digests: Vec<String>,
}

fn broken(why: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.into())
}

/// The name under which a piece is sealed: another one, or one of another backup, does not open.
fn sealed_name(id: &str, piece: &str) -> String {
    format!("backup/{id}/{piece}")
}

fn piece_name(number: usize) -> String {
    format!("piece-{number:06}")
}

fn sealed(key: Option<&Keys>, id: &str, name: &str, clear: Vec<u8>) -> io::Result<Vec<u8>> {
    match key {
        Some(key) => key.seal_file(&sealed_name(id, name), &clear),
        None => Ok(clear),
    }
}

fn opened(key: Option<&Keys>, id: &str, name: &str, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    match key {
        Some(key) => {
            let clear = key.open_file(&sealed_name(id, name), bytes);
            clear.ok_or_else(|| broken(OTHER_KEY))
        }
        None => Ok(bytes),
    }
}

/// Whether there is a backup in pieces.
pub fn is_there(place: &Place) -> io::Result<bool> {
    Ok(place.get(LIST)?.is_some())
}

/// Writes a folder in pieces, and reads them back.
pub fn pack(folder: &Path, place: &Place, key: Option<&Keys>) -> io::Result<()> {
    let id = crypt::token()?;
    let mut cutter = Cutter {
        place,
        key,
        id: &id,
        uncut: Vec::new(),
        digests: Vec::new(),
    };
    for path in files_below(folder)? {
        let name = path.strip_prefix(folder).unwrap_or(&path);
        let name = name.to_str().ok_or_else(|| broken("a name"))?;
        let file = fs::File::open(&path)?;
        let size = file.metadata()?.len();
        cutter.number(name.len() as u64)?;
        cutter.write_all(name.as_bytes())?;
        cutter.number(size)?;
        if io::copy(&mut file.take(size), &mut cutter)? != size {
            return Err(broken(format!("{name} became shorter")));
        }
    }
    cutter.number(0)?;
    let list = serde_json::to_vec(&cutter.end()?)?;
    let how = if key.is_some() { "sealed" } else { "clear" };
    let mut text = format!("{MARK} {how} {id}\n").into_bytes();
    text.extend(sealed(key, &id, LIST, list)?);
    place.put(LIST, &text)?;
    each(place, key, |_, content| {
        io::copy(content, &mut io::sink()).map(drop)
    })
}

/// Brings a folder back from its pieces.
pub fn unpack(place: &Place, key: Option<&Keys>, folder: &Path) -> io::Result<()> {
    private::make_folder(folder)?;
    each(place, key, |name, content| {
        let path = folder.join(name);
        if let Some(above) = path.parent() {
            private::make_folder(above)?;
        }
        private::make_file(&path)?;
        let mut file = fs::File::options().write(true).open(&path)?;
        io::copy(content, &mut file).map(drop)
    })
}

fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut files, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Cuts what is written into pieces.
struct Cutter<'a> {
    place: &'a Place,
    key: Option<&'a Keys>,
    id: &'a str,
    uncut: Vec<u8>,
    digests: Vec<String>,
}

impl Cutter<'_> {
    fn number(&mut self, number: u64) -> io::Result<()> {
        self.write_all(&number.to_le_bytes())
    }

    fn cut(&mut self) -> io::Result<()> {
        let name = piece_name(self.digests.len());
        let clear = std::mem::take(&mut self.uncut);
        let bytes = sealed(self.key, self.id, &name, clear)?;
        self.place.put(&name, &bytes)?;
        self.digests.push(crypt::digest(&bytes));
        Ok(())
    }

    fn end(mut self) -> io::Result<List> {
        if !self.uncut.is_empty() {
            self.cut()?;
        }
        Ok(List {
            digests: self.digests,
        })
    }
}

impl io::Write for Cutter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = PIECE.saturating_sub(self.uncut.len());
        let taken = bytes.get(..room).unwrap_or(bytes);
        self.uncut.extend_from_slice(taken);
        if self.uncut.len() >= PIECE {
            self.cut()?;
        }
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Hands over each file of a backup, and refuses one whose pieces are not those of its list.
fn each(
    place: &Place,
    key: Option<&Keys>,
    mut take: impl FnMut(&Path, &mut dyn Read) -> io::Result<()>,
) -> io::Result<()> {
    let mut joined = Joined::open(place, key)?;
    loop {
        let length = usize::try_from(joined.number()?).unwrap_or(usize::MAX);
        if length == 0 {
            break;
        }
        if length > LONGEST_NAME {
            return Err(broken("a name longer than any"));
        }
        let mut name = vec![0; length];
        joined.read_exact(&mut name)?;
        let name = String::from_utf8(name).map_err(|_| broken("a name"))?;
        let name = Path::new(&name);
        let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_));
        if !name.components().all(is_plain) {
            return Err(broken("a name that leads elsewhere"));
        }
        let size = joined.number()?;
        let mut content = (&mut joined).take(size);
        take(name, &mut content)?;
        if content.limit() > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    if joined.is_over() {
        Ok(())
    } else {
        Err(broken("more pieces than files"))
    }
}

/// The pieces as one again.
struct Joined<'a> {
    place: &'a Place,
    key: Option<&'a Keys>,
    id: String,
    list: List,
    next: usize,
    piece: io::Cursor<Vec<u8>>,
}

impl<'a> Joined<'a> {
    fn open(place: &'a Place, key: Option<&'a Keys>) -> io::Result<Self> {
        let text = place.get(LIST)?.ok_or_else(|| broken("没有备份清单"))?;
        let end = text.iter().position(|byte| *byte == b'\n');
        let (head, body) = text.split_at(end.map_or(0, |end| end + 1));
        let head = String::from_utf8_lossy(head);
        let rest = head.trim_end().strip_prefix(MARK).map(str::trim_start);
        let (how, id) = rest
            .and_then(|rest| rest.split_once(' '))
            .ok_or_else(|| broken("不是备份清单"))?;
        let key = match (how, key) {
            ("clear", _) => None,
            ("sealed", None) => return Err(broken(NO_KEY)),
            (_, key) => key,
        };
        let list = opened(key, id, LIST, body.to_vec())?;
        Ok(Self {
            place,
            key,
            id: id.to_owned(),
            list: serde_json::from_slice(&list)?,
            next: 0,
            piece: io::Cursor::default(),
        })
    }

    fn number(&mut self) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.read_exact(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn is_over(&self) -> bool {
        let is_read = self.piece.position() == self.piece.get_ref().len() as u64;
        is_read && self.next == self.list.digests.len()
    }
}

impl Read for Joined<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.piece.read(into)?;
            let Some(digest) = self.list.digests.get(self.next) else {
                return Ok(count);
            };
            if count > 0 || into.is_empty() {
                return Ok(count);
            }
            let name = piece_name(self.next);
            let missing = || broken(format!("缺少 {name}"));
            let bytes = self.place.get(&name)?.ok_or_else(missing)?;
            if crypt::digest(&bytes) != *digest {
                return Err(broken(format!("{name} 被改动过")));
            }
            self.piece = io::Cursor::new(opened(self.key, &self.id, &name, bytes)?);
            self.next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(master: u8) -> Keys {
        Keys::from_master(&[master; 32]).unwrap()
    }

    /// A folder with a large file, an empty one, and one in a folder of its own.
    fn filled(folder: &Path) {
        let large: Vec<u8> = (0..PIECE + 12_345).map(|at| at.to_le_bytes()[0]).collect();
        fs::create_dir_all(folder.join("files/avatar")).unwrap();
        fs::write(folder.join("data"), large).unwrap();
        fs::write(folder.join("empty"), "").unwrap();
        fs::write(folder.join("files/avatar/a.png"), "a picture").unwrap();
    }

    fn same(one: &Path, other: &Path) {
        let names = |folder: &Path| -> Vec<PathBuf> {
            let files = files_below(folder).unwrap().into_iter();
            files
                .map(|path| path.strip_prefix(folder).unwrap().to_owned())
                .collect()
        };
        assert_eq!(names(one), names(other));
        for name in names(one) {
            let read = |folder: &Path| fs::read(folder.join(&name)).unwrap();
            assert!(read(one) == read(other), "{name:?}");
        }
    }

    #[test]
    fn a_folder_comes_back_from_its_pieces() {
        let room = tempfile::tempdir().unwrap();
        let at = |name: &str| room.path().join(name);
        filled(&at("from"));
        for (name, key) in [("clear", None), ("sealed", Some(keys(7)))] {
            let place = Place::Folder(at(name));
            assert!(!is_there(&place).unwrap());
            pack(&at("from"), &place, key.as_ref()).unwrap();
            assert!(is_there(&place).unwrap());
            let back = at(&format!("{name}-back"));
            unpack(&place, key.as_ref(), &back).unwrap();
            same(&at("from"), &back);
        }
        let piece = fs::read(at("sealed").join("piece-000001")).unwrap();
        assert!(!piece.windows(9).any(|part| part == b"a picture"));
    }

    #[test]
    fn what_was_changed_is_refused() {
        let room = tempfile::tempdir().unwrap();
        let at = |name: &str| room.path().join(name);
        filled(&at("from"));
        let key = keys(7);
        for name in ["one", "two"] {
            pack(&at("from"), &Place::Folder(at(name)), Some(&key)).unwrap();
        }
        let place = Place::Folder(at("one"));
        let refused = |key: Option<&Keys>| {
            let read = each(&place, key, |_, content| {
                io::copy(content, &mut io::sink()).map(drop)
            });
            read.unwrap_err().to_string()
        };
        assert_eq!(refused(None), NO_KEY);
        assert_eq!(refused(Some(&keys(8))), OTHER_KEY);
        // A piece of another backup under the same key, one that is gone, one that is shorter.
        let piece = at("one").join("piece-000000");
        let whole = fs::read(&piece).unwrap();
        fs::copy(at("two").join("piece-000000"), &piece).unwrap();
        assert!(refused(Some(&key)).contains("被改动过"));
        fs::remove_file(&piece).unwrap();
        assert!(refused(Some(&key)).contains("缺少"));
        fs::write(&piece, &whole[1..]).unwrap();
        assert!(refused(Some(&key)).contains("被改动过"));
        fs::copy(at("two").join(LIST), at("one").join(LIST)).unwrap();
        refused(Some(&key));
    }
}
