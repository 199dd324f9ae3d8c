//! An order made again from its history: the rows it must have.

use loan::{Event, Fold, LiveEvent, State, Step};
use schema::{
    Held, Key as ColumnKey, Record, Timestamp,
    common::{CREATED, CREATOR, UPDATED, UPDATER, VERSION},
    resources::{Dingdan, OrderLog, PayeeCopy, Repayment},
};
use store::{
    Row, Value, ledger,
    orders::{
        columns::{self, ColumnValues},
        history::{self, Fact, Known, What, value_of},
        proof::Pile,
    },
    records::{self, Owner},
    rows::Changes,
};

/// Which row of its table: instalment; event; event and place; event, direction and place; place.
pub type Key = (i64, i64, i64);

/// What the history says the rows are.
pub struct Expected {
    pub order: ColumnValues,
    pub terms: loan::Terms,
    pub plan: Vec<(Key, ColumnValues)>,
    pub events: Vec<(Key, ColumnValues)>,
    pub records: Vec<(Key, ColumnValues)>,
    pub lines: Vec<(Key, ColumnValues)>,
    pub log: Vec<(Key, ColumnValues)>,
    pub copies: Vec<(Key, ColumnValues)>,
    /// Where the history begins with an upgrade: what was there before.
    pub known: Option<Known>,
    /// Money events taken back, when and by whom.
    pub undone: Vec<(i64, Timestamp, i64)>,
}

/// One row of the history.
struct Line {
    number: i64,
    now: Timestamp,
    actor: i64,
    fact: Fact,
}

/// What the order and its rows must be; a sentence where the history itself is broken.
pub fn expected(id: i64, pile: &Pile) -> Result<Expected, String> {
    let mut rows = pile.history().iter();
    let first_row = rows.next().ok_or("没有订单历史")?;
    let first = line(first_row)?;
    let mut number = first.number;
    written_by_us(first_row, number)?;
    let mut making = Making::begin(id, &first)?;
    for row in rows {
        let line = line(row)?;
        if line.number != number + 1 {
            let found = line.number;
            return Err(format!("订单历史不连续：第{number}条之后是第{found}条"));
        }
        number = line.number;
        written_by_us(row, number)?;
        making.go_on(&line)?;
    }
    making.finish(number)
}

/// A record in the words of its day: earlier versions called an extension 延期, and the sealed
/// sentence of the event says which it was.
fn in_words_of(sentence: &str, description: &str) -> String {
    if sentence.contains("延期") {
        description.replace("展期", "延期")
    } else {
        description.to_owned()
    }
}

/// Whether the server wrote this row, after the one before it.
fn written_by_us(row: &Row, number: i64) -> Result<(), String> {
    match row.bool(6) {
        Ok(true) => Ok(()),
        _ => Err(format!("订单历史第{number}条不是经系统写下的")),
    }
}

fn line(row: &Row) -> Result<Line, String> {
    let number = row.int(1).map_err(|_| "订单历史无法读取")?;
    let unreadable = || format!("订单历史第{number}条无法读取");
    let fact: Fact = row
        .text(5)
        .ok()
        .and_then(|text| serde_json::from_str(text).ok())
        .ok_or_else(unreadable)?;
    if row.text(2).ok() != Some(fact.code()) {
        return Err(format!("订单历史第{number}条的类型与内容不符"));
    }
    Ok(Line {
        number,
        now: Timestamp(row.int(3).map_err(|_| unreadable())?),
        actor: row.int(4).map_err(|_| unreadable())?,
        fact,
    })
}

struct Making {
    id: i64,
    fold: Fold,
    beside: ColumnValues,
    expected: Expected,
}

impl Making {
    fn begin(id: i64, line: &Line) -> Result<Self, String> {
        let Line { number, fact, .. } = line;
        let (fold, known) = match &fact.what {
            What::Applied {
                terms,
                asked,
                periods,
            } if *number == 1 => {
                let fold = Fold::begin((**terms).clone(), *asked, *periods)
                    .map_err(|error| format!("订单历史第1条不能重算：{error}"))?;
                (fold, None)
            }
            What::Known(known) => {
                let fold = Fold::resume(known.order.clone(), known.events);
                (fold, Some((**known).clone()))
            }
            _ => return Err(format!("订单历史缺少开头：从第{number}条开始")),
        };
        let events = fold.order().live.iter().map(event_row);
        let copies = known.iter().flat_map(|known: &Known| &known.copies);
        let copies = copies.map(|(id, digest)| copy_row(*id, digest)).collect();
        let mut made = Self {
            id,
            beside: history::beside().map(|name| (name, Value::Null)).to_vec(),
            expected: Expected {
                order: ColumnValues::new(),
                terms: fold.order().terms.clone(),
                plan: Vec::new(),
                events: events.collect(),
                records: Vec::new(),
                lines: Vec::new(),
                log: Vec::new(),
                copies,
                known,
                undone: Vec::new(),
            },
            fold,
        };
        made.set(fact);
        if made.expected.known.is_none() {
            made.touch(line, true);
            let asked = made.fold.order().asked.get();
            let after = made.fold.order().state;
            made.log(line, None, after, Some(asked), None);
        }
        Ok(made)
    }

