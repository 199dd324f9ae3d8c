//! What the demo office's borrowers sign.

use schema::resources::Contract;
use store::rows::Changes;

const LOAN: &str = "<p>甲方（出借人）：{{gongsiMingcheng}}</p>\
<p>乙方（借款人）：{{xingming}}，证件号码：{{zhengjianhaoma}}，手机号：{{phone}}</p>\
<p>甲乙双方就借款事宜达成如下协议（订单号：{{dingdanBianhao}}）：</p>\
<ol><li>借款金额：人民币 {{jiekuanJine}} 元（大写：{{jiekuanDaxie}}），产品：{{chanpin}}。</li>\
<li>借款用途：{{jiekuanYongtu}}。乙方不得将借款用于法律禁止的用途。</li>\
<li>借款期限：{{qishu}}，放款日期：{{fangkuanRiqi}}，到期日期：{{daoqiRiqi}}。</li>\
<li>年利率：{{nianlilv}}（单利），还款模式：{{huankuanMoshi}}，应还总额：{{huankuanJine}} 元。</li>\
<li>收款账户：{{shoukuanZhanghu}}。甲方将借款划入该账户，即视为借款已交付。</li></ol>\
<p>乙方对合同内容有疑问的，可拨打客服电话 {{kefuDianhua}}。</p>\
<p>乙方签字：　　　　　　　　签署日期：{{shenqingRiqi}}</p>";

const CREDIT: &str = "<p>本人 {{xingming}}（证件号码：{{zhengjianhaoma}}）授权 {{gongsiMingcheng}} 在办理订单 {{dingdanBianhao}} 期间，向依法设立的征信机构查询本人的信用信息。</p>\
<p>授权期限自 {{shenqingRiqi}} 起至借款结清之日止。</p><p>授权人签字：</p>";

/// The contract and the authorisation of credit loans, both published.
pub fn all() -> [Changes<Contract>; 2] {
    [
        ("个人借款合同", "JKHT", "JIEKUAN", LOAN),
        ("征信查询授权书", "ZXSQ", "ZHENGXIN", CREDIT),
    ]
    .map(|(name, code, kind, text)| {
        Changes::new()
            .set(Contract::mingcheng, name)
            .set(Contract::bianma, code)
            .set(Contract::r#type, kind)
            .set(Contract::neirong, text)
            .set(Contract::is_qianzhang, kind == "JIEKUAN")
            .set(Contract::state, "YIFABU")
    })
}
