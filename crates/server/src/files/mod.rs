//! Uploaded files: what is accepted where, under which name it is kept, and how it is handed out again.
//!
//! A file's name and place come from the server alone; nothing a client sends becomes part of a path.
//! Private files lie encrypted (`sealed.rs`); what else speaks to the storage itself copies bytes as
//! they lie.

use std::fmt::Write as _;

mod check;
mod gif;
mod jpeg;
mod key;
mod letters;
mod measured;
mod picture;
mod pieces;
mod refusal;
mod reseal;
mod s3;
mod sealed;
mod serving;
mod storage;
mod structure;
mod unused;
pub mod watermark;

pub use check::{Accepted, check, need};
pub use key::FileKey;
pub use measured::Measured;
pub use pieces::Pieces;
pub use refusal::Refusal;
pub use reseal::{Walked, seal_older};
pub use s3::{S3, S3UrlError};
pub use schema::folder::{Folder, Kind, UnknownFolder};
pub use sealed::{Again, Sealed};
pub use serving::serving_headers;
pub use storage::{Beginning, Local, Storage, StorageError, Stored};
pub use unused::remove_unused;

/// What people compare a downloaded package by, and the check every file.
pub fn hex_of(digest: &[u8]) -> String {
    let mut text = String::new();
    for byte in digest {
        // Writing to a text does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests_documents;
#[cfg(test)]
mod tests_pictures;
#[cfg(test)]
mod tests_s3;
