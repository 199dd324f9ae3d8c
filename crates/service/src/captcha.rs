//! The picture a person must read after several failed sign-ins.

mod glyphs;

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};

use glyphs::{GLYPHS, Glyph};

const WIDTH: u16 = 120;
const HEIGHT: u16 = 40;
const CODE_CHARS: usize = 4;
const PAPER: [u8; 3] = [246, 248, 251];

/// Four characters that cannot be mistaken for each other.
pub fn random_code(rng: &mut impl Rng) -> String {
    (0..CODE_CHARS)
        .filter_map(|_| GLYPHS.get(rng.random_range(0..GLYPHS.len())))
        .map(|(character, _)| *character)
        .collect()
}

/// A PNG of 120 by 40 pixels showing the code; the same seed draws the same picture.
pub fn draw(code: &str, seed: u64) -> Vec<u8> {
    let mut rng = StdRng::seed_from_u64(seed);
    let lines: Vec<Wave> = (0..3).map(|_| Wave::random(&mut rng)).collect();
    let letters = place(code, &mut rng);
    let picture = RgbImage::from_fn(WIDTH.into(), HEIGHT.into(), |x, y| {
        let (x, y) = (coordinate(x), coordinate(y));
        let mut colour = PAPER.map(f32::from);
        for line in &lines {
            blend(&mut colour, line.ink, line.cover(x, y) * 0.7);
        }
        for letter in &letters {
            blend(&mut colour, letter.ink, letter.cover(x, y));
        }
        let grain = rng.random_range(-14.0..14.0);
        Rgb(colour.map(|channel| to_byte(channel + grain)))
    });
    let mut png = Cursor::new(Vec::new());
    // Writing to memory cannot fail; an empty picture would only mean a new one is asked for.
    let _ = picture.write_to(&mut png, ImageFormat::Png);
    png.into_inner()
}

struct Letter {
    glyph: Glyph,
    centre: (f32, f32),
    /// The inverse of the turn, lean and size given to the glyph.
    inverse: [f32; 4],
    wobble: f32,
    ink: [f32; 3],
}

/// Letters side by side, each turned, leaning and raised a little.
fn place(code: &str, rng: &mut StdRng) -> Vec<Letter> {
    let known: Vec<Glyph> = code
        .chars()
        .filter_map(|c| {
            GLYPHS
                .iter()
                .find(|(known, _)| *known == c.to_ascii_uppercase())
        })
        .map(|(_, glyph)| *glyph)
        .collect();
    let count = f32::from(u8::try_from(known.len()).unwrap_or(u8::MAX).max(1));
    let step = (f32::from(WIDTH) - 12.0) / count;
    let mut left = 6.0;
    known
        .into_iter()
        .map(|glyph| {
            let centre = (
                left + step / 2.0 + rng.random_range(-3.0..3.0),
                f32::from(HEIGHT) / 2.0 + rng.random_range(-3.5..3.5),
            );
            left += step;
            let (sin, cos) = rng.random_range(-0.32_f32..0.32).sin_cos();
            let lean = rng.random_range(-0.22..0.22);
            let size = 1.0 / rng.random_range(3.7_f32..4.4);
            let inverse = [
                (cos - lean * -sin) * size,
                (sin - lean * cos) * size,
                -sin * size,
                cos * size,
            ];
            Letter {
                glyph,
                centre,
                inverse,
                wobble: rng.random_range(0.0..6.0),
                ink: dark_ink(rng),
            }
        })
        .collect()
}

impl Letter {
    fn cover(&self, x: f32, y: f32) -> f32 {
        let (dx, dy) = (
            x - self.centre.0 + (y * 0.25 + self.wobble).sin() * 0.9,
            y - self.centre.1,
        );
        let [across_x, across_y, down_x, down_y] = self.inverse;
        // The middle of the five by seven grid lies at (2, 3).
        let across = across_x * dx + across_y * dy + 2.0;
        let downward = down_x * dx + down_y * dy + 3.0;
        let (column, row) = (across.floor(), downward.floor());
        let (right, down) = (across - column, downward - row);
        let dot = |column: f32, row: f32| {
            if glyphs::has_dot(self.glyph, column, row) {
                1.0
            } else {
                0.0
            }
        };
        let top = dot(column, row) * (1.0 - right) + dot(column + 1.0, row) * right;
        let bottom = dot(column, row + 1.0) * (1.0 - right) + dot(column + 1.0, row + 1.0) * right;
        let ink = top * (1.0 - down) + bottom * down;
        ((ink - 0.25) / 0.3).clamp(0.0, 1.0)
    }
}

/// A thin line that crosses the letters.
struct Wave {
    height: f32,
    slope: f32,
    swing: f32,
    pace: f32,
    ink: [f32; 3],
}

impl Wave {
    fn random(rng: &mut StdRng) -> Wave {
        Wave {
            height: rng.random_range(8.0..32.0),
            slope: rng.random_range(-0.12..0.12),
            swing: rng.random_range(3.0..8.0),
            pace: rng.random_range(0.04..0.09),
            ink: dark_ink(rng),
        }
    }

    fn cover(&self, x: f32, y: f32) -> f32 {
        let middle = self.height + self.slope * (x - 60.0) + self.swing * (x * self.pace).sin();
        (1.2 - (y - middle).abs()).clamp(0.0, 1.0)
    }
}

fn dark_ink(rng: &mut StdRng) -> [f32; 3] {
    [
        rng.random_range(20.0..110.0),
        rng.random_range(30.0..110.0),
        rng.random_range(60.0..160.0),
    ]
}

fn blend(colour: &mut [f32; 3], ink: [f32; 3], cover: f32) {
    for (channel, ink) in colour.iter_mut().zip(ink) {
        *channel += (ink - *channel) * cover;
    }
}

fn coordinate(pixel: u32) -> f32 {
    u16::try_from(pixel).map_or(0.0, f32::from)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to the range of a byte"
)]
fn to_byte(channel: f32) -> u8 {
    channel.clamp(0.0, 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_its_size_is_repeatable_and_depends_on_code_and_seed() {
        let picture = image::load_from_memory(&draw("3K8W", 7)).unwrap();
        assert_eq!((picture.width(), picture.height()), (120, 40));
        assert_eq!(draw("3K8W", 7), draw("3K8W", 7));
        assert_ne!(draw("3K8W", 7), draw("3K8X", 7));
        assert_ne!(draw("3K8W", 7), draw("3K8W", 8));
    }

    #[test]
    fn every_letter_leaves_enough_ink_to_be_read() {
        for (character, _) in GLYPHS {
            let dark = |code: &str| {
                image::load_from_memory(&draw(code, 3))
                    .unwrap()
                    .into_luma8()
                    .pixels()
                    .filter(|pixel| pixel[0] < 130)
                    .count()
            };
            let ink = dark(&character.to_string()) - dark("");
            assert!(
                (70..600).contains(&ink),
                "{character} has {ink} dark pixels"
            );
        }
    }

    #[test]
    fn codes_are_four_unambiguous_characters() {
        let mut rng = StdRng::seed_from_u64(1);
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..500 {
            let code = random_code(&mut rng);
            assert_eq!(code.len(), 4);
            seen.extend(code.chars());
        }
        assert_eq!(
            seen.len(),
            GLYPHS.len(),
            "every character is drawn some time"
        );
        assert!(
            !seen.iter().any(|c| "0O1ILZSB5QGJD".contains(*c)),
            "{seen:?}"
        );
    }
}
