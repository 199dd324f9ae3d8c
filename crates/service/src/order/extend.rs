//! 延期: due dates move, for a fee.

use loan::Event;
use serde_json::Value as Json;
use store::Tx;

use super::{Beside, Body, Paper, Wish, happen};
use crate::{call::Call, error::Result};

pub fn extend(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let names = [
        "dingdanId",
        "qi",
        "cishu",
        "feiyong",
        "zhifufangshi",
        "liushuihao",
    ];
    let body = Body::new(body, &names)?;
    let number_seen = body.small("qi", "期次")?;
    let count_seen = body.small("cishu", "延期次数")?.map(usize::from);
    let fee_seen = body.fen("feiyong", "延期费")?;
    let wish = Wish {
        is_bare: count_seen.is_none(),
        paper: Paper::read(&body, "zhifufangshi")?,
        ..Wish::new(
            body.id("dingdanId")?,
            Event::Extend {
                number_seen,
                count_seen,
                fee_seen,
            },
        )
    };
    happen(tx, call, &wish, |_, _, _| Ok(Beside::new()))
}
