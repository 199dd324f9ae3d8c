//! People who do not exist: names, phones, cards and identity numbers that pass every check.

use schema::{Secret, resources::Payee};
use store::rows::Changes;

use super::dice::Dice;

const FAMILY: [&str; 24] = [
    "王", "李", "张", "刘", "陈", "杨", "黄", "赵", "吴", "周", "徐", "孙", "马", "朱", "胡", "郭",
    "何", "林", "高", "罗", "郑", "梁", "谢", "宋",
];
const MAN: &str = "NAN";
const WOMAN: &str = "NV";
const GIVEN: [(&str, &str); 32] = [
    ("伟", MAN),
    ("芳", WOMAN),
    ("娜", WOMAN),
    ("敏", WOMAN),
    ("静", WOMAN),
    ("强", MAN),
    ("磊", MAN),
    ("洋", MAN),
    ("艳", WOMAN),
    ("勇", MAN),
    ("军", MAN),
    ("杰", MAN),
    ("娟", WOMAN),
    ("涛", MAN),
    ("明", MAN),
    ("超", MAN),
    ("秀英", WOMAN),
    ("志强", MAN),
    ("建华", MAN),
    ("雪梅", WOMAN),
    ("海燕", WOMAN),
    ("俊杰", MAN),
    ("晓东", MAN),
    ("婷婷", WOMAN),
    ("丽华", WOMAN),
    ("国庆", MAN),
    ("文博", MAN),
    ("思远", MAN),
    ("子涵", WOMAN),
    ("雨桐", WOMAN),
    ("浩然", MAN),
    ("欣怡", WOMAN),
];
const BANKS: [(&str, &str); 6] = [
    ("工商银行", "622202"),
    ("建设银行", "621700"),
    ("农业银行", "622848"),
    ("中国银行", "621661"),
    ("招商银行", "622588"),
    ("邮储银行", "622188"),
];

/// Somebody who is the same wherever they are named.
pub struct Person {
    pub name: String,
    pub sex: &'static str,
    pub phone: String,
    pub identity: String,
}

/// The customer of a number.
pub fn person(dice: &mut Dice, number: i64) -> Person {
    let (name, sex) = name(dice);
    Person {
        name,
        sex,
        phone: phone(number),
        identity: identity(dice, sex),
    }
}

/// A name and the sex it is given to.
pub fn name(dice: &mut Dice) -> (String, &'static str) {
    let family = dice.pick(&FAMILY).unwrap_or("王");
    let (given, sex) = dice.pick(&GIVEN).unwrap_or(("伟", MAN));
    (format!("{family}{given}"), sex)
}

/// A phone of its own for every number.
pub fn phone(number: i64) -> String {
    let seconds = [3, 5, 7, 8, 9];
    let at = usize::try_from(number % 5).unwrap_or_default();
    let second = seconds.get(at).unwrap_or(&3);
    format!("1{second}0{:08}", 10_000_000 + number * 37 % 89_999_999)
}

/// A receiving account: most have a card, some Alipay or WeChat; a few cards were opened with
/// another number.
pub fn account(dice: &mut Dice, customer: i64, person: &Person) -> Changes<Payee> {
    let Person { name, phone, .. } = person;
    let secret = |text: &str| Secret::New(text.to_owned());
    let account = Changes::new().set(Payee::user_id, customer);
    let wallet = match dice.between(1, 10) {
        1 => Some("ZHIFUBAO"),
        2 => Some("WEIXIN"),
        _ => None,
    };
    if let Some(kind) = wallet {
        return account
            .set(Payee::r#type, kind)
            .set(Payee::shoukuanzhanghao, secret(phone));
    }
    let (bank, prefix) = dice.pick(&BANKS).unwrap_or(("工商银行", "622202"));
    let body = format!("{prefix}{:012}", dice.between(0, 999_999_999_999));
    let number = if dice.chance(4) {
        identity(dice, person.sex)
    } else {
        person.identity.clone()
    };
    account
        .set(Payee::r#type, "YINHANGKA")
        .set(Payee::zhanghao, secret(&with_luhn(&body)))
        .set(Payee::yhk_kaihuhang, bank.to_owned())
        .set(Payee::yhk_yuliushouji, secret(phone))
        .set(Payee::yhk_xingming, secret(name))
        .set(Payee::yhk_shenfenzhenghao, secret(&number))
}

/// Adds the check digit of a card number.
fn with_luhn(body: &str) -> String {
    let digits = body.bytes().rev().map(|byte| u32::from(byte - b'0'));
    let sum: u32 = digits
        .enumerate()
        .map(|(at, digit)| match at % 2 {
            0 if digit > 4 => digit * 2 - 9,
            0 => digit * 2,
            _ => digit,
        })
        .sum();
    format!("{body}{}", (10 - sum % 10) % 10)
}

/// An identity number with its check character; the digit before it is odd for men.
fn identity(dice: &mut Dice, sex: &str) -> String {
    let area = dice.pick(&["110101", "310104", "440305", "330106", "510107"]);
    let odd = i64::from(sex == MAN);
    let body = format!(
        "{}{}{:02}{:02}{:03}",
        area.unwrap_or("110101"),
        dice.between(1_966, 2_003),
        dice.between(1, 12),
        dice.between(1, 28),
        dice.between(1, 499) * 2 + odd
    );
    let weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    let digits = body.bytes().map(|byte| u32::from(byte - b'0'));
    let sum: u32 = digits
        .zip(weights)
        .map(|(digit, weight)| digit * weight)
        .sum();
    let check = "10X98765432".chars().nth((sum % 11) as usize);
    format!("{body}{}", check.unwrap_or('0'))
}

#[cfg(test)]
mod tests {
    use schema::check;

    use super::*;

    #[test]
    fn made_up_numbers_pass_the_checks() {
        let mut dice = Dice::new(7);
        for number in 1..500 {
            let person = person(&mut dice, number);
            assert!(check::phone(&person.phone), "{}", person.phone);
            assert!(check::id_number(&person.identity), "{}", person.identity);
            let account = account(&mut dice, 1, &person);
            if let Some(Some(Secret::New(card))) = account.given(Payee::zhanghao) {
                assert!(check::bank_card(&card), "{card}");
            }
        }
    }
}
