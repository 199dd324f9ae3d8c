//! The compound file around an old xls: takes the workbook stream out of a distrusted one, and wraps it in a sound one.

use super::error::SheetError;

pub const SIGNATURE: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

const END_OF_CHAIN: u32 = 0xFFFF_FFFE;
const FAT_SECTOR: u32 = 0xFFFF_FFFD;
const FREE: u32 = 0xFFFF_FFFF;
const FIRST_RESERVED: u32 = 0xFFFF_FFFA;
const HEADER: usize = 512;
const HEADER_FAT_SLOTS: usize = 109;
const DIRECTORY_ENTRY: usize = 128;
const MINI_SECTOR: usize = 64;
const MINI_STREAM_LIMIT: usize = 4096;

/// The bytes of the workbook stream, following only chains that stay inside the file and end.
pub fn workbook_stream(file: &[u8]) -> Result<Vec<u8>, SheetError> {
    let container = Container::open(file)?;
    let entries = container.directory()?;
    if entries.iter().any(|entry| entry.name == "EncryptedPackage") {
        return Err(SheetError::Protected);
    }
    let root = entries.first().ok_or(SheetError::Broken)?;
    let is_workbook =
        |entry: &&Entry| ["workbook", "book"].contains(&entry.name.to_lowercase().as_str());
    let workbook = entries
        .iter()
        .find(is_workbook)
        .ok_or(SheetError::NotASpreadsheet)?;
    if workbook.length > file.len() {
        return Err(SheetError::Broken);
    }
    let mut stream = if workbook.length < MINI_STREAM_LIMIT {
        container.mini_stream(root, workbook)?
    } else {
        container.chain(workbook.start)?
    };
    if stream.len() < workbook.length {
        return Err(SheetError::Broken);
    }
    stream.truncate(workbook.length);
    Ok(stream)
}

struct Container<'a> {
    file: &'a [u8],
    sector: usize,
    fat: Vec<u32>,
}

struct Entry {
    name: String,
    start: u32,
    length: usize,
}

impl<'a> Container<'a> {
    fn open(file: &'a [u8]) -> Result<Self, SheetError> {
        let sector = match u16_at(file, 30) {
            Some(9) => 512,
            Some(12) => 4096,
            _ => return Err(SheetError::Broken),
        };
        let mut container = Container {
            file,
            sector,
            fat: Vec::new(),
        };
        let slots = sector / 4;
        let fat_limit = container.sector_count().div_ceil(slots) + 1;
        let mut fat_sectors: Vec<u32> =
            words(file.get(76..HEADER).ok_or(SheetError::Broken)?).collect();
        let mut next = u32_at(file, 68).ok_or(SheetError::Broken)?;
        while next < FIRST_RESERVED {
            fat_sectors.extend(words(container.sector(next)?));
            next = fat_sectors.pop().unwrap_or(END_OF_CHAIN);
            if fat_sectors.len() > fat_limit + HEADER_FAT_SLOTS + slots {
                return Err(SheetError::Broken);
            }
        }
        fat_sectors.retain(|id| *id < FIRST_RESERVED);
        if fat_sectors.len() > fat_limit {
            return Err(SheetError::Broken);
        }
        for id in fat_sectors {
            let entries = words(container.sector(id)?);
            container.fat.extend(entries);
        }
        Ok(container)
    }

    fn sector_count(&self) -> usize {
        self.file.len() / self.sector
    }

    /// The last sector may be cut short: several writers do not pad it.
    fn sector(&self, id: u32) -> Result<&'a [u8], SheetError> {
        let start = (id as usize + 1)
            .checked_mul(self.sector)
            .ok_or(SheetError::Broken)?;
        let end = (start + self.sector).min(self.file.len());
        self.file
            .get(start..end)
            .filter(|bytes| !bytes.is_empty())
            .ok_or(SheetError::Broken)
    }

    fn chain(&self, start: u32) -> Result<Vec<u8>, SheetError> {
        let mut bytes = Vec::new();
        let mut id = start;
        while id != END_OF_CHAIN {
            // More bytes than the file has means that the chain runs in a circle.
            if bytes.len() > self.file.len() {
                return Err(SheetError::Broken);
            }
            bytes.extend_from_slice(self.sector(id)?);
            id = *self.fat.get(id as usize).ok_or(SheetError::Broken)?;
        }
        Ok(bytes)
    }

    fn directory(&self) -> Result<Vec<Entry>, SheetError> {
        let start = u32_at(self.file, 48).ok_or(SheetError::Broken)?;
        let bytes = self.chain(start)?;
        let entry = |raw: &[u8]| {
            let name: Vec<u16> = raw
                .get(..64)?
                .as_chunks::<2>()
                .0
                .iter()
                .map(|unit| u16::from_le_bytes(*unit))
                .take_while(|unit| *unit != 0)
                .collect();
            let length = usize::try_from(u32_at(raw, 120)?).ok()?;
            Some(Entry {
                name: String::from_utf16_lossy(&name),
                start: u32_at(raw, 116)?,
                length,
            })
        };
        Ok(bytes
            .chunks_exact(DIRECTORY_ENTRY)
            .filter_map(entry)
            .collect())
    }

    fn mini_stream(&self, root: &Entry, entry: &Entry) -> Result<Vec<u8>, SheetError> {
        let store = self.chain(root.start)?;
        let table_start = u32_at(self.file, 60).ok_or(SheetError::Broken)?;
        let table: Vec<u32> = words(&self.chain(table_start)?).collect();
        let mut bytes = Vec::new();
        let mut id = entry.start;
        while id != END_OF_CHAIN && bytes.len() < entry.length {
            let start = id as usize * MINI_SECTOR;
            bytes.extend_from_slice(
                store
                    .get(start..start + MINI_SECTOR)
                    .ok_or(SheetError::Broken)?,
            );
            id = *table.get(id as usize).ok_or(SheetError::Broken)?;
        }
        Ok(bytes)
    }
}

