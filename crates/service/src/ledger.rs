//! 资金: sums of movements and the trial balance.

use loan::Account;
use schema::{Date, Timestamp, resources::User};
use serde::{Serialize, Serializer};
use store::{
    Conn, Reach, RowError, kept_days,
    records::{self, Group, Moved, Sums},
    rows,
};

use crate::{
    call::Call,
    error::{Error, Result},
    wire::{Shape, Shaped, answer, ask, codes},
};

const DAY_MS: i64 = 86_400_000;

codes! {
    /// What movements are summed by.
    pub enum GroupBy { Day = "RI", Method = "FANGSHI", Operator = "CAOZUOREN" }
}

ask! {
    /// Which movements are summed.
    pub struct MovementsAsked {
        fenzu:             Option<GroupBy> = one_of("分组"),
        create_time_begin: Option<Date>    = day("日期"),
        create_time_end:   Option<Date>    = day("日期"),
        zhifufangshi:      Option<String>  = code("支付方式"),
        caozuoren_id:      Option<i64>     = int("操作人").says("操作人应为编号"),
        r#type:            Option<String>  = code("类型"),
    }
}

/// A sum in fen. A screen reads numbers exactly up to 2^53; a greater one is its digits as text.
#[derive(Debug, Clone, Copy)]
pub struct Sum(pub(crate) i128);

impl Serialize for Sum {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match i64::try_from(self.0) {
            Ok(fen) if fen.unsigned_abs() < 1 << 53 => serializer.serialize_i64(fen),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl Shaped for Sum {
    fn shape() -> Shape {
        Shape::Either(vec![Shape::Number, Shape::Text])
    }
}

answer! {
    /// Sums of movements of one group, or of all.
    pub struct MovementSums {
        jian: String,
        mingcheng: String,
        bishu: i64,
        ruzhang: Sum,
        chuzhang: Sum,
        chongxiao: Sum,
        jinge: Sum,
    }
}

answer! {
    /// Sums of movements beside what the journal says.
    pub struct Movements {
        ..total: MovementSums,
        /// What the journal says; null where only some movements were asked for.
        zhangmian: Option<Sum>,
        is_yizhi: Option<bool>,
        mingxi: Vec<MovementSums>,
    }
}

/// Sums of 资金流水 beside what the journal says.
pub fn sums(conn: &mut Conn, call: &Call, ask: MovementsAsked) -> Result<Movements> {
    let group = match ask.fenzu {
        None | Some(GroupBy::Day) => Group::Day,
        Some(GroupBy::Method) => Group::Method,
        Some(GroupBy::Operator) => Group::Operator,
    };
    let (from, to) = (ask.create_time_begin, ask.create_time_end);
    let wanted = Sums {
        from_ms: from.map(|day| Timestamp::start_of(day).0),
        to_ms: to.map(|day| Timestamp::start_of(day).0 + DAY_MS - 1),
        method: ask.zhifufangshi,
        operator: ask.caozuoren_id,
        kind: ask.r#type,
    };
    let reach = &call.actor.access.reach;
    let mut groups = Vec::new();
    let mut total = Moved::default();
    for moved in records::sums(conn, &wanted, group, reach)? {
        let name = group_name(conn, group, &moved.key)?;
        let key = match group {
            Group::Day => &name,
            _ => &moved.key,
        };
        groups.push(shown(&moved, key, &name));
        total.count += moved.count;
        total.money_in += moved.money_in;
        total.money_out += moved.money_out;
        total.reversed += moved.reversed;
    }
    let filtered = wanted.method.is_some() || wanted.operator.is_some() || wanted.kind.is_some();
    let booked = if filtered {
        None
    } else {
        let cash = [Account::Cash];
        let posted = kept_days::posted(conn, &cash, (from, to), reach)?;
        Some(
            posted
                .values()
                .map(|cash| cash.debit - cash.credit)
                .sum::<i128>(),
        )
    };
    Ok(Movements {
        total: shown(&total, "", "合计"),
        zhangmian: booked.map(Sum),
        is_yizhi: booked.map(|booked| booked == net(&total)),
        mingxi: groups,
    })
}

fn group_name(conn: &mut Conn, group: Group, key: &str) -> Result<String> {
    let unnamed = || "未填写".to_owned();
    Ok(match group {
        Group::Day => {
            let days: i64 = key.parse().unwrap_or_default();
            Timestamp(days * DAY_MS).date().to_string()
        }
        Group::Method if key.is_empty() => unnamed(),
        Group::Method => {
            store::dict::label(conn, "zhifu_fangshi", key)?.unwrap_or_else(|| key.to_owned())
        }
        Group::Operator => {
            let id = key.parse().unwrap_or_default();
            match rows::get::<User>(conn, id, &Reach::everything()) {
                Ok(user) => user.nick_name,
                Err(RowError::NotFound) => format!("编号{key}"),
                Err(error) => return Err(error.into()),
            }
        }
    })
}

fn net(moved: &Moved) -> i128 {
    moved.money_in + moved.money_out - moved.reversed
}

fn shown(moved: &Moved, key: &str, name: &str) -> MovementSums {
    MovementSums {
        jian: key.to_owned(),
        mingcheng: name.to_owned(),
        bishu: moved.count,
        ruzhang: Sum(moved.money_in),
        chuzhang: Sum(-moved.money_out),
        chongxiao: Sum(-moved.reversed),
        jinge: Sum(net(moved)),
    }
}

ask! {
    /// Over which days.
    pub struct BalanceBetween {
        riqi_end:   Option<Date> = day("日期"),
        riqi_begin: Option<Date> = day("日期"),
    }
}

answer! {
    /// One account of the trial balance.
    pub struct AccountLine {
        kemu: &'static str,
        kemu_show: &'static str,
        qichu: Sum,
        jie: Sum,
        dai: Sum,
        qimo: Sum,
    }
}

answer! {
    /// 总账
    pub struct TrialBalance {
        riqi_begin: Date,
        riqi_end: Date,
        mingxi: Vec<AccountLine>,
        jie_heji: Sum,
        dai_heji: Sum,
        is_pingheng: bool,
    }
}

/// 总账: every account's opening, movements and closing over a range of days.
pub fn trial_balance(conn: &mut Conn, call: &Call, ask: BalanceBetween) -> Result<TrialBalance> {
    let to = ask.riqi_end.unwrap_or_else(|| call.now.date());
    let from = ask.riqi_begin.unwrap_or_else(|| to.first_of_month());
    if from > to {
        return Err(Error::field("riqiEnd", "结束日期不能早于开始日期"));
    }
    let reach = &call.actor.access.reach;
    let posted = kept_days::posted(conn, Account::ALL, (Some(from), Some(to)), reach)?;
    let mut lines = Vec::new();
    let (mut debit, mut credit, mut balance) = (0, 0, 0);
    for account in Account::ALL {
        let moved = posted.get(account.code()).copied().unwrap_or_default();
        let closing = moved.opening + moved.debit - moved.credit;
        debit += moved.debit;
        credit += moved.credit;
        balance += closing;
        lines.push(AccountLine {
            kemu: account.code(),
            kemu_show: account.label(),
            qichu: Sum(moved.opening),
            jie: Sum(moved.debit),
            dai: Sum(moved.credit),
            qimo: Sum(closing),
        });
    }
    Ok(TrialBalance {
        riqi_begin: from,
        riqi_end: to,
        mingxi: lines,
        jie_heji: Sum(debit),
        dai_heji: Sum(credit),
        is_pingheng: debit == credit && balance == 0,
    })
}
