//! Looks into an xlsx before the parser does, because the parser trusts sizes and counts it is told.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::read::{Limits, SheetError};

const MAX_ENTRIES: usize = 1_000;
/// What the parser may keep for cell styles: each format record gets its own copy of its font and number format.
const STYLE_BUDGET_BYTES: u64 = 16 << 20;
const STYLE_BYTES: u64 = 512;
const MAX_FONTS: u64 = 50_000;
/// Longer names than any the format has, prefix included, need not be told apart.
const MAX_NAME: usize = 64;

/// Refuses a package that unpacks too far, or whose XML would make the parser allocate more than it holds.
pub fn inspect(bytes: &[u8], limits: &Limits) -> Result<(), SheetError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| SheetError::Broken)?;
    if archive.len() > MAX_ENTRIES {
        return Err(SheetError::Suspicious);
    }
    let mut left = limits.unpacked_bytes;
    let mut part = Vec::new();
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(|_| SheetError::Broken)?;
        if entry.encrypted() {
            return Err(SheetError::Protected);
        }
        if entry.size() > left {
            return Err(SheetError::UnpackedTooLarge);
        }
        // The directory may lie about sizes, so what counts is what really comes out.
        part.clear();
        let unpacked = entry
            .take(left + 1)
            .read_to_end(&mut part)
            .map_err(|_| SheetError::Broken)?;
        left = left
            .checked_sub(unpacked as u64)
            .ok_or(SheetError::UnpackedTooLarge)?;
        inspect_xml(&part, limits)?;
    }
    Ok(())
}

fn inspect_xml(part: &[u8], limits: &Limits) -> Result<(), SheetError> {
    if !looks_like_xml(part) {
        return Ok(());
    }
    let tags = Tags::count(part);
    // UTF-16 would hide everything from a byte search; no spreadsheet program writes it.
    if memchr::memchr(0, part).is_some() || tags.has_document_type {
        return Err(SheetError::Suspicious);
    }
    let cells = u64::from(limits.rows + 1) * u64::from(limits.columns);
    if tags.shared_strings > cells || declared_counts(part).any(|count| count > cells) {
        return Err(SheetError::TooManyRows(limits.rows));
    }
    if tags.styles.saturating_mul(STYLE_BYTES + tags.longest) > STYLE_BUDGET_BYTES
        || tags.fonts > MAX_FONTS
    {
        return Err(SheetError::Suspicious);
    }
    Ok(())
}

/// What one pass over the tags of an XML part tells.
#[derive(Default)]
struct Tags {
    shared_strings: u64,
    styles: u64,
    fonts: u64,
    longest: u64,
    has_document_type: bool,
}

impl Tags {
    fn count(part: &[u8]) -> Tags {
        let mut tags = Tags::default();
        let mut last = 0;
        for at in memchr::memchr_iter(b'<', part) {
            tags.longest = tags.longest.max((at - last) as u64);
            last = at;
            let name = part.get(at + 1..).unwrap_or_default();
            let end = name
                .iter()
                .take(MAX_NAME)
                .position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
            let name = name.get(..end.unwrap_or(MAX_NAME)).unwrap_or_default();
            match name.rsplit(|byte| *byte == b':').next() {
                Some(b"si") => tags.shared_strings += 1,
                Some(b"xf") => tags.styles += 1,
                Some(b"font" | b"fill" | b"border") => tags.fonts += 1,
                _ => {
                    tags.has_document_type |= name.first() == Some(&b'!')
                        && !name.starts_with(b"!--")
                        && !name.starts_with(b"![CDATA[");
                }
            }
        }
        tags.longest = tags.longest.max((part.len() - last) as u64);
        tags
    }
}

fn looks_like_xml(part: &[u8]) -> bool {
    let text = part.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(part);
    text.starts_with(b"\xFF\xFE")
        || text.starts_with(b"\xFE\xFF")
        || text
            .iter()
            .find(|byte| !byte.is_ascii_whitespace() && **byte != 0)
            == Some(&b'<')
}

/// The parser reserves memory for as many shared strings as the attribute `uniqueCount` claims.
fn declared_counts(part: &[u8]) -> impl Iterator<Item = u64> + '_ {
    const NAME: &[u8] = b"uniqueCount";
    let ends = memchr::memmem::find_iter(part, NAME).map(|at| at + NAME.len());
    ends.map(|end| {
        let value = part.get(end..).unwrap_or_default();
        let is_filler =
            |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'"' | b'\'' | b'+');
        let digits = value
            .iter()
            .skip_while(|byte| is_filler(byte))
            .take_while(|byte| byte.is_ascii_digit());
        digits.fold(0_u64, |number, digit| {
            number
                .saturating_mul(10)
                .saturating_add(u64::from(digit - b'0'))
        })
    })
}
