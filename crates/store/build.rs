//! Lists the numbered migrations, so that adding a pair of files is all it takes.

use std::{env, error::Error, fmt::Write as _, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("migrations");
    println!("cargo::rerun-if-changed=migrations");
    let mut names: Vec<String> = fs::read_dir(root.join("sqlite"))?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_, std::io::Error>>()?;
    names.sort();
    let mut list = String::from("&[\n");
    for (at, name) in names.iter().enumerate() {
        let version: usize = name.get(..4).ok_or("short name")?.parse()?;
        if version != at + 1 {
            return Err(format!("migration {name} is not number {}", at + 1).into());
        }
        let text = |engine: &str| {
            format!(
                "include_str!(\"{}\")",
                root.join(engine).join(name).display()
            )
        };
        writeln!(
            list,
            "Migration {{ version: {version}, name: {name:?}, sqlite: {}, postgres: {} }},",
            text("sqlite"),
            text("postgres")
        )?;
    }
    list.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("migrations.rs"), list)?;
    Ok(())
}
