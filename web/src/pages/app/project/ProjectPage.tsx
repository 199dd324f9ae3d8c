import type { FormInstance } from "antd";
import type { ColumnOverrides } from "../../../crud/fromMeta";
import { searchFields } from "../../../crud/fromMeta";
import type { Values } from "../../../crud/formValues";
import { metaOf } from "../../../crud/metaOf";
import { ResourcePage, type PageHandle } from "../../../crud/ResourcePage";
import type { RowAction } from "../../../crud/RowActions";
import { annualRate, fenToYuan } from "../../../lib/money";
import { ProductTrial } from "./ProductTrial";
import { fields, groups } from "./projectFields";
import { setOnOffer, tellWarnings, type Project } from "./publish";

const columns: ColumnOverrides<Project> = {
  fenleiId: { width: 110 },
  mingcheng: { width: 150, fixed: "left" },
  bianma: { width: 110 },
  logo: { isShow: false },
  biaoqian: { isShow: false },
  zuixiaoJine: {
    label: "金额范围(元)",
    width: 200,
    align: "right",
    render: ({ zuixiaoJine, zuidaJine }) => `${fenToYuan(zuixiaoJine)} – ${fenToYuan(zuidaJine)}`,
  },
  zuidaJine: false,
  qishuList: { width: 120, render: ({ qishuList }) => `${qishuList.split(",").join("、")} 期` },
  huankuanMoshi: { width: 130 },
  nianlilv: { width: 90 },
  nianhua: {
    width: 100,
    align: "right",
    render: ({ nianhua }) => annualRate(nianhua) || <span className="dt-empty">—</span>,
  },
  shenqingshu: { width: 80 },
  fangkuanshu: { width: 80 },
  paixu: { isShow: false },
  state: { width: 100 },
};

const search = searchFields(metaOf("app/project"), ["mingcheng", "bianma"]);

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
