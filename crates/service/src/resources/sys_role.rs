//! 角色管理: its verbs lie in `role.rs`.

use crate::rules::{Kept, Rules};

pub const RULES: Rules = Rules {
    touches: Some(Kept::Access),
    ..Rules::NONE
};
