//! Settings, by flag or environment. A bad one stops the start with one clear sentence.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use clap::Args;

#[derive(Debug, Clone, Args)]
pub struct Settings {
    /// Address to listen on.
    #[arg(long, env = "ZHANGGUI_ADDR", default_value = "127.0.0.1:8080")]
    pub addr: SocketAddr,
    /// Folder for the database, files and the key.
    #[arg(long, env = "ZHANGGUI_DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,
    /// `sqlite:<file>` or `postgres://…`; SQLite under the data folder by default.
    #[arg(long, env = "ZHANGGUI_DATABASE_URL")]
    pub database_url: Option<String>,
    /// A replica for exports and reports.
    #[arg(long, env = "ZHANGGUI_READ_DATABASE_URL")]
    pub read_database_url: Option<String>,
    /// Connections of this node to a PostgreSQL server, without those to a replica.
    #[arg(long, env = "ZHANGGUI_DATABASE_CONNECTIONS", value_name = "N", value_parser = clap::value_parser!(u16).range(2..=1000))]
    pub database_connections: Option<u16>,
    /// Megabytes of a SQLite database that are kept in memory, beside what the system keeps.
    #[arg(long, env = "ZHANGGUI_PAGE_CACHE_MB", value_name = "N", value_parser = clap::value_parser!(u16).range(4..=16384))]
    pub page_cache_mb: Option<u16>,
    /// Seconds between being told to stop and closing the door, for a balancer to notice; 5 with
    /// PostgreSQL, none with SQLite.
    #[arg(long, env = "ZHANGGUI_DRAIN_SECONDS", value_name = "N", value_parser = clap::value_parser!(u16).range(0..=600))]
    pub drain_seconds: Option<u16>,
    /// `s3://…`; a folder under the data folder by default.
    #[arg(long, env = "ZHANGGUI_FILES_URL")]
    pub files_url: Option<String>,
    /// A backup is made into this folder, or to `s3://…`, every day; best on another disk.
    #[arg(long, env = "ZHANGGUI_BACKUP_DIR")]
    pub backup_dir: Option<String>,
    /// Backups are encrypted with the key in this file, which is kept apart from them.
    #[arg(long, env = "ZHANGGUI_BACKUP_KEY_FILE")]
    pub backup_key_file: Option<PathBuf>,
    /// From which hour of the office's day.
    #[arg(long, env = "ZHANGGUI_BACKUP_HOUR", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=23))]
    pub backup_hour: u8,
    /// How many of them are kept.
    #[arg(long, env = "ZHANGGUI_BACKUP_KEEP", default_value_t = 14, value_parser = clap::value_parser!(u16).range(1..=3650))]
    pub backup_keep: u16,
    /// The append-only file that remembers how far the seals have come; best on another disk.
    #[arg(long, env = "ZHANGGUI_ANCHOR_FILE")]
    pub anchor_file: Option<PathBuf>,
    /// Password of the first administrator, used at the first start only.
    #[arg(long, env = "ZHANGGUI_ADMIN_PASSWORD", hide_env_values = true)]
    pub admin_password: Option<String>,
    /// Business clock for tests and demos: `2026-03-01T09:00:00`, with `!` it stands still.
    #[arg(long, env = "ZHANGGUI_CLOCK")]
    pub clock: Option<String>,
    /// Addresses of proxies whose X-Forwarded-For is believed, comma-separated.
    #[arg(long, env = "ZHANGGUI_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<String>,
    /// Serve /metrics on an address of its own.
    #[arg(long, env = "ZHANGGUI_METRICS_ADDR")]
    pub metrics_addr: Option<SocketAddr>,
    /// Serve /metrics to whoever shows this token.
    #[arg(long, env = "ZHANGGUI_METRICS_TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// A source tree of this program: the code generator is there, and writes into it.
    #[arg(long, env = "ZHANGGUI_CODE_DIR")]
    pub code_dir: Option<PathBuf>,
    /// The code generator is there without a source tree, as in a demo.
    #[arg(skip)]
    pub with_tools: bool,
    /// `text` or `json`.
    #[arg(long, env = "ZHANGGUI_LOG", default_value = "text")]
    pub log: String,
}

