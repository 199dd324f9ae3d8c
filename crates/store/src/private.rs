//! Files and folders that their owner alone can read, whatever the process's umask says.

use std::{
    fs::{self, DirBuilder, OpenOptions, Permissions},
    io::{self, ErrorKind, Write as _},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _},
    path::Path,
};

const FILE: u32 = 0o600;
const FOLDER: u32 = 0o700;

/// Makes a folder, and those above it that are missing.
pub fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER).create(path)
}

/// Makes an empty file; one that is there already is closed to others.
pub fn make_file(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    match options.write(true).create_new(true).mode(FILE).open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => close(path),
        made => made.map(drop),
    }
}

/// Writes a file that must not be there yet, onto the disk.
pub fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut file = options.write(true).create_new(true).mode(FILE).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Puts another file in the place of one, so that a crash leaves either whole.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let beside = Path::new(&beside);
    if beside.exists() {
        fs::remove_file(beside)?;
    }
    create(beside, text)?;
    fs::rename(beside, path)
}

/// Takes away what others may do with a file or folder; none there is no error.
pub fn close(path: &Path) -> io::Result<()> {
    let found = match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        found => found?,
    };
    if !is_open(&found.permissions()) {
        return Ok(());
    }
    let mode = if found.is_dir() { FOLDER } else { FILE };
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Copies a file for its owner alone.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = fs::File::open(from)?;
    make_file(to)?;
    io::copy(
        &mut from,
        &mut OpenOptions::new().write(true).truncate(true).open(to)?,
    )?;
    Ok(())
}

/// Whether others than its owner may read or write a file.
pub fn is_open_to_others(path: &Path) -> io::Result<bool> {
    Ok(is_open(&fs::metadata(path)?.permissions()))
}

fn is_open(permissions: &Permissions) -> bool {
    permissions.mode() & 0o077 != 0
}
