//! What a review rests on: the person, what they borrowed before, what they would owe, where the
//! money would go, and who sent them.

use loan::{Fen, Order, State};
use schema::{
    Date, Timestamp,
    resources::{Channel, Customer, Dingdan, ProjectCategory},
};
use store::{
    Condition, Conn, List, Reach, RowError, blocks,
    orders::{self, Stored},
    rows,
};

use super::{
    applicant::{AccountLikeness, Applicant, applicant, likeness},
    review,
    trial::{self, TrialPlan},
    view::out_of_range,
};
use crate::{
    call::Call,
    error::Result,
    wire::{answer, ask},
};

/// Earlier orders that are looked at, the newest first.
const MOST: i64 = 200;
/// Refusals that are told with their reasons.
const TOLD: usize = 3;
const PPM: i64 = 1_000_000;

ask! {
    /// Which application.
    open pub struct BasisOf {
        dingdan_id: i64         = id(),
        /// As if this much were approved; without it, what was asked for.
        pifu_jine:  Option<Fen> = fen("批复金额"),
    }
}

answer! {
    /// A refusal before.
    pub struct EarlierRefusal {
        bianhao: String,
        shenhe_time: Option<Timestamp>,
        yuanyin: Option<String>,
    }
}

answer! {
    /// What they borrowed before and how they paid it back.
    pub struct CreditHistory {
        dingdan_shu: usize,
        jieqing_shu: usize,
        hexiao_shu: usize,
        anshi_qishu: usize,
        yuqi_qishu: usize,
        zuichang_yuqi: i64,
        jujue_shu: usize,
        jujue: Vec<EarlierRefusal>,
    }
}

answer! {
    /// What they owe beside this loan, and with it.
    pub struct Exposure {
        zaidai_bishu: usize,
        zaidai_benjin: Fen,
        /// Applications that wait for review or payout.
        daiban_bishu: usize,
        daiban_jine: Fen,
        jinri_yingshou: Fen,
        yuqi_jine: Fen,
        benci_jine: Fen,
        zhihou_benjin: Fen,
    }
}

answer! {
    /// Where they come from, and how its loans fare.
    pub struct ChannelRecord {
        mingcheng: String,
        zaidai_bishu: i64,
        yuqi_bishu: i64,
        /// Overdue ones among those being repaid; null where there are none.
        yuqilv: Option<i64>,
    }
}

answer! {
    /// What a review rests on.
    pub struct ReviewBasis {
        dingdan_id: i64,
        ren: Applicant,
        lishi: CreditHistory,
        changkou: Exposure,
        shoukuan: AccountLikeness,
        qudao: Option<ChannelRecord>,
        /// Categories that are blocked for them.
        pingbi: Vec<String>,
        /// What this loan would cost if it were paid out today; null where no figure can hold it.
        shisuan: Option<TrialPlan>,
    }
}

/// What a review of this application rests on.
pub fn review_basis(conn: &mut Conn, call: &Call, ask: BasisOf) -> Result<ReviewBasis> {
    let reach = &call.actor.access.reach;
    let stored = orders::find(conn, ask.dingdan_id, reach)?;
    let customer: Customer = rows::get(conn, stored.user_id, &Reach::everything())?;
    let day = call.now.date();
    let order = match ask.pifu_jine {
        Some(amount) => review::approved(conn, call, &stored, amount)?,
        None => stored.order.clone(),
    };
    let others = others(conn, &stored, reach)?;
    Ok(ReviewBasis {
        dingdan_id: stored.id,
        ren: applicant(conn, &stored, &customer, day)?,
        lishi: history(conn, &stored, &others, reach, day)?,
        changkou: exposure(&order, &others, day)?,
        shoukuan: likeness(conn, &stored)?,
        qudao: channel(conn, customer.qudao_id, day)?,
        pingbi: blocked(conn, customer.id)?,
        shisuan: trial::of_order(conn, &order, day).ok(),
    })
}

/// The customer's other orders, the newest first.
fn others(conn: &mut Conn, stored: &Stored, reach: &Reach) -> Result<Vec<Stored>> {
    let list = List {
        conditions: vec![Condition::equal(Dingdan::user_id, stored.user_id)],
        limit: MOST,
        ..List::default()
    };
    let ids: Vec<i64> = rows::list::<Dingdan>(conn, &list, reach)?
        .into_iter()
        .map(|order| order.id)
        .filter(|id| *id != stored.id)
        .collect();
    Ok(orders::by_ids(conn, &ids)?)
}

