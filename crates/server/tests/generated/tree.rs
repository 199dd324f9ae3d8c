//! A copy of this source tree, and what a person does in it.

use std::{
    fs,
    io::{Cursor, Read as _},
    path::{Path, PathBuf},
    process::Command,
};

use zip::ZipArchive;

/// What is made from the sources, and what a clone does not bring along.
const LEFT_OUT: [&str; 7] = [
    ".git",
    "data",
    "dist",
    "e2e/shots",
    "target",
    "web/dist",
    "web/node_modules",
];
/// What cargo keeps of a package that was built.
const BUILT: [&str; 3] = ["deps", "build", ".fingerprint"];
/// How that begins for a package of our own.
const OWN: [&str; 4] = ["zhanggui", "libzhanggui", "libserver", "bench"];

pub struct Tree {
    root: PathBuf,
    /// Where cargo puts what it builds there.
    target: PathBuf,
}

impl Tree {
    pub fn copy() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("generated");
        let _ = fs::remove_dir_all(&folder);
        let tree = Self {
            root: folder.join("tree"),
            target: folder.join("target"),
        };
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let is_source = |from: &Path| !LEFT_OUT.iter().any(|path| from == sources.join(path));
        each(&sources, &tree.root, &is_source, &|from, to| {
            fs::copy(from, to).map(drop)
        });
        // Crates of others are the same there and are not built again; cargo takes a package of a
        // workspace for the same in another folder, so ours must not be shared.
        let built = Path::new(env!("CARGO_BIN_EXE_gen")).parent().unwrap();
        for kept in BUILT {
            let (from, to) = (built.join(kept), tree.target.join("debug").join(kept));
            let is_of_others = |at: &Path| {
                let name = at.strip_prefix(&from).unwrap().to_string_lossy();
                !OWN.iter().any(|own| name.starts_with(own))
                    && (kept != "deps" || name.starts_with("lib"))
            };
            each(&from, &to, &is_of_others, &|from, to| {
                fs::hard_link(from, to)
            });
        }
        // A patch is applied to a repository.
        tree.run("git", &["init", "--quiet"]);
        tree
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// What was built there is large; after a failure it stays, to be looked at.
    pub fn remove(self) {
        fs::remove_dir_all(self.root.parent().unwrap()).unwrap();
    }

    /// Does with an archive what its instructions say; its migrations for comparison.
    pub fn unpack(&self, archive: &[(String, String)]) -> Vec<(String, String)> {
        let mut migrations = Vec::new();
        for (path, text) in archive {
            let at = self.root.join(path);
            fs::create_dir_all(at.parent().unwrap()).unwrap();
            if let Some(("migrations", file)) = path.split_once('/') {
                let (engine, _) = file.split_once('/').unwrap();
                migrations.push((engine.to_owned(), text.clone()));
            } else {
                assert!(!at.exists(), "{path} is there already");
                fs::write(at, text).unwrap();
            }
        }
        self.run("git", &["apply", "gongyong.patch"]);
        assert_eq!(migrations.len(), 2);
        migrations
    }

    pub fn newest_migration(&self, engine: &str) -> String {
        let folder = self.root.join("crates/store/migrations").join(engine);
        let all = fs::read_dir(folder).unwrap();
        let newest = all.map(|entry| entry.unwrap().path()).max().unwrap();
        fs::read_to_string(newest).unwrap()
    }

    pub fn run(&self, program: &str, arguments: &[&str]) {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.root);
        command.env("CARGO_TARGET_DIR", &self.target);
        // Cargo of this run says where its own package lies.
        for (name, _) in std::env::vars() {
            if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
                command.env_remove(name);
            }
        }
        let ended = command.status().unwrap();
        assert!(ended.success(), "{program} {arguments:?}: {ended}");
    }
}

/// The files of an archive with their texts, in their order.
pub fn files(archive: &[u8]) -> Vec<(String, String)> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    let all = 0..archive.len();
    let read = all.map(|at| {
        let mut entry = archive.by_index(at).unwrap();
        let mut text = String::new();
        entry.read_to_string(&mut text).unwrap();
        (entry.name().unwrap().into_owned(), text)
    });
    read.collect()
}

/// Does something with every file of a folder and of those below it, but for what is not taken.
fn each(
    from: &Path,
    to: &Path,
    is_taken: &dyn Fn(&Path) -> bool,
    put: &dyn Fn(&Path, &Path) -> std::io::Result<()>,
) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if !is_taken(&from) {
            continue;
        }
        if entry.file_type().unwrap().is_dir() {
            each(&from, &to, is_taken, put);
        } else {
            put(&from, &to).unwrap();
        }
    }
}
