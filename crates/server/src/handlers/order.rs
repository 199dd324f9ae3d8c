//! /api/app/dingdan, its records and its log

use service::{Error, Result, input::given, order};
use store::{Conn, Tx};

use crate::{
    answer::{Answer, success},
    dispatch::{Ask, OwnAsk, Reply},
    error,
    request::{self, JSON_LIMIT},
};

fn id(ask: &Ask, name: &str) -> Result<i64> {
    let id = given(&ask.query, name).and_then(|text| text.parse().ok());
    id.filter(|id| *id > 0)
        .ok_or_else(|| Error::field(name, "编号应为正整数"))
}

fn day(ask: &Ask, name: &str) -> Result<Option<schema::Date>> {
    let text = given(&ask.query, name);
    text.map(|text| order::date(name, "日期", text)).transpose()
}

pub fn counts(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    order::counts(conn, &ask.call, &ask.query).map(Answer::from)
}

pub fn products(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    order::products(conn, &ask.call, id(ask, "userId")?).map(Answer::from)
}

pub fn detail(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    order::detail(conn, &ask.call, ask.id()?).map(Answer::from)
}

pub fn repayment(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    order::repayment(conn, &ask.call, ask.id()?, day(ask, "riqi")?).map(Answer::from)
}

pub fn prepay_quote(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    let day = day(ask, "daozhangRiqi")?;
    order::prepay_quote(conn, &ask.call, id(ask, "dingdanId")?, day).map(Answer::from)
}

pub fn why(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    let number = given(&ask.query, "qi").map(str::parse).transpose();
    let number = number.map_err(|_| Error::field("qi", "期次应为正整数"))?;
    let asked = order::Asked {
        what: given(&ask.query, "xiang").unwrap_or("ZONGJI"),
        number,
        day: day(ask, "riqi")?,
    };
    order::why(conn, &ask.call, ask.id()?, &asked).map(Answer::from)
}

pub fn timeline(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    order::timeline(conn, &ask.call, ask.id()?).map(Answer::Text)
}

/// A trial has a body and writes nothing.
pub fn trial(ask: OwnAsk) -> Reply {
    Box::pin(async move {
        let (app, call) = (ask.app.clone(), ask.call()?);
        let bytes = match request::bytes(ask.request.into_body(), JSON_LIMIT).await {
            Ok(bytes) => bytes,
            Err(why) => return Ok(error::unread(&why)),
        };
        let body = request::json(&bytes)?;
        let answer = app
            .db
            .read(move |conn| order::trial(conn, &call, &body))
            .await?;
        Ok(success(Answer::from(answer).into_text()))
    })
}

/// Verbs all read alike: the body in, what became of the order out.
macro_rules! verbs {
    ($($name:ident),* $(,)?) => {
        $(pub fn $name(tx: &mut Tx<'_>, ask: &Ask) -> Result<Answer> {
            order::$name(tx, &ask.call, &ask.body).map(Answer::from)
        })*
    };
}
verbs!(
    apply,
    review,
    cancel,
    pay_out,
    redisburse,
    set_discount,
    confirm,
    extend,
    prepay,
    undo,
    write_off,
    recover,
);

/// An order is changed by what happens to it.
pub fn refuse_order(_: &mut Tx<'_>, _: &Ask) -> Result<Answer> {
    Err(Error::refused(
        "订单不能直接修改或删除，请使用审核、放款、还款、撤销或取消等操作",
    ))
}

pub fn refuse_record(_: &mut Tx<'_>, _: &Ask) -> Result<Answer> {
    Err(Error::refused(
        "还款记录由还款操作产生，不能直接修改；如有错误请撤销对应的操作",
    ))
}

pub fn refuse_log(_: &mut Tx<'_>, _: &Ask) -> Result<Answer> {
    Err(Error::refused("订单日志由系统自动记录，不可修改"))
}
