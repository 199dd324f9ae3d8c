//! What the demo office has before its first order: stores, channels, products, staff, customers.

use serde_json::{Value as Json, json};
use store::{Tx, roles};

use super::{dice::Dice, people};
use crate::{
    call::Call,
    error::{Error, Result},
    resource, resources,
    user::{self, FreshPassword},
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
}

#[derive(Debug, Clone)]
pub struct Product {
    pub id: i64,
    pub least: i64,
    pub most: i64,
    pub step: i64,
    pub periods: Vec<i64>,
}

#[derive(Debug, Clone, Copy)]
pub struct Customer {
    pub id: i64,
    pub account: i64,
}

fn add(tx: &mut Tx<'_>, call: &Call, path: &str, row: &Json) -> Result<i64> {
    let made = resource::add(tx, call, resources::with_rules(resource::model(path)?), row)?;
    id_of(&made)
}

fn id_of(made: &Json) -> Result<i64> {
    let id = made.get("id").and_then(Json::as_i64);
    id.ok_or_else(|| Error::internal("no id"))
}

pub fn open(
    tx: &mut Tx<'_>,
    call: &Call,
    passwords: &[FreshPassword],
    customers: i64,
) -> Result<Shop> {
    for (value, label) in [("DONGCHENG", "东城店"), ("XICHENG", "西城店")] {
        let row = json!({ "dictType": "mendian", "dictLabel": label, "dictValue": value, "tagType": "default" });
        add(tx, call, "app/dict/data", &row)?;
    }
    let mut shop = Shop::default();
    for ((login_name, name, role, store), fresh) in STAFF.into_iter().zip(passwords) {
        let role = roles::id_by_code(tx, role)?.ok_or_else(|| Error::internal("no such role"))?;
        let row = json!({ "loginName": login_name, "nickName": name, "mendian": store, "roleIds": [role] });
        shop.staff.push(id_of(&user::add(tx, call, &row, fresh)?)?);
    }
    let mut channels = Vec::new();
    for (name, code, kind) in [
        ("官网", "web", "ZIYOU"),
        ("短视频推广", "video", "TUIGUANG"),
        ("合作门店", "partner", "HEZUO"),
    ] {
        let row = json!({ "mingcheng": name, "bianma": code, "type": kind, "jiesuanType": "CPA" });
        channels.push(add(tx, call, "app/qudao", &row)?);
    }
    products(tx, call, &mut shop)?;
    let mut dice = Dice::new(1);
    for number in 1..=customers {
        shop.customers.push(customer(
            tx,
            call,
            &mut dice,
            number,
            &shop.staff,
            &channels,
        )?);
    }
    Ok(shop)
}

