//! Photos and drawings: decoded, turned upright, and encoded anew, so that nothing but the picture is left.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::metadata::Orientation;
use image::{
    DynamicImage, GenericImageView, ImageDecoder, ImageFormat, ImageReader, Limits, Pixel,
};

use super::jpeg;
use super::refusal::Refusal;

pub const MAX_PIXELS: u64 = 40_000_000;
const MAX_SIDE: u32 = 30_000;
const JPEG_QUALITY: u8 = 88;
const MIB: u64 = 1 << 20;

/// The most memory that rewriting a picture takes, told by its header alone.
pub fn need(bytes: &[u8], format: ImageFormat) -> Result<u64, Refusal> {
    let decoder = decoder(bytes, format, u64::MAX)?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let decoded = decoder.total_bytes();
    Ok(match format {
        // The decoder keeps the file, and the coefficients of all scans where there are several.
        ImageFormat::Jpeg => decoded + jpeg::coefficients(bytes, width, height) + length + 12 * MIB,
        // Colours twice, transparency and what the prediction needs.
        ImageFormat::WebP => 12 * pixels + 4 * MIB,
        // The new file may be as large as the picture itself.
        _ => 2 * decoded + 4 * MIB,
    })
}

/// How many pixels a picture promises.
pub fn pixels(bytes: &[u8], format: ImageFormat) -> Result<u64, Refusal> {
    let (width, height) = decoder(bytes, format, u64::MAX)?.dimensions();
    Ok(u64::from(width) * u64::from(height))
}

/// New bytes and their extension. A webp comes back as jpg or png, because it would grow when encoded without loss.
pub fn rewrite(bytes: &[u8], format: ImageFormat) -> Result<(Vec<u8>, &'static str), Refusal> {
    let mut decoder = decoder(bytes, format, need(bytes, format)?)?;
    let orientation = decoder.orientation().map_err(|_| Refusal::Broken)?;
    let picture = DynamicImage::from_decoder(decoder).map_err(|_| Refusal::Broken)?;
    let is_opaque = !picture.color().has_alpha();
    if format == ImageFormat::Jpeg || (format == ImageFormat::WebP && is_opaque) {
        encode_jpeg(picture, orientation).map(|bytes| (bytes, "jpg"))
    } else {
        encode_png(picture, orientation).map(|bytes| (bytes, "png"))
    }
}

fn decoder(
    bytes: &[u8],
    format: ImageFormat,
    most: u64,
) -> Result<impl ImageDecoder + '_, Refusal> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(most);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(|_| Refusal::Broken)?;
    check_size(decoder.dimensions())?;
    Ok(decoder)
}

pub fn check_size((width, height): (u32, u32)) -> Result<(), Refusal> {
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 {
        Err(Refusal::Broken)
    } else if pixels > MAX_PIXELS || width.max(height) > MAX_SIDE {
        Err(Refusal::TooManyPixels)
    } else {
        Ok(())
    }
}

/// A picture seen upright; a turned copy would take as much memory again.
struct Turned<'a, P: Pixel> {
    picture: &'a image::ImageBuffer<P, Vec<P::Subpixel>>,
    orientation: Orientation,
}

impl<P: Pixel> GenericImageView for Turned<'_, P> {
    type Pixel = P;

    fn dimensions(&self) -> (u32, u32) {
        let (width, height) = self.picture.dimensions();
        match self.orientation {
            Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH => (height, width),
            _ => (width, height),
        }
    }

    fn get_pixel(&self, x: u32, y: u32) -> P {
        let (width, height) = self.picture.dimensions();
        let (right, bottom) = (width - 1, height - 1);
        let (x, y) = match self.orientation {
            Orientation::NoTransforms => (x, y),
            Orientation::Rotate90 => (y, bottom - x),
            Orientation::Rotate180 => (right - x, bottom - y),
            Orientation::Rotate270 => (right - y, x),
            Orientation::FlipHorizontal => (right - x, y),
            Orientation::FlipVertical => (x, bottom - y),
            Orientation::Rotate90FlipH => (y, x),
            Orientation::Rotate270FlipH => (right - y, bottom - x),
        };
        *self.picture.get_pixel(x, y)
    }
}

fn encode_jpeg(picture: DynamicImage, orientation: Orientation) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY);
    // The encoder knows eight-bit grey and colour only.
    let encoded = match picture {
        DynamicImage::ImageLuma8(picture) => encoder.encode_image(&Turned {
            picture: &picture,
            orientation,
        }),
        other => encoder.encode_image(&Turned {
            picture: &other.into_rgb8(),
            orientation,
        }),
    };
    encoded.map_err(|_| Refusal::Broken)?;
    Ok(bytes)
}

fn encode_png(picture: DynamicImage, orientation: Orientation) -> Result<Vec<u8>, Refusal> {
    // Sixteen bits a colour show no better on a screen, and encoding them takes a second copy.
    let mut picture = match picture {
        DynamicImage::ImageLuma16(_) => DynamicImage::ImageLuma8(picture.into_luma8()),
        DynamicImage::ImageLumaA16(_) => DynamicImage::ImageLumaA8(picture.into_luma_alpha8()),
        DynamicImage::ImageRgb16(_) => DynamicImage::ImageRgb8(picture.into_rgb8()),
        DynamicImage::ImageRgba16(_) => DynamicImage::ImageRgba8(picture.into_rgba8()),
        other => other,
    };
    picture.apply_orientation(orientation);
    let mut bytes = Vec::new();
    picture
        .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
        .map_err(|_| Refusal::Broken)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    #[test]
    fn a_turned_view_is_the_turned_picture() {
        let picture = RgbImage::from_fn(3, 2, |x, y| {
            Rgb([u8::try_from(x).unwrap(), u8::try_from(y).unwrap(), 0])
        });
        for exif in 1..=8 {
            let orientation = Orientation::from_exif(exif).unwrap();
            let mut turned = DynamicImage::ImageRgb8(picture.clone());
            turned.apply_orientation(orientation);
            let view = Turned {
                picture: &picture,
                orientation,
            };
            let turned = turned.into_rgb8();
            assert_eq!(view.dimensions(), turned.dimensions(), "{exif}");
            for (x, y, pixel) in turned.enumerate_pixels() {
                assert_eq!(view.get_pixel(x, y), *pixel, "{exif} {x} {y}");
            }
        }
    }
}
