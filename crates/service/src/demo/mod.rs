//! 演示数据: a year of an office's business, made by the real verbs with a moving clock. The same
//! on every machine.

mod apart;
mod content;
mod dice;
mod known;
mod life;
mod mall;
mod papers;
mod people;
mod shop;

use std::{cmp::Reverse, collections::BinaryHeap, sync::Arc};

use schema::{
    Model, Timestamp,
    resources::{Config, Dict, DictData, Reveal},
};
use store::{
    Db, Reach, Tx,
    access::{self, Access},
    bare, kept_days, meta, orders, users,
};

use crate::{
    call::{Actor, Call, Origin},
    error::{Error, Result},
    seed::system_call,
    user::FreshPassword,
    wire::answer,
};
pub use apart::{may_be_apart, run_apart};
use dice::Dice;
use life::{Desk, Life};
pub use shop::STAFF;
use shop::Shop;

const DAY: i64 = 86_400_000;
/// The newest applications: whatever the hour is, some wait for a review and some for their payout.
const WAITING: usize = 12;
const BETWEEN_APPLICATIONS: i64 = 20 * 60_000;
/// How far back the story begins.
const PAST_DAYS: i64 = 365;
/// The last days, over which the newest customers are spread.
const NEW_DAYS: i64 = 9;
/// Orders that live in one transaction, one after the other in the order of time. A larger office is
/// made of several such stretches, each with the whole life of the orders that were applied for in it.
const TOGETHER: usize = 5_000;
/// So many orders are added to tables without indexes; fewer beside people who work.
const LARGE: usize = 400;
/// An office with fewer orders a year would have next to nothing of yesterday and today.
const SMALL: usize = 1_000;
/// Steps between two looks at whether to stop.
const LOOKS: usize = 100;

answer! {
    /// What 载入演示数据 made.
    pub struct DemoLoaded {
        dingdan_shu: usize,
    }
}

/// What the demo made, or why not.
#[derive(Debug, PartialEq, Eq)]
pub enum Made {
    /// So many orders, now.
    Orders(usize),
    /// So many orders, then somebody asked to stop.
    Stopped(usize),
    /// An earlier start did it.
    Before,
    /// An earlier start was stopped in the middle of it.
    Half,
    /// The database holds business of its own.
    NotEmpty,
}

/// Where it is noted that the office is a demonstration.
const MARK: &str = "demo";
/// Whether all of it was made.
const UNDER_WAY: &str = "0";
const DONE: &str = "1";

/// Fills an empty database. `now` is where the story ends; between two steps `stops` may end it
/// sooner.
pub fn run(
    db: &Db,
    now: Timestamp,
    orders: usize,
    passwords: &[FreshPassword],
    stops: impl Fn() -> bool + Send + Sync + 'static,
) -> Result<Made> {
    if let Some(reason) = db.read_now(already)? {
        return Ok(reason);
    }
    let begin = Timestamp(now.0 - PAST_DAYS * DAY);
    let passwords = passwords.to_vec();
    let is_large = orders >= LARGE;
    let opened = db.write_now(move |tx| {
        // On a served office somebody may have begun since it was looked at.
        if let Some(reason) = already(tx)? {
            return Ok(Err(reason));
        }
        if !meta::put_new(tx, MARK, UNDER_WAY)? {
            return Ok(Err(Made::Half));
        }
        tx.be_patient()?;
        if is_large {
            bare::take_away(tx, orders::is_needed_to_add)?;
        }
        let call = manager(tx, begin)?;
        let shop = shop::open(tx, &call, &passwords, orders)?;
        content::tasks(tx, &call)?;
        Ok::<_, Error>(Ok(shop))
    })?;
    let shop = match opened {
        Ok(shop) => shop,
        Err(reason) => return Ok(reason),
    };
    let begins = begins(begin, now, orders);
    let (shop, stops) = (Arc::new(shop), Arc::new(stops));
    for (at, begins) in begins.chunks(TOGETHER).enumerate() {
        let (shop, stops, begins) = (Arc::clone(&shop), Arc::clone(&stops), begins.to_vec());
        let first = at * TOGETHER;
        let begun = db.write_now(move |tx| {
            // Nobody waits for a single step, however slow the disk.
            tx.be_patient()?;
            let mut stretch = Stretch::new(&shop, first, &begins, orders);
            let is_over = orders::holding(tx, |tx| stretch.pass(tx, &shop.staff, now, &*stops))?;
            Ok::<_, Error>((!is_over).then(|| stretch.begun()))
        })?;
        if let Some(begun) = begun {
            db.write_now(complete)?;
            return Ok(Made::Stopped(first + begun));
        }
    }
    db.write_now(complete)?;
    let lately = Timestamp(now.0 - 20 * DAY);
    db.write_now(move |tx| {
        tx.be_patient()?;
        newcomers(tx, &shop, now)?;
        let call = manager(tx, lately)?;
        mall::open(tx, &call, &shop.customers)?;
        let call = manager(tx, now)?;
        let clerk = shop.staff.get(2).copied().unwrap_or_default();
        content::lately(tx, &call, &shop.customers, clerk)?;
        kept_days::end_made_up_days(tx, now.date())?;
        Ok::<_, Error>(meta::put(tx, MARK, DONE)?)
    })?;
    Ok(Made::Orders(orders))
}

