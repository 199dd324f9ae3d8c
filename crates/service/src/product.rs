//! 产品: loan products. Their terms are the engine's, checked on every write and against the rate
//! limits before anyone can borrow on them.

use loan::{
    AmountTerms, Area, DayCount, ExtensionTerms, FeeCollection, Fen, OverdueBase, OverdueTerms,
    Period, PeriodUnit, Policy, Ppm, PrepayInterest, PrepayTerms, RateLimits, RepaymentMode, Terms,
    UpfrontFee,
};
use schema::{
    Key, Record,
    resources::{Customer, ProductBlock, Project},
};
use store::{Condition, Conn, List, Reach, Tx, rows};

use crate::{
    area,
    call::Call,
    error::{Error, Result},
    input, resource,
    rules::Resource,
    settings,
    wire::{Added, Edited, Rows, WholeRow, answer, ask},
};

/// `3期（每期1个月）`
pub(crate) fn term(terms: &Terms, periods: u16) -> String {
    let period = terms.period;
    let unit = match period.unit {
        PeriodUnit::Month => "个月",
        PeriodUnit::Week => "周",
        PeriodUnit::Day => "天",
    };
    format!("{periods}期（每期{}{unit}）", period.length)
}

/// The terms of a product.
pub fn terms(project: &Project) -> Result<Terms> {
    Ok(Terms {
        mode: code(
            Project::huankuan_moshi,
            &project.huankuan_moshi,
            RepaymentMode::ALL,
            RepaymentMode::code,
        )?,
        period: Period {
            unit: code(
                Project::zhouqi_danwei,
                &project.zhouqi_danwei,
                PeriodUnit::ALL,
                PeriodUnit::code,
            )?,
            length: small(Project::zhouqi_changdu, project.zhouqi_changdu)?,
        },
        offered_periods: periods(&project.qishu_list)?,
        annual_rate: rate(Project::nianlilv, project.nianlilv)?,
        day_count: DayCount::try_from(small(Project::jixi_tianshu, project.jixi_tianshu)?)
            .map_err(|message| Error::field(Project::jixi_tianshu.wire(), message))?,
        upfront_fee: UpfrontFee {
            rate: rate(Project::qianzhifeilv, project.qianzhifeilv)?,
            collection: code(
                Project::qianzhifei_fangshi,
                &project.qianzhifei_fangshi,
                FeeCollection::ALL,
                FeeCollection::code,
            )?,
        },
        insurance_fee_rate: rate(Project::zixunfeilv, project.zixunfeilv)?,
        service_fee_rate: rate(Project::fuwufeilv, project.fuwufeilv)?,
        overdue: OverdueTerms {
            grace_days: small(Project::kuanxian_tianshu, project.kuanxian_tianshu)?,
            daily_rate: rate(Project::yuqi_rilv, project.yuqi_rilv)?,
            base: code(
                Project::yuqi_jishu,
                &project.yuqi_jishu,
                OverdueBase::ALL,
                OverdueBase::code,
            )?,
            cap: rate(Project::yuqi_shangxian, project.yuqi_shangxian)?,
        },
        prepay: PrepayTerms {
            allowed: project.is_tiqian,
            breach_fee_rate: rate(Project::weiyue_feilv, project.weiyue_feilv)?,
            interest: code(
                Project::tiqian_jixi,
                &project.tiqian_jixi,
                PrepayInterest::ALL,
                PrepayInterest::code,
            )?,
        },
        extension: ExtensionTerms {
            allowed: project.is_yanqi,
            days: small(Project::yanqi_tianshu, project.yanqi_tianshu)?,
            fee_rate: rate(Project::yanqi_feilv, project.yanqi_feilv)?,
            max_count: small(Project::yanqi_zuida_cishu, project.yanqi_zuida_cishu)?,
        },
        amounts: (project.jine_buchang > 0).then_some(AmountTerms {
            least: Fen::new(project.zuixiao_jine),
            step: Fen::new(project.jine_buchang),
        }),
    })
}

/// Blames a term of a product, or of a trial.
pub(crate) fn blame<T>(key: Key<Project, T>, why: &str) -> Error {
    let label = key.field().column.label;
    Error::field(key.wire(), format!("{label}{why}"))
}

fn code<T: Copy>(
    key: Key<Project, String>,
    text: &str,
    all: &[T],
    code: fn(T) -> &'static str,
) -> Result<T> {
    let found = all.iter().find(|value| text == code(**value));
    found.copied().ok_or_else(|| blame(key, "不存在或不可选"))
}

fn small(key: Key<Project, i64>, number: i64) -> Result<u16> {
    u16::try_from(number).map_err(|_| blame(key, "应为不大的非负整数"))
}

fn rate(key: Key<Project, i64>, ppm: i64) -> Result<Ppm> {
    Ppm::new(ppm).map_err(|error| blame(key, &format!("：{error}")))
}

/// `1,3,6,12`
fn periods(text: &str) -> Result<Vec<u16>> {
    let text = text.replace('，', ",");
    let parts = text.split(',').map(|part| part.trim().parse::<u16>());
    parts.collect::<Result<_, _>>().map_err(|_| {
        Error::field(
            Project::qishu_list.wire(),
            "可选期数应为逗号分隔的整数，如 1,3,6,12",
        )
    })
}

