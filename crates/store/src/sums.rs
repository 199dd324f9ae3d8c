//! Sums of money that cannot overflow, whatever amounts a database holds: the halves of the amounts
//! are summed apart and put together in 128 bits. SQLite would fail the statement, PostgreSQL the
//! cast.

use crate::{error::Result, sql::Sql, value::Row};

/// Adds the two columns that stand for the sum of an amount.
pub(crate) fn push(sql: &mut Sql, amount: &Sql) {
    for (before, after) in [
        ("CAST(coalesce(sum((", ") >> 32), 0) AS BIGINT), "),
        ("CAST(coalesce(sum((", ") & 4294967295), 0) AS BIGINT)"),
    ] {
        sql.push(before).append(amount).push(after);
    }
}

/// The sum whose columns begin at `at`.
pub(crate) fn read(row: &Row, at: usize) -> Result<i128> {
    Ok((i128::from(row.int(at)?) << 32) + i128::from(row.int(at + 1)?))
}
