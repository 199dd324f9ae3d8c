//! The words an ask is declared in: each reads one kind of value and says in Chinese what is wrong
//! with it.

use std::collections::BTreeSet;

use loan::{Fen, Place};
use schema::{Date, Timestamp};
use serde_json::{Map, Value as Json};

use super::{Coded, FieldShape, Object, Reader, Shape};
use crate::area;

fn whole(json: &Json) -> Option<i64> {
    let text = || json.as_str().and_then(|text| text.trim().parse().ok());
    json.as_i64().or_else(text)
}

/// A whole number, also as the text of one.
pub const fn int(label: &'static str) -> Reader<i64> {
    let read = |reader: &Reader<i64>, json: &Json| {
        whole(json).ok_or_else(|| format!("{}应为整数", reader.label))
    };
    Reader::new(label, read, || Shape::Number)
}

/// The number of a row.
pub const fn id() -> Reader<i64> {
    let read = |reader: &Reader<i64>, json: &Json| {
        let id = whole(json).ok_or_else(|| format!("{}应为整数", reader.label))?;
        Some(id)
            .filter(|id| *id > 0)
            .ok_or_else(|| "编号不能为空".to_owned())
    };
    Reader::new("编号", read, || Shape::Number)
}

/// The number of a row, as the resource pattern reads it.
pub const fn row_id() -> Reader<i64> {
    Reader {
        label: "",
        ..id().missing("编号不能为空")
    }
}

/// The number of a row in a path.
pub const fn path_id() -> Reader<i64> {
    Reader {
        is_in_path: true,
        ..id().says("编号应为整数")
    }
}

/// An amount in fen that is not negative.
pub const fn fen(label: &'static str) -> Reader<Fen> {
    let read = |reader: &Reader<Fen>, json: &Json| match whole(json) {
        None => Err(format!("{}应为整数", reader.label)),
        Some(fen) if fen < 0 => Err(format!("{}不能为负数", reader.label)),
        Some(fen) => Ok(Fen::new(fen)),
    };
    Reader::new(label, read, || Shape::Number)
}

/// A number of instalments, or of times.
pub const fn small(label: &'static str) -> Reader<u16> {
    let read = |reader: &Reader<u16>, json: &Json| {
        let number = whole(json).ok_or_else(|| format!("{}应为整数", reader.label))?;
        u16::try_from(number).map_err(|_| format!("{}应为不大的正整数", reader.label))
    };
    Reader::new(label, read, || Shape::Number)
}

/// A text of so many letters, without the blanks around it.
pub const fn text(label: &'static str, most: usize) -> Reader<String> {
    Reader {
        most,
        ..Reader::new(label, read_text, || Shape::Text)
    }
}

fn read_text<T>(reader: &Reader<T>, json: &Json) -> Result<String, String> {
    let label = reader.label;
    let text = json.as_str().map(str::trim);
    let text = text.ok_or_else(|| format!("{label}应为文字"))?;
    if text.chars().count() > reader.most {
        return Err(format!("{label}不能超过{}个字", reader.most));
    }
    if text.contains(|letter: char| letter.is_control() && letter != '\n') {
        return Err(format!("{label}含有不允许的字符"));
    }
    Ok(text.to_owned())
}

/// 流水号: the number a bank or a platform gave a payment. One number is one payment, so what only
/// looks like another number is that number: wide letters are narrow, and blanks do not count.
pub const fn receipt() -> Reader<String> {
    let read = |reader: &Reader<String>, json: &Json| {
        let number = plain_number(&read_text(reader, json)?);
        if is_plain_number(&number) {
            Ok(number)
        } else {
            Err(NOT_PLAIN.to_owned())
        }
    };
    Reader {
        most: 64,
        ..Reader::new("流水号", read, || Shape::Text)
    }
}

pub const NOT_PLAIN: &str = "流水号只能由字母、数字、汉字和常用符号组成";

/// The number of a payment in the letters it is kept in.
pub fn plain_number(text: &str) -> String {
    let narrow = |letter: char| match letter {
        '！'..='～' => char::from_u32(u32::from(letter) - 0xFEE0).unwrap_or(letter),
        _ => letter,
    };
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    letters.map(narrow).collect()
}

