//! Where a product is offered: what lies inside, on the border and outside of a polygon.

use loan::{Area, AreaError, Place};
use proptest::prelude::*;

const DEGREE: i64 = 10_000_000;

/// Corners as latitude and longitude, in whole units.
fn area(corners: &[(i64, i64)]) -> Result<Area, AreaError> {
    Area::new(corners.iter().map(|(lat, lng)| at(*lat, *lng)).collect())
}

fn at(lat: i64, lng: i64) -> Place {
    Place::new(lat, lng).unwrap()
}

#[test]
fn the_border_belongs_to_the_area() {
    // A bay opens to the north between two arms; the shape of a U.
    let bay = area(&[
        (0, 0),
        (0, 30),
        (20, 30),
        (20, 20),
        (10, 20),
        (10, 10),
        (20, 10),
        (20, 0),
    ])
    .unwrap();
    let table = [
        // latitude, longitude, inside, where
        (5, 15, true, "below the bay"),
        (15, 5, true, "in the western arm"),
        (15, 25, true, "in the eastern arm"),
        (15, 15, false, "in the bay"),
        (10, 15, true, "on the edge below the bay"),
        (11, 15, false, "just above that edge"),
        (15, 10, true, "on the edge between arm and bay"),
        (15, 11, false, "just beside it"),
        (0, 0, true, "at the first corner"),
        (20, 0, true, "at the last corner"),
        (10, 10, true, "at a corner of the bay"),
        (20, 15, false, "between the tips of the arms"),
        (20, 25, true, "on the tip of an arm"),
        (0, -1, false, "west of the first corner, on its latitude"),
        (0, 31, false, "east of the second corner, on its latitude"),
        (10, -1, false, "west, on the latitude of two corners"),
        (20, 31, false, "east, on the latitude of four corners"),
        (21, 5, false, "north"),
        (-1, 5, false, "south"),
    ];
    for (lat, lng, is_inside, place) in table {
        assert_eq!(bay.holds(at(lat, lng)), is_inside, "{place}");
    }
}

#[test]
fn a_slanted_edge_is_decided_to_the_last_unit() {
    // The edge goes from one side of the earth to the other: no rounded number would tell.
    let half = area(&[
        (-90 * DEGREE, -180 * DEGREE),
        (90 * DEGREE, 180 * DEGREE - 1),
        (90 * DEGREE, -180 * DEGREE),
    ])
    .unwrap();
    assert!(half.holds(at(0, -1)), "a unit inside");
    assert!(!half.holds(at(0, 0)), "half a unit outside");
    assert!(half.holds(at(-90 * DEGREE, -180 * DEGREE)), "at the corner");
}

#[test]
fn what_is_no_area() {
    let table: [(&[(i64, i64)], AreaError); 7] = [
        (&[], AreaError::TooFew),
        (&[(0, 0), (1, 1)], AreaError::TooFew),
        // a bow tie
        (&[(0, 0), (10, 10), (0, 10), (10, 0)], AreaError::Crossing),
        // three points on one line
        (&[(0, 0), (5, 5), (10, 10)], AreaError::Crossing),
        // a point twice
        (&[(0, 0), (0, 0), (5, 5), (0, 9)], AreaError::Crossing),
        // an arm without width
        (
            &[(0, 0), (0, 10), (0, 20), (0, 15), (9, 5)],
            AreaError::Crossing,
        ),
        // a corner that touches another edge
        (
            &[(0, 0), (0, 20), (10, 20), (0, 10), (10, 0)],
            AreaError::Crossing,
        ),
    ];
    for (corners, error) in table {
        assert_eq!(area(corners), Err(error), "{corners:?}");
    }
    let many: Vec<Place> = (0..=200).map(|lng| at(lng * lng, lng)).collect();
    assert_eq!(Area::new(many.clone()), Err(AreaError::TooMany));
    assert!(Area::new(many[..200].to_vec()).is_ok());
    assert_eq!(Place::new(90 * DEGREE + 1, 0), Err(AreaError::OffTheMap));
    assert_eq!(Place::new(0, -180 * DEGREE - 1), Err(AreaError::OffTheMap));
}

proptest! {
    /// Where drawing began and in which direction makes no difference.
    #[test]
    fn the_first_corner_and_the_direction_do_not_matter(
        corners in proptest::collection::vec((-9i64..9, -9i64..9), 3..8),
        turn in 0usize..8,
        lat in -10i64..10,
        lng in -10i64..10,
    ) {
        let mut other = corners.clone();
        other.rotate_left(turn % corners.len());
        other.reverse();
        let (first, second) = (area(&corners), area(&other));
        prop_assert_eq!(first.is_ok(), second.is_ok());
        if let (Ok(first), Ok(second)) = (first, second) {
            prop_assert_eq!(first.holds(at(lat, lng)), second.holds(at(lat, lng)));
            prop_assert!(corners.iter().all(|(lat, lng)| first.holds(at(*lat, *lng))));
        }
    }
}
