//! Amounts in the capital letters of contracts and receipts.

use crate::money::Fen;

const DIGITS: [&str; 10] = ["零", "壹", "贰", "叁", "肆", "伍", "陆", "柒", "捌", "玖"];
const PLACES: [&str; 4] = ["", "拾", "佰", "仟"];
/// Every fourth place; an amount has at most seventeen digits.
const GROUPS: [&str; 5] = ["", "万", "亿", "万亿", "亿亿"];

impl Fen {
    /// `壹万贰仟元整`, `叁佰元零伍分`.
    pub fn in_words(self) -> String {
        let digits = format!("{:03}", self.get().unsigned_abs());
        let (yuan, cents) = digits.split_at(digits.len() - 2);
        let mut words = String::from(if self.get() < 0 { "负" } else { "" });
        let whole = yuan_words(yuan);
        let has_yuan = !whole.is_empty();
        if has_yuan {
            words.push_str(&whole);
            words.push('元');
        }
        let mut digit = cents.chars().map(word);
        let (tenths, hundredths) = (digit.next().flatten(), digit.next().flatten());
        match (tenths, hundredths) {
            (None, None) if has_yuan => words.push('整'),
            (None, None) => words.push_str("零元整"),
            (Some(tenths), None) => words.extend([tenths, "角整"]),
            (Some(tenths), Some(hundredths)) => words.extend([tenths, "角", hundredths, "分"]),
            (None, Some(hundredths)) if has_yuan => words.extend(["零", hundredths, "分"]),
            (None, Some(hundredths)) => words.extend([hundredths, "分"]),
        }
        words
    }
}

/// The letter of a digit; none for nought.
fn word(digit: char) -> Option<&'static str> {
    let value = usize::try_from(digit.to_digit(10)?).ok()?;
    DIGITS.get(value).copied().filter(|_| value > 0)
}

/// Noughts in a row are said once, those at the end of a number not at all.
fn yuan_words(digits: &str) -> String {
    let mut words = String::new();
    let (mut owes_nought, mut says_group) = (false, false);
    for (at, digit) in digits.chars().enumerate() {
        let place = digits.len() - 1 - at;
        let (group, within) = (place >> 2, place % PLACES.len());
        match word(digit) {
            Some(letter) => {
                if owes_nought && !words.is_empty() {
                    words.push('零');
                }
                words.push_str(letter);
                words.push_str(PLACES.get(within).copied().unwrap_or_default());
                (owes_nought, says_group) = (false, true);
            }
            None => owes_nought = true,
        }
        if within == 0 && says_group {
            words.push_str(GROUPS.get(group).copied().unwrap_or_default());
            says_group = false;
        }
    }
    words
}
