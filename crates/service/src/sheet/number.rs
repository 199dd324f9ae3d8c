//! Numbers between a spreadsheet's binary floats and our decimal texts.

/// Beyond fifteen digits a spreadsheet program no longer shows a number exactly.
pub const EXACT_DIGITS_LIMIT: u64 = 1_000_000_000_000_000;

/// The decimal a person typed: shortest text of the float, with binary noise beyond fifteen digits rounded away.
pub fn decimal_text(value: f64) -> String {
    let shortest = if value == 0.0 {
        "0".to_owned()
    } else {
        value.to_string()
    };
    if fits_exactly(&shortest) {
        return shortest;
    }
    // 0.1+0.2 is stored as 0.30000000000000004; every spreadsheet program shows 0.3.
    match format!("{value:.14e}").parse::<f64>() {
        Ok(rounded) => rounded.to_string(),
        Err(_) => shortest,
    }
}

fn fits_exactly(text: &str) -> bool {
    let decimals = text
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    let digits = text
        .bytes()
        .filter(u8::is_ascii_digit)
        .skip_while(|digit| *digit == b'0')
        .count();
    decimals <= 2 || digits <= 15
}

/// 123456 fen as "1234.56".
pub fn fen_text(fen: i64) -> String {
    let sign = if fen < 0 { "-" } else { "" };
    let fen = fen.unsigned_abs();
    format!("{sign}{}.{:02}", fen / 100, fen % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_read_as_typed() {
        for (value, text) in [
            (12.35, "12.35"),
            (0.1 + 0.2, "0.3"),
            (0.7 + 0.1, "0.8"),
            (1.1 * 3.0, "3.3"),
            (-0.0, "0"),
            (1e15, "1000000000000000"),
            (13_812_345_678.0, "13812345678"),
            (9_999_999_999_999.99, "9999999999999.99"),
            (-4.35, "-4.35"),
            (0.000_001, "0.000001"),
            (1.0 / 3.0, "0.333333333333333"),
        ] {
            assert_eq!(decimal_text(value), text);
        }
    }

    #[test]
    fn fen_have_two_decimals() {
        for (fen, text) in [
            (0, "0.00"),
            (5, "0.05"),
            (-5, "-0.05"),
            (123_456, "1234.56"),
            (i64::MIN, "-92233720368547758.08"),
        ] {
            assert_eq!(fen_text(fen), text);
        }
    }
}
