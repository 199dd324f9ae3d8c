//! The way of a new office to its first loan, for its administrator. It goes away when all of it is
//! done, or after the first payout when the administrator says so.

use schema::{
    Record as _,
    resources::{Customer, Dingdan, Payee, Project, Repayment},
};
use store::{Condition, Conn, List, Reach, Tx, meta, users};

use crate::{
    audit::{self, Deed},
    call::Call,
    demo,
    error::Result,
    rules::unless,
    seed, settings,
    wire::{answer, ask, codes},
};

answer! {
    /// What is done of the way to the first loan.
    pub struct FirstSteps {
        /// The company has a name of its own.
        is_gongsi: bool,
        /// Somebody works here beside the administrator.
        is_yuangong: bool,
        /// It was decided whether a payout needs a second person.
        is_shuangren: bool,
        /// It does.
        is_shuangren_fangkuan: bool,
        /// Somebody said that backups are made and the keys lie elsewhere too.
        is_beifen: bool,
        /// A product is on offer.
        is_chanpin: bool,
        is_kehu: bool,
        is_zhanghu: bool,
        is_dingdan: bool,
        is_fangkuan: bool,
        /// There is nothing yet that demo data would mix with.
        is_kong: bool,
    }
}

impl FirstSteps {
    fn is_over(&self) -> bool {
        let Self {
            is_gongsi,
            is_yuangong,
            is_shuangren,
            is_shuangren_fangkuan: _,
            is_beifen,
            is_chanpin,
            is_kehu,
            is_zhanghu,
            is_dingdan,
            is_fangkuan,
            is_kong: _,
        } = *self;
        let office = is_gongsi && is_yuangong && is_shuangren && is_beifen;
        office && is_chanpin && is_kehu && is_zhanghu && is_dingdan && is_fangkuan
    }
}

codes! {
    /// What the office cannot know and its administrator says; and that the list is not wanted.
    pub enum ByHand {
        TwoDecided = "SHUANGREN", BackedUp = "BEIFEN", PutAway = "BUZAIXIANSHI",
    }
}

impl ByHand {
    /// Under which name it is noted, and how people call it.
    const fn known_as(self) -> (&'static str, &'static str) {
        match self {
            Self::TwoDecided => ("shuangren", "决定是否双人放款"),
            Self::BackedUp => ("beifen", "设置每日备份，另存密钥"),
            Self::PutAway => ("buzaixianshi", "不再显示"),
        }
    }
}

ask! {
    /// 起步清单
    pub struct TickStep {
        xiang:       ByHand = one_of("事项"),
        is_wancheng: bool   = flag("是否完成"),
    }
}

/// Where it is noted, for the whole office.
const NOTED: &str = "qibu_";

/// Ticks a step for everybody who looks after the office, or takes the tick back.
pub fn tick(tx: &mut Tx<'_>, call: &Call, ask: TickStep) -> Result<()> {
    unless(
        call.actor.access.is_admin(),
        "只有超级管理员可以修改起步清单",
    )?;
    let (name, word) = ask.xiang.known_as();
    let name = format!("{NOTED}{name}");
    let was = meta::get(tx, &name)?.is_some();
    if was == ask.is_wancheng {
        return Ok(());
    }
    if ask.is_wancheng {
        meta::put(tx, &name, "1")?;
    } else {
        meta::remove(tx, &name)?;
    }
    let done = if ask.is_wancheng {
        "完成"
    } else {
        "未完成"
    };
    audit::record(
        tx,
        call,
        &Deed::new("首页", format!("起步清单 {word} {done}")),
    )
}

/// How far the office is; none for others than its administrator, and once it is there.
pub fn of(conn: &mut Conn, call: &Call) -> Result<Option<FirstSteps>> {
    if !call.actor.access.is_admin() || demo::is_demo(conn)? {
        return Ok(None);
    }
    let noted = meta::with_prefix(conn, NOTED)?;
    let is_ticked = |step: ByHand| noted.contains_key(step.known_as().0);
    let is_fangkuan = store::ever(conn, Repayment::model())?;
    if is_fangkuan && is_ticked(ByHand::PutAway) {
        return Ok(None);
    }
    let name = settings::COMPANY_NAME.value(conn)?;
    let is_two = settings::TWO_PEOPLE.is_on(conn)?;
    let on_offer = List {
        conditions: vec![Condition::equal(Project::state, "SHANGJIA")],
        ..List::default()
    };
    let is_kehu = store::ever(conn, Customer::model())?;
    let steps = FirstSteps {
        is_gongsi: name.is_some_and(|name| !matches!(name.as_str(), "" | seed::NO_COMPANY)),
        is_yuangong: users::count_present(conn)? > 1,
        is_shuangren: is_two || is_ticked(ByHand::TwoDecided),
        is_shuangren_fangkuan: is_two,
        is_beifen: is_ticked(ByHand::BackedUp),
        // What was lent was on offer.
        is_chanpin: is_fangkuan
            || store::any(conn, Project::model(), &on_offer, &Reach::everything())?,
        is_kehu,
        is_zhanghu: store::ever(conn, Payee::model())?,
        is_dingdan: store::ever(conn, Dingdan::model())?,
        is_fangkuan,
        is_kong: !is_kehu && demo::is_empty(conn)?,
    };
    Ok((!steps.is_over()).then_some(steps))
}
