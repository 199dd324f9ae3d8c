//! Photos and drawings: decoded, turned upright, and encoded anew, so that nothing but the picture is left.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::check::Refusal;

pub const MAX_PIXELS: u64 = 40_000_000;
const MAX_SIDE: u32 = 30_000;
const MAX_DECODED_BYTES: u64 = 400 << 20;
const JPEG_QUALITY: u8 = 88;

/// New bytes and their extension. A webp comes back as jpg or png, because it would grow when encoded without loss.
pub fn rewrite(bytes: &[u8], format: ImageFormat) -> Result<(Vec<u8>, &'static str), Refusal> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|_| Refusal::Broken)?;
    check_size(decoder.dimensions())?;
    let orientation = decoder.orientation().map_err(|_| Refusal::Broken)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|_| Refusal::Broken)?;
    picture.apply_orientation(orientation);
    let is_opaque = !picture.color().has_alpha();
    if format == ImageFormat::Jpeg || (format == ImageFormat::WebP && is_opaque) {
        encode_jpeg(picture).map(|bytes| (bytes, "jpg"))
    } else {
        encode_png(&picture).map(|bytes| (bytes, "png"))
    }
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

fn encode_jpeg(picture: DynamicImage) -> Result<Vec<u8>, Refusal> {
    // The encoder knows eight-bit grey and colour only.
    let picture = match picture {
        DynamicImage::ImageLuma8(_) | DynamicImage::ImageRgb8(_) => picture,
        other => DynamicImage::ImageRgb8(other.into_rgb8()),
    };
    let mut bytes = Vec::new();
    picture
        .write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))
        .map_err(|_| Refusal::Broken)?;
    Ok(bytes)
}

fn encode_png(picture: &DynamicImage) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    picture
        .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
        .map_err(|_| Refusal::Broken)?;
    Ok(bytes)
}
