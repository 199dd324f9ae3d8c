//! Commands. Each says what went wrong in one sentence and exits with 1.

pub mod backup_key;
pub mod check;
pub(crate) mod copy;
mod each_file;
pub mod rotate;
mod serve;
pub mod unused_files;

use std::process::ExitCode;

use clap::{Parser, Subcommand, value_parser};
use service::{
    audit::{self, Deed},
    login_lock, password, seed,
};
use store::{Db, sessions, users};

use crate::{
    app, generated, sealing,
    settings::{self, Settings},
    upgrade::{self, Founder},
};

#[derive(Parser)]
#[command(name = "zhanggui", version, about = "掌柜：消费贷款业务后台")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Start the server.
    Serve {
        #[command(flatten)]
        settings: Settings,
        /// Fill an empty database with a year of made-up business first.
        #[arg(long)]
        demo: bool,
        /// How many orders that business has.
        #[arg(long, default_value_t = 5_000, value_name = "N", value_parser = value_parser!(u32).range(..=2_000_000))]
        demo_orders: u32,
    },
    /// Prove the invariants of a database; exit 1 and name the rows when one is broken.
    Check {
        #[command(flatten)]
        settings: Settings,
        /// An anchor file to hold against the database; may be given several times. That of this
        /// node by default.
        #[arg(long, value_name = "FILE")]
        anchor: Vec<std::path::PathBuf>,
        /// Open every private file, however many there are.
        #[arg(long)]
        all_files: bool,
    },
    /// Copy a live office, its rows, keys and files, into a folder, whatever engine it runs on.
    Backup {
        #[command(flatten)]
        settings: Settings,
        /// A folder that does not exist yet, or `s3://host/bucket/name`.
        target: String,
    },
    /// Bring a backup back into an empty data folder and database, of either engine.
    Restore {
        #[command(flatten)]
        settings: Settings,
        /// What `backup` wrote: a folder, or `s3://host/bucket/name`.
        source: String,
    },
    /// Make a key that backups are encrypted with; keep it apart from them.
    MakeBackupKey {
        /// A file that does not exist yet.
        file: std::path::PathBuf,
    },
    /// Make the keys of an office before its first start, to hand them to every node.
    MakeKeys(Settings),
    /// Carry a stopped office to another database; goes on where it was cut off.
    Move {
        #[command(flatten)]
        settings: Settings,
        /// An empty database: `postgres://…` or `sqlite:<file>`.
        #[arg(long, value_name = "URL")]
        to: String,
        /// Take the files to this storage too.
        #[arg(long, value_name = "URL")]
        files_to: Option<String>,
    },
    /// Note in the anchor that the database was restored by other means than `restore`.
    RecordRestore(Settings),
    /// Accept that the anchor of this node begins now: a new node, or a disk that was lost.
    BeginAnchor(Settings),
    /// Seal with a new key from now on; older ones stay to verify what they sealed.
    RotateSealKey {
        #[command(flatten)]
        settings: Settings,
        /// The file of keys is lost for good: start a new one.
        #[arg(long)]
        lost: bool,
    },
    /// Encrypt personal data with a new key, beside live servers; goes on where it was cut off.
    RotateKey {
        #[command(flatten)]
        settings: Settings,
        /// Take the old keys out of the key file, once nothing lies under them.
        #[arg(long)]
        forget: bool,
    },
    /// Name the files that no row shows any more; beside live servers.
    UnusedFiles {
        #[command(flatten)]
        settings: Settings,
        /// Take them away.
        #[arg(long)]
        remove: bool,
    },
    /// Bring the database up to date, as a start would, and stop.
    Migrate(Settings),
    /// Commands about administrators.
    Admin {
        #[command(subcommand)]
        command: Admin,
    },
    /// Print the OpenAPI document.
    Openapi,
}

#[derive(Subcommand)]
enum Admin {
    /// Give a user a new random password, printed once; unlocks the name and ends its sessions.
    ResetPassword {
        #[command(flatten)]
        settings: Settings,
        /// Whose password.
        #[arg(default_value = "admin")]
        login_name: String,
    },
}

