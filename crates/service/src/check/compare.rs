//! What is stored against what the history says, column by column.

use std::collections::BTreeMap;

use loan::EventKind;
use store::{
    Row, Value,
    orders::{
        columns::ColumnValues,
        proof::{COPIES, EVENTS, LINES, LOG, ORDER, PLAN, Part, Pile, RECORDS},
    },
};

use super::rebuild::{Expected, Key, reversed};

/// ColumnValues whose text may hold what a person wrote: that they differ is said, not how.
const WRITTEN: [&str; 9] = [
    "tiaokuan",
    "shenhe_yijian",
    "fangkuan_shibai",
    "beizhu",
    "miaoshu",
    "neirong",
    "neirong_mac",
    "pingzheng",
    "jiekuan_yongtu",
];

/// Every difference in a sentence.
pub fn differences(pile: &Pile, expected: &Expected) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(row) = &pile.order {
        order(&mut found, pile, row, expected);
    }
    let first = |row: &Row| (row.int(1).unwrap_or_default(), 0, 0);
    let plan = pile.plan().iter().map(|row| (first(row), row));
    let left = part(&mut found, &PLAN, plan, &expected.plan);
    extra(&mut found, &PLAN, &left);
    let events = pile.events().iter().map(|row| (first(row), row));
    let left = part(&mut found, &EVENTS, events, &expected.events);
    before(&mut found, &EVENTS, &left, expected);
    let left = part(
        &mut found,
        &RECORDS,
        numbered(pile.records()),
        &expected.records,
    );
    before(&mut found, &RECORDS, &left, expected);
    let lines = pile.lines().iter().map(|row| (line_key(row), row));
    let left = part(&mut found, &LINES, lines, &expected.lines);
    before(&mut found, &LINES, &left, expected);
    let left = part(&mut found, &LOG, logged(pile, expected), &expected.log);
    extra(&mut found, &LOG, &left);
    let copies = pile.copies().iter().map(|row| (first(row), row));
    let left = part(&mut found, &COPIES, copies, &expected.copies);
    extra(&mut found, &COPIES, &left);
    found
}

fn order(found: &mut Vec<String>, pile: &Pile, row: &Row, expected: &Expected) {
    columns(found, "", "app_dingdan", ORDER, row, &expected.order);
    columns(found, "", "app_dingdan", ORDER, row, &pile.customer());
    let at = ORDER.iter().position(|name| *name == "tiaokuan");
    let text = at.and_then(|at| row.opt_text(at).ok().flatten());
    // By what they mean: a later version may write the same terms in other words.
    let terms = text.and_then(|text| serde_json::from_str(text).ok());
    if terms.as_ref() != Some(&expected.terms) {
        found.push("条款(tiaokuan)与申请时不同".to_owned());
    }
}

/// Compares the rows of a table by their keys; answers those that nothing speaks of.
fn part<'a>(
    found: &mut Vec<String>,
    part: &Part,
    stored: impl Iterator<Item = (Key, &'a Row)>,
    wanted: &[(Key, ColumnValues)],
) -> Vec<(Key, &'a Row)> {
    let mut stored: Vec<(Key, &Row)> = stored.collect();
    for (key, wanted) in wanted {
        let at = stored.iter().position(|(stored, _)| stored == key);
        match at {
            Some(at) => {
                let (_, row) = stored.remove(at);
                let place = place(part, *key);
                columns(found, &place, part.table, part.columns, row, wanted);
            }
            None => found.push(format!("缺少{}", place(part, *key))),
        }
    }
    stored
}

fn extra(found: &mut Vec<String>, part: &Part, left: &[(Key, &Row)]) {
    for (key, _) in left {
        found.push(format!("多出{}", place(part, *key)));
    }
}

/// Rows from before an upgrade cannot be made again, but are known by their digest.
fn before(found: &mut Vec<String>, part: &Part, left: &[(Key, &Row)], expected: &Expected) {
    let Some(known) = &expected.known else {
        return extra(found, part, left);
    };
    let mut rows: Vec<Row> = left.iter().map(|(_, row)| (*row).clone()).collect();
    let digest = match part.table {
        table if table == EVENTS.table => &known.undone_events,
        table if table == LINES.table => &known.lines,
        _ => {
            for row in &mut rows {
                as_before(found, part, row, expected);
            }
            &known.records
        }
    };
    if part.digest(&rows) != *digest {
        found.push(format!("升级之前的{}与升级时不同", part.word));
    }
}

/// A record from before the upgrade whose event was undone since: what that set is compared here,
/// and taken off.
fn as_before(found: &mut Vec<String>, part: &Part, row: &mut Row, expected: &Expected) {
    let event = row.int(1).unwrap_or_default();
    let undone = expected.undone.iter().find(|(id, _, _)| *id == event);
    let Some((_, now, actor)) = undone else {
        return;
    };
    let (now, actor) = (*now, *actor);
    let place = place(part, (event, 1, 0));
    columns(
        found,
        &place,
        part.table,
        part.columns,
        row,
        &reversed(now, actor),
    );
    let (made, maker) = (
        part.value(row, "create_time").cloned(),
        part.value(row, "create_by").cloned(),
    );
    let was = [
        ("is_chexiao", Some(false.into())),
        ("chexiao_time", Some(Value::Null)),
        ("update_time", made),
        ("update_by", maker),
        ("banben_suo", Some(0.into())),
    ];
    for (name, value) in was {
        let at = part.columns.iter().position(|column| *column == name);
        if let (Some(cell), Some(value)) = (at.and_then(|at| row.0.get_mut(at)), value) {
            *cell = value;
        }
    }
}

