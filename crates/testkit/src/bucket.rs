//! An S3 server that others wrote, on a loopback port, with one bucket in a folder of its own.

use std::{net::SocketAddr, path::PathBuf};

use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    server::conn::auto::Builder,
};
use s3s::{auth::SimpleAuth, service::S3ServiceBuilder};
use tempfile::TempDir;

pub struct Bucket {
    folder: TempDir,
    address: SocketAddr,
}

const ACCESS: &str = "access";
const SECRET: &str = "secret";
const NAME: &str = "office";

impl Bucket {
    /// Serves until the test program ends.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(NAME)).unwrap();
        let files = s3s_fs::FileSystem::new(folder.path()).unwrap();
        let mut builder = S3ServiceBuilder::new(files);
        builder.set_auth(SimpleAuth::from_single(ACCESS, SECRET));
        let service = builder.build();
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        listener.set_nonblocking(true).unwrap();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async move {
                let listener = tokio::net::TcpListener::from_std(listener).unwrap();
                while let Ok((stream, _)) = listener.accept().await {
                    let service = service.clone();
                    tokio::spawn(async move {
                        let served = Builder::new(TokioExecutor::new());
                        let _ = served.serve_connection(TokioIo::new(stream), service).await;
                    });
                }
            });
        });
        Self { folder, address }
    }

    /// The address of what lies below a prefix, with the keys in it.
    pub fn url(&self, prefix: &str) -> String {
        let address = self.address;
        format!("s3://{ACCESS}:{SECRET}@{address}/{NAME}/{prefix}?tls=false")
    }

    /// Where that lies on disk.
    pub fn path(&self, prefix: &str) -> PathBuf {
        self.folder.path().join(NAME).join(prefix)
    }
}
