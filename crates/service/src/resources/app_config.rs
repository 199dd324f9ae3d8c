//! 参数设置: settings decide what people may do.

use crate::rules::{Kept, Rules};

pub const RULES: Rules = Rules {
    touches: Some(Kept::Access),
    ..Rules::NONE
};
