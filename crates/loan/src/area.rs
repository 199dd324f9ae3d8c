//! Where a product is offered: one polygon on the map, decided in whole numbers.

use std::fmt;

/// A place on the map, in ten-millionths of a degree: about a centimetre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    lat: i64,
    lng: i64,
}

impl Place {
    /// Decimals of a degree that are kept.
    pub const DECIMALS: usize = 7;
    const DEGREE: i64 = 10_000_000;

    pub const fn new(lat: i64, lng: i64) -> Result<Self, AreaError> {
        let (north, east) = (90 * Self::DEGREE, 180 * Self::DEGREE);
        if lat < -north || lat > north || lng < -east || lng > east {
            return Err(AreaError::OffTheMap);
        }
        Ok(Self { lat, lng })
    }

    pub const fn lat(self) -> i64 {
        self.lat
    }

    pub const fn lng(self) -> i64 {
        self.lng
    }
}

/// Why points are no area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AreaError {
    OffTheMap,
    TooFew,
    TooMany,
    Crossing,
}

impl fmt::Display for AreaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffTheMap => f.write_str("纬度应在-90至90之间，经度应在-180至180之间"),
            Self::TooFew => f.write_str("至少需要3个点"),
            Self::TooMany => write!(f, "最多{}个点", Area::MAX_POINTS),
            Self::Crossing => f.write_str("的边不能相交或重叠，请重新绘制"),
        }
    }
}

impl std::error::Error for AreaError {}

/// A polygon whose edges meet at its corners alone. Its border belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    corners: Vec<Place>,
}

impl Area {
    pub const MAX_POINTS: usize = 200;

    pub fn new(corners: Vec<Place>) -> Result<Self, AreaError> {
        if corners.len() < 3 {
            return Err(AreaError::TooFew);
        }
        if corners.len() > Self::MAX_POINTS {
            return Err(AreaError::TooMany);
        }
        let area = Self { corners };
        if area.crosses_itself() {
            return Err(AreaError::Crossing);
        }
        Ok(area)
    }

    /// Inside, on an edge or at a corner.
    pub fn holds(&self, place: Place) -> bool {
        if self.edges().any(|edge| edge.holds(place)) {
            return true;
        }
        // A ray to the east leaves the area as often as it enters it, unless it starts inside.
        let crossed = self.edges().filter(|edge| edge.is_east_of(place));
        crossed.count() & 1 == 1
    }

    fn edges(&self) -> impl Iterator<Item = Edge> {
        let next = self.corners.iter().cycle().skip(1);
        let pairs = self.corners.iter().zip(next);
        pairs.map(|(from, to)| Edge {
            from: *from,
            to: *to,
        })
    }

    fn crosses_itself(&self) -> bool {
        let edges: Vec<Edge> = self.edges().collect();
        let last = edges.len() - 1;
        edges.iter().enumerate().any(|(at, edge)| {
            let mut later = edges.iter().enumerate().skip(at + 1);
            later.any(|(other_at, other)| {
                if other_at == at + 1 {
                    edge.folds_into(other)
                } else if at == 0 && other_at == last {
                    other.folds_into(edge)
                } else {
                    edge.touches(other)
                }
            })
        })
    }
}

#[derive(Debug, Clone, Copy)]
struct Edge {
    from: Place,
    to: Place,
}

impl Edge {
    /// Positive where the place lies left of the edge, negative on its right, zero on its line.
    /// Differences stay below 2^33, so the products need the wider number.
    fn side(&self, place: Place) -> i128 {
        let wide = |a: i64, b: i64| i128::from(a) - i128::from(b);
        wide(self.to.lng, self.from.lng) * wide(place.lat, self.from.lat)
            - wide(self.to.lat, self.from.lat) * wide(place.lng, self.from.lng)
    }

    fn holds(&self, place: Place) -> bool {
        let between = |a: i64, b: i64, at: i64| a.min(b) <= at && at <= a.max(b);
        self.side(place) == 0
            && between(self.from.lat, self.to.lat, place.lat)
            && between(self.from.lng, self.to.lng, place.lng)
    }

    /// Whether a ray from the place to the east goes through the edge. Its lower end counts and its
    /// upper one does not, so that a corner between two edges counts once.
    fn is_east_of(&self, place: Place) -> bool {
        let is_rising = self.to.lat > self.from.lat;
        let spans = (self.from.lat > place.lat) != (self.to.lat > place.lat);
        spans && (self.side(place) > 0) == is_rising
    }

    /// Whether the next edge goes back over this one, or either has no length.
    fn folds_into(&self, next: &Self) -> bool {
        self.from == self.to || self.holds(next.to) || next.holds(self.from)
    }

    fn touches(&self, other: &Self) -> bool {
        let are_apart = |a: i128, b: i128| (a > 0 && b < 0) || (a < 0 && b > 0);
        let is_crossed = are_apart(self.side(other.from), self.side(other.to))
            && are_apart(other.side(self.from), other.side(self.to));
        is_crossed
            || self.holds(other.from)
            || self.holds(other.to)
            || other.holds(self.from)
            || other.holds(self.to)
    }
}
