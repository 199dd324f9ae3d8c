//! What an import tells the operator.

use std::collections::HashMap;

use schema::Field;
use tempfile::NamedTempFile;

use super::cells::{self, Headings, escaped};
use crate::{
    error::{Error, Result},
    sheet::{Format, Out, Sheet, SheetColumn, SheetRow, SheetWriter},
    wire::answer,
};

/// A cell that was not good, or a whole row.
#[derive(Debug, Clone)]
pub struct BadCell {
    /// The row as the spreadsheet program numbers it.
    pub row: u32,
    /// Where the column stands; a whole row comes last.
    pub at: usize,
    /// `B（标题）`; empty for a whole row.
    pub column: String,
    pub reason: String,
    /// Says that somebody has this secret already.
    pub is_clash: bool,
}

impl BadCell {
    pub fn new(row: u32, at: usize, field: &Field, reason: String) -> Self {
        Self {
            row,
            at,
            column: format!("{}（{}）", cells::letter(at), field.column.label),
            reason,
            is_clash: false,
        }
    }
    pub fn whole_row(row: u32, reason: String) -> Self {
        Self {
            row,
            at: usize::MAX,
            column: String::new(),
            reason,
            is_clash: false,
        }
    }
    pub fn clash(self) -> Self {
        Self {
            is_clash: true,
            ..self
        }
    }

    pub(super) fn sentence(&self) -> String {
        if self.column.is_empty() {
            self.reason.clone()
        } else {
            format!("{}：{}", self.column, self.reason)
        }
    }
}

answer! {
    /// A cell that an import refused.
    pub struct ImportFault {
        hang: u32,
        lie: String,
        yuanyin: String,
    }
}

answer! {
    /// How an import went.
    pub struct ImportReport {
        text: String,
        zongshu: usize,
        chenggong: usize,
        shibai: usize,
        is_xieru: bool,
        cuowu: Vec<ImportFault>,
        shibai_url: Option<String>,
    }
}

#[derive(Debug, Default)]
pub struct Report {
    pub total: usize,
    pub good: usize,
    pub bad: Vec<BadCell>,
    pub is_written: bool,
    pub(super) columns: Headings,
    pub failed_url: Option<String>,
    /// The file of failed rows could not be kept.
    pub is_file_lost: bool,
}

/// The column that a file of failed rows has beside the operator's own; an import passes it over.
pub(super) const REASONS: &str = "错误原因";

/// Lines in the text; the failed rows' file has them all.
const LINES: usize = 50;
const LISTED: usize = 500;

impl Report {
    /// Counts one more row.
    pub(super) fn count(&mut self, outcome: std::result::Result<(), Vec<BadCell>>) {
        self.total += 1;
        match outcome {
            Ok(()) => self.good += 1,
            Err(bad) => self.bad.extend(bad),
        }
    }

    /// Numbers of the rows that failed, each once.
    pub fn bad_rows(&self) -> Vec<u32> {
        let mut rows: Vec<u32> = self.bad.iter().map(|bad| bad.row).collect();
        rows.dedup();
        rows
    }

    /// Whether it tells that somebody has a secret already.
    pub fn names_a_clash(&self) -> bool {
        self.bad.iter().any(|bad| bad.is_clash)
    }

    pub fn shown(&self) -> ImportReport {
        let cell = |bad: &BadCell| ImportFault {
            hang: bad.row,
            lie: bad.column.clone(),
            yuanyin: bad.reason.clone(),
        };
        self.with(
            self.text(),
            self.bad.iter().take(LISTED).map(cell).collect(),
        )
    }

    fn with(&self, text: String, cuowu: Vec<ImportFault>) -> ImportReport {
        ImportReport {
            text,
            zongshu: self.total,
            chenggong: self.good,
            shibai: self.bad_rows().len(),
            is_xieru: self.is_written,
            cuowu,
            shibai_url: self.failed_url.clone(),
        }
    }

    /// What may be kept for whoever asks again: nothing that came out of a cell.
    pub(super) fn kept(&self) -> Result<String> {
        let mut text = self.summary();
        if !self.bad.is_empty() {
            text.push_str("（已在此前完成，要看失败的行请重新检查文件）");
        }
        serde_json::to_string(&self.with(text, Vec::new())).map_err(Error::internal)
    }

    pub(crate) fn summary(&self) -> String {
        let failed = self.bad_rows().len();
        match (self.is_written, failed) {
            (true, 0) => format!("导入完成：共{}行，全部成功", self.total),
            (true, _) => format!(
                "导入完成：共{}行，成功{}行，失败{failed}行",
                self.total, self.good
            ),
            (false, 0) => format!("检查通过：共{}行，尚未写入", self.total),
            (false, _) => format!("共{}行，{failed}行有误，没有写入任何数据", self.total),
        }
    }

    /// Our own tags only: what came out of a cell is escaped.
    fn text(&self) -> String {
        let mut text = self.summary();
        if self.is_file_lost {
            text.push_str("；失败行的文件没有保存成功，请按下面的提示修改原表格");
            if self.is_written {
                text.push_str("，已成功的行不要再次导入");
            }
        }
        for bad in self.bad.iter().take(LINES) {
            text.push_str(&format!(
                "<br/>第{}行 {}：{}",
                bad.row,
                escaped(&bad.column),
                bad.reason
            ));
        }
        if self.bad.len() > LINES {
            text.push_str(&format!(
                "<br/>还有{}处错误{}",
                self.bad.len() - LINES,
                if self.failed_url.is_some() {
                    "，请下载失败行查看"
                } else {
                    ""
                }
            ));
        }
        text
    }

    /// The failed rows as they were, with a column that says what is wrong: it can be mended and
    /// imported again.
    pub fn failed_sheet(&self, sheet: &Sheet) -> Result<NamedTempFile> {
        let places = self.columns.iter().enumerate();
        let kept: Vec<(usize, &Field)> = places
            .filter_map(|(at, field)| field.map(|field| (at, field)))
            .collect();
        let title = |at: usize| sheet.rows.first().map(|row| cells::text(row.cell(at)));
        let heading: Vec<String> = kept.iter().filter_map(|(at, _)| title(*at)).collect();
        let mut columns: Vec<SheetColumn<'_>> = heading
            .iter()
            .map(|title| SheetColumn {
                header: title,
                width: 18,
                format: Format::Text,
            })
            .collect();
        columns.push(SheetColumn {
            header: REASONS,
            width: 60,
            format: Format::Text,
        });
        let mut writer = SheetWriter::new("失败行", &columns).map_err(Error::internal)?;
        let numbered = sheet.rows.iter().map(|row| (row.number, row));
        let rows: HashMap<u32, &SheetRow> = numbered.collect();
        for bad in self.bad.chunk_by(|one, next| one.row == next.row) {
            let Some(row) = bad.first().and_then(|bad| rows.get(&bad.row)) else {
                continue;
            };
            let mut texts: Vec<String> = kept
                .iter()
                .map(|(at, field)| cells::text_of(field, row.cell(*at)))
                .collect();
            let reasons: Vec<String> = bad.iter().map(BadCell::sentence).collect();
            texts.push(reasons.join("；"));
            let cells: Vec<Out<'_>> = texts.iter().map(|text| Out::Text(text)).collect();
            writer.row(&cells).map_err(Error::internal)?;
        }
        writer.finish().map_err(Error::internal)
    }
}
