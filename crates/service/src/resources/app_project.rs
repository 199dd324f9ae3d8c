//! 产品: the terms are the engine's, checked on every write and against the rate limits before
//! anyone can borrow on them.

use loan::{Fen, RateRefusal};
use schema::{
    Key,
    resources::{Contract, Project},
};
use store::{Reach, rows};

use crate::{
    error::{Blame as _, Error, Result},
    product,
    rules::{Rules, Write},
};

/// What an order keeps of them has room for as many.
const MOST_CONTRACTS: usize = 10;

pub const RULES: Rules = Rules {
    before,
    judges_the_whole: true,
    ..Rules::NONE
};

fn before(write: &mut Write<'_, '_>) -> Result<()> {
    let next: Project = write.next()?;
    let terms = product::terms(&next)?;
    terms
        .check(product::policy(write.tx)?)
        .map_err(|error| Error::invalid(error.to_string()))?;
    check_amounts(&next)?;
    // An area that was cleared is none.
    if product::area(&next)?.is_none() {
        write.set(Project::quyu, None);
    }
    if write.gives(Project::hetong_ids) {
        check_contracts(write, &next)?;
    }
    let largest = Fen::new(next.zuida_jine);
    let limits = product::limits(write.tx)?;
    let is_published = next.state == "SHANGJIA";
    let highest = match terms.publishable(largest, limits) {
        Ok(rates) => rates.iter().map(|rate| rate.rate.simple_ppm).max(),
        Err(RateRefusal::AboveCeiling { .. }) if !is_published => {
            product::highest_rate(&terms, largest)
        }
        Err(refusal) if is_published => return Err(Error::refused(refusal.to_string())),
        Err(_) => None,
    };
    write.set(Project::nianhua, highest);
    Ok(())
}

/// A product is signed for under templates that are published and meant for it.
fn check_contracts(write: &mut Write<'_, '_>, next: &Project) -> Result<()> {
    let wire = Project::hetong_ids.wire();
    if next.hetong_ids.len() > MOST_CONTRACTS {
        let sentence = format!("合同模板最多选{MOST_CONTRACTS}个");
        return Err(Error::field(wire, sentence));
    }
    for id in &next.hetong_ids {
        let contract: Contract = rows::get(write.tx, *id, &Reach::everything())
            .or_blame(wire, "合同模板不存在或不可选")?;
        let name = &contract.mingcheng;
        if contract.state != "YIFABU" {
            return Err(Error::field(wire, format!("合同模板“{name}”未发布")));
        }
        let meant_for = &contract.project_ids;
        if !meant_for.is_empty() && !meant_for.contains(&next.id) {
            let sentence = format!("合同模板“{name}”不适用于该产品");
            return Err(Error::field(wire, sentence));
        }
    }
    Ok(())
}

fn check_amounts(next: &Project) -> Result<()> {
    let bounds = loan::MIN_PRINCIPAL.get()..=loan::MAX_PRINCIPAL.get();
    let amounts: [(Key<Project, i64>, i64); 2] = [
        (Project::zuixiao_jine, next.zuixiao_jine),
        (Project::zuida_jine, next.zuida_jine),
    ];
    for (key, amount) in amounts {
        if !bounds.contains(&amount) {
            let (low, high) = (loan::MIN_PRINCIPAL, loan::MAX_PRINCIPAL);
            let label = key.field().column.label;
            return Err(Error::field(
                key.wire(),
                format!("{label}应在{low}至{high}元之间"),
            ));
        }
    }
    if next.zuixiao_jine > next.zuida_jine {
        return Err(Error::field(
            Project::zuida_jine.wire(),
            "最大金额不能小于最小金额",
        ));
    }
    if next.jine_buchang < 1 {
        return Err(Error::field(
            Project::jine_buchang.wire(),
            "金额步长应大于0",
        ));
    }
    match (next.nianling_min, next.nianling_max) {
        (Some(low), Some(high)) if low > high => Err(Error::field(
            Project::nianling_max.wire(),
            "最大年龄不能小于最小年龄",
        )),
        _ => Ok(()),
    }
}
