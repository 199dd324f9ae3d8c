//! Terms that a trial gives without a product, under the names of the product's columns. What is
//! missing is zero, no, or the first value of its kind.

use loan::{FeeCollection, OverdueBase, PeriodUnit, PrepayInterest, RepaymentMode as Mode, Terms};
use schema::{Key, Record, resources::Project};
use serde_json::{Map, Value as Json};
use store::rows::StoredRow;

use crate::{
    error::{Error, Result},
    product,
};

/// The names a trial may give.
pub(super) fn names() -> [&'static str; 21] {
    [
        Project::huankuan_moshi.wire(),
        Project::zhouqi_danwei.wire(),
        Project::zhouqi_changdu.wire(),
        Project::qishu_list.wire(),
        Project::nianlilv.wire(),
        Project::jixi_tianshu.wire(),
        Project::qianzhifeilv.wire(),
        Project::qianzhifei_fangshi.wire(),
        Project::zixunfeilv.wire(),
        Project::fuwufeilv.wire(),
        Project::kuanxian_tianshu.wire(),
        Project::yuqi_rilv.wire(),
        Project::yuqi_jishu.wire(),
        Project::yuqi_shangxian.wire(),
        Project::is_tiqian.wire(),
        Project::weiyue_feilv.wire(),
        Project::tiqian_jixi.wire(),
        Project::is_yanqi.wire(),
        Project::yanqi_tianshu.wire(),
        Project::yanqi_feilv.wire(),
        Project::yanqi_zuida_cishu.wire(),
    ]
}

/// The terms of a body, for one number of periods.
pub(super) fn terms(body: &Map<String, Json>, periods: u16) -> Result<Terms> {
    let ask = Given(body);
    let empty: Project = StoredRow::empty(Project::model()).record()?;
    product::terms(&Project {
        huankuan_moshi: ask.code(Project::huankuan_moshi, Mode::ALL, Mode::code)?,
        zhouqi_danwei: ask.code(Project::zhouqi_danwei, PeriodUnit::ALL, PeriodUnit::code)?,
        zhouqi_changdu: ask.int(Project::zhouqi_changdu, 1)?,
        qishu_list: periods.to_string(),
        nianlilv: ask.int(Project::nianlilv, 0)?,
        jixi_tianshu: ask.int(Project::jixi_tianshu, 365)?,
        qianzhifeilv: ask.int(Project::qianzhifeilv, 0)?,
        qianzhifei_fangshi: ask.code(
            Project::qianzhifei_fangshi,
            FeeCollection::ALL,
            FeeCollection::code,
        )?,
        zixunfeilv: ask.int(Project::zixunfeilv, 0)?,
        fuwufeilv: ask.int(Project::fuwufeilv, 0)?,
        kuanxian_tianshu: ask.int(Project::kuanxian_tianshu, 0)?,
        yuqi_rilv: ask.int(Project::yuqi_rilv, 0)?,
        yuqi_jishu: ask.code(Project::yuqi_jishu, OverdueBase::ALL, OverdueBase::code)?,
        yuqi_shangxian: ask.int(Project::yuqi_shangxian, 0)?,
        is_tiqian: ask.flag(Project::is_tiqian)?,
        weiyue_feilv: ask.int(Project::weiyue_feilv, 0)?,
        tiqian_jixi: ask.code(
            Project::tiqian_jixi,
            PrepayInterest::ALL,
            PrepayInterest::code,
        )?,
        is_yanqi: ask.flag(Project::is_yanqi)?,
        yanqi_tianshu: ask.int(Project::yanqi_tianshu, 0)?,
        yanqi_feilv: ask.int(Project::yanqi_feilv, 0)?,
        yanqi_zuida_cishu: ask.int(Project::yanqi_zuida_cishu, 0)?,
        ..empty
    })
}

struct Given<'a>(&'a Map<String, Json>);

impl Given<'_> {
    fn value<T>(&self, key: Key<Project, T>) -> Option<&Json> {
        self.0.get(key.wire()).filter(|json| !json.is_null())
    }

    fn int(&self, key: Key<Project, i64>, missing: i64) -> Result<i64> {
        self.value(key).map_or(Ok(missing), |json| {
            let text = json.as_str().and_then(|text| text.trim().parse().ok());
            let number = json.as_i64().or(text);
            number.ok_or_else(|| product::blame(key, "应为整数"))
        })
    }

    fn flag(&self, key: Key<Project, bool>) -> Result<bool> {
        self.value(key).map_or(Ok(false), |json| {
            json.as_bool()
                .ok_or_else(|| product::blame(key, "应为是或否"))
        })
    }

    fn code<T: Copy>(
        &self,
        key: Key<Project, String>,
        all: &[T],
        code: fn(T) -> &'static str,
    ) -> Result<String> {
        let given = match self.value(key) {
            Some(json) => json.as_str(),
            None => all.first().copied().map(code),
        };
        let unknown = || -> Error { product::blame(key, "不存在或不可选") };
        given.map(str::to_owned).ok_or_else(unknown)
    }
}
