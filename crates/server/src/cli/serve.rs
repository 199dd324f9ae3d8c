//! `zhanggui serve`

use std::{io::IsTerminal as _, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, routing::get};
use http::StatusCode;
use service::{
    demo::{self, Made},
    password::{Cost, Hasher},
    user::FreshPassword,
};
use tokio::{net::TcpListener, runtime::Runtime, sync::watch};

use crate::{
    app::{self, App, Opened},
    backups,
    cli::copy,
    handlers::{health, site},
    housekeeping,
    net::{self, Limits},
    router,
    settings::Settings,
};

pub fn hasher() -> Result<Hasher, String> {
    Hasher::new(Cost::PRODUCTION, &mut rand::rng()).map_err(|error| error.to_string())
}

/// `demo` is how many made-up orders an empty database gets first.
pub fn run(settings: &Settings, demo: Option<usize>) -> Result<(), String> {
    start_logging(&settings.log)?;
    let runtime = Runtime::new().map_err(|error| format!("无法启动：{error}"))?;
    // Before anything is made: a password is shown once, and must not be lost to a taken port.
    let doors = runtime.block_on(Doors::open(settings))?;
    let settings = &Settings {
        with_tools: demo.is_some(),
        ..settings.clone()
    };
    let opened = app::open(settings, hasher()?)?;
    let stop = Stop::listen(&runtime);
    copy::remove_left_demos(&settings.data_dir);
    let is_filled = match demo {
        Some(orders) => make_demo(&opened, settings, orders, &stop)?,
        None => true,
    };
    let app = Arc::clone(&opened.app);
    let served = if is_filled {
        runtime.block_on(serve(doors, opened, stop, settings))
    } else {
        Err(DEMO_STOPPED.to_owned())
    };
    // What still runs then, an export nobody waits for, is not worth waiting for.
    runtime.shutdown_timeout(STOP_WITHIN);
    app.sealing.everything(&app.db, app.clock.real().0);
    if let Some(watch) = &app.key_watch {
        watch.leave(&app.db);
    }
    served
}

const STOP_WITHIN: Duration = Duration::from_secs(5);

/// Where the server listens.
struct Doors {
    main: TcpListener,
    metrics: Option<TcpListener>,
}

impl Doors {
    async fn open(settings: &Settings) -> Result<Self, String> {
        Ok(Self {
            main: listen(settings.addr).await?,
            metrics: match settings.metrics_addr {
                Some(addr) => Some(listen(addr).await?),
                None => None,
            },
        })
    }
}

async fn listen(addr: SocketAddr) -> Result<TcpListener, String> {
    let listener = TcpListener::bind(addr).await;
    listener.map_err(|error| format!("无法监听 {addr}：{error}"))
}

const DEMO_STOPPED: &str =
    "演示数据只生成了一部分：可以照常使用；要完整的演示，请用空的数据目录重新启动";

/// Fills an empty database and says who works there; answers whether nobody asked to stop.
fn make_demo(
    opened: &Opened,
    settings: &Settings,
    orders: usize,
    stop: &Stop,
) -> Result<bool, String> {
    let app = &opened.app;
    let mut passwords = Vec::new();
    for _ in demo::STAFF {
        let clear = service::password::generate(&mut rand::rng());
        let hash = app.hasher.hash(&clear, &mut rand::rng());
        let hash = hash.map_err(|error| error.to_string())?;
        passwords.push(FreshPassword { clear, hash });
    }
    let told = stop.0.clone();
    let stops = move || *told.borrow() > Asked::Not;
    let made = match made_apart(app, settings, orders, &passwords, stops.clone()) {
        Ok(Some(made)) => Ok(made),
        Ok(None) => demo::run(&app.db, app.clock.now(), orders, &passwords, stops),
        Err(error) => Err(error),
    };
    let made = made.map_err(|error| format!("演示数据生成失败：{error:?}"))?;
    match made {
        Made::Orders(count) | Made::Stopped(count) => {
            println!("已生成演示数据：{count} 笔订单。演示账号（可直接登录）：");
            for ((login_name, name, ..), password) in demo::STAFF.iter().zip(&passwords) {
                println!("  {login_name}（{name}） 密码 {}", password.clear);
            }
        }
        Made::Before => {}
        Made::Half => println!("{DEMO_STOPPED}"),
        Made::NotEmpty => println!("数据库中已有业务数据，不生成演示数据"),
    }
    if matches!(made, Made::Orders(_)) {
        settle(Arc::clone(app));
    }
    let is_stopped = matches!(made, Made::Stopped(_));
    if is_stopped {
        // Shown once, and this is the last chance.
        tell_password(opened);
    }
    Ok(!is_stopped)
}

/// A demo that was made in a file and carried to a server; nothing where it is to be made there.
fn made_apart(
    app: &App,
    settings: &Settings,
    orders: usize,
    passwords: &[FreshPassword],
    stops: impl Fn() -> bool + Send + Sync + 'static,
) -> Result<Option<Made>, service::Error> {
    let real_ms = app.clock.real().0;
    if !demo::may_be_apart(&app.db, orders, real_ms)? {
        return Ok(None);
    }
    let times = (app.clock.now(), real_ms);
    let made = copy::demo_folder(&settings.data_dir)
        .map_err(service::Error::internal)
        .and_then(|folder| {
            demo::run_apart(&app.db, folder.path(), times, orders, passwords, stops)
        });
    match made {
        // The answer to the commit was lost: the demo may be in the database or not.
        Err(service::Error::Store(store::Error::Unknown(why))) => {
            Err(store::Error::Unknown(why).into())
        }
        Err(error) => {
            tracing::warn!(?error, "the demo is made in the database itself");
            Ok(None)
        }
        made => made,
    }
}

