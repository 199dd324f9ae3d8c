//! Pictures people and attackers send.

use std::io::Cursor;

use image::codecs::gif::GifEncoder;
use image::{DynamicImage, Frame, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

use super::*;

pub fn picture(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, y| {
        if x < width / 2 && y < height / 2 {
            Rgb([250, 0, 0])
        } else {
            Rgb([0, 0, 250])
        }
    }))
}

pub fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture
        .write_to(&mut Cursor::new(&mut bytes), format)
        .unwrap();
    bytes
}

pub fn animation(frames: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new(&mut bytes);
    encoder
        .set_repeat(image::codecs::gif::Repeat::Infinite)
        .unwrap();
    for i in 0..frames {
        encoder
            .encode_frame(Frame::new(RgbaImage::from_pixel(
                8,
                8,
                Rgba([i * 50, 0, 0, 255]),
            )))
            .unwrap();
    }
    drop(encoder);
    bytes
}

/// A jpeg with an EXIF block that says "turn right" and names a place.
pub fn turned_jpeg() -> Vec<u8> {
    let plain = encoded(&picture(40, 20), ImageFormat::Jpeg);
    let mut exif =
        b"Exif\0\0MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
    exif.extend_from_slice(b"GPS 31.2304N 121.4737E");
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&plain[..2], b"\xFF\xE1", &length, &exif, &plain[2..]].concat()
}

pub fn refused(what: &str, folder: Folder, bytes: &[u8], expected: Refusal) {
    assert_eq!(
        check(folder, bytes.to_vec()).map(|accepted| accepted.extension),
        Err(expected),
        "{what}"
    );
}

#[test]
fn pictures_are_encoded_anew_without_metadata_and_upright() {
    let photo = turned_jpeg();
    assert!(photo.windows(3).any(|window| window == b"GPS"));
    let accepted = check(Folder::Renzheng, photo).unwrap();
    assert_eq!(
        (accepted.extension, accepted.mime, accepted.kind),
        ("jpg", "image/jpeg", Kind::Image)
    );
    assert!(
        !accepted
            .bytes
            .windows(4)
            .any(|window| window == b"Exif" || window == b"GPS ")
    );
    let upright = image::load_from_memory(&accepted.bytes)
        .unwrap()
        .into_rgb8();
    assert_eq!(upright.dimensions(), (20, 40), "turned by ninety degrees");
    let (top_left, top_right) = (upright.get_pixel(2, 2), upright.get_pixel(17, 2));
    assert!(
        top_right[0] > 150 && top_left[0] < 100,
        "the red corner moved to the right: {top_left:?} {top_right:?}"
    );
}

#[test]
fn each_picture_type_keeps_or_gets_a_fitting_extension() {
    let clear = DynamicImage::ImageRgba8(RgbaImage::from_pixel(9, 9, Rgba([1, 2, 3, 4])));
    for (bytes, extension) in [
        (encoded(&picture(9, 9), ImageFormat::Png), "png"),
        (encoded(&picture(9, 9), ImageFormat::Jpeg), "jpg"),
        (encoded(&picture(9, 9), ImageFormat::WebP), "jpg"),
        (encoded(&clear, ImageFormat::WebP), "png"),
        (animation(3), "gif"),
    ] {
        let accepted = check(Folder::Avatar, bytes.clone()).unwrap();
        assert_eq!(accepted.extension, extension);
        assert_eq!(
            check(Folder::Avatar, accepted.bytes.clone())
                .unwrap()
                .extension,
            extension,
            "what we made is accepted again"
        );
    }
}

#[test]
fn an_animation_keeps_its_frames_and_loses_everything_else() {
    use image::AnimationDecoder;
    let plain = animation(4);
    let comment = b"\x21\xFE\x19<script>alert(1)</script>\0";
    let end = plain.len() - 1;
    let hostile = [
        &plain[..end],
        comment,
        &plain[end..],
        b"<script>after</script>",
    ]
    .concat();
    let accepted = check(Folder::Editor, hostile.clone()).unwrap();
    assert!(!accepted.bytes.windows(7).any(|window| window == b"<script"));
    let frames = image::codecs::gif::GifDecoder::new(Cursor::new(&accepted.bytes))
        .unwrap()
        .into_frames();
    assert_eq!(frames.count(), 4);
    assert_eq!(accepted.bytes, plain, "timing and looping stay");
}

