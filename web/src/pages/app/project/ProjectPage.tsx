import { definePage } from "@/crud/definePage";
import { RowLink } from "@/crud/RowLink";
import { lazyPart } from "@/lib/lazyPart";
import { fenToYuan } from "@/lib/money";
import { PartFailed } from "@/lib/PartFailed";
import { RateFigure } from "@/loan/trial/RateFigure";
import { fields, groups } from "./projectFields";
import { setOnOffer, tellWarnings } from "./publish";

/** Stands beside the form alone: the list is drawn without it. */
const ProductTrial = lazyPart(async () => (await import("./ProductTrial")).ProductTrial, {
  waiting: () => null,
  failed: (_props, retry) => <PartFailed onRetry={retry} />,
});

/** 产品: the loan products and their terms. */
export default definePage("app/project", {
  columns: {
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
      render: ({ nianhua }) =>
        nianhua === null ? <span className="dt-empty">—</span> : <RateFigure ppm={nianhua} />,
    },
    shenqingshu: {
      width: 80,
      render: ({ id, mingcheng, shenqingshu }) =>
        shenqingshu === 0 ? (
          <span className="dt-empty">0</span>
        ) : (
          <RowLink
            resource="app/dingdan"
            filter={{ projectId: id }}
            title={`查看 ${mingcheng} 的全部订单`}
          >
            {shenqingshu}
          </RowLink>
        ),
    },
    fangkuanshu: { width: 80 },
    paixu: { isShow: false },
    // What the row action turns stays beside it.
    state: { width: 86, fixed: "right" },
  },
  search: { fenleiId: { label: "分类" } },
  firstSearch: ["mingcheng", "fenleiId", "bianma"],
  fields,
  formGroups: groups,
  formAside: (form) => <ProductTrial form={form} />,
  formWidth: 1240,
  actions: (page) => [
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
  ],
  also: { text: "保存并上架", values: { state: "SHANGJIA" } },
  next: ({ state }) => (state === "SHANGJIA" ? { label: "去新增客户", to: "app/user" } : undefined),
  onSaved: ({ jinggao }, { mingcheng }) => tellWarnings(String(mingcheng), jinggao),
});
