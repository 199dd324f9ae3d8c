//! Files we keep as they are: their structure must hold from the first byte to the last, so that they cannot be two things.

use std::io::Cursor;

use zip::ZipArchive;

use super::refusal::Refusal;
use schema::folder::Kind;

/// The parts a video file is made of at its outermost level.
const MP4_BOXES: [&[u8; 4]; 17] = [
    b"ftyp", b"moov", b"mdat", b"free", b"skip", b"wide", b"udta", b"uuid", b"meta", b"moof",
    b"mfra", b"sidx", b"styp", b"pdin", b"emsg", b"prft", b"ssix",
];
/// Still pictures (heic, avif) and sound use the same container; they are no video.
const MP4_BRANDS: [&[u8; 4]; 12] = [
    b"isom", b"iso2", b"iso3", b"iso4", b"iso5", b"iso6", b"mp41", b"mp42", b"avc1", b"M4V ",
    b"MSNV", b"dash",
];
const PDF_TAIL: usize = 1_024;

pub fn check_mp4(bytes: &[u8]) -> Result<(), Refusal> {
    if !bytes
        .get(8..12)
        .is_some_and(|brand| MP4_BRANDS.iter().any(|known| *known == brand))
    {
        return Err(Refusal::UnknownType);
    }
    let mut rest = bytes;
    let mut has_index = false;
    while !rest.is_empty() {
        let (name, length) = mp4_box(rest).ok_or(Refusal::Broken)?;
        if !MP4_BOXES.contains(&&name) {
            return Err(Refusal::Broken);
        }
        has_index |= name == *b"moov";
        rest = rest.get(length..).ok_or(Refusal::Broken)?;
    }
    if has_index {
        Ok(())
    } else {
        Err(Refusal::Broken)
    }
}

/// Name and length of the box at the start; length 0 means up to the end, 1 that a long length follows.
fn mp4_box(rest: &[u8]) -> Option<([u8; 4], usize)> {
    let short = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?);
    let name: [u8; 4] = rest.get(4..8)?.try_into().ok()?;
    let length = match short {
        0 => rest.len(),
        1 => usize::try_from(u64::from_be_bytes(rest.get(8..16)?.try_into().ok()?))
            .ok()
            .filter(|length| *length >= 16)?,
        _ => usize::try_from(short).ok()?,
    };
    (8..=rest.len()).contains(&length).then_some((name, length))
}

/// A document ends with its end mark, and no web page is hidden in its beginning.
pub fn check_pdf(bytes: &[u8]) -> Result<(), Refusal> {
    let tail = bytes
        .get(bytes.len().saturating_sub(PDF_TAIL)..)
        .unwrap_or_default();
    let head = bytes
        .get(..bytes.len().min(PDF_TAIL))
        .unwrap_or_default()
        .to_ascii_lowercase();
    let has = |part: &[u8], what: &[u8]| part.windows(what.len()).any(|window| window == what);
    let is_web_page = [&b"<html"[..], b"<script", b"<!doctype", b"<svg", b"<?php"]
        .iter()
        .any(|mark| has(&head, mark));
    if !has(tail, b"%%EOF") || is_web_page {
        Err(Refusal::Broken)
    } else {
        Ok(())
    }
}

/// An old workbook: a compound file with a stream named Workbook or Book, whose macros, if any, have a storage of their own.
pub fn check_xls(bytes: &[u8]) -> Result<(), Refusal> {
    let has_entry = |name: &str| {
        let wide: Vec<u8> = name
            .encode_utf16()
            .chain([0])
            .flat_map(u16::to_le_bytes)
            .collect();
        // Directory entries lie on multiples of their own length.
        bytes
            .chunks_exact(128)
            .any(|entry| entry.starts_with(&wide))
    };
    if has_entry("_VBA_PROJECT_CUR") {
        Err(Refusal::Macros)
    } else if has_entry("Workbook") || has_entry("Book") {
        Ok(())
    } else {
        Err(Refusal::UnknownType)
    }
}

/// What the list of a zip's parts takes in memory: each has a header of its own.
pub fn zip_need(bytes: &[u8]) -> usize {
    const PART: usize = 1 << 10;
    let headers = bytes.windows(4).filter(|four| four == b"PK\x01\x02");
    headers.count() * PART
}

/// What a zip is, told by the parts it must have; it begins and ends with the file.
pub fn zip_type(bytes: &[u8]) -> Result<(&'static str, Kind), Refusal> {
    let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| Refusal::Broken)?;
    let end = archive.comment().len();
    let end_record = bytes
        .len()
        .checked_sub(22 + end)
        .and_then(|at| bytes.get(at..))
        .unwrap_or_default();
    if archive.offset() != 0 || !end_record.starts_with(b"PK\x05\x06") {
        return Err(Refusal::Broken);
    }
    let has = |name: &str| archive.index_for_name(name).is_some();
    if has("[Content_Types].xml") && has("xl/workbook.xml") {
        if has("xl/vbaProject.bin") {
            Err(Refusal::Macros)
        } else {
            Ok(("xlsx", Kind::Spreadsheet))
        }
    } else if has("AndroidManifest.xml") && (has("classes.dex") || has("resources.arsc")) {
        Ok(("apk", Kind::Package))
    } else if has("manifest.json") {
        Ok(("wgt", Kind::Package))
    } else {
        Err(Refusal::UnknownType)
    }
}
