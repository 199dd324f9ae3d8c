//! What the demo office tells its customers, and what they say to it.

use schema::{
    Secret, Timestamp,
    resources::{AppVersion, Feedback, Gonggao, Notice, PointsTask, Question, ServicePayment},
};
use store::{Tx, rows::Changes};

use super::{dice::Dice, people, shop::Customer};
use crate::{call::Call, error::Result, seed_row};

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// Category, question, answer.
const QUESTIONS: [(&str, &str, &str); 6] = [
    (
        "JIEKUAN",
        "申请后多久能放款？",
        "资料齐全的申请一般在两小时内审核，审核通过后当天放款。",
    ),
    (
        "JIEKUAN",
        "可以同时申请几笔借款？",
        "每款产品的限额不同，以申请页面的提示为准。",
    ),
    (
        "HUANKUAN",
        "怎样提前结清？",
        "请联系客服办理，按实际使用天数计息，违约金以合同约定为准。",
    ),
    (
        "HUANKUAN",
        "还款后多久入账？",
        "转账后一般一个工作日内由财务核对入账，可在订单中查看还款记录。",
    ),
    (
        "ZHANGHU",
        "怎样更换收款账户？",
        "已审核的订单仍付到审核时的账户；新的申请可选择新账户。",
    ),
    (
        "ANQUAN",
        "接到要求转账的电话怎么办？",
        "我们不会要求您向个人账户转账。请挂断后拨打客服电话核实。",
    ),
];

/// Kind, what was said, how far it came, the answer.
const FEEDBACK: [(&str, &str, &str, Option<&str>); 8] = [
    (
        "HUANKUAN",
        "昨天已转账，订单里还没有看到还款记录。",
        "DAICHULI",
        None,
    ),
    ("GONGNENG", "上传身份证照片时一直转圈。", "DAICHULI", None),
    ("JIANYI", "希望还款日前一天能收到提醒。", "DAICHULI", None),
    (
        "TOUSU",
        "客服电话占线，打了三次没有接通。",
        "CHULIZHONG",
        None,
    ),
    (
        "HUANKUAN",
        "想把还款日改到每月15号。",
        "YICHULI",
        Some("还款日按放款日确定，可申请展期一次，费用见合同。"),
    ),
    (
        "GONGNENG",
        "验证码收不到。",
        "YICHULI",
        Some("已核实为短信通道延迟，现已恢复。"),
    ),
    (
        "JIANYI",
        "积分商城能不能多些生活用品？",
        "YICHULI",
        Some("感谢建议，下月上新。"),
    ),
    ("QITA", "测试一下。", "YIGUANBI", None),
];

/// Name, kind, how often, points.
const TASKS: [(&str, &str, &str, i64); 4] = [
    ("完成实名认证", "SHIMING", "YICI", 50),
    ("绑定收款账户", "BANGKA", "YICI", 30),
    ("首次成功借款", "JIEKUAN", "YICI", 100),
    ("首次按时还款", "HUANKUAN", "YICI", 100),
];

/// Platform, version, code, what is new, days ago.
const VERSIONS: [(&str, &str, i64, &str, i64); 4] = [
    ("ANDROID", "1.0.0", 100, "首个正式版本", 300),
    (
        "ANDROID",
        "1.1.0",
        110,
        "还款记录支持按月查看；修复已知问题",
        40,
    ),
    ("IOS", "1.1.0", 110, "还款记录支持按月查看", 38),
    ("H5", "1.1.2", 112, "优化申请页面的加载速度", 12),
];

