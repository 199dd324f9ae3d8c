//! The way of a new office to its first loan, for its administrator. It ends with the first payout.

use schema::{
    Record as _,
    resources::{Customer, Dingdan, Payee, Project, Repayment},
};
use store::{Condition, Conn, List, Reach, config, users};

use crate::{call::Call, error::Result, seed, wire::answer};

answer! {
    /// What is done of the way to the first loan.
    pub struct FirstSteps {
        /// The company has a name of its own.
        is_gongsi: bool,
        /// Somebody works here beside the administrator.
        is_yuangong: bool,
        /// A payout needs a second person.
        is_shuangren: bool,
        /// A product is on offer.
        is_chanpin: bool,
        is_kehu: bool,
        is_zhanghu: bool,
        is_dingdan: bool,
    }
}

/// How far the office is; none for others than its administrator, and once it has lent.
pub fn of(conn: &mut Conn, call: &Call) -> Result<Option<FirstSteps>> {
    if !call.actor.access.is_admin() || store::ever(conn, Repayment::model())? {
        return Ok(None);
    }
    let name = config::value(conn, seed::COMPANY_NAME)?;
    let two = config::value(conn, "shuangrenFangkuan")?;
    let on_offer = List {
        conditions: vec![Condition::equal(Project::state, "SHANGJIA")],
        ..List::default()
    };
    Ok(Some(FirstSteps {
        is_gongsi: name.is_some_and(|name| !matches!(name.as_str(), "" | seed::NO_COMPANY)),
        is_yuangong: users::count(conn)? > 1,
        is_shuangren: two.as_deref() == Some("true"),
        is_chanpin: store::any(conn, Project::model(), &on_offer, &Reach::everything())?,
        is_kehu: store::ever(conn, Customer::model())?,
        is_zhanghu: store::ever(conn, Payee::model())?,
        is_dingdan: store::ever(conn, Dingdan::model())?,
    }))
}
