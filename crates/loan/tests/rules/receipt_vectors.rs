//! The lives with receipts of tests/rules/data/receipts.json, step by step: items, what is left,
//! fees and books, to the fen.

use std::collections::BTreeMap;

use loan::{
    Account, Decision, Event, EventId, Fen, Order, OverdueBase, Period, PeriodUnit, Policy, Ppm,
    PrepayInterest, RepaymentMode, Terms,
};
use serde_json::{Value, json};

use crate::book::Book;
use crate::desk::{day, noon};

fn int(value: &Value) -> i64 {
    value
        .as_i64()
        .unwrap_or_else(|| panic!("no number: {value}"))
}

fn small(value: &Value) -> u16 {
    u16::try_from(int(value)).unwrap()
}

fn rate(value: &Value) -> Ppm {
    Ppm::new(int(value)).unwrap()
}

fn terms(given: &Value, periods: u16) -> Terms {
    let code = |name: &str| given[name].as_str().unwrap().to_owned();
    let period = Period {
        unit: PeriodUnit::from_code(&code("zhouqiDanwei")).unwrap(),
        length: small(&given["zhouqiChangdu"]),
    };
    let mode = RepaymentMode::from_code(&code("huankuanMoshi")).unwrap();
    let mut terms = Terms::plain(mode, period, rate(&given["nianlilv"]));
    terms.offered_periods = vec![periods];
    terms.day_count = small(&given["jixiTianshu"]).try_into().unwrap();
    terms.upfront_fee.rate = rate(&given["qianzhifeilv"]);
    terms.upfront_fee.collection =
        loan::FeeCollection::from_code(&code("qianzhifeiFangshi")).unwrap();
    terms.insurance_fee_rate = rate(&given["zixunfeilv"]);
    terms.service_fee_rate = rate(&given["fuwufeilv"]);
    terms.overdue.grace_days = small(&given["kuanxianTianshu"]);
    terms.overdue.daily_rate = rate(&given["yuqiRilv"]);
    terms.overdue.base = OverdueBase::from_code(&code("yuqiJishu")).unwrap();
    terms.overdue.cap = rate(&given["yuqiShangxian"]);
    terms.prepay.allowed = given["isTiqian"].as_bool().unwrap();
    terms.prepay.breach_fee_rate = rate(&given["weiyueFeilv"]);
    terms.prepay.interest = PrepayInterest::from_code(&code("tiqianJixi")).unwrap();
    terms.extension.allowed = given["isYanqi"].as_bool().unwrap();
    terms.extension.days = small(&given["yanqiTianshu"]);
    terms.extension.fee_rate = rate(&given["yanqiFeilv"]);
    terms.extension.max_count = small(&given["yanqiZuidaCishu"]);
    terms
}

fn event(step: &Value, order: &Order) -> Event {
    let amount = || Fen::new(int(&step["jine"]));
    match step["op"].as_str().unwrap() {
        "payout" => Event::Payout { paid_at: None },
        "receipt" => Event::Receipt {
            amount: amount(),
            number_seen: None,
            received_seen: None,
            value_date: None,
        },
        "confirm" => Event::Confirm {
            number_seen: None,
            amount_seen: None,
            value_date: None,
        },
        "discount" => Event::Discount {
            amount: amount(),
            amount_seen: None,
        },
        "extend" => Event::Extend {
            number_seen: None,
            count_seen: None,
            fee_seen: None,
        },
        "prepay" => Event::Prepay {
            total_seen: Some(Fen::new(int(&step["zongfeiyong"]))),
            value_date: None,
        },
        "undo" => Event::Undo {
            event_seen: order.live.last().map_or(EventId(0), |event| event.id),
            reason: "录错".to_owned(),
        },
        "writeoff" => Event::WriteOff {
            reason: "失联".to_owned(),
        },
        other => panic!("no event for {other}"),
    }
}

/// The order as the vectors show it.
fn shown(book: &Book, on: &str) -> Value {
    let order = &book.order;
    let on = day(on);
    let items = order.view(on).unwrap().into_iter().map(|view| {
        json!({
            "qi": view.item.number,
            "riqi": view.item.due_on.to_string(),
            "isPaid": view.item.paid.is_some(),
            "yuqiZongjine": view.overdue_fee,
            "yishou": view.received_in_part,
            "weihuan": view.left,
            "shifu": view.received,
            "zongyouhui": view.discount,
        })
    });
    let mut books: BTreeMap<&str, i64> = BTreeMap::new();
    for account in Account::ALL {
        let net: i64 = book
            .entries
            .iter()
            .map(|(_, entry)| entry.net(*account).unwrap().get())
            .sum();
        if net != 0 {
            books.insert(account.label(), net);
        }
    }
    json!({
        "state": order.state.code(),
        "youhuiDangqian": order.pending_discount,
        "zonghuankuan": order.summary(on).unwrap().total_repayment,
        "items": items.collect::<Vec<_>>(),
        "books": books,
    })
}

#[test]
fn every_life_with_receipts() {
    let file: Value = serde_json::from_str(include_str!("data/receipts.json")).unwrap();
    let lives = file["lives"].as_array().unwrap();
    assert_eq!(lives.len(), 15);
    for (index, life) in lives.iter().enumerate() {
        let periods = small(&life["qishu"]);
        let allowed = Policy {
            withholding_allowed: true,
        };
        let terms = terms(&life["terms"], periods);
        let asked = Fen::new(int(&life["jiekuanJine"]));
        let mut book = Book::new(Order::new(terms, asked, periods, allowed).unwrap());
        let review = Event::Review {
            decision: Decision::Approve(None),
            opinion: "资料齐全".to_owned(),
        };
        let paid_out = life["fangkuanRiqi"].as_str().unwrap();
        book.apply(review, noon(paid_out)).unwrap();
        for (at, step) in life["steps"].as_array().unwrap().iter().enumerate() {
            let on = step["day"].as_str().unwrap();
            let what = format!("life {index} step {at}: {} on {on}", step["op"]);
            let event = event(step, &book.order);
            let done = book.apply(event, noon(on));
            done.unwrap_or_else(|refusal| panic!("{what}: {refusal}"));
            book.broken(day(on))
                .unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(shown(&book, on), step["after"], "{what}");
        }
    }
}
