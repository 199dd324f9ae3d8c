//! MONEY.md §5: who may do what in which state, and which refusal it is.

use loan::{Event, EventId, EventKind, Fen, STEPS, State, is_step};

use crate::desk::{
    Desk, approve, confirm, discount, extend, full_loan, full_offer, prepay, undo, write_off,
};

fn text() -> String {
    "依据已核对".to_owned()
}

fn fail() -> Event {
    Event::PayoutFailure { reason: text() }
}

fn cancel() -> Event {
    Event::Cancel { reason: text() }
}

fn reject() -> Event {
    Event::Review {
        decision: loan::Decision::Reject,
        opinion: text(),
    }
}

/// An order in the state and situation a row of the table names.
fn order_in(situation: &str) -> Desk {
    let mut desk = Desk::applied(full_offer(), "3000", 3);
    let events: Vec<Event> = match situation {
        "待审核" => vec![],
        "已拒绝" => vec![reject()],
        "已取消" => vec![cancel()],
        "待放款" => vec![approve()],
        "放款失败" => vec![approve(), fail()],
        "换账户待审" => {
            let to_review = Event::Redisburse {
                note: text(),
                needs_review: true,
            };
            vec![approve(), fail(), to_review]
        }
        "重新放款后" => vec![
            approve(),
            fail(),
            Event::Redisburse {
                note: text(),
                needs_review: false,
            },
        ],
        _ => vec![approve(), Event::Payout { paid_at: None }],
    };
    for event in events {
        desk.done(event, "2025-01-15");
    }
    match situation {
        "提前结清" => drop(desk.done(prepay(), "2025-01-20")),
        "逐期结清" => {
            for _ in 0..3 {
                desk.done(confirm(), "2025-01-20");
            }
        }
        "已核销" => drop(desk.done(write_off(), "2025-02-20")),
        _ => {}
    }
    desk
}

/// Every event of the table's columns.
fn columns(desk: &Desk) -> Vec<Event> {
    let newest = desk.order().live.last().map_or(EventId(999), |e| e.id);
    vec![
        approve(),
        Event::Payout { paid_at: None },
        fail(),
        Event::Redisburse {
            note: text(),
            needs_review: false,
        },
        discount("1"),
        confirm(),
        extend(),
        prepay(),
        undo(newest),
        write_off(),
        Event::Recover {
            amount: Fen::new(1),
        },
        cancel(),
    ]
}

/// ● it happens, ○ refused as stale (it already happened), · refused by rule.
#[test]
fn every_event_in_every_state() {
    let table = [
        // 审核 放款 失败 重放 优惠 确认 展期 提前 撤销 核销 收回 取消
        ("待审核", "2025-02-15", "● · · · · · · · · · · ●"),
        ("已拒绝", "2025-02-15", "○ · · · · · · · · · · ·"),
        ("待放款", "2025-02-15", "○ ● ● · · · · · · · · ●"),
        ("放款失败", "2025-02-15", "○ · ○ ● · · · · · · · ●"),
        ("重新放款后", "2025-02-15", "○ ● ● ○ · · · · · · · ●"),
        ("换账户待审", "2025-02-15", "● · · ○ · · · · · · · ●"),
        ("待还款未逾期", "2025-02-15", "○ ○ · · ● ● ● ● ● · · ·"),
        ("待还款已逾期", "2025-02-20", "○ ○ · · ● ● · ● ● ● · ·"),
        ("逐期结清", "2025-02-20", "○ ○ · · · · · · ● · · ·"),
        ("提前结清", "2025-02-20", "○ ○ · · · · · ○ ● · · ·"),
        ("已核销", "2025-02-20", "○ ○ · · · · · · ● ○ ● ·"),
        ("已取消", "2025-02-20", "· · · · · · · · · · · ○"),
    ];
    for (situation, on, expected) in table {
        let count = columns(&order_in(situation)).len();
        let row = (0..count).map(|column| {
            let mut desk = order_in(situation);
            let event = columns(&desk).swap_remove(column);
            match desk.attempt(event, on) {
                Ok(_) => "●",
                Err(refusal) if refusal.is_stale() => "○",
                Err(_) => "·",
            }
        });
        let row: Vec<&str> = row.collect();
        assert_eq!(row.join(" "), expected, "{situation}");
    }
}

#[test]
fn refusals_speak_chinese() {
    let table = [
        ("待审核", confirm(), "rule: 待审核的订单不能确认还款"),
        ("已拒绝", approve(), "stale: 该订单已审核，请刷新后再试"),
        (
            "待还款",
            Event::Payout { paid_at: None },
            "stale: 该订单已放款，请刷新后再试",
        ),
        (
            "提前结清",
            prepay(),
            "stale: 该订单已提前还款，请刷新后再试",
        ),
        ("逐期结清", prepay(), "rule: 已结清的订单不能提前还款"),
        ("已核销", write_off(), "stale: 该订单已核销，请刷新后再试"),
        ("已取消", cancel(), "stale: 该订单已取消，请刷新后再试"),
        ("待放款", undo(EventId(1)), "rule: 待放款的订单不能撤销"),
    ];
    for (situation, event, expected) in table {
        let mut desk = order_in(situation);
        assert_eq!(desk.refused(event, "2025-02-20"), expected, "{situation}");
    }
}

#[test]
fn texts_the_rules_demand() {
    let blank = || "  ".to_owned();
    let table = [
        (
            "待审核",
            Event::Review {
                decision: loan::Decision::Reject,
                opinion: blank(),
            },
            "rule: 请填写审核意见",
        ),
        (
            "待放款",
            Event::PayoutFailure { reason: blank() },
            "rule: 请填写失败原因",
        ),
        (
            "待放款",
            Event::Cancel { reason: blank() },
            "rule: 请填写取消原因",
        ),
        (
            "待还款",
            Event::WriteOff { reason: blank() },
            "rule: 请填写核销原因",
        ),
        (
            "待还款",
            Event::Undo {
                event_seen: EventId(2),
                reason: blank(),
            },
            "rule: 请填写撤销原因",
        ),
    ];
    for (situation, event, expected) in table {
        let mut desk = order_in(situation);
        assert_eq!(desk.refused(event, "2025-02-20"), expected);
    }
}

#[test]
fn the_table_of_steps_has_no_way_out_of_a_final_state() {
    let leaves = |state: State| STEPS.iter().any(|(from, _, _)| *from == state);
    assert!(!leaves(State::Rejected));
    assert!(!leaves(State::Cancelled));
    assert!(is_step(State::Settled, EventKind::Undo, State::Repaying));
    assert!(!is_step(
        State::Settled,
        EventKind::Undo,
        State::AwaitingPayout
    ));
    let events = full_loan();
    assert_eq!(events.order().state.code(), "DAIHUANKUAN");
}

#[test]
fn codes_and_labels_are_those_of_the_dictionary() {
    let states: Vec<String> = State::ALL
        .iter()
        .map(|state| format!("{}{}", state.code(), state.label()))
        .collect();
    let expected = "DAISHENHE待审核 YIJUJUE已拒绝 DAIFANGKUAN待放款 FANGKUANSHIBAI放款失败 \
                    DAIHUANKUAN待还款 YIJIEQING已结清 YIQUXIAO已取消 YIHEXIAO已核销";
    assert_eq!(states.join(" "), expected);
    for &state in State::ALL {
        assert_eq!(State::from_code(state.code()), Some(state));
    }
    assert_eq!(State::from_code("YUQI"), None);
}