/// Where a product is offered; everywhere where it has no area.
pub fn area(project: &Project) -> Result<Option<Area>> {
    area::area(project.quyu.as_deref()).map_err(|why| blame(Project::quyu, &why))
}

/// What the lender's settings allow.
pub fn policy(conn: &mut Conn) -> Result<Policy> {
    Ok(Policy {
        withholding_allowed: settings::WITHHOLDING.is_on(conn)?,
    })
}

pub(crate) fn limits(conn: &mut Conn) -> Result<RateLimits> {
    let default = RateLimits::default();
    Ok(RateLimits {
        ceiling_ppm: settings::RATE_LIMIT
            .value(conn)?
            .unwrap_or(default.ceiling_ppm),
        warning_ppm: settings::RATE_WARNING
            .value(conn)?
            .unwrap_or(default.warning_ppm),
    })
}

/// The highest annual rate of any number of periods, whatever the limits say.
pub(crate) fn highest_rate(terms: &Terms, largest: Fen) -> Option<i64> {
    let no_limit = RateLimits {
        ceiling_ppm: i64::MAX,
        warning_ppm: i64::MAX,
    };
    let rates = terms.publishable(largest, no_limit).ok()?;
    rates.iter().map(|rate| rate.rate.simple_ppm).max()
}

/// What a lender should think about before publishing these terms.
pub fn warnings(conn: &mut Conn, terms: &Terms, largest: Fen) -> Result<Vec<String>> {
    let limits = limits(conn)?;
    let mut warnings: Vec<String> = terms.warnings().into_iter().map(str::to_owned).collect();
    if terms.upfront_fee.collection == FeeCollection::Withheld {
        warnings.push(
            "前置费在放款时扣除：依民法典第六百七十条，借款人只按实际收到的金额承担本金和利息"
                .to_owned(),
        );
    }
    match terms.publishable(largest, limits) {
        Err(refusal) => warnings.push(refusal.to_string()),
        Ok(rates) => {
            for rate in rates.iter().filter(|rate| rate.warns) {
                warnings.push(format!(
                    "{} 期的综合年化利率（单利）为 {}，超过预警线 {}",
                    rate.periods,
                    loan::percent_text(rate.rate.simple_ppm),
                    loan::percent_text(limits.warning_ppm)
                ));
            }
        }
    }
    Ok(warnings)
}

answer! {
    /// A product that was made, with what to think about.
    pub struct ProductAdded {
        ..added: Added,
        jinggao: Vec<String>,
    }
}

answer! {
    /// A product that was changed, with what to think about.
    pub struct ProductEdited {
        ..edited: Edited,
        jinggao: Vec<String>,
    }
}

/// Adds a product; answers with what to think about.
pub fn add(tx: &mut Tx<'_>, call: &Call, ask: WholeRow) -> Result<ProductAdded> {
    let added = resource::add(tx, call, ask.of, &ask.body)?;
    let product: Project = rows::get(tx, added.id, &call.actor.access.reach)?;
    let jinggao = warnings_of(tx, &product)?;
    Ok(ProductAdded { added, jinggao })
}

/// Changes, publishes or withdraws a product.
pub fn edit(tx: &mut Tx<'_>, call: &Call, ask: WholeRow) -> Result<ProductEdited> {
    let (edited, changed) = resource::edit_row(tx, call, ask.of, &ask.body)?;
    let jinggao = warnings_of(tx, &changed.stored.record()?)?;
    Ok(ProductEdited { edited, jinggao })
}

fn warnings_of(conn: &mut Conn, product: &Project) -> Result<Vec<String>> {
    warnings(conn, &terms(product)?, Fen::new(product.zuida_jine))
}

ask! {
    /// Whose blocks: a customer's, or a phone's; one of them.
    pub struct BlocksOf {
        user_id: Option<i64>    = id(),
        phone:   Option<String> = code("手机号"),
    }
}

/// The blocks of one customer (their phone's) or of a phone.
pub fn blocks(conn: &mut Conn, call: &Call, ask: BlocksOf) -> Result<Rows<ProductBlock>> {
    let of = Resource::plain(ProductBlock::model());
    let text = match (ask.user_id, ask.phone) {
        (Some(id), None) => {
            rows::within_reach(conn, Customer::model(), id, &call.actor.access.reach)?;
            let Some(phone) = store::blocks::phone_of(conn, id)? else {
                return Ok(b"[]".to_vec().into());
            };
            // Theirs, whoever made them; and no search: the number is not the caller's.
            let asked = input::plain(List {
                conditions: vec![Condition::secret(ProductBlock::phone, phone)],
                ..List::default()
            });
            resource::plain_list(conn, call, of, &asked, &Reach::everything())
        }
        (None, Some(phone)) => {
            let query = vec![(ProductBlock::phone.wire().to_owned(), phone)];
            resource::list(conn, call, of, &query)
        }
        (Some(_), Some(_)) | (None, None) => Err(Error::invalid("请给出userId或phone")),
    };
    text.map(Rows::from)
}
