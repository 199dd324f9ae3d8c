//! 处理反馈: along its states, with an answer, and a notice to whoever gave it.

use schema::{
    Record,
    resources::{Feedback, Notice},
};
use store::{
    Tx,
    rows::{self, Changes},
};

use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    input, resource,
    resources::with_rules,
    wire::{Edited, ask, codes},
};

codes! {
    /// What becomes of a feedback.
    pub enum FeedbackState {
        Waiting = "DAICHULI", Begun = "CHULIZHONG", Done = "YICHULI", Closed = "YIGUANBI",
    }
}

ask! {
    /// 处理反馈
    pub struct EditState {
        id:          i64            = row_id(),
        state:       FeedbackState  = one_of("状态"),
        huifu:       Option<String> = text("回复", 500),
        is_tongzhi:  Option<bool>   = flag("通知用户"),
    }
}

pub fn edit_state(tx: &mut Tx<'_>, call: &Call, ask: EditState) -> Result<Edited> {
    let of = Feedback::model();
    let was = rows::locked(tx, of, ask.id, &call.writer())?;
    let row: Feedback = was.stored.record()?;
    let next = match (row.state.as_str(), ask.state) {
        ("DAICHULI", FeedbackState::Begun) => "CHULIZHONG",
        ("CHULIZHONG", FeedbackState::Done) => "YICHULI",
        ("CHULIZHONG", FeedbackState::Closed) => "YIGUANBI",
        ("CHULIZHONG", FeedbackState::Begun)
        | ("YICHULI", FeedbackState::Done)
        | ("YIGUANBI", FeedbackState::Closed) => {
            return Err(Error::Stale("反馈已经是这个状态，请刷新".to_owned()));
        }
        _ => {
            return Err(Error::refused(
                "待处理的先开始处理，处理中的可以改为已处理或已关闭，结束后不能再改",
            ));
        }
    };
    let reply = ask.huifu.filter(|text| !text.is_empty());
    if ask.state == FeedbackState::Done && reply.is_none() {
        return Err(Error::field(Feedback::huifu.wire(), "已处理时请填写回复"));
    }
    let mut changes = Changes::<Feedback>::new()
        .set(Feedback::state, next)
        .set(Feedback::chuliren_id, Some(call.actor.user_id))
        .set(Feedback::chuli_time, Some(call.now));
    if reply.is_some() {
        changes = changes.set(Feedback::huifu, reply.clone());
    }
    let changed = rows::update_locked(tx, of, was, &changes.into_list(), &call.writer())?;
    if ask.is_tongzhi == Some(true) {
        tell(tx, call, &row, reply.as_deref())?;
    }
    let deed = Deed::new(of.table.label, format!("处理反馈 编号{}", row.id)).about(row.user_id);
    audit::record(tx, call, &deed.changed(&changed.before, &changed.after))?;
    Ok(Edited {
        id: row.id,
        banben_suo: changed.version,
    })
}

/// A notice in the app for whoever gave the feedback.
fn tell(tx: &mut Tx<'_>, call: &Call, row: &Feedback, reply: Option<&str>) -> Result<()> {
    let Some(customer) = row.user_id else {
        return Err(Error::refused("匿名反馈没有可以通知的客户"));
    };
    let of = with_rules(Notice::model());
    let notice = Changes::<Notice>::new()
        .set(Notice::biaoti, "您的反馈有了新进展")
        .set(Notice::neirong, reply.unwrap_or("我们正在处理您的反馈"))
        .set(Notice::r#type, "XITONG")
        .set(Notice::tongdao, "ZHANNEI")
        .set(Notice::duixiang, "ZHIDING")
        .set(Notice::user_id, Some(customer));
    let changes = input::with_defaults(of.model, notice.into_list())?;
    resource::insert_quietly(tx, call, of, changes)?;
    Ok(())
}
