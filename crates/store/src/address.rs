//! The address of a PostgreSQL server, and whether what is said to it is encrypted. Encrypted
//! means verified: a server whose certificate nobody vouches for is not talked to.

use std::{path::PathBuf, sync::Arc, time::Duration};

use percent_encoding::percent_decode_str;
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject as _},
};
use tokio::time::timeout;
use tokio_postgres::{Client, Config, NoTls, Socket, config::SslMode, tls::MakeTlsConnect};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::{
    error::{Error, Result},
    pg_error::{describe, is_barred, is_crowded},
};

/// Whose word is taken for the server's certificate.
#[derive(Debug, PartialEq, Eq)]
enum Trust {
    /// Those whom the operating system trusts.
    System,
    /// Those in a file.
    File(PathBuf),
}

/// An address, read.
#[derive(Debug, PartialEq, Eq)]
struct Address {
    /// Without what is said about encryption.
    plain: String,
    trust: Option<Trust>,
}

fn read(url: &str) -> Result<Address> {
    let (base, query) = url.split_once('?').unwrap_or((url, ""));
    let (mut mode, mut file, mut rest) = (None, None, Vec::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some(("sslmode", value)) => mode = Some(value),
            Some(("sslrootcert", value)) => {
                let path = percent_decode_str(value).decode_utf8();
                file = Some(path.map_err(|_| refused("sslrootcert 不是有效的路径"))?);
            }
            _ => rest.push(pair),
        }
    }
    let trust = match (mode, file.as_deref()) {
        (None | Some("disable"), None) => None,
        (None | Some("disable"), Some(_)) => {
            return Err(refused("给出 sslrootcert 时 sslmode 应为 verify-full"));
        }
        (Some("require" | "verify-ca" | "verify-full"), None | Some("system")) => {
            Some(Trust::System)
        }
        (Some("require" | "verify-ca" | "verify-full"), Some(path)) => {
            Some(Trust::File(path.into()))
        }
        (Some(_), _) => {
            return Err(refused("sslmode 只能是 disable、require 或 verify-full"));
        }
    };
    let plain = if rest.is_empty() {
        base.to_owned()
    } else {
        format!("{base}?{}", rest.join("&"))
    };
    Ok(Address { plain, trust })
}

fn refused(why: &str) -> Error {
    Error::Driver(format!("数据库地址有误，{why}"))
}

/// The addresses of the servers that one address names, in its order. Where one of them is to be
/// drawn by lot, the driver does that.
fn each_server(plain: &str) -> Vec<String> {
    let whole = || vec![plain.to_owned()];
    let Some((scheme, rest)) = plain.split_once("://") else {
        return whole();
    };
    let (place, rest) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let (person, servers) = match place.rsplit_once('@') {
        Some((person, servers)) => (format!("{person}@"), servers),
        None => (String::new(), place),
    };
    if rest.contains("load_balance_hosts=random") {
        return whole();
    }
    let one = |server| format!("{scheme}://{person}{server}{rest}");
    servers.split(',').map(one).collect()
}

/// Connects as the address says within a time; `set` adds what is the same for all connections.
/// Where several servers are named, each has its share of the time, so that one that is silent
/// leaves some for the next.
pub(crate) async fn connect(
    url: &str,
    within: Duration,
    set: impl Fn(&mut Config),
) -> Result<Client> {
    let address = read(url)?;
    let servers = each_server(&address.plain);
    let share = within / u32::try_from(servers.len()).unwrap_or(u32::MAX);
    let mut failed = Error::Lost("no server is named".to_owned());
    for server in servers {
        let mut config: Config = server
            .parse()
            .map_err(|error: tokio_postgres::Error| Error::Driver(error.to_string()))?;
        set(&mut config);
        config.connect_timeout(share);
        let error = match timeout(share, entered(config, address.trust.as_ref())).await {
            Ok(Ok(client)) => return Ok(client),
            Ok(Err(error)) => error,
            Err(_) => Error::Lost("the server is silent".to_owned()),
        };
        // What a server said is worth more than the silence of another.
        if !matches!(failed, Error::Barred(_) | Error::Crowded(_)) {
            failed = error;
        }
    }
    Err(failed)
}

