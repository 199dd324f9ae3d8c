//! The dictionaries every installation starts with.

/// One value of a dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    pub value: &'static str,
    pub label: &'static str,
    pub tag: &'static str,
}

/// A dictionary with its values in order.
#[derive(Debug, Clone)]
pub struct Dict {
    pub kind: &'static str,
    pub name: &'static str,
    pub values: Vec<Value>,
}

/// `type 名称 | VALUE 标签 style | …`, one dictionary a line. A style left out is `default`: colour
/// is for states, a plain value (a sex, a store, a way to pay) has none.
const SEED: &str = "\
state 状态 | QIYONG 启用 success | TINGYONG 停用 danger
yes_no 是否 | 1 是 | 0 否
sex 性别 | NAN 男 | NV 女 | WEIZHI 未知
menu_type 菜单类型 | MULU 目录 | ZICAIDAN 子菜单 | ANNIU 按钮
data_scope 数据范围 | QUANBU 全部 | MENDIAN 本门店 | ZIDINGYI 自定义门店 | BENREN 仅本人
log_type 操作类型 | DENGLU 登录 | TUICHU 退出 | XINZENG 新增 | XIUGAI 修改 | SHANCHU 删除 | DAORU 导入 | DAOCHU 导出 | SHENHE 审核 | FANGKUAN 放款 | HUANKUAN 还款 | CHAKAN 查看敏感信息 | SHENGCHENG 生成代码 | QITA 其他
qingqiu_fangshi 请求方式 | GET GET（查询） | POST POST（提交） | DELETE DELETE（删除）
log_state 操作结果 | CHENGGONG 成功 success | SHIBAI 失败 danger
config_type 参数分组 | JICHU 基础设置 | KEFU 客服设置 | XIEYI 协议内容 | JIEKUAN 借款设置 | JIFEN 积分设置 | DUANXIN 短信设置 | CUNCHU 存储设置 | ANQUAN 安全设置
config_zhi_type 参数值类型 | TEXT 文本 | NUMBER 数字 | SWITCH 开关 | JSON 结构 | RICH 富文本 | IMAGE 图片 | SECRET 密钥
tag_type 标签样式 | default 默认 | primary 主要 primary | success 成功 success | info 信息 info | warning 警告 warning | danger 危险 danger
fabu_state 发布状态 | CAOGAO 草稿 info | YIFABU 已发布 success | YICHEHUI 已撤回 warning
gonggao_type 公告类型 | XITONG 系统公告 | HUODONG 活动公告 | FENGXIAN 风险提示
lunbo_weizhi 轮播位置 | SHOUYE 首页 | JIFEN 积分页 | WODE 我的
tiaozhuan_type 跳转类型 | WU 不跳转 | WAILIAN 外部链接 | YEMIAN 应用页面 | PROJECT 产品 | GONGGAO 公告
tongzhi_type 通知类型 | XITONG 系统通知 | DINGDAN 订单通知 | HUANKUAN 还款通知 | HUODONG 活动通知
tongzhi_duixiang 通知对象 | QUANBU 全部客户 | ZHIDING 指定客户 | QUDAO 按渠道
tongzhi_tongdao 通知通道 | ZHANNEI 站内信 | DUANXIN 短信 | TUISONG 推送
fasong_state 发送状态 | DAIFASONG 待发送 info | YIFASONG 已发送 success | SHIBAI 失败 danger | YICHEHUI 已撤回 warning
qa_fenlei 问题分类 | JIEKUAN 借款 | HUANKUAN 还款 | ZHANGHU 账户 | ANQUAN 安全 | QITA 其他
fankui_type 反馈类型 | GONGNENG 功能异常 | JIANYI 产品建议 | HUANKUAN 还款问题 | TOUSU 投诉 | QITA 其他
fankui_state 反馈状态 | DAICHULI 待处理 danger | CHULIZHONG 处理中 warning | YICHULI 已处理 success | YIGUANBI 已关闭 info
pingtai 平台 | ANDROID 安卓 | IOS 苹果 | H5 网页 | XIAOCHENGXU 小程序
gengxin_type 更新方式 | TISHI 提示更新 | QIANGZHI 强制更新 | JINGMO 静默更新
resource_type 资源类型 | TUPIAN 图片 | SHIPIN 视频 | YINPIN 音频 | WENDANG 文档 | QITA 其他
daoru_state 导入状态 | DAIJIANCHA 待检查 info | YIDAORU 已导入 success | SHIBAI 失败 danger
jifen_type 积分业务 | RENWU 任务奖励 | QIANDAO 签到 | DUIHUAN 兑换商品 | TUIHUAN 退还 | HUANKUAN 还款奖励 | YAOQING 邀请奖励 | TIAOZHENG 人工调整 | GUOQI 过期
fangxiang 收支方向 | SHOURU 收入 | ZHICHU 支出
renwu_type 任务类型 | QIANDAO 签到 | SHIMING 实名认证 | BANGKA 绑定银行卡 | YAOQING 邀请好友 | JIEKUAN 成功借款 | HUANKUAN 按时还款 | FENXIANG 分享
renwu_zhouqi 任务周期 | YICI 一次性 | MEIRI 每日 | MEIZHOU 每周 | MEIYUE 每月
jilu_state 任务记录状态 | JINXINGZHONG 进行中 primary | DAILINGQU 待领取 warning | YILINGQU 已领取 success | YIGUOQI 已过期 info
shangpin_type 商品类型 | SHIWU 实物 | XUNI 虚拟 | KAQUAN 卡券
shangxia_state 上下架状态 | SHANGJIA 上架 success | XIAJIA 下架 info
jifen_dingdan_state 积分订单状态 | DAIFAHUO 待发货 warning | YIFAHUO 已发货 primary | YIWANCHENG 已完成 success | TUIHUANZHONG 退换中 danger | YIQUXIAO 已取消 info
wuliu_gongsi 物流公司 | SF 顺丰速运 | YTO 圆通速递 | ZTO 中通快递 | STO 申通快递 | YD 韵达快递 | EMS 中国邮政 | JD 京东物流
zhouqi_danwei 周期单位 | YUE 月 | ZHOU 周 | TIAN 天
huankuan_moshi 还款模式 | DENGEBENXI 等额本息 | DENGEBENJIN 等额本金 | DENGBENDENGXI 等本等息 | XIANXIHOUBEN 先息后本 | YICIXING 到期一次性还本付息
qudao_type 渠道类型 | ZIYOU 自有渠道 | HEZUO 合作渠道 | TUIGUANG 推广渠道
jiesuan_type 结算方式 | CPA 按注册 | CPS 按成交 | CPC 按点击
hetong_type 合同类型 | JIEKUAN 借款合同 | FUWU 服务协议 | ZHENGXIN 征信授权 | KOUKUAN 扣款授权 | YINSI 隐私政策 | ZHUCE 注册协议
dingdan_state 订单状态 | DAISHENHE 待审核 warning | YIJUJUE 已拒绝 info | DAIFANGKUAN 待放款 warning | FANGKUANSHIBAI 放款失败 danger | DAIHUANKUAN 待还款 primary | YIJIEQING 已结清 success | YIQUXIAO 已取消 info | YIHEXIAO 已核销 danger
jihua_state 还款计划状态 | DAIHUANKUAN 待还款 info | HUANKUANZHONG 还款中 primary | YIWANCHENG 已完成 success
dingdan_log_type 订单日志类型 | TIJIAO 提交 primary | SHENHE 审核 warning | FANGKUAN 放款 warning | FANGKUANSHIBAI 放款失败 danger | CHONGQIAN 重新放款 warning | HUANKUAN 还款 success | DAOZHANG 到账 success | YANQI 展期 info | TIQIAN 提前还款 success | YOUHUI 设置优惠 info | CHEXIAO 撤销 danger | HEXIAO 核销 danger | SHOUHUI 核销收回 success | QUXIAO 取消 info | GENJIN 跟进 info | QITA 其他 info
zhifu_fangshi 支付方式 | YINHANGKA 银行卡 | ZHIFUBAO 支付宝 | WEIXIN 微信 | XIANXIA 线下
liushui_type 资金类型 | FANGKUAN 放款 | QIANZHIFEI 前置费 | HUANKUAN 还款 | BUFEN 部分还款 | YANQI 展期费 | TIQIAN 提前还款 | SHOUHUI 核销收回
jujue_yuanyin 拒绝原因 | ZILIAO 资料不全 | SHOURU 收入不足 | FUZHAI 负债过高 | YUQI 有逾期记录 | XUJIA 信息不实 | LIANXI 无法联系本人 | QITA 其他原因
tongguo_yijian 通过意见 | ZILIAO 资料齐全 | LAOKEHU 老客户还款良好 | JIANE 减额通过
jiekuan_yongtu 借款用途 | RICHANG 日常消费 | JIAOYU 教育培训 | ZHUANGXIU 家居装修 | LVYOU 旅游出行 | YILIAO 医疗健康 | SHUMA 数码家电 | JINGYING 经营周转 | QITA 其他
shoukuan_type 收款账户类型 | YINHANGKA 银行卡 | ZHIFUBAO 支付宝 | WEIXIN 微信
renzheng_state 实名状态 | WEIRENZHENG 未认证 info | RENZHENGZHONG 认证中 warning | YIRENZHENG 已认证 success | YIBOHUI 已驳回 danger
duanxin_type 短信方向 | SHOU 收 | FA 发
jiaoyu 学历 | XIAOXUE 小学 | CHUZHONG 初中 | GAOZHONG 高中 | DAZHUAN 大专 | BENKE 本科 | SHUOSHI 硕士 | BOSHI 博士
hunyin 婚姻状况 | WEIHUN 未婚 | YIHUN 已婚 | LIYI 离异 | SANGOU 丧偶
yueshouru 月收入 | Y3 3千元以下 | Y3_5 3千至5千元 | Y5_8 5千至8千元 | Y8_15 8千至1.5万元 | Y15 1.5万元以上
guanxi 联系人关系 | FUMU 父母 | PEIOU 配偶 | ZINV 子女 | XIONGDI 兄弟姐妹 | PENGYOU 朋友 | TONGSHI 同事
mendian 门店 | ZONGDIAN 总店
youwu 有无 | YOU 有 | WU 无
genjin_fangshi 跟进方式 | DIANHUA 电话 | WEIXIN 微信 | SHANGMEN 上门 | DUANXIN 短信
genjin_jieguo 跟进结果 | YILIANXI 已联系 success | WEIJIETONG 未接通 warning | CHENGNUO 承诺还款 primary | JUJUE 拒绝 danger | WUXIAO 号码无效 info
yuqi_jishu 逾期费基数 | YINGHUAN 当期应还 | BENJIN 当期本金
tiqian_jixi 提前还款计息 | ZHENGQI 按整期 | ANRI 按日
qianzhifei_fangshi 前置费收取方式 | LINGSHOU 另行收取 | KOUCHU 放款时扣除
shangpin_fenlei 商品分类 | SHUMA 数码家电 | SHENGHUO 生活用品 | LIQUAN 礼券
resource_fenzu 资源分组 | MOREN 默认分组 | YUNYING 运营素材 | HETONG 合同附件";

