//! Looks into an xlsx before the parser does, because the parser trusts sizes and counts it is told.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::error::SheetError;
use super::limits::{Limits, STYLE_BUDGET_BYTES};

const MAX_ENTRIES: usize = 1_000;
const STYLE_BYTES: u64 = 512;
const MAX_FONTS: u64 = 10_000;
/// What a shared string costs beside its text.
const STRING_BYTES: u64 = 40;
/// Looked at together.
const PIECE: usize = 64 << 10;
/// How far a tag or a number is followed beyond where it begins.
const AHEAD: usize = 1 << 10;
/// Between two tags there is no more than a cell may hold, however it is escaped.
const MAX_PIECE: u64 = 1 << 20;
/// The parser reserves memory for as many shared strings as this attribute claims.
const COUNT: &[u8] = b"uniqueCount";
/// Formats stand at the beginning of the styles.
const MAX_STYLES: u64 = 1 << 20;
const FORMAT_CODE: &str = "formatCode=";
/// Longer names than any the format has, prefix included, need not be told apart.
const MAX_NAME: usize = 64;

/// Refuses a package that unpacks too far, or whose XML would make the parser allocate more than it
/// holds. Parts are looked at piece by piece: none is ever in memory as a whole.
pub fn inspect(bytes: &[u8], limits: &Limits) -> Result<(), SheetError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| SheetError::Broken)?;
    if archive.len() > MAX_ENTRIES {
        return Err(SheetError::Suspicious);
    }
    let mut left = limits.unpacked_bytes;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(|_| SheetError::Broken)?;
        if entry.encrypted() {
            return Err(SheetError::Protected);
        }
        if entry.size() > left {
            return Err(SheetError::UnpackedTooLarge);
        }
        // The directory may lie about sizes, so what counts is what really comes out.
        let unpacked = inspect_part(entry.take(left + 1), limits)?;
        left = left
            .checked_sub(unpacked)
            .ok_or(SheetError::UnpackedTooLarge)?;
    }
    Ok(())
}

/// Whether a format of the workbook puts zeros before its numbers: `00000`. What is shown in a cell
/// is then more than its value. The package was looked through before.
pub fn pads_numbers(bytes: &[u8]) -> Result<bool, SheetError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| SheetError::Broken)?;
    let Ok(styles) = archive.by_name("xl/styles.xml") else {
        return Ok(false);
    };
    let mut text = Vec::new();
    let read = styles.take(MAX_STYLES).read_to_end(&mut text);
    read.map_err(|_| SheetError::Broken)?;
    let text = String::from_utf8_lossy(&text);
    let mut formats = text.split(FORMAT_CODE).skip(1);
    Ok(formats.any(|format| {
        let code = format.split(['"', '\'']).nth(1).unwrap_or_default();
        let digits = code.split([';', '.']).next().unwrap_or_default();
        digits.len() > 1 && digits.bytes().all(|letter| letter == b'0')
    }))
}

/// Looks through one part; answers how long it is.
fn inspect_part(mut part: impl Read, limits: &Limits) -> Result<u64, SheetError> {
    let mut window = Vec::with_capacity(PIECE + AHEAD);
    let mut tags = Tags::default();
    let (mut length, mut is_xml) = (0, None);
    loop {
        let room = PIECE + AHEAD - window.len();
        let read = (&mut part)
            .take(room as u64)
            .read_to_end(&mut window)
            .map_err(|_| SheetError::Broken)?;
        length += read as u64;
        is_xml = is_xml.or_else(|| looks_like_xml(&window));
        // What begins close to the end is looked at together with what follows.
        let ahead = if read == 0 { 0 } else { AHEAD };
        let settled = window.len().saturating_sub(ahead);
        if is_xml != Some(false) {
            tags.count(&window, settled);
        }
        window.drain(..settled);
        if is_xml == Some(true) {
            tags.check(limits)?;
        }
        if read == 0 {
            break;
        }
    }
    if is_xml == Some(true) {
        tags.check_shared(length, limits)?;
    }
    Ok(length)
}

