//! 新增订单: an application on behalf of a customer.

use loan::{Fen, Order, Place};
use schema::{
    Secret,
    resources::{Customer, Dingdan, Payee, Project},
};
use serde_json::Value as Json;
use store::{
    Condition, Conn, List, Reach, Tx, blocks, contracts, customers,
    orders::{
        self, Stored, columns,
        history::{self, Fact, What},
    },
    payees,
    rows::{self, Changes},
};

use super::{Line, log};
use crate::{
    audit::{self, Deed},
    call::Call,
    contract_values,
    error::{Blame, Error, Result},
    input, product,
    wire::{answer, ask},
};

ask! {
    /// 新增订单
    pub struct Apply {
        user_id:          i64            = id(),
        project_id:       i64            = id(),
        jiekuan_jine:     Fen            = fen("借款金额"),
        qishu:            u16            = small("期数"),
        jiekuan_yongtu:   String         = text("用途", 30),
        user_shoukuan_id: i64            = id(),
        beizhu:           Option<String> = text("备注", 500),
        /// Where the customer applies; it is judged, and kept nowhere.
        weizhi:           Option<Place>  = place("申请位置"),
    }
}

answer! {
    /// An order that was made.
    pub struct Applied {
        id: i64,
        bianhao: String,
    }
}

pub fn apply(tx: &mut Tx<'_>, call: &Call, ask: Apply) -> Result<Applied> {
    let (user_id, amount, periods) = (ask.user_id, ask.jiekuan_jine, ask.qishu);
    // Before they are read: who moves or deletes them meanwhile waits for this order.
    customers::hold(tx, user_id)?;
    let customer = customer(tx, call, user_id)?;
    let project = project(tx, &customer, ask.project_id)?;
    check_amount(&project, amount)?;
    check_place(&project, ask.weizhi)?;
    let purpose = ask.jiekuan_yongtu;
    if !store::dict::has_value(tx, "jiekuan_yongtu", &purpose)? {
        return Err(Error::field("jiekuanYongtu", "用途不存在或不可选"));
    }
    let payee = ask.user_shoukuan_id;
    check_payee(tx, user_id, payee)?;
    check_age(tx, call, &project, payee)?;
    let contracts = contracts(tx, call, &project)?;
    let policy = product::policy(tx)?;
    let order = Order::new(product::terms(&project)?, amount, periods, policy)
        .map_err(|error| Error::field("qishu", error.to_string()))?;
    let signs = contracts.is_some();
    let bianhao = orders::next_number(tx, call.now.date())?;
    let phone = blocks::phone_of(tx, user_id)?;
    let terms = serde_json::to_string(&order.terms).map_err(Error::internal)?;
    // What the history keeps beside the engine's figures; the rest follows the customer.
    let said = Changes::<Dingdan>::new()
        .set(Dingdan::bianhao, bianhao.as_str())
        .set(Dingdan::user_id, user_id)
        .set(Dingdan::project_id, project.id)
        .set(Dingdan::qudao_id, customer.qudao_id)
        .set(Dingdan::jiekuan_yongtu, purpose)
        .set(Dingdan::user_shoukuan_id, payee)
        .set(Dingdan::hetong_banben, contracts)
        .set(Dingdan::beizhu, ask.beizhu);
    let row = columns::of_order(&order, 0)?
        .and(said.clone())
        .set(Dingdan::phone, phone.map(Secret::New))
        .set(Dingdan::genjinren_id, customer.genjinren_id)
        .set(Dingdan::mendian, customer.mendian.clone())
        .set(Dingdan::tiaokuan, terms);
    let id = row.insert(tx, &call.writer())?;
    let stored = Stored {
        id,
        version: 0,
        bianhao: bianhao.clone(),
        user_id,
        user_show: customer.nick_name.clone(),
        project_id: project.id,
        payee_id: payee,
        payee_copy_id: None,
        payee_line: None,
        reviewer_id: None,
        events: 0,
        order: order.clone(),
    };
    if signs {
        contract_values::keep_applied(tx, call, &stored)?;
    }
    orders::begin(tx, stored);
    let (name, product) = (&customer.nick_name, &project.mingcheng);
    let sentence = format!("提交申请：{product}，{amount} 元，{periods} 期");
    let what = What::Applied {
        terms: Box::new(order.terms.clone()),
        asked: amount,
        periods,
    };
    let fact = Fact::new(what, &sentence).with(said.columns());
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
    audit::record(tx, call, &Deed::new("订单", what))?;
    Ok(Applied { id, bianhao })
}