/// Names this program reads; another one that looks like ours is a typing mistake.
pub const KNOWN: &[&str] = &[
    "ZHANGGUI_ADDR",
    "ZHANGGUI_DATA_DIR",
    "ZHANGGUI_DATABASE_URL",
    "ZHANGGUI_READ_DATABASE_URL",
    "ZHANGGUI_DATABASE_CONNECTIONS",
    "ZHANGGUI_PAGE_CACHE_MB",
    "ZHANGGUI_DRAIN_SECONDS",
    "ZHANGGUI_FILES_URL",
    "ZHANGGUI_BACKUP_DIR",
    "ZHANGGUI_BACKUP_KEY_FILE",
    "ZHANGGUI_BACKUP_HOUR",
    "ZHANGGUI_BACKUP_KEEP",
    "ZHANGGUI_ANCHOR_FILE",
    "ZHANGGUI_ADMIN_PASSWORD",
    "ZHANGGUI_CLOCK",
    "ZHANGGUI_TRUSTED_PROXIES",
    "ZHANGGUI_METRICS_ADDR",
    "ZHANGGUI_METRICS_TOKEN",
    "ZHANGGUI_CODE_DIR",
    "ZHANGGUI_LOG",
    "ZHANGGUI_S3_ACCESS_KEY",
    "ZHANGGUI_S3_SECRET_KEY",
];

/// Refuses settings that nothing reads.
pub fn refuse_unknown(names: impl Iterator<Item = String>) -> Result<(), String> {
    for name in names {
        if name.starts_with("ZHANGGUI_") && !KNOWN.contains(&name.as_str()) {
            return Err(format!("未知的设置 {name}"));
        }
    }
    Ok(())
}

impl Settings {
    /// Where this node anchors the seals.
    pub fn anchor_file(&self) -> PathBuf {
        let chosen = self.anchor_file.clone();
        chosen.unwrap_or_else(|| self.data_dir.join("anchor.log"))
    }

    /// The keys that protect personal data.
    pub fn key(&self) -> PathBuf {
        self.data_dir.join("key")
    }

    /// Stands beside keys that were made and that no office has used yet.
    pub fn unused_keys(&self) -> PathBuf {
        self.data_dir.join("keys.unused")
    }

    pub fn seal_keys(&self) -> PathBuf {
        self.data_dir.join("seal.keys")
    }

    /// How long the door stays open for those who have not heard yet that this node stops.
    pub fn drain(&self) -> Duration {
        let is_alone = !self
            .database_url
            .as_deref()
            .unwrap_or_default()
            .starts_with("postgres");
        let seconds = self.drain_seconds.unwrap_or(if is_alone { 0 } else { 5 });
        Duration::from_secs(seconds.into())
    }

    pub fn database_url(&self) -> Result<String, String> {
        match &self.database_url {
            None => Ok(format!(
                "sqlite:{}",
                self.data_dir.join("zhanggui.db").display()
            )),
            Some(url)
                if url.starts_with("sqlite:")
                    || url.starts_with("postgres://")
                    || url.starts_with("postgresql://") =>
            {
                Ok(url.clone())
            }
            Some(_) => Err("ZHANGGUI_DATABASE_URL 应以 sqlite: 或 postgres:// 开头".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_has_a_name_that_is_known() {
        let command = Settings::augment_args(clap::Command::new("serve"));
        for argument in command.get_arguments() {
            let name = argument.get_env().and_then(|name| name.to_str());
            let name = name.unwrap_or_else(|| panic!("{} has no name", argument.get_id()));
            assert!(KNOWN.contains(&name), "{name}");
        }
    }

    #[test]
    fn a_misspelt_setting_is_noticed() {
        assert!(refuse_unknown(["ZHANGGUI_ADDRESS".to_owned()].into_iter()).is_err());
        assert!(
            refuse_unknown(["ZHANGGUI_ADDR".to_owned(), "PATH".to_owned()].into_iter()).is_ok()
        );
    }
}
