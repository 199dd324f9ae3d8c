//! JSON put together by hand, for what is written with every answer.

/// Adds a text with its quotation marks.
pub fn push_text(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let from = out.len();
    out.extend_from_slice(text.as_bytes());
    close_text(out, from);
}

/// Ends a text whose letters were added from a place on as they are, behind a quotation mark.
pub fn close_text(out: &mut Vec<u8>, from: usize) {
    let letters = out.get(from..).unwrap_or_default();
    if needs_escapes(letters) {
        let letters = String::from_utf8_lossy(letters).into_owned();
        out.truncate(from.saturating_sub(1));
        // Writing to a vector cannot fail.
        let _ = serde_json::to_writer(out, &letters);
    } else {
        out.push(b'"');
    }
}

/// Whether one of these is a control character, a quotation mark or a backslash.
fn needs_escapes(letters: &[u8]) -> bool {
    let (eights, rest) = letters.as_chunks();
    let is_special = |letter: &u8| *letter < 0x20 || *letter == b'"' || *letter == b'\\';
    eights.iter().any(|eight| has_special(*eight)) || rest.iter().any(is_special)
}

/// The same of eight letters at once: the highest bit of a byte tells that it is smaller than
/// another, or none.
fn has_special(eight: [u8; 8]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGHEST: u64 = u64::from_ne_bytes([0x80; 8]);
    let letters = u64::from_ne_bytes(eight);
    let below = |letters: u64, bound: u64| letters.wrapping_sub(ONES * bound) & !letters;
    let equal = |letter: u8| below(letters ^ (ONES * u64::from(letter)), 1);
    (below(letters, 0x20) | equal(b'"') | equal(b'\\')) & HIGHEST != 0
}

/// A text by itself.
pub(crate) fn text(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len() + 2);
    push_text(&mut out, text);
    String::from_utf8(out).unwrap_or_default()
}

/// Adds a whole number.
pub fn push_int(out: &mut Vec<u8>, number: impl itoa::Integer) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_that_needs_an_escape_is_seen_wherever_it_stands() {
        for letter in 0..=u8::MAX {
            for place in 0..20 {
                let mut letters = [b'x'; 20];
                letters[place] = letter;
                let expected = letter < 0x20 || letter == b'"' || letter == b'\\';
                assert_eq!(needs_escapes(&letters), expected, "{letter} at {place}");
            }
        }
    }

    #[test]
    fn texts_and_numbers_are_those_of_serde() {
        for text in [
            "",
            "张三",
            "a\"b",
            "\\",
            "\u{1}\n\t",
            "long \u{7f} text \u{2028} 😀",
        ] {
            let mut out = b"[".to_vec();
            push_text(&mut out, text);
            let expected = serde_json::to_string(text).unwrap();
            assert_eq!(str::from_utf8(&out[1..]).unwrap(), expected);
        }
        for number in [0, -1, i64::MIN, i64::MAX] {
            let mut out = Vec::new();
            push_int(&mut out, number);
            assert_eq!(str::from_utf8(&out).unwrap(), number.to_string());
        }
    }
}