/// Makes lists of a new demo as fast as those of an office that is a minute old. People may work
/// meanwhile.
pub fn settle(db: &Db) -> Result<()> {
    Ok(db.write_now(bare::learn)?)
}

/// Makes again what was taken away so that very many rows could be added, and counts what triggers
/// would have counted meanwhile: where the story ends, or at the next start after it was cut off.
pub fn complete(tx: &mut Tx<'_>) -> store::Result<()> {
    if bare::give_back(tx)? {
        bare::count_again(tx)?;
    }
    Ok(())
}

/// People who registered in the last days and have not applied for anything yet.
fn newcomers(tx: &mut Tx<'_>, shop: &Shop, now: Timestamp) -> Result<()> {
    let known = shop.customers.len();
    let mut dice = Dice::new(7);
    let newest = (known / 40).clamp(9, 90);
    let mut times: Vec<i64> = (0..newest)
        .map(|number| {
            let days = i64::try_from(number).unwrap_or_default() % NEW_DAYS;
            office_hour(&mut dice, now, days)
        })
        .collect();
    times.sort_unstable();
    for (at, number) in times.into_iter().zip(known + 1..) {
        let call = manager(tx, Timestamp(at))?;
        let number = i64::try_from(number).unwrap_or_default();
        shop.register(tx, &call, &mut dice, number)?;
    }
    Ok(())
}

/// Whether the office is, or was begun as, a demonstration.
pub(crate) fn is_demo(conn: &mut store::Conn) -> Result<bool> {
    Ok(meta::get(conn, MARK)?.is_some())
}

/// What an office begins with, and what is written about what its people did.
fn is_of_every_office(of: &Model) -> bool {
    of.is::<Config>() || of.is::<Dict>() || of.is::<DictData>() || of.is::<Reveal>()
}

