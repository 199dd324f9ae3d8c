//! The source tree that generated code is written into, where the server was started with one.

use std::{
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use service::generator::{GenFile, Plan, Shared, WrittenFile, changed, is_made_again, is_source};

/// Texts beyond this are no source of ours.
const MOST: u64 = 1 << 20;

/// One at a time: each reads the shared files and writes them again.
static WRITING: Mutex<()> = Mutex::new(());

/// Puts beside each file what stands in its place now.
pub fn compare(root: &Path, files: &mut [GenFile]) {
    for file in files.iter_mut().filter(|file| is_source(&file.path)) {
        file.xianyou = place(root, &file.path).ok().and_then(|at| text(&at).ok());
        if let Some(known) = &file.xianyou {
            file.neirong = with_words_of(known, &file.neirong);
        }
    }
}

/// How a line begins that says in words what a definition is.
const WORDS: &str = "    /// ";

/// A definition with what a person wrote above the one that stands there.
fn with_words_of(known: &str, made: &str) -> String {
    let is_words = |line: &&str| line.starts_with(WORDS);
    let mut words: Vec<&str> = known.lines().filter(is_words).collect();
    if words.is_empty() {
        return made.to_owned();
    }
    let mut lines = Vec::new();
    for line in made.lines() {
        if is_words(&line) {
            lines.append(&mut words);
        } else {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}

/// Writes the files, and the lines that make them known. A sentence where it cannot, which names
/// what was written before that.
pub fn write(root: &Path, plan: &Plan, files: &[GenFile]) -> Result<Vec<WrittenFile>, String> {
    let _turn = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut written = Vec::new();
    write_all(root, plan, files, &mut written).map_err(|why| {
        let done = written.iter().filter(|file| file.jieguo == "XIERU");
        let done: Vec<&str> = done.map(|file| file.path.as_str()).collect();
        if done.is_empty() {
            why
        } else {
            format!("{why}；此前已写入 {}", done.join("、"))
        }
    })?;
    Ok(written)
}

fn write_all(
    root: &Path,
    plan: &Plan,
    files: &[GenFile],
    written: &mut Vec<WrittenFile>,
) -> Result<(), String> {
    let shared = shared(root)?;
    let changed = changed(plan, &shared)?;
    for file in files.iter().filter(|file| is_source(&file.path)) {
        let at = place(root, &file.path)?;
        let jieguo = match text(&at) {
            Ok(known) if known == file.neirong => "WEIBIAN",
            Ok(known) if is_made_again(plan, &file.path) => {
                put(&at, &file.path, &with_words_of(&known, &file.neirong))?;
                "XIERU"
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                put(&at, &file.path, &file.neirong)?;
                "XIERU"
            }
            // Whatever stands there, a person put it there.
            _ => "BAOLIU",
        };
        written.push(WrittenFile {
            path: file.path.clone(),
            jieguo,
        });
    }
    for (path, text) in changed {
        put(&place(root, path)?, path, &text)?;
        written.push(WrittenFile {
            path: path.to_owned(),
            jieguo: "XIERU",
        });
    }
    Ok(())
}

/// The files of the tree that all resources share.
fn shared(root: &Path) -> Result<Shared, String> {
    let mut all = Vec::new();
    for path in Shared::paths() {
        let text = text(&place(root, path)?);
        let text = text.map_err(|_| format!("代码目录中没有 {path}，不是本程序的源代码"))?;
        all.push((path, text));
    }
    Ok(Shared(all))
}

/// Where a file stands: below the root, also after every link on the way was followed.
fn place(root: &Path, path: &str) -> Result<PathBuf, String> {
    let outside = || format!("{path} 不在代码目录之内");
    let root = root
        .canonicalize()
        .map_err(|_| "代码目录不存在".to_owned())?;
    let at = root.join(path);
    let known = at.ancestors().find(|above| above.exists());
    let known = known.and_then(|above| above.canonicalize().ok());
    let is_within = known.is_some_and(|known| known.starts_with(&root));
    if is_within && !at.is_symlink() {
        Ok(at)
    } else {
        Err(outside())
    }
}

fn text(at: &Path) -> io::Result<String> {
    if fs::metadata(at)?.len() > MOST {
        return Err(io::Error::other("too long"));
    }
    fs::read_to_string(at)
}

/// Where the tree lies on the server is nobody's business: sentences name the path within it.
fn put(at: &Path, path: &str, text: &str) -> Result<(), String> {
    let written = put_whole(at, text);
    written.map_err(|error| {
        tracing::warn!(path, %error, "generated code was not written");
        let why = match error.kind() {
            io::ErrorKind::PermissionDenied => "没有写入权限",
            io::ErrorKind::StorageFull => "磁盘已满",
            io::ErrorKind::ReadOnlyFilesystem => "磁盘只读",
            io::ErrorKind::IsADirectory | io::ErrorKind::NotADirectory => {
                "同名的文件夹或文件已存在"
            }
            _ => "写入失败，详见服务器日志",
        };
        format!("无法写入 {path}：{why}")
    })
}

/// Whoever reads meanwhile sees the old text or the new one.
fn put_whole(at: &Path, text: &str) -> io::Result<()> {
    let folder = at.parent().ok_or(io::ErrorKind::NotADirectory)?;
    fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new()
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))
        .tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(at).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_the_path_within_the_tree_alone() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        fs::write(root.join("crates"), "").unwrap();
        let path = "crates/schema/src/x.rs";
        let told = put(&root.join(path), path, "").unwrap_err();
        assert!(told.starts_with("无法写入 crates/schema/src/x.rs："));
        assert!(!told.contains(&root.display().to_string()));
    }

    /// A source tree of the shared files alone.
    fn tree() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in Shared::built_in().0 {
            put(&root.path().join(path), path, &text).unwrap();
        }
        root
    }

    fn plan(number: usize) -> Plan {
        Plan {
            table: format!("app_ceshi{number}"),
            label: format!("测试{number}"),
            path: format!("app/ceshi{number}"),
            class: format!("Ceshi{number}"),
            group: "内容管理".to_owned(),
            columns: Vec::new(),
            with_rules: true,
            with_page: true,
            templates: None,
            is_there: false,
        }
    }

    #[test]
    fn those_who_write_at_once_lose_nothing() {
        let tree = tree();
        std::thread::scope(|scope| {
            for number in 0..12 {
                let root = tree.path();
                scope.spawn(move || write(root, &plan(number), &[]).unwrap());
            }
        });
        let known = shared(tree.path()).unwrap();
        for number in 0..12 {
            assert_eq!(changed(&plan(number), &known).unwrap(), [], "{number}");
        }
    }

    #[test]
    fn what_a_person_put_there_stays() {
        let tree = tree();
        let path = "crates/server/tests/http/app_ceshi1.rs";
        let at = tree.path().join(path);
        fs::write(&at, b"\xFF").unwrap();
        let file = GenFile {
            path: path.to_owned(),
            neirong: "x".to_owned(),
            yuyan: "rust",
            xianyou: None,
        };
        let written = write(tree.path(), &plan(1), &[file]).unwrap();
        assert_eq!(written.first().map(|file| file.jieguo), Some("BAOLIU"));
        assert_eq!(fs::read(&at).unwrap(), b"\xFF");
    }

    #[test]
    fn what_was_written_before_a_failure_is_named() {
        let tree = tree();
        let file = |path: &str| GenFile {
            path: path.to_owned(),
            neirong: "x".to_owned(),
            yuyan: "rust",
            xianyou: None,
        };
        let (first, second) = (
            "crates/server/tests/http/app_ceshi1.rs",
            "crates/service/src/resources/app_ceshi1.rs",
        );
        std::os::unix::fs::symlink("elsewhere", tree.path().join(second)).unwrap();
        let told = write(tree.path(), &plan(1), &[file(first), file(second)]).unwrap_err();
        assert_eq!(
            told,
            format!("{second} 不在代码目录之内；此前已写入 {first}")
        );
    }

    #[test]
    fn what_was_said_of_a_definition_is_kept() {
        let known =
            "resource! {\n    /// 公告: what customers see,\n    /// first of all.\n    Old\n}\n";
        let made = "resource! {\n    /// 公告\n    New\n}\n";
        let kept =
            "resource! {\n    /// 公告: what customers see,\n    /// first of all.\n    New\n}\n";
        assert_eq!(with_words_of(known, made), kept);
        assert_eq!(with_words_of("x\n", made), made);
    }

    #[test]
    fn a_shared_file_that_is_none_is_left_alone() {
        let tree = tree();
        let path = "crates/schema/src/resources/mod.rs";
        fs::write(tree.path().join(path), "\n").unwrap();
        let told = write(tree.path(), &plan(1), &[]).unwrap_err();
        assert!(told.contains("找不到登记的位置"), "{told}");
    }
}
