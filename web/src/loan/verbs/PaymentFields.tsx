import { Form, Input } from "antd";
import { DayField } from "@/crud/search/DateFields";
import { DictSelect } from "@/widgets/DictSelect";
import { Upload } from "@/widgets/Upload";

export interface Payment {
  zhifufangshi?: string;
  daozhangRiqi?: string | null;
  liushuihao?: string;
  pingzheng?: string;
}

const VOUCHERS = 9;

/** How the money came: all of it optional, the value date decides what is owed. */
export function PaymentFields() {
  return (
    <>
      <Form.Item name="zhifufangshi" label="支付方式">
        <DictSelect dict="zhifu_fangshi" />
      </Form.Item>
      <Form.Item
        name="daozhangRiqi"
        label="到账日期"
        extra="不填为今天；按到账日期计算应还金额，之后的天数不计逾期费"
      >
        <DayField isPast placeholder="今天" />
      </Form.Item>
      <Form.Item name="liushuihao" label="流水号" rules={[{ max: 64, message: "最多 64 个字" }]}>
        <Input autoComplete="off" placeholder="银行或支付平台的流水号" />
      </Form.Item>
      <Form.Item name="pingzheng" label="凭证">
        <Upload rootPath="pingzheng" limit={VOUCHERS} aria-label="凭证" />
      </Form.Item>
    </>
  );
}
