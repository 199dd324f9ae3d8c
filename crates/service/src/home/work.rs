//! Work that waits for the caller: lists, narrowed as their pages would be.

use loan::RecordKind;
use schema::{
    Date, Model, Record, Timestamp,
    resources::{Dingdan, Feedback, GoodsOrder, ImportedItem, Repayment},
};
use store::{Conn, List, Reach};

use crate::{
    call::Call, error::Result, input::Query, menu::Pages, resources::with_rules, wire::answer,
};

/// To see orders.
pub const ORDERS: &str = "app:dingdan:list";

/// The kinds by which a customer pays back.
const RECEIVED: [RecordKind; 5] = [
    RecordKind::Repayment,
    RecordKind::PartPayment,
    RecordKind::Extension,
    RecordKind::Prepayment,
    RecordKind::Recovery,
];

/// Work that waits: a list, narrowed as its page would be.
struct Work {
    key: &'static str,
    word: &'static str,
    of: fn() -> &'static Model,
    /// Whoever may do the work is told of it.
    needs: &'static str,
    asks: Asks,
}

/// What narrows a list to the work.
enum Asks {
    State(&'static str),
    /// Instalments of today.
    DueToday,
    /// Money that came in today.
    ReceivedToday,
    /// Overdue for so many days, both included; the last without an end.
    Overdue(i64, Option<i64>),
}

const WORK: &[Work] = &[
    Work {
        key: "DAISHENHE",
        word: "待审核",
        of: Dingdan::model,
        needs: "app:dingdan:shenhe",
        asks: Asks::State("DAISHENHE"),
    },
    Work {
        key: "DAIFANGKUAN",
        word: "待放款",
        of: Dingdan::model,
        needs: "app:dingdan:fangkuan",
        asks: Asks::State("DAIFANGKUAN"),
    },
    Work {
        key: "FANGKUANSHIBAI",
        word: "放款失败",
        of: Dingdan::model,
        needs: "app:dingdan:chongqian",
        asks: Asks::State("FANGKUANSHIBAI"),
    },
    Work {
        key: "JINRIDAOQI",
        word: "今日到期",
        of: Dingdan::model,
        needs: ORDERS,
        asks: Asks::DueToday,
    },
    Work {
        key: "JINRIDAOZHANG",
        word: "今日到账",
        of: Repayment::model,
        needs: "app:dingdan:daozhang",
        asks: Asks::ReceivedToday,
    },
    overdue(&BUCKETS[0]),
    overdue(&BUCKETS[1]),
    overdue(&BUCKETS[2]),
    overdue(&BUCKETS[3]),
    overdue(&BUCKETS[4]),
    Work {
        key: "DAIFAHUO",
        word: "待发货",
        of: GoodsOrder::model,
        needs: "app:jifen:shangpin:dingdan:setWuliuNo",
        asks: Asks::State("DAIFAHUO"),
    },
    Work {
        key: "FANKUI",
        word: "待处理反馈",
        of: Feedback::model,
        needs: "app:fankui:editState",
        asks: Asks::State("DAICHULI"),
    },
    Work {
        key: "DAORUSHIBAI",
        word: "导入失败",
        of: ImportedItem::model,
        needs: "app:resource:copy1:import",
        asks: Asks::State("SHIBAI"),
    },
];

/// How long something has been overdue, in days, both included; the last without an end.
pub struct Bucket {
    pub key: &'static str,
    pub word: &'static str,
    pub from: i64,
    pub to: Option<i64>,
}

pub const BUCKETS: [Bucket; 5] = [
    bucket("YUQI1", "逾期 1–3 天", 1, Some(3)),
    bucket("YUQI4", "逾期 4–7 天", 4, Some(7)),
    bucket("YUQI8", "逾期 8–15 天", 8, Some(15)),
    bucket("YUQI16", "逾期 16–30 天", 16, Some(30)),
    bucket("YUQI31", "逾期 30 天以上", 31, None),
];

const fn bucket(key: &'static str, word: &'static str, from: i64, to: Option<i64>) -> Bucket {
    Bucket {
        key,
        word,
        from,
        to,
    }
}

impl Bucket {
    pub fn holds(&self, days: i64) -> bool {
        days >= self.from && self.to.is_none_or(|to| days <= to)
    }