    fn go_on(&mut self, line: &Line) -> Result<(), String> {
        let What::Happened(event) = &line.fact.what else {
            return Err(format!("订单历史第{}条不是事件", line.number));
        };
        let step = self.step(line, event)?;
        self.set(&line.fact);
        self.touch(line, false);
        if let Some((id, digest)) = &line.fact.payee {
            let (key, mut columns) = copy_row(*id, digest);
            let account = self.said(Dingdan::user_shoukuan_id);
            columns.push((PayeeCopy::user_shoukuan_id.name(), account));
            self.expected.copies.push((key, columns));
        }
        if let Some(undone) = step.reverses {
            self.take_back(undone.0, line);
        }
        let made = step.event.as_ref().map(|event| event.id);
        self.expected
            .events
            .extend(step.event.iter().map(event_row));
        self.records(line, &step);
        let owner = step.reverses.or(made).zip(step.entry.as_ref());
        if let Some((event, entry)) = owner {
            let lines = ledger::columns(self.id, event, entry, line.now, line.actor);
            let side = i64::from(entry.reverses().is_some());
            let keyed = (1_i64..).zip(lines);
            let keyed = keyed.map(|(at, columns)| ((event.0, side, at), columns));
            self.expected.lines.extend(keyed);
        }
        let amount = step.amount.map(loan::Fen::get);
        self.log(
            line,
            Some(step.before),
            step.after,
            amount,
            made.map(|id| id.0),
        );
        Ok(())
    }

    fn step(&mut self, line: &Line, event: &Event) -> Result<Step, String> {
        self.fold
            .step(event, line.now.to_civil())
            .map_err(|refusal| format!("订单历史第{}条不能重算：{refusal}", line.number))
    }

    fn set(&mut self, fact: &Fact) {
        for (name, value) in &mut self.beside {
            if let Some(said) = fact.columns.get(*name) {
                *value = value_of(said);
            }
        }
    }

    /// Who wrote the row last, and when; first, who made it.
    fn touch(&mut self, line: &Line, is_new: bool) {
        for (name, value) in &mut self.beside {
            match *name {
                UPDATED => *value = line.now.0.into(),
                UPDATER => *value = line.actor.into(),
                CREATED if is_new => *value = line.now.0.into(),
                CREATOR if is_new => *value = line.actor.into(),
                _ => {}
            }
        }
    }

    fn said<T: Held>(&self, key: ColumnKey<Dingdan, T>) -> Value {
        let mut columns = self.beside.iter();
        let found = columns.find(|(column, _)| *column == key.name());
        found.map_or(Value::Null, |(_, value)| value.clone())
    }

    fn take_back(&mut self, event: i64, line: &Line) {
        self.expected.undone.push((event, line.now, line.actor));
        let of_event = |(key, _): &&mut (Key, ColumnValues)| key.0 == event;
        for (_, columns) in self.expected.events.iter_mut().filter(of_event) {
            put(columns, "is_chexiao", true.into());
        }
        for (_, columns) in self.expected.records.iter_mut().filter(of_event) {
            for (name, value) in reversed(line.now, line.actor) {
                put(columns, name, value);
            }
        }
    }

