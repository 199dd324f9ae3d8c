//! Against an S3 server that others wrote, on a loopback port.

use std::{net::SocketAddr, sync::Arc};

use hyper_util::rt::{TokioExecutor, TokioIo};
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use store::{crypt::Keys, file_seal};

use super::*;

const ACCESS: &str = "AKIATEST";
const SECRET: &str = "se@cr/et:+";

/// Serves a folder whose first level are the buckets, until the test ends.
fn serve(root: &std::path::Path) -> SocketAddr {
    let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(root).unwrap());
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
                    let builder =
                        hyper_util::server::conn::auto::Builder::new(TokioExecutor::new());
                    let _ = builder
                        .serve_connection(TokioIo::new(stream), service)
                        .await;
                });
            }
        });
    });
    address
}

fn keys(secret: &str) -> (String, String) {
    (ACCESS.to_owned(), secret.to_owned())
}

#[test]
fn files_go_to_the_bucket_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("zhanggui")).unwrap();
    let address = serve(folder.path());
    let key = FileKey::new(Folder::Hetong, 2026, 3, 0xBEEF, "pdf").unwrap();
    let big: Vec<u8> = (0..3_000_000_u32).map(|i| i.to_le_bytes()[0]).collect();
    let in_url = format!("s3://AKIATEST:se%40cr%2Fet%3A%2B@{address}/zhanggui?tls=false");
    let in_environment = format!("s3://{address}/zhanggui/store-1?tls=false&region=cn-north-1");
    for (url, environment, place) in [
        (in_url, None, "zhanggui"),
        (in_environment, Some(keys(SECRET)), "zhanggui/store-1"),
    ] {
        let storage = S3::from_url(&url, environment).unwrap();
        storage.healthy().unwrap();
        assert!(storage.open(&key).unwrap().is_none());
        storage.put(&key, &big).unwrap();
        assert_eq!(
            std::fs::read(folder.path().join(place).join(key.as_str())).unwrap(),
            big
        );
        assert_eq!(storage.open(&key).unwrap().unwrap().bytes(), big);
        storage.delete(&key).unwrap();
        storage.delete(&key).unwrap();
        assert!(storage.open(&key).unwrap().is_none());
    }
}

#[test]
fn private_files_lie_sealed_in_the_bucket() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("zhanggui")).unwrap();
    let address = serve(folder.path());
    let url = format!("s3://{address}/zhanggui?tls=false");
    let kept: Arc<dyn Storage> = Arc::new(S3::from_url(&url, Some(keys(SECRET))).unwrap());
    let storage = Sealed::new(Arc::clone(&kept), Keys::from_master(&[7; 32]).unwrap());
    let [card, other, old] =
        [1, 2, 3].map(|id| FileKey::new(Folder::Renzheng, 2026, 3, id, "png").unwrap());
    let public = FileKey::new(Folder::Avatar, 2026, 3, 4, "png").unwrap();
    let in_bucket = |key: &FileKey| folder.path().join("zhanggui").join(key.as_str());
    let picture: Vec<u8> = (0..100_000_u32).map(|i| i.to_le_bytes()[0]).collect();
    let lies_in_clear = |key: &FileKey| std::fs::read(in_bucket(key)).unwrap() == picture;
    for key in [&card, &other, &public] {
        storage.put(key, &picture).unwrap();
        assert_eq!(storage.open(key).unwrap().unwrap().bytes(), picture);
        assert_eq!(lies_in_clear(key), key == &public);
    }
    // The key is told by the first bytes alone.
    let beginning = storage
        .beginning(&card, file_seal::HEADER)
        .unwrap()
        .unwrap();
    assert_eq!(beginning.bytes.len(), file_seal::HEADER);
    assert_eq!(file_seal::number(&beginning.bytes), Some(1));
    let length = (picture.len() + file_seal::OVERHEAD) as u64;
    assert_eq!(beginning.length, Some(length));
    assert_eq!(storage.beginning(&old, file_seal::HEADER).unwrap(), None);
    assert_eq!(storage.seal_again(&old, 0).unwrap(), Again::Missing);
    kept.put(&old, b"").unwrap();
    let empty = kept.beginning(&old, file_seal::HEADER).unwrap().unwrap();
    assert_eq!((empty.bytes.len(), empty.length), (0, Some(0)));
    // One of an earlier version opens and is sealed, unless it should have been.
    kept.replace(&old, &picture).unwrap();
    assert_eq!(storage.open(&old).unwrap().unwrap().bytes(), picture);
    assert!(storage.seal_again(&old, 1).unwrap_err().is_changed());
    assert!(lies_in_clear(&old));
    assert_eq!(storage.seal_again(&old, 0).unwrap(), Again::Under(1));
    assert!(!lies_in_clear(&old));
    storage.refuse_clear();
    assert_eq!(storage.open(&old).unwrap().unwrap().bytes(), picture);
    // Somebody else's picture under this name, sealed or not.
    let sealed = std::fs::read(in_bucket(&card)).unwrap();
    for bytes in [&sealed, &picture] {
        kept.replace(&other, bytes).unwrap();
        let error = storage.open(&other).map(drop).unwrap_err();
        assert!(error.is_changed(), "{error}");
    }
}