/// Runs the command the program was started with.
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let outcome = settings::refuse_unknown(std::env::vars().map(|(name, _)| name)).and_then(|()| {
        match cli.command {
            Command::Serve {
                settings,
                demo,
                demo_orders,
            } => serve::run(&settings, demo.then_some(demo_orders as usize)),
            Command::Check {
                settings,
                mut anchor,
                all_files,
            } => {
                if anchor.is_empty() {
                    anchor.push(settings.anchor_file());
                }
                check::run(&settings, &anchor, all_files)
            }
            Command::Backup { settings, target } => copy::backup(&settings, &target),
            Command::Restore { settings, source } => copy::restore(&settings, &source),
            Command::MakeBackupKey { file } => backup_key::make(&file),
            Command::MakeKeys(settings) => app::make_keys(&settings).map(|()| {
                println!("已生成 key、seal.keys 和 keys.unused，请把三者复制到每个节点的数据目录");
            }),
            Command::Move {
                settings,
                to,
                files_to,
            } => copy::move_to(&settings, &to, files_to.as_deref()),
            Command::RecordRestore(settings) => copy::record_restore(&settings),
            Command::BeginAnchor(settings) => begin_anchor(&settings),
            Command::RotateSealKey { settings, lost } => rotate_seal_key(&settings, lost),
            Command::RotateKey { settings, forget } if forget => rotate::forget(&settings),
            Command::RotateKey { settings, .. } => rotate::run(&settings),
            Command::UnusedFiles { settings, remove } => unused_files::run(&settings, remove),
            Command::Migrate(settings) => migrate_now(&settings),
            Command::Admin {
                command:
                    Admin::ResetPassword {
                        settings,
                        login_name,
                    },
            } => reset_password(&settings, &login_name),
            Command::Openapi => generated::openapi()
                .map(|text| print!("{text}"))
                .map_err(|error| error.to_string()),
        }
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("{sentence}");
            ExitCode::FAILURE
        }
    }
}

fn migrate_now(settings: &Settings) -> Result<(), String> {
    let db = app::open_db(settings)?;
    let ran = upgrade::schema(&db)?;
    // The first start makes the office, because it alone shows the administrator's password.
    if upgrade::has_office(&db)? {
        let founder = Founder {
            hasher: serve::hasher()?,
            password: password::generate(&mut rand::rng()),
        };
        upgrade::contents(settings, &db, &app::clock(settings)?, founder)?;
    }
    println!("数据库结构已是最新，本次执行 {ran} 个迁移");
    Ok(())
}

/// The log first: a line of the anchor that nobody can look up explains nothing.
fn begin_anchor(settings: &Settings) -> Result<(), String> {
    let db = app::open_existing_db(settings)?;
    let path = settings.anchor_file();
    let sentence = format!("承认锚文件 {} 自此开始", path.display());
    note(settings, &db, "begin-anchor", "封存", sentence)?;
    sealing::accept_begin(settings, &db, app::clock(settings)?.real().0)?;
    println!(
        "锚文件 {} 自此开始；此前的封存没有锚可以对照",
        path.display()
    );
    Ok(())
}

/// A line of the operation log about what a command did.
fn note(
    settings: &Settings,
    db: &Db,
    command: &str,
    module: &'static str,
    sentence: String,
) -> Result<(), String> {
    let clock = app::clock(settings)?;
    let call = seed::system_call(command, clock.now(), clock.real().0);
    let deed = Deed::new(module, sentence);
    let noted = db.write_now(move |tx| audit::record(tx, &call, &deed));
    noted.map_err(|error| format!("无法记入操作日志：{error:?}"))
}

fn rotate_seal_key(settings: &Settings, is_lost: bool) -> Result<(), String> {
    let db = app::open_existing_db(settings)?;
    let number = sealing::rotate(settings, &db, is_lost)?;
    note(
        settings,
        &db,
        "rotate-seal-key",
        "封存",
        format!("启用封存密钥 {number}"),
    )?;
    println!("此后用封存密钥 {number} 封存；请把 seal.keys 复制到每个节点，并另存一份");
    Ok(())
}

fn reset_password(settings: &Settings, login_name: &str) -> Result<(), String> {
    let db = app::open_existing_db(settings)?;
    let clear = password::generate(&mut rand::rng());
    let hasher = serve::hasher()?;
    let hash = hasher
        .hash(&clear, &mut rand::rng())
        .map_err(|error| error.to_string())?;
    let (name, now) = (login_name.to_owned(), app::clock(settings)?.now());
    let found = db.write_now(move |tx| {
        let Some(user) = users::by_login_name(tx, &name)? else {
            return Ok::<_, service::Error>(false);
        };
        users::set_password(tx, user.id, &hash, true, now.0)?;
        sessions::end_all(tx, user.id, None)?;
        login_lock::unlock(tx, &name)?;
        Ok(true)
    });
    match found {
        Ok(true) => {
            println!("账号 {login_name} 的新密码：{clear}（只显示这一次，登录后须修改）");
            Ok(())
        }
        Ok(false) => Err(format!("没有账号 {login_name}")),
        Err(error) => Err(format!("重置失败：{error:?}")),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    /// The guide names commands that there are, and all of them.
    #[test]
    fn the_guide_names_the_commands() {
        let guide = include_str!("../../../docs/operations.md");
        let cli = Cli::command();
        let known: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
        let in_name = |letter: char| letter.is_ascii_lowercase() || letter == '-';
        for rest in guide.split("`zhanggui ").skip(1) {
            let end = rest.find(|letter| !in_name(letter)).unwrap_or(rest.len());
            let (name, _) = rest.split_at(end);
            assert!(known.contains(&name), "zhanggui {name}");
        }
        for name in known {
            let is_named = guide.contains(&format!("`zhanggui {name}"));
            assert!(is_named, "zhanggui {name} is not described");
        }
    }
}
