//! Rules on the characters of a text, named for what they accept.

use jiff::civil::Date;

use crate::Mask;

/// A sign-in name: 4 to 20 letters, digits or `_`.
pub fn login_name(text: &str) -> bool {
    (4..=20).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// A dictionary type: `[a-z][a-z0-9_]*`.
pub fn dict_type(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// A version: three numbers with dots between them.
pub fn version(text: &str) -> bool {
    let is_number =
        |part: &str| (1..=6).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    text.split('.').count() == 3 && text.split('.').all(is_number)
}

/// A code people choose: letters, digits, `_` and `-`.
pub fn code(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}

/// A code that stands in a link: words of any script, with spaces, `_` and `-`.
pub fn link_code(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
        && text
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-'))
}

/// A page elsewhere, `https://` and a host, or a path on this server; nothing that a browser would
/// read as another.
pub fn web_address(text: &str) -> bool {
    let outside = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    let begins_well = match outside {
        Some(host) => host.starts_with(|c: char| c.is_alphanumeric() || c == '['),
        None => text.starts_with('/') && !text.starts_with("//"),
    };
    begins_well && !text.contains(|c: char| c.is_whitespace() || c.is_control() || c == '\\')
}

/// A permission: three or more segments of letters and digits, joined by colons.
pub fn permission(text: &str) -> bool {
    let segment = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    text.split(':').count() >= 3 && text.split(':').all(segment)
}

/// A route of the web application, `/` and letters, or a web address elsewhere.
pub fn router_url(text: &str) -> bool {
    let inside = text.strip_prefix('/');
    let outside = || {
        let rest = text.strip_prefix("https://");
        rest.or_else(|| text.strip_prefix("http://"))
    };
    inside.or_else(outside).is_some_and(|rest| {
        !rest.is_empty()
            && rest
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"/_-:?=&.%#~+,@".contains(&b))
    })
}

/// A mainland mobile number.
pub fn phone(text: &str) -> bool {
    phone_fault(text).is_none()
}

/// What is wrong with a mobile number.
fn phone_fault(text: &str) -> Option<&'static str> {
    let bytes = text.as_bytes();
    if !bytes.iter().all(u8::is_ascii_digit) {
        Some("应为11位号码，只能含数字")
    } else if bytes.len() < 11 {
        Some("应为11位号码，位数不足")
    } else if bytes.len() > 11 {
        Some("应为11位号码，位数过多")
    } else if bytes.first() != Some(&b'1')
        || !bytes.get(1).is_some_and(|b| (b'3'..=b'9').contains(b))
    {
        Some("应为11位号码，号段不存在")
    } else {
        None
    }
}

/// An e-mail address, loosely.
pub fn email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(name, domain)| {
        !name.is_empty()
            && domain.contains('.')
            && !domain.starts_with('.')
            && !domain.ends_with('.')
    }) && !text.contains(char::is_whitespace)
}

/// An 18-digit resident identity number with a birth date that exists and a right check digit.
pub fn id_number(text: &str) -> bool {
    id_number_fault(text).is_none()
}

/// What is wrong with an identity number, whoever it belongs to and whatever the day.
fn id_number_fault(text: &str) -> Option<&'static str> {
    const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    const CHECKS: &[u8; 11] = b"10X98765432";
    let bytes = text.as_bytes();
    if bytes.len() != 18 {
        return Some("应为18位证件号");
    }
    let (digits, last) = bytes.split_at(17);
    if !digits.iter().all(u8::is_ascii_digit) {
        return Some("的前17位应为数字");
    }
    let last = last.first().map(u8::to_ascii_uppercase);
    if !last.is_some_and(|b| b.is_ascii_digit() || b == b'X') {
        return Some("的最后一位应为数字或X");
    }
    if birth_date(text).is_none() {
        return Some("中的出生日期不存在");
    }
    let weighed = digits.iter().zip(WEIGHTS);
    let sum: u32 = weighed
        .map(|(b, weight)| u32::from(b - b'0') * weight)
        .sum();
    if last.as_ref() != CHECKS.get(sum as usize % 11) {
        return Some("的校验位不符，请核对是否输错");
    }
    None
}

/// The day that an identity number says its holder was born.
fn birth_date(id_number: &str) -> Option<Date> {
    let born = Date::strptime("%Y%m%d", id_number.get(6..14)?).ok()?;
    (born.year() >= 1900).then_some(born)
}

/// Who may borrow, in years.
const AGES: std::ops::RangeInclusive<i16> = 18..=100;