/// Whether everybody sees every letter of it, and sees it as what it is: no letter of another
/// script that looks like one of ours, and none that is drawn as nothing.
pub fn is_plain_number(text: &str) -> bool {
    let is_chinese = |letter| matches!(letter, '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}');
    let mut letters = text.chars();
    letters.all(|letter| letter.is_ascii_graphic() || is_chinese(letter))
}

/// A word that is looked for as it is.
pub const fn code(label: &'static str) -> Reader<String> {
    let read = |reader: &Reader<String>, json: &Json| {
        let wrong = || format!("{}应为文字", reader.label);
        json.as_str().map(str::to_owned).ok_or_else(wrong)
    };
    Reader::new(label, read, || Shape::Text)
}

/// A short text without the blanks around it, for a sentence of its own.
pub const fn word(most: usize) -> Reader<String> {
    let read = |reader: &Reader<String>, json: &Json| {
        let text = json.as_str().map(str::trim);
        let fits = |text: &&str| text.chars().count() <= reader.most && !text.contains('\0');
        let wrong = || format!("应为不超过{}个字的文本", reader.most);
        text.filter(fits).map(str::to_owned).ok_or_else(wrong)
    };
    Reader {
        most,
        ..Reader::new("", read, || Shape::Text)
    }
}

/// A text as it was typed, blanks and all.
pub const fn typed(label: &'static str, most_bytes: usize) -> Reader<String> {
    let read = |reader: &Reader<String>, json: &Json| {
        let text = json
            .as_str()
            .filter(|text| text.len() <= reader.most && !text.contains('\0'));
        let wrong = || format!("{}应为不超过{}个字符的文本", reader.label, reader.most);
        text.map(str::to_owned).ok_or_else(wrong)
    };
    Reader {
        most: most_bytes,
        is_given: |json| !json.is_null() && json.as_str() != Some(""),
        ..Reader::new(label, read, || Shape::Text)
    }
}

/// `2026-03-01`
pub const fn date(label: &'static str) -> Reader<Date> {
    let read = |reader: &Reader<Date>, json: &Json| {
        let text = read_text(
            &Reader {
                most: 30,
                ..*reader
            },
            json,
        )?;
        let date = Timestamp::parse(&text).filter(|_| text.len() == 10);
        let wrong = || format!("{}应为日期，如 2026-03-01", reader.label);
        date.map(Timestamp::date).ok_or_else(wrong)
    };
    Reader::new(label, read, || Shape::Text)
}

/// The day of a date or a time.
pub const fn day(label: &'static str) -> Reader<Date> {
    let read = |reader: &Reader<Date>, json: &Json| {
        let text = json.as_str().unwrap_or_default();
        let date = Timestamp::parse(text.get(..10).unwrap_or(text)).filter(|_| text.len() >= 10);
        let wrong = || format!("{}应为日期，如 2026-03-01", reader.label);
        date.map(Timestamp::date).ok_or_else(wrong)
    };
    Reader::new(label, read, || Shape::Text)
}

/// `2026-03-01 09:00:00`, or a date.
pub const fn time(label: &'static str) -> Reader<Timestamp> {
    let read = |reader: &Reader<Timestamp>, json: &Json| {
        let text = read_text(
            &Reader {
                most: 30,
                ..*reader
            },
            json,
        )?;
        Timestamp::parse(&text).ok_or_else(|| format!("{}应为日期或时间", reader.label))
    };
    Reader::new(label, read, || Shape::Text)
}

/// Yes or no, also as a query writes it.
pub const fn flag(label: &'static str) -> Reader<bool> {
    let read = |reader: &Reader<bool>, json: &Json| match (json, json.as_str()) {
        (Json::Bool(flag), _) => Ok(*flag),
        (_, Some("true" | "1")) => Ok(true),
        (_, Some("false" | "0")) => Ok(false),
        _ => Err(format!("{}应为true或false", reader.label)),
    };
    Reader::new(label, read, || Shape::Flag)
}

/// A text that may be empty: then what it names is taken away.
pub const fn free_text(label: &'static str, most: usize) -> Reader<String> {
    Reader {
        most,
        is_given: |json| !json.is_null(),
        ..Reader::new(label, read_text, || Shape::Text)
    }
}

