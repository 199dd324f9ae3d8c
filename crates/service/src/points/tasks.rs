//! 积分任务: what a customer does in the office advances the tasks of its kind. A task that is
//! completed is rewarded in the same transaction.

use schema::{
    Record, Timestamp,
    resources::{PointsTask, TaskRecord},
};
use store::{
    Reach, Tx, customers,
    points::Movement,
    rows::{self, Author, Changes},
    tasks::{self, Newest},
};

use super::{expiry, post};
use crate::{
    call::Call,
    error::{Error, Result},
    input,
    wire::{Coded, codes},
};

/// What a customer did, as tasks know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Did {
    /// 实名认证
    Verified,
    /// 绑定银行卡
    AddedCard,
    /// 成功借款
    Borrowed,
    /// 按时还款
    Repaid,
}

impl Did {
    const fn code(self) -> &'static str {
        match self {
            Self::Verified => "SHIMING",
            Self::AddedCard => "BANGKA",
            Self::Borrowed => "JIEKUAN",
            Self::Repaid => "HUANKUAN",
        }
    }
}

/// Counts what a customer did for every task of its kind; `source` is what it was done to, and
/// counts once.
pub(crate) fn advance(
    tx: &mut Tx<'_>,
    call: &Call,
    customer: i64,
    did: Did,
    source: &str,
) -> Result<()> {
    let tasks = tasks::of_kind(tx, did.code())?;
    if tasks.is_empty() {
        return Ok(());
    }
    // One at a time for a customer: two steps at once are two steps.
    customers::lock(tx, customer)?;
    for task in tasks.iter().filter(|task| is_on(task, call.now)) {
        let period = period(task, call.now)?;
        if let Some(newest) = tasks::counts(tx, task.id, customer, source, &period)? {
            step(tx, call, customer, task, &period, newest)?;
        }
    }
    Ok(())
}

fn is_on(task: &PointsTask, now: Timestamp) -> bool {
    task.kaishi_time.is_none_or(|from| from <= now) && task.jieshu_time.is_none_or(|to| now < to)
}

codes! {
    /// How often a task begins anew.
    pub(crate) enum Cycle {
        Once = "YICI", Daily = "MEIRI", Weekly = "MEIZHOU", Monthly = "MEIYUE",
    }
}

/// The period of a task that a moment falls into.
fn period(task: &PointsTask, now: Timestamp) -> Result<String> {
    let day = now.date();
    let unknown = || Error::internal(format!("a task with the cycle {}", task.zhouqi));
    Ok(match Cycle::of_code(&task.zhouqi).ok_or_else(unknown)? {
        Cycle::Daily => day.to_string(),
        Cycle::Weekly => {
            let week = day.iso_week_date();
            format!("{}-W{:02}", week.year(), week.week())
        }
        Cycle::Monthly => day.strftime("%Y-%m").to_string(),
        Cycle::Once => "ONCE".to_owned(),
    })
}

fn step(
    tx: &mut Tx<'_>,
    call: &Call,
    customer: i64,
    task: &PointsTask,
    period: &str,
    newest: Option<Newest>,
) -> Result<()> {
    let reach = Reach {
        user_id: call.actor.user_id,
        ..Reach::everything()
    };
    let by = Author {
        reach: &reach,
        ..call.writer()
    };
    let going_on = newest.filter(|record| record.progress < task.mubiao);
    let (progress, round) = match going_on {
        Some(record) => (record.progress + 1, record.round),
        None => (1, newest.map_or(1, |record| record.round + 1)),
    };
    let mut changes = Changes::<TaskRecord>::new().set(TaskRecord::jindu, progress);
    if progress >= task.mubiao {
        changes = changes
            .set(TaskRecord::state, "YILINGQU")
            .set(TaskRecord::wancheng_time, Some(call.now))
            .set(TaskRecord::lingqu_time, Some(call.now));
    }
    match going_on {
        Some(record) => drop(changes.update(tx, record.id, &by)?),
        None if round > task.cishu_xianzhi => return Ok(()),
        None => {
            if newest.is_none() && !tasks::takes_part(tx, task.id, customer)? {
                tasks::joined(tx, task.id)?;
            }
            let row = changes
                .set(TaskRecord::user_id, customer)
                .set(TaskRecord::renwu_id, task.id)
                .set(TaskRecord::zhouqi_key, period)
                .set(TaskRecord::lunci, round)
                .set(TaskRecord::mubiao, task.mubiao)
                .set(TaskRecord::jifen, task.jifen);
            let of = TaskRecord::model();
            let changes = input::with_defaults(of, row.into_list())?;
            rows::insert(tx, of, &changes, &by)?;
        }
    }
    if progress < task.mubiao {
        return Ok(());
    }
    let title = format!("完成任务 {}", task.mingcheng);
    let moved = Movement {
        customer,
        kind: "RENWU",
        points: task.jifen,
        title: &title,
        note: None,
        reference: Some(format!("{}-{customer}-{period}-{round}", task.id)),
        expires: expiry(tx, call.now)?,
        operator: None,
    };
    post(tx, call, &moved)?;
    Ok(())
}
