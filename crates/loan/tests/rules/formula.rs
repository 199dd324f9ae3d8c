//! Recomputes the formulas the engine shows, in exact fractions: what a
//! borrower with a calculator would get.

/// The value of `formula` in fen, rounded half up, or nothing when it cannot
/// be read.
pub fn evaluate(formula: &str) -> Option<i64> {
    let (numerator, denominator) = value(formula)?;
    let doubled = numerator.checked_mul(2)?.checked_add(denominator)?;
    i64::try_from(doubled.div_euclid(denominator.checked_mul(2)?)).ok()
}

/// A fraction of fen.
type Fraction = (i128, i128);

fn value(formula: &str) -> Option<Fraction> {
    if let Some(inner) = formula.strip_prefix("min(") {
        let inner = inner.strip_suffix(')')?;
        let (left, right) = inner.split_once(", ")?;
        let (left, right) = (value(left)?, value(right)?);
        let left_is_less = left.0.checked_mul(right.1)? <= right.0.checked_mul(left.1)?;
        return Some(if left_is_less { left } else { right });
    }
    let spaced = formula.replace(" − ", " + -");
    let mut sum: Fraction = (0, 1);
    for term in spaced.split(" + ") {
        let (sign, term) = term.strip_prefix('-').map_or((1, term), |term| (-1, term));
        let (numerator, denominator) = product(term)?;
        let left = sum.0.checked_mul(denominator)?;
        let right = numerator.checked_mul(sum.1)?.checked_mul(sign)?;
        sum = (left.checked_add(right)?, sum.1.checked_mul(denominator)?);
    }
    Some(sum)
}

fn product(term: &str) -> Option<Fraction> {
    let mut words = term.split(' ');
    let first = words.next()?;
    // The name of what is added stands in front of it.
    let first = if first.starts_with(is_name) {
        words.next()?
    } else {
        first
    };
    let (mut numerator, mut denominator) = amount(first)?;
    while let Some(operator) = words.next() {
        let (n, d) = factor(words.next()?)?;
        let (n, d) = if operator == "÷" { (d, n) } else { (n, d) };
        numerator = numerator.checked_mul(n)?;
        denominator = denominator.checked_mul(d)?;
    }
    Some((numerator, denominator))
}

fn is_name(letter: char) -> bool {
    ('一'..='龥').contains(&letter)
}

/// The first amount of a product is yuan with two decimals.
fn amount(word: &str) -> Option<Fraction> {
    let (yuan, cents) = word.split_once('.')?;
    let digits = format!("{}{cents}", yuan.replace(',', ""));
    (cents.len() == 2).then_some(())?;
    Some((digits.parse().ok()?, 1))
}

/// Every further word is a count or per cent.
fn factor(word: &str) -> Option<Fraction> {
    let Some(percent) = word.strip_suffix('%') else {
        return Some((word.parse().ok()?, 1));
    };
    let (whole, decimals) = percent.split_once('.')?;
    let scale = 10i128.pow(u32::try_from(decimals.len()).ok()?);
    let digits: i128 = format!("{whole}{decimals}").parse().ok()?;
    Some((digits, scale * 100))
}
