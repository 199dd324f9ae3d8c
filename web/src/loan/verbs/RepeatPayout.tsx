import { Form, Input, Select } from "antd";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { fenToYuan } from "@/lib/money";
import { Loaded } from "@/widgets/Loaded";
import { accountOptions, useAccounts } from "@/loan/accounts/accounts";
import { TOUCHED, useOrder } from "@/loan/order/orderQueries";
import { filled } from "./filled";
import { said } from "./rules";
import { useGone } from "./useGone";
import type { VerbProps } from "./verb";
import { Who } from "./Who";

interface Values {
  userShoukuanId?: number;
  beizhu: string;
}

/** 重新放款: back in line for payout, to another account where the first was wrong. */
export function RepeatPayout({ id, onClose, onNext }: VerbProps) {
  const order = useOrder(id);
  const accounts = useAccounts(order.data?.userId);
  const verb = useVerb("POST /app/dingdan/chongqian", {
    seen: order,
    body: (values: Values) => ({ id, banbenSuo: order.data?.banbenSuo, ...filled(values) }),
    gone: useGone(id, "chongqian"),
    refreshes: TOUCHED,
    onDone: onClose,
    next: ({ state }) =>
      state === "DAIFANGKUAN" && onNext
        ? { label: "去放款", go: () => onNext("fangkuan") }
        : undefined,
  });
  const other = Form.useWatch("userShoukuanId", verb.form);
  return (
    <VerbDialog
      verb={verb}
      title="重新放款"
      okText="重新放款"
      onClose={onClose}
      intro={
        <Loaded query={order} rows={2}>
          {(data) => (
            <>
              <Who order={data} />
              <p className="verb-sentence">
                把借款 <strong>{fenToYuan(data.jiekuanJine)}</strong> 元的订单退回待放款？
              </p>
              <p className="verb-note">
                现在不付出任何款项：订单回到“待放款”，之后在“放款”里登记新的付款结果。
              </p>
              {data.fangkuanShibai ? (
                <p className="verb-note">上次失败原因：{data.fangkuanShibai}</p>
              ) : null}
            </>
          )}
        </Loaded>
      }
    >
      <Form.Item
        name="userShoukuanId"
        label="收款账户"
        extra="不选则仍用审核时留存的账户；账户已更正的请重新选择。开启双人复核时，换账户须重新审核。"
      >
        <Select
          allowClear
          loading={accounts.isFetching}
          placeholder={`不更换：${order.data?.userShoukuanShow ?? "原账户"}`}
          options={accountOptions(accounts.data ?? [])}
          notFoundContent={accounts.error ? accounts.error.message : "没有收款账户"}
        />
      </Form.Item>
      {other === undefined ? null : (
        <p className="verb-warning" role="alert">
          审核时留存的账户将换成所选账户，之后的款项付到那里。请先与客户核对，并确认账户姓名是本人。
        </p>
      )}
      <Form.Item name="beizhu" label="备注" rules={said("请输入备注")}>
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Form.Item>
    </VerbDialog>
  );
}
