//! Puts the built web application (web/dist) into the binary, compressed; without one, an empty table.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// Extensions, their types, and whether packing them again pays.
const TYPES: [(&str, &str, bool); 16] = [
    ("html", "text/html; charset=utf-8", true),
    ("js", "text/javascript; charset=utf-8", true),
    ("css", "text/css; charset=utf-8", true),
    ("json", "application/json", true),
    ("webmanifest", "application/manifest+json", true),
    ("svg", "image/svg+xml", true),
    ("txt", "text/plain; charset=utf-8", true),
    ("map", "application/json", true),
    ("wasm", "application/wasm", true),
    ("ico", "image/x-icon", true),
    ("png", "image/png", false),
    ("jpg", "image/jpeg", false),
    ("gif", "image/gif", false),
    ("webp", "image/webp", false),
    ("woff", "font/woff", false),
    ("woff2", "font/woff2", false),
];
const BROTLI_QUALITY: u32 = 9;
const BROTLI_WINDOW: u32 = 22;

fn main() -> Result<(), Box<dyn Error>> {
    let web = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR")?).join("../../web");
    let dist = web.join("dist");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", dist.display());
    if web.is_dir() {
        // A watched path that does not exist would rebuild the server every time; an empty folder embeds nothing.
        let _ = fs::create_dir_all(&dist);
    }
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    fs::create_dir_all(out.join("packed"))?;

    let mut files = Vec::new();
    if dist.join("index.html").is_file() {
        collect(&dist, &dist, &mut files)?;
    }
    // By the text of the path, as the server searches it.
    files.sort();
    let mut table = String::from("&[\n");
    let mut all = Sha256::new();
    for (path, file) in &files {
        let bytes = fs::read(file)?;
        let hash = hex(&Sha256::digest(&bytes));
        all.update(path.as_bytes());
        all.update(hash.as_bytes());
        push_entry(&mut table, &out, path, file, &bytes, &hash)?;
    }
    table.push_str("]\n");
    fs::write(out.join("assets.rs"), table)?;
    let id = if files.is_empty() {
        "none".to_owned()
    } else {
        hex(&all.finalize()).chars().take(12).collect()
    };
    println!("cargo::rustc-env=WEB_BUILD_ID={id}");
    Ok(())
}

fn collect(
    dist: &Path,
    folder: &Path,
    files: &mut Vec<(String, PathBuf)>,
) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // What a build tool keeps for itself is not part of the application.
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        let path = entry.path();
        if path.is_dir() {
            collect(dist, &path, files)?;
        } else {
            files.push((web_path(dist, &path)?, path));
        }
    }
    Ok(())
}

fn web_path(dist: &Path, file: &Path) -> Result<String, Box<dyn Error>> {
    let parts: Option<Vec<&str>> = file
        .strip_prefix(dist)?
        .iter()
        .map(std::ffi::OsStr::to_str)
        .collect();
    let parts = parts.ok_or_else(|| {
        format!(
            "web/dist has a file whose name is not text: {}",
            file.display()
        )
    })?;
    Ok(format!("/{}", parts.join("/")))
}

fn push_entry(
    table: &mut String,
    out: &Path,
    path: &str,
    file: &Path,
    bytes: &[u8],
    hash: &str,
) -> Result<(), Box<dyn Error>> {
    let extension = file
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default();
    let known = TYPES.iter().find(|(known, _, _)| *known == extension);
    let (mime, packs) = known.map_or(("application/octet-stream", false), |(_, mime, packs)| {
        (*mime, *packs)
    });
    let packed = |name: &str,
                  pack: fn(&[u8]) -> std::io::Result<Vec<u8>>|
     -> Result<String, Box<dyn Error>> {
        let target = out.join("packed").join(format!("{hash}.{name}"));
        if !target.is_file() {
            fs::write(&target, pack(bytes)?)?;
        }
        let pays = fs::metadata(&target)?.len() < bytes.len() as u64 * 9 / 10;
        Ok(if packs && pays {
            format!("Some(include_bytes!({:?}))", target.display().to_string())
        } else {
            "None".to_owned()
        })
    };
    let (brotli, gzip) = if packs {
        (packed("br", brotli)?, packed("gz", gzip)?)
    } else {
        ("None".to_owned(), "None".to_owned())
    };
    let file = file.canonicalize()?.display().to_string();
    let tag: String = hash.chars().take(32).collect();
    writeln!(
        table,
        "Asset {{ path: {path:?}, mime: {mime:?}, tag: {tag:?}, identity: include_bytes!({file:?}), brotli: {brotli}, gzip: {gzip} }},"
    )?;
    Ok(())
}

fn brotli(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed =
        brotli::CompressorWriter::new(Vec::new(), 1 << 16, BROTLI_QUALITY, BROTLI_WINDOW);
    packed.write_all(bytes)?;
    packed.flush()?;
    Ok(packed.into_inner())
}

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(bytes)?;
    packed.finish()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
