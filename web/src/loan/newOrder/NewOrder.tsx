import { useQuery } from "@tanstack/react-query";
import { Form, Input, Radio, Select } from "antd";
import { useEffect, useId, useState } from "react";
import { call, quiet } from "@/api/client";
import type { ResourceFormProps } from "@/crud/form/ResourceForm";
import { ResourceForm } from "@/crud/lazyDialogs";
import { metaOf } from "@/crud/metaOf";
import { RowLink } from "@/crud/RowLink";
import { keepEnterFromPopups } from "@/crud/search/popupKeys";
import { Dialog } from "@/lib/Dialog";
import { annualRate, fenToYuan } from "@/lib/money";
import { readPeriods } from "@/lib/periods";
import { usePermitted, useSession } from "@/lib/session";
import { permissionOf } from "@/loan/order/orderActions";
import type { Verb } from "@/loan/verbs/verb";
import { DictSelect } from "@/widgets/DictSelect";
import { MoneyInput, moneyRule } from "@/widgets/MoneyInput";
import { TrialSchedule } from "@/loan/trial/TrialSchedule";
import { useTrial } from "@/loan/trial/useTrial";
import { accountOptions, defaultAccount, useAccounts } from "@/loan/accounts/accounts";
import "@/loan/order/orderDialog.css";
import type { OfferedProduct } from "@/api/types.gen";
import { useVerb } from "@/crud/verb/useVerb";
import { useCustomer } from "@/loan/customer/customerQueries";
import { TOUCHED } from "@/loan/order/orderQueries";
import { filled } from "@/loan/verbs/filled";
import { amount } from "@/loan/verbs/rules";
import { amountComplaint } from "./amountRule";
import { CustomerSelect, type MadeCustomer } from "./CustomerSelect";
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

/** What the forms of customers and accounts ask for; their pages say it. */
export interface Forms {
  customer: Pick<ResourceFormProps, "fields" | "initial" | "width">;
  account: Pick<ResourceFormProps, "fields" | "initial" | "width">;
}

interface Props {
  forms: Forms;
  /** The customer it is for, where that is known. */
  userId?: number | undefined;
  onClose: () => void;
  /** Opens the next decision about the order that was made. */
  onNext?: (verb: Verb, id: number) => void;
}

/** 新增订单: an application taken down for a customer, with what it would cost beside it. */
export function NewOrder({ forms, userId, onClose, onNext }: Props) {
  const [form] = Form.useForm<Values>();
  const may = useSession((state) => state.permissions);
  const [isAddingCustomer, setAddingCustomer] = useState(false);
  const [made, setMade] = useState<MadeCustomer | null>(null);
  const name = useId();
  const [isDirty, setDirty] = useState(false);
  const verb = useVerb("POST /app/dingdan/add", {
    isBare: true,
    form,
    body: (all: Values) => filled(all),
    refreshes: TOUCHED,
    onDone: onClose,
    next: ({ id }) =>
      onNext && may.has(permissionOf("shenhe"))
        ? { label: "去审核", go: () => onNext("shenhe", id) }
        : undefined,
  });
  const given = useCustomer(userId).data;
  useEffect(() => {
    if (given && form.getFieldValue("userId") === undefined) form.setFieldValue("userId", given.id);
  }, [form, given]);
  const values = Form.useWatch([], form) as Partial<Values> | undefined;
  const products = useProducts(values?.userId);
  const product = products.data?.find(({ id }) => id === values?.projectId);

  // Where there is no choice, nobody has to choose.
  const only = onlyOne(products.data?.filter(({ zhangai }) => zhangai === null));
  useEffect(() => {
    if (only && form.getFieldValue("projectId") === undefined)
      form.setFieldsValue({ projectId: only.id, qishu: onlyOne(readPeriods(only.qishuList)) });
  }, [form, only]);

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
            if ("projectId" in changed) {
              const chosen = products.data?.find(({ id }) => id === changed.projectId);
              form.setFieldValue("qishu", onlyOne(readPeriods(chosen?.qishuList ?? "")));
            }
          }}
          onFinish={verb.submit}
        >
          <Form.Item
            name="userId"
            label="客户"
            rules={[{ required: true, message: "请选择客户" }]}
            extra={
              may.has("app:user:add") ? (
                <button
                  type="button"
                  className="link-button"
                  onClick={() => setAddingCustomer(true)}
                >
                  新增客户
                </button>
              ) : undefined
            }
          >
            <CustomerSelect
              made={made ?? (given ? { value: given.id, label: given.nickName } : null)}
            />
          </Form.Item>
          <ProductField products={products} userId={values?.userId} />
          <Form.Item
            name="jiekuanJine"
            label="借款金额"
            dependencies={["projectId"]}
            extra={product ? rangeOf(product) : undefined}
            rules={[amount("请输入借款金额", (fen) => amountComplaint(fen, product)), moneyRule]}
          >
            <MoneyInput withCapital />
          </Form.Item>
          <Form.Item name="qishu" label="期数" rules={[{ required: true, message: "请选择期数" }]}>
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
            label="用途"
            rules={[{ required: true, message: "请选择用途" }]}
          >
            <DictSelect dict="jiekuan_yongtu" />
          </Form.Item>
          <AccountField key={values?.userId} userId={values?.userId} forms={forms} />
          <Form.Item name="beizhu" label="备注">
            <Input.TextArea rows={2} maxLength={500} />
          </Form.Item>
          <input type="submit" hidden aria-label="提交订单" />
        </Form>
        <NewOrderTrial asked={trialOf(values, product)} />
      </div>
      {isAddingCustomer ? (
        <ResourceForm
          meta={metaOf("app/user")}
          row={null}
          {...forms.customer}
          onClose={() => setAddingCustomer(false)}
          onSaved={({ id }, { nickName }) => {
            setAddingCustomer(false);
            setMade({ value: id, label: String(nickName) });
            form.setFieldValue("userId", id);
            form.resetFields(["projectId", "qishu", "userShoukuanId"]);
          }}
        />
      ) : null}
    </Dialog>
  );
}

