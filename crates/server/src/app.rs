//! The running application: what every request shares.

use std::{path::PathBuf, sync::Arc, time::Duration};

use service::{
    login::CAPTCHAS_A_MINUTE,
    password::{Hasher, Policy},
    session::AccessCache,
};
use store::{Clock, Db, Options, Tools, crypt::Keys, migrate, private, rotation};
use tokio::sync::Semaphore;

use crate::{
    files::{Beginning, FileKey, Local, Measured, S3, Sealed, Storage, StorageError, Stored},
    health::Health,
    key_watch::KeyWatch,
    limit::PerMinute,
    metrics::Metrics,
    origin::TrustedProxies,
    per_person::PerPerson,
    progress::UnderWay,
    proving::Proving,
    room::Room,
    sealing::{self, Sealing},
    settings::Settings,
    tokens::Tokens,
    turns::Turns,
    upgrade::{self, Founder},
    visits::Visits,
};

/// An office behind one address on a Monday morning; a question costs two looks at the database.
const CAPTCHA_QUESTIONS_A_MINUTE: u32 = 600;
/// Many customers behind one address of a phone network, all following a link.
const PROMOTIONS_A_MINUTE: u32 = 600;
/// Of these the first so many count as visits, so that no one address makes up the figures.
const VISITS_A_MINUTE: u32 = 60;
/// The largest file there is, or twenty photographs.
const UPLOAD_ROOM: usize = 101 << 20;
/// One large photograph or four spreadsheets; with the uploads below a quarter of a gigabyte.
const DECODED_ROOM: usize = 144 << 20;
/// Longer than a request may take: what is decoded takes seconds, and its turn comes.
const DECODED_PATIENCE: Duration = Duration::from_secs(20);
const EXPORTS_AT_ONCE: usize = 2;
const EXPORT_PATIENCE: Duration = Duration::from_mins(2);
/// A person's browsers, each with one stream for all its windows.
const BELLS_AT_ONCE: usize = 4;
const UPLOAD_TIME: Duration = Duration::from_mins(2);
const REQUEST_BUDGET: Duration = Duration::from_secs(8);

pub struct App {
    pub db: Db,
    pub clock: Clock,
    pub files: Arc<Sealed>,
    pub sealing: Arc<Sealing>,
    /// None where there is no key file (bench).
    pub key_watch: Option<KeyWatch>,
    pub access: AccessCache,
    pub tokens: Tokens,
    pub hasher: Arc<Hasher>,
    /// Hashing a password takes a core for a while: as many at once as there are cores.
    pub hashing: Turns,
    /// Decoding a picture takes a core for a while, too.
    pub decoding: Semaphore,
    /// Forms with files are held in memory while they are checked.
    pub uploads: Room,
    /// What pictures and spreadsheets become when they are unpacked, all requests together.
    pub decoded: Room,
    /// Captcha pictures: anyone may ask, and each is drawn and kept.
    pub captchas: PerMinute,
    /// Whether a captcha will be asked for: the sign-in page wants to know for every name typed.
    pub captcha_questions: PerMinute,
    /// Links of channels: anyone may follow them.
    pub promotions: PerMinute,
    /// Visits of one address that count.
    pub visitors: PerMinute,
    /// Those who did, until they are written down.
    pub visits: Visits,
    /// Exports of one person: the rest of them wait.
    pub exports: PerPerson,
    /// Browsers of one person that hear of what happens.
    pub bells: PerPerson,
    /// Imports and exports whose clients ask how far they are.
    pub under_way: UnderWay,
    /// 账实检查: one at a time, for whoever asks.
    pub proving: Proving,
    pub proxies: TrustedProxies,
    pub metrics: Metrics,
    pub health: Health,
    pub metrics_token: Option<String>,
    /// The source tree that generated code is written into.
    pub code_dir: Option<PathBuf>,
    /// Whoever takes longer to send a form keeps room that others wait for.
    pub upload_time: Duration,
    /// A request that takes longer is answered with a time-out: less than the client's ten.
    pub request_budget: Duration,
}

