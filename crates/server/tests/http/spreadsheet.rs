//! Spreadsheets as people make and see them.

use service::sheet::{self, Cell, Format, Limits, Out, Sheet, SheetColumn, SheetWriter};

/// A spreadsheet as a person would fill it in.
pub fn workbook(titles: &[&str], lines: &[&[&str]]) -> Vec<u8> {
    let columns: Vec<SheetColumn<'_>> = titles
        .iter()
        .map(|header| SheetColumn {
            header,
            width: 20,
            format: Format::Text,
        })
        .collect();
    let mut writer = SheetWriter::new("导入", &columns).unwrap();
    for line in lines {
        let cells: Vec<Out<'_>> = line.iter().map(|text| Out::Text(text)).collect();
        writer.row(&cells).unwrap();
    }
    std::fs::read(writer.finish().unwrap().path()).unwrap()
}

/// The first worksheet of an answer.
pub fn read(bytes: &[u8]) -> Sheet {
    sheet::read(bytes, &Limits::default()).unwrap()
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) | Cell::Number { text, .. } => text.clone(),
        Cell::Empty => String::new(),
        other => format!("{other:?}"),
    }
}

/// One row as texts.
pub fn line(sheet: &Sheet, at: usize) -> Vec<String> {
    sheet.rows[at].cells.iter().map(text).collect()
}
