//! Places and areas as they travel: points of `lat` and `lng`, in degrees.

use loan::{Area, AreaError, Place};
use serde_json::Value as Json;

/// A place, or what is wrong with it.
pub fn place(json: &Json) -> Result<Place, String> {
    let point = json.as_object().filter(|point| point.len() == 2);
    let degrees = |name: &str| point.and_then(|point| units(point.get(name)?));
    let (lat, lng) = degrees("lat")
        .zip(degrees("lng"))
        .ok_or("应含有lat和lng两个数字")?;
    Place::new(lat, lng).map_err(|error| format!("的{error}"))
}

/// Degrees in the engine's units. Seven decimals are written out as text, rounded there once: what is
/// decided with them is decided in whole numbers.
fn units(json: &Json) -> Option<i64> {
    let text = json.as_str().and_then(|text| text.trim().parse().ok());
    let degrees: f64 = json.as_f64().or(text)?;
    let decimals = Place::DECIMALS;
    format!("{degrees:.decimals$}")
        .replace('.', "")
        .parse()
        .ok()
}

/// An area as the column of a product holds it; none where nothing was drawn.
pub fn area(stored: Option<&str>) -> Result<Option<Area>, String> {
    let points: Vec<Json> = match stored {
        None => return Ok(None),
        Some(text) => serde_json::from_str(text).map_err(|_| "应为点的列表")?,
    };
    if points.is_empty() {
        return Ok(None);
    }
    if points.len() > Area::MAX_POINTS {
        return Err(AreaError::TooMany.to_string());
    }
    let number = |(at, point)| place(point).map_err(|why| format!("第{}个点{why}", at + 1));
    let corners = (0..).zip(&points).map(number).collect::<Result<_, _>>()?;
    Area::new(corners)
        .map(Some)
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn degrees_become_whole_units() {
        let table = [
            (json!(35.031_641), Some(350_316_410)),
            (json!("111.004468"), Some(1_110_044_680)),
            (json!(-0.5), Some(-5_000_000)),
            (json!(0.000_000_04), Some(0)),
            (json!(0.000_000_06), Some(1)),
            (json!(90), Some(900_000_000)),
            (json!(1e300), None),
            (json!("nan"), None),
            (json!(""), None),
            (json!(true), None),
        ];
        for (given, wanted) in table {
            assert_eq!(units(&given), wanted, "{given}");
        }
    }

    #[test]
    fn what_is_no_area_is_told() {
        let told = |json: Json| area(Some(&json.to_string())).unwrap_err();
        assert_eq!(told(json!({})), "应为点的列表");
        assert_eq!(told(json!([{ "lat": 1, "lng": 2 }])), "至少需要3个点");
        assert_eq!(told(json!([{ "lat": 1 }])), "第1个点应含有lat和lng两个数字");
        assert_eq!(
            told(json!([{ "lat": 1, "lng": 2 }, { "lat": 91, "lng": 2 }])),
            "第2个点的纬度应在-90至90之间，经度应在-180至180之间"
        );
        assert_eq!(area(None), Ok(None));
        assert_eq!(area(Some("[]")), Ok(None));
    }
}
