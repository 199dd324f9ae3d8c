//! 新增订单: an application on behalf of a customer.

use loan::{Fen, Order};
use serde_json::{Map, Value as Json, json};
use store::{
    Conn, Tx, blocks, customers,
    orders::{
        self,
        columns::{self, Columns},
        history::{self, Fact, What},
    },
    payees, rows,
};

use super::{Body, Line, log};
use crate::{
    audit::{self, Deed},
    call::Call,
    error::{Error, Result},
    input, product, resource,
    rules::Resource,
};

pub fn apply(tx: &mut Tx<'_>, call: &Call, body: &Json) -> Result<Json> {
    let names = [
        "userId",
        "projectId",
        "jiekuanJine",
        "qishu",
        "jiekuanYongtu",
        "userShoukuanId",
        "beizhu",
    ];
    let body = Body::new(body, &names)?;
    let user_id = body.id("userId")?;
    // Before they are read: who moves or deletes them meanwhile waits for this order.
    customers::hold(tx, user_id)?;
    let customer = customer(tx, call, user_id)?;
    let project = project(tx, &customer, body.id("projectId")?)?;
    let amount = body.must_fen("jiekuanJine", "借款金额")?;
    check_amount(&project, amount)?;
    let periods = body
        .small("qishu", "期数")?
        .ok_or_else(|| Error::field("qishu", "期数不能为空"))?;
    let purpose = body.must_text("jiekuanYongtu", "用途", 30)?;
    if !store::dict::has_value(tx, "jiekuan_yongtu", &purpose)? {
        return Err(Error::field("jiekuanYongtu", "用途不存在或不可选"));
    }
    let payee = body.id("userShoukuanId")?;
    check_payee(tx, user_id, payee)?;
    check_age(tx, call, &project, payee)?;
    let policy = product::policy(tx)?;
    let order = Order::new(product::terms_of(&project)?, amount, periods, policy)
        .map_err(|error| Error::field("qishu", error.to_string()))?;
    let bianhao = orders::next_number(tx, call.now.date())?;
    let phone = blocks::phone_of(tx, user_id)?;
    let terms = serde_json::to_string(&order.terms).map_err(Error::internal)?;
    // What the history keeps beside the engine's figures; the rest follows the customer.
    let said: Columns = vec![
        ("bianhao", bianhao.as_str().into()),
        ("user_id", user_id.into()),
        ("project_id", id_of(&project).into()),
        (
            "qudao_id",
            customer.get("qudaoId").and_then(Json::as_i64).into(),
        ),
        ("jiekuan_yongtu", purpose.into()),
        ("user_shoukuan_id", payee.into()),
        ("beizhu", body.text("beizhu", "备注", 500)?.into()),
    ];
    let mut columns = columns::of_order(&order, 0)?;
    columns.extend(said.iter().cloned());
    columns.extend([
        ("phone", phone.into()),
        (
            "genjinren_id",
            customer.get("genjinrenId").and_then(Json::as_i64).into(),
        ),
        (
            "mendian",
            customer.get("mendian").and_then(Json::as_str).into(),
        ),
        ("tiaokuan", terms.into()),
    ]);
    let of = resource::model("app/dingdan")?;
    let id = rows::insert(tx, of, &rows::changes(of, columns), &call.writer())?;
    let name = customer
        .get("nickName")
        .and_then(Json::as_str)
        .unwrap_or_default();
    let product = project
        .get("mingcheng")
        .and_then(Json::as_str)
        .unwrap_or_default();
    let sentence = format!("提交申请：{product}，{amount} 元，{periods} 期");
    let what = What::Applied {
        terms: Box::new(order.terms.clone()),
        asked: amount,
        periods,
    };
    let fact = Fact::new(what, &sentence).with(&said);
    history::add(tx, id, 0, &fact, call.now, call.actor.user_id)?;
    let line = Line {
        kind: "TIJIAO",
        sentence: &sentence,
        before: None,
        after: order.state.code(),
        amount: Some(amount.get()),
        event: None,
    };
    log(tx, call, id, &bianhao, user_id, name, &line)?;
    let what = format!("新增订单{bianhao} {name} {sentence}");
    audit::record(tx, call, &Deed::new("订单", "XINZENG", what))?;
    Ok(json!({ "id": id, "bianhao": bianhao }))
}

fn id_of(row: &Map<String, Json>) -> i64 {
    row.get("id").and_then(Json::as_i64).unwrap_or_default()
}

fn text_of<'a>(row: &'a Map<String, Json>, name: &str) -> Option<&'a str> {
    row.get(name).and_then(Json::as_str)
}

fn customer(conn: &mut Conn, call: &Call, id: i64) -> Result<Map<String, Json>> {
    let customer = resource::find(
        conn,
        call,
        Resource::plain(resource::model("app/user")?),
        id,
    )
    .map_err(|_| Error::field("userId", "客户不存在或不可选"))?;
    if text_of(&customer, "state") != Some("QIYONG") {
        return Err(Error::refused("该客户已停用，不能申请借款"));
    }
    if customer.get("isSuoding") == Some(&Json::Bool(true)) {
        return Err(Error::refused("该客户已锁定，不能申请借款"));
    }
    Ok(customer)
}

