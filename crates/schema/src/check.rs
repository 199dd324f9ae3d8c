//! Rules on the characters of a text, named for what they accept.

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

/// A code people choose: letters, digits, `_` and `-`.
pub fn code(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
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
    let bytes = text.as_bytes();
    bytes.len() == 11
        && bytes.first() == Some(&b'1')
        && bytes.get(1).is_some_and(|b| (b'3'..=b'9').contains(b))
        && bytes.iter().all(u8::is_ascii_digit)
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

/// An 18-digit resident identity number with a right check digit.
pub fn id_number(text: &str) -> bool {
    const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    const CHECKS: &[u8; 11] = b"10X98765432";
    let bytes = text.as_bytes();
    if bytes.len() != 18 || !bytes.iter().take(17).all(u8::is_ascii_digit) {
        return false;
    }
    let sum: u32 = bytes
        .iter()
        .zip(WEIGHTS)
        .map(|(b, weight)| u32::from(b - b'0') * weight)
        .sum();
    let expected = CHECKS.get(sum as usize % 11);
    bytes.get(17).map(u8::to_ascii_uppercase).as_ref() == expected
}

/// A bank card number of 12 to 19 digits that passes Luhn's check.
pub fn bank_card(text: &str) -> bool {
    if !(12..=19).contains(&text.len()) || !text.bytes().all(|b| b.is_ascii_digit()) {
        return false;
    }
    let sum: u32 = text
        .bytes()
        .rev()
        .enumerate()
        .map(|(at, b)| {
            let digit = u32::from(b - b'0');
            let doubled = if at % 2 == 1 { digit * 2 } else { digit };
            if doubled > 9 { doubled - 9 } else { doubled }
        })
        .sum();
    sum.is_multiple_of(10)
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
        assert!(dict_type("yes_no"));
        assert!(!dict_type("9x"));
        assert!(router_url("/sys/user"));
        assert!(!router_url("javascript:alert(1)"));
        assert!(email("a@b.cn"));
        assert!(!email("a@b"));
    }
}
