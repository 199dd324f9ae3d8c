//! Amounts and rates as people type them.
//!
//! Text becomes digits, digits become fen; a float is never involved.

use std::fmt;

use crate::money::Fen;
use crate::rate::Ppm;

/// Why a typed amount was not understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AmountError {
    Empty,
    Negative,
    NotANumber,
    TooManyDecimals,
    TooLarge,
}

impl fmt::Display for AmountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "请填写数值",
            Self::Negative => "不能为负数",
            Self::NotANumber => "格式不正确，请填写数字，例如 1,234.56",
            Self::TooManyDecimals => "小数位数过多",
            Self::TooLarge => "数值过大",
        })
    }
}

impl std::error::Error for AmountError {}

impl Fen {
    /// Yuan as typed: `1,234.5`, `￥１２３４．５０`, `12元`. More than two
    /// decimals are refused.
    pub fn from_yuan_text(text: &str) -> Result<Self, AmountError> {
        Typed::read(text, &['¥', '￥'], '元')?
            .scaled(2, Rest::Refuse)
            .map(Self::new)
    }

    /// Yuan as typed into the discount field, which alone rounds half up to
    /// the fen.
    pub fn from_discount_text(text: &str) -> Result<Self, AmountError> {
        Typed::read(text, &['¥', '￥'], '元')?
            .scaled(2, Rest::HalfUp)
            .map(Self::new)
    }
}

impl Ppm {
    /// Per cent as typed, with up to four decimals: `24`, `0.05%`.
    pub fn from_percent_text(text: &str) -> Result<Self, AmountError> {
        let ppm = Typed::read(text, &[], '%')?.scaled(4, Rest::Refuse)?;
        Self::new(ppm).map_err(|_| AmountError::TooLarge)
    }
}

/// What to do with decimals beyond the last one kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Refuse,
    HalfUp,
}

/// The digits of a plain decimal number.
struct Typed {
    whole: String,
    decimals: String,
}

impl Typed {
    fn read(text: &str, prefixes: &[char], suffix: char) -> Result<Self, AmountError> {
        let text: String = text.trim().chars().map(half_width).collect();
        if text.is_empty() {
            return Err(AmountError::Empty);
        }
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest.trim_start()),
            None => (false, text.as_str()),
        };
        let text = text.strip_prefix(prefixes).unwrap_or(text).trim_start();
        let text = text.strip_suffix(suffix).unwrap_or(text).trim_end();
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let typed = Self {
            whole: without_separators(whole)?,
            decimals: decimals.to_owned(),
        };
        typed.check()?;
        if negative && !typed.is_zero() {
            return Err(AmountError::Negative);
        }
        Ok(typed)
    }

    fn check(&self) -> Result<(), AmountError> {
        let digits = || self.whole.chars().chain(self.decimals.chars());
        if digits().next().is_some() && digits().all(|digit| digit.is_ascii_digit()) {
            Ok(())
        } else {
            Err(AmountError::NotANumber)
        }
    }

    fn is_zero(&self) -> bool {
        let mut digits = self.whole.chars().chain(self.decimals.chars());
        digits.all(|digit| digit == '0')
    }

    /// The number times 10^`places`.
    fn scaled(&self, places: usize, rest: Rest) -> Result<i64, AmountError> {
        let beyond = self.decimals.chars().nth(places);
        if beyond.is_some() && rest == Rest::Refuse {
            return Err(AmountError::TooManyDecimals);
        }
        let kept = self.decimals.chars().chain(std::iter::repeat('0'));
        let digits = self.whole.chars().chain(kept.take(places));
        let value = digits
            .filter_map(|digit| digit.to_digit(10))
            .try_fold(0i64, |value, digit| {
                value.checked_mul(10)?.checked_add(i64::from(digit))
            })
            .ok_or(AmountError::TooLarge)?;
        let up = i64::from(beyond.is_some_and(|digit| digit >= '5'));
        value.checked_add(up).ok_or(AmountError::TooLarge)
    }
}

/// Chinese input methods type full-width digits and signs.
pub fn half_width(typed: char) -> char {
    match typed {
        '０'..='９' | '．' | '，' | '－' | '％' => {
            // The full-width forms lie in one block, in the order of ASCII.
            char::from_u32(u32::from(typed) - 0xFEE0).unwrap_or(typed)
        }
        '−' => '-',
        _ => typed,
    }
}

/// Thousands separators are accepted where they belong and nowhere else:
/// `1,23` may be a slip or a foreign decimal comma, so it is not guessed at.
pub fn without_separators(whole: &str) -> Result<String, AmountError> {
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let mut digits = first.to_owned();
    for group in groups {
        if group.chars().count() != 3 || first.is_empty() || first.chars().count() > 3 {
            return Err(AmountError::NotANumber);
        }
        digits.push_str(group);
    }
    Ok(digits)
}