/// The product, if this customer may borrow on it.
fn project(conn: &mut Conn, customer: &Map<String, Json>, id: i64) -> Result<Map<String, Json>> {
    let project = resource::anywhere(conn, "app/project", id)
        .map_err(|_| Error::field("projectId", "项目不存在或不可选"))?;
    let category = project
        .get("fenleiId")
        .and_then(Json::as_i64)
        .unwrap_or_default();
    if text_of(&project, "state") != Some("SHANGJIA") || !blocks::is_open(conn, category)? {
        return Err(Error::refused("该项目未上架，不能申请"));
    }
    if blocks::blocked(conn, id_of(customer))?.contains(&category) {
        return Err(Error::refused("该客户已被屏蔽此类产品，不能申请"));
    }
    if !serves_channel(&project, customer) {
        return Err(Error::refused("该项目不适用于客户所在的渠道"));
    }
    Ok(project)
}

/// A product may be meant for some channels only.
fn serves_channel(project: &Map<String, Json>, customer: &Map<String, Json>) -> bool {
    let channels = project.get("qudaoIds").and_then(Json::as_array);
    match channels {
        Some(channels) if !channels.is_empty() => customer
            .get("qudaoId")
            .is_some_and(|channel| channels.contains(channel)),
        _ => true,
    }
}

fn check_amount(project: &Map<String, Json>, amount: Fen) -> Result<()> {
    let fen = |name: &str| Fen::new(project.get(name).and_then(Json::as_i64).unwrap_or_default());
    let (least, most, step) = (fen("zuixiaoJine"), fen("zuidaJine"), fen("jineBuchang"));
    if amount < least || amount > most {
        return Err(Error::field(
            "jiekuanJine",
            format!("借款金额应在{least}至{most}元之间"),
        ));
    }
    if (amount.get() - least.get()).checked_rem(step.get()) != Some(0) {
        return Err(Error::field(
            "jiekuanJine",
            format!("借款金额应为{least}元加{step}元的整数倍"),
        ));
    }
    Ok(())
}

/// The receiving account must be the customer's own and in use.
pub(super) fn check_payee(conn: &mut Conn, user_id: i64, payee: i64) -> Result<()> {
    let row = resource::anywhere(conn, "app/user/shoukuan", payee).ok();
    let is_own = row.is_some_and(|row| {
        row.get("userId").and_then(Json::as_i64) == Some(user_id)
            && text_of(&row, "state") == Some("QIYONG")
    });
    if is_own {
        Ok(())
    } else {
        Err(Error::field("userShoukuanId", "收款账户不存在或不可选"))
    }
}

/// A product may be meant for people of some age; the identity number of the account tells it.
fn check_age(conn: &mut Conn, call: &Call, project: &Map<String, Json>, payee: i64) -> Result<()> {
    let bound = |name: &str| project.get(name).and_then(Json::as_i64);
    let (least, most) = (bound("nianlingMin"), bound("nianlingMax"));
    if least.is_none() && most.is_none() {
        return Ok(());
    }
    let Some(born) = payees::birthday(conn, payee)? else {
        return Ok(());
    };
    let today = call.now.date();
    let had_birthday = (today.month(), today.day()) >= (born.month(), born.day());
    let age = i64::from(today.year() - born.year()) - i64::from(!had_birthday);
    if least.is_some_and(|least| age < least) || most.is_some_and(|most| age > most) {
        return Err(Error::refused(format!(
            "客户{age}岁，不在该项目的年龄范围内"
        )));
    }
    Ok(())
}

/// The products a customer may choose from.
pub fn products(conn: &mut Conn, call: &Call, user_id: i64) -> Result<Json> {
    let customer = resource::find(
        conn,
        call,
        Resource::plain(resource::model("app/user")?),
        user_id,
    )?;
    let blocked = blocks::blocked(conn, user_id)?;
    let query: input::Query = vec![("state".to_owned(), "SHANGJIA".to_owned())];
    let text = resource::list(
        conn,
        call,
        Resource::plain(resource::model("app/project")?),
        &query,
    )?;
    let rows: Vec<Map<String, Json>> = serde_json::from_slice(&text).map_err(Error::internal)?;
    let mut offered = Vec::new();
    for row in rows {
        let category = row
            .get("fenleiId")
            .and_then(Json::as_i64)
            .unwrap_or_default();
        let may = !blocked.contains(&category) && serves_channel(&row, &customer);
        if may && blocks::is_open(conn, category)? {
            offered.push(shown(&row));
        }
    }
    Ok(offered.into())
}

/// What the choice of a product needs to know.
fn shown(row: &Map<String, Json>) -> Json {
    let names = [
        "id",
        "selectNameShow",
        "mingcheng",
        "fenleiId",
        "zuixiaoJine",
        "zuidaJine",
        "jineBuchang",
        "qishuList",
        "zhouqiDanwei",
        "zhouqiChangdu",
        "huankuanMoshi",
        "nianlilv",
        "nianhua",
    ];
    let picked = names.map(|name| (name.to_owned(), row.get(name).cloned().unwrap_or_default()));
    Json::Object(Map::from_iter(picked))
}
