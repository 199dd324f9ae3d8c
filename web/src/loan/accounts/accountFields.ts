import type { FieldOverrides, Filled } from "@/crud/form/FormFields";
import { faultRule, typedRule } from "@/crud/form/formRules";
import type { Account } from "./accountPage";
import { identityFault, isCardNumber, isMobileNumber } from "@/lib/checkDigits";

const noCard = ({ type }: Filled<Account>) => type !== "YINHANGKA";
const noWallet = ({ type }: Filled<Account>) => type !== "ZHIFUBAO" && type !== "WEIXIN";

/** Which fields an account has, and which it cannot do without, depends on its type. */
export const accountFields: FieldOverrides<Account> = {
  type: { isFullWidth: true },
  zhanghao: {
    isMust: true,
    isHidden: noCard,
    rules: [typedRule(isCardNumber, "卡号不对，请逐位核对")],
  },
  yhkKaihuhang: { isMust: true, isHidden: noCard },
  yhkXingming: { isMust: true, isHidden: noCard },
  yhkYuliushouji: {
    isMust: true,
    isHidden: noCard,
    rules: [typedRule(isMobileNumber, "请输入 11 位手机号")],
  },
  yhkShenfenzhenghao: {
    isMust: true,
    isHidden: noCard,
    isFullWidth: true,
    rules: [faultRule(identityFault)],
  },
  shoukuanzhanghao: { isMust: true, isHidden: noWallet, hint: "支付宝账号或微信号" },
  shoukuanma: { isHidden: noWallet },
  isMoren: { hint: "每位客户一个默认账户" },
};
