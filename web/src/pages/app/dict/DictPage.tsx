import { definePage } from "@/crud/definePage";
import { DictData } from "./DictData";

/** 字典管理: the list, then the data of one dictionary. */
export default definePage("app/dict", {
  columns: { name: { width: 150 }, type: { width: 190 } },
  fields: { type: { hint: "小写字母、数字和下划线，保存后不能修改" } },
  actions: (page) => [
    {
      label: "数据",
      perm: "app:dict:data:list",
      onClick: ({ name, type }) =>
        page.open((close) => <DictData name={name} type={type} onClose={close} />),
    },
  ],
  refuseDelete: ({ isXitong }) => (isXitong ? "内置字典不能删除" : undefined),
});
