//! Real files, as spreadsheet programs write them.

use jiff::civil::date;

use super::*;

const CUSTOMERS: &[u8] = include_bytes!("../../tests/fixtures/customers.xls");
const TINY: &[u8] = include_bytes!("../../tests/fixtures/tiny.xls");

fn text(value: &str) -> Cell {
    Cell::Text(value.to_owned())
}

fn number(text: &str, value: f64) -> Cell {
    Cell::Number {
        text: text.to_owned(),
        value,
    }
}

#[test]
fn an_old_xls_reads_with_row_numbers_dates_and_decimals() {
    let sheet = read(CUSTOMERS, &Limits::default()).unwrap();
    assert_eq!(sheet.name, "客户");
    let numbers: Vec<u32> = sheet.rows.iter().map(|row| row.number).collect();
    assert_eq!(
        numbers,
        [1, 2, 4, 5, 6],
        "the empty third row is left out, its number is not reused"
    );

    let first = &sheet.rows[1];
    assert_eq!(first.cell(0), &text("张三"));
    assert_eq!(first.cell(1), &text("013812345678"));
    assert_eq!(first.cell(2), &number("12.35", 12.35));
    assert_eq!(
        first.cell(3),
        &Cell::DateTime(date(2026, 2, 28).at(0, 0, 0, 0))
    );
    assert_eq!(
        first.cell(4),
        &Cell::DateTime(date(2026, 2, 28).at(9, 30, 15, 0))
    );
    assert_eq!(first.cell(6), &Cell::Bool(true));
    assert_eq!(first.cell(99), &Cell::Empty);

    let second = &sheet.rows[2];
    assert_eq!(second.cell(0), &text("李四 «ü» 𠮷"));
    assert_eq!(second.cell(1), &number("13812345678", 13_812_345_678.0));
    assert_eq!(second.cell(2), &number("100000", 100_000.0));
    assert_eq!(second.cell(3), &number("0.3", 0.1 + 0.2));

    let tens: Vec<Cell> = (0..6)
        .map(|i| number(&(i * 10).to_string(), f64::from(i) * 10.0))
        .collect();
    assert_eq!(sheet.rows[3].cells, tens);
    assert_eq!(sheet.rows[4].cell(0), &text(&"长".repeat(5000)));
}

#[test]
fn a_workbook_below_the_mini_stream_limit_reads() {
    assert_eq!(
        read(TINY, &Limits::default()).unwrap().rows[0].cells,
        [text("x")]
    );
}

#[test]
fn limits_are_named_in_the_sentence() {
    let limits = |rows, columns, cell_chars| Limits {
        rows,
        columns,
        cell_chars,
        ..Limits::default()
    };
    for (limits, sentence) in [
        (limits(4, 100, 10_000), "表格不能超过 4 行，请拆分后再导入"),
        (limits(100, 7, 10_000), "表格不能超过 7 列"),
        (limits(100, 100, 4_999), "第 6 行有单元格超过 4999 个字"),
        (
            Limits {
                file_bytes: 1 << 10,
                ..Limits::default()
            },
            "文件大小不能超过 0M!",
        ),
    ] {
        assert_eq!(read(CUSTOMERS, &limits).unwrap_err().to_string(), sentence);
    }
    assert!(
        read(CUSTOMERS, &limits(5, 8, 5_000)).is_ok(),
        "the limits themselves are allowed"
    );
}

#[test]
fn zeros_that_a_format_puts_before_numbers_are_told_of() {
    for (code, pads) in [
        ("0000000000", true),
        ("00;-00", true),
        ("0", false),
        ("0.00", false),
        ("#,##0", false),
        ("yyyy-mm-dd", false),
    ] {
        let mut book = rust_xlsxwriter::Workbook::new();
        let format = rust_xlsxwriter::Format::new().set_num_format(code);
        let sheet = book.add_worksheet();
        sheet
            .write_number_with_format(0, 0, 7_654, &format)
            .unwrap();
        let bytes = book.save_to_buffer().unwrap();
        let read = read(&bytes, &Limits::default()).unwrap();
        assert_eq!(read.pads_numbers, pads, "{code}");
    }
}
