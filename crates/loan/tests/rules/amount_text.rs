//! MONEY.md §1: amounts and rates as people type them.

use loan::AmountError::{Empty, Negative, NotANumber, TooLarge, TooManyDecimals};
use loan::{AmountError, Fen, Ppm, percent_text};
use proptest::prelude::*;

#[test]
fn yuan_as_typed() {
    let table: &[(&str, Result<i64, AmountError>)] = &[
        ("0", Ok(0)),
        ("1", Ok(100)),
        ("0.01", Ok(1)),
        ("1.5", Ok(150)),
        ("1.50", Ok(150)),
        (".5", Ok(50)),
        ("5.", Ok(500)),
        ("007", Ok(700)),
        (" 12.34 ", Ok(1_234)),
        ("　12.34　", Ok(1_234)),
        ("1,234.56", Ok(123_456)),
        ("12,345,678", Ok(1_234_567_800)),
        ("１２３４．５６", Ok(123_456)),
        ("１，２３４．５６", Ok(123_456)),
        ("¥1,234.56", Ok(123_456)),
        ("￥ 1234.56", Ok(123_456)),
        ("1234.56元", Ok(123_456)),
        ("1234.56 元", Ok(123_456)),
        ("-0.00", Ok(0)),
        ("92233720368547758.07", Ok(i64::MAX)),
        ("92233720368547758.08", Err(TooLarge)),
        ("99999999999999999999999999", Err(TooLarge)),
        ("", Err(Empty)),
        ("   ", Err(Empty)),
        ("-1", Err(Negative)),
        ("－１", Err(Negative)),
        ("−0.01", Err(Negative)),
        ("1.234", Err(TooManyDecimals)),
        ("1.230", Err(TooManyDecimals)),
        ("1.2.3", Err(NotANumber)),
        ("1,23", Err(NotANumber)),
        ("1234,567", Err(NotANumber)),
        (",123", Err(NotANumber)),
        ("1,,234", Err(NotANumber)),
        ("1.2,345", Err(NotANumber)),
        ("1 234", Err(NotANumber)),
        ("1e3", Err(NotANumber)),
        ("0x10", Err(NotANumber)),
        ("+1", Err(NotANumber)),
        ("--1", Err(NotANumber)),
        (".", Err(NotANumber)),
        ("元", Err(NotANumber)),
        ("¥", Err(NotANumber)),
        ("一百", Err(NotANumber)),
        ("NaN", Err(NotANumber)),
        ("１２٣", Err(NotANumber)),
    ];
    for (text, expected) in table {
        let fen = Fen::from_yuan_text(text).map(Fen::get);
        assert_eq!(fen, *expected, "{text:?}");
    }
}

/// The discount field alone rounds, half up, from the typed digits.
#[test]
fn discounts_as_typed() {
    let table: &[(&str, Result<i64, AmountError>)] = &[
        ("1.234", Ok(123)),
        ("1.235", Ok(124)),
        ("1.2349999", Ok(123)),
        ("0.005", Ok(1)),
        ("0.0049", Ok(0)),
        // as a binary fraction 1.005 lies below the tie
        ("1.005", Ok(101)),
        ("9.999", Ok(1_000)),
        ("１．００５", Ok(101)),
        ("92233720368547758.075", Err(TooLarge)),
        ("-0.001", Err(Negative)),
        ("", Err(Empty)),
        ("abc", Err(NotANumber)),
    ];
    for (text, expected) in table {
        let fen = Fen::from_discount_text(text).map(Fen::get);
        assert_eq!(fen, *expected, "{text:?}");
    }
}

#[test]
fn per_cent_as_typed() {
    let table: &[(&str, Result<i64, AmountError>)] = &[
        ("24", Ok(240_000)),
        ("24%", Ok(240_000)),
        ("２４％", Ok(240_000)),
        ("0.05", Ok(500)),
        ("0.0001", Ok(1)),
        ("1000", Ok(10_000_000)),
        ("1000.0001", Err(TooLarge)),
        ("0.00001", Err(TooManyDecimals)),
        ("-1", Err(Negative)),
        ("", Err(Empty)),
    ];
    for (text, expected) in table {
        let ppm = Ppm::from_percent_text(text).map(Ppm::get);
        assert_eq!(ppm, *expected, "{text:?}");
    }
}

