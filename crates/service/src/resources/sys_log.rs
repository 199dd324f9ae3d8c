//! 操作日志: archived once it is old enough.

use crate::{
    audit,
    error::Result,
    rules::{Delete, Rules},
};

pub const RULES: Rules = Rules {
    before_delete,
    ..Rules::NONE
};

fn before_delete(delete: &mut Delete<'_, '_>) -> Result<()> {
    audit::check_archive(delete.tx, delete.call, delete.id)
}