    fn records(&mut self, line: &Line, step: &Step) {
        let Some(event) = &step.event else { return };
        let bianhao = match self.said(Dingdan::bianhao) {
            Value::Text(bianhao) => bianhao,
            _ => String::new(),
        };
        let user_id = match self.said(Dingdan::user_id) {
            Value::Int(id) => id,
            _ => 0,
        };
        let owner = Owner {
            id: self.id,
            bianhao: &bianhao,
            user_id,
        };
        let movements = records::Movement::of(&step.records);
        for (at, (record, movement)) in (1_i64..).zip(step.records.iter().zip(&movements)) {
            let beside = records::Beside {
                event: event.id.0,
                method: line.fact.method.as_deref(),
                receipt: line.fact.receipt.as_deref().filter(|_| at == 1),
                vouchers: line.fact.vouchers.as_deref(),
                movement: movement.as_ref(),
            };
            let record = &loan::Record {
                description: in_words_of(&line.fact.sentence, &record.description),
                ..record.clone()
            };
            let made = records::columns(owner, record, &beside, line.now, line.actor);
            let made = made.set(Repayment::chexiao_time, None::<Timestamp>);
            let mut columns = listed(&made);
            columns.extend([
                (CREATED, line.now.0.into()),
                (CREATOR, line.actor.into()),
                (UPDATED, line.now.0.into()),
                (UPDATER, line.actor.into()),
                (VERSION, 0.into()),
            ]);
            self.expected.records.push(((event.id.0, at, 0), columns));
        }
    }

    fn log(
        &mut self,
        line: &Line,
        before: Option<State>,
        after: State,
        amount: Option<i64>,
        event: Option<i64>,
    ) {
        let told = Changes::<OrderLog>::new()
            .set(OrderLog::r#type, line.fact.code())
            .set(
                OrderLog::qian_state,
                before.map(|state| state.code().to_owned()),
            )
            .set(OrderLog::hou_state, after.code())
            .set(OrderLog::neirong, line.fact.sentence.as_str())
            .set(OrderLog::jine, amount)
            .set(OrderLog::shijian_id, event)
            .set(OrderLog::caozuoren_id, line.actor);
        let mut columns = listed(&told);
        columns.extend([
            (OrderLog::bianhao.name(), self.said(Dingdan::bianhao)),
            (OrderLog::user_id.name(), self.said(Dingdan::user_id)),
            (CREATED, line.now.0.into()),
        ]);
        let at = i64::try_from(self.expected.log.len()).unwrap_or(i64::MAX);
        self.expected.log.push(((at + 1, 0, 0), columns));
    }

    fn finish(mut self, number: i64) -> Result<Expected, String> {
        let order = self.fold.order();
        let engine = columns::of_order(order, self.fold.events());
        let engine = engine.map_err(|_| "订单历史重算的结果超出范围")?;
        self.expected.order = listed(&engine);
        self.expected.order.append(&mut self.beside);
        // Every event raised the row version by one.
        self.expected.order.push((VERSION, (number - 1).into()));
        self.expected.order.push(("is_del", false.into()));
        let items = order.plan.iter().flat_map(|plan| &plan.items);
        let items = items.map(|item| {
            let columns = columns::of_item(order, item);
            let columns = columns.map_err(|_| "订单历史重算的结果超出范围")?;
            Ok::<_, String>(((i64::from(item.number), 0, 0), columns))
        });
        self.expected.plan = items.collect::<Result<_, _>>()?;
        Ok(self.expected)
    }
}

/// What undoing an event sets on its records.
pub fn reversed(now: Timestamp, actor: i64) -> [(&'static str, Value); 5] {
    [
        (Repayment::is_chexiao.name(), true.into()),
        (Repayment::chexiao_time.name(), now.0.into()),
        (UPDATED, now.0.into()),
        (UPDATER, actor.into()),
        (VERSION, 1.into()),
    ]
}

fn event_row(event: &LiveEvent) -> (Key, ColumnValues) {
    let mut columns = columns::of_event(event);
    columns.push(("is_chexiao", false.into()));
    ((event.id.0, 0, 0), columns)
}

/// A copy of the receiving account says what it said.
fn copy_row(id: i64, digest: &str) -> (Key, ColumnValues) {
    let kept = PayeeCopy::neirong_mac.name();
    let columns = vec![(kept, digest.into()), ("neirong", digest.into())];
    ((id, 0, 0), columns)
}

/// The columns of changes with their values.
fn listed<R: Record>(changes: &Changes<R>) -> ColumnValues {
    let columns = changes.columns();
    columns.map(|(name, value)| (name, value.clone())).collect()
}

fn put(columns: &mut ColumnValues, name: &str, new: Value) {
    if let Some((_, value)) = columns.iter_mut().find(|(column, _)| *column == name) {
        *value = new;
    }
}

#[cfg(test)]
mod tests {
    use super::in_words_of;

    #[test]
    fn a_record_is_expected_in_the_words_of_its_event() {
        for (sentence, description) in [
            ("第1期及以后各期延期 7 天", "第1期延期7天"),
            ("第1期及以后各期展期 7 天", "第1期展期7天"),
        ] {
            assert_eq!(in_words_of(sentence, "第1期展期7天"), description);
        }
    }
}
