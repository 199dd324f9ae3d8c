import type { FormInstance } from "antd";
import { searchFields, type ColumnOverrides, type SearchField } from "@/crud/fromMeta";
import type { Values } from "@/crud/form/formValues";
import { metaOf } from "@/crud/metaOf";
import { ResourcePage, type PageHandle } from "@/crud/ResourcePage";
import type { RowAction } from "@/crud/table/RowActions";
import { annualRate, fenToYuan } from "@/lib/money";
import { ProductTrial } from "./ProductTrial";
import { fields, groups } from "./projectFields";
import { setOnOffer, tellWarnings, type Project } from "./publish";

const columns: ColumnOverrides<Project> = {
  fenleiId: { width: 84 },
  mingcheng: { width: 124, fixed: "left" },
  bianma: { isShow: false },
  logo: { isShow: false },
  biaoqian: { isShow: false },
  zuixiaoJine: {
    label: "金额范围(元)",
    width: 190,
    align: "right",
    render: ({ zuixiaoJine, zuidaJine }) => `${fenToYuan(zuixiaoJine)} – ${fenToYuan(zuidaJine)}`,
  },
  zuidaJine: false,
  qishuList: { width: 104, render: ({ qishuList }) => `${qishuList.split(",").join("/")} 期` },
  huankuanMoshi: { width: 152 },
  nianlilv: { width: 92 },
  nianhua: {
    width: 92,
    align: "right",
    render: ({ nianhua }) => annualRate(nianhua) || <span className="dt-empty">—</span>,
  },
  shenqingshu: { width: 80 },
  fangkuanshu: { width: 80 },
  paixu: { isShow: false },
  // What the row action turns stays beside it.
  state: { width: 86, fixed: "right" },
};

const [byName, ...others] = searchFields(metaOf("app/project"), ["mingcheng", "bianma"]);
const search: SearchField[] = [
  ...(byName ? [byName] : []),
  { prop: "fenleiId", label: "分类", kind: "ref", ref: "app/project/fenlei" },
  ...others,
];

const actions = (page: PageHandle): RowAction<Project>[] => [
  {
    label: "上架",
    perm: "app:project:edit",
    isHidden: ({ state }) => state === "SHANGJIA",
    onClick: (project) => void setOnOffer(project, "SHANGJIA", page),
  },
  {
    label: "下架",
    perm: "app:project:edit",
    isHidden: ({ state }) => state !== "SHANGJIA",
    onClick: (project) => void setOnOffer(project, "XIAJIA", page),
  },
];

const aside = (form: FormInstance<Values>) => <ProductTrial form={form} />;

/** 项目: the loan products and their terms. */
export default function ProjectPage() {
  return (
    <ResourcePage<Project>
      resource="app/project"
      columns={columns}
      search={search}
      fields={fields}
      formGroups={groups}
      formAside={aside}
      formWidth={1240}
      actions={actions}
      onSaved={({ jinggao }, { mingcheng }) => tellWarnings(String(mingcheng), jinggao)}
    />
  );
}
