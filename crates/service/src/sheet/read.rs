//! Reading the first worksheet of a file somebody uploaded.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{Data, DataRef, Reader, SheetType, Xls, Xlsx};

use super::error::SheetError;
use super::guard_xls::Rebuilt;
use super::limits::Limits;
use super::value::{Cell, to_cell};
use super::{compound, guard_xls, guard_xlsx};

/// The filled rows of a worksheet, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    pub name: String,
    pub rows: Vec<SheetRow>,
    /// Numbers may be shown with zeros before them, which are no part of what is read.
    pub pads_numbers: bool,
}

/// A row with at least one filled cell.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetRow {
    /// As the spreadsheet program shows it, from 1.
    pub number: u32,
    /// From column A; cells after the last filled one are left out.
    pub cells: Vec<Cell>,
}

impl SheetRow {
    /// The cell in a column counted from zero, `Empty` beyond the last one.
    pub fn cell(&self, column: usize) -> &Cell {
        self.cells.get(column).unwrap_or(&Cell::Empty)
    }
}

/// Reads the first worksheet of an xls or xlsx file, told apart by content.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<Sheet, SheetError> {
    if bytes.is_empty() {
        return Err(SheetError::Empty);
    }
    if bytes.len() > limits.file_bytes {
        return Err(SheetError::TooLarge(limits.file_bytes));
    }
    // The guards keep the parser within its means; a panic it may still have becomes an error here.
    let guarded = AssertUnwindSafe(|| {
        if bytes.starts_with(b"PK\x03\x04") {
            guard_xlsx::inspect(bytes, limits)?;
            let mut sheet = read_xlsx(bytes, limits)?;
            sheet.pads_numbers = guard_xlsx::pads_numbers(bytes)?;
            Ok(sheet)
        } else if bytes.starts_with(compound::SIGNATURE) {
            read_xls(bytes, limits)
        } else {
            Err(SheetError::NotASpreadsheet)
        }
    });
    catch_unwind(guarded).unwrap_or(Err(SheetError::Broken))
}

fn read_xlsx(bytes: &[u8], limits: &Limits) -> Result<Sheet, SheetError> {
    let mut book = Xlsx::new(Cursor::new(bytes)).map_err(|_| SheetError::NotASpreadsheet)?;
    let name = first_worksheet(book.sheets_metadata())?;
    let mut cells = book
        .worksheet_cells_reader(&name)
        .map_err(|_| SheetError::Broken)?;
    let mut grid = Grid::new(limits);
    while let Some(cell) = cells.next_cell().map_err(|_| SheetError::Broken)? {
        let (row, column) = cell.get_position();
        let value = cell.get_value();
        if grid.takes(row, column, shown(value))? {
            grid.put(row, column, owned(value));
        }
    }
    Ok(Sheet {
        name,
        rows: grid.rows(),
        pads_numbers: false,
    })
}

/// The text of a cell before it is copied; nothing where the cell is empty.
fn shown<'a>(value: &'a DataRef<'_>) -> Option<&'a str> {
    match value {
        DataRef::Empty => None,
        DataRef::SharedString(text) => Some(text),
        DataRef::String(text) => Some(text),
        _ => Some(NUMBER),
    }
}

fn owned(value: &DataRef<'_>) -> Data {
    match value {
        DataRef::SharedString(text) => Data::String((*text).to_owned()),
        other => Data::from(other.clone()),
    }
}

/// Stands for anything that is no text: as long as most of them are when they are shown.
const NUMBER: &str = "1234567890123456";

fn read_xls(bytes: &[u8], limits: &Limits) -> Result<Sheet, SheetError> {
    let Rebuilt { file, repeats } = guard_xls::rebuild(bytes, limits)?;
    let mut book = Xls::new(Cursor::new(file)).map_err(|_| SheetError::Broken)?;
    let name = first_worksheet(book.sheets_metadata())?;
    let range = book
        .worksheet_range(&name)
        .map_err(|_| SheetError::Broken)?;
    let (first_row, first_column) = range.start().unwrap_or_default();
    let mut grid = Grid::new(limits);
    let mut put = |row: u32, column: u32, value: &Data| -> Result<(), SheetError> {
        let shown = match value {
            Data::Empty => None,
            Data::String(text) => Some(text.as_str()),
            _ => Some(NUMBER),
        };
        if grid.takes(row, column, shown)? {
            grid.put(row, column, value.clone());
        }
        Ok(())
    };
    for (row, column, value) in range.used_cells() {
        let row = u32::try_from(row).map_err(|_| SheetError::Broken)?;
        let column = u32::try_from(column).map_err(|_| SheetError::Broken)?;
        put(first_row + row, first_column + column, value)?;
    }
    for repeat in repeats {
        if let Some(value) = range.get_value(repeat.first) {
            put(repeat.row, repeat.column, value)?;
        }
    }
    Ok(Sheet {
        name,
        rows: grid.rows(),
        pads_numbers: false,
    })
}

fn first_worksheet(sheets: &[calamine::Sheet]) -> Result<String, SheetError> {
    let first = sheets
        .iter()
        .find(|sheet| sheet.typ == SheetType::WorkSheet);
    first
        .map(|sheet| sheet.name.clone())
        .ok_or(SheetError::NoSheet)
}

/// Collects cells that arrive in any order, within the limits.
struct Grid<'a> {
    limits: &'a Limits,
    rows: Vec<Vec<Cell>>,
    bytes_left: u64,
}

/// What a cell takes beside its text.
const CELL: u64 = size_of::<Cell>() as u64;

impl<'a> Grid<'a> {
    fn new(limits: &'a Limits) -> Self {
        Grid {
            limits,
            rows: Vec::new(),
            bytes_left: limits.cell_bytes,
        }
    }

    /// Whether a cell is kept, asked before anything is copied: one long text may be shown by every
    /// cell of the sheet, and a cell far to the right brings along those before it.
    fn takes(&mut self, row: u32, column: u32, shown: Option<&str>) -> Result<bool, SheetError> {
        let Some(text) = shown.filter(|text| !text.trim().is_empty()) else {
            return Ok(false);
        };
        self.limits.check_position(row, column)?;
        if text.chars().nth(self.limits.cell_chars).is_some() {
            return Err(SheetError::CellTooLong {
                row: row + 1,
                chars: self.limits.cell_chars,
            });
        }
        let width = self.rows.get(row as usize).map_or(0, Vec::len) as u64;
        let cells = (u64::from(column) + 1).saturating_sub(width);
        let needed = cells.saturating_mul(CELL) + text.len() as u64;
        self.bytes_left = self
            .bytes_left
            .checked_sub(needed)
            .ok_or(SheetError::UnpackedTooLarge)?;
        Ok(true)
    }

    fn put(&mut self, row: u32, column: u32, value: Data) {
        let cell = to_cell(value);
        let (row, column) = (row as usize, column as usize);
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        if let Some(cells) = self.rows.get_mut(row) {
            if cells.len() <= column {
                cells.reserve_exact(column + 1 - cells.len());
                cells.resize(column + 1, Cell::Empty);
            }
            if let Some(place) = cells.get_mut(column) {
                *place = cell;
            }
        }
    }

    fn rows(self) -> Vec<SheetRow> {
        let numbered = (1..).zip(self.rows);
        numbered
            .filter(|(_, cells)| !cells.is_empty())
            .map(|(number, cells)| SheetRow { number, cells })
            .collect()
    }
}
