//! Reading the first worksheet of a file somebody uploaded.

use std::fmt;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{Data, DataRef, Reader, SheetType, Xls, Xlsx};
use jiff::civil::DateTime;

use super::guard_xls::Rebuilt;
use super::value::to_cell;
use super::{compound, guard_xls, guard_xlsx};

/// How much of a file we are willing to look at.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Size of the file as uploaded.
    pub file_bytes: usize,
    /// Everything inside an xlsx, unpacked. It passes through and is never kept as a whole.
    pub unpacked_bytes: u64,
    /// Texts that cells share, as the parser keeps them.
    pub shared_bytes: u64,
    /// All cells together, as we keep them.
    pub cell_bytes: u64,
    /// Rows below the heading row.
    pub rows: u32,
    pub columns: u32,
    /// Characters in one cell.
    pub cell_chars: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            file_bytes: 5 << 20,
            unpacked_bytes: 32 << 20,
            shared_bytes: 10 << 20,
            cell_bytes: 18 << 20,
            rows: 5_000,
            columns: 100,
            cell_chars: 10_000,
        }
    }
}

impl Limits {
    /// What reading this file may take in memory: what the parser keeps of shared texts and styles,
    /// and the cells. The parser of old files also keeps the file and all of its cells.
    pub fn memory(&self, file: &[u8]) -> usize {
        let parsed = if file.starts_with(compound::SIGNATURE) {
            self.cell_bytes + 4 * file.len() as u64
        } else {
            self.shared_bytes + guard_xlsx::STYLE_BUDGET_BYTES
        };
        usize::try_from(parsed + self.cell_bytes).unwrap_or(usize::MAX)
    }

    /// SheetRow and column count from zero; row zero is the heading.
    pub(super) fn check_position(&self, row: u32, column: u32) -> Result<(), SheetError> {
        if row > self.rows {
            Err(SheetError::TooManyRows(self.rows))
        } else if column >= self.columns {
            Err(SheetError::TooManyColumns(self.columns))
        } else {
            Ok(())
        }
    }
}

/// The filled rows of a worksheet, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    pub name: String,
    pub rows: Vec<SheetRow>,
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

/// What a person sees in a cell; a formula shows its stored result.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Empty,
    Text(String),
    /// `text` is the exact decimal for money; `value` is for everything else.
    Number {
        text: String,
        value: f64,
    },
    Bool(bool),
    DateTime(DateTime),
}

/// Why a file was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetError {
    Empty,
    TooLarge(usize),
    NotASpreadsheet,
    UnpackedTooLarge,
    Protected,
    Suspicious,
    Broken,
    NoSheet,
    TooManyRows(u32),
    TooManyColumns(u32),
    CellTooLong { row: u32, chars: usize },
}

impl fmt::Display for SheetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SheetError::Empty => f.write_str("文件是空的"),
            SheetError::TooLarge(bytes) => write!(f, "文件大小不能超过 {}M!", bytes >> 20),
            SheetError::NotASpreadsheet => f.write_str("不是 Excel 文件，请上传 xls 或 xlsx 文件"),
            SheetError::UnpackedTooLarge => f.write_str("文件内容过大，请拆分后再导入"),
            SheetError::Protected => f.write_str("文件设有密码，请取消密码后再导入"),
            SheetError::Suspicious => f.write_str("文件内容异常，请用 Excel 另存为新文件后再导入"),
            SheetError::Broken => f.write_str("文件已损坏，无法读取"),
            SheetError::NoSheet => f.write_str("文件中没有工作表"),
            SheetError::TooManyRows(rows) => write!(f, "表格不能超过 {rows} 行，请拆分后再导入"),
            SheetError::TooManyColumns(columns) => write!(f, "表格不能超过 {columns} 列"),
            SheetError::CellTooLong { row, chars } => {
                write!(f, "第 {row} 行有单元格超过 {chars} 个字")
            }
        }
    }
}

impl std::error::Error for SheetError {}

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
            read_xlsx(bytes, limits)
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
