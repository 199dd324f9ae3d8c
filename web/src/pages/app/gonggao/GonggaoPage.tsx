import type { FieldOverrides } from "@/crud/form/FormFields";
import type { ColumnOverrides } from "@/crud/fromMeta";
import { ResourcePage } from "@/crud/ResourcePage";
import type { Row } from "@/crud/column";

const columns: ColumnOverrides<Row> = {
  biaoti: { width: 220, fixed: "left" },
};

const fields: FieldOverrides = {
  isZhiding: { hint: "排在其他公告之前" },
  isTanchuang: { hint: "客户打开 App 时弹出" },
  kaishiTime: { hint: "不填表示发布后立即显示" },
};

/** 公告: what the app shows its customers. */
export default function GonggaoPage() {
  return <ResourcePage resource="app/gonggao" columns={columns} fields={fields} formWidth={1000} />;
}