fn products(tx: &mut Tx<'_>, call: &Call, shop: &mut Shop) -> Result<()> {
    let mut categories = Vec::new();
    for (name, code) in [
        ("信用贷", "credit"),
        ("分期购", "instalment"),
        ("短期周转", "short"),
    ] {
        let row = json!({ "mingcheng": name, "bianma": code });
        categories.push(add(tx, call, "app/project/fenlei", &row)?);
    }
    let common = json!({
        "yuqiRilv": 500, "yuqiJishu": "YINGHUAN", "yuqiShangxian": 300_000, "isTiqian": true, "weiyueFeilv": 5_000,
        "tiqianJixi": "ANRI", "isYanqi": true, "yanqiTianshu": 7, "yanqiFeilv": 3_000, "yanqiZuidaCishu": 2,
        "zhouqiDanwei": "YUE", "zhouqiChangdu": 1, "state": "SHANGJIA",
    });
    let shelf = [
        (
            0,
            json!({ "mingcheng": "安心借", "bianma": "AXJ", "zuixiaoJine": 100_000, "zuidaJine": 5_000_000,
            "jineBuchang": 50_000, "qishuList": "3,6,12", "huankuanMoshi": "DENGEBENXI", "nianlilv": 180_000,
            "kuanxianTianshu": 1, "biaoqian": ["热门", "等额本息"], "isTuijian": true }),
        ),
        (
            0,
            json!({ "mingcheng": "工薪贷", "bianma": "GXD", "zuixiaoJine": 500_000, "zuidaJine": 20_000_000,
            "jineBuchang": 100_000, "qishuList": "6,12,24", "huankuanMoshi": "DENGEBENJIN", "nianlilv": 154_000,
            "fuwufeilv": 10_000 }),
        ),
        (
            1,
            json!({ "mingcheng": "数码分期", "bianma": "SMFQ", "zuixiaoJine": 50_000, "zuidaJine": 2_000_000,
            "jineBuchang": 10_000, "qishuList": "3,6,12", "huankuanMoshi": "DENGBENDENGXI", "nianlilv": 96_000,
            "zixunfeilv": 8_000 }),
        ),
        (
            1,
            json!({ "mingcheng": "装修分期", "bianma": "ZXFQ", "zuixiaoJine": 1_000_000, "zuidaJine": 30_000_000,
            "jineBuchang": 100_000, "qishuList": "12,24,36", "huankuanMoshi": "XIANXIHOUBEN", "nianlilv": 120_000,
            "tiqianJixi": "ZHENGQI" }),
        ),
        (
            2,
            json!({ "mingcheng": "周周还", "bianma": "ZZH", "zuixiaoJine": 100_000, "zuidaJine": 1_000_000,
            "jineBuchang": 50_000, "qishuList": "4,8,12", "huankuanMoshi": "DENGEBENXI", "nianlilv": 216_000,
            "zhouqiDanwei": "ZHOU" }),
        ),
        (
            2,
            json!({ "mingcheng": "应急贷", "bianma": "YJD", "zuixiaoJine": 50_000, "zuidaJine": 500_000,
            "jineBuchang": 10_000, "qishuList": "1", "huankuanMoshi": "YICIXING", "nianlilv": 200_000,
            "zhouqiDanwei": "TIAN", "zhouqiChangdu": 30, "qianzhifeilv": 5_000, "rixiane": 50_000_000 }),
        ),
    ];
    for (category, mut row) in shelf {
        if let (Some(row), Some(common)) = (row.as_object_mut(), common.as_object()) {
            let id = categories.get(category).copied().unwrap_or_default();
            row.insert("fenleiId".to_owned(), id.into());
            for (name, value) in common {
                row.entry(name.clone()).or_insert_with(|| value.clone());
            }
        }
        let id = add(tx, call, "app/project", &row)?;
        let number = |name: &str| row.get(name).and_then(Json::as_i64).unwrap_or(1);
        let periods = row.get("qishuList").and_then(Json::as_str).unwrap_or("1");
        shop.projects.push(Product {
            id,
            least: number("zuixiaoJine"),
            most: number("zuidaJine"),
            step: number("jineBuchang"),
            periods: periods
                .split(',')
                .filter_map(|part| part.parse().ok())
                .collect(),
        });
    }
    Ok(())
}

fn customer(
    tx: &mut Tx<'_>,
    call: &Call,
    dice: &mut Dice,
    number: i64,
    staff: &[i64],
    channels: &[i64],
) -> Result<Customer> {
    let (name, sex) = people::name(dice);
    let phone = people::phone(number);
    let (owner, store) = match dice.between(1, 3) {
        1 => (staff.get(3), "DONGCHENG"),
        2 => (staff.get(2), "XICHENG"),
        _ => (staff.get(2), "ZONGDIAN"),
    };
    let row = json!({
        "nickName": name, "phone": phone, "sex": sex, "mendian": store, "genjinrenId": owner,
        "qudaoId": dice.pick(channels),
    });
    let id = add(tx, call, "app/user", &row)?;
    let account = people::account(dice, id, &name, &phone);
    Ok(Customer {
        id,
        account: add(tx, call, "app/user/shoukuan", &account)?,
    })
}