#[test]
fn amounts_as_shown() {
    let table = [
        (0, "0.00"),
        (5, "0.05"),
        (100, "1.00"),
        (99_999, "999.99"),
        (100_000, "1,000.00"),
        (123_456_789, "1,234,567.89"),
        (100_000_000_000, "1,000,000,000.00"),
        (-5, "-0.05"),
        (-100_000, "-1,000.00"),
        (i64::MAX, "92,233,720,368,547,758.07"),
        (i64::MIN, "-92,233,720,368,547,758.08"),
    ];
    for (fen, expected) in table {
        assert_eq!(Fen::new(fen).to_string(), expected);
    }
    let rates = [
        (0, "0.00%"),
        (500, "0.05%"),
        (240_000, "24.00%"),
        (12_345, "1.2345%"),
    ];
    for (ppm, expected) in rates {
        assert_eq!(Ppm::new(ppm).unwrap().to_string(), expected);
    }
    assert_eq!(percent_text(-120_500), "-12.05%");
    assert_eq!(format!("[{:>8}]", Fen::new(5)), "[    0.05]");
}

#[test]
fn every_mistake_has_a_sentence() {
    let sentences = [Empty, Negative, NotANumber, TooManyDecimals, TooLarge];
    let sentences: Vec<String> = sentences.iter().map(AmountError::to_string).collect();
    let expected = [
        "请填写数值",
        "不能为负数",
        "格式不正确，请填写数字，例如 1,234.56",
        "小数位数过多",
        "数值过大",
    ];
    assert_eq!(sentences, expected);
}

#[test]
fn arithmetic_refuses_to_overflow() {
    let most = Fen::new(i64::MAX);
    let least = Fen::new(i64::MIN);
    let one = Fen::new(1);
    assert!(most.plus(one).is_err());
    assert!(least.minus(one).is_err());
    assert!(least.negated().is_err());
    assert!(Fen::sum([most, one]).is_err());
    assert_eq!(Fen::sum([]), Ok(Fen::ZERO));
    assert!(Ppm::new(10_000_000).unwrap().of(most).is_err());
    assert!(Ppm::new(1).unwrap().of(Fen::new(-1)).is_err());
    assert_eq!(Ppm::new(500_000).unwrap().of(one), Ok(one));
    assert_eq!(Ppm::new(499_999).unwrap().of(one), Ok(Fen::ZERO));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    /// What is shown can be typed back, also in full-width characters.
    #[test]
    fn shown_amounts_read_back(fen in 0..=i64::MAX) {
        let amount = Fen::new(fen);
        let shown = amount.to_string();
        prop_assert_eq!(Fen::from_yuan_text(&shown), Ok(amount));
        prop_assert_eq!(Fen::from_discount_text(&shown), Ok(amount));
        let wide: String = shown
            .chars()
            .map(|c| char::from_u32(u32::from(c) + 0xFEE0).unwrap())
            .collect();
        prop_assert_eq!(Fen::from_yuan_text(&wide), Ok(amount));
        prop_assert_eq!(Fen::from_yuan_text(&format!("￥{shown}元")), Ok(amount));
    }

    /// Any text at all gives an amount that is never negative, or a reason.
    #[test]
    fn no_text_is_misread(text in "\\PC*") {
        for parsed in [Fen::from_yuan_text(&text), Fen::from_discount_text(&text)] {
            prop_assert!(parsed.is_err() || parsed.is_ok_and(|fen| !fen.is_negative()));
        }
    }

    /// Number-like text: both fields agree where both accept, and the discount
    /// field differs from the digits by less than half a fen.
    #[test]
    fn decimals_are_kept_or_refused(yuan in 0i64..1_000_000, decimals in "[0-9]{0,9}") {
        let text = format!("{yuan}.{decimals}");
        let strict = Fen::from_yuan_text(&text);
        let rounded = Fen::from_discount_text(&text).unwrap();
        if decimals.len() <= 2 {
            prop_assert_eq!(strict, Ok(rounded));
        } else {
            prop_assert_eq!(strict, Err(TooManyDecimals));
        }
        let padded = format!("{decimals:0<9}");
        let exact = i128::from(yuan) * 1_000_000_000 + padded.parse::<i128>().unwrap();
        let difference = i128::from(rounded.get()) * 10_000_000 - exact;
        prop_assert!((-4_999_999..=5_000_000).contains(&difference));
    }

    /// Rates read back too.
    #[test]
    fn shown_rates_read_back(ppm in 0i64..=10_000_000) {
        let rate = Ppm::new(ppm).unwrap();
        prop_assert_eq!(Ppm::from_percent_text(&rate.to_string()), Ok(rate));
    }
}
