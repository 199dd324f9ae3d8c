//! 在线用户: the caller's own session is marked.

use schema::resources::Session;
use store::Derived;

use crate::rules::Rules;

pub const RULES: Rules = Rules {
    derive: Some(|_, call, ids| {
        let mut found = Derived::default();
        for id in ids {
            let is_own = *id == call.actor.session_id;
            found.put(*id, [(Session::is_dangqian.wire(), is_own.into())]);
        }
        Ok(found)
    }),
    ..Rules::NONE
};
