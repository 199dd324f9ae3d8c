//! Where accepted files are kept.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::PathBuf;

use store::private;
use tempfile::NamedTempFile;

use super::key::FileKey;

/// A place for files. Calls block, so they belong on a thread that may wait.
pub trait Storage: Send + Sync {
    /// Keeps a file; when this returns, it survives a crash.
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), StorageError>;
    /// Puts other bytes in the place of a file, or of none; a crash leaves either whole.
    fn replace(&self, key: &FileKey, bytes: &[u8]) -> Result<(), StorageError>;
    /// The file to read from, or nothing when there is no such file.
    fn open(&self, key: &FileKey) -> Result<Option<Stored>, StorageError>;
    /// At most so many first bytes of a file as it lies there, without reading the rest.
    fn beginning(&self, key: &FileKey, most: usize) -> Result<Option<Beginning>, StorageError>;
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

/// The first bytes of a stored file.
#[derive(Debug, PartialEq, Eq)]
pub struct Beginning {
    pub bytes: Vec<u8>,
    /// Of the whole file, where the storage says so.
    pub length: Option<u64>,
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

/// The storage did not do its work.
#[derive(Debug)]
pub struct StorageError {
    message: &'static str,
    /// For the log; it holds no secret.
    context: String,
}

impl StorageError {
    pub(super) fn new(context: impl Into<String>) -> StorageError {
        StorageError {
            message: AWAY,
            context: context.into(),
        }
    }

    /// What lies there is not what was put there under this name.
    pub(super) fn changed(key: &FileKey) -> StorageError {
        StorageError {
            message: CHANGED,
            context: format!("{key} is not what was stored under this name"),
        }
    }

    pub fn is_changed(&self) -> bool {
        self.message == CHANGED
    }

    /// What happened, for the log.
    pub fn context(&self) -> &str {
        &self.context
    }
}

impl std::fmt::Display for StorageError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message)
    }
}

const AWAY: &str = "文件存储暂时不可用，请稍后再试";
const CHANGED: &str = "文件已被替换或损坏，无法打开，请联系管理员";

impl From<StorageError> for service::Error {
    fn from(error: StorageError) -> Self {
        Self::Away {
            message: error.message,
            detail: error.context,
        }
    }
}

impl std::error::Error for StorageError {}

impl From<io::Error> for StorageError {
    fn from(error: io::Error) -> Self {
        StorageError::new(error.to_string())
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

impl Local {
    /// A whole file beside the place it is for, with mode 0600 from the start.
    fn beside(&self, key: &FileKey, bytes: &[u8]) -> Result<NamedTempFile, StorageError> {
        let path = self.path(key);
        let folder = path.parent().unwrap_or(&self.root);
        private::make_folder(folder)?;
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(file)
    }

    /// A name that is new survives a crash, too.
    fn sync_folders(&self, key: &FileKey) -> Result<(), StorageError> {
        let path = self.path(key);
        let above = path.ancestors().skip(1);
        for changed in above.take_while(|above| above.starts_with(&self.root)) {
            File::open(changed)?.sync_all()?;
        }
        Ok(())
    }
}

impl Storage for Local {
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), StorageError> {
        let file = self.beside(key, bytes)?;
        file.persist_noclobber(self.path(key))
            .map_err(|error| error.error)?;
        self.sync_folders(key)
    }

    fn replace(&self, key: &FileKey, bytes: &[u8]) -> Result<(), StorageError> {
        let file = self.beside(key, bytes)?;
        file.persist(self.path(key)).map_err(|error| error.error)?;
        self.sync_folders(key)
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

    fn beginning(&self, key: &FileKey, most: usize) -> Result<Option<Beginning>, StorageError> {
        let Some(stored) = self.open(key)? else {
            return Ok(None);
        };
        let mut bytes = Vec::with_capacity(most);
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        stored.reader.take(most).read_to_end(&mut bytes)?;
        Ok(Some(Beginning {
            bytes,
            length: stored.length,
        }))
    }

    fn delete(&self, key: &FileKey) -> Result<(), StorageError> {
        match fs::remove_file(self.path(key)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    fn healthy(&self) -> Result<(), StorageError> {
        NamedTempFile::new_in(&self.root)?.write_all(b"ok")?;
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
        storage.replace(&key, b"anew").unwrap();
        assert_eq!(storage.open(&key).unwrap().unwrap().bytes(), b"anew");
        let beginning = storage.beginning(&key, 2).unwrap().unwrap();
        assert_eq!(
            (beginning.bytes, beginning.length),
            (b"an".to_vec(), Some(4))
        );
        storage.replace(&key, b"picture").unwrap();
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
