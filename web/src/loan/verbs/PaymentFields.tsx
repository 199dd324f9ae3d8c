import { Form, Input } from "antd";
import { DayField } from "@/crud/search/DateFields";
import { DictSelect } from "@/widgets/DictSelect";
import { useLoanSettings } from "@/loan/trial/rateLines";
import { Upload } from "@/widgets/Upload";

export interface Payment {
  zhifufangshi?: string;
  daozhangRiqi?: string | null;
  liushuihao?: string;
  pingzheng?: string;
}

const VOUCHERS = 9;
/** Money over the counter: the one way that may leave no number behind. */
const OVER_THE_COUNTER = "XIANXIA";

/** Whether the office lets the receipt number of money over the counter be left out. */
function useMayLackNumber(isAsked: boolean): boolean {
  return useLoanSettings(isAsked)("xianxiaMianLiushui") === "true";
}

export function MethodField() {
  return (
    <Form.Item
      name="zhifufangshi"
      label="支付方式"
      rules={[{ required: true, message: "请选择支付方式" }]}
    >
      <DictSelect dict="zhifu_fangshi" />
    </Form.Item>
  );
}

interface NumberProps {
  /** However the money came: a receipt is known by its number. */
  isNumbered?: boolean;
}

/** The number of the receipt; only a repayment over the counter may have none. */
function NumberField({ isNumbered = false }: NumberProps) {
  const method: unknown = Form.useWatch("zhifufangshi");
  const mayLack = useMayLackNumber(!isNumbered);
  const isNeeded = isNumbered || !(mayLack && method === OVER_THE_COUNTER);
  return (
    <Form.Item
      name="liushuihao"
      label="流水号"
      dependencies={["zhifufangshi"]}
      rules={[
        { required: isNeeded, whitespace: true, message: "请输入流水号" },
        { max: 64, message: "最多 64 个字" },
      ]}
    >
      <Input autoComplete="off" placeholder="银行或支付平台的流水号" />
    </Form.Item>
  );
}

/** How the money came, and the number it can be found by. */
export function ReceiptFields({ isNumbered = false }: NumberProps) {
  return (
    <>
      <MethodField />
      <NumberField isNumbered={isNumbered} />
    </>
  );
}

/** How the money came; the value date decides what is owed. */
export function PaymentFields({ isNumbered = false }: NumberProps) {
  return (
    <>
      <ReceiptFields isNumbered={isNumbered} />
      <Form.Item
        name="daozhangRiqi"
        label="到账日期"
        extra="不填为今天；按到账日期计算，之后的天数不计逾期费"
      >
        <DayField isPast placeholder="今天" />
      </Form.Item>
      <Form.Item name="pingzheng" label="凭证">
        <Upload rootPath="pingzheng" limit={VOUCHERS} aria-label="凭证" />
      </Form.Item>
    </>
  );
}
