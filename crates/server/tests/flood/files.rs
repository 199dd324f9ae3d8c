//! Small files that become large.

use std::io::Cursor;

use image::{GrayImage, ImageFormat};
use service::sheet::{Format, Out, SheetColumn, SheetWriter};

fn workbook(titles: &[String], line: &[Out<'_>], rows: usize) -> Vec<u8> {
    let columns: Vec<SheetColumn<'_>> = titles
        .iter()
        .map(|header| SheetColumn {
            header,
            width: 10,
            format: Format::Text,
        })
        .collect();
    let mut writer = SheetWriter::new("导入", &columns).unwrap();
    for _ in 0..rows {
        writer.row(line).unwrap();
    }
    std::fs::read(writer.finish().unwrap().path()).unwrap()
}

/// Almost as many cells as are read, none of them of any use.
pub fn wide(rows: usize) -> Vec<u8> {
    let titles: Vec<String> = (0..80).map(|at| format!("列{at}")).collect();
    workbook(&titles, &vec![Out::Int(7); titles.len()], rows)
}

/// Announcements, each with several faults.
pub fn announcements(rows: usize) -> Vec<u8> {
    let titles = ["标题*", "类型*", "内容*", "排序"].map(str::to_owned);
    let long = "字".repeat(900);
    let line = [
        Out::Empty,
        Out::Text("没有这种"),
        Out::Text(&long),
        Out::Text("不是数"),
    ];
    workbook(&titles, &line, rows)
}

/// A square of one colour.
pub fn picture(side: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = GrayImage::new(side, side);
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}
