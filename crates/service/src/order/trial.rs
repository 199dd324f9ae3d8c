//! 试算: a schedule without an order.

use loan::{FeeCollection, Fen, Loan, Order, Plan, Terms};
use schema::{
    Date, Record,
    resources::{Dingdan, Project},
};
use serde_json::{Map, Value as Json};
use store::{Conn, Reach, rows};

use super::{bill::PlanLine, inline, view::out_of_range};
use crate::{
    call::Call,
    error::{Blame, Error, Result},
    product,
    wire::{FieldShape, Fields, answer, ask},
};

ask! {
    /// 试算: of a product, or of terms given inline.
    pub struct Trial {
        jiekuan_jine:  Fen          = fen("借款金额"),
        qishu:         u16          = small("期数"),
        project_id:    Option<i64>  = int("产品"),
        fangkuan_riqi: Option<Date> = date("放款日期"),
        ..terms: InlineTerms,
    }
}

/// Terms under the names of the product's columns.
#[derive(Debug, Clone)]
pub struct InlineTerms(Map<String, Json>);

impl Fields for InlineTerms {
    fn read(values: &Map<String, Json>) -> Result<Self> {
        let own = values
            .iter()
            .filter(|(name, _)| inline::names().contains(&name.as_str()));
        Ok(Self(
            own.map(|(name, json)| (name.clone(), json.clone()))
                .collect(),
        ))
    }

    fn fields() -> Vec<FieldShape> {
        FieldShape::columns(Project::model(), &inline::names())
    }
}

answer! {
    /// A schedule without an order.
    pub struct TrialPlan {
        zonghuankuan: Fen,
        zongbenjin: Fen,
        zongxifei: Fen,
        zonglixi: Fen,
        qianzhifei: Fen,
        zixunfei: Fen,
        fuwufei: Fen,
        zongqishu: usize,
        shidao_jine: Fen,
        nianhua_danli: Option<i64>,
        nianhua_fuli: Option<i64>,
        huankuan_jihua_list: Vec<PlanLine>,
        /// What a lender should think about.
        jinggao: Vec<String>,
    }
}

/// The schedule of a product, or of terms given inline.
pub fn trial(conn: &mut Conn, call: &Call, ask: &Trial) -> Result<TrialPlan> {
    let (amount, periods) = (ask.jiekuan_jine, ask.qishu);
    let terms = match ask.project_id {
        Some(project) => of_project(conn, project, periods)?,
        None => of_body(&ask.terms.0, periods)?,
    };
    let loan =
        Loan::new(&terms, amount, periods).map_err(|error| Error::invalid(error.to_string()))?;
    let plan = loan
        .plan(ask.fangkuan_riqi.unwrap_or_else(|| call.now.date()))
        .map_err(out_of_range)?;
    let warnings = product::warnings(conn, &terms, amount)?;
    planned(&loan, &plan, warnings)
}

/// The schedule of an order as it stands, paid out on `day`.
pub(super) fn of_order(conn: &mut Conn, order: &Order, day: Date) -> Result<TrialPlan> {
    let loan = order.loan().map_err(out_of_range)?;
    let plan = loan.plan(day).map_err(out_of_range)?;
    let warnings = product::warnings(conn, &order.terms, order.principal)?;
    planned(&loan, &plan, warnings)
}

fn of_project(conn: &mut Conn, project: i64, periods: u16) -> Result<Terms> {
    let row: Project = rows::get(conn, project, &Reach::everything())
        .or_blame(Dingdan::project_id.wire(), "产品不存在或不可选")?;
    let terms = product::terms(&row)?;
    if !terms.offered_periods.contains(&periods) {
        let error = loan::TermsError::PeriodsNotOffered(periods);
        return Err(Error::field("qishu", error.to_string()));
    }
    Ok(Terms {
        offered_periods: vec![periods],
        ..terms
    })
}

fn of_body(body: &Map<String, Json>, periods: u16) -> Result<Terms> {
    let terms = inline::terms(body, periods)?;
    // A trial shows what withholding would mean; whether it is allowed is asked when the product
    // is saved.
    let policy = loan::Policy {
        withholding_allowed: true,
    };
    terms
        .check(policy)
        .map_err(|error| Error::invalid(error.to_string()))?;
    Ok(terms)
}

fn planned(loan: &Loan<'_>, plan: &Plan, jinggao: Vec<String>) -> Result<TrialPlan> {
    let sum = |figure: fn(&loan::Instalment) -> Fen| {
        Fen::sum(plan.items.iter().map(figure)).map_err(out_of_range)
    };
    let interest = sum(|item| item.interest)?;
    let upfront = loan.upfront_fee().map_err(out_of_range)?;
    let insurance = loan.insurance_fee().map_err(out_of_range)?;
    let service = loan.service_fee().map_err(out_of_range)?;
    let fees = Fen::sum([interest, upfront, insurance, service]).map_err(out_of_range)?;
    let received = match loan.terms().upfront_fee.collection {
        FeeCollection::Apart => loan.principal(),
        FeeCollection::Withheld => loan.principal().minus(upfront).map_err(out_of_range)?,
    };
    let rate = loan.annual_rate().ok();
    let lines = plan.items.iter().map(PlanLine::new);
    Ok(TrialPlan {
        zonghuankuan: loan.principal().plus(fees).map_err(out_of_range)?,
        zongbenjin: loan.principal(),
        zongxifei: fees,
        zonglixi: interest,
        qianzhifei: upfront,
        zixunfei: insurance,
        fuwufei: service,
        zongqishu: plan.items.len(),
        shidao_jine: received,
        nianhua_danli: rate.map(|rate| rate.simple_ppm),
        nianhua_fuli: rate.and_then(|rate| rate.compound_ppm),
        huankuan_jihua_list: lines.collect::<Result<_>>()?,
        jinggao,
    })
}