/// What is wrong with the age of an identity number's holder on a day.
pub fn age_fault(id_number: &str, today: Date) -> Option<&'static str> {
    let born = birth_date(id_number)?;
    let had_birthday = (today.month(), today.day()) >= (born.month(), born.day());
    let age = today.year() - born.year() - i16::from(!had_birthday);
    if born > today {
        Some("中的出生日期在今天之后")
    } else if age < *AGES.start() {
        Some("的持有人未满18周岁")
    } else if age > *AGES.end() {
        Some("的持有人超过100周岁，请核对是否输错")
    } else {
        None
    }
}

/// A bank card number of 12 to 19 digits that passes Luhn's check.
pub fn bank_card(text: &str) -> bool {
    bank_card_fault(text).is_none()
}

/// What is wrong with a card number.
fn bank_card_fault(text: &str) -> Option<&'static str> {
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return Some("只能含数字");
    }
    if !(12..=19).contains(&text.len()) {
        return Some("应为12到19位数字");
    }
    let doubled = |at: usize, b: u8| match u32::from(b - b'0') << (at % 2) {
        large @ 10.. => large - 9,
        small => small,
    };
    let digits = text.bytes().rev().enumerate();
    let sum: u32 = digits.map(|(at, b)| doubled(at, b)).sum();
    (!sum.is_multiple_of(10)).then_some("的校验位不符，请核对是否输错")
}

/// What is wrong with personal data of a kind, in more words than "not valid".
pub fn fault(mask: Mask, text: &str) -> Option<&'static str> {
    match mask {
        Mask::Phone => phone_fault(text),
        Mask::IdNumber => id_number_fault(text),
        Mask::BankCard => bank_card_fault(text),
        Mask::Name | Mask::Email | Mask::Phones | Mask::Beginning | Mask::Hidden => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identity_numbers_need_their_check_digit() {
        assert!(id_number("11010519491231002X"));
        assert!(id_number("11010519491231002x"));
        assert!(!id_number("110105194912310021"));
        assert!(!id_number("1101051949123100"));
    }

    #[test]
    fn cards_need_luhn() {
        assert!(bank_card("6222020200112230"), "valid");
        assert!(!bank_card("6222020200112231"));
        assert!(!bank_card("62220202001122X0"));
    }

    #[test]
    fn a_refusal_says_what_is_wrong() {
        let id = |text| fault(Mask::IdNumber, text).unwrap_or_default();
        assert_eq!(id("1101051949123100"), "应为18位证件号");
        assert_eq!(id("11010519491231A02X"), "的前17位应为数字");
        assert_eq!(id("11010519491231002Y"), "的最后一位应为数字或X");
        assert_eq!(id("11010519490231002X"), "中的出生日期不存在");
        assert_eq!(id("110105194912310021"), "的校验位不符，请核对是否输错");
        assert_eq!(id("11010519491231002x"), "");
        let card = |text| fault(Mask::BankCard, text).unwrap_or_default();
        assert_eq!(card("6222 0202"), "只能含数字");
        assert_eq!(card("62220202"), "应为12到19位数字");
        assert_eq!(card("6222020200112231"), "的校验位不符，请核对是否输错");
        let phone = |text| fault(Mask::Phone, text).unwrap_or_default();
        assert_eq!(phone("1380013800"), "应为11位号码，位数不足");
        assert_eq!(phone("138001380000"), "应为11位号码，位数过多");
        assert_eq!(phone("1380013800a"), "应为11位号码，只能含数字");
        assert_eq!(phone("12800138000"), "应为11位号码，号段不存在");
    }

    #[test]
    fn borrowers_are_grown_up_on_their_birthday() {
        let today = |day| age_fault("110105200803010000", Date::constant(2026, 3, day));
        let day_before = age_fault("110105200803020000", Date::constant(2026, 3, 1));
        assert_eq!(today(1), None);
        assert_eq!(day_before, Some("的持有人未满18周岁"));
        let old = age_fault("110105192503010000", Date::constant(2026, 3, 1));
        assert!(old.unwrap_or_default().contains("超过100周岁"));
        let unborn = age_fault("110105202703010000", Date::constant(2026, 3, 1));
        assert_eq!(unborn, Some("中的出生日期在今天之后"));
    }

    #[test]
    fn phones_and_names() {
        assert!(phone("13800138000"));
        assert!(!phone("12800138000"));
        assert!(!phone("1380013800"));
        assert!(login_name("admin"));
        assert!(!login_name("abc"));
        assert!(!login_name("张三丰啊"));
        assert!(permission("sys:user:list"));
        assert!(!permission("sys:user"));
        assert!(!permission("sys::list"));
        assert!(version("1.20.3") && !version("1.2") && !version("1.2.x") && !version("1..2"));
        assert!(dict_type("yes_no"));
        assert!(!dict_type("9x"));
        assert!(router_url("/sys/user"));
        assert!(!router_url("javascript:alert(1)"));
        assert!(email("a@b.cn"));
        assert!(!email("a@b"));
    }
}