/// What people need not wait for.
fn settle(app: Arc<App>) {
    std::thread::spawn(move || {
        if let Err(error) = demo::settle(&app.db) {
            tracing::warn!(?error, "the database has not looked at the demo yet");
        }
    });
}

/// A demo, or an office that was restored from an earlier version, has many rows without search words.
fn finish_words(app: Arc<App>) {
    std::thread::spawn(move || {
        if let Err(error) = store::finish_words(&app.db) {
            tracing::warn!(%error, "search words are not written yet");
        }
    });
}

/// Logs go to standard error: what is printed once for people goes to standard output.
fn start_logging(kind: &str) -> Result<(), String> {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env().unwrap_or_else(|_| {
        tracing_subscriber::EnvFilter::new("warn,server=info,store=info,service=info")
    });
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    let started = match kind {
        "text" => builder
            .with_ansi(std::io::stderr().is_terminal())
            .try_init(),
        "json" => builder.json().try_init(),
        _ => return Err("ZHANGGUI_LOG 应为 text 或 json".to_owned()),
    };
    started.map_err(|error| error.to_string())
}

async fn serve(
    doors: Doors,
    opened: Opened,
    stop: Stop,
    settings: &Settings,
) -> Result<(), String> {
    let app = Arc::clone(&opened.app);
    let addr = doors.main.local_addr().map_err(|error| error.to_string())?;
    if let Some(metrics) = doors.metrics {
        let router = metrics_router(Arc::clone(&app));
        tokio::spawn(net::serve(
            metrics,
            router,
            Limits::default(),
            std::future::pending(),
        ));
    }
    finish_words(Arc::clone(&app));
    tokio::spawn(housekeeping::run(Arc::clone(&app)));
    tokio::spawn(housekeeping::count_visits(Arc::clone(&app)));
    tokio::spawn(housekeeping::follow_keys(Arc::clone(&app)));
    tokio::spawn(housekeeping::seal_files(Arc::clone(&app)));
    tokio::spawn(backups::run(Arc::clone(&app), settings.clone()));
    tokio::spawn(health::follow_schema(Arc::clone(&app)));
    greet(&opened, &format!("http://{addr}"));
    let cut_off = net::serve(
        doors.main,
        router::router(&app),
        Limits {
            proxies: app.proxies.clone(),
            ..Limits::default()
        },
        stopping(Arc::clone(&app), stop, settings.drain()),
    )
    .await;
    housekeeping::write_visits(&app).await;
    if cut_off > 0 {
        tracing::warn!(cut_off, "connections were cut off");
    }
    Ok(())
}

/// Ready once the door may close: a balancer needs a moment to notice that this node is not ready
/// any more. Whoever sits at the terminal, or asks twice, does not wait.
async fn stopping(app: Arc<App>, mut stop: Stop, drain: Duration) {
    stop.wait(Asked::Politely).await;
    app.health.stop();
    let _ = tokio::time::timeout(drain, stop.wait(Asked::AtOnce)).await;
}

fn metrics_router(app: Arc<App>) -> Router {
    Router::new().route(
        "/metrics",
        get(move || async move { site::plain(StatusCode::OK, &site::measured(&app)) }),
    )
}

fn greet(opened: &Opened, address: &str) {
    println!("掌柜已启动：{address}");
    tell_password(opened);
}

fn tell_password(opened: &Opened) {
    match (&opened.made_up_password, opened.is_first_start) {
        (Some(password), _) => println!("账号 admin，密码 {password}（只显示这一次，请妥善保存）"),
        (None, true) => println!("账号 admin，密码为 ZHANGGUI_ADMIN_PASSWORD 中的设置"),
        (None, false) => println!("账号 admin；忘记密码时执行 zhanggui admin reset-password"),
    }
}

/// Whether somebody asked the program to stop, from the moment there is something to lose.
struct Stop(watch::Receiver<Asked>);

/// How urgently.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Asked {
    Not,
    /// Once, by whoever manages the process.
    Politely,
    /// At the terminal, or again.
    AtOnce,
}

impl Stop {
    fn listen(runtime: &Runtime) -> Self {
        let (tell, told) = watch::channel(Asked::Not);
        runtime.spawn(async move {
            let asked = asked_to_stop().await;
            tracing::info!("stopping");
            let _ = tell.send(asked);
            asked_to_stop().await;
            let _ = tell.send(Asked::AtOnce);
        });
        Self(told)
    }

    async fn wait(&mut self, asked: Asked) {
        // Nobody is left to ask only when the runtime ends.
        let _ = self.0.wait_for(|now| *now >= asked).await;
    }
}

async fn asked_to_stop() -> Asked {
    use tokio::signal::unix::{SignalKind, signal};
    let terminate = async {
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(error) => {
                tracing::error!(%error, "cannot listen for SIGTERM");
                std::future::pending::<()>().await;
            }
        }
    };
    tokio::select! {
        () = terminate => Asked::Politely,
        _ = tokio::signal::ctrl_c() => Asked::AtOnce,
    }
}