/** What is on offer, where it is one thing. */
function onlyOne<T>(offered: readonly T[] | undefined): T | undefined {
  return offered?.length === 1 ? offered[0] : undefined;
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
      call(
        "GET /app/dingdan/chanpin",
        { userId: userId ?? 0, isQuanbu: true },
        { ...quiet, signal },
      ),
    enabled: userId !== undefined,
  });
}

interface ProductFieldProps {
  products: { data: OfferedProduct[] | undefined; isFetching: boolean; error: Error | null };
  userId: number | undefined;
}

/** What keeps a customer from a product, in a few words. */
const OBSTACLES: Record<string, string> = {
  XIAJIA: "未上架",
  FENLEI: "产品分类已停用",
  PINGBI: "客户已被屏蔽此分类",
  QUDAO: "不适用于客户的渠道",
};

function ProductField({ products, userId }: ProductFieldProps) {
  const hasCustomer = userId !== undefined;
  const all = products.data ?? [];
  const refused = all.filter(({ zhangai }) => zhangai !== null);
  return (
    <Form.Item
      name="projectId"
      label="产品"
      rules={[{ required: true, message: "请选择产品" }]}
      extra={
        hasCustomer && products.data && refused.length === all.length ? (
          <NoProduct refused={refused} userId={userId} />
        ) : undefined
      }
    >
      <Select
        disabled={!hasCustomer}
        loading={products.isFetching}
        placeholder={hasCustomer ? "请选择产品" : "先选择客户"}
        notFoundContent={products.error?.message ?? "没有这位客户可申请的产品"}
        showSearch={{ optionFilterProp: "label" }}
        options={[...all.filter(({ zhangai }) => zhangai === null), ...refused].map((one) => ({
          value: one.id,
          disabled: one.zhangai !== null,
          label: `${one.selectNameShow}${noteOf(one)}`,
        }))}
      />
    </Form.Item>
  );
}

function noteOf({ zhangai, nianhua }: OfferedProduct): string {
  if (zhangai !== null) return `　${OBSTACLES[zhangai] ?? "不可申请"}`;
  return typeof nianhua === "number" ? `　年化 ${annualRate(nianhua)}` : "";
}

/** Nothing can be chosen: which product is kept from this customer by what, and the way there. */
function NoProduct({ refused, userId }: { refused: OfferedProduct[]; userId: number }) {
  if (refused.length === 0)
    return (
      <>
        还没有产品，
        <RowLink resource="app/project" filter={{ adding: 0 }} isName>
          去新增产品
        </RowLink>
      </>
    );
  return (
    <ul className="new-order-obstacles">
      {refused.map(({ id, mingcheng, zhangai }) => (
        <li key={id}>
          “{mingcheng}”：{OBSTACLES[zhangai ?? ""] ?? "不可申请"}，
          {wayOut(zhangai, mingcheng, userId)}
        </li>
      ))}
    </ul>
  );
}

function wayOut(obstacle: string | null, mingcheng: string, userId: number) {
  switch (obstacle) {
    case "FENLEI":
      return (
        <RowLink resource="app/project/fenlei" filter={{}} isName>
          去启用分类
        </RowLink>
      );
    case "PINGBI":
      return (
        <RowLink resource="app/project/fenlei/pingbi" filter={{ userId }} isName>
          去看屏蔽
        </RowLink>
      );
    case "QUDAO":
      return (
        <RowLink resource="app/project" filter={{ mingcheng }} isName>
          去改适用渠道
        </RowLink>
      );
    default:
      return (
        <RowLink resource="app/project" filter={{ mingcheng }} isName>
          去上架
        </RowLink>
      );
  }
}

/** Made anew for each customer: the usual account of one is not that of another. */
function AccountField({ userId, forms }: { userId: number | undefined; forms: Forms }) {
  const form = Form.useFormInstance<Values>();
  const mayAdd = usePermitted(["app:user:shoukuan:add"]);
  const [isAdding, setAdding] = useState(false);
  const accounts = useAccounts(userId);
  const usual = accounts.data ? defaultAccount(accounts.data) : undefined;
  useEffect(() => {
    if (usual !== undefined && form.getFieldValue("userShoukuanId") === undefined)
      form.setFieldValue("userShoukuanId", usual);
  }, [form, usual]);
  return (
    <>
      <Form.Item
        name="userShoukuanId"
        label="收款账户"
        rules={[{ required: true, message: "请选择收款账户" }]}
        extra={
          userId !== undefined && mayAdd ? (
            <button type="button" className="link-button" onClick={() => setAdding(true)}>
              新增收款账户
            </button>
          ) : undefined
        }
      >
        <Select
          disabled={userId === undefined}
          loading={accounts.isFetching}
          placeholder={userId === undefined ? "先选择客户" : "请选择收款账户"}
          notFoundContent={accounts.error?.message ?? "这位客户还没有收款账户"}
          options={accountOptions(accounts.data ?? [])}
        />
      </Form.Item>
      {isAdding && userId !== undefined ? (
        <ResourceForm
          meta={metaOf("app/user/shoukuan")}
          row={null}
          {...forms.account}
          fixed={{ userId }}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => {
            setAdding(false);
            void accounts.refetch().then(() => form.setFieldValue("userShoukuanId", id));
          }}
        />
      ) : null}
    </>
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
