//! How much of a file is looked at.

use super::{compound, error::SheetError};

/// What the parser may keep for cell styles: each format record gets its own copy of its font and number format.
pub const STYLE_BUDGET_BYTES: u64 = 4 << 20;

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
            self.shared_bytes + STYLE_BUDGET_BYTES
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