/// What the first start has to tell a person.
pub struct Opened {
    pub app: Arc<App>,
    /// The administrator's password where it was made up just now.
    pub made_up_password: Option<String>,
    pub is_first_start: bool,
}

/// Opens the database, brings schema and seed up to date. A sentence where it cannot.
pub fn open(settings: &Settings, hasher: Hasher) -> Result<Opened, String> {
    let key = settings.key();
    let had_key = key.exists();
    let db = open_db(settings)?;
    if let Err(sentence) = upgrade::schema(&db) {
        if sentence == upgrade::OTHER_KEY && !had_key {
            // Made just now, and no use: whoever finds the right one finds its place free.
            let _ = std::fs::remove_file(&key);
        }
        return Err(sentence);
    }
    let clock = clock(settings)?;
    let given = settings.admin_password.clone();
    if let Some(password) = &given
        && let Err(weakness) = Policy::Dengbao.check(password, "admin")
    {
        return Err(format!("ZHANGGUI_ADMIN_PASSWORD 不合要求：{weakness}"));
    }
    let password = given
        .clone()
        .unwrap_or_else(|| service::password::generate(&mut rand::rng()));
    let founder = Founder {
        hasher: hasher.clone(),
        password: password.clone(),
    };
    let (is_first_start, sealing) = upgrade::contents(settings, &db, &clock, founder)?;
    let metrics = Metrics::default();
    let kept = Measured::new(open_files(settings)?, Arc::clone(&metrics.files));
    let files = Sealed::new(Arc::new(kept), db.keys().clone());
    let are_some_clear = db.read_now(store::files::are_some_clear);
    if !are_some_clear.map_err(|error| format!("数据库不可用：{error}"))? {
        files.refuse_clear();
    }
    let app = Arc::new(App {
        files: Arc::new(files),
        key_watch: Some(KeyWatch::new(key).map_err(|error| error.to_string())?),
        proxies: TrustedProxies::parse(&settings.trusted_proxies)?,
        metrics,
        metrics_token: settings.metrics_token.clone(),
        code_dir: settings.code_dir.clone(),
        ..App::new(db, clock, hasher, sealing)
    });
    // From here on an empty database beside the keys means that one was lost.
    let _ = std::fs::remove_file(settings.unused_keys());
    let made_up_password = (is_first_start && given.is_none()).then_some(password);
    Ok(Opened {
        app,
        made_up_password,
        is_first_start,
    })
}

impl App {
    /// An application on an open database, with everything else at its default.
    pub fn new(db: Db, clock: Clock, hasher: Hasher, sealing: Arc<Sealing>) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        store::write_behind(&db);
        Self {
            files: Arc::new(Sealed::new(Arc::new(NoFiles), db.keys().clone())),
            db,
            clock,
            sealing,
            key_watch: None,
            access: AccessCache::default(),
            tokens: Tokens::default(),
            hasher: Arc::new(hasher),
            hashing: Turns::new(cores),
            decoding: Semaphore::new(cores),
            uploads: Room::new(UPLOAD_ROOM, UPLOAD_ROOM / 4, REQUEST_BUDGET),
            decoded: Room::new(DECODED_ROOM, DECODED_ROOM / 2, DECODED_PATIENCE),
            captchas: PerMinute::new(CAPTCHAS_A_MINUTE),
            captcha_questions: PerMinute::new(CAPTCHA_QUESTIONS_A_MINUTE),
            promotions: PerMinute::new(PROMOTIONS_A_MINUTE),
            visitors: PerMinute::new(VISITS_A_MINUTE),
            visits: Visits::default(),
            exports: PerPerson::new(EXPORTS_AT_ONCE, EXPORT_PATIENCE),
            bells: PerPerson::new(BELLS_AT_ONCE, Duration::ZERO),
            under_way: UnderWay::default(),
            proving: Proving::default(),
            proxies: TrustedProxies::default(),
            metrics: Metrics::default(),
            health: Health::default(),
            metrics_token: None,
            code_dir: None,
            upload_time: UPLOAD_TIME,
            request_budget: REQUEST_BUDGET,
        }
    }
}