/// A compound file that holds nothing but this workbook stream: header, one directory sector, FAT, stream.
pub fn wrap(stream: &[u8]) -> Result<Vec<u8>, SheetError> {
    // Below the mini stream limit a reader would look elsewhere; zeros after the end record are never read.
    let length = stream.len().max(MINI_STREAM_LIMIT);
    let stream_sectors = length.div_ceil(HEADER);
    let mut fat_sectors = 1;
    while fat_sectors * (HEADER / 4) < 1 + fat_sectors + stream_sectors {
        fat_sectors += 1;
    }
    if fat_sectors > HEADER_FAT_SLOTS {
        return Err(SheetError::TooLarge(
            HEADER_FAT_SLOTS * (HEADER / 4) * HEADER,
        ));
    }
    let number = |value: usize| u32::try_from(value).map_err(|_| SheetError::Broken);
    let stream_start = number(1 + fat_sectors)?;

    let mut file = Vec::with_capacity(HEADER * (2 + fat_sectors + stream_sectors));
    file.extend_from_slice(SIGNATURE);
    file.extend_from_slice(&[0; 16]);
    for half in [0x3E_u16, 3, 0xFFFE, 9, 6, 0, 0, 0] {
        file.extend_from_slice(&half.to_le_bytes());
    }
    let mini_limit = number(MINI_STREAM_LIMIT)?;
    for word in [
        0,
        number(fat_sectors)?,
        0,
        0,
        mini_limit,
        END_OF_CHAIN,
        0,
        END_OF_CHAIN,
        0,
    ] {
        file.extend_from_slice(&word.to_le_bytes());
    }
    for slot in 0..HEADER_FAT_SLOTS {
        let id = if slot < fat_sectors {
            number(1 + slot)?
        } else {
            FREE
        };
        file.extend_from_slice(&id.to_le_bytes());
    }

    push_entry(&mut file, "Root Entry", 5, END_OF_CHAIN, 0);
    push_entry(&mut file, "Workbook", 2, stream_start, number(length)?);
    file.resize(HEADER * 2, 0);

    file.extend_from_slice(&END_OF_CHAIN.to_le_bytes());
    for _ in 0..fat_sectors {
        file.extend_from_slice(&FAT_SECTOR.to_le_bytes());
    }
    for sector in 1..=stream_sectors {
        let next = if sector == stream_sectors {
            END_OF_CHAIN
        } else {
            stream_start + number(sector)?
        };
        file.extend_from_slice(&next.to_le_bytes());
    }
    file.resize(HEADER * (2 + fat_sectors), 0xFF);
    file.extend_from_slice(stream);
    file.resize(HEADER * (2 + fat_sectors + stream_sectors), 0);
    Ok(file)
}

fn push_entry(file: &mut Vec<u8>, name: &str, kind: u8, start: u32, length: u32) {
    let begin = file.len();
    file.extend(name.encode_utf16().flat_map(u16::to_le_bytes));
    file.resize(begin + 64, 0);
    let name_bytes = (name.encode_utf16().count() * 2 + 2).to_le_bytes();
    file.extend_from_slice(&name_bytes[..2]);
    file.extend_from_slice(&[kind, 1]);
    file.extend_from_slice(&[0xFF; 12]);
    file.resize(begin + 116, 0);
    file.extend_from_slice(&start.to_le_bytes());
    file.extend_from_slice(&length.to_le_bytes());
    file.resize(begin + DIRECTORY_ENTRY, 0);
}

pub fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes
        .get(at..at + 2)?
        .try_into()
        .ok()
        .map(u16::from_le_bytes)
}

pub fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes
        .get(at..at + 4)?
        .try_into()
        .ok()
        .map(u32::from_le_bytes)
}

fn words(bytes: &[u8]) -> impl Iterator<Item = u32> + '_ {
    bytes
        .as_chunks::<4>()
        .0
        .iter()
        .map(|word| u32::from_le_bytes(*word))
}
