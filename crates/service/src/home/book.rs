//! The book: what is lent, what came of it this month, and whether the check agrees.

use loan::Account;
use schema::{Date, Timestamp};
use store::{
    Conn,
    kept_days::{self, Counted, Days, Evening, Left},
};

use super::figures::{LEDGER, share_late};
use crate::{
    call::Call,
    check::{self, LastCheck},
    error::Result,
    ledger::Sum,
    wire::answer,
};

const CHECK: &str = "app:zijin:jiancha";

answer! {
    /// A figure of the book, and what it is made of.
    pub struct BookFigure {
        jian: &'static str,
        mingcheng: &'static str,
        /// A share in millionths, otherwise money; none where there is nothing to divide by.
        is_bili: bool,
        zhi: Option<Sum>,
        shuoming: &'static str,
        mingxi: Vec<BookPart>,
    }
}

answer! {
    /// What a figure of the book is made of.
    pub struct BookPart {
        mingcheng: &'static str,
        jine: Sum,
    }
}

answer! {
    /// The book, and when all of it was proven last.
    pub struct Book {
        shuzi: Vec<BookFigure>,
        /// Whether debits equal credits.
        is_pingheng: bool,
        /// None also for who may not see the check.
        jiancha_time: Option<Timestamp>,
        /// What that check found.
        wenti_shu: Option<i64>,
    }
}

/// The book within the caller's reach, where they may see the ledger.
pub fn book(conn: &mut Conn, call: &Call, days: &Days, left: &[Left]) -> Result<Option<Book>> {
    if !call.actor.may(LEDGER) {
        return Ok(None);
    }
    let today = call.now.date();
    let reach = &call.actor.access.reach;
    let all = kept_days::in_all(conn, Account::ALL, reach)?;
    let difference: i128 = Account::ALL
        .iter()
        .map(|account| all.of(*account).balance())
        .sum();
    let lent = all.of(Account::LoanPrincipal);
    // The check is about all of the office.
    let sees_check = reach.all || call.actor.may(CHECK);
    let last = if sees_check { check::last(conn)? } else { None };
    Ok(Some(Book {
        shuzi: figures(days, left, &lent, today),
        is_pingheng: difference == 0,
        jiancha_time: last.as_ref().map(|last: &LastCheck| last.at),
        wenti_shu: last.map(|last| last.findings),
    }))
}

fn figures(days: &Days, left: &[Left], lent: &kept_days::Figure, today: Date) -> Vec<BookFigure> {
    let month = today.first_of_month();
    let within = |account| days.within(Counted::Posted(account), month, today);
    let (cash, interest) = (within(Account::Cash), within(Account::InterestIncome));
    let principal = within(Account::LoanPrincipal);
    // What was given up takes from the principal as well, but brings no money.
    let repaid = principal.credit - within(Account::LoanLoss).debit;
    let now = Evening::of(left, today);
    let part = |mingcheng, jine| BookPart {
        mingcheng,
        jine: Sum(jine),
    };
    let money = |jian, mingcheng, amount, shuoming, mingxi| BookFigure {
        jian,
        mingcheng,
        is_bili: false,
        zhi: Some(Sum(amount)),
        shuoming,
        mingxi,
    };
    vec![
        money(
            "ZAIDAIYUE",
            "在贷余额",
            lent.balance(),
            "贷款本金科目的余额：放出的本金减去收回和核销的本金，不含利息和费用",
            vec![
                part("累计放款", lent.debit),
                part("累计收回与核销", lent.credit),
            ],
        ),
        money(
            "BENYUEFANGKUAN",
            "本月放款",
            principal.debit,
            "本月记入贷款本金借方的金额，当月撤销的放款已减去",
            vec![part("资金支出", cash.credit)],
        ),
        money(
            "BENYUEHUIKUAN",
            "本月回款",
            cash.debit,
            "本月收到的全部款项，含本金、利息和各项费用，当月撤销的已减去",
            vec![
                part("其中本金", repaid),
                part("其中利息与费用", cash.debit - repaid),
            ],
        ),
        money(
            "BENYUELIXI",
            "本月利息收入",
            -interest.balance(),
            "利息收入科目本月的贷方发生额；优惠减免另记科目，未从中扣除",
            Vec::new(),
        ),
        BookFigure {
            jian: "YUQILV",
            mingcheng: "逾期率",
            is_bili: true,
            zhi: share_late(now).map(Sum),
            shuoming: "逾期各期的未还应还（不含逾期费）占全部未还应还的比例",
            mingxi: vec![part("逾期未还", now.late), part("全部未还", now.left)],
        },
    ]
}
