//! What the demo office has before its first order: stores, channels, products, staff, customers.

use schema::{
    Record, Secret,
    resources::{
        Channel, Customer as CustomerRow, DictData, ProductBlock, Project, ProjectCategory, User,
    },
};
use store::{Tx, orders, roles, rows::Changes, users};

use super::{dice::Dice, known, papers, people};
use crate::{
    call::Call,
    channel,
    error::{Error, Result},
    input, resource, resources,
    user::{self, FreshPassword, NewUser, Roles},
};

/// Staff of the demo office: account, name, role, store.
pub const STAFF: [(&str, &str, &str, &str); 4] = [
    ("shenhe01", "李审核", "shenhe", "ZONGDIAN"),
    ("caiwu01", "王财务", "caiwu", "ZONGDIAN"),
    ("kefu01", "赵客服", "kefu", "ZONGDIAN"),
    ("kefu02", "钱客服", "kefu", "DONGCHENG"),
];

/// The ids of what was made.
#[derive(Debug, Clone, Default)]
pub struct Shop {
    pub staff: Vec<i64>,
    pub projects: Vec<Product>,
    pub customers: Vec<Customer>,
    channels: Vec<i64>,
}

impl Shop {
    /// A new customer, of a number of their own.
    pub fn register(
        &self,
        tx: &mut Tx<'_>,
        call: &Call,
        dice: &mut Dice,
        number: i64,
    ) -> Result<Customer> {
        let person = people::person(dice, number);
        let (owner, store) = match dice.between(1, 3) {
            1 => (self.staff.get(3), "DONGCHENG"),
            2 => (self.staff.get(2), "XICHENG"),
            _ => (self.staff.get(2), "ZONGDIAN"),
        };
        let row = Changes::<CustomerRow>::new()
            .set(CustomerRow::nick_name, person.name.as_str())
            .set(CustomerRow::phone, Secret::New(person.phone.clone()))
            .set(CustomerRow::sex, person.sex.to_owned())
            .set(CustomerRow::mendian, store.to_owned())
            .set(CustomerRow::genjinren_id, owner.copied())
            .set(CustomerRow::qudao_id, dice.pick(&self.channels));
        let id = add(tx, call, row)?;
        known::of(tx, call, id, number, &person)?;
        let account = people::account(dice, id, &person);
        Ok(Customer {
            id,
            account: add(tx, call, account)?,
        })
    }
}

#[derive(Debug, Clone)]
pub struct Product {
    pub id: i64,
    pub least: i64,
    pub most: i64,
    pub step: i64,
    pub periods: Vec<u16>,
}

#[derive(Debug, Clone, Copy)]
pub struct Customer {
    pub id: i64,
    pub account: i64,
}

fn add<R: Record>(tx: &mut Tx<'_>, call: &Call, row: Changes<R>) -> Result<i64> {
    let of = resources::with_rules(R::model());
    let changes = input::with_defaults(of.model, row.into_list())?;
    resource::insert(tx, call, of, changes)
}

fn person(login_name: &str, name: &str, store: &str, role: i64) -> NewUser {
    let row = [
        (User::login_name.wire(), login_name),
        (User::nick_name.wire(), name),
        (User::mendian.wire(), store),
    ];
    NewUser {
        of: resources::with_rules(User::model()),
        row: row
            .into_iter()
            .map(|(column, text)| (column.to_owned(), text.into()))
            .collect(),
        beside: Roles {
            role_ids: vec![role],
        },
    }
}

