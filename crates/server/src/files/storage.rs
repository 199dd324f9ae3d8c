//! Where accepted files are kept.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::PathBuf;

use store::private;

use super::key::FileKey;

/// A place for files. Calls block, so they belong on a thread that may wait.
pub trait Storage: Send + Sync {
    /// Keeps a file; when this returns, it survives a crash.
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), StorageError>;
    /// The file to read from, or nothing when there is no such file.
    fn open(&self, key: &FileKey) -> Result<Option<Stored>, StorageError>;
    /// Removes a file; removing what is not there is no error.
    fn delete(&self, key: &FileKey) -> Result<(), StorageError>;
    /// Whether a file could be stored now.
    fn healthy(&self) -> Result<(), StorageError>;
}

/// A stored file, not read yet. Reading blocks too.
pub struct Stored {
    /// In bytes, where the storage says so.
    pub length: Option<u64>,
    pub reader: Box<dyn Read + Send>,
}

#[cfg(test)]
impl Stored {
    pub fn bytes(mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.reader.read_to_end(&mut bytes).unwrap();
        assert_eq!(self.length, Some(bytes.len() as u64));
        bytes
    }
}

/// The storage did not do its work; the text is for the log and holds no secret.
#[derive(Debug)]
pub struct StorageError(String);

impl StorageError {
    pub(super) fn new(context: impl Into<String>) -> StorageError {
        StorageError(context.into())
    }

    /// What happened, for the log.
    pub fn context(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for StorageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(AWAY)
    }
}

const AWAY: &str = "文件存储暂时不可用，请稍后再试";

impl From<StorageError> for service::Error {
    fn from(error: StorageError) -> Self {
        Self::Away {
            message: AWAY,
            detail: error.0,
        }
    }
}

impl std::error::Error for StorageError {}

impl From<io::Error> for StorageError {
    fn from(error: io::Error) -> Self {
        StorageError(error.to_string())
    }
}

/// Files in a folder of this machine, readable by the server's user alone.
#[derive(Debug)]
pub struct Local {
    root: PathBuf,
}

impl Local {
    /// Uses the folder, making it when it is missing.
    pub fn open(root: impl Into<PathBuf>) -> Result<Local, StorageError> {
        let root = root.into();
        private::make_folder(&root)?;
        private::close(&root)?;
        Ok(Local { root })
    }

    fn path(&self, key: &FileKey) -> PathBuf {
        self.root.join(key.as_str())
    }
}

impl Storage for Local {
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), StorageError> {
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.root);
        private::make_folder(folder)?;
        // A temporary file has mode 0600 from the start and appears under its name only when it is whole.
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist_noclobber(&path).map_err(|error| error.error)?;
        for changed in folder
            .ancestors()
            .take_while(|above| above.starts_with(&self.root))
        {
            File::open(changed)?.sync_all()?;
        }
        Ok(())
    }

    fn open(&self, key: &FileKey) -> Result<Option<Stored>, StorageError> {
        let file = match File::open(self.path(key)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        Ok(Some(Stored {
            length: Some(file.metadata()?.len()),
            reader: Box::new(file),
        }))
    }

    fn delete(&self, key: &FileKey) -> Result<(), StorageError> {
        match fs::remove_file(self.path(key)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    fn healthy(&self) -> Result<(), StorageError> {
        tempfile::NamedTempFile::new_in(&self.root)?.write_all(b"ok")?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::files::Folder;

    #[test]
    fn a_file_is_kept_once_privately_and_goes_away() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("files");
        let storage = Local::open(&root).unwrap();
        let key = FileKey::new(Folder::Renzheng, 2026, 3, 1, "jpg").unwrap();
        storage.healthy().unwrap();
        assert!(storage.open(&key).unwrap().is_none());
        storage.put(&key, b"picture").unwrap();
        assert_eq!(storage.open(&key).unwrap().unwrap().bytes(), b"picture");
        assert!(
            storage.put(&key, b"other").is_err(),
            "a key is never written twice"
        );
        assert_eq!(storage.open(&key).unwrap().unwrap().bytes(), b"picture");

        let mode = fs::metadata(root.join(key.as_str()))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
        let left: Vec<_> = fs::read_dir(root.join("renzheng/202603"))
            .unwrap()
            .collect();
        assert_eq!(left.len(), 1, "no temporary file stays behind");

        storage.delete(&key).unwrap();
        storage.delete(&key).unwrap();
        assert!(storage.open(&key).unwrap().is_none());
    }

    #[test]
    fn a_lost_folder_is_not_healthy() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("files");
        let storage = Local::open(&root).unwrap();
        fs::remove_dir_all(&root).unwrap();
        let error = storage.healthy().unwrap_err();
        assert_eq!(error.to_string(), "文件存储暂时不可用，请稍后再试");
        assert!(!error.context().is_empty());
    }
}