pub fn clock(settings: &Settings) -> Result<Clock, String> {
    match &settings.clock {
        None => Ok(Clock::system()),
        Some(text) => Clock::from_setting(text).ok_or_else(|| {
            format!("ZHANGGUI_CLOCK 的值 {text} 不是时间，应如 2026-03-01T09:00:00")
        }),
    }
}

/// A key without its database means that the database was lost or is elsewhere: what would be
/// made in its place is a new office with nothing in it.
fn lost_database(what: &str) -> String {
    format!(
        "数据目录中已有密钥 key，而数据库{what}：请检查数据目录和数据库地址，或从备份恢复；\
         如果要从头开始，请先移走 key"
    )
}

/// Before it is opened: a file that is not there would be made.
fn refuse_lost_file(settings: &Settings) -> Result<(), String> {
    let url = settings.database_url()?;
    let Some(path) = url.strip_prefix("sqlite:") else {
        return Ok(());
    };
    match std::fs::metadata(path) {
        Ok(found) if found.len() > 0 => Ok(()),
        Ok(_) => Err(lost_database(&format!(" {path} 是空的"))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            Err(lost_database(&format!(" {path} 不存在")))
        }
        Err(error) => Err(format!("无法读取数据库 {path}：{error}")),
    }
}

/// A server is not made by us: what it holds shows once it is open.
fn refuse_empty_server(db: &Db) -> Result<(), String> {
    match db.read_now(migrate::is_untouched) {
        Ok(false) => Ok(()),
        Ok(true) => Err(lost_database("是空的")),
        Err(error) => Err(format!("无法打开数据库：{error}")),
    }
}

/// Makes the keys of an office before its first start, so that several nodes can be given them and
/// start together.
pub fn make_keys(settings: &Settings) -> Result<(), String> {
    let (key, seal_keys) = (settings.key(), settings.seal_keys());
    if let Some(found) = [&key, &seal_keys].into_iter().find(|path| path.exists()) {
        return Err(format!("{} 已存在，不再生成", found.display()));
    }
    let failed = |error: std::io::Error| format!("无法生成密钥：{error}");
    private::make_folder(&settings.data_dir).map_err(failed)?;
    private::make_file(&settings.unused_keys()).map_err(failed)?;
    Keys::load_or_create(&key).map_err(|error| format!("无法生成密钥：{error}"))?;
    sealing::create(&seal_keys, 1)?;
    Ok(())
}

/// A database that is there already, for commands that run beside a live server: a mistyped
/// folder must not become a new installation.
pub fn open_existing_db(settings: &Settings) -> Result<Db, String> {
    let key = settings.key();
    let database = settings.database_url()?;
    let missing = match database.strip_prefix("sqlite:") {
        Some(path) if !std::path::Path::new(path).exists() => Some(path.to_owned()),
        _ if !key.exists() => Some(key.display().to_string()),
        _ => None,
    };
    if let Some(path) = missing {
        return Err(format!("没有找到 {path}，请检查数据目录的设置"));
    }
    let db = open_db_within(settings, COMMAND_BUDGET, Duration::ZERO)?;
    migrate::settle(&db).map_err(|error| error.to_string())?;
    // A key that is missing shows where something is to be read with it.
    let followed = db.read_now(rotation::follow);
    followed.map_err(|error| error.to_string())?;
    Ok(db)
}

/// Proving a large database takes longer than anyone waits for a screen.
const COMMAND_BUDGET: Duration = Duration::from_hours(2);

/// The database alone; folder, key and file are made where they are missing.
pub fn open_db(settings: &Settings) -> Result<Db, String> {
    let had_key = settings.key().exists() && !settings.unused_keys().exists();
    if had_key {
        refuse_lost_file(settings)?;
    }
    let db = open_db_within(settings, Options::STATEMENT_BUDGET, START_PATIENCE)?;
    if had_key {
        refuse_empty_server(&db)?;
    }
    Ok(db)
}

