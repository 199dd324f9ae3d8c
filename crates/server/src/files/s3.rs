//! Files in S3-compatible storage: AWS, MinIO, Aliyun OSS, Tencent COS and their like.

mod objects;

use std::fmt;
use std::io::Read as _;
use std::time::Duration;

use rusty_s3::{Bucket, Credentials, S3Action, UrlStyle};
use ureq::http::Response;
use ureq::{Agent, Body};
use url::Url;

use super::key::FileKey;
use super::storage::{Beginning, Storage, StorageError, Stored};

const SIGNATURE_LIFE: Duration = Duration::from_mins(1);
/// A service that is away is told from a slow one within five seconds: a person waits.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);
/// What is small is there and back within this, whatever hangs.
const CALL_TIMEOUT: Duration = Duration::from_millis(4500);
const RESOLVE_TIMEOUT: Duration = Duration::from_secs(2);
/// A service that takes, or gives, nothing at all for so long in the middle of a file is away too.
const STALLED: Duration = Duration::from_secs(4);

/// A bucket of an S3-compatible service, named by one URL:
///
/// `s3://[access:secret@]host[:port]/bucket[/prefix][?region=…][&tls=false][&style=virtual]`
///
/// * `access:secret`: percent-encoded where they hold `/`, `+` or `@`. Better left out and given in the environment as
///   `ZHANGGUI_S3_ACCESS_KEY` and `ZHANGGUI_S3_SECRET_KEY`, where no process list shows them.
/// * `prefix`: put before every key, so that several installations can share a bucket.
/// * `region`: what the signature names; `us-east-1` when left out, which most compatible servers expect.
/// * `tls`: `true` unless said otherwise; `false` speaks plain HTTP, for a server on the same machine or network.
/// * `style`: `path` (`host/bucket/key`, the default) or `virtual` (`bucket.host/key`, which Aliyun OSS insists on).
///
/// Anything else in the URL is an error, so that a misspelt option does not pass unnoticed.
pub struct S3 {
    bucket: Bucket,
    credentials: Credentials,
    prefix: String,
    agent: Agent,
}

impl fmt::Debug for S3 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S3({})", self.bucket.name())
    }
}

/// What is wrong with the setting; it never repeats the secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum S3UrlError {
    NotAUrl,
    NoHost,
    NoBucket,
    BadPrefix,
    UnknownOption,
    BadOption(&'static str),
    NoCredentials,
}

impl fmt::Display for S3UrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            S3UrlError::NotAUrl => f.write_str("文件存储地址应为 s3://主机/存储桶"),
            S3UrlError::NoHost => f.write_str("文件存储地址缺少主机名"),
            S3UrlError::NoBucket => f.write_str("文件存储地址缺少存储桶名称"),
            S3UrlError::BadPrefix => f.write_str("文件存储地址的前缀只能用字母、数字、- _ . 和 /"),
            S3UrlError::UnknownOption => {
                f.write_str("文件存储地址只接受 region、tls、style 三个选项")
            }
            S3UrlError::BadOption(name) => write!(f, "文件存储地址的选项 {name} 不正确"),
            S3UrlError::NoCredentials => f.write_str(
                "缺少文件存储的密钥，请设置 ZHANGGUI_S3_ACCESS_KEY 和 ZHANGGUI_S3_SECRET_KEY",
            ),
        }
    }
}

impl std::error::Error for S3UrlError {}

impl S3 {
    /// Reads the URL above; `environment` gives the keys (access, secret) when the URL has none.
    pub fn from_url(url: &str, environment: Option<(String, String)>) -> Result<S3, S3UrlError> {
        let url = Url::parse(url)
            .ok()
            .filter(|url| url.scheme() == "s3")
            .ok_or(S3UrlError::NotAUrl)?;
        let host = url
            .host_str()
            .filter(|host| !host.is_empty())
            .ok_or(S3UrlError::NoHost)?;
        let options = Options::read(&url)?;
        let path = url.path().trim_matches('/');
        let (bucket_name, prefix) = path.split_once('/').unwrap_or((path, ""));
        if bucket_name.is_empty() {
            return Err(S3UrlError::NoBucket);
        }
        let is_plain =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/');
        if !prefix.bytes().all(is_plain) || prefix.split('/').any(|part| part == "..") {
            return Err(S3UrlError::BadPrefix);
        }
        let scheme = if options.tls { "https" } else { "http" };
        let port = url
            .port()
            .map(|port| format!(":{port}"))
            .unwrap_or_default();
        let endpoint =
            Url::parse(&format!("{scheme}://{host}{port}")).map_err(|_| S3UrlError::NoHost)?;
        let bucket = Bucket::new(
            endpoint,
            options.style,
            bucket_name.to_owned(),
            options.region,
        )
        .map_err(|_| S3UrlError::NoBucket)?;
        let (access, secret) = credentials_in(&url)
            .or(environment)
            .ok_or(S3UrlError::NoCredentials)?;
        let prefix = if prefix.is_empty() {
            String::new()
        } else {
            format!("{prefix}/")
        };
        Ok(S3 {
            bucket,
            credentials: Credentials::new(access, secret),
            prefix,
            agent: agent(options.tls),
        })
    }

