import { useQuery } from "@tanstack/react-query";
import { Form, Input, Radio, Select } from "antd";
import { useEffect, useId, useState } from "react";
import { call, quiet } from "@/api/client";
import { keepEnterFromPopups } from "@/crud/search/popupKeys";
import { Dialog } from "@/lib/Dialog";
import { annualRate, fenToYuan } from "@/lib/money";
import { readPeriods } from "@/lib/periods";
import { DictSelect } from "@/widgets/DictSelect";
import { MoneyInput, moneyRule } from "@/widgets/MoneyInput";
import { TrialSchedule } from "@/loan/trial/TrialSchedule";
import { useTrial } from "@/loan/trial/useTrial";
import { accountOptions, defaultAccount, useAccounts } from "@/loan/accounts/accounts";
import "@/loan/order/orderDialog.css";
import type { OfferedProduct } from "@/api/types.gen";
import { useVerb } from "@/crud/verb/useVerb";
import { TOUCHED } from "@/loan/order/orderQueries";
import { filled } from "@/loan/verbs/filled";
import { amount } from "@/loan/verbs/rules";
import { amountComplaint } from "./amountRule";
import { CustomerSelect } from "./CustomerSelect";
import "./newOrder.css";

interface Values {
  userId: number;
  projectId: number;
  jiekuanJine: number;
  qishu: number;
  jiekuanYongtu: string;
  userShoukuanId: number;
  beizhu?: string;
}

