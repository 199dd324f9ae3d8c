//! A mark over a private picture: who looked at it, and when. It is drawn for every look, so that
//! a photograph of the screen or a saved file says where it came from.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, ImageReader, Limits, RgbImage, codecs::jpeg::JpegEncoder};

use super::{
    letters::{self, ADVANCE, HEIGHT},
    picture,
    refusal::Refusal,
};

const JPEG_QUALITY: u8 = 88;
/// A dot of a letter is this part of the shorter side, so that the mark survives a photograph.
const DOTS_A_SIDE: u32 = 240;
/// How much lighter or darker a marked place is, of 255.
const STRENGTH: u8 = 56;
/// Rows of text stand this many letter heights apart, each a little further to the right.
const ROWS_APART: usize = 5;

/// The most memory that marking takes, told by the header alone.
pub fn need(bytes: &[u8], format: ImageFormat) -> Result<usize, Refusal> {
    let decoded = picture::need(bytes, format)?;
    let pixels = picture::pixels(bytes, format)?;
    // The picture in colours, and the new file, which may be as large.
    let needed = decoded.saturating_add(6 * pixels);
    Ok(usize::try_from(needed).unwrap_or(usize::MAX))
}

/// The picture with the mark, and what it is now: a JPEG stays one, all else becomes a PNG.
pub fn mark(
    bytes: &[u8],
    format: ImageFormat,
    text: &str,
) -> Result<(Vec<u8>, &'static str), Refusal> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(picture::need(bytes, format)?);
    reader.limits(limits);
    let decoded = reader.decode().map_err(|_| Refusal::Broken)?;
    // Where it is transparent a viewer would show no mark.
    let mut picture = on_white(decoded);
    draw(&mut picture, text);
    let mut marked = Vec::new();
    if format == ImageFormat::Jpeg {
        let encoder = JpegEncoder::new_with_quality(&mut marked, JPEG_QUALITY);
        picture
            .write_with_encoder(encoder)
            .map_err(|_| Refusal::Broken)?;
        return Ok((marked, "image/jpeg"));
    }
    picture
        .write_to(&mut Cursor::new(&mut marked), ImageFormat::Png)
        .map_err(|_| Refusal::Broken)?;
    Ok((marked, "image/png"))
}

fn on_white(decoded: DynamicImage) -> RgbImage {
    if !decoded.color().has_alpha() {
        return decoded.into_rgb8();
    }
    let see_through = decoded.into_rgba8();
    RgbImage::from_fn(see_through.width(), see_through.height(), |x, y| {
        let [red, green, blue, alpha] = see_through.get_pixel(x, y).0;
        let over_white = |colour: u8| {
            let (colour, alpha) = (u32::from(colour), u32::from(alpha));
            let mixed = (colour * alpha + 255 * (255 - alpha)) / 255;
            u8::try_from(mixed).unwrap_or(u8::MAX)
        };
        image::Rgb([red, green, blue].map(over_white))
    })
}

fn draw(picture: &mut RgbImage, text: &str) {
    let (width, height) = picture.dimensions();
    let dot = (width.min(height) / DOTS_A_SIDE).max(1) as usize;
    let columns = letters::columns(&format!("{text}    "));
    if columns.is_empty() {
        return;
    }
    let row_height = HEIGHT * ROWS_APART;
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let (across, down) = (x as usize / dot, y as usize / dot);
        let (row, within) = (down / row_height, down % row_height);
        if within >= HEIGHT {
            continue;
        }
        // Each row begins elsewhere, so that no column of the picture is free of it.
        let column = (across + row * ADVANCE * 7) % columns.len();
        let dots = columns.get(column).copied().unwrap_or_default();
        if dots >> within & 1 == 1 {
            let [red, green, blue] = pixel.0.map(u32::from);
            let is_light = red + green + blue > 3 * 127;
            pixel.0 = pixel.0.map(|colour| {
                if is_light {
                    colour.saturating_sub(STRENGTH)
                } else {
                    colour.saturating_add(STRENGTH)
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
        let mut bytes = Vec::new();
        picture
            .write_to(&mut Cursor::new(&mut bytes), format)
            .unwrap();
        bytes
    }

    #[test]
    fn light_and_dark_pictures_both_show_the_mark_and_nothing_else() {
        for shade in [0, 60, 200, 255] {
            let plain = RgbImage::from_pixel(300, 200, image::Rgb([shade; 3]));
            let bytes = png(&plain, ImageFormat::Png);
            let (marked, mime) = mark(&bytes, ImageFormat::Png, "KEFU01 2026-03-01").unwrap();
            assert_eq!(mime, "image/png");
            let marked = image::load_from_memory(&marked).unwrap().into_rgb8();
            assert_eq!(marked.dimensions(), (300, 200));
            let touched = marked
                .pixels()
                .filter(|pixel| pixel.0 != [shade; 3])
                .count();
            assert!((500..6_000).contains(&touched), "{shade}: {touched}");
            let again = mark(&bytes, ImageFormat::Png, "KEFU02 2026-03-01")
                .unwrap()
                .0;
            let again = image::load_from_memory(&again).unwrap().into_rgb8();
            assert_ne!(again, marked, "another person's mark is another one");
        }
    }

    #[test]
    fn the_promise_covers_what_is_decoded() {
        let plain = RgbImage::from_pixel(640, 480, image::Rgb([200; 3]));
        for format in [ImageFormat::Png, ImageFormat::Jpeg] {
            let bytes = png(&plain, format);
            assert!(need(&bytes, format).unwrap() > 640 * 480 * 6);
            assert!(mark(&bytes, format, "A").is_ok());
        }
        assert!(mark(b"nothing", ImageFormat::Png, "A").is_err());
    }
}
