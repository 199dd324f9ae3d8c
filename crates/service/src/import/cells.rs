//! From what a cell shows to what the engine takes.

use loan::{half_width, without_separators};
use schema::{Field, Kind, Timestamp};
use serde_json::Value as Json;
use store::{Tx, dict, rows};

use crate::{call::Call, error::Result, sheet::Cell};

/// The value a cell stands for, or why it stands for none.
pub fn value(
    tx: &mut Tx<'_>,
    call: &Call,
    field: &Field,
    cell: &Cell,
) -> Result<std::result::Result<Json, String>> {
    let label = field.column.label;
    let shown = text(cell);
    let shown = shown.trim();
    Ok(match field.column.kind {
        Kind::Dict(kind) => match dict::value_of(tx, kind, shown)? {
            Some(value) => Ok(value.into()),
            None => Err(format!("{label}没有“{}”这个选项", escaped(shown))),
        },
        Kind::Dicts(kind) => {
            let mut values = Vec::new();
            for part in shown
                .split([',', '，'])
                .map(str::trim)
                .filter(|part| !part.is_empty())
            {
                match dict::value_of(tx, kind, part)? {
                    Some(value) => values.push(Json::from(value)),
                    None => {
                        return Ok(Err(format!("{label}没有“{}”这个选项", escaped(part))));
                    }
                }
            }
            Ok(values.into())
        }
        Kind::Ref(path) => match reference(tx, call, path, shown)? {
            Some(id) => Ok(id.into()),
            None => Err(format!("{label}“{}”不存在或不唯一", escaped(shown))),
        },
        Kind::Bool => match (cell, shown) {
            (Cell::Bool(flag), _) => Ok((*flag).into()),
            (_, "是" | "true" | "TRUE" | "1") => Ok(true.into()),
            (_, "否" | "false" | "FALSE" | "0") => Ok(false.into()),
            _ => Err(format!("{label}应为是或否")),
        },
        Kind::Fen { .. } => scaled(shown, 2)
            .map(Json::from)
            .ok_or_else(|| format!("{label}应为金额，最多两位小数")),
        Kind::Ppm { .. } => ppm(cell, shown)
            .map(Json::from)
            .ok_or_else(|| format!("{label}应为百分比，最多四位小数")),
        Kind::Tags => Ok(shown.split([',', '，']).map(Json::from).collect()),
        Kind::Timestamp => match cell {
            Cell::DateTime(at) => Ok(Timestamp::from_civil(*at)
                .unwrap_or_default()
                .to_string()
                .into()),
            _ => Ok(shown.into()),
        },
        Kind::Date => match cell {
            Cell::DateTime(at) => Ok(at.date().to_string().into()),
            _ => Ok(shown.into()),
        },
        _ if has_lost_digits(cell) => Err(lost_digits(label)),
        _ => Ok(shown.into()),
    })
}

/// Whether a cell holds more digits than a spreadsheet keeps: those beyond the fifteenth are made up.
pub fn has_lost_digits(cell: &Cell) -> bool {
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    matches!(cell, Cell::Number { text, .. } if !text.contains('.') && digits(text) > 15)
}

/// What is said of such a cell.
pub fn lost_digits(label: &str) -> String {
    format!("{label}是数字格式，第15位以后的数字已经丢失，请把这一列设为文本格式后重新填写")
}

/// What a person sees in a cell.
pub fn text(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) | Cell::Number { text, .. } => text.clone(),
        Cell::Bool(flag) => if *flag { "是" } else { "否" }.to_owned(),
        Cell::DateTime(at) => Timestamp::from_civil(*at).unwrap_or_default().to_string(),
    }
}

/// [`text`] in the words that [`value`] reads back from a text.
pub fn text_of(field: &Field, cell: &Cell) -> String {
    match (field.column.kind, cell) {
        (Kind::Date, Cell::DateTime(at)) => at.date().to_string(),
        (Kind::Ppm { .. }, Cell::Number { text, .. }) => match scaled(text, 6) {
            Some(ppm) => percent(ppm),
            None => text.clone(),
        },
        _ => text(cell),
    }
}

/// Parts per million as a percentage.
fn percent(ppm: i64) -> String {
    let (sign, ppm) = (if ppm < 0 { "-" } else { "" }, ppm.unsigned_abs());
    let decimals = format!("{:04}", ppm % 10_000);
    let decimals = decimals.trim_end_matches('0');
    let point = if decimals.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{decimals}%", ppm / 10_000)
}

/// A column's letter, as spreadsheets name it: A, B … Z, AA.
pub fn letter(at: usize) -> String {
    let mut name = String::new();
    let mut left = at + 1;
    while left > 0 {
        let digit = u8::try_from((left - 1) % 26).unwrap_or_default();
        name.insert(0, char::from(b'A' + digit));
        left = (left - 1) / 26;
    }
    name
}

