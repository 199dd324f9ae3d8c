//! Files that nobody but their owner may read.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write as _},
    os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _},
    path::Path,
};

/// Writes a file that must not be there yet.
pub(crate) fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Puts another file in the place of one, so that a crash leaves either whole.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = Path::new(&beside);
    if beside.exists() {
        fs::remove_file(beside)?;
    }
    create(beside, text)?;
    fs::rename(beside, path)
}

/// A key that others can read is none.
pub(crate) fn refuse_shared(path: &Path) -> io::Result<()> {
    let mode = fs::metadata(path)?.permissions().mode();
    if mode & 0o077 == 0 {
        Ok(())
    } else {
        Err(io::Error::other("其他用户可以读取该文件，请执行 chmod 600"))
    }
}
