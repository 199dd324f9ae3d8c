import { definePage } from "@/crud/definePage";
import { lazyDialog } from "@/lib/lazyDialog";
import { KnownFields } from "./KnownFields";

const ContractPreview = lazyDialog(async () => (await import("./ContractPreview")).ContractPreview);

/** 合同模板: what borrowers sign, version by version. */
export default definePage("app/hetong", {
  columns: {
    mingcheng: { width: 180, fixed: "left" },
    banben: {
      width: 80,
      render: ({ banben }) =>
        banben === 0 ? <span className="dt-empty">—</span> : `第 ${banben} 版`,
    },
    neirong: { width: 70 },
    bianliang: { isShow: false },
  },
  fields: {
    bianma: { hint: "导出用它认合同，不能重复" },
    state: {
      hint: "发布时生成新版本；已发布的再修改，保存后也是新版本。已有的订单保留申请时的版本",
    },
  },
  formAside: () => <KnownFields />,
  formWidth: 1240,
  actions: (page) => [
    {
      label: "预览",
      perm: "app:hetong:query",
      onClick: (contract) =>
        page.open((close) => (
          <ContractPreview
            contract={contract}
            maySeeOrders={page.may("app:dingdan:query") && page.may("app:dingdan:list")}
            onClose={close}
          />
        )),
    },
  ],
  refuseDelete: ({ state }) =>
    state === "YIFABU" ? "已发布的合同模板不能删除，请先撤回" : undefined,
});
