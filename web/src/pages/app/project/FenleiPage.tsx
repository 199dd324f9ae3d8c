import { definePage } from "@/crud/definePage";

/** 产品分类: drag a row to change the order in which they are offered. */
export default definePage("app/project/fenlei", {
  columns: { mingcheng: { width: 160 } },
  refuseDelete: ({ projectCount }) =>
    projectCount > 0 ? `还有 ${projectCount} 个产品属于这个分类` : undefined,
  isOrdered: true,
  next: () => ({ label: "去新增产品", to: "app/project" }),
});