/// Numbers of rows: a list of them, or with commas between them.
pub const fn ids(label: &'static str) -> Reader<Vec<i64>> {
    let read = |reader: &Reader<Vec<i64>>, json: &Json| {
        let numbers: Option<Vec<i64>> = match json {
            Json::Array(items) => items.iter().map(whole).collect(),
            Json::String(text) => text
                .split(',')
                .map(|part| part.trim().parse().ok())
                .collect(),
            one => whole(one).map(|id| vec![id]),
        };
        let numbers = numbers.filter(|ids| ids.iter().all(|id| *id > 0));
        numbers.ok_or_else(|| format!("{}编号应为整数", reader.label))
    };
    Reader::new(label, read, || Shape::list(Shape::Number))
}

/// The rows that belong to another: their numbers, each once and in order.
pub const fn rows(label: &'static str, most: usize) -> Reader<Vec<i64>> {
    Reader {
        most,
        is_given: |json| !json.is_null(),
        ..Reader::new(label, read_rows, || Shape::list(Shape::Number))
    }
}

/// The same where there must be one at least; null is no list of them.
pub const fn some_rows(label: &'static str, most: usize) -> Reader<Vec<i64>> {
    let read = |reader: &Reader<Vec<i64>>, json: &Json| {
        let rows = read_rows(reader, json)?;
        let wrong = || format!("{}不能为空", reader.label);
        Some(rows).filter(|rows| !rows.is_empty()).ok_or_else(wrong)
    };
    Reader {
        most,
        is_given: |_| true,
        ..Reader::new(label, read, || Shape::list(Shape::Number))
    }
}

fn read_rows(reader: &Reader<Vec<i64>>, json: &Json) -> Result<Vec<i64>, String> {
    let items = json.as_array();
    let rows: Option<BTreeSet<i64>> =
        items.and_then(|items| items.iter().map(Json::as_i64).collect());
    let rows = rows.filter(|rows| rows.len() <= reader.most);
    let wrong = || format!("{}应为编号列表", reader.label);
    Ok(rows.ok_or_else(wrong)?.into_iter().collect())
}

/// A list of texts, each of so many letters.
pub const fn texts(label: &'static str, most: usize) -> Reader<Vec<String>> {
    let read = |reader: &Reader<Vec<String>>, json: &Json| {
        let items = json.as_array();
        let items = items.ok_or_else(|| format!("{}应为列表", reader.label))?;
        items.iter().map(|item| read_text(reader, item)).collect()
    };
    Reader {
        most,
        ..Reader::new(label, read, || Shape::list(Shape::Text))
    }
}

/// Whatever JSON there is; null is nothing.
pub const fn anything(label: &'static str) -> Reader<Json> {
    Reader {
        is_given: |json| !json.is_null(),
        ..Reader::new(label, |_, json| Ok(json.clone()), || Shape::Anything)
    }
}

/// Values by names that are data themselves.
pub const fn named(label: &'static str) -> Reader<Map<String, Json>> {
    let read = |reader: &Reader<_>, json: &Json| {
        let wrong = || format!("{}应为JSON对象", reader.label);
        json.as_object().cloned().ok_or_else(wrong)
    };
    let shape = || Shape::Named(Box::new(Shape::Anything));
    Reader {
        is_given: |json| !json.is_null(),
        ..Reader::new(label, read, shape)
    }
}

/// Where somebody is: `{lat, lng}` in degrees.
pub const fn place(label: &'static str) -> Reader<Place> {
    let read = |reader: &Reader<Place>, json: &Json| {
        area::place(json).map_err(|why| format!("{}{why}", reader.label))
    };
    Reader::new(label, read, || Shape::Object(PLACE))
}

const PLACE: Object = Object {
    name: "Place",
    about: "A place on the map, in degrees.",
    row: || None,
    fields: || {
        let degrees = |(name, label): (&str, &'static str)| FieldShape {
            name: name.to_owned(),
            label,
            shape: Shape::Number,
            may_be_left_out: false,
        };
        [("lat", "纬度"), ("lng", "经度")].map(degrees).into()
    },
};

