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

/// Declares the terms: each column of the product with how it is read from what was given.
macro_rules! inline_terms {
    ($($column:ident = $read:ident($($more:expr),*),)*) => {
        /// The names a trial may give.
        pub(super) fn names() -> Vec<&'static str> {
            vec![$(Project::$column.wire()),*]
        }

        /// The terms of a body, for one number of periods.
        pub(super) fn terms(body: &Map<String, Json>, periods: u16) -> Result<Terms> {
            let given = Given { body, periods };
            let empty: Project = StoredRow::empty(Project::model()).record()?;
            product::terms(&Project {
                $($column: given.$read(Project::$column, $($more),*)?,)*
                ..empty
            })
        }
    };
}

inline_terms! {
    huankuan_moshi     = code(Mode::ALL, Mode::code),
    zhouqi_danwei      = code(PeriodUnit::ALL, PeriodUnit::code),
    zhouqi_changdu     = int(1),
    qishu_list         = periods(),
    nianlilv           = int(0),
    jixi_tianshu       = int(365),
    qianzhifeilv       = int(0),
    qianzhifei_fangshi = code(FeeCollection::ALL, FeeCollection::code),
    zixunfeilv         = int(0),
    fuwufeilv          = int(0),
    kuanxian_tianshu   = int(0),
    yuqi_rilv          = int(0),
    yuqi_jishu         = code(OverdueBase::ALL, OverdueBase::code),
    yuqi_shangxian     = int(0),
    is_tiqian          = flag(),
    weiyue_feilv       = int(0),
    tiqian_jixi        = code(PrepayInterest::ALL, PrepayInterest::code),
    is_yanqi           = flag(),
    yanqi_tianshu      = int(0),
    yanqi_feilv        = int(0),
    yanqi_zuida_cishu  = int(0),
}

struct Given<'a> {
    body: &'a Map<String, Json>,
    periods: u16,
}

impl Given<'_> {
    fn value<T>(&self, key: Key<Project, T>) -> Option<&Json> {
        self.body.get(key.wire()).filter(|json| !json.is_null())
    }

    /// The number of periods the trial is for, whatever periods were given.
    #[expect(clippy::unnecessary_wraps, reason = "read like every other column")]
    fn periods(&self, _: Key<Project, String>) -> Result<String> {
        Ok(self.periods.to_string())
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
