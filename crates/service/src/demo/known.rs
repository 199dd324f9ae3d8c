//! What the demo office knows of its customers. Dice of its own: the story of the loans stays as
//! it is.

use schema::{
    Secret,
    resources::{BasicInfo, Contact, FollowUp, RealName, Sms},
};
use store::{Tx, customers, rows::Changes};

use super::{
    dice::Dice,
    people::{self, Person},
};
use crate::{call::Call, error::Result, seed_row};

/// Contacts and messages are of the first few: a screen must have something to show, and no more.
const WITH_CONTACTS: i64 = 60;

const PLACES: [(&str, &str); 5] = [
    ("浙江省杭州市西湖区", "文三路128号3单元502室"),
    ("上海市徐汇区", "漕溪北路88弄6号1201室"),
    ("江苏省南京市鼓楼区", "中山北路200号2幢303室"),
    ("四川省成都市武侯区", "人民南路四段11号7楼"),
    ("广东省深圳市南山区", "科技园南区8栋1502室"),
];
const COMPANIES: [&str; 5] = [
    "恒通物流有限公司",
    "锦绣服饰有限公司",
    "蓝天科技有限公司",
    "百味餐饮管理有限公司",
    "自由职业",
];

fn secret(text: impl Into<String>) -> Secret {
    Secret::New(text.into())
}

/// Everything about one customer.
pub fn of(tx: &mut Tx<'_>, call: &Call, customer: i64, number: i64, person: &Person) -> Result<()> {
    let mut dice = Dice::new(0x5eed_0000_u64.wrapping_add(number.unsigned_abs()));
    let dice = &mut dice;
    basic(tx, call, dice, customer, number)?;
    if dice.chance(80) {
        real_name(tx, call, customer, person)?;
    }
    if number <= WITH_CONTACTS {
        phone_book(tx, call, dice, customer, number)?;
    }
    if dice.chance(30) {
        follow_up(tx, call, dice, customer)?;
    }
    Ok(())
}

fn basic(tx: &mut Tx<'_>, call: &Call, dice: &mut Dice, customer: i64, number: i64) -> Result<()> {
    let (district, street) = dice.pick(&PLACES).unwrap_or(("", ""));
    let word = |text: Option<&str>| text.map(str::to_owned);
    let (friend, _) = people::name(dice);
    let row = Changes::<BasicInfo>::new()
        .set(BasicInfo::user_id, customer)
        .set(
            BasicInfo::jiaoyu,
            word(dice.pick(&["GAOZHONG", "DAZHUAN", "BENKE", "SHUOSHI"])),
        )
        .set(
            BasicInfo::hunyin,
            word(dice.pick(&["WEIHUN", "YIHUN", "LIYI"])),
        )
        .set(BasicInfo::juzhudi, Some(district.to_owned()))
        .set(BasicInfo::xiangxidizhi, secret(street))
        .set(BasicInfo::weixinhao, secret(format!("wx_{number:06}")))
        .set(BasicInfo::gongsimingcheng, word(dice.pick(&COMPANIES)))
        .set(
            BasicInfo::yueshouru,
            word(dice.pick(&["Y3_5", "Y5_8", "Y8_15", "Y15"])),
        )
        .set(BasicInfo::lianxiren_xingming, secret(friend))
        .set(
            BasicInfo::lianxiren_shouji,
            secret(people::phone(912_347 + number)),
        )
        .set(
            BasicInfo::lianxiren_guanxi,
            word(dice.pick(&["FUMU", "PEIOU", "PENGYOU"])),
        )
        .set(BasicInfo::shebao, word(dice.pick(&["YOU", "WU"])))
        .set(BasicInfo::gongjijin, word(dice.pick(&["YOU", "WU"])))
        .set(BasicInfo::zhimaxinyongfen, Some(dice.between(520, 780)));
    seed_row::insert(tx, call, row)?;
    Ok(())
}

/// Nobody's identity card is drawn for a demo: the pictures are missing.
fn real_name(tx: &mut Tx<'_>, call: &Call, customer: i64, person: &Person) -> Result<()> {
    let Person { name, identity, .. } = person;
    let row = Changes::<RealName>::new()
        .set(RealName::user_id, customer)
        .set(RealName::zhenshixingming, secret(name))
        .set(RealName::zhengjianhaoma, secret(identity))
        .set(RealName::sfz_zhengmian, "")
        .set(RealName::sfz_fanmian, "")
        .set(RealName::state, "YIRENZHENG")
        .set(RealName::renzheng_time, Some(call.now));
    seed_row::insert(tx, call, row)?;
    customers::follow_real_name(tx, customer, Some(name), "YIRENZHENG")?;
    Ok(())
}

fn phone_book(
    tx: &mut Tx<'_>,
    call: &Call,
    dice: &mut Dice,
    customer: i64,
    number: i64,
) -> Result<()> {
    for at in 1..=4 {
        let (friend, _) = people::name(dice);
        let phone = people::phone(700_000 + number * 10 + at);
        let row = Changes::<Contact>::new()
            .set(Contact::user_id, customer)
            .set(Contact::name, Secret::New(friend))
            .set(Contact::phone, Secret::New(phone))
            .set(Contact::is_jinji, at == 1)
            .set(Contact::tongbu_time, Some(call.now));
        seed_row::insert(tx, call, row)?;
    }
    let said = format!("【商业银行】您尾号{:04}的卡收入工资", number % 10_000);
    let row = Changes::<Sms>::new()
        .set(Sms::user_id, customer)
        .set(Sms::fasongren, secret("商业银行"))
        .set(Sms::fasonghaoma, Secret::New("95500".to_owned()))
        .set(Sms::content, Secret::New(said))
        .set(Sms::send_date, call.now);
    seed_row::insert(tx, call, row)?;
    Ok(())
}

fn follow_up(tx: &mut Tx<'_>, call: &Call, dice: &mut Dice, customer: i64) -> Result<()> {
    let (result, said) = dice
        .pick(&[
            ("YILIANXI", "核对了联系方式和用款计划"),
            ("WEIJIETONG", "两次未接通，改日再联系"),
            ("CHENGNUO", "客户承诺按时还款"),
        ])
        .unwrap_or(("YILIANXI", "已联系"));
    let row = Changes::<FollowUp>::new()
        .set(FollowUp::user_id, customer)
        .set(FollowUp::fangshi, "DIANHUA")
        .set(FollowUp::jieguo, result)
        .set(FollowUp::neirong, said);
    seed_row::insert(tx, call, row)?;
    Ok(())
}