/// Whether a value comes with the product: rows and rules may depend on it.
pub fn is_seeded(kind: &str, value: &str) -> bool {
    let mut seeded = seed().into_iter().filter(|dict| dict.kind == kind);
    seeded.any(|dict| dict.values.iter().any(|known| known.value == value))
}

/// The seed, read. A malformed line would be a mistake in this file, which the test below finds.
pub fn seed() -> Vec<Dict> {
    SEED.lines().filter_map(line).collect()
}

fn line(text: &'static str) -> Option<Dict> {
    let mut parts = text.split(" | ");
    let (kind, name) = parts.next()?.split_once(' ')?;
    let values = parts.filter_map(value).collect();
    Some(Dict { kind, name, values })
}

fn value(text: &'static str) -> Option<Value> {
    let mut words = text.split(' ');
    Some(Value {
        value: words.next()?,
        label: words.next()?,
        tag: words.next().unwrap_or("default"),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{Kind, check, models};

    #[test]
    fn every_value_has_a_label_and_a_known_style() {
        let dicts = seed();
        assert_eq!(dicts.len(), SEED.lines().count());
        let styles: HashSet<_> =
            ["default", "primary", "success", "info", "warning", "danger"].into();
        for dict in &dicts {
            assert!(check::dict_type(dict.kind), "{}", dict.kind);
            assert!(!dict.values.is_empty(), "{}", dict.kind);
            for value in &dict.values {
                assert!(styles.contains(value.tag), "{} {}", dict.kind, value.value);
                assert!(check::code(value.value), "{} {}", dict.kind, value.value);
                assert!(!value.label.is_ascii(), "{} {}", dict.kind, value.value);
            }
            let distinct: HashSet<_> = dict.values.iter().map(|value| value.value).collect();
            assert_eq!(distinct.len(), dict.values.len(), "{}", dict.kind);
        }
    }

    #[test]
    fn only_states_carry_a_colour() {
        let coloured: Vec<_> = seed()
            .iter()
            .filter(|dict| dict.values.iter().any(|value| value.tag != "default"))
            .map(|dict| dict.kind)
            .filter(|kind| !kind.ends_with("state"))
            .collect();
        // Styles show themselves; what happened to an order and what came of a call are states too.
        assert_eq!(coloured, ["tag_type", "dingdan_log_type", "genjin_jieguo"]);
    }

    #[test]
    fn every_dictionary_a_resource_names_exists() {
        let kinds: HashSet<_> = seed().iter().map(|dict| dict.kind).collect();
        for model in models() {
            for field in &model.fields {
                if let Kind::Dict(kind) | Kind::Dicts(kind) = field.column.kind {
                    assert!(kinds.contains(kind), "{} {}", model.table.path, kind);
                }
            }
        }
    }
}
