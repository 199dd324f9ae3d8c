//! Locks of the whole database, held until the transaction ends. SQLite needs none: it writes one
//! transaction at a time.

use crate::{conn::Tx, error::Result, sql::Dialect};

/// What one transaction at a time may do. The numbers are told apart by PostgreSQL alone.
#[derive(Debug, Clone, Copy)]
pub enum Lock {
    Migration = 7291,
    CustomerNumber = 7292,
    OrderNumber = 7293,
    MenuTree = 7294,
    Housekeeping = 7295,
    LoginName = 7296,
    Sealing = 7297,
    UniqueSecret = 7298,
    KeyRotation = 7299,
    GoodsOrderNumber = 7300,
}

impl Lock {
    /// Waits until nobody else holds it.
    pub fn take(self, tx: &mut Tx<'_>) -> Result<()> {
        let text = "SELECT pg_advisory_xact_lock(?)::text";
        tx.lock_by(text, &[(self as i64).into()])
    }

    /// [`take`](Self::take) for work of a start, which waits for another node as long as that takes.
    pub fn take_patiently(self, tx: &mut Tx<'_>) -> Result<()> {
        tx.be_patient()?;
        self.take(tx)
    }

    /// Takes it unless somebody else holds it; answers whether.
    pub fn try_take(self, tx: &mut Tx<'_>) -> Result<bool> {
        match tx.dialect() {
            Dialect::Sqlite => Ok(true),
            Dialect::Postgres => {
                let text = "SELECT pg_try_advisory_xact_lock(?)";
                tx.query_one(text, &[(self as i64).into()])?.bool(0)
            }
        }
    }
}