/// A decimal text as a whole number of its smallest unit; more decimals than that are refused.
pub fn scaled(text: &str, decimals: usize) -> Option<i64> {
    let text: String = text
        .chars()
        .map(half_width)
        .filter(|letter| !matches!(letter, '¥' | '￥' | ' '))
        .collect();
    let text = text.strip_suffix('元').unwrap_or(&text);
    let (sign, digits) = text
        .strip_prefix('-')
        .map_or((1, text), |digits| (-1, digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let whole = without_separators(whole).ok()?;
    let fraction = fraction.trim_end_matches('0');
    let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || fraction.len() > decimals || !all_digits(&whole) || !all_digits(fraction)
    {
        return None;
    }
    let padded = format!("{whole}{fraction:0<decimals$}");
    padded
        .parse::<i64>()
        .ok()
        .and_then(|value| value.checked_mul(sign))
}

/// A rate: `24%` typed as text, or the number a percentage cell holds (0.24).
fn ppm(cell: &Cell, shown: &str) -> Option<i64> {
    match cell {
        Cell::Number { text, .. } => scaled(text, 6),
        _ => scaled(shown.strip_suffix(['%', '％'])?, 4),
    }
}

/// A reference by number, or by the text people know it by.
fn reference(tx: &mut Tx<'_>, call: &Call, path: &str, shown: &str) -> Result<Option<i64>> {
    let Some(of) = schema::model(path) else {
        return Ok(None);
    };
    Ok(rows::id_by_show(tx, of, shown, &call.actor.access.reach)?)
}

/// One sentence for the instructions of a template.
pub fn rule(field: &Field) -> String {
    let rule = match field.column.kind {
        Kind::Text { max } | Kind::LongText { max } => format!("不超过{max}个字"),
        Kind::Int { min, max } => {
            if max == i64::MAX {
                format!("整数，不小于{min}")
            } else {
                format!("整数，{min}到{max}")
            }
        }
        Kind::Fen { .. } => "金额，单位元，最多两位小数".to_owned(),
        Kind::Ppm { .. } => "百分比，如24%".to_owned(),
        Kind::Bool => "是或否".to_owned(),
        Kind::Dict(_) => "从下拉选项中选择".to_owned(),
        Kind::Dicts(_) | Kind::Tags => "多个用逗号分隔".to_owned(),
        Kind::Date => "日期，如2026-03-01".to_owned(),
        Kind::Timestamp => "时间，如2026-03-01 09:00:00".to_owned(),
        Kind::Ref(_) => "填写名称或编号".to_owned(),
        Kind::Image | Kind::File | Kind::Images(_) => "文件地址，多个用逗号分隔".to_owned(),
        Kind::Secret(_) if field.column.pattern.is_none() => {
            format!("不超过{}个字", field.column.longest)
        }
        _ => String::new(),
    };
    let pattern = field
        .column
        .pattern
        .map(|pattern| pattern.sentence)
        .unwrap_or_default();
    let parts: Vec<&str> = [rule.as_str(), pattern]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect();
    parts.join("；")
}

/// Which field a column of the sheet fills; none for the reasons that a file of failed rows has.
pub type Headings = Vec<Option<&'static Field>>;

/// Text from a cell, harmless in HTML.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars().take(100) {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_that_a_spreadsheet_made_up_are_told() {
        let number = |text: &str| Cell::Number {
            text: text.to_owned(),
            value: text.parse().unwrap(),
        };
        assert!(has_lost_digits(&number("620260111600009900")));
        for kept in ["123456789012345", "13812345678", "9999999999999.99"] {
            assert!(!has_lost_digits(&number(kept)), "{kept}");
        }
        let typed = Cell::Text("620260111600009871".to_owned());
        assert!(!has_lost_digits(&typed));
    }

    #[test]
    fn amounts_are_exact() {
        assert_eq!(scaled("1,234.5", 2), Some(123_450));
        assert_eq!(scaled("12.35", 2), Some(1235));
        assert_eq!(scaled("-0.01", 2), Some(-1));
        assert_eq!(scaled("7.100", 2), Some(710));
        assert_eq!(scaled("￥１，２３４．５０元", 2), Some(123_450));
        for bad in [
            "1.234",
            "",
            "abc",
            "1e5",
            ".5",
            "99999999999999999999",
            // A comma that may be a decimal point is not guessed at.
            "15,50",
            "1500,50",
            "1,5",
            "1234,567",
            ",123",
        ] {
            assert_eq!(scaled(bad, 2), None, "{bad}");
        }
        let typed = Cell::Number {
            text: "0.24".to_owned(),
            value: 0.24,
        };
        assert_eq!(ppm(&typed, "0.24"), Some(240_000));
        assert_eq!(ppm(&Cell::Text("24%".to_owned()), "24%"), Some(240_000));
        for rate in [0, 1, 240_000, 245_050, -5_000, 10_000_000] {
            let shown = percent(rate);
            assert_eq!(
                ppm(&Cell::Text(shown.clone()), &shown),
                Some(rate),
                "{shown}"
            );
        }
    }

    #[test]
    fn columns_have_letters() {
        assert_eq!(
            [letter(0), letter(25), letter(26), letter(701)],
            ["A", "Z", "AA", "ZZ"]
        );
    }
}
