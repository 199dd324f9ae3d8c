//! /api/sys/menu

use service::{Error, Result, menu};
use store::Conn;

use crate::{answer::Answer, dispatch::Ask};

pub fn all(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    menu::all(conn, &ask.query).map(Answer::from)
}

pub fn of_user(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    menu::of_user(conn, &ask.call).map(Answer::from)
}

/// `isAll`, true unless said otherwise: with buttons.
pub fn choices(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    let mut with_buttons = true;
    for (name, value) in &ask.query {
        match (name.as_str(), value.as_str()) {
            ("isAll", "" | "true" | "1") => with_buttons = true,
            ("isAll", "false" | "0") => with_buttons = false,
            ("isAll", _) => return Err(Error::field("isAll", "isAll应为true或false")),
            (name, _) => return Err(Error::field(name, "不支持的查询条件")),
        }
    }
    menu::choices(conn, &ask.call, with_buttons).map(Answer::from)
}

pub fn permissions(conn: &mut Conn, ask: &Ask) -> Result<Answer> {
    let mut user_id = None;
    for (name, value) in &ask.query {
        match name.as_str() {
            "userId" if value.is_empty() => {}
            "userId" => {
                user_id = Some(
                    value
                        .parse()
                        .map_err(|_| Error::field("userId", "用户编号应为整数"))?,
                )
            }
            name => return Err(Error::field(name, "不支持的查询条件")),
        }
    }
    menu::permissions(conn, &ask.call, user_id).map(Answer::from)
}