#[test]
fn what_comes_after_or_inside_a_picture_is_gone() {
    for format in [ImageFormat::Png, ImageFormat::Jpeg] {
        let mut bytes = encoded(&picture(30, 30), format);
        bytes.extend_from_slice(b"<script>alert(1)</script>PK\x03\x04");
        let accepted = check(Folder::Avatar, bytes.clone()).unwrap();
        assert!(!accepted.bytes.windows(7).any(|window| window == b"<script"));
    }
}

#[test]
fn scripts_and_strangers_are_refused() {
    for (what, bytes) in [
        (
            "svg",
            &b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"[..],
        ),
        ("svg with prologue", b"<?xml version='1.0'?><svg/>"),
        ("html", b"<!DOCTYPE html><script>alert(1)</script>"),
        ("ico", b"\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0"),
        ("bmp", b"BM\x36\0\0\0\0\0\0\0\x36\0\0\0"),
        ("tiff", b"II*\0\x08\0\0\0"),
        ("exe", b"MZ\x90\0"),
        ("elf", b"\x7FELF"),
        ("script", b"#!/bin/sh\n"),
        ("text", b"hello"),
        ("heic", b"\0\0\0\x18ftypheic\0\0\0\0heicmif1"),
        ("text before a picture", b" \x89PNG\r\n\x1A\n"),
        ("bom before html", b"\xEF\xBB\xBF<html>"),
    ] {
        let folder = if what == "heic" {
            Folder::Editor
        } else {
            Folder::Resource
        };
        refused(what, folder, bytes, Refusal::UnknownType);
    }
    refused("nothing", Folder::Avatar, b"", Refusal::Empty);
    for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
        let bytes = encoded(&picture(50, 50), format);
        refused(
            "cut in its header",
            Folder::Avatar,
            &bytes[..20],
            Refusal::Broken,
        );
    }
    refused(
        "gif cut",
        Folder::Avatar,
        &animation(2)[..60],
        Refusal::Broken,
    );
    refused(
        "gif that is a script",
        Folder::Avatar,
        b"GIF89a/*<script>*/=1;alert(1)",
        Refusal::Broken,
    );
    refused(
        "riff that is not webp inside",
        Folder::Avatar,
        b"RIFF\x10\0\0\0WEBPVP8 junkjunk",
        Refusal::Broken,
    );
}

#[test]
fn a_picture_of_more_than_forty_megapixels_is_refused_before_it_is_decoded() {
    // The header alone claims the size; decoding would need 17 GB.
    let huge = sized(encoded(&picture(4, 4), ImageFormat::Png), 65_500);
    refused(
        "65500 squared",
        Folder::Avatar,
        &huge,
        Refusal::TooManyPixels,
    );
    assert_eq!(
        Refusal::TooManyPixels.to_string(),
        "图片像素过大，请压缩后再上传"
    );
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 {
                (crc >> 1) ^ 0xEDB8_8320
            } else {
                crc >> 1
            }
        })
    })
}

#[test]
fn the_need_is_told_before_anything_is_decoded() {
    const MB: usize = 1_000_000;
    // A few bytes that would become hundreds of megabytes: sixteen bits a colour.
    let tiny = DynamicImage::ImageRgba16(image::ImageBuffer::new(4, 4));
    let hostile = sized(encoded(&tiny, ImageFormat::Png), 6_000);
    let needed = need(Folder::Avatar, &hostile).unwrap();
    assert!(needed > 500 * MB, "{needed}");
    let photo = encoded(&picture(400, 300), ImageFormat::Jpeg);
    let needed = need(Folder::Renzheng, &photo).unwrap();
    assert!((12 * MB..14 * MB).contains(&needed), "{needed}");
    let shown = animation(3);
    assert!(need(Folder::Avatar, &shown).unwrap() >= 16 * 64);
    assert_eq!(need(Folder::Hetong, b"%PDF-1.7 %%EOF"), Ok(0));
    assert_eq!(need(Folder::Avatar, b""), Ok(0));
}

/// A png whose header claims to be a square of this size.
fn sized(mut png: Vec<u8>, side: u32) -> Vec<u8> {
    png[16..20].copy_from_slice(&side.to_be_bytes());
    png[20..24].copy_from_slice(&side.to_be_bytes());
    let crc = crc32(&png[12..29]).to_be_bytes();
    png[29..33].copy_from_slice(&crc);
    png
}