/// A database server that starts together with us gets this long.
const START_PATIENCE: Duration = Duration::from_mins(1);

fn open_db_within(
    settings: &Settings,
    statement_budget: Duration,
    start_patience: Duration,
) -> Result<Db, String> {
    let url = settings.database_url()?;
    private::make_folder(&settings.data_dir)
        .map_err(|error| format!("无法创建数据目录 {}：{error}", settings.data_dir.display()))?;
    let key_path = settings.key();
    if private::is_open_to_others(&key_path).unwrap_or(false) {
        let key = key_path.display();
        return Err(format!(
            "密钥 {key} 能被其他用户读取，请先执行 chmod 600 {key}，再启动"
        ));
    }
    let keys = Keys::load_or_create(&key_path)
        .map_err(|error| format!("无法读取密钥 {}：{error}", key_path.display()))?;
    let mut options = Options::new(&url, keys);
    if let Some(connections) = settings.database_connections {
        options = options.sharing(connections.into());
    }
    if let Some(megabytes) = settings.page_cache_mb {
        options.page_cache_mb = megabytes;
    }
    options.tools = match settings.code_dir {
        Some(_) => Tools::Written,
        None if settings.with_tools => Tools::Shown,
        None => Tools::None,
    };
    options.statement_budget = statement_budget;
    options.start_patience = start_patience;
    options.replica_url.clone_from(&settings.read_database_url);
    Db::open(&options).map_err(|error| match error {
        store::Error::Barred(said) => {
            format!("数据库拒绝登录，请检查地址中的用户名、密码和数据库名：{said}")
        }
        store::Error::Crowded(said) => format!(
            "数据库的连接数已满，请调大数据库的 max_connections，或调小 ZHANGGUI_DATABASE_CONNECTIONS：{said}"
        ),
        error => format!("无法打开数据库：{error}"),
    })
}

/// A database that is to be filled from elsewhere: the key is there, the rows are not.
pub fn open_db_to_fill(settings: &Settings) -> Result<Db, String> {
    open_db_within(settings, COMMAND_BUDGET, Duration::ZERO)
}

/// Where files are kept, as they lie there: private ones sealed.
pub fn open_files(settings: &Settings) -> Result<Arc<dyn Storage>, String> {
    match &settings.files_url {
        None => {
            let local = Local::open(settings.data_dir.join("files"))
                .map_err(|error| format!("无法使用文件目录：{}", error.context()))?;
            Ok(Arc::new(local))
        }
        Some(url) => Ok(Arc::new(open_bucket(url)?)),
    }
}

/// A bucket by its address, with the keys of the environment where that has none.
pub fn open_bucket(url: &str) -> Result<S3, String> {
    let keys = std::env::var("ZHANGGUI_S3_ACCESS_KEY")
        .ok()
        .zip(std::env::var("ZHANGGUI_S3_SECRET_KEY").ok());
    S3::from_url(url, keys).map_err(|error| error.to_string())
}

/// Stands where an application is built without files (bench, tests of other parts).
struct NoFiles;

impl Storage for NoFiles {
    fn put(&self, _: &FileKey, _: &[u8]) -> Result<(), StorageError> {
        Err(std::io::Error::other("no storage").into())
    }
    fn replace(&self, _: &FileKey, _: &[u8]) -> Result<(), StorageError> {
        Err(std::io::Error::other("no storage").into())
    }
    fn open(&self, _: &FileKey) -> Result<Option<Stored>, StorageError> {
        Ok(None)
    }
    fn beginning(&self, _: &FileKey, _: usize) -> Result<Option<Beginning>, StorageError> {
        Ok(None)
    }
    fn delete(&self, _: &FileKey) -> Result<(), StorageError> {
        Ok(())
    }
    fn healthy(&self) -> Result<(), StorageError> {
        Ok(())
    }
}
