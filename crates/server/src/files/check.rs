//! Decides what an uploaded file is and whether its folder wants it.

use super::{gif, key, picture, refusal::Refusal, structure};
use schema::folder::{Folder, Kind};

/// Encoded anew a picture may grow; one that grows more than this was made to.
const GROWTH: usize = 4;

/// A file that may be stored: for images these are new bytes, without metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub bytes: Vec<u8>,
    pub extension: &'static str,
    pub mime: &'static str,
    pub kind: Kind,
}

/// What the first bytes promise; the rest still has to keep it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Jpeg,
    Png,
    Gif,
    Webp,
    Mp4,
    Pdf,
    Xls,
    Zip,
}

/// The most memory that [`check`] takes beside the file itself, told without unpacking anything.
pub fn need(folder: Folder, bytes: &[u8]) -> Result<usize, Refusal> {
    let Some(found) = promised_type(bytes) else {
        return Ok(0);
    };
    let format = match found {
        Type::Jpeg => image::ImageFormat::Jpeg,
        Type::Png => image::ImageFormat::Png,
        Type::Webp => image::ImageFormat::WebP,
        Type::Gif => image::ImageFormat::Gif,
        Type::Zip => return Ok(structure::zip_need(bytes)),
        _ => return Ok(0),
    };
    within(folder, Kind::Image, bytes)?;
    let need = match format {
        image::ImageFormat::Gif => gif::need(bytes)?,
        format => picture::need(bytes, format)?,
    };
    Ok(usize::try_from(need).unwrap_or(usize::MAX))
}

/// Accepts a file for a folder, judged by its content alone. Decoding a large photo takes seconds and much memory, so the
/// caller makes room for it first and runs few of these at a time, outside the async threads.
pub fn check(folder: Folder, bytes: Vec<u8>) -> Result<Accepted, Refusal> {
    if bytes.is_empty() {
        return Err(Refusal::Empty);
    }
    let found = promised_type(&bytes).ok_or(Refusal::UnknownType)?;
    match found {
        Type::Jpeg | Type::Png | Type::Webp | Type::Gif => {
            within(folder, Kind::Image, &bytes)?;
            let (bytes, extension) = match found {
                Type::Gif => (gif::rewrite(&bytes)?, "gif"),
                Type::Jpeg => picture::rewrite(&bytes, image::ImageFormat::Jpeg)?,
                Type::Png => picture::rewrite(&bytes, image::ImageFormat::Png)?,
                _ => picture::rewrite(&bytes, image::ImageFormat::WebP)?,
            };
            if bytes.len() > GROWTH * folder.max_bytes() {
                return Err(Refusal::TooManyPixels);
            }
            accepted(bytes, extension, Kind::Image)
        }
        Type::Mp4 => {
            within(folder, Kind::Video, &bytes)?;
            structure::check_mp4(&bytes)?;
            accepted(bytes, "mp4", Kind::Video)
        }
        Type::Pdf => {
            within(folder, Kind::Pdf, &bytes)?;
            structure::check_pdf(&bytes)?;
            accepted(bytes, "pdf", Kind::Pdf)
        }
        Type::Xls => {
            within(folder, Kind::Spreadsheet, &bytes)?;
            structure::check_xls(&bytes)?;
            accepted(bytes, "xls", Kind::Spreadsheet)
        }
        Type::Zip => {
            if bytes.len() > folder.max_bytes() {
                return Err(Refusal::TooLarge(folder.max_bytes()));
            }
            let (extension, kind) = structure::zip_type(&bytes)?;
            within(folder, kind, &bytes)?;
            accepted(bytes, extension, kind)
        }
    }
}

fn promised_type(bytes: &[u8]) -> Option<Type> {
    let at = |offset: usize, magic: &[u8]| {
        bytes
            .get(offset..)
            .is_some_and(|rest| rest.starts_with(magic))
    };
    let types = [
        (Type::Jpeg, at(0, b"\xFF\xD8\xFF")),
        (Type::Png, at(0, b"\x89PNG\r\n\x1A\n")),
        (Type::Gif, at(0, b"GIF87a") || at(0, b"GIF89a")),
        (Type::Webp, at(0, b"RIFF") && at(8, b"WEBP")),
        (Type::Mp4, at(4, b"ftyp")),
        (Type::Pdf, at(0, b"%PDF-")),
        (Type::Xls, at(0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")),
        (Type::Zip, at(0, b"PK\x03\x04")),
    ];
    types
        .into_iter()
        .find(|(_, fits)| *fits)
        .map(|(found, _)| found)
}

fn within(folder: Folder, kind: Kind, bytes: &[u8]) -> Result<(), Refusal> {
    let limit = folder.limit(kind).ok_or(Refusal::NotHere)?;
    match kind {
        _ if bytes.len() <= limit => Ok(()),
        Kind::Video => Err(Refusal::VideoTooLarge),
        _ => Err(Refusal::TooLarge(limit)),
    }
}

fn accepted(bytes: Vec<u8>, extension: &'static str, kind: Kind) -> Result<Accepted, Refusal> {
    let mime = key::mime_of(extension).ok_or(Refusal::UnknownType)?;
    Ok(Accepted {
        bytes,
        extension,
        mime,
        kind,
    })
}