    fn object(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// What the service says of the bucket.
    fn head(&self) -> Result<Response<Body>, StorageError> {
        let url = self
            .bucket
            .head_bucket(Some(&self.credentials))
            .sign(SIGNATURE_LIFE);
        let answer = self.agent.head(url.as_str()).call();
        answer.map_err(|error| unreachable_service("head", &error))
    }
}

struct Options {
    region: String,
    tls: bool,
    style: UrlStyle,
}

impl Options {
    fn read(url: &Url) -> Result<Options, S3UrlError> {
        let mut options = Options {
            region: "us-east-1".to_owned(),
            tls: true,
            style: UrlStyle::Path,
        };
        for (name, value) in url.query_pairs() {
            match (&*name, &*value) {
                ("region", "") => return Err(S3UrlError::BadOption("region")),
                ("region", region) => region.clone_into(&mut options.region),
                ("tls", "true") => options.tls = true,
                ("tls", "false") => options.tls = false,
                ("tls", _) => return Err(S3UrlError::BadOption("tls")),
                ("style", "path") => options.style = UrlStyle::Path,
                ("style", "virtual") => options.style = UrlStyle::VirtualHost,
                ("style", _) => return Err(S3UrlError::BadOption("style")),
                _ => return Err(S3UrlError::UnknownOption),
            }
        }
        Ok(options)
    }
}

fn credentials_in(url: &Url) -> Option<(String, String)> {
    let decode = |text: &str| {
        percent_encoding::percent_decode_str(text)
            .decode_utf8()
            .ok()
            .map(String::from)
    };
    let access = decode(url.username()).filter(|access| !access.is_empty())?;
    Some((access, decode(url.password()?)?))
}

fn agent(tls: bool) -> Agent {
    let config = Agent::config_builder()
        .https_only(tls)
        .max_redirects(0)
        .http_status_as_error(false)
        .timeout_resolve(Some(RESOLVE_TIMEOUT))
        .timeout_connect(Some(CONNECT_TIMEOUT))
        .timeout_per_write(Some(STALLED))
        .timeout_recv_response(Some(ANSWER_TIMEOUT))
        .timeout_global(Some(CALL_TIMEOUT))
        .build();
    Agent::new_with_config(config)
}

impl Storage for S3 {
    fn put(&self, key: &FileKey, bytes: &[u8]) -> Result<(), StorageError> {
        self.put_object(key.as_str(), key.mime(), bytes)
    }

    /// To put an object is to replace it.
    fn replace(&self, key: &FileKey, bytes: &[u8]) -> Result<(), StorageError> {
        self.put(key, bytes)
    }

    fn open(&self, key: &FileKey) -> Result<Option<Stored>, StorageError> {
        self.open_object(key.as_str())
    }

    fn beginning(&self, key: &FileKey, most: usize) -> Result<Option<Beginning>, StorageError> {
        let object = self.object(key.as_str());
        let url = self
            .bucket
            .get_object(Some(&self.credentials), &object)
            .sign(SIGNATURE_LIFE);
        let answer = self
            .agent
            .get(url.as_str())
            .header("range", format!("bytes=0-{}", most.saturating_sub(1)))
            .call()
            .map_err(|error| unreachable_service("get", &error))?;
        match answer.status().as_u16() {
            404 => return Ok(None),
            // There is no first byte.
            416 => {
                return Ok(Some(Beginning {
                    bytes: Vec::new(),
                    length: Some(0),
                }));
            }
            _ => expect_success("get", &answer)?,
        }
        let length = whole_length(&answer);
        let mut bytes = Vec::with_capacity(most);
        let most = u64::try_from(most).unwrap_or(u64::MAX);
        let mut reader = answer.into_body().into_reader().take(most);
        reader.read_to_end(&mut bytes)?;
        Ok(Some(Beginning { bytes, length }))
    }

    fn delete(&self, key: &FileKey) -> Result<(), StorageError> {
        self.delete_object(key.as_str())
    }

    fn healthy(&self) -> Result<(), StorageError> {
        expect_success("head", &self.head()?)
    }
}

/// How long an object is of which a part was asked for: `bytes 0-9/4711`.
fn whole_length<B>(answer: &Response<B>) -> Option<u64> {
    let range = answer.headers().get("content-range")?.to_str().ok()?;
    range.rsplit('/').next()?.parse().ok()
}

fn expect_success<B>(verb: &str, answer: &Response<B>) -> Result<(), StorageError> {
    let status = answer.status();
    if status.is_success() {
        Ok(())
    } else {
        Err(StorageError::new(format!(
            "s3 {verb}: HTTP {}",
            status.as_u16()
        )))
    }
}

/// The signed URL is as good as a key for a minute, so the error's own words are kept only where they cannot hold it.
fn unreachable_service(verb: &str, error: &ureq::Error) -> StorageError {
    let cause = match error {
        ureq::Error::Io(error) => error.to_string(),
        ureq::Error::Timeout(_) => "timeout".to_owned(),
        ureq::Error::HostNotFound => "host not found".to_owned(),
        ureq::Error::ConnectionFailed => "connection failed".to_owned(),
        ureq::Error::BodyExceedsLimit(_) => "file larger than any we store".to_owned(),
        _ => "request failed".to_owned(),
    };
    StorageError::new(format!("s3 {verb}: {cause}"))
}
