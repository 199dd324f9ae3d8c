//! Several nodes of one office, each with a folder of its own and the same keys in it.

use std::{fs, thread};

use testkit::{Backend, Scratch};

use crate::process::{Server, output, program};

pub struct Several {
    url: String,
    pub folders: Vec<Scratch>,
    pub servers: Vec<Server>,
}

impl Several {
    /// Starts them at once on an empty database.
    pub fn start(url: &str, count: usize) -> Self {
        let keys = Scratch::new(Backend::Sqlite);
        let made = output(program(&keys, "make-keys"));
        assert!(made.status.success(), "{made:?}");
        let folders: Vec<Scratch> = (0..count).map(|_| Scratch::new(Backend::Sqlite)).collect();
        for folder in &folders {
            for entry in fs::read_dir(keys.path()).unwrap() {
                let entry = entry.unwrap();
                fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
            }
        }
        let servers = thread::scope(|scope| {
            let starting = folders
                .iter()
                .map(|folder| scope.spawn(move || run(folder, url)));
            let starting: Vec<_> = starting.collect();
            let started = starting.into_iter().map(|node| node.join().unwrap());
            started.collect()
        });
        Self {
            url: url.to_owned(),
            folders,
            servers,
        }
    }

    /// Ends all of them and proves what they left, with all their anchors.
    pub fn check(self) {
        let (url, folders) = (self.url, self.folders);
        self.servers.into_iter().for_each(Server::kill);
        let mut proof = program(&folders[0], "check");
        proof.env("ZHANGGUI_DATABASE_URL", url);
        for folder in &folders {
            proof.arg("--anchor").arg(folder.path().join("anchor.log"));
        }
        let proof = output(proof);
        assert!(proof.status.success(), "{proof:?}");
    }
}

fn run(folder: &Scratch, url: &str) -> Server {
    let mut serve = program(folder, "serve");
    serve.env("ZHANGGUI_DATABASE_URL", url);
    Server::run(serve)
}
