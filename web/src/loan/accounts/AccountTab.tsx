import { Descriptions } from "antd";
import type { DescriptionsItemType } from "antd/es/descriptions";
import { safeHref } from "@/crud/table/safeHref";
import { DictTag } from "@/widgets/DictTag";
import { MaskedValue } from "@/widgets/MaskedValue";
import { Picture } from "@/widgets/Picture";
import { AccountWarning } from "./AccountWarning";
import type { CopiedPayee, LivePayee } from "@/api/types.gen";

type Field =
  | "zhanghao"
  | "yhkKaihuhang"
  | "yhkYuliushouji"
  | "yhkXingming"
  | "yhkShenfenzhenghao"
  | "shoukuanzhanghao";

const CARD: [Field, string][] = [
  ["zhanghao", "卡号"],
  ["yhkKaihuhang", "开户行"],
  ["yhkYuliushouji", "预留手机号"],
  ["yhkXingming", "姓名"],
  ["yhkShenfenzhenghao", "证件号"],
];

const WALLET: [Field, string][] = [
  ["shoukuanzhanghao", "收款账号"],
  ["yhkXingming", "姓名"],
];

/** 收款账户: where the money goes. */
export function AccountTab({
  account,
  warning,
}: {
  account: CopiedPayee | LivePayee | null;
  warning: string | null;
}) {
  if (!account) return <p className="order-pane order-note">没有收款账户</p>;
  return (
    <div className="order-pane">
      <AccountWarning text={warning} />
      <AccountFacts account={account} />
      <p className="order-note account-origin">
        {account.ziyuan === "app/dingdan/shoukuan"
          ? "审核时留存的收款账户，此后修改客户的账户不影响本订单。"
          : "客户当前的收款账户，审核通过时留存。"}
      </p>
    </div>
  );
}

/** An account line by line; what identifies a person is masked and shown one by one. */
export function AccountFacts({ account }: { account: CopiedPayee | LivePayee }) {
  return <Descriptions size="small" column={2} items={itemsOf(account)} />;
}

function itemsOf(account: CopiedPayee | LivePayee): DescriptionsItemType[] {
  const fields = account.type === "YINHANGKA" ? CARD : WALLET;
  const code = account.shoukuanma ? safeHref(account.shoukuanma) : undefined;
  return [
    {
      key: "type",
      label: "账户类型",
      children: <DictTag dict="shoukuan_type" value={account.type} />,
    },
    ...fields.flatMap(([field, label]) => {
      const masked = account[field];
      if (!masked) return [];
      const value = (
        <MaskedValue
          resource={account.ziyuan}
          id={account.id}
          field={field}
          label={label}
          masked={masked}
        />
      );
      return [{ key: field, label, children: value }];
    }),
    ...(code
      ? [
          {
            key: "code",
            label: "收款码",
            children: <Picture src={code} alt="收款码" width={180} />,
          },
        ]
      : []),
  ];
}