fn customer(conn: &mut Conn, call: &Call, id: i64) -> Result<Customer> {
    let customer: Customer = rows::get(conn, id, &call.actor.access.reach)
        .or_blame(Dingdan::user_id.wire(), "客户不存在或不可选")?;
    if customer.state != "QIYONG" {
        return Err(Error::refused("该客户已停用，不能申请借款"));
    }
    if customer.is_suoding {
        return Err(Error::refused("该客户已锁定，不能申请借款"));
    }
    Ok(customer)
}

/// The product, if this customer may borrow on it.
fn project(conn: &mut Conn, customer: &Customer, id: i64) -> Result<Project> {
    let project: Project = rows::get(conn, id, &Reach::everything())
        .or_blame(Dingdan::project_id.wire(), "产品不存在或不可选")?;
    if project.state != "SHANGJIA" || !blocks::is_open(conn, project.fenlei_id)? {
        return Err(no(format!("产品“{}”未上架，不能申请", project.mingcheng)));
    }
    if blocks::blocked(conn, customer.id)?.contains(&project.fenlei_id) {
        return Err(no(format!(
            "客户已被屏蔽“{}”所属的产品分类，不能申请",
            project.mingcheng
        )));
    }
    if !serves_channel(&project, customer) {
        return Err(no(format!(
            "产品“{}”不适用于客户所在的渠道",
            project.mingcheng
        )));
    }
    Ok(project)
}

/// A refusal that is about the product.
fn no(sentence: String) -> Error {
    Error::refused_at(Dingdan::project_id.wire(), sentence)
}

/// A product may be meant for some channels only.
fn serves_channel(project: &Project, customer: &Customer) -> bool {
    let channels = &project.qudao_ids;
    channels.is_empty()
        || customer
            .qudao_id
            .is_some_and(|channel| channels.contains(&channel))
}

/// The versions of the product's contracts that hold now; the order keeps them.
fn contracts(conn: &mut Conn, call: &Call, project: &Project) -> Result<Option<String>> {
    let mut versions = Vec::new();
    for contract in &project.hetong_ids {
        let Some(version) = contracts::in_force(conn, *contract, call.now)? else {
            return Err(no(format!(
                "产品“{}”的合同模板未发布或尚未生效，不能申请",
                project.mingcheng
            )));
        };
        versions.push(version.to_string());
    }
    Ok((!versions.is_empty()).then(|| versions.join(",")))
}

