//! The empty sheet people fill in for an import, with its instructions.

use rust_xlsxwriter::{
    DataValidation, DataValidationErrorStyle, Format as Style, Formula, Workbook, Worksheet,
};
use tempfile::NamedTempFile;

use super::write::{Format, Styles, WriteError, clean, save};

const INSTRUCTIONS: &str = "填写说明";
const CHOICES: &str = "选项";

/// A column to be filled in; `rule` says in one sentence what is accepted.
#[derive(Clone, Debug)]
pub struct TemplateColumn<'a> {
    pub header: &'a str,
    pub is_required: bool,
    pub width: u8,
    pub format: Format,
    pub rule: &'a str,
    /// Labels offered in a drop-down; none for a free column.
    pub choices: &'a [&'a str],
}

/// An xlsx with headings (required ones end in `*`), drop-downs, and a second sheet of instructions; `rows` rows are prepared.
pub fn template(
    sheet_name: &str,
    columns: &[TemplateColumn<'_>],
    rows: u32,
) -> Result<NamedTempFile, WriteError> {
    let mut book = Workbook::new();
    let styles = Styles::new();
    fill_headings(book.add_worksheet(), sheet_name, columns, rows, &styles)?;
    fill_instructions(book.add_worksheet(), columns, &styles)?;
    fill_choices(book.add_worksheet(), columns)?;
    save(book)
}

fn fill_headings(
    sheet: &mut Worksheet,
    name: &str,
    columns: &[TemplateColumn<'_>],
    rows: u32,
    styles: &Styles,
) -> Result<(), WriteError> {
    sheet
        .set_name(super::write::safe_sheet_name(name))?
        .set_freeze_panes(1, 0)?;
    let required = styles.heading.clone().set_font_color(0x00F5_6C6C);
    for (index, column) in (0..).zip(columns) {
        let (mark, heading) = if column.is_required {
            ("*", &required)
        } else {
            ("", &styles.heading)
        };
        sheet.write_string_with_format(0, index, clean(column.header) + mark, heading)?;
        sheet.set_column_width(index, column.width.clamp(6, 80))?;
        // A phone number typed into a text column keeps its zeros and is not turned into 1.38E+10.
        sheet.set_column_format(index, styles.of(column.format))?;
        if !column.choices.is_empty() {
            sheet.add_data_validation(
                1,
                index,
                rows,
                index,
                &drop_down(index, column.choices.len())?,
            )?;
        }
    }
    Ok(())
}

/// A list in the rule itself is limited to 255 characters, so the labels live on a hidden sheet.
fn drop_down(column: u16, count: usize) -> Result<DataValidation, WriteError> {
    let letters = rust_xlsxwriter::utility::column_number_to_name(column);
    let list = Formula::new(format!("={CHOICES}!${letters}$1:${letters}${count}"));
    let validation = DataValidation::new()
        .allow_list_formula(list)
        .set_error_style(DataValidationErrorStyle::Stop);
    Ok(validation
        .set_error_title("填写错误")?
        .set_error_message("请从下拉列表中选择")?)
}

fn fill_instructions(
    sheet: &mut Worksheet,
    columns: &[TemplateColumn<'_>],
    styles: &Styles,
) -> Result<(), WriteError> {
    let wrapped = Style::new().set_text_wrap();
    sheet.set_name(INSTRUCTIONS)?.set_freeze_panes(1, 0)?;
    for (index, (heading, width)) in
        (0..).zip([("列名", 20), ("必填", 8), ("填写规则", 60), ("可选值", 60)])
    {
        sheet.write_string_with_format(0, index, heading, &styles.heading)?;
        sheet.set_column_width(index, width)?;
    }
    for (row, column) in (1..).zip(columns) {
        let required = if column.is_required { "是" } else { "否" };
        for (index, text) in (0..).zip([
            column.header,
            required,
            column.rule,
            &column.choices.join("、"),
        ]) {
            sheet.write_string_with_format(row, index, clean(text), &wrapped)?;
        }
    }
    Ok(())
}

fn fill_choices(sheet: &mut Worksheet, columns: &[TemplateColumn<'_>]) -> Result<(), WriteError> {
    sheet.set_name(CHOICES)?.set_hidden(true);
    for (index, column) in (0..).zip(columns) {
        for (row, label) in (0..).zip(column.choices) {
            sheet.write_string(row, index, clean(label))?;
        }
    }
    Ok(())
}
