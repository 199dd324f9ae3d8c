//! The source tree that generated code is written into, where the server was started with one.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use service::generator::{GenFile, Plan, Shared, WrittenFile, changed, is_made_again, is_source};

/// Texts beyond this are no source of ours.
const MOST: u64 = 1 << 20;

/// Puts beside each file what stands in its place now.
pub fn compare(root: &Path, files: &mut [GenFile]) {
    for file in files.iter_mut().filter(|file| is_source(&file.path)) {
        file.xianyou = place(root, &file.path).ok().and_then(|at| text(&at).ok());
    }
}

/// Writes the files, and the lines that make them known. A sentence where it cannot; what was
/// written before that stays, for git to show.
pub fn write(root: &Path, plan: &Plan, files: &[GenFile]) -> Result<Vec<WrittenFile>, String> {
    let shared = shared(root)?;
    let mut written = Vec::new();
    for file in files.iter().filter(|file| is_source(&file.path)) {
        let at = place(root, &file.path)?;
        let jieguo = match text(&at) {
            Ok(known) if known == file.neirong => "WEIBIAN",
            Ok(_) if !is_made_again(plan, &file.path) => "BAOLIU",
            _ => {
                put(&at, &file.path, &file.neirong)?;
                "XIERU"
            }
        };
        written.push(WrittenFile {
            path: file.path.clone(),
            jieguo,
        });
    }
    for (path, text) in changed(plan, &shared) {
        put(&place(root, path)?, path, &text)?;
        written.push(WrittenFile {
            path: path.to_owned(),
            jieguo: "XIERU",
        });
    }
    Ok(written)
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
    let made = at.parent().map_or(Ok(()), fs::create_dir_all);
    let written = made.and_then(|()| fs::write(at, text));
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
}
