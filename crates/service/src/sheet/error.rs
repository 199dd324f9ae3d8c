//! Why a file was not read, in words for whoever sent it.

use std::fmt;

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
