//! /api/app/page/admin/yanshi: an empty office is filled with made-up business.

use service::{
    Error, audit,
    audit::Deed,
    demo::{self, DemoLoaded, Made},
    user::FreshPassword,
    wire::NoAsk,
};

use crate::own::{Own, Replied, Reply};

/// Enough to look around in, and made while somebody waits.
const ORDERS: usize = 500;

static LOADING: tokio::sync::Mutex<()> = tokio::sync::Mutex::const_new(());

/// 载入演示数据. Nobody is told the passwords of the staff it makes: they sign in after a reset.
pub fn load(own: Own, _: NoAsk) -> Reply<DemoLoaded> {
    Box::pin(async move {
        let call = own.call()?.clone();
        if !call.actor.access.is_admin() {
            return Err(Error::refused("只有超级管理员可以载入演示数据"));
        }
        // On another node the second one is refused, as one that was cut off.
        let Ok(_turn) = LOADING.try_lock() else {
            return Err(Error::refused("正在载入演示数据，请稍候"));
        };
        let app = own.app.clone();
        let filled = tokio::task::spawn_blocking(move || {
            let passwords = demo::STAFF.iter().map(|_| {
                let clear = service::password::generate(&mut rand::rng());
                let hash = app.hasher.hash(&clear, &mut rand::rng());
                let hash = hash.map_err(Error::internal)?;
                Ok(FreshPassword { clear, hash })
            });
            let passwords: Vec<_> = passwords.collect::<Result<_, Error>>()?;
            let made = demo::run(&app.db, app.clock.now(), ORDERS, &passwords, || false)?;
            if let Made::Orders(count) = made {
                demo::settle(&app.db)?;
                app.db.write_now(move |tx| {
                    let what = format!("载入演示数据 {count}笔订单");
                    audit::record(tx, &call, &Deed::new("首页", what))
                })?;
            }
            Ok::<_, Error>(made)
        });
        match filled.await.map_err(Error::internal)?? {
            Made::Orders(count) | Made::Stopped(count) => {
                Replied::new(DemoLoaded { dingdan_shu: count })
            }
            Made::Before => Err(Error::refused("演示数据已经载入过")),
            Made::Half => Err(Error::refused("演示数据没有载入完整，请换一个空的数据库")),
            Made::NotEmpty => Err(Error::refused("已有业务数据，不能载入演示数据")),
        }
    })
}
