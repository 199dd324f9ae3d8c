//! Writes what is generated from the resource definitions and the routes, or with `--check` fails
//! when what is committed is stale: openapi.json, the web application's resource metadata, types
//! and operations, and the next pair of migrations with the schema lock.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
};

use server::generated;
use store::{
    Dialect,
    ddl::{self, Lock},
};

fn main() -> Result<(), Box<dyn Error>> {
    let check = std::env::args().any(|argument| argument == "--check");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = vec![
        (root.join("openapi.json"), generated::openapi()?),
        (
            root.join("web/src/api/resources.gen.ts"),
            generated::resources_ts()?,
        ),
        (
            root.join("web/src/api/tools.gen.ts"),
            generated::tools_ts()?,
        ),
        (root.join("web/src/api/types.gen.ts"), generated::types_ts()),
        (
            root.join("web/src/api/operations.gen.ts"),
            generated::operations_ts(),
        ),
    ];
    files.extend(migrations(&root.join("crates/store/migrations"))?);
    let stale: Vec<&(PathBuf, String)> = files
        .iter()
        .filter(|(path, text)| fs::read_to_string(path).ok().as_ref() != Some(text))
        .collect();
    for (path, text) in &stale {
        if check {
            return Err(format!("{} is stale: run `make gen`", path.display()).into());
        }
        fs::write(path, text)?;
        println!(
            "wrote {}",
            path.strip_prefix(&root).unwrap_or(path).display()
        );
    }
    Ok(())
}

/// The schema lock and, where the definitions have moved on from it, the next migrations.
fn migrations(folder: &Path) -> Result<Vec<(PathBuf, String)>, Box<dyn Error>> {
    let lock_path = folder.join("schema.lock.json");
    let old: Lock = match fs::read_to_string(&lock_path) {
        Ok(text) => serde_json::from_str(&text)?,
        Err(_) => Lock::default(),
    };
    let new = ddl::wanted();
    let mut files = vec![(lock_path, serde_json::to_string_pretty(&new)? + "\n")];
    let number = newest(&folder.join("sqlite"))? + 1;
    for (dialect, name) in [(Dialect::Sqlite, "sqlite"), (Dialect::Postgres, "postgres")] {
        if let Some(text) = ddl::migration(&old, &new, dialect)? {
            files.push((
                folder.join(name).join(format!("{number:04}_resources.sql")),
                text,
            ));
        }
    }
    Ok(files)
}

/// The greatest number a migration has.
fn newest(folder: &Path) -> Result<usize, Box<dyn Error>> {
    let mut newest = 0;
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        newest = newest.max(name.get(..4).ok_or("short name")?.parse()?);
    }
    Ok(newest)
}
