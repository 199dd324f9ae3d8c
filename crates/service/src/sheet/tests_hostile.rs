//! Files made to hurt: each must be refused, quickly and without a panic reaching us.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::*;

const XLS: &[u8] = include_bytes!("../../tests/fixtures/customers.xls");
const RELS: &str = r#"<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const BOOK: &str = r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
const BOOK_RELS: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#;

/// An xlsx with this sheet, and more parts or parts replaced.
fn xlsx(sheet: &str, extra: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let usual = [
        ("_rels/.rels", RELS),
        ("xl/workbook.xml", BOOK),
        ("xl/_rels/workbook.xml.rels", BOOK_RELS),
        ("xl/worksheets/sheet1.xml", sheet),
    ];
    let kept = usual
        .iter()
        .filter(|(name, _)| extra.iter().all(|(other, _)| other != name))
        .map(|(name, text)| (*name, text.as_bytes()));
    for (name, content) in kept.chain(extra.iter().copied()) {
        zip.start_file(name, options).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn sheet(cells: &str) -> String {
    format!(
        r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">{cells}</row></sheetData></worksheet>"#
    )
}

fn refused(what: &str, file: &[u8], expected: SheetError) {
    assert_eq!(
        read(file, &Limits::default()).unwrap_err(),
        expected,
        "{what}"
    );
}

#[test]
fn a_plain_hand_made_xlsx_reads() {
    let cells = read(
        &xlsx(&sheet(r#"<c r="B1"><v>12.35</v></c>"#), &[]),
        &Limits::default(),
    )
    .unwrap()
    .rows;
    assert_eq!(
        cells[0].cell(1),
        &Cell::Number {
            text: "12.35".to_owned(),
            value: 12.35
        }
    );
}

#[test]
fn bombs_are_refused() {
    let zeros = vec![b' '; 64 << 20];
    refused(
        "a thousand to one",
        &xlsx(&sheet(""), &[("xl/media/a.xml", &zeros)]),
        SheetError::UnpackedTooLarge,
    );
    let parts: Vec<(String, &[u8])> = (0..8)
        .map(|i| (format!("xl/{i}.bin"), &zeros[..5 << 20]))
        .collect();
    let parts: Vec<(&str, &[u8])> = parts
        .iter()
        .map(|(name, bytes)| (name.as_str(), *bytes))
        .collect();
    refused(
        "together too large",
        &xlsx(&sheet(""), &parts),
        SheetError::UnpackedTooLarge,
    );
    let mut lying = xlsx(&sheet(""), &[("xl/a.bin", &zeros)]);
    let real = u32::try_from(zeros.len()).unwrap().to_le_bytes();
    while let Some(at) = lying.windows(4).position(|window| window == real) {
        lying[at..at + 4].copy_from_slice(&[1, 0, 0, 0]);
    }
    assert!(
        read(&lying, &Limits::default()).is_err(),
        "sizes in the directory are lies"
    );
    let many: Vec<String> = (0..1_200).map(|i| format!("{i}.xml")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b""[..])).collect();
    refused(
        "too many parts",
        &xlsx(&sheet(""), &many),
        SheetError::Suspicious,
    );
}

#[test]
fn positions_outside_the_limits_are_refused() {
    refused(
        "far column",
        &xlsx(&sheet(r#"<c r="XFD1"><v>1</v></c>"#), &[]),
        SheetError::TooManyColumns(100),
    );
    refused(
        "far row",
        &xlsx(&sheet(r#"<c r="A1048576"><v>1</v></c>"#), &[]),
        SheetError::TooManyRows(5_000),
    );
    assert!(
        read(
            &xlsx(&sheet(r#"<c r="XFD1048576" s="1"/>"#), &[]),
            &Limits::default()
        )
        .unwrap()
        .rows
        .is_empty(),
        "empty formatted cells do not count"
    );
    let giant = sheet(r#"<c r="A1"><v>1</v></c>"#).replace(
        "<sheetData>",
        r#"<dimension ref="A1:XFD1048576"/><sheetData>"#,
    );
    assert_eq!(
        read(&xlsx(&giant, &[]), &Limits::default())
            .unwrap()
            .rows
            .len(),
        1,
        "a declared dimension costs nothing"
    );
}

#[test]
fn declared_counts_and_copies_are_refused() {
    let strings = |text: &str| {
        xlsx(
            &sheet(r#"<c r="A1" t="s"><v>0</v></c>"#),
            &[("xl/sharedStrings.xml", text.as_bytes())],
        )
    };
    refused(
        "declared count",
        &strings("<sst uniqueCount = '99999999999'><si><t>a</t></si></sst>"),
        SheetError::TooManyRows(5_000),
    );
    refused(
        "real count",
        &strings(&format!("<sst>{}</sst>", "<si><t/></si>".repeat(600_000))),
        SheetError::TooManyRows(5_000),
    );

    let long = format!("<sst><si><t>{}</t></si></sst>", "a".repeat(9_000));
    let shown = sheet(&r#"<c t="s"><v>0</v></c>"#.repeat(90))
        .replace("</row>", "")
        .replace("</sheetData>", "</row></sheetData>");
    let row = format!("<row>{}</row>", r#"<c t="s"><v>0</v></c>"#.repeat(90));
    let shown = shown.replace("</sheetData>", &format!("{}</sheetData>", row.repeat(60)));
    refused(
        "one text shown everywhere",
        &xlsx(&shown, &[("xl/sharedStrings.xml", long.as_bytes())]),
        SheetError::UnpackedTooLarge,
    );

    let fonts = format!(
        r#"<styleSheet><fonts><font><name val="{}"/></font></fonts><cellXfs>{}</cellXfs></styleSheet>"#,
        "a".repeat(1 << 20),
        r#"<xf fontId="0"/>"#.repeat(10_000)
    );
    refused(
        "a font name copied ten thousand times",
        &xlsx(&sheet(""), &[("xl/styles.xml", fonts.as_bytes())]),
        SheetError::Suspicious,
    );
}

#[test]
fn document_types_and_hidden_encodings_are_refused() {
    let dtd = format!(r#"<!DOCTYPE a [<!ENTITY b "c">]>{}"#, sheet(""));
    refused("document type", &xlsx(&dtd, &[]), SheetError::Suspicious);
    refused(
        "lower case",
        &xlsx(&dtd.to_lowercase(), &[]),
        SheetError::Suspicious,
    );
    let wide: Vec<u8> = std::iter::once(0xFEFF)
        .chain(dtd.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    refused(
        "utf-16",
        &xlsx("", &[("xl/worksheets/sheet1.xml", &wide)]),
        SheetError::Suspicious,
    );
}

#[test]
fn what_is_no_spreadsheet_says_so() {
    refused("nothing", b"", SheetError::Empty);
    refused("a web page", b"<html><table>", SheetError::NotASpreadsheet);
    refused(
        "text",
        "姓名,手机号".as_bytes(),
        SheetError::NotASpreadsheet,
    );
    refused(
        "a zip without a workbook",
        &xlsx("", &[("_rels/.rels", b"<a/>")]),
        SheetError::NotASpreadsheet,
    );
    refused("only a zip signature", b"PK\x03\x04", SheetError::Broken);
    refused(
        "a compound file without a workbook",
        &renamed(b"W\0o\0r\0k\0", b"V\0o\0r\0k\0"),
        SheetError::NotASpreadsheet,
    );
}

fn renamed(from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut file = XLS.to_vec();
    let at = file
        .windows(from.len())
        .position(|window| window == from)
        .unwrap();
    file[at..at + to.len()].copy_from_slice(to);
    file
}

/// Little-endian words written over the fixture.
fn patched(changes: &[(usize, u32)]) -> Vec<u8> {
    let mut file = XLS.to_vec();
    for (at, value) in changes {
        file[*at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
    file
}

#[test]
fn compound_files_that_run_in_circles_are_refused() {
    let fat = (compound::u32_at(XLS, 76).unwrap() as usize + 1) * 512;
    let directory = compound::u32_at(XLS, 48).unwrap();
    refused(
        "the directory chain is a circle",
        &patched(&[(fat + directory as usize * 4, directory)]),
        SheetError::Broken,
    );
    refused(
        "the extended table is a circle",
        &patched(&[(68, 0), (72, 1)]),
        SheetError::Broken,
    );
    refused(
        "the directory is outside",
        &patched(&[(48, 0x00FF_FFFF)]),
        SheetError::Broken,
    );
    for at in (0..512).step_by(4) {
        for value in [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF] {
            let _ = read(&patched(&[(at, value)]), &Limits::default());
        }
    }
}

#[test]
fn positions_in_an_old_workbook_are_checked_before_the_parser_spans_a_range() {
    let stream = compound::workbook_stream(XLS).unwrap();
    // A NUMBER record (0x0203, 14 bytes) holds the phone number in row 3, column 1.
    let record = [0x03, 0x02, 14, 0, 3, 0, 1, 0];
    let at = stream
        .windows(8)
        .position(|window| window == record)
        .unwrap();
    for (row, column, expected) in [
        (60_000_u16, 2_u16, SheetError::TooManyRows(5_000)),
        (1, 60_000, SheetError::TooManyColumns(100)),
    ] {
        let mut far = stream.clone();
        far[at + 4..at + 6].copy_from_slice(&row.to_le_bytes());
        far[at + 6..at + 8].copy_from_slice(&column.to_le_bytes());
        refused("far cell", &compound::wrap(&far).unwrap(), expected);
    }
}

/// Every single-byte change and every cut of both formats ends in an answer.
#[test]
fn broken_files_never_panic_through() {
    let small = include_bytes!("../../tests/fixtures/tiny.xls");
    let xlsx = xlsx(
        &sheet(r#"<c r="A1" t="inlineStr"><is><t>a</t></is></c>"#),
        &[(
            "xl/styles.xml",
            b"<styleSheet><cellXfs><xf numFmtId=\"14\"/></cellXfs></styleSheet>",
        )],
    );
    let limits = Limits::default();
    for file in [&small[..], &xlsx[..]] {
        for at in 0..file.len() {
            let mut changed = file.to_vec();
            changed[at] ^= 0xFF;
            let _ = read(&changed, &limits);
            if at % 7 == 0 {
                let _ = read(&file[..at], &limits);
            }
        }
    }
}

/// An old workbook of one shared text, shown by so many rows and columns.
fn shared(text: &str, rows: u16, columns: u16) -> Vec<u8> {
    let record = |kind: u16, data: &[u8]| {
        let length = u16::try_from(data.len()).unwrap();
        [&kind.to_le_bytes()[..], &length.to_le_bytes(), data].concat()
    };
    let begin = |part: u16| {
        let mut data = [0; 16];
        data[..2].copy_from_slice(&0x0600_u16.to_le_bytes());
        data[2..4].copy_from_slice(&part.to_le_bytes());
        record(0x0809, &data)
    };
    let length = u16::try_from(text.len()).unwrap().to_le_bytes();
    let strings = [
        &[1, 0, 0, 0, 1, 0, 0, 0],
        &length[..],
        &[0],
        text.as_bytes(),
    ]
    .concat();
    let globals = |start: u32| {
        let name = [&start.to_le_bytes()[..], &[0, 0, 1, 0, b'a']].concat();
        let parts = [begin(5), record(0x0085, &name), record(0x00FC, &strings)];
        [parts.concat(), record(0x000A, &[])].concat()
    };
    let start = u32::try_from(globals(0).len()).unwrap();
    let mut stream = [globals(start), begin(0x10)].concat();
    for row in 0..rows {
        for column in 0..columns {
            let place = [row.to_le_bytes(), column.to_le_bytes()].concat();
            let cell = [&place[..], &[0, 0, 0, 0, 0, 0]].concat();
            stream.extend(record(0x00FD, &cell));
        }
    }
    stream.extend(record(0x000A, &[]));
    compound::wrap(&stream).unwrap()
}

#[test]
fn a_text_that_many_cells_of_an_old_workbook_share_is_copied_within_the_bound() {
    let few = read(&shared("again", 2, 2), &Limits::default()).unwrap();
    let texts: Vec<_> = few.rows.iter().flat_map(|row| &row.cells).collect();
    assert_eq!(texts, [&Cell::Text("again".to_owned()); 4]);
    refused(
        "one text shown everywhere",
        &shared(&"a".repeat(8_000), 4_000, 60),
        SheetError::UnpackedTooLarge,
    );
}