pub fn open(
    tx: &mut Tx<'_>,
    call: &Call,
    passwords: &[FreshPassword],
    orders: usize,
) -> Result<Shop> {
    let orders = i64::try_from(orders).unwrap_or(i64::MAX);
    let customers = (orders / 5 * 2).clamp(20, 100_000);
    for (value, label) in [("DONGCHENG", "东城店"), ("XICHENG", "西城店")] {
        let row = Changes::<DictData>::new()
            .set(DictData::dict_type, "mendian")
            .set(DictData::dict_label, label)
            .set(DictData::dict_value, value);
        add(tx, call, row)?;
    }
    let mut shop = Shop::default();
    for ((login_name, name, role, store), fresh) in STAFF.into_iter().zip(passwords) {
        let role = roles::id_by_code(tx, role)?.ok_or_else(|| Error::internal("no such role"))?;
        let made = user::add(tx, call, &person(login_name, name, store, role), fresh)?;
        // Whoever tries the demo has no time to think of a password.
        users::set_password(tx, made.id, &fresh.hash, false, call.now.0)?;
        shop.staff.push(made.id);
    }
    for (name, code, kind) in [
        ("官网", "web", "ZIYOU"),
        ("短视频推广", "video", "TUIGUANG"),
        ("合作门店", "partner", "HEZUO"),
    ] {
        let row = Changes::<Channel>::new()
            .set(Channel::mingcheng, name)
            .set(Channel::bianma, code)
            .set(Channel::r#type, kind.to_owned())
            .set(Channel::jiesuan_type, "CPA".to_owned());
        shop.channels.push(add(tx, call, row)?);
    }
    let visits = shop.channels.iter().zip([6, 11, 3]);
    let visits: Vec<_> = visits.map(|(id, each)| (*id, customers * each)).collect();
    channel::visited(tx, &visits)?;
    products(tx, call, &mut shop, orders)?;
    let mut dice = Dice::new(1);
    orders::holding(tx, |tx| {
        for number in 1..=customers {
            let customer = shop.register(tx, call, &mut dice, number)?;
            shop.customers.push(customer);
        }
        Ok::<_, Error>(())
    })?;
    Ok(shop)
}

fn products(tx: &mut Tx<'_>, call: &Call, shop: &mut Shop, orders: i64) -> Result<()> {
    let mut papers = Vec::new();
    for paper in papers::all() {
        papers.push(add(tx, call, paper)?);
    }
    for (name, code, shelf) in [
        ("信用贷", "credit", [safe_loan(), wage_loan()]),
        ("分期购", "instalment", [gadgets(), renovation()]),
        ("短期周转", "short", [weekly(), emergency(orders)]),
    ] {
        let row = Changes::<ProjectCategory>::new()
            .set(ProjectCategory::mingcheng, name)
            .set(ProjectCategory::bianma, code.to_owned());
        let category = add(tx, call, row)?;
        if code == "short" {
            blocks(tx, call, category)?;
        }
        for row in shelf {
            let mut row = row.set(Project::fenlei_id, category);
            if code == "credit" {
                row = row.set(Project::hetong_ids, papers.clone());
            }
            let number = |key| row.given(key).unwrap_or(1);
            let (least, most) = (number(Project::zuixiao_jine), number(Project::zuida_jine));
            let step = number(Project::jine_buchang);
            let periods = row.given(Project::qishu_list).unwrap_or_default();
            shop.projects.push(Product {
                id: add(tx, call, row)?,
                least,
                most,
                step,
                periods: periods
                    .split(',')
                    .filter_map(|part| part.parse().ok())
                    .collect(),
            });
        }
    }
    Ok(())
}

/// Numbers that the office lends nothing to, none of a customer's.
fn blocks(tx: &mut Tx<'_>, call: &Call, category: i64) -> Result<()> {
    for (number, reason) in [
        (990_001, "同业名单"),
        (990_002, "多次提供虚假资料"),
        (990_003, "本人要求不再借款"),
    ] {
        let row = Changes::<ProductBlock>::new()
            .set(ProductBlock::project_fenlei_id, category)
            .set(ProductBlock::phone, Secret::New(people::phone(number)))
            .set(ProductBlock::yuanyin, reason.to_owned());
        add(tx, call, row)?;
    }
    Ok(())
}

/// What all products have in common.
fn product(name: &str, code: &str) -> Changes<Project> {
    Changes::new()
        .set(Project::mingcheng, name)
        .set(Project::bianma, code)
        .set(Project::yuqi_rilv, 500)
        .set(Project::yuqi_jishu, "YINGHUAN")
        .set(Project::yuqi_shangxian, 300_000)
        .set(Project::is_tiqian, true)
        .set(Project::weiyue_feilv, 5_000)
        .set(Project::tiqian_jixi, "ANRI")
        .set(Project::is_yanqi, true)
        .set(Project::yanqi_tianshu, 7)
        .set(Project::yanqi_feilv, 3_000)
        .set(Project::yanqi_zuida_cishu, 2)
        .set(Project::zhouqi_danwei, "YUE")
        .set(Project::zhouqi_changdu, 1)
        .set(Project::state, "SHANGJIA")
}

fn amounts(row: Changes<Project>, least: i64, most: i64, step: i64) -> Changes<Project> {
    row.set(Project::zuixiao_jine, least)
        .set(Project::zuida_jine, most)
        .set(Project::jine_buchang, step)
}

fn repaid(row: Changes<Project>, mode: &str, periods: &str, rate: i64) -> Changes<Project> {
    row.set(Project::huankuan_moshi, mode)
        .set(Project::qishu_list, periods)
        .set(Project::nianlilv, rate)
}

fn safe_loan() -> Changes<Project> {
    let tags = ["热门", "等额本息"].map(str::to_owned);
    let row = amounts(product("安心借", "AXJ"), 100_000, 5_000_000, 50_000);
    repaid(row, "DENGEBENXI", "3,6,12", 180_000)
        .set(Project::kuanxian_tianshu, 1)
        .set(Project::biaoqian, tags)
        .set(Project::is_tuijian, true)
}

fn wage_loan() -> Changes<Project> {
    let row = amounts(product("工薪贷", "GXD"), 500_000, 20_000_000, 100_000);
    repaid(row, "DENGEBENJIN", "6,12,24", 154_000).set(Project::fuwufeilv, 10_000)
}

fn gadgets() -> Changes<Project> {
    let row = amounts(product("数码分期", "SMFQ"), 50_000, 2_000_000, 10_000);
    repaid(row, "DENGBENDENGXI", "3,6,12", 96_000).set(Project::zixunfeilv, 8_000)
}

fn renovation() -> Changes<Project> {
    let row = amounts(product("装修分期", "ZXFQ"), 1_000_000, 30_000_000, 100_000);
    repaid(row, "XIANXIHOUBEN", "12,24,36", 120_000).set(Project::tiqian_jixi, "ZHENGQI")
}

fn weekly() -> Changes<Project> {
    let row = amounts(product("周周还", "ZZH"), 100_000, 1_000_000, 50_000);
    repaid(row, "DENGEBENXI", "4,8,12", 216_000).set(Project::zhouqi_danwei, "ZHOU")
}

/// What this product pays out on a day is bounded; a larger office has a wider bound.
fn emergency(orders: i64) -> Changes<Project> {
    let row = amounts(product("应急贷", "YJD"), 50_000, 500_000, 10_000);
    repaid(row, "YICIXING", "1", 200_000)
        .set(Project::zhouqi_danwei, "TIAN")
        .set(Project::zhouqi_changdu, 30)
        .set(Project::qianzhifeilv, 5_000)
        .set(
            Project::rixiane,
            50_000_000.max(orders.saturating_mul(5_000)),
        )
}
