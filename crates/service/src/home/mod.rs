//! 首页: what waits for the caller, what the day brought, and how the book stands, within their
//! reach. Counted from figures that the writing transactions keep.

mod book;
mod figures;
mod lately;
mod rankings;
mod work;

use schema::{Date, Record, resources::Dingdan};
use store::Conn;

pub use self::lately::{Bell, bell};
use self::{
    book::Book,
    figures::{DayFigure, OverdueBucket, TrendDay},
    lately::{Announced, Happened},
    rankings::{ChannelFunnel, ProductRank},
    work::WaitingWork,
};
use crate::{
    backups::{self, Backups},
    call::Call,
    error::Result,
    first_steps::{self, FirstSteps},
    menu::Pages,
    wire::{NoAsk, answer},
};

answer! {
    /// The desk one starts the day at.
    pub struct Home {
        riqi: Date,
        /// The way to the first loan, while there is none.
        qibu: Option<FirstSteps>,
        daiban: Vec<WaitingWork>,
        kapian: Vec<DayFigure>,
        zhangben: Option<Book>,
        /// For who looks after all of the office, once it has backups or a schedule for them.
        beifen: Option<Backups>,
        /// What was lent and paid back by day, the oldest first; empty for who may not see it.
        qushi: Vec<TrendDay>,
        yuqi: Vec<OverdueBucket>,
        loudou: Vec<ChannelFunnel>,
        paihang: Vec<ProductRank>,
        gonggao: Vec<Announced>,
        dongtai: Vec<Happened>,
    }
}

/// What waits for the caller, and what the day brought.
pub fn home(conn: &mut Conn, call: &Call, _: NoAsk) -> Result<Home> {
    let pages = Pages::new(conn, call)?;
    let days = figures::counted(conn, call)?;
    let left = figures::left(conn, call)?;
    Ok(Home {
        riqi: call.now.date(),
        qibu: first_steps::of(conn, call)?,
        daiban: work::waiting(conn, call, &pages)?,
        kapian: figures::figures(conn, call, &days, &left)?,
        zhangben: book::book(conn, call, &days, &left)?,
        beifen: backups::of(conn, call)?,
        qushi: figures::trend(call, &days),
        yuqi: figures::buckets(call, &left, pages.of(Dingdan::model().table)),
        loudou: rankings::channels(conn, call, &pages)?,
        paihang: rankings::products(conn, call, &pages)?,
        gonggao: lately::announced(conn, call, &pages)?,
        dongtai: lately::happened(conn, call)?,
    })
}