fn history(
    conn: &mut Conn,
    stored: &Stored,
    others: &[Stored],
    reach: &Reach,
    day: Date,
) -> Result<CreditHistory> {
    let in_state = |state: State| others.iter().filter(|one| one.order.state == state).count();
    let (mut on_time, mut late, mut worst) = (0, 0, 0);
    for other in others {
        let order = &other.order;
        let items = order.plan.iter().flat_map(|plan| &plan.items);
        for item in items.filter(|item| item.due_on <= day || item.paid.is_some()) {
            let overdue = order.overdue(item, day).map_err(out_of_range)?;
            worst = worst.max(overdue.days);
            match (overdue.is_overdue(), &item.paid) {
                (true, _) => late += 1,
                (false, Some(_)) => on_time += 1,
                (false, None) => {}
            }
        }
    }
    let refused = List {
        conditions: vec![
            Condition::equal(Dingdan::user_id, stored.user_id),
            Condition::equal(Dingdan::state, State::Rejected.code()),
        ],
        limit: MOST,
        ..List::default()
    };
    let refused = rows::list::<Dingdan>(conn, &refused, reach)?;
    Ok(CreditHistory {
        dingdan_shu: others.len(),
        jieqing_shu: in_state(State::Settled),
        hexiao_shu: in_state(State::WrittenOff),
        anshi_qishu: on_time,
        yuqi_qishu: late,
        zuichang_yuqi: worst,
        jujue_shu: refused.len(),
        jujue: refused.into_iter().take(TOLD).map(refusal).collect(),
    })
}

fn refusal(order: Dingdan) -> EarlierRefusal {
    EarlierRefusal {
        bianhao: order.bianhao,
        shenhe_time: order.shenhe_time,
        yuanyin: order.shenhe_yijian,
    }
}

fn exposure(order: &Order, others: &[Stored], day: Date) -> Result<Exposure> {
    let mut found = Exposure {
        zaidai_bishu: 0,
        zaidai_benjin: Fen::ZERO,
        daiban_bishu: 0,
        daiban_jine: Fen::ZERO,
        jinri_yingshou: Fen::ZERO,
        yuqi_jine: Fen::ZERO,
        benci_jine: order.principal,
        zhihou_benjin: order.principal,
    };
    let add = |sum: &mut Fen, amount: Fen| -> Result<()> {
        *sum = sum.plus(amount).map_err(out_of_range)?;
        Ok(())
    };
    for other in others.iter().map(|other| &other.order) {
        match other.state {
            State::Repaying => {
                let owed = other.owed(day).map_err(out_of_range)?;
                found.zaidai_bishu += 1;
                add(&mut found.zaidai_benjin, owed.principal)?;
                add(&mut found.zhihou_benjin, owed.principal)?;
                add(&mut found.jinri_yingshou, owed.due)?;
                add(&mut found.yuqi_jine, owed.overdue)?;
            }
            State::AwaitingReview | State::AwaitingPayout | State::PayoutFailed => {
                found.daiban_bishu += 1;
                add(&mut found.daiban_jine, other.principal)?;
            }
            _ => {}
        }
    }
    Ok(found)
}

fn channel(conn: &mut Conn, id: Option<i64>, day: Date) -> Result<Option<ChannelRecord>> {
    let Some(id) = id else { return Ok(None) };
    let everywhere = Reach::everything();
    let channel: Channel = match rows::get(conn, id, &everywhere) {
        Ok(channel) => channel,
        Err(RowError::NotFound) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let of_channel = List {
        conditions: vec![
            Condition::equal(Dingdan::qudao_id, Some(id)),
            Condition::equal(Dingdan::state, State::Repaying.code()),
        ],
        ..List::default()
    };
    let of = <Dingdan as schema::Record>::model();
    let each = [Vec::new(), vec![Condition::before(Dingdan::yuqi_ri, day)]];
    let counted = store::totals(conn, of, &of_channel, each, &everywhere)?;
    let count = |at: usize| counted.get(at).map_or(0, |(count, _)| *count);
    let (all, late) = (count(0), count(1));
    Ok(Some(ChannelRecord {
        mingcheng: channel.mingcheng,
        zaidai_bishu: all,
        yuqi_bishu: late,
        yuqilv: (late * PPM).checked_div(all),
    }))
}

fn blocked(conn: &mut Conn, customer: i64) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for id in blocks::blocked(conn, customer)? {
        match rows::get::<ProjectCategory>(conn, id, &Reach::everything()) {
            Ok(category) => names.push(category.mingcheng),
            Err(RowError::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(names)
}