/// One of the words of such a set.
pub const fn one_of<T: Coded>(label: &'static str) -> Reader<T> {
    let read = |reader: &Reader<T>, json: &Json| {
        let text = read_text(reader, json)?;
        let wrong = || format!("{}应为{}", reader.label, listed::<T>());
        T::of_code(&text).ok_or_else(wrong)
    };
    let shape = || Shape::OneOf(T::CODES.iter().map(|(code, _)| *code).collect());
    Reader {
        most: 20,
        ..Reader::new(label, read, shape)
    }
}

/// `甲、乙或丙`
fn listed<T: Coded>() -> String {
    let codes: Vec<&str> = T::CODES.iter().map(|(code, _)| *code).collect();
    match codes.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}或{last}", rest.join("、")),
        _ => codes.join(""),
    }
}

#[cfg(test)]
mod tests {
    use loan::Fen;
    use schema::Date;
    use serde_json::json;

    use crate::wire::{Ask, Shape, ask};

    ask! {
        /// One of each.
        struct Sample {
            id:   i64          = id(),
            jine: Option<Fen>  = fen("金额"),
            qi:   Option<u16>  = small("期次"),
            riqi: Option<Date> = date("日期"),
        }
    }

    ask! {
        /// A reason that must be given.
        struct Because {
            yuanyin: String = text("原因", 10),
        }
    }

    ask! {
        /// Rows that must be named, may be kept, and may be none.
        struct RowsOf {
            jiaose:  Vec<i64>         = some_rows("角色", 2),
            liuzhe:  Option<Vec<i64>> = some_rows("留着", 2),
            caidan:  Option<Vec<i64>> = rows("菜单", 2),
        }
    }

    fn refused(body: serde_json::Value) -> String {
        refusal::<Sample>(body)
    }

    fn refusal<T: Ask + std::fmt::Debug>(body: serde_json::Value) -> String {
        match T::of_body(body) {
            Err(crate::Error::Invalid { message, .. }) => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_said_of_rows_is_what_is_taken() {
        let shapes = <RowsOf as crate::wire::Fields>::fields();
        let takes_null = |shape: &Shape| matches!(shape, Shape::Maybe(_));
        let said = shapes
            .iter()
            .map(|field| (field.may_be_left_out, takes_null(&field.shape)));
        assert_eq!(
            said.collect::<Vec<_>>(),
            [(false, false), (true, false), (true, true)]
        );
        let taken = RowsOf::of_body(json!({ "jiaose": [3, 1, 3], "caidan": null })).unwrap();
        assert_eq!(taken.jiaose, [1, 3]);
        assert!(taken.liuzhe.is_none() && taken.caidan.is_none());
        let none = RowsOf::of_body(json!({ "jiaose": [1], "caidan": [] })).unwrap();
        assert_eq!(none.caidan, Some(Vec::new()));
        assert_eq!(refusal::<RowsOf>(json!({})), "角色不能为空");
        assert_eq!(refusal::<RowsOf>(json!({ "jiaose": [] })), "角色不能为空");
        for wrong in [json!(null), json!("1"), json!(["1"]), json!([1, 2, 3])] {
            let said = refusal::<RowsOf>(json!({ "jiaose": wrong }));
            assert_eq!(said, "角色应为编号列表");
        }
        let null = json!({ "jiaose": [1], "liuzhe": null });
        assert_eq!(refusal::<RowsOf>(null), "留着应为编号列表");
    }

    #[test]
    fn values_are_checked_by_name() {
        let sample = Sample::of_body(json!({ "id": "7" })).unwrap();
        assert_eq!(sample.id, 7);
        assert!(sample.jine.is_none() && sample.qi.is_none() && sample.riqi.is_none());
        assert_eq!(refused(json!({ "id": 7, "jine": -1 })), "金额不能为负数");
        assert_eq!(
            refused(json!({ "id": 7, "qi": 70_000 })),
            "期次应为不大的正整数"
        );
        assert_eq!(
            refused(json!({ "id": 7, "riqi": "2026-02-30" })),
            "日期应为日期，如 2026-03-01"
        );
        assert_eq!(refused(json!({ "riqi": "2026-02-28" })), "编号不能为空");
        assert_eq!(refused(json!({ "id": 7, "jian": 1 })), "未知字段jian");
        assert!(Because::of_body(json!({ "yuanyin": "  " })).is_err());
        let because = Because::of_body(json!({ "yuanyin": " 失联 " })).unwrap();
        assert_eq!(because.yuanyin, "失联");
    }
}
