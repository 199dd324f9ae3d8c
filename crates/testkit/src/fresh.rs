//! An office that nobody has worked in yet: opened once by each test program and copied for each of
//! its tests, because a database takes a second to reach its newest schema.

use std::{
    fs::{self, Permissions},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use crate::{Backend, Scratch, TestApp};

/// The files of its folder, by where they lie in it, and its database on PostgreSQL.
#[derive(Clone)]
struct Fresh {
    files: Vec<File>,
    database: Option<String>,
}

#[derive(Clone)]
struct File {
    place: PathBuf,
    bytes: Vec<u8>,
    /// Nobody else may read a key.
    permissions: Permissions,
}

/// A folder and a database that such an office was copied into.
pub(crate) fn scratch(backend: Backend) -> Scratch {
    static OPENED: Mutex<[Option<Fresh>; 2]> = Mutex::new([None, None]);
    let fresh = {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = &mut opened[usize::from(backend == Backend::Postgres)];
        fresh.get_or_insert_with(|| open(backend)).clone()
    };
    let scratch = Scratch::from_template(fresh.database.as_deref());
    for file in fresh.files {
        let path = scratch.path().join(file.place);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, file.bytes).unwrap();
        fs::set_permissions(path, file.permissions).unwrap();
    }
    scratch
}

fn open(backend: Backend) -> Fresh {
    let opened = || {
        let TestApp { scratch, .. } = TestApp::in_scratch(Scratch::new(backend), backend);
        scratch
    };
    // Beside the runtime of the test that comes first.
    let scratch = std::thread::scope(|scope| scope.spawn(opened).join().unwrap());
    scratch.settle();
    let mut files = Vec::new();
    read(scratch.path(), scratch.path(), &mut files);
    Fresh {
        files,
        database: scratch.keep_database(),
    }
}

fn read(root: &Path, folder: &Path, files: &mut Vec<File>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(root, &path, files);
        } else {
            files.push(File {
                place: path.strip_prefix(root).unwrap().to_owned(),
                bytes: fs::read(&path).unwrap(),
                permissions: fs::metadata(&path).unwrap().permissions(),
            });
        }
    }
}
