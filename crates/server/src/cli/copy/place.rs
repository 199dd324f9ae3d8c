//! Where the pieces of a backup lie: in a folder, or in a bucket.

use std::{
    fs,
    io::{self, Read as _, Write as _},
    path::PathBuf,
};

use store::private;

use crate::{
    app,
    files::{S3, StorageError},
};

pub enum Place {
    Folder(PathBuf),
    Bucket(Box<S3>),
}

/// Whether a text names a bucket and not a folder.
pub fn is_bucket(text: &str) -> bool {
    text.starts_with("s3://")
}

/// The address of something below another: what stands behind a `?` stays in the end.
pub fn below(address: &str, name: &str) -> String {
    match address.split_once('?') {
        Some((place, options)) => format!("{}/{name}?{options}", place.trim_end_matches('/')),
        None => format!("{}/{name}", address.trim_end_matches('/')),
    }
}

fn other(error: &StorageError) -> io::Error {
    io::Error::other(error.context().to_owned())
}

impl Place {
    /// `s3://…`, or a folder.
    pub fn of(text: &str) -> Result<Self, String> {
        if is_bucket(text) {
            Ok(Self::Bucket(Box::new(app::open_bucket(text)?)))
        } else {
            Ok(Self::Folder(text.into()))
        }
    }

    pub fn put(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Folder(folder) => {
                let path = folder.join(name);
                private::make_folder(folder)?;
                private::make_file(&path)?;
                let mut file = fs::File::options().write(true).truncate(true).open(path)?;
                file.write_all(bytes)?;
                file.sync_all()
            }
            Self::Bucket(bucket) => {
                let put = bucket.put_object(name, "application/octet-stream", bytes);
                put.map_err(|error| other(&error))
            }
        }
    }

    pub fn get(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        match self {
            Self::Folder(folder) => match fs::read(folder.join(name)) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                read => read.map(Some),
            },
            Self::Bucket(bucket) => {
                let stored = bucket.open_object(name).map_err(|error| other(&error))?;
                let Some(mut stored) = stored else {
                    return Ok(None);
                };
                let mut bytes = Vec::new();
                stored.reader.read_to_end(&mut bytes)?;
                Ok(Some(bytes))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_an_address_stay_behind_it() {
        for (address, expected) in [
            ("/mnt/backups", "/mnt/backups/one"),
            ("s3://host/bucket/", "s3://host/bucket/one"),
            (
                "s3://host/bucket?tls=false",
                "s3://host/bucket/one?tls=false",
            ),
        ] {
            assert_eq!(below(address, "one"), expected);
        }
    }
}