/** 新增订单: an application taken down for a customer, with what it would cost beside it. */
export function NewOrder({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const name = useId();
  const [isDirty, setDirty] = useState(false);
  const verb = useVerb("POST /app/dingdan/add", {
    form,
    body: (all: Values) => filled(all),
    refreshes: TOUCHED,
    onDone: onClose,
  });
  const values = Form.useWatch([], form) as Partial<Values> | undefined;
  const products = useProducts(values?.userId);
  const product = products.data?.find(({ id }) => id === values?.projectId);

  /** Where there is no choice, nobody has to choose. */
  function onlyTerm(projectId: number | undefined): number | undefined {
    const chosen = products.data?.find(({ id }) => id === projectId);
    const offered = chosen ? readPeriods(chosen.qishuList) : [];
    return offered.length === 1 ? offered[0] : undefined;
  }

  return (
    <Dialog
      title="新增订单"
      width={1000}
      className="new-order"
      isDirty={isDirty}
      isBusy={verb.isSending}
      ok={{ text: "提交订单", onClick: form.submit }}
      onClose={onClose}
    >
      <div className="new-order-body">
        <Form<Values>
          form={form}
          name={name}
          className="new-order-form"
          layout="vertical"
          scrollToFirstError={{ focus: true }}
          onKeyDown={keepEnterFromPopups}
          onValuesChange={(changed: Partial<Values>) => {
            setDirty(true);
            // What is on offer depends on the customer, the term on the product.
            if ("userId" in changed) form.resetFields(["projectId", "qishu", "userShoukuanId"]);
            if ("projectId" in changed) form.setFieldValue("qishu", onlyTerm(changed.projectId));
          }}
          onFinish={verb.submit}
        >
          <Form.Item name="userId" label="客户" rules={[{ required: true, message: "请选择客户" }]}>
            <CustomerSelect />
          </Form.Item>
          <ProductField products={products} hasCustomer={values?.userId !== undefined} />
          <Form.Item
            name="jiekuanJine"
            label="借款金额"
            dependencies={["projectId"]}
            extra={product ? rangeOf(product) : undefined}
            rules={[amount("请输入借款金额", (fen) => amountComplaint(fen, product)), moneyRule]}
          >
            <MoneyInput withCapital />
          </Form.Item>
          <Form.Item
            name="qishu"
            label="借款期数"
            rules={[{ required: true, message: "请选择期数" }]}
          >
            {product ? (
              <Radio.Group
                optionType="button"
                options={readPeriods(product.qishuList).map((count) => ({
                  value: count,
                  label: `${count} 期`,
                }))}
              />
            ) : (
              <Select disabled placeholder="先选择产品" />
            )}
          </Form.Item>
          <Form.Item
            name="jiekuanYongtu"
            label="借款用途"
            rules={[{ required: true, message: "请选择借款用途" }]}
          >
            <DictSelect dict="jiekuan_yongtu" />
          </Form.Item>
          <AccountField key={values?.userId} userId={values?.userId} />
          <Form.Item name="beizhu" label="备注">
            <Input.TextArea rows={2} maxLength={500} />
          </Form.Item>
          <input type="submit" hidden aria-label="提交订单" />
        </Form>
        <NewOrderTrial asked={trialOf(values, product)} />
      </div>
    </Dialog>
  );
}

interface TrialAsked {
  projectId: number;
  jiekuanJine: number;
  qishu: number;
}

/** What the loan would cost, worked out by the server while the form is filled in. */
function NewOrderTrial({ asked }: { asked: TrialAsked | null }) {
  const { trial, isLoading, error } = useTrial(asked);
  return (
    <div className="new-order-trial">
      <h3>试算</h3>
      <TrialSchedule
        trial={asked ? trial : undefined}
        isLoading={isLoading}
        error={asked ? error : undefined}
        hint="选好产品、金额和期数后，这里显示还款计划"
      />
    </div>
  );
}

function useProducts(userId: number | undefined) {
  return useQuery({
    queryKey: ["dingdan", "products", userId],
    queryFn: ({ signal }) =>
      call("GET /app/dingdan/chanpin", { userId: userId ?? 0 }, { ...quiet, signal }),
    enabled: userId !== undefined,
  });
}

interface ProductFieldProps {
  products: { data: OfferedProduct[] | undefined; isFetching: boolean; error: Error | null };
  hasCustomer: boolean;
}

function ProductField({ products, hasCustomer }: ProductFieldProps) {
  return (
    <Form.Item name="projectId" label="产品" rules={[{ required: true, message: "请选择产品" }]}>
      <Select
        disabled={!hasCustomer}
        loading={products.isFetching}
        placeholder={hasCustomer ? "请选择产品" : "先选择客户"}
        notFoundContent={products.error?.message ?? "没有这位客户可申请的产品"}
        showSearch={{ optionFilterProp: "label" }}
        options={(products.data ?? []).map((one) => ({
          value: one.id,
          label: `${one.selectNameShow}${typeof one.nianhua === "number" ? `　年化 ${annualRate(one.nianhua)}` : ""}`,
        }))}
      />
    </Form.Item>
  );
}

/** Made anew for each customer: the usual account of one is not that of another. */
function AccountField({ userId }: { userId: number | undefined }) {
  const form = Form.useFormInstance<Values>();
  const accounts = useAccounts(userId);
  const usual = accounts.data ? defaultAccount(accounts.data) : undefined;
  useEffect(() => {
    if (usual !== undefined && form.getFieldValue("userShoukuanId") === undefined)
      form.setFieldValue("userShoukuanId", usual);
  }, [form, usual]);
  return (
    <Form.Item
      name="userShoukuanId"
      label="收款账户"
      rules={[{ required: true, message: "请选择收款账户" }]}
    >
      <Select
        disabled={userId === undefined}
        loading={accounts.isFetching}
        placeholder={userId === undefined ? "先选择客户" : "请选择收款账户"}
        notFoundContent={accounts.error?.message ?? "这位客户还没有收款账户，请先在客户资料中添加"}
        options={accountOptions(accounts.data ?? [])}
      />
    </Form.Item>
  );
}

function rangeOf({ zuixiaoJine, zuidaJine, jineBuchang }: OfferedProduct): string {
  const step = jineBuchang > 0 ? `，每 ${fenToYuan(jineBuchang)} 元一档` : "";
  return `${fenToYuan(zuixiaoJine)} 至 ${fenToYuan(zuidaJine)} 元${step}`;
}

/** Only what the server would accept is worth asking about. */
function trialOf(
  values: Partial<Values> | undefined,
  product: OfferedProduct | undefined,
): TrialAsked | null {
  const { jiekuanJine, qishu } = values ?? {};
  if (!product || !jiekuanJine || !qishu || amountComplaint(jiekuanJine, product)) return null;
  return { projectId: product.id, jiekuanJine, qishu };
}
