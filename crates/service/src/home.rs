//! 首页: what waits for the caller, and what the day brought, within their reach.

use loan::RecordKind;
use schema::{
    Date, Model, Record, Timestamp,
    resources::{Customer, Dingdan, Feedback, GoodsOrder, ImportedItem, Repayment},
};
use store::{
    Conn, List, Reach,
    records::{self, Group, Moved, Sums},
};

use crate::{
    call::Call,
    error::Result,
    first_steps::{self, FirstSteps},
    input::{self, Query},
    ledger::Sum,
    menu::Pages,
    resources::with_rules,
    wire::{NoAsk, answer},
};

const DAY_MS: i64 = 86_400_000;
const PPM: i128 = 1_000_000;
/// The kind of a movement that lends.
const PAYOUT: RecordKind = RecordKind::Payout;
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
        needs: "app:dingdan:list",
        asks: Asks::DueToday,
    },
    Work {
        key: "JINRIDAOZHANG",
        word: "今日到账",
        of: Repayment::model,
        needs: "app:dingdan:daozhang",
        asks: Asks::ReceivedToday,
    },
    overdue("YUQI1", "逾期 1–3 天", 1, Some(3)),
    overdue("YUQI4", "逾期 4–7 天", 4, Some(7)),
    overdue("YUQI8", "逾期 8–15 天", 8, Some(15)),
    overdue("YUQI16", "逾期 16–30 天", 16, Some(30)),
    overdue("YUQI31", "逾期 30 天以上", 31, None),
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

const fn overdue(key: &'static str, word: &'static str, from: i64, to: Option<i64>) -> Work {
    Work {
        key,
        word,
        of: Dingdan::model,
        needs: "app:dingdan:list",
        asks: Asks::Overdue(from, to),
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

answer! {
    /// A figure of today beside those of yesterday and of the same day last week.
    pub struct DayFigure {
        jian: &'static str,
        mingcheng: &'static str,
        /// Whether it is money.
        is_jine: bool,
        zhi: Sum,
        zuotian: Sum,
        shangzhou: Sum,
        /// More than last week by so many millionths; none where there was nothing.
        tongbi: Option<i64>,
    }
}

answer! {
    /// The desk one starts the day at.
    pub struct Home {
        riqi: Date,
        /// The way to the first loan, while there is none.
        qibu: Option<FirstSteps>,
        daiban: Vec<WaitingWork>,
        kapian: Vec<DayFigure>,
    }
}

/// What waits for the caller, and what the day brought.
pub fn home(conn: &mut Conn, call: &Call, _: NoAsk) -> Result<Home> {
    let pages = Pages::new(conn, call)?;
    let mut waiting = Vec::new();
    for work in WORK.iter().filter(|work| call.actor.may(work.needs)) {
        if let Some(page) = pages.of((work.of)().table) {
            waiting.push(counted(conn, call, work, page)?);
        }
    }
    Ok(Home {
        riqi: call.now.date(),
        qibu: first_steps::of(conn, call)?,
        daiban: waiting,
        kapian: figures(conn, call)?,
    })
}

fn counted(conn: &mut Conn, call: &Call, work: &Work, page: &str) -> Result<WaitingWork> {
    let query = work.asks.query(call.now.date());
    let of = with_rules((work.of)());
    let asked = (of.rules.conditions)(call, of.model, &query)?;
    let reach = &call.actor.access.reach;
    let (count, is_exact) = total(conn, of.model, asked.clone(), reach)?;
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
fn total(
    conn: &mut Conn,
    of: &'static Model,
    mut asked: List,
    reach: &Reach,
) -> Result<(i64, bool)> {
    let last = asked.conditions.pop();
    let totals = store::totals(conn, of, &asked, last, reach)?;
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

/// What is counted or added up of a day.
#[derive(Clone, Copy)]
enum Daily {
    Made(fn() -> &'static Model),
    PaidOut,
    Received,
}

struct Figure {
    key: &'static str,
    word: &'static str,
    needs: &'static str,
    daily: Daily,
}

const FIGURES: &[Figure] = &[
    Figure {
        key: "SHENQING",
        word: "今日申请",
        needs: "app:dingdan:list",
        daily: Daily::Made(Dingdan::model),
    },
    Figure {
        key: "FANGKUAN",
        word: "今日放款",
        needs: "app:zijin:liushui:list",
        daily: Daily::PaidOut,
    },
    Figure {
        key: "SHIHUAN",
        word: "今日回款",
        needs: "app:zijin:liushui:list",
        daily: Daily::Received,
    },
    Figure {
        key: "XINZENGKEHU",
        word: "新增客户",
        needs: "app:user:list",
        daily: Daily::Made(Customer::model),
    },
];

fn figures(conn: &mut Conn, call: &Call) -> Result<Vec<DayFigure>> {
    let today = call.now.date();
    let mut shown = Vec::new();
    for figure in FIGURES.iter().filter(|figure| call.actor.may(figure.needs)) {
        let mut ago = |days: i64| {
            let day = loan::add_days(today, -days).unwrap_or(today);
            figure.daily.of(conn, call, day)
        };
        let (now, yesterday, last_week) = (ago(0)?, ago(1)?, ago(7)?);
        shown.push(DayFigure {
            jian: figure.key,
            mingcheng: figure.word,
            is_jine: !matches!(figure.daily, Daily::Made(_)),
            zhi: Sum(now),
            zuotian: Sum(yesterday),
            shangzhou: Sum(last_week),
            tongbi: growth(now, last_week),
        });
    }
    Ok(shown)
}

fn growth(now: i128, before: i128) -> Option<i64> {
    if before == 0 {
        return None;
    }
    i64::try_from((now - before) * PPM / before).ok()
}

impl Daily {
    fn of(self, conn: &mut Conn, call: &Call, day: Date) -> Result<i128> {
        let reach = &call.actor.access.reach;
        match self {
            Self::Made(model) => {
                let query = ["createTimeBegin", "createTimeEnd"];
                let query = query.map(|name| (name.to_owned(), day.to_string()));
                let asked = input::list(model(), &query.into())?;
                Ok(total(conn, model(), asked, reach)?.0.into())
            }
            Self::PaidOut => {
                let paid_out = moved(conn, day, Some(PAYOUT.code()), reach)?;
                Ok(paid_out.reversed - paid_out.money_out)
            }
            Self::Received => {
                let all = moved(conn, day, None, reach)?;
                let paid_out = moved(conn, day, Some(PAYOUT.code()), reach)?;
                Ok(all.money_in - (all.reversed - paid_out.reversed))
            }
        }
    }
}

/// What moved on a day, and what of it or of earlier days was undone then, as in the journal.
fn moved(conn: &mut Conn, day: Date, kind: Option<&str>, reach: &Reach) -> Result<Moved> {
    let from = Timestamp::start_of(day).0;
    let wanted = Sums {
        from_ms: Some(from),
        to_ms: Some(from + DAY_MS - 1),
        kind: kind.map(str::to_owned),
        ..Sums::default()
    };
    let groups = records::sums(conn, &wanted, Group::Day, reach)?;
    Ok(groups.into_iter().next().unwrap_or_default())
}
