//! Answers as JSON. Names of fields are names of ours, in which nothing has to be escaped, so each is
//! written in one piece; an answer has hundreds.

use std::fmt::{Display, Write as _};

use serde::{Serialize, Serializer, ser};
use serde_json::Error;
use store::json::{close_text, push_int, push_text};

/// What the shorter answers have room in.
const ROOM: usize = 4 << 10;

/// A value as JSON.
pub fn of(value: &impl Serialize) -> Result<Vec<u8>, Error> {
    let mut out = Out(Vec::with_capacity(ROOM));
    value.serialize(&mut out)?;
    Ok(out.0)
}

/// What was written so far.
struct Out(Vec<u8>);

impl Out {
    fn put(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    /// What stands before a value of a variant that has some.
    fn begin_variant(&mut self, variant: &str, opening: char) {
        self.put("{");
        push_text(&mut self.0, variant);
        self.0.push(b':');
        let _ = write!(self, "{opening}");
    }
}

impl std::fmt::Write for Out {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.put(text);
        Ok(())
    }
}

/// A list or an object under way.
struct Parts<'a> {
    out: &'a mut Out,
    is_first: bool,
    end: &'static str,
}

impl<'a> Parts<'a> {
    fn new(out: &'a mut Out, end: &'static str) -> Self {
        Self {
            out,
            is_first: true,
            end,
        }
    }

    fn comma(&mut self) {
        if !self.is_first {
            self.out.0.push(b',');
        }
        self.is_first = false;
    }

    fn element(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.comma();
        value.serialize(&mut *self.out)
    }

    fn field(&mut self, name: &str, value: &(impl Serialize + ?Sized)) -> Result<(), Error> {
        self.comma();
        let out = &mut self.out.0;
        out.reserve(name.len() + 3);
        out.push(b'"');
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"\":");
        value.serialize(&mut *self.out)
    }

    fn close(self) {
        self.out.put(self.end);
    }
}

macro_rules! numbers {
    ($($name:ident: $ty:ty),+ $(,)?) => {
        $(fn $name(self, number: $ty) -> Result<(), Error> {
            push_int(&mut self.0, number);
            Ok(())
        })+
    };
}

impl<'a> Serializer for &'a mut Out {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_i128: i128, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32,
        serialize_u64: u64, serialize_u128: u128,
    }

    fn serialize_bool(self, flag: bool) -> Result<(), Error> {
        self.put(if flag { "true" } else { "false" });
        Ok(())
    }

    fn serialize_f32(self, number: f32) -> Result<(), Error> {
        serde_json::to_writer(&mut self.0, &number)
    }

    fn serialize_f64(self, number: f64) -> Result<(), Error> {
        serde_json::to_writer(&mut self.0, &number)
    }

    fn serialize_char(self, letter: char) -> Result<(), Error> {
        self.serialize_str(letter.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        push_text(&mut self.0, text);
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Error> {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.put("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.put("{");
        push_text(&mut self.0, variant);
        self.put(":");
        value.serialize(&mut *self)?;
        self.put("}");
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, Error> {
        self.put("[");
        Ok(Parts::new(self, "]"))
    }

    fn serialize_tuple(self, length: usize) -> Result<Parts<'a>, Error> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Parts<'a>, Error> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Error> {
        self.begin_variant(variant, '[');
        Ok(Parts::new(self, "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, Error> {
        self.put("{");
        Ok(Parts::new(self, "}"))
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Parts<'a>, Error> {
        self.serialize_map(Some(length))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a>, Error> {
        self.begin_variant(variant, '{');
        Ok(Parts::new(self, "}}"))
    }

    /// A text that is put together where it stands.
    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Error> {
        self.put("\"");
        let from = self.0.len();
        write!(self, "{value}").map_err(ser::Error::custom)?;
        close_text(&mut self.0, from);
        Ok(())
    }
}

macro_rules! elements {
    ($($part:ident: $element:ident),+ $(,)?) => {
        $(impl ser::$part for Parts<'_> {
            type Ok = ();
            type Error = Error;

            fn $element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.element(value)
            }

            fn end(self) -> Result<(), Error> {
                self.close();
                Ok(())
            }
        })+
    };
}
elements! {
    SerializeSeq: serialize_element,
    SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field,
    SerializeTupleVariant: serialize_field,
}

macro_rules! fields {
    ($($part:ident),+ $(,)?) => {
        $(impl ser::$part for Parts<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), Error> {
                self.close();
                Ok(())
            }
        })+
    };
}
fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.comma();
        let from = self.out.0.len();
        key.serialize(&mut *self.out)?;
        // A number becomes a name by quotation marks.
        if self.out.0.get(from) != Some(&b'"') {
            self.out.0.insert(from, b'"');
            self.out.0.push(b'"');
        }
        self.out.0.push(b':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(&mut *self.out)
    }

    fn end(self) -> Result<(), Error> {
        self.close();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use loan::Fen;
    use proptest::prelude::*;
    use schema::Timestamp;
    use serde_json::json;

    use super::*;

    #[derive(Serialize)]
    enum Kind {
        Plain,
        One(i64),
        Two(u8, &'static str),
        Named { at: Timestamp },
    }

    #[derive(Serialize)]
    struct Inner {
        text: String,
        letter: char,
    }

    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Outer {
        #[serde(flatten)]
        inner: Inner,
        an_amount: Fen,
        none: Option<i64>,
        unit: (),
        kinds: Vec<Kind>,
        numbers: BTreeMap<i64, f64>,
        day: schema::Date,
        whole: serde_json::Value,
        nothing: Vec<bool>,
        bytes: [u8; 3],
    }

    fn same(value: &impl Serialize) {
        let text = of(value).unwrap();
        let expected = serde_json::to_string(value).unwrap();
        assert_eq!(str::from_utf8(&text).unwrap(), expected);
    }

    #[test]
    fn whatever_is_answered_is_written_as_serde_writes_it() {
        same(&Outer {
            inner: Inner {
                text: "张\"三\\\n".to_owned(),
                letter: '"',
            },
            an_amount: Fen::new(-5),
            none: None,
            unit: (),
            kinds: vec![
                Kind::Plain,
                Kind::One(i64::MIN),
                Kind::Two(255, "二"),
                Kind::Named { at: Timestamp(0) },
            ],
            numbers: BTreeMap::from([(-1, 0.1), (2, f64::NAN)]),
            day: schema::day("2026-02-28").unwrap(),
            whole: json!({ "a b": [null, true, {}, [], 1.5, u64::MAX], "\"": "" }),
            nothing: Vec::new(),
            bytes: [0, 1, 255],
        });
    }

    proptest! {
        #[test]
        fn names_and_texts_are_escaped_as_serde_escapes_them(name in ".*", text in "[\\x00-\\x7f]*") {
            same(&BTreeMap::from([(name.as_str(), text.as_str())]));
        }
    }
}
