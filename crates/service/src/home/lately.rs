//! What is announced, what happened lately, and what the bell rings for.

use std::cmp::Reverse;

use schema::{
    Record, Timestamp,
    resources::{Dingdan, Gonggao},
};
use store::{
    Conn,
    lately::{self, Line},
};

use super::work;
use crate::{
    call::Call,
    error::Result,
    menu::Pages,
    wire::{NoAsk, answer},
};

/// So many announcements, and so many lines of what happened.
const ANNOUNCED: i64 = 5;
const HAPPENED: usize = 10;
/// So many messages of one kind.
const RUNG: usize = 10;
const IMPORTS: i64 = 10;
const DAY_MS: i64 = 86_400_000;
/// What is older rings no more.
const RINGS_MS: i64 = 7 * DAY_MS;

answer! {
    /// What is announced to customers now.
    pub struct Announced {
        id: i64,
        biaoti: String,
        /// Of dictionary gonggao_type.
        r#type: String,
        fabu_time: Option<Timestamp>,
        router_url: Option<String>,
    }
}

answer! {
    /// Something that happened to an order.
    pub struct Happened {
        id: i64,
        shijian: Timestamp,
        /// Of dictionary dingdan_log_type.
        r#type: String,
        neirong: String,
        dingdan_id: i64,
        bianhao: String,
        user_show: String,
        caozuoren_show: String,
    }
}

answer! {
    /// What the bell shows, the newest first.
    pub struct Bell {
        xiaoxi: Vec<Message>,
    }
}

answer! {
    /// Something one should know of.
    pub struct Message {
        /// The same message has the same key.
        jian: String,
        /// XINSHENQING, FANGKUANSHIBAI, JINRIDAOQI or DAORU
        leixing: &'static str,
        biaoti: String,
        neirong: String,
        shijian: Timestamp,
        router_url: Option<String>,
    }
}

/// Announcements are for everybody; who may see them on their page gets the way there.
pub fn announced(conn: &mut Conn, call: &Call, pages: &Pages) -> Result<Vec<Announced>> {
    let page = pages.of(Gonggao::model().table);
    let now = lately::announcements(conn, call.now.0, ANNOUNCED)?;
    let shown = now.into_iter().map(|one| Announced {
        id: one.id,
        router_url: page.map(|page| format!("{page}?state=YIFABU")),
        biaoti: one.title,
        r#type: one.kind,
        fabu_time: one.published.map(Timestamp),
    });
    Ok(shown.collect())
}

/// What happened to orders lately, for who may see their log.
pub fn happened(conn: &mut Conn, call: &Call) -> Result<Vec<Happened>> {
    if !call.actor.may("app:log:list") {
        return Ok(Vec::new());
    }
    let lines = lately::orders(conn, None, 0, HAPPENED, &call.actor.access.reach)?;
    let shown = lines.into_iter().map(|line| Happened {
        id: line.id,
        shijian: Timestamp(line.at),
        r#type: line.kind,
        neirong: line.text,
        dingdan_id: line.order_id,
        bianhao: line.number,
        user_show: line.customer,
        caozuoren_show: line.by,
    });
    Ok(shown.collect())
}

/// What the bell rings for: applications and payouts for who decides on them and sees orders, what
/// is due today, and imports of one's own that have ended.
pub fn bell(conn: &mut Conn, call: &Call, _: NoAsk) -> Result<Bell> {
    let pages = Pages::new(conn, call)?;
    let page = pages.of(Dingdan::model().table);
    let since = call.now.0 - RINGS_MS;
    let mut messages = Vec::new();
    for (needs, kind, leixing, word) in [
        ("app:dingdan:shenhe", "TIJIAO", "XINSHENQING", "新申请"),
        (
            "app:dingdan:chongqian",
            "FANGKUANSHIBAI",
            "FANGKUANSHIBAI",
            "放款失败",
        ),
    ] {
        if !call.actor.may(needs) || !call.actor.may(work::ORDERS) {
            continue;
        }
        let lines = lately::orders(conn, Some(kind), since, RUNG, &call.actor.access.reach)?;
        messages.extend(lines.into_iter().map(|line| {
            let id = line.id;
            (id, of_order(line, leixing, word, page))
        }));
    }
    let imports = lately::deeds(conn, call.actor.user_id, "DAORU", IMPORTS)?;
    messages.extend(imports.into_iter().map(|deed| {
        let message = Message {
            jian: format!("DAORU-{}", deed.id),
            leixing: "DAORU",
            biaoti: "导入完成".to_owned(),
            neirong: deed.text,
            shijian: Timestamp(deed.at),
            router_url: None,
        };
        (deed.id, message)
    }));
    if let Some(due) = work::due_today(conn, call, &pages)? {
        let message = Message {
            jian: format!("JINRIDAOQI-{}", call.now.date()),
            leixing: "JINRIDAOQI",
            biaoti: "今日到期".to_owned(),
            neirong: due.words(),
            shijian: Timestamp::start_of(call.now.date()),
            router_url: Some(due.into_address()),
        };
        messages.push((0, message));
    }
    messages.retain(|(_, message)| message.shijian.0 >= since);
    // Of one second the line that was written last.
    messages.sort_by_key(|(id, message)| Reverse((message.shijian.0, *id)));
    let messages = messages.into_iter().map(|(_, message)| message);
    Ok(Bell {
        xiaoxi: messages.collect(),
    })
}

fn of_order(line: Line, leixing: &'static str, word: &str, page: Option<&str>) -> Message {
    Message {
        jian: format!("{leixing}-{}", line.id),
        leixing,
        biaoti: format!("{word} {}", line.customer),
        neirong: line.text,
        shijian: Timestamp(line.at),
        router_url: page.map(|page| format!("{page}?shown={}", line.order_id)),
    }
}
