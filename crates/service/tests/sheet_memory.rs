//! A bomb must not cost much more memory than it costs to refuse it. Alone in its process, so that the peak is its own.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{self, Cursor, Write};
use std::time::Instant;

use service::sheet::{Limits, read};
use zip::write::SimpleFileOptions;

/// What a file takes its room for, and what the allocator does not give back at once.
const MAX_EXTRA_KIB: u64 = 40 << 10;
/// Two seconds for what we ship; an unoptimised build on a busy machine gets more.
const MAX_MILLIS: u128 = if cfg!(debug_assertions) {
    10_000
} else {
    2_000
};
const SHEET: &str = "xl/worksheets/sheet1.xml";
const BLOCK: usize = 1_000;

fn status_kib(field: &str) -> io::Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let number = line.and_then(|line| line.split_whitespace().next());
    number
        .and_then(|number| number.parse().ok())
        .ok_or_else(|| io::Error::other(field.to_owned()))
}

/// A workbook whose given part is `start`, many times `unit`, `end`.
fn bomb(part: &str, start: &str, unit: &str, repeat: usize, end: &str) -> io::Result<Vec<u8>> {
    let usual = [
        (
            "_rels/.rels",
            r#"<Relationships><Relationship Id="a" Type="/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
        ),
        (
            "xl/workbook.xml",
            r#"<workbook><sheets><sheet name="a" sheetId="1" r:id="a"/></sheets></workbook>"#,
        ),
        (
            "xl/_rels/workbook.xml.rels",
            r#"<Relationships><Relationship Id="a" Type="/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>"#,
        ),
        (SHEET, "<worksheet><sheetData></sheetData></worksheet>"),
    ];
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in usual.iter().filter(|(name, _)| *name != part) {
        zip.start_file(*name, SimpleFileOptions::default())?;
        zip.write_all(text.as_bytes())?;
    }
    zip.start_file(
        part,
        SimpleFileOptions::default().compression_level(Some(1)),
    )?;
    let block = unit.repeat(BLOCK);
    zip.write_all(start.as_bytes())?;
    for _ in 0..repeat / BLOCK {
        zip.write_all(block.as_bytes())?;
    }
    zip.write_all(end.as_bytes())?;
    Ok(zip.finish()?.into_inner())
}

#[test]
fn bombs_stay_within_memory_and_time() -> io::Result<()> {
    let (strings, styles) = ("xl/sharedStrings.xml", "xl/styles.xml");
    let row = format!("<row>{}</row>", "<c><v>1</v></c>".repeat(80));
    let text = format!("<si><t>{}</t></si>", "字".repeat(30));
    let bombs = [
        (
            "as many cells as are read",
            bomb(
                SHEET,
                "<worksheet><sheetData>",
                &row,
                5_000,
                "</sheetData></worksheet>",
            )?,
        ),
        (
            "as many shared texts as are read",
            bomb(strings, "<sst>", &text, 60_000, "</sst>")?,
        ),
        (
            "unpacked size",
            bomb("xl/a.bin", "", "\0\0\0\0\0\0\0\0", 16 << 20, "")?,
        ),
        (
            "shared strings",
            bomb(strings, "<sst>", "<si><t/></si>", 2_400_000, "</sst>")?,
        ),
        (
            "allowed shared strings",
            bomb(
                strings,
                "<sst>",
                "<si><t>abcdefg</t></si>",
                500_000,
                "</sst>",
            )?,
        ),
        (
            "cell formats",
            bomb(
                styles,
                "<styleSheet><cellXfs>",
                "<xf numFmtId='14'/>",
                1_500_000,
                "</cellXfs></styleSheet>",
            )?,
        ),
        (
            "fonts",
            bomb(
                styles,
                "<styleSheet><fonts>",
                "<font/>",
                4_000_000,
                "</fonts></styleSheet>",
            )?,
        ),
        (
            "one row",
            bomb(
                SHEET,
                "<worksheet><sheetData><row>",
                "<c><v>1</v></c>",
                2_000_000,
                "</row></sheetData></worksheet>",
            )?,
        ),
    ];
    for (name, bomb) in &bombs {
        // "5" resets the peak to what is used now.
        fs::write("/proc/self/clear_refs", "5")?;
        let before = status_kib("VmRSS:")?;
        let start = Instant::now();
        let answer = read(bomb, &Limits::default()).map(|sheet| sheet.rows.len());
        let millis = start.elapsed().as_millis();
        let extra = status_kib("VmHWM:")?.saturating_sub(before);
        println!(
            "{name}: {} KiB packed, {extra} KiB extra, {millis} ms, {answer:?}",
            bomb.len() >> 10
        );
        assert!(extra < MAX_EXTRA_KIB, "{name} took {extra} KiB");
        assert!(millis < MAX_MILLIS, "{name} took {millis} ms");
    }
    Ok(())
}