    /// The orders whose instalments it holds: they are late for as long, or for longer with an
    /// earlier instalment.
    pub fn address(&self, page: &str, today: Date) -> String {
        let asks = Asks::Overdue(self.from, None);
        address(page, asks.query(today), asks.order())
    }
}

const fn overdue(bucket: &Bucket) -> Work {
    Work {
        key: bucket.key,
        word: bucket.word,
        of: Dingdan::model,
        needs: ORDERS,
        asks: Asks::Overdue(bucket.from, bucket.to),
    }
}

impl Asks {
    fn query(&self, today: Date) -> Query {
        let day = |days: i64| loan::add_days(today, -days).map(|day| day.to_string());
        let mut query: Vec<(&str, String)> = Vec::new();
        match *self {
            Self::State(state) => query.push(("state", state.to_owned())),
            Self::DueToday => {
                query.push(("yinghuanRiBegin", today.to_string()));
                query.push(("yinghuanRiEnd", today.to_string()));
            }
            Self::ReceivedToday => {
                query.push(("type", RECEIVED.map(RecordKind::code).join(",")));
                query.push(("isChexiao", "false".to_owned()));
                query.push(("huankuanTimeBegin", today.to_string()));
                query.push(("huankuanTimeEnd", today.to_string()));
            }
            Self::Overdue(from, to) => {
                query.push(("isYuqi", "true".to_owned()));
                let begin = to.and_then(|to| day(to).ok());
                query.extend(begin.map(|begin| ("yinghuanRiBegin", begin)));
                query.extend(day(from).ok().map(|end| ("yinghuanRiEnd", end)));
            }
        }
        let owned = |(name, value): (&str, String)| (name.to_owned(), value);
        query.into_iter().map(owned).collect()
    }

    /// What comes first in the list.
    fn order(&self) -> Option<&'static str> {
        matches!(self, Self::Overdue(..)).then_some("yuqiTianshu:desc")
    }

    /// Whether it waits longer every day that nobody does it.
    fn grows_old(&self) -> bool {
        matches!(self, Self::State(_))
    }
}

answer! {
    /// Work that waits, and the way to it.
    pub struct WaitingWork {
        jian: &'static str,
        mingcheng: &'static str,
        shuliang: i64,
        /// Counting stops at a bound.
        is_zhunque: bool,
        /// The one that waits longest, and since when.
        zuizao_id: Option<i64>,
        zuizao: Option<Timestamp>,
        router_url: String,
    }
}

impl WaitingWork {
    /// How much of it there is, in words.
    pub fn words(&self) -> String {
        let more = if self.is_zhunque { "" } else { "以上" };
        format!("{} 笔{more}", self.shuliang)
    }

    /// The way to it.
    pub fn into_address(self) -> String {
        self.router_url
    }
}

/// Orders with an instalment due today, where there are any and the caller may see them.
pub fn due_today(conn: &mut Conn, call: &Call, pages: &Pages) -> Result<Option<WaitingWork>> {
    let is_it = |work: &&Work| matches!(work.asks, Asks::DueToday) && call.actor.may(work.needs);
    let Some(work) = WORK.iter().find(is_it) else {
        return Ok(None);
    };
    let Some(page) = pages.of((work.of)().table) else {
        return Ok(None);
    };
    let due = counted(conn, call, work, page)?;
    Ok((due.shuliang > 0).then_some(due))
}

/// What waits for the caller.
pub fn waiting(conn: &mut Conn, call: &Call, pages: &Pages) -> Result<Vec<WaitingWork>> {
    let mut waiting = Vec::new();
    for work in WORK.iter().filter(|work| call.actor.may(work.needs)) {
        if let Some(page) = pages.of((work.of)().table) {
            waiting.push(counted(conn, call, work, page)?);
        }
    }
    Ok(waiting)
}

fn counted(conn: &mut Conn, call: &Call, work: &Work, page: &str) -> Result<WaitingWork> {
    let query = work.asks.query(call.now.date());
    let of = with_rules((work.of)());
    let asked = (of.rules.conditions)(call, of.model, &query)?;
    let reach = &call.actor.access.reach;
    let (count, is_exact) = total(conn, of.model, &asked, reach)?;
    let oldest = if count > 0 && work.asks.grows_old() {
        store::first_made(conn, of.model, &asked, reach)?
    } else {
        None
    };
    Ok(WaitingWork {
        jian: work.key,
        mingcheng: work.word,
        shuliang: count,
        is_zhunque: is_exact,
        zuizao_id: oldest.map(|(id, _)| id),
        zuizao: oldest.map(|(_, at)| at),
        router_url: address(page, query, work.asks.order()),
    })
}

/// How many rows a list has, up to a bound.
fn total(conn: &mut Conn, of: &'static Model, asked: &List, reach: &Reach) -> Result<(i64, bool)> {
    let totals = store::totals(conn, of, asked, [Vec::new()], reach)?;
    Ok(totals.first().copied().unwrap_or((0, true)))
}

/// A page that begins with a query. Names, codes, dates and flags: nothing of them needs escaping.
fn address(page: &str, query: Query, order: Option<&str>) -> String {
    let order = order.map(|order| ("orders".to_owned(), order.to_owned()));
    let parts: Vec<String> = query
        .into_iter()
        .chain(order)
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    format!("{page}?{}", parts.join("&"))
}
