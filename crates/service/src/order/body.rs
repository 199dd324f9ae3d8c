//! Bodies of the order verbs: named values, each refused in Chinese by name.

use loan::Fen;
use schema::{Date, Timestamp};
use serde_json::{Map, Value as Json};

use crate::{
    error::{Error, Result},
    input,
};

/// A checked body: it holds no name but those the verb knows.
pub struct Body<'a>(&'a Map<String, Json>);

impl<'a> Body<'a> {
    pub fn new(body: &'a Json, names: &[&str]) -> Result<Self> {
        let body = input::object(body)?;
        input::only(body, names)?;
        Ok(Self(body))
    }

    fn given(&self, name: &str) -> Option<&'a Json> {
        self.0.get(name).filter(|json| match json {
            Json::Null => false,
            Json::String(text) => !text.trim().is_empty(),
            _ => true,
        })
    }

    pub fn int(&self, name: &str, label: &str) -> Result<Option<i64>> {
        let Some(json) = self.given(name) else {
            return Ok(None);
        };
        let text = json.as_str().and_then(|text| text.trim().parse().ok());
        let number = json.as_i64().or(text);
        number
            .map(Some)
            .ok_or_else(|| Error::field(name, format!("{label}应为整数")))
    }

    pub fn id(&self, name: &str) -> Result<i64> {
        let id = self.int(name, "编号")?.filter(|id| *id > 0);
        id.ok_or_else(|| Error::field(name, "编号不能为空"))
    }

    /// An amount in fen that is not negative.
    pub fn fen(&self, name: &str, label: &str) -> Result<Option<Fen>> {
        match self.int(name, label)? {
            Some(fen) if fen < 0 => Err(Error::field(name, format!("{label}不能为负数"))),
            fen => Ok(fen.map(Fen::new)),
        }
    }

    pub fn must_fen(&self, name: &str, label: &str) -> Result<Fen> {
        let fen = self.fen(name, label)?;
        fen.ok_or_else(|| Error::field(name, format!("{label}不能为空")))
    }

    pub fn small(&self, name: &str, label: &str) -> Result<Option<u16>> {
        let number = self.int(name, label)?.map(u16::try_from);
        number
            .transpose()
            .map_err(|_| Error::field(name, format!("{label}应为不大的正整数")))
    }

    pub fn text(&self, name: &str, label: &str, max: usize) -> Result<Option<String>> {
        let Some(json) = self.given(name) else {
            return Ok(None);
        };
        let text = json
            .as_str()
            .map(str::trim)
            .ok_or_else(|| Error::field(name, format!("{label}应为文字")))?;
        if text.chars().count() > max {
            return Err(Error::field(name, format!("{label}不能超过{max}个字")));
        }
        if text
            .chars()
            .any(|letter| letter.is_control() && letter != '\n')
        {
            return Err(Error::field(name, format!("{label}含有不允许的字符")));
        }
        Ok(Some(text.to_owned()))
    }

    pub fn must_text(&self, name: &str, label: &str, max: usize) -> Result<String> {
        let text = self.text(name, label, max)?;
        text.ok_or_else(|| Error::field(name, format!("{label}不能为空")))
    }

    pub fn date(&self, name: &str, label: &str) -> Result<Option<Date>> {
        let text = self.text(name, label, 30)?;
        text.map(|text| date(name, label, &text)).transpose()
    }

    pub fn time(&self, name: &str, label: &str) -> Result<Option<Timestamp>> {
        let text = self.text(name, label, 30)?;
        let time = text.map(|text| Timestamp::parse(&text));
        match time {
            Some(None) => Err(Error::field(name, format!("{label}应为日期或时间"))),
            time => Ok(time.flatten()),
        }
    }
}

/// A business date of a query or a body.
pub fn date(name: &str, label: &str, text: &str) -> Result<Date> {
    let date = Timestamp::parse(text).filter(|_| text.len() == 10);
    date.map(Timestamp::date)
        .ok_or_else(|| Error::field(name, format!("{label}应为日期，如 2026-03-01")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_checked_by_name() {
        let json =
            json!({ "id": "7", "jine": -1, "qi": 70_000, "riqi": "2026-02-30", "yuanyin": "  " });
        let body = Body::new(&json, &["id", "jine", "qi", "riqi", "yuanyin"]).unwrap();
        assert_eq!(body.id("id").unwrap(), 7);
        assert!(body.fen("jine", "金额").is_err());
        assert!(body.small("qi", "期次").is_err());
        assert!(body.date("riqi", "日期").is_err());
        assert!(body.must_text("yuanyin", "原因", 10).is_err());
        assert!(Body::new(&json, &["id"]).is_err());
    }
}
