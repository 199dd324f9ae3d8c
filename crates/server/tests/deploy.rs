//! The examples in `deploy/`: whole as texts of their languages, and naming what this program has.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up must fail loudly"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use server::settings;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The names of settings in a text.
fn settings_in(text: &str) -> BTreeSet<String> {
    let in_name =
        |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
    let words = text.split(|letter| !in_name(letter));
    let ours = words.filter(|word| word.starts_with("ZHANGGUI_"));
    ours.map(str::to_owned).collect()
}

#[test]
fn every_setting_that_is_named_is_read_and_every_one_is_described() {
    let mut files: Vec<PathBuf> = vec!["README.md".into(), "README.zh-CN.md".into()];
    for folder in ["deploy", "docs"] {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        files.extend(entries.map(|entry| entry.unwrap().path()));
    }
    for file in files.iter().filter(|file| root().join(file).is_file()) {
        let Ok(text) = fs::read_to_string(root().join(file)) else {
            continue;
        };
        let named = settings_in(&text).into_iter();
        if let Err(sentence) = settings::refuse_unknown(named) {
            panic!("{}: {sentence}", file.display());
        }
    }
    let described = settings_in(&text("docs/operations.md"));
    for name in settings::KNOWN {
        assert!(described.contains(*name), "{name} is not described");
    }
}

/// The values of a YAML text by their paths: mappings, lists and texts over several lines, which is
/// all that our files are made of. Whatever else there is, is refused.
fn yaml(text: &str) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    let mut open: Vec<(usize, String)> = Vec::new();
    let (mut folded, mut count) = (None, 0);
    for (at, line) in text.lines().enumerate() {
        let at = at + 1;
        assert!(!line.contains('\t'), "line {at} holds a tab");
        let content = line.trim_start();
        let depth = line.len() - content.len();
        if content.is_empty() || content.starts_with('#') || folded.is_some_and(|from| depth > from)
        {
            continue;
        }
        folded = None;
        assert!(depth % 2 == 0, "line {at} stands between two levels");
        open.retain(|(above, _)| *above < depth);
        let above: Vec<&str> = open.iter().map(|(_, name)| &**name).collect();
        let above = above.join(".");
        let (name, value) = if let Some(item) = content.strip_prefix("- ") {
            count += 1;
            (count.to_string(), item)
        } else {
            let pair = content.split_once(':');
            let (name, value) = pair.unwrap_or_else(|| panic!("line {at} is no pair"));
            assert!(value.is_empty() || value.starts_with(' '), "line {at}");
            (name.to_owned(), value.trim())
        };
        if value == ">" || value == "|" {
            folded = Some(depth);
        }
        let quotes = value.matches('"').count();
        assert!(quotes % 2 == 0, "line {at} has half a text");
        let path = format!("{above}.{name}");
        let before = values.insert(path.trim_start_matches('.').to_owned(), value.to_owned());
        assert_eq!(before, None, "line {at} says {path} again");
        open.push((depth, name));
    }
    values
}

#[test]
fn the_compose_file_hangs_together() {
    let values = yaml(&text("deploy/compose.yaml"));
    let is_there = |path: &str| values.keys().any(|key| key.starts_with(path));
    for service in ["zhanggui", "database", "files", "bucket"] {
        assert!(is_there(&format!("services.{service}.")), "{service}");
    }
    // Who is waited for, who is spoken to, and where something is kept.
    for (path, value) in &values {
        if path.contains(".depends_on.") {
            assert!(is_there(&format!("services.{value}.")), "{path}: {value}");
        }
        if path.contains(".volumes.") {
            let (volume, _) = value.split_once(':').unwrap();
            assert!(is_there(&format!("volumes.{volume}")), "{path}: {value}");
        }
    }
    let setting = |name: &str| &values[&format!("services.zhanggui.environment.{name}")];
    assert!(setting("ZHANGGUI_DATABASE_URL").contains("@database/"));
    assert!(setting("ZHANGGUI_FILES_URL").starts_with("s3://files:9000/"));
    let dockerfile = &values["services.zhanggui.build.dockerfile"];
    assert!(text(dockerfile).contains("EXPOSE 8080"));
    let rules = yaml(&text("deploy/alerts.yaml"));
    assert!(rules.keys().any(|path| path.ends_with("expr")), "{rules:?}");
}

/// Blocks open and close, and what stands in them ends as the language wants it.
fn blocks(text: &str, end: &[char]) -> Vec<String> {
    let (mut depth, mut said) = (0_i32, Vec::new());
    for (at, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        depth += i32::try_from(line.matches('{').count()).unwrap();
        depth -= i32::try_from(line.matches('}').count()).unwrap();
        assert!(depth >= 0, "line {} closes what is not open", at + 1);
        let ends_well = end.is_empty() || line.ends_with(end);
        assert!(ends_well, "line {} does not end: {line}", at + 1);
        said.push(line.to_owned());
    }
    assert_eq!(depth, 0, "a block stays open");
    said
}

#[test]
fn the_proxies_let_through_what_the_program_takes() {
    const LARGEST_UPLOAD_MB: u32 = 101;
    for (file, end, limit, unit) in [
        (
            "deploy/nginx.conf",
            &[';', '{', '}'][..],
            "client_max_body_size",
            "m;",
        ),
        ("deploy/Caddyfile", &[], "max_size", "MB"),
    ] {
        let said = blocks(&text(file), end);
        let found = said.iter().find_map(|line| line.strip_prefix(limit));
        let size = found.and_then(|size| size.trim().strip_suffix(unit));
        let size: u32 = size.unwrap().parse().unwrap();
        assert!(size > LARGEST_UPLOAD_MB, "{file}");
        // Every node is named, and figures are nobody's business.
        let nodes = said.iter().map(|line| line.matches(":8080").count());
        assert_eq!(nodes.sum::<usize>(), 3, "{file}");
        assert!(said.iter().any(|line| line.contains("/metrics")), "{file}");
    }
    // What streams is not held back, and the address of the client is passed on.
    let nginx = text("deploy/nginx.conf");
    for line in [
        "proxy_buffering off;",
        "proxy_request_buffering off;",
        "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;",
        "proxy_set_header X-Forwarded-Proto $scheme;",
    ] {
        assert!(nginx.contains(line), "{line}");
    }
    let caddy = text("deploy/Caddyfile");
    for line in ["flush_interval -1", "health_uri /readyz"] {
        assert!(caddy.contains(line), "{line}");
    }
}