fn columns(
    found: &mut Vec<String>,
    place: &str,
    table: &str,
    names: &[&str],
    row: &Row,
    wanted: &[(&'static str, Value)],
) {
    for (name, wanted) in wanted {
        let at = names.iter().position(|column| column == name);
        let Some(stored) = at.and_then(|at| row.0.get(at)) else {
            found.push(format!("{place}没有读出{name}"));
            continue;
        };
        if number(stored) == number(wanted) && (number(stored).is_some() || stored == wanted) {
            continue;
        }
        let label = label(table, name);
        let difference = if WRITTEN.contains(name) {
            "与历史不符".to_owned()
        } else {
            format!("存为{}，应为{}", shown(stored), shown(wanted))
        };
        found.push(format!("{place}{label}({name}){difference}"));
    }
}

/// A truth value is a number to one engine and a word to the other.
fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => Some(*number),
        Value::Bool(flag) => Some(i64::from(*flag)),
        _ => None,
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "空".to_owned(),
        Value::Bool(flag) => i64::from(*flag).to_string(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::Blob(_) => "密文".to_owned(),
    }
}

/// Records in the order they were written, counted within their event.
fn numbered(rows: &[Row]) -> impl Iterator<Item = (Key, &Row)> {
    let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
    rows.iter().map(move |row| {
        let event = row.int(1).unwrap_or_default();
        let count = counts.entry(event).or_default();
        *count += 1;
        ((event, *count, 0), row)
    })
}

fn line_key(row: &Row) -> Key {
    let int = |at| row.int(at).unwrap_or_default();
    (int(1), int(2), int(7))
}

/// Lines of the order log that tell of events, since the history began.
fn logged<'a>(pile: &'a Pile, expected: &Expected) -> impl Iterator<Item = (Key, &'a Row)> {
    let since = expected.known.as_ref().map_or(0, |known| known.log_id);
    let told = pile.log().iter().filter(move |row| {
        let kind = row.opt_text(1).ok().flatten().unwrap_or_default();
        let is_event = kind == "TIJIAO" || EventKind::from_code(kind).is_some();
        is_event && row.int(4).unwrap_or_default() > since
    });
    (1_i64..).zip(told).map(|(at, row)| ((at, 0, 0), row))
}

fn place(part: &Part, (first, second, third): Key) -> String {
    let word = part.word;
    match part.table {
        table if table == PLAN.table => format!("{word}第{first}期"),
        table if table == EVENTS.table => format!("{word}{first}"),
        table if table == COPIES.table => format!("{word}（编号{first}）"),
        table if table == RECORDS.table => format!("{word}（事件{first}第{second}条）"),
        table if table == LINES.table => {
            let side = if second == 0 { "" } else { "冲销" };
            format!("{word}（事件{first}{side}第{third}行）")
        }
        _ => format!("{word}第{first}条"),
    }
}

/// Words for columns of tables that are no resource.
const LABELS: [(&str, &str); 34] = [
    ("qi", "期次"),
    ("qishi", "起息日"),
    ("tianshu", "天数"),
    ("riqi", "日期"),
    ("benjin", "本金"),
    ("lixi", "利息"),
    ("zixunfei", "保险费"),
    ("fuwufei", "服务费"),
    ("shijian_id", "事件号"),
    ("huankuan_ri", "还款日"),
    ("shou_benjin", "已收本金"),
    ("shou_lixi", "已收利息"),
    ("shou_zixunfei", "已收保险费"),
    ("shou_fuwufei", "已收服务费"),
    ("shou_yuqifei", "已收逾期费"),
    ("shou_weiyuejin", "已收违约金"),
    ("yuqi_tianshu", "逾期天数"),
    ("zongyouhui", "优惠"),
    ("shifu", "实付"),
    ("bufen", "部分还款"),
    ("yishou", "部分还款合计"),
    ("kuanxian", "宽限天数"),
    ("type", "类型"),
    ("shijian_ms", "时间"),
    ("jine", "金额"),
    ("youhui_qian", "此前优惠"),
    ("is_chexiao", "已撤销"),
    ("kemu", "科目"),
    ("fangxiang", "方向"),
    ("jianmian", "减免"),
    ("create_time", "创建时间"),
    ("create_by", "创建人"),
    ("banben_suo", "版本"),
    ("neirong", "内容"),
];

fn label(table: &str, column: &str) -> &'static str {
    let model = schema::models().iter().find(|model| model.name == table);
    let field = model.and_then(|model| model.field_named(column));
    if let Some(field) = field {
        return field.column.label;
    }
    let known = LABELS.iter().find(|(name, _)| *name == column);
    known.map_or("", |(_, label)| label)
}
