//! A corpus of files people and attackers send.

use std::io::{Cursor, Write};

use image::codecs::gif::GifEncoder;
use image::{DynamicImage, Frame, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use zip::write::SimpleFileOptions;

use super::*;

fn picture(width: u32, height: u32) -> DynamicImage {
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, y| {
        if x < width / 2 && y < height / 2 {
            Rgb([250, 0, 0])
        } else {
            Rgb([0, 0, 250])
        }
    }))
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture
        .write_to(&mut Cursor::new(&mut bytes), format)
        .unwrap();
    bytes
}

fn animation(frames: u8) -> Vec<u8> {
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
fn turned_jpeg() -> Vec<u8> {
    let plain = encoded(&picture(40, 20), ImageFormat::Jpeg);
    let mut exif =
        b"Exif\0\0MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
    exif.extend_from_slice(b"GPS 31.2304N 121.4737E");
    let length = u16::try_from(exif.len() + 2).unwrap().to_be_bytes();
    [&plain[..2], b"\xFF\xE1", &length, &exif, &plain[2..]].concat()
}

fn archive(names: &[&str]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for name in names {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(b"{}").unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn boxed(name: &[u8], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len() + 8).unwrap().to_be_bytes();
    [&length[..], name, content].concat()
}

fn video() -> Vec<u8> {
    [
        boxed(b"ftyp", b"isom\0\0\x02\0isommp41"),
        boxed(b"moov", &[0; 32]),
        boxed(b"mdat", &[7; 100]),
    ]
    .concat()
}

fn pdf() -> Vec<u8> {
    b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n".to_vec()
}

fn refused(what: &str, folder: Folder, bytes: &[u8], expected: Refusal) {
    assert_eq!(
        check(folder, bytes).map(|accepted| accepted.extension),
        Err(expected),
        "{what}"
    );
}

#[test]
fn pictures_are_encoded_anew_without_metadata_and_upright() {
    let photo = turned_jpeg();
    assert!(photo.windows(3).any(|window| window == b"GPS"));
    let accepted = check(Folder::Renzheng, &photo).unwrap();
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
        let accepted = check(Folder::Avatar, &bytes).unwrap();
        assert_eq!(accepted.extension, extension);
        assert_eq!(
            check(Folder::Avatar, &accepted.bytes).unwrap().extension,
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
    let accepted = check(Folder::Editor, &hostile).unwrap();
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
        let accepted = check(Folder::Avatar, &bytes).unwrap();
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
    let mut huge = encoded(&picture(4, 4), ImageFormat::Png);
    huge[16..20].copy_from_slice(&65_500_u32.to_be_bytes());
    huge[20..24].copy_from_slice(&65_500_u32.to_be_bytes());
    let crc = crc32(&huge[12..29]).to_be_bytes();
    huge[29..33].copy_from_slice(&crc);
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
fn sizes_have_their_sentences() {
    let pad = |mut bytes: Vec<u8>, size: usize| {
        bytes.resize(size, 0);
        bytes
    };
    let png = encoded(&picture(4, 4), ImageFormat::Png);
    let sentence = |folder, bytes: &[u8]| check(folder, bytes).unwrap_err().to_string();
    assert_eq!(
        sentence(Folder::Avatar, &pad(png.clone(), (5 << 20) + 1)),
        "文件大小不能超过 5m!"
    );
    assert_eq!(
        sentence(Folder::Renzheng, &pad(png, (10 << 20) + 1)),
        "文件大小不能超过 10m!"
    );
    assert_eq!(
        sentence(Folder::Editor, &pad(video(), (30 << 20) + 1)),
        "上传视频大小限制 30M 以内！"
    );
    assert_eq!(
        sentence(Folder::Import, &pad(archive(&["a"]), (5 << 20) + 1)),
        "文件大小不能超过 5m!"
    );
}

#[test]
fn videos_hold_from_the_first_byte_to_the_last() {
    assert_eq!(check(Folder::Editor, &video()).unwrap().mime, "video/mp4");
    refused(
        "not in an avatar",
        Folder::Avatar,
        &video(),
        Refusal::NotHere,
    );
    refused(
        "script after the end",
        Folder::Editor,
        &[video(), b"<script>alert(1)</script>".to_vec()].concat(),
        Refusal::Broken,
    );
    refused(
        "an unknown box",
        Folder::Editor,
        &[video(), boxed(b"html", b"")].concat(),
        Refusal::Broken,
    );
    refused(
        "no index",
        Folder::Editor,
        &boxed(b"ftyp", b"isom\0\0\x02\0"),
        Refusal::Broken,
    );
    refused(
        "a box longer than the file",
        Folder::Editor,
        &video()[..80],
        Refusal::Broken,
    );
}

#[test]
fn documents_and_packages_go_only_where_they_belong() {
    let workbook = archive(&["[Content_Types].xml", "xl/workbook.xml"]);
    let macros = archive(&[
        "[Content_Types].xml",
        "xl/workbook.xml",
        "xl/vbaProject.bin",
    ]);
    let apk = archive(&["AndroidManifest.xml", "classes.dex"]);
    let wgt = archive(&["manifest.json", "app-service.js"]);
    assert_eq!(check(Folder::Import, &workbook).unwrap().extension, "xlsx");
    assert_eq!(check(Folder::Version, &apk).unwrap().extension, "apk");
    assert_eq!(check(Folder::Version, &wgt).unwrap().extension, "wgt");
    assert_eq!(check(Folder::Hetong, &pdf()).unwrap().extension, "pdf");
    refused(
        "workbook in version",
        Folder::Version,
        &workbook,
        Refusal::NotHere,
    );
    refused(
        "package in resource",
        Folder::Resource,
        &apk,
        Refusal::NotHere,
    );
    refused(
        "document in avatar",
        Folder::Avatar,
        &pdf(),
        Refusal::NotHere,
    );
    refused("macros", Folder::Import, &macros, Refusal::Macros);
    refused(
        "any zip",
        Folder::Version,
        &archive(&["a.html"]),
        Refusal::UnknownType,
    );
    refused(
        "something after the zip",
        Folder::Import,
        &[workbook.clone(), b"<script>".to_vec()].concat(),
        Refusal::Broken,
    );
    refused(
        "a web page in a document",
        Folder::Hetong,
        b"%PDF-1.4 <HTML><script>alert(1)</script> %%EOF",
        Refusal::Broken,
    );
    refused(
        "a document without end",
        Folder::Hetong,
        b"%PDF-1.4 ",
        Refusal::Broken,
    );
    refused(
        "picture for an import",
        Folder::Import,
        &encoded(&picture(4, 4), ImageFormat::Png),
        Refusal::NotHere,
    );
}

#[test]
fn old_workbooks_are_told_from_other_compound_files() {
    let entry = |name: &str| {
        let mut raw: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        raw.resize(128, 0);
        raw
    };
    let file = |names: &[&str]| {
        let mut bytes = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1".to_vec();
        bytes.resize(512, 0);
        for name in names {
            bytes.extend(entry(name));
        }
        bytes
    };
    assert_eq!(
        check(Folder::Import, &file(&["Root Entry", "Workbook"]))
            .unwrap()
            .extension,
        "xls"
    );
    refused(
        "a text document",
        Folder::Import,
        &file(&["Root Entry", "WordDocument"]),
        Refusal::UnknownType,
    );
    refused(
        "macros",
        Folder::Import,
        &file(&["Root Entry", "Workbook", "_VBA_PROJECT_CUR"]),
        Refusal::Macros,
    );
}

/// Any byte changed, any length cut: an answer, never a panic.
#[test]
fn damaged_files_always_get_an_answer() {
    let small = picture(6, 6);
    let samples = [
        encoded(&small, ImageFormat::Png),
        turned_jpeg(),
        encoded(&small, ImageFormat::WebP),
        animation(2),
        video(),
        pdf(),
        archive(&["manifest.json"]),
    ];
    for sample in samples {
        for at in 0..sample.len() {
            let mut changed = sample.clone();
            changed[at] ^= 0x55;
            let _ = check(Folder::Resource, &changed);
            let _ = check(Folder::Resource, &sample[..at]);
        }
    }
}
