//! Files: each is there and as long as the database says; a private one lies sealed, under the key
//! that it should. That takes the first bytes of each. Whether a file opens and its bytes are those
//! that came takes all of them, so of many files a part is opened, another one every time, unless
//! all are asked for.

use std::io::{self, Read};

use md5::{Digest as _, Md5};
use rand::RngExt as _;
use store::{Db, file_seal, files as known, rotation};

use super::{Named, Pace};
use crate::{
    app,
    cli::each_file::each_file,
    files::{FileKey, Sealed, Storage, StorageError, hex_of},
    settings::Settings,
};

/// Files that a check opens where it does not open all of them.
const OPENED: usize = 2_000;

/// What there is to find out.
struct Walk<'a> {
    storage: Sealed,
    stage: rotation::Stage,
    private: Sample,
    public: Sample,
    /// In clear from an earlier version, which the server seals in the background.
    clear: usize,
    /// Under another key while one takes over.
    elsewhere: usize,
    found: Named,
    pace: &'a Pace,
}

/// Of many files every so many are opened, beginning with one of the first.
struct Sample {
    every: usize,
    first: usize,
    files: usize,
    opened: usize,
}

impl Sample {
    fn of(count: usize, opens_all: bool) -> Self {
        let every = if opens_all {
            1
        } else {
            count.div_ceil(OPENED).max(1)
        };
        Self {
            every,
            first: rand::rng().random_range(0..every),
            files: 0,
            opened: 0,
        }
    }

    /// Counts one more; answers whether it is to be opened.
    fn takes(&mut self) -> bool {
        let is_chosen = self.files % self.every == self.first;
        self.files += 1;
        is_chosen
    }
}

pub fn find(
    settings: &Settings,
    db: &Db,
    opens_all: bool,
    pace: &Pace,
    note: &impl Fn(&str),
) -> Result<Vec<String>, String> {
    let failed = |error: store::Error| format!("无法检查：{error}");
    let (private, public) = db.read_now(known::count).map_err(failed)?;
    let mut walk = Walk {
        storage: Sealed::new(app::open_files(settings)?, db.keys().clone()),
        stage: db.read_now(rotation::stage).map_err(failed)?,
        private: Sample::of(private, opens_all),
        public: Sample::of(public, opens_all),
        clear: 0,
        elsewhere: 0,
        found: Named::new("文件"),
        pace,
    };
    // Nothing in clear is opened here: what an earlier version left is counted, not read.
    walk.storage.refuse_clear();
    each_file(db, |key, file| walk.look(key, file))?;
    let Sample { files, opened, .. } = walk.private;
    note(&format!(
        "私密文件：{files} 个，已核对文件头和长度，其中打开 {opened} 个"
    ));
    let Sample { files, opened, .. } = walk.public;
    note(&format!(
        "公开文件：{files} 个，已核对长度，其中打开 {opened} 个"
    ));
    if walk.clear > 0 {
        let clear = walk.clear;
        note(&format!(
            "私密文件：{clear} 个来自旧版本，尚未加密，服务运行时在后台加密"
        ));
    }
    if walk.elsewhere > 0 {
        let elsewhere = walk.elsewhere;
        note(&format!(
            "私密文件：密钥更换尚未完成，{elsewhere} 个在其他密钥下"
        ));
    }
    Ok(walk.found.told())
}

/// How many private files lie under another key than this one, by what lies there.
pub fn not_under(settings: &Settings, db: &Db, number: u8) -> Result<usize, String> {
    let storage = app::open_files(settings)?;
    let mut others = 0;
    each_private(db, |key, _| {
        let beginning = storage
            .beginning(key, file_seal::HEADER)
            .map_err(|error| away(&error))?;
        let lies = beginning.and_then(|beginning| file_seal::number(&beginning.bytes));
        others += usize::from(lies.is_some_and(|lies| lies != number));
        Ok(())
    })?;
    Ok(others)
}

fn away(error: &StorageError) -> String {
    format!("无法检查文件：{error}（{}）", error.context())
}

fn each_private(
    db: &Db,
    mut take: impl FnMut(&FileKey, &known::Known) -> Result<(), String>,
) -> Result<(), String> {
    each_file(db, |key, file| {
        if key.folder().is_private() {
            take(key, file)
        } else {
            Ok(())
        }
    })
}

impl Walk<'_> {
    fn look(&mut self, key: &FileKey, file: &known::Known) -> Result<(), String> {
        let is_private = key.folder().is_private();
        let is_chosen = if is_private {
            self.private.takes()
        } else {
            self.public.takes()
        };
        let files = self.private.files + self.public.files;
        self.pace.tell(|| format!("已核对文件 {files} 个"));
        let beginning = self.storage.beginning(key, file_seal::HEADER);
        let Some(beginning) = beginning.map_err(|error| away(&error))? else {
            // The bytes of an upload come after its row.
            if file.is_used {
                self.found(key, "不在文件存储中");
            }
            return Ok(());
        };
        let overhead = if is_private {
            match file_seal::number(&beginning.bytes) {
                None if file.key_number == 0 => {
                    self.clear += 1;
                    return Ok(());
                }
                None => {
                    self.found(key, "未加密，被替换");
                    return Ok(());
                }
                Some(number) => self.look_at_key(key, number),
            }
            file_seal::OVERHEAD
        } else {
            0
        };
        let size = usize::try_from(file.size).unwrap_or_default();
        let wanted = u64::try_from(size + overhead);
        if beginning.length.is_some_and(|length| Ok(length) != wanted) {
            self.found(key, "长度与登记的不符，被替换或损坏");
        } else if is_chosen {
            self.open(key, file)?;
        }
        Ok(())
    }

    fn look_at_key(&mut self, key: &FileKey, number: u8) {
        if number == self.stage.writing {
            return;
        }
        // A copy of an office may have been made while the next key was about to take over.
        if self.stage.is_under_way() || number > self.stage.writing {
            self.elsewhere += 1;
        } else {
            self.found(key, &format!("更换密钥已完成，却还在旧密钥 {number} 下"));
        }
    }

    fn open(&mut self, key: &FileKey, file: &known::Known) -> Result<(), String> {
        if key.folder().is_private() {
            self.private.opened += 1;
        } else {
            self.public.opened += 1;
        }
        match self.storage.open(key) {
            Ok(None) => Ok(()),
            Ok(Some(stored)) => {
                let digest = md5_of(stored.reader);
                let digest = digest.map_err(|error| format!("无法读取文件 {key}：{error}"))?;
                // Earlier versions kept none.
                if file.md5.as_ref().is_some_and(|known| *known != digest) {
                    self.found(key, "内容与登记的校验值不符，被替换或损坏");
                }
                Ok(())
            }
            Err(error) if error.is_changed() => {
                self.found(key, "无法在此处解密，被替换或损坏");
                Ok(())
            }
            Err(error) => Err(away(&error)),
        }
    }

    fn found(&mut self, key: &FileKey, what: &str) {
        self.found.add(format!("文件 {key}：{what}"));
    }
}

fn md5_of(mut reader: impl Read) -> io::Result<String> {
    let mut digest = Md5::new();
    let mut piece = vec![0; 64 << 10];
    loop {
        match reader.read(&mut piece)? {
            0 => return Ok(hex_of(&digest.finalize())),
            length => digest.update(piece.get(..length).unwrap_or_default()),
        }
    }
}
