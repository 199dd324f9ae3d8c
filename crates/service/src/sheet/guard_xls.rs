//! Rebuilds an old xls so that only its first worksheet's values are left for the parser.
//!
//! The parser reserves memory for declared dimensions, spans a dense range over the outermost cells, prints every
//! formula and reads every sheet. Here those records are blanked out and every cell position is checked first.

use std::collections::HashMap;

use super::compound::{self, u16_at, u32_at};
use super::error::SheetError;
use super::limits::Limits;

const BOUND_SHEET: u16 = 0x0085;
const DEFINED_NAME: u16 = 0x0018;
const SHEET_TAB_IDS: u16 = 0x013D;
const FILE_PASSWORD: u16 = 0x002F;
const DIMENSIONS: u16 = 0x0200;
const MERGED_CELLS: u16 = 0x00E5;
const FORMULA: u16 = 0x0006;
const MULTIPLE_RK: u16 = 0x00BD;
const BEGIN_OF_PART: u16 = 0x0809;
const END_OF_PART: u16 = 0x000A;
/// Number, label, rich label, boolean and RK: all begin with row and column.
const CELLS: [u16; 5] = [0x0203, 0x0204, 0x00D6, 0x0205, 0x027E];
/// A label out of the list of shared texts.
const SHARED_TEXT: u16 = 0x00FD;
/// A record type that no reader knows, so it is skipped.
const BLANKED: u16 = 0xFFFF;

/// A sound compound file with the checked stream of the given one.
pub struct Rebuilt {
    pub file: Vec<u8>,
    /// Cells whose text another cell shows already: the parser would copy it for each of them.
    pub repeats: Vec<Repeat>,
}

/// A cell that shows the same shared text as an earlier one, at `first` (row, column).
pub struct Repeat {
    pub row: u32,
    pub column: u32,
    pub first: (u32, u32),
}

pub fn rebuild(file: &[u8], limits: &Limits) -> Result<Rebuilt, SheetError> {
    let mut stream = compound::workbook_stream(file)?;
    let sheet_start = clean_globals(&mut stream)?;
    let mut cells = Cells::default();
    clean_sheet(&mut stream, sheet_start, limits, &mut cells)?;
    // The parser spans a range over the outermost cells.
    let span = (u64::from(cells.last_row) + 1) * (u64::from(cells.last_column) + 1);
    if span * PARSED_CELL > limits.cell_bytes {
        return Err(SheetError::UnpackedTooLarge);
    }
    Ok(Rebuilt {
        file: compound::wrap(&stream)?,
        repeats: cells.repeats,
    })
}

/// What the parser keeps for a cell beside its text.
const PARSED_CELL: u64 = size_of::<calamine::Data>() as u64;

/// What one pass over the cells tells.
#[derive(Default)]
struct Cells {
    last_row: u16,
    last_column: u16,
    shown: HashMap<u32, (u32, u32)>,
    repeats: Vec<Repeat>,
}

impl Cells {
    fn note(
        &mut self,
        row: Option<u16>,
        column: Option<u16>,
        limits: &Limits,
    ) -> Result<(u32, u32), SheetError> {
        let (Some(row), Some(column)) = (row, column) else {
            return Err(SheetError::Broken);
        };
        self.last_row = self.last_row.max(row);
        self.last_column = self.last_column.max(column);
        limits.check_position(u32::from(row), u32::from(column))?;
        Ok((u32::from(row), u32::from(column)))
    }
}

struct Record {
    at: usize,
    kind: u16,
    length: usize,
}

impl Record {
    fn read(stream: &[u8], at: usize) -> Result<Record, SheetError> {
        let kind = u16_at(stream, at).ok_or(SheetError::Broken)?;
        let length = usize::from(u16_at(stream, at + 2).ok_or(SheetError::Broken)?);
        if at + 4 + length > stream.len() {
            return Err(SheetError::Broken);
        }
        Ok(Record { at, kind, length })
    }

    fn data<'a>(&self, stream: &'a [u8]) -> &'a [u8] {
        stream
            .get(self.at + 4..self.at + 4 + self.length)
            .unwrap_or_default()
    }

    fn blank(&self, stream: &mut [u8]) {
        put(stream, self.at, BLANKED);
    }

    fn next(&self) -> usize {
        self.at + 4 + self.length
    }
}

/// Keeps one worksheet of the list and answers where it starts.
fn clean_globals(stream: &mut [u8]) -> Result<usize, SheetError> {
    let mut sheet_start = None;
    let mut at = 0;
    loop {
        let record = Record::read(stream, at)?;
        match record.kind {
            END_OF_PART => break,
            FILE_PASSWORD => return Err(SheetError::Protected),
            DEFINED_NAME | SHEET_TAB_IDS => record.blank(stream),
            BOUND_SHEET => {
                let data = record.data(stream);
                let is_worksheet = data.get(5) == Some(&0);
                if sheet_start.is_none() && is_worksheet {
                    sheet_start = u32_at(data, 0);
                } else {
                    record.blank(stream);
                }
            }
            _ => {}
        }
        at = record.next();
    }
    let start = sheet_start.ok_or(SheetError::NoSheet)? as usize;
    // A sheet inside the globals would make the records mean two things at once.
    if start <= at {
        Err(SheetError::Broken)
    } else {
        Ok(start)
    }
}

fn clean_sheet(
    stream: &mut [u8],
    start: usize,
    limits: &Limits,
    cells: &mut Cells,
) -> Result<(), SheetError> {
    let mut at = start;
    // Embedded charts are parts within the sheet's part; the parser skips them, and so do we.
    let mut depth = 0_u32;
    loop {
        let record = Record::read(stream, at)?;
        match record.kind {
            BEGIN_OF_PART => depth += 1,
            END_OF_PART if depth <= 1 => return Ok(()),
            END_OF_PART => depth -= 1,
            _ if depth <= 1 => clean_record(stream, &record, limits, cells)?,
            _ => {}
        }
        at = record.next();
    }
}

fn clean_record(
    stream: &mut [u8],
    record: &Record,
    limits: &Limits,
    cells: &mut Cells,
) -> Result<(), SheetError> {
    let data = record.data(stream);
    match record.kind {
        DIMENSIONS | MERGED_CELLS => record.blank(stream),
        MULTIPLE_RK => {
            let last = data.len().checked_sub(2).and_then(|at| u16_at(data, at));
            if last < u16_at(data, 2) {
                return Err(SheetError::Broken);
            }
            cells.note(u16_at(data, 0), last, limits)?;
        }
        FORMULA => {
            cells.note(u16_at(data, 0), u16_at(data, 2), limits)?;
            if data.len() < 22 {
                return Err(SheetError::Broken);
            }
            // The cached value stays, the tokens are declared empty.
            put(stream, record.at + 4 + 20, 0);
        }
        SHARED_TEXT => {
            let (row, column) = cells.note(u16_at(data, 0), u16_at(data, 2), limits)?;
            let text = u32_at(data, 6).ok_or(SheetError::Broken)?;
            match cells.shown.get(&text) {
                None => drop(cells.shown.insert(text, (row, column))),
                Some(first) => {
                    let first = *first;
                    cells.repeats.push(Repeat { row, column, first });
                    record.blank(stream);
                }
            }
        }
        kind if CELLS.contains(&kind) => {
            cells.note(u16_at(data, 0), u16_at(data, 2), limits)?;
        }
        _ => {}
    }
    Ok(())
}

fn put(stream: &mut [u8], at: usize, value: u16) {
    if let Some(target) = stream.get_mut(at..at + 2) {
        target.copy_from_slice(&value.to_le_bytes());
    }
}
