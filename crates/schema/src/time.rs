//! Instants and dates as the wire writes them. Business time is Asia/Shanghai, which has kept
//! UTC+8 without daylight saving since 1991, so a fixed offset is exact for every loan.

use jiff::civil;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

const OFFSET_MS: i64 = 8 * 3600 * 1000;
const WIRE: &str = "%Y-%m-%d %H:%M:%S";

/// A business date.
pub type Date = civil::Date;

/// Reads `YYYY-MM-DD` and nothing else, as databases hold days: orders are read with many of them.
pub fn day(text: &str) -> Option<Date> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text.as_bytes() else {
        return None;
    };
    let digit = |letter: u8| char::from(letter).to_digit(10);
    let pair = |tens: u8, ones: u8| Some(digit(tens)? * 10 + digit(ones)?);
    let year = pair(y1, y2)? * 100 + pair(y3, y4)?;
    civil::Date::new(
        i16::try_from(year).ok()?,
        i8::try_from(pair(m1, m2)?).ok()?,
        i8::try_from(pair(d1, d2)?).ok()?,
    )
    .ok()
}

/// An instant in milliseconds since 1970 (UTC), written `YYYY-MM-DD HH:mm:ss` in Shanghai time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Reads `YYYY-MM-DD HH:mm:ss`, or a bare date as its midnight.
    pub fn parse(text: &str) -> Option<Self> {
        let date_time = civil::DateTime::strptime(WIRE, text).ok().or_else(|| {
            civil::Date::strptime("%Y-%m-%d", text)
                .ok()
                .map(|date| date.at(0, 0, 0, 0))
        })?;
        Self::from_civil(date_time)
    }

    /// The instant of a Shanghai wall-clock time.
    pub fn from_civil(date_time: civil::DateTime) -> Option<Self> {
        let zoned = date_time.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
        Some(Self(zoned.timestamp().as_millisecond() - OFFSET_MS))
    }

    /// The Shanghai wall-clock time; instants no calendar can hold become the epoch.
    pub fn to_civil(self) -> civil::DateTime {
        jiff::Timestamp::from_millisecond(self.0.saturating_add(OFFSET_MS))
            .map(|instant| jiff::tz::Offset::UTC.to_datetime(instant))
            .unwrap_or_default()
    }

    /// Midnight at the start of a business date; dates no instant can hold become the epoch.
    pub fn start_of(date: Date) -> Self {
        Self::from_civil(date.at(0, 0, 0, 0)).unwrap_or_default()
    }

    /// The business date of this instant.
    pub fn date(self) -> Date {
        self.to_civil().date()
    }
}

impl Timestamp {
    /// The text in bytes. Lists write many of these: digits by hand cost a tenth of padded numbers.
    pub fn digits(self) -> [u8; 19] {
        let at = self.to_civil();
        let small = |part: i8| u16::from(part.unsigned_abs());
        let year = at.year().unsigned_abs();
        let parts = [
            (0, year / 100),
            (2, year % 100),
            (5, small(at.month())),
            (8, small(at.day())),
            (11, small(at.hour())),
            (14, small(at.minute())),
            (17, small(at.second())),
        ];
        let mut text = *b"0000-00-00 00:00:00";
        for (place, part) in parts {
            if let Some([tens, ones]) = text.get_mut(place..place + 2) {
                *tens += u8::try_from(part / 10).unwrap_or_default();
                *ones += u8::try_from(part % 10).unwrap_or_default();
            }
        }
        text
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(str::from_utf8(&self.digits()).unwrap_or_default())
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom("not a time"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_round_trips_in_shanghai_time() {
        let at = Timestamp::parse("2026-03-01 09:00:00").unwrap();
        assert_eq!(at.0, 1_772_326_800_000);
        assert_eq!(at.to_string(), "2026-03-01 09:00:00");
        assert_eq!(at.date().to_string(), "2026-03-01");
    }

    #[test]
    fn a_day_is_read_as_it_is_written() {
        for text in ["2026-03-01", "2024-02-29", "0001-01-01", "9999-12-31"] {
            assert_eq!(day(text).unwrap().to_string(), text);
        }
        for bad in [
            "",
            "2026-3-1",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026/03/01",
            "20260301",
            "+026-03-01",
            "2026-03-01 ",
            "２026-03-0",
        ] {
            assert!(day(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_bare_date_is_its_midnight_and_nonsense_is_refused() {
        assert_eq!(
            Timestamp::parse("2024-02-29").unwrap().to_string(),
            "2024-02-29 00:00:00"
        );
        for bad in [
            "2023-02-29",
            "2026-13-01 00:00:00",
            "",
            "yesterday",
            "2026-03-01 25:00:00",
        ] {
            assert!(Timestamp::parse(bad).is_none(), "{bad}");
        }
    }
}
