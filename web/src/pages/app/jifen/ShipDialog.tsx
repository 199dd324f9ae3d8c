import { Form, Input } from "antd";
import type { RowOf } from "@/crud/column";
import { useVerb } from "@/crud/verb/useVerb";
import { VerbDialog } from "@/crud/verb/VerbDialog";
import { DictSelect } from "@/widgets/DictSelect";

interface Values {
  wuliuGongsi?: string;
  wuliuNo?: string;
  kamima?: string;
}

interface Props {
  order: RowOf<"app/jifen/shangpin/dingdan">;
  onClose: () => void;
}

/** 发货: by a courier, or with the code of what has no weight; a second time it is a correction. */
export function ShipDialog({ order, onClose }: Props) {
  const isPosted = order.type === "SHIWU";
  const isNew = order.state === "DAIFAHUO";
  const verb = useVerb("POST /app/jifen/shangpin/dingdan/setWuliuNo", {
    body: (values: Values) => ({ id: order.id, ...values }),
    refreshes: ["app/jifen/shangpin/dingdan"],
    onDone: onClose,
  });
  return (
    <VerbDialog
      verb={verb}
      title={isNew ? "发货" : "更正物流"}
      okText={isNew ? "确认发货" : "保存更正"}
      onClose={onClose}
      intro={
        <p>
          {order.bianhao}：{order.shangpinShow} × {order.shuliang}
          {isPosted ? `，寄往 ${order.shouhuoDizhi ?? ""}` : ""}
        </p>
      }
      initialValues={
        isPosted
          ? {
              ...(order.wuliuGongsi ? { wuliuGongsi: order.wuliuGongsi } : {}),
              ...(order.wuliuNo ? { wuliuNo: order.wuliuNo } : {}),
            }
          : {}
      }
    >
      {isPosted ? (
        <>
          <Form.Item
            name="wuliuGongsi"
            label="物流公司"
            rules={[{ required: true, message: "请选择物流公司" }]}
          >
            <DictSelect dict="wuliu_gongsi" />
          </Form.Item>
          <Form.Item
            name="wuliuNo"
            label="物流单号"
            rules={[{ required: true, whitespace: true, message: "请输入物流单号" }]}
          >
            <Input maxLength={64} />
          </Form.Item>
        </>
      ) : (
        <Form.Item
          name="kamima"
          label="卡密"
          rules={[{ required: true, whitespace: true, message: "请输入卡密" }]}
          extra="加密保存，查看时留下记录"
        >
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
      )}
    </VerbDialog>
  );
}