#[test]
fn wrong_keys_missing_buckets_and_dead_servers_are_errors_without_secrets() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("zhanggui")).unwrap();
    let address = serve(folder.path());
    let dead = std::net::TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let key = FileKey::new(Folder::Avatar, 2026, 3, 1, "png").unwrap();
    for (url, secret) in [
        (format!("s3://{address}/zhanggui?tls=false"), "wrong-secret"),
        (format!("s3://{address}/nosuch?tls=false"), SECRET),
        (format!("s3://{dead}/zhanggui?tls=false"), SECRET),
    ] {
        let storage = S3::from_url(&url, Some(keys(secret))).unwrap();
        let error = storage.healthy().unwrap_err();
        assert!(
            error.context().starts_with("s3 head: "),
            "{}",
            error.context()
        );
        assert!(!error.context().contains("X-Amz") && !error.context().contains(secret));
    }
    let storage = S3::from_url(
        &format!("s3://{address}/zhanggui?tls=false"),
        Some(keys("wrong-secret")),
    );
    let error = storage.unwrap().put(&key, b"x").unwrap_err();
    assert_eq!(error.context(), "s3 put: HTTP 403");
}

/// How a service takes a file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Manner {
    /// It accepts the connection and answers nothing.
    Silent,
    /// It answers the probe and then reads no byte of a file.
    Stalls,
    /// It answers the probe, reads every byte of a file and does not answer.
    Swallows,
}

/// A service that is there and does not work, until the test ends.
fn broken(manner: Manner) -> SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let mut held = Vec::new();
        for stream in listener.incoming().flatten() {
            held.push(stream.try_clone().unwrap());
            std::thread::spawn(move || answer_badly(stream, manner));
        }
    });
    address
}

fn answer_badly(mut stream: std::net::TcpStream, manner: Manner) {
    use std::io::{Read as _, Write as _};
    if manner == Manner::Silent {
        return;
    }
    let mut bytes = [0; 16 << 10];
    loop {
        let Ok(count @ 1..) = stream.read(&mut bytes) else {
            return;
        };
        if bytes[..count].starts_with(b"HEAD") {
            let well = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
            stream.write_all(well).unwrap();
        } else if manner == Manner::Stalls {
            return;
        }
    }
}

/// Small or large, a person reads within seconds that the storage is away: far sooner than a large
/// file takes over a slow line, however busy the machine is.
#[test]
fn a_service_that_falls_silent_is_away_within_seconds() {
    let small = vec![7; 10_000];
    let large = vec![7; 24 << 20];
    std::thread::scope(|scope| {
        for (manner, bytes) in [
            (Manner::Silent, &small),
            (Manner::Silent, &large),
            (Manner::Stalls, &small),
            (Manner::Stalls, &large),
            (Manner::Swallows, &small),
        ] {
            scope.spawn(move || {
                let url = format!("s3://{}/zhanggui?tls=false", broken(manner));
                let storage = S3::from_url(&url, Some(keys(SECRET))).unwrap();
                let key = FileKey::new(Folder::Hetong, 2026, 3, 1, "pdf").unwrap();
                let started = std::time::Instant::now();
                let error = storage.put(&key, bytes).unwrap_err();
                let took = started.elapsed();
                assert_eq!(error.to_string(), "文件存储暂时不可用，请稍后再试");
                assert!(
                    took < std::time::Duration::from_secs(30),
                    "{manner:?} {}: {took:?}",
                    bytes.len()
                );
            });
        }
    });
}

/// A service that lets files in and tells nothing of the bucket.
fn takes_files_only() -> SocketAddr {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || take_file(&stream));
        }
    });
    address
}

fn take_file(mut stream: &std::net::TcpStream) {
    use std::io::{BufRead as _, Read as _, Write as _};
    let mut read = std::io::BufReader::new(stream);
    loop {
        let (mut head, mut length) = (String::new(), 0);
        while !head.ends_with("\r\n\r\n") {
            let at = head.len();
            let Ok(1..) = read.read_line(&mut head) else {
                return;
            };
            let line = head[at..].to_ascii_lowercase();
            if let Some(bytes) = line.strip_prefix("content-length:") {
                length = bytes.trim().parse().unwrap();
            }
        }
        let is_question = head.starts_with("HEAD");
        if !is_question {
            let mut bytes = (&mut read).take(length);
            std::io::copy(&mut bytes, &mut std::io::sink()).unwrap();
        }
        let status = if is_question {
            "403 Forbidden"
        } else {
            "200 OK"
        };
        let answer = format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n");
        stream.write_all(answer.as_bytes()).unwrap();
    }
}

/// Whoever may put files but not ask about the bucket puts large ones, too.
#[test]
fn what_a_bucket_says_of_itself_stops_no_file() {
    let url = format!("s3://{}/zhanggui?tls=false", takes_files_only());
    let storage = S3::from_url(&url, Some(keys(SECRET))).unwrap();
    let key = FileKey::new(Folder::Hetong, 2026, 3, 1, "pdf").unwrap();
    storage.put(&key, &vec![7; 1 << 20]).unwrap();
}

#[test]
fn a_bad_url_says_what_is_wrong() {
    let error = |url: &str| S3::from_url(url, Some(keys("s"))).unwrap_err();
    assert_eq!(error("https://host/bucket"), S3UrlError::NotAUrl);
    assert_eq!(error("s3:///bucket"), S3UrlError::NoHost);
    assert_eq!(error("s3://host/"), S3UrlError::NoBucket);
    assert_eq!(error("s3://host/bucket/a%20b"), S3UrlError::BadPrefix);
    assert_eq!(
        error("s3://host/bucket?tsl=false"),
        S3UrlError::UnknownOption
    );
    assert_eq!(
        error("s3://host/bucket?tls=no"),
        S3UrlError::BadOption("tls")
    );
    assert_eq!(
        error("s3://host/bucket?style=host"),
        S3UrlError::BadOption("style")
    );
    assert_eq!(
        S3::from_url("s3://host/bucket", None).unwrap_err(),
        S3UrlError::NoCredentials
    );
    let storage = S3::from_url("s3://a:geheim@host/bucket", None).unwrap();
    assert!(!format!("{storage:?}").contains("geheim"));
}