/// What the tags of an XML part tell.
#[derive(Default)]
struct Tags {
    shared_strings: u64,
    styles: u64,
    fonts: u64,
    longest: u64,
    /// Bytes since the last tag began.
    since_tag: u64,
    /// The most shared strings that an attribute claims: the parser reserves memory for them.
    declared: u64,
    is_suspicious: bool,
}

impl Tags {
    /// Counts what begins before `settled`.
    fn count(&mut self, window: &[u8], settled: usize) {
        let part = window.get(..settled).unwrap_or(window);
        let mut last = 0;
        for at in memchr::memchr_iter(b'<', part) {
            self.longest = self.longest.max(self.since_tag + (at - last) as u64);
            (self.since_tag, last) = (0, at);
            self.count_tag(window.get(at + 1..).unwrap_or_default());
        }
        self.since_tag += (part.len() - last) as u64;
        self.longest = self.longest.max(self.since_tag);
        for at in memchr::memmem::find_iter(window, COUNT).filter(|at| *at < settled) {
            let value = window.get(at + COUNT.len()..).unwrap_or_default();
            self.declared = self.declared.max(declared(value));
        }
        // UTF-16 would hide everything from a byte search; no spreadsheet program writes it.
        self.is_suspicious |= memchr::memchr(0, part).is_some();
    }

    fn count_tag(&mut self, tag: &[u8]) {
        let end = tag
            .iter()
            .take(MAX_NAME)
            .position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'));
        let name = tag.get(..end.unwrap_or(MAX_NAME)).unwrap_or_default();
        match name.rsplit(|byte| *byte == b':').next() {
            Some(b"si") => self.shared_strings += 1,
            Some(b"xf") => self.styles += 1,
            Some(b"font" | b"fill" | b"border") => self.fonts += 1,
            _ => {
                // A document type.
                self.is_suspicious |= name.first() == Some(&b'!')
                    && !name.starts_with(b"!--")
                    && !name.starts_with(b"![CDATA[");
            }
        }
    }

    fn check(&self, limits: &Limits) -> Result<(), SheetError> {
        let cells = u64::from(limits.rows + 1) * u64::from(limits.columns);
        if self.is_suspicious || self.longest > MAX_PIECE {
            return Err(SheetError::Suspicious);
        }
        if self.shared_strings > cells || self.declared > cells {
            return Err(SheetError::TooManyRows(limits.rows));
        }
        if self.styles.saturating_mul(STYLE_BYTES + self.longest) > STYLE_BUDGET_BYTES
            || self.fonts > MAX_FONTS
        {
            return Err(SheetError::Suspicious);
        }
        Ok(())
    }

    /// Shared strings are all kept by the parser, each beside its text.
    fn check_shared(&self, length: u64, limits: &Limits) -> Result<(), SheetError> {
        let strings = self.shared_strings.max(self.declared);
        if strings > 0 && length + strings * STRING_BYTES > limits.shared_bytes {
            return Err(SheetError::UnpackedTooLarge);
        }
        Ok(())
    }
}

/// Nothing where so far there is only white space.
fn looks_like_xml(part: &[u8]) -> Option<bool> {
    let text = part.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(part);
    if text.starts_with(b"\xFF\xFE") || text.starts_with(b"\xFE\xFF") {
        return Some(true);
    }
    let first = text
        .iter()
        .find(|byte| !byte.is_ascii_whitespace() && **byte != 0);
    first.map(|first| *first == b'<')
}

/// The number after the name of the attribute; one that hides behind too much filler is too large.
fn declared(value: &[u8]) -> u64 {
    let is_filler =
        |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'"' | b'\'' | b'+');
    let Some(start) = value.iter().position(|byte| !is_filler(byte)) else {
        return u64::MAX;
    };
    let digits = value.iter().skip(start);
    let digits = digits.take_while(|byte| byte.is_ascii_digit());
    digits.fold(0_u64, |number, digit| {
        number
            .saturating_mul(10)
            .saturating_add(u64::from(digit - b'0'))
    })
}