/// Whether there is nothing yet that a story would mix with: the first administrator alone makes no
/// business.
pub(crate) fn is_empty(conn: &mut store::Conn) -> Result<bool> {
    if users::count(conn)? > 1 {
        return Ok(false);
    }
    for of in schema::models() {
        let is_business = of.table.path.starts_with("app/") && !is_of_every_office(of);
        if is_business && store::ever(conn, of)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn already(conn: &mut store::Conn) -> Result<Option<Made>> {
    match meta::get(conn, MARK)?.as_deref() {
        Some(DONE) => return Ok(Some(Made::Before)),
        Some(_) => return Ok(Some(Made::Half)),
        None => {}
    }
    Ok((!is_empty(conn)?).then_some(Made::NotEmpty))
}

/// The administrator, who opens the office.
fn manager(tx: &mut Tx<'_>, at: Timestamp) -> Result<Call> {
    let admin = users::by_login_name(tx, "admin")?
        .ok_or_else(|| Error::internal("there is no administrator"))?;
    let mut call = system_call("demo", at, 0).logged_as("XINZENG");
    call.actor.user_id = admin.id;
    call.actor.access = Arc::new(access::of_user(tx, admin.id, admin.mendian.as_deref())?);
    Ok(call)
}

/// A member of the staff at work, at a moment of the story.
fn at_desk(staff: &[i64], which: usize, at: i64) -> Call {
    let user_id = staff.get(which).copied().unwrap_or_default();
    let (login_name, nick_name, _, store) = STAFF.get(which).copied().unwrap_or(("", "", "", ""));
    let access = Access {
        reach: Reach {
            user_id,
            ..Reach::everything()
        },
        ..Access::default()
    };
    Call {
        actor: Actor {
            user_id,
            session_id: 0,
            login_name: login_name.to_owned(),
            nick_name: nick_name.to_owned(),
            mendian: Some(store.to_owned()),
            must_change_password: false,
            is_locked: false,
            access: Arc::new(access),
        },
        origin: Origin::internal("demo"),
        now: Timestamp(at),
        real_ms: at,
        log_type: "QITA",
        is_counted: false,
    }
}

/// When orders are applied for, the earliest first.
fn begins(begin: Timestamp, now: Timestamp, orders: usize) -> Vec<i64> {
    let mut dice = Dice::new(99);
    let mut begins: Vec<i64> = (0..orders)
        .map(|_| start(&mut dice, begin, now, orders))
        .collect();
    begins.sort_unstable();
    let newest = begins.iter_mut().rev().take(WAITING.min(orders / 10));
    for (at, back) in newest.zip(1..) {
        *at = now.0 - back * BETWEEN_APPLICATIONS;
    }
    begins.sort_unstable();
    begins
}

/// Lives that are lived together, and what comes next in time.
struct Stretch {
    lives: Vec<Life>,
    queue: BinaryHeap<Reverse<(i64, usize)>>,
}

impl Stretch {
    /// The lives from this number on, of so many in all, that begin at these times.
    fn new(shop: &Shop, first: usize, begins: &[i64], orders: usize) -> Self {
        let numbers = first..first + begins.len();
        let lives: Vec<Life> = numbers
            .filter_map(|number| Life::new(number, orders - number, shop))
            .collect();
        let queue = begins
            .iter()
            .copied()
            .zip(0..lives.len())
            .map(Reverse)
            .collect();
        Self { lives, queue }
    }

    /// Lives that have an order by now.
    fn begun(&self) -> usize {
        self.lives.iter().filter(|life| life.is_begun()).count()
    }

    /// Does what happens until `now`, one step after the other; answers whether it came to its end.
    fn pass(
        &mut self,
        tx: &mut Tx<'_>,
        staff: &[i64],
        now: Timestamp,
        stops: &dyn Fn() -> bool,
    ) -> Result<bool> {
        let mut steps = 0_usize;
        while let Some(Reverse((at, number))) = self.queue.pop() {
            if at > now.0 {
                break;
            }
            if steps.is_multiple_of(LOOKS) && stops() {
                return Ok(false);
            }
            steps += 1;
            let (clerk, reviewer, cashier) = (
                at_desk(staff, 2, at),
                at_desk(staff, 0, at),
                at_desk(staff, 1, at),
            );
            let desk = Desk {
                clerk: &clerk,
                reviewer: &reviewer,
                cashier: &cashier,
            };
            let life = self.lives.get_mut(number);
            let life = life.ok_or_else(|| Error::internal("a life without an order"))?;
            if let Some(next) = life.go_on(tx, &desk)? {
                self.queue.push(Reverse((next, number)));
            }
        }
        Ok(true)
    }
}

/// When an order is applied for: during office hours, more often lately.
fn start(dice: &mut Dice, begin: Timestamp, now: Timestamp, orders: usize) -> i64 {
    let days = match dice.between(1, 100) {
        1..=6 if orders < SMALL => dice.between(0, 1),
        1..=30 => dice.between(0, 30),
        _ => dice.between(0, PAST_DAYS - 1),
    };
    office_hour(dice, now, days).max(begin.0)
}

/// A moment of the office's hours so many days ago, before `now`.
fn office_hour(dice: &mut Dice, now: Timestamp, days: i64) -> i64 {
    let then = Timestamp(now.0 - days * DAY);
    let opens = Timestamp::from_civil(then.date().at(9, 0, 0, 0)).map_or(then.0, |at| at.0);
    let at = opens + dice.between(0, 8 * 3_600_000);
    if at > now.0 - 60_000 { at - DAY } else { at }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_always_waits() {
        for hour in 0..24 {
            waits_at(Timestamp(1_800_000_000_000 + hour * 3_600_000));
        }
    }

    fn waits_at(now: Timestamp) {
        let begins = begins(Timestamp(now.0 - PAST_DAYS * DAY), now, 300);
        assert!(begins.is_sorted());
        let within = |hours: i64| {
            let since = now.0 - hours * 3_600_000;
            begins.iter().filter(|at| **at > since).count()
        };
        assert!(within(2) >= 5, "a review comes after two hours");
        assert!(within(5) >= within(2) + 5, "a payout three hours later");
    }
}
