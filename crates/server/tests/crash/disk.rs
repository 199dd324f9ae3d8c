//! A full disk: writes are refused in words, reads go on, and writes resume with the space.

use std::{fs, path::Path, process::Command};

use serde_json::json;
use server::{app, router};
use testkit::{Client, PASSWORD, cheap_hasher, settings};

/// A small file system of its own; gone with it.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    /// None where this machine does not let us mount one.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=12m", "tmpfs"])
            .arg(folder.path())
            .output();
        mounted
            .is_ok_and(|done| done.status.success())
            .then_some(Self(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazily: the database threads may still hold the file for a moment.
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}

#[test]
fn a_full_disk_refuses_writes_and_nothing_else() {
    let Some(disk) = SmallDisk::mount() else {
        println!("skipped: mounting a small file system needs root");
        return;
    };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let opened = app::open(&settings(disk.path(), None), cheap_hasher()).unwrap();
    runtime.block_on(fill_and_empty(&disk, router::router(&opened.app)));
}

async fn fill_and_empty(disk: &SmallDisk, router: axum::Router) {
    let sign_in = json!({ "loginName": "admin", "password": PASSWORD });
    let stranger = Client::new(router.clone(), None);
    let signed_in = stranger.post("/api/sys/login/login", sign_in).await.ok();
    let admin = Client::new(router, signed_in["token"].as_str().map(str::to_owned));
    // A long text, so that it cannot slip into the room that is left in the last page.
    let body = json!({ "biaoti": "公告", "type": "XITONG", "neirong": "字".repeat(60_000) });
    admin.post("/api/app/gonggao/add", body.clone()).await.ok();
    let filler = disk.path().join("filler");
    fill(&filler);
    // The log that SQLite writes to has room of its own, which is used up first.
    let mut kept = 1;
    let refused = loop {
        let answer = admin.post("/api/app/gonggao/add", body.clone()).await;
        if answer.code != 200 || kept > 200 {
            break answer;
        }
        kept += 1;
    };
    refused.refused(500, "存储空间不足");
    let list = "/api/app/gonggao/findAllByPage";
    assert_eq!(admin.get(list).await.ok()["total"], kept);
    fs::remove_file(&filler).unwrap();
    admin.post("/api/app/gonggao/add", body).await.ok();
    assert_eq!(admin.get(list).await.ok()["total"], kept + 1);
}

/// Writes until nothing more fits.
fn fill(path: &Path) {
    use std::io::Write as _;
    let mut file = fs::File::create(path).unwrap();
    for piece in [64 * 1024, 512, 1] {
        while file.write_all(&vec![0; piece]).is_ok() {}
    }
}