/// Connects to one server.
async fn entered(mut config: Config, trust: Option<&Trust>) -> Result<Client> {
    let client = match trust {
        None => opened(config.ssl_mode(SslMode::Disable), NoTls).await,
        Some(trust) => opened(config.ssl_mode(SslMode::Require), tls(trust)?).await,
    };
    client.map_err(|error| {
        if is_barred(&error) {
            Error::Barred(describe(&error))
        } else if is_crowded(&error) {
            Error::Crowded(describe(&error))
        } else {
            Error::Lost(describe(&error))
        }
    })
}

/// The connection itself becomes a task of the runtime that waits for it.
async fn opened<T>(config: &Config, tls: T) -> std::result::Result<Client, tokio_postgres::Error>
where
    T: MakeTlsConnect<Socket>,
    T::Stream: Send + 'static,
{
    let (client, connection) = config.connect(tls).await?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(error = describe(&error), "a connection ended");
        }
    });
    Ok(client)
}

fn tls(trust: &Trust) -> Result<MakeRustlsConnect> {
    let mut roots = RootCertStore::empty();
    match trust {
        Trust::System => {
            let known = rustls_native_certs::load_native_certs();
            roots.add_parsable_certificates(known.certs);
        }
        Trust::File(path) => {
            let unread = |error| {
                let path = path.display();
                Error::Driver(format!("无法读取 sslrootcert 指定的证书 {path}：{error}"))
            };
            let certificates = CertificateDer::pem_file_iter(path).map_err(unread)?;
            for certificate in certificates {
                let added = roots.add(certificate.map_err(unread)?);
                added.map_err(|error| Error::Driver(error.to_string()))?;
            }
        }
    }
    if roots.is_empty() {
        return Err(refused("没有可信任的根证书，请用 sslrootcert 指定证书文件"));
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| Error::Driver(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_whom_to_trust() {
        let at = "postgres://a:b@db:5432/office";
        let file = || Some(Trust::File("/etc/my ca.pem".into()));
        for (query, plain, trust) in [
            ("", "", None),
            ("?sslmode=disable", "", None),
            ("?sslmode=require", "", Some(Trust::System)),
            (
                "?sslmode=verify-ca&sslrootcert=system",
                "",
                Some(Trust::System),
            ),
            (
                "?connect_timeout=3&sslmode=verify-full&sslrootcert=/etc/my%20ca.pem&keepalives=1",
                "?connect_timeout=3&keepalives=1",
                file(),
            ),
        ] {
            let read = read(&format!("{at}{query}")).unwrap();
            let plain = format!("{at}{plain}");
            assert_eq!(read, Address { plain, trust }, "{query}");
        }
    }

    #[test]
    fn an_address_may_name_several_servers() {
        let of = |url: &str| each_server(url).join(" ");
        for (url, servers) in [
            ("postgres://db/office", "postgres://db/office"),
            (
                "postgres://a:b,c@db1:5433,[::1]/office?keepalives=1",
                "postgres://a:b,c@db1:5433/office?keepalives=1 postgres://a:b,c@[::1]/office?keepalives=1",
            ),
            (
                "postgres://db1,db2?load_balance_hosts=random",
                "postgres://db1,db2?load_balance_hosts=random",
            ),
        ] {
            assert_eq!(of(url), servers);
        }
    }

    #[test]
    fn half_a_wish_for_encryption_is_refused() {
        for query in [
            "sslmode=prefer",
            "sslmode=allow",
            "sslmode=verify-fully",
            "sslrootcert=/etc/ca.pem",
            "sslmode=disable&sslrootcert=/etc/ca.pem",
            "sslmode=require&sslrootcert=%ff",
        ] {
            let refused = read(&format!("postgres://a@db/office?{query}"));
            assert!(
                matches!(refused, Err(Error::Driver(_))),
                "{query}: {refused:?}"
            );
        }
    }
}