/// What customers are given points for, from the first day on.
pub fn tasks(tx: &mut Tx<'_>, call: &Call) -> Result<()> {
    for (at, (name, kind, period, points)) in (1..).zip(TASKS) {
        let row = Changes::<PointsTask>::new()
            .set(PointsTask::mingcheng, name)
            .set(PointsTask::r#type, kind)
            .set(PointsTask::zhouqi, period)
            .set(PointsTask::jifen, points)
            .set(PointsTask::paixu, at);
        seed_row::insert(tx, call, row)?;
    }
    Ok(())
}

/// Questions, announcements, versions, notices and feedback of the last weeks. The call stands at
/// the end of the story.
pub fn lately(tx: &mut Tx<'_>, call: &Call, customers: &[Customer], clerk: i64) -> Result<()> {
    for (at, (kind, asked, answer)) in (1..).zip(QUESTIONS) {
        let row = Changes::<Question>::new()
            .set(Question::fenlei, kind)
            .set(Question::wenti, asked)
            .set(Question::daan, format!("<p>{answer}</p>"))
            .set(Question::is_remen, at <= 2)
            .set(Question::paixu, at);
        seed_row::insert(tx, call, row)?;
    }
    announcements(tx, call)?;
    for (platform, name, code, news, days) in VERSIONS {
        let row = Changes::<AppVersion>::new()
            .set(AppVersion::pingtai, platform)
            .set(AppVersion::banbenhao, name)
            .set(AppVersion::banben_code, code)
            .set(
                AppVersion::xiazai_url,
                "https://app.example.com/".to_owned(),
            )
            .set(AppVersion::gengxin_neirong, news)
            .set(AppVersion::state, "YIFABU")
            .set(AppVersion::fabu_time, Some(before(call, days * DAY)));
        seed_row::insert(tx, call, row)?;
    }
    notices(tx, call, customers)?;
    for (at, customer) in (1..).zip(customers.iter().take(12)) {
        let row = Changes::<ServicePayment>::new()
            .set(ServicePayment::user_id, customer.id)
            .set(ServicePayment::xiangmu, "征信报告代查")
            .set(ServicePayment::jine, 2_990)
            .set(ServicePayment::zhifufangshi, "WEIXIN".to_owned())
            .set(ServicePayment::shijian, before(call, at * 53 * HOUR));
        seed_row::insert(tx, call, row)?;
    }
    feedback(tx, call, customers, clerk)
}

fn before(call: &Call, ms: i64) -> Timestamp {
    Timestamp(call.now.0 - ms)
}

fn announcements(tx: &mut Tx<'_>, call: &Call) -> Result<()> {
    for (title, kind, text, state) in [
        (
            "国庆假期放款与还款安排",
            "XITONG",
            "假期照常还款，放款顺延至假期后第一个工作日。",
            "YIFABU",
        ),
        (
            "谨防冒充客服的诈骗电话",
            "FENGXIAN",
            "我们不会以任何理由要求您向个人账户转账。",
            "YIFABU",
        ),
        (
            "老客户回馈活动（拟）",
            "HUODONG",
            "活动细则待定。",
            "CAOGAO",
        ),
    ] {
        let is_out = state == "YIFABU";
        let row = Changes::<Gonggao>::new()
            .set(Gonggao::biaoti, title)
            .set(Gonggao::r#type, kind)
            .set(Gonggao::neirong, format!("<p>{text}</p>"))
            .set(Gonggao::state, state)
            .set(Gonggao::fabu_time, is_out.then(|| before(call, 9 * DAY)));
        seed_row::insert(tx, call, row)?;
    }
    Ok(())
}

/// Two in three have been read.
fn notices(tx: &mut Tx<'_>, call: &Call, customers: &[Customer]) -> Result<()> {
    for (at, customer) in (0..24).zip(customers) {
        let sent = before(call, at * 5 * HOUR);
        let is_read = at % 3 != 0;
        let row = Changes::<Notice>::new()
            .set(Notice::biaoti, "还款提醒")
            .set(Notice::r#type, "HUANKUAN")
            .set(Notice::neirong, "您有一期借款将于三日内到期，请按时还款。")
            .set(Notice::user_id, Some(customer.id))
            .set(Notice::is_yidu, is_read)
            .set(
                Notice::yidu_time,
                is_read.then_some(Timestamp(sent.0 + HOUR)),
            )
            .set(Notice::fasong_time, Some(sent))
            .set(Notice::state, "YIFASONG");
        seed_row::insert(tx, call, row)?;
    }
    let row = Changes::<Notice>::new()
        .set(Notice::biaoti, "客服电话工作时间调整")
        .set(
            Notice::neirong,
            "工作日 9:00 至 18:00，节假日 10:00 至 16:00。",
        )
        .set(Notice::duixiang, "QUANBU")
        .set(Notice::fasong_time, Some(before(call, 15 * DAY)))
        .set(Notice::state, "YIFASONG");
    seed_row::insert(tx, call, row)?;
    Ok(())
}

fn feedback(tx: &mut Tx<'_>, call: &Call, customers: &[Customer], clerk: i64) -> Result<()> {
    let mut dice = Dice::new(0x6661_6e6b);
    let newest_first = (0..FEEDBACK.len())
        .zip(FEEDBACK)
        .zip(customers.iter().skip(3));
    for ((at, (kind, said, state, answer)), customer) in newest_first.rev() {
        let at = i64::try_from(at).unwrap_or_default();
        let is_over = answer.is_some();
        let of_number = 640_000 + dice.between(1, 9_999);
        let row = Changes::<Feedback>::new()
            .set(Feedback::user_id, Some(customer.id))
            .set(Feedback::r#type, kind)
            .set(Feedback::neirong, said)
            .set(
                Feedback::lianxifangshi,
                Secret::New(people::phone(of_number)),
            )
            .set(Feedback::banben, "1.1.0".to_owned())
            .set(Feedback::shebei, "Android 14".to_owned())
            .set(Feedback::state, state)
            .set(Feedback::huifu, answer.map(str::to_owned))
            .set(Feedback::chuliren_id, is_over.then_some(clerk))
            .set(
                Feedback::chuli_time,
                is_over.then(|| before(call, at * DAY)),
            );
        let earlier = Call {
            now: before(call, at * 26 * HOUR + 2 * HOUR),
            ..call.clone()
        };
        seed_row::insert(tx, &earlier, row)?;
    }
    Ok(())
}
