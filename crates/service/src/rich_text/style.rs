//! The few style properties a text needs, each with the values it may have.

/// Points and pixels a letter may have.
const FONT_POINTS: std::ops::RangeInclusive<f32> = 8.0..=36.0;
const FONT_PIXELS: std::ops::RangeInclusive<f32> = 10.0..=48.0;

/// The declarations worth keeping, or nothing when none is.
pub fn clean(style: &str) -> Option<String> {
    let kept: Vec<String> = style.split(';').filter_map(declaration).collect();
    if kept.is_empty() {
        None
    } else {
        Some(kept.join("; "))
    }
}

fn declaration(text: &str) -> Option<String> {
    let (property, value) = text.split_once(':')?;
    let (property, value) = (
        property.trim().to_ascii_lowercase(),
        value.trim().to_ascii_lowercase(),
    );
    let is_allowed = match property.as_str() {
        "font-size" => is_font_size(&value),
        "color" | "background-color" => is_colour(&value),
        "text-align" => ["left", "right", "center", "justify"].contains(&value.as_str()),
        "font-weight" => ["normal", "bold", "400", "500", "600", "700"].contains(&value.as_str()),
        "font-style" => ["normal", "italic"].contains(&value.as_str()),
        "text-decoration" => ["none", "underline", "line-through"].contains(&value.as_str()),
        "text-indent" | "padding-left" | "margin-left" => {
            is_length(&value, &["em", "px", "pt"], 0.0..=400.0)
        }
        "line-height" => is_length(&value, &["", "em"], 0.8..=4.0),
        "width" => is_length(&value, &["%", "px"], 1.0..=2_000.0),
        _ => false,
    };
    is_allowed.then(|| format!("{property}: {value}"))
}

fn is_font_size(value: &str) -> bool {
    is_length(value, &["pt"], FONT_POINTS) || is_length(value, &["px"], FONT_PIXELS)
}

fn is_length(value: &str, units: &[&str], range: std::ops::RangeInclusive<f32>) -> bool {
    units
        .iter()
        .filter_map(|unit| value.strip_suffix(unit))
        .any(|number| {
            let is_plain = !number.is_empty()
                && number
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b'.');
            is_plain
                && number
                    .parse::<f32>()
                    .is_ok_and(|number| range.contains(&number))
        })
}

/// A hash colour, rgb numbers, or a name made of letters.
fn is_colour(value: &str) -> bool {
    if let Some(hex) = value.strip_prefix('#') {
        return [3, 4, 6, 8].contains(&hex.len())
            && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    let numbers = value
        .strip_prefix("rgba(")
        .or_else(|| value.strip_prefix("rgb("))
        .and_then(|rest| rest.strip_suffix(')'));
    match numbers {
        Some(numbers) => {
            (3..=4).contains(&numbers.split(',').count())
                && numbers
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b' ' | b'.'))
        }
        None => {
            (3..=20).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_lowercase())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_properties_with_sane_values_stay() {
        for style in [
            "font-size: 8pt",
            "font-size: 36pt",
            "font-size: 14px",
            "color: #ff0000",
            "color: #f00",
            "color: rgb(1, 2, 3)",
            "background-color: rgba(1, 2, 3, 0.5)",
            "color: red",
            "text-align: center",
            "font-weight: bold",
            "text-indent: 2em",
            "line-height: 1.5",
            "width: 50%",
            "color: red; text-align: left",
        ] {
            assert_eq!(clean(style).as_deref(), Some(style));
        }
        assert_eq!(
            clean(" COLOR : Red ;; position:fixed; TEXT-ALIGN:LEFT").as_deref(),
            Some("color: red; text-align: left")
        );
    }

    #[test]
    fn everything_else_goes() {
        for style in [
            "font-size: 7pt",
            "font-size: 37pt",
            "font-size: 1e9px",
            "font-size: NaNpx",
            "font-size: 100%",
            "font-size: calc(8pt)",
            "font-size: 12pt !important",
            "color: url(javascript:alert(1))",
            "color: expression(alert(1))",
            "color: var(--x)",
            "color: #12",
            "color: rgb(1)",
            "color: rgb(1,2,3",
            "color: r\\65d",
            "background: url(http://evil)",
            "background-image: url(x)",
            "position: fixed",
            "behavior: url(x)",
            "-moz-binding: url(x)",
            "text-align: expression(1)",
            "width: 99999px",
            "line-height: 100",
            "content: 'x'",
            "color",
            "",
            ":",
            "color:",
            "co/**/lor: red",
            "color: re/**/d",
        ] {
            assert_eq!(clean(style), None, "{style}");
        }
    }
}
