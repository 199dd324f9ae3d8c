//! Documents, videos and packages people and attackers send.

use std::io::{Cursor, Write};

use image::ImageFormat;
use zip::write::SimpleFileOptions;

use super::tests_pictures::{animation, encoded, picture, refused, turned_jpeg};
use super::*;

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

#[test]
fn sizes_have_their_sentences() {
    let pad = |mut bytes: Vec<u8>, size: usize| {
        bytes.resize(size, 0);
        bytes
    };
    let png = encoded(&picture(4, 4), ImageFormat::Png);
    let sentence = |folder, bytes: &[u8]| check(folder, bytes.to_vec()).unwrap_err().to_string();
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
    assert_eq!(check(Folder::Editor, video()).unwrap().mime, "video/mp4");
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
    assert_eq!(
        check(Folder::Import, workbook.clone()).unwrap().extension,
        "xlsx"
    );
    assert_eq!(
        check(Folder::Version, apk.clone()).unwrap().extension,
        "apk"
    );
    assert_eq!(check(Folder::Version, wgt).unwrap().extension, "wgt");
    assert_eq!(check(Folder::Hetong, pdf()).unwrap().extension, "pdf");
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
        check(Folder::Import, file(&["Root Entry", "Workbook"]))
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
            let _ = check(Folder::Resource, changed);
            let _ = check(Folder::Resource, sample[..at].to_vec());
        }
    }
}
