//! 试算: a schedule without an order.

use loan::{FeeCollection, Fen, Loan, Plan, Terms};
use schema::resources::{Dingdan, Project};
use serde_json::{Map, Value as Json, json};
use store::{Conn, Reach, rows};

use super::{
    Body, inline,
    view::{day_texts, out_of_range},
};
use crate::{
    call::Call,
    error::{Blame, Error, Result},
    input, product,
};

/// The schedule of a product, or of terms given inline.
pub fn trial(conn: &mut Conn, call: &Call, body: &Json) -> Result<Json> {
    let mut names = vec!["projectId", "jiekuanJine", "qishu", "fangkuanRiqi"];
    names.extend(inline::names());
    let row = input::object(body)?;
    let body = Body::new(body, &names)?;
    let amount = body.must_fen("jiekuanJine", "借款金额")?;
    let periods = body
        .small("qishu", "期数")?
        .ok_or_else(|| Error::field("qishu", "期数不能为空"))?;
    let terms = match body.int("projectId", "项目")? {
        Some(project) => of_project(conn, project, periods)?,
        None => of_body(row, periods)?,
    };
    let start = body.date("fangkuanRiqi", "放款日期")?;
    let loan =
        Loan::new(&terms, amount, periods).map_err(|error| Error::invalid(error.to_string()))?;
    let plan = loan
        .plan(start.unwrap_or_else(|| call.now.date()))
        .map_err(out_of_range)?;
    let mut answer = answer(&loan, &plan)?;
    let warnings = product::warnings(conn, &terms, amount)?;
    answer.insert("jinggao".to_owned(), warnings.into());
    Ok(answer.into())
}

fn of_project(conn: &mut Conn, project: i64, periods: u16) -> Result<Terms> {
    let row: Project = rows::get(conn, project, &Reach::everything())
        .or_blame(Dingdan::project_id.wire(), "项目不存在或不可选")?;
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

fn answer(loan: &Loan<'_>, plan: &Plan) -> Result<Map<String, Json>> {
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
    let rows = plan.items.iter().map(|item| {
        let mut row = day_texts(item.number, item.due_on);
        row.extend(figures(item)?);
        Ok(Json::Object(row))
    });
    let rows = rows.collect::<Result<Vec<_>>>()?;
    let answer = json!({
        "zonghuankuan": loan.principal().plus(fees).map_err(out_of_range)?,
        "zongbenjin": loan.principal(),
        "zongxifei": fees,
        "zonglixi": interest,
        "qianzhifei": upfront,
        "zixunfei": insurance,
        "fuwufei": service,
        "zongqishu": plan.items.len(),
        "shidaoJine": received,
        "nianhuaDanli": rate.map(|rate| rate.simple_ppm),
        "nianhuaFuli": rate.map(|rate| rate.compound_ppm),
        "huankuanJihuaList": rows,
    });
    match answer {
        Json::Object(answer) => Ok(answer),
        _ => Err(Error::internal("a trial is an object")),
    }
}

/// The planned figures of an instalment.
pub(super) fn figures(item: &loan::Instalment) -> Result<Map<String, Json>> {
    let figures = [
        ("yinghuan", item.amount_due().map_err(out_of_range)?),
        ("benjin", item.principal),
        ("lixi", item.interest),
        ("feiyong", item.fees().map_err(out_of_range)?),
    ];
    let named = figures.map(|(name, fen)| (name.to_owned(), fen.get().into()));
    Ok(Map::from_iter(named))
}