fn check_amount(project: &Project, amount: Fen) -> Result<()> {
    let (least, most) = (Fen::new(project.zuixiao_jine), Fen::new(project.zuida_jine));
    let step = Fen::new(project.jine_buchang);
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

/// A product may be offered within an area; an application that says where it is made must be there.
fn check_place(project: &Project, place: Option<Place>) -> Result<()> {
    let Some(place) = place else {
        return Ok(());
    };
    match product::area(project)? {
        Some(area) if !area.holds(place) => Err(Error::refused_at(
            "weizhi",
            format!("申请位置不在产品“{}”的服务区域内", project.mingcheng),
        )),
        _ => Ok(()),
    }
}

/// The receiving account must be the customer's own and in use.
pub(super) fn check_payee(conn: &mut Conn, user_id: i64, payee: i64) -> Result<()> {
    let (wire, message) = (Dingdan::user_shoukuan_id.wire(), "收款账户不存在或不可选");
    let account: Payee = rows::get(conn, payee, &Reach::everything()).or_blame(wire, message)?;
    if account.user_id == user_id && account.state == "QIYONG" {
        Ok(())
    } else {
        Err(Error::field(wire, message))
    }
}

/// A product may be meant for people of some age; the identity number of the account tells it.
fn check_age(conn: &mut Conn, call: &Call, project: &Project, payee: i64) -> Result<()> {
    let (least, most) = (project.nianling_min, project.nianling_max);
    if least.is_none() && most.is_none() {
        return Ok(());
    }
    let Some(born) = payees::birthday(conn, payee)? else {
        return Ok(());
    };
    let age = age_on(born, call.now.date());
    if least.is_some_and(|least| age < least) || most.is_some_and(|most| age > most) {
        let name = &project.mingcheng;
        return Err(no(format!("客户{age}岁，不在产品“{name}”的年龄范围内")));
    }
    Ok(())
}

/// Full years since a birthday.
pub(super) fn age_on(born: schema::Date, day: schema::Date) -> i64 {
    let had_birthday = (day.month(), day.day()) >= (born.month(), born.day());
    i64::from(day.year() - born.year()) - i64::from(!had_birthday)
}

ask! {
    /// Whose products are offered.
    open pub struct ProductsFor {
        user_id:   i64          = id().says("编号应为正整数"),
        /// With those they cannot choose, and why.
        is_quanbu: Option<bool> = flag("全部"),
    }
}

answer! {
    /// What the choice of a product needs to know.
    #[derive(serde::Deserialize)]
    pub struct OfferedProduct {
        id: i64,
        select_name_show: String,
        mingcheng: String,
        fenlei_id: i64,
        zuixiao_jine: Fen,
        zuida_jine: Fen,
        jine_buchang: Fen,
        qishu_list: String,
        zhouqi_danwei: String,
        zhouqi_changdu: i64,
        huankuan_moshi: String,
        nianlilv: i64,
        nianhua: Option<i64>,
        /// Why this customer cannot choose it: taken off sale (XIAJIA), its category closed (FENLEI) or
        /// blocked for them (PINGBI), not for their channel (QUDAO). Null where they can.
        #[serde(default)]
        zhangai: Option<String>,
    }
}

/// The products a customer may choose from.
pub fn products(conn: &mut Conn, call: &Call, ask: ProductsFor) -> Result<Vec<OfferedProduct>> {
    let user_id = ask.user_id;
    let reach = &call.actor.access.reach;
    let customer: Customer = rows::get(conn, user_id, reach)?;
    let blocked = blocks::blocked(conn, user_id)?;
    let with_all = ask.is_quanbu == Some(true);
    let on_sale = Condition::equal(Project::state, "SHANGJIA");
    let wanted = input::plain(List {
        conditions: if with_all { Vec::new() } else { vec![on_sale] },
        ..List::default()
    });
    let mut offered = Vec::new();
    let products = rows::list_shown::<Project>(conn, &wanted, reach, call.real_ms)?;
    input::check_plain(products.len(), &wanted)?;
    for (product, row) in products {
        let category = product.fenlei_id;
        let obstacle = if product.state != "SHANGJIA" {
            Some("XIAJIA")
        } else if !blocks::is_open(conn, category)? {
            Some("FENLEI")
        } else if blocked.contains(&category) {
            Some("PINGBI")
        } else if serves_channel(&product, &customer) {
            None
        } else {
            Some("QUDAO")
        };
        if with_all || obstacle.is_none() {
            let shown = serde_json::from_value(Json::Object(row));
            let mut shown: OfferedProduct = shown.map_err(Error::internal)?;
            shown.zhangai = obstacle.map(str::to_owned);
            offered.push(shown);
        }
    }
    Ok(offered)
}
