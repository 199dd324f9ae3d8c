//! 用户管理: its verbs lie in `user.rs`.

use crate::rules::{Kept, Rules};

pub const RULES: Rules = Rules {
    touches: Some(Kept::Access),
    ..Rules::NONE
};
