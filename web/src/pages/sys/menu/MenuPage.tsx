import { call } from "@/api/client";
import type { Values } from "@/crud/form/formValues";
import { definePage } from "@/crud/definePage";
import { menuFields } from "./menuFields";
import type { MenuNode } from "./menuTree";

/** A new node under another: pages go under directories, buttons under pages. */
function startOf({ id, type }: MenuNode): Values {
  return { parentId: id, type: type === "MULU" ? "ZICAIDAN" : "ANNIU" };
}

/** 菜单管理: directories, pages and buttons as one tree. */
export default definePage("sys/menu", {
  tree: {
    source: {
      ask: () => ({}),
      load: (_asked, options) => call("GET /sys/menu/findAllByTree", {}, options),
      read: (nodes) => nodes,
    },
    parent: "parentId",
    searchBy: ["name", "perms", "routerUrl"],
    searchLabel: "搜索菜单",
    searchHint: "名称、权限标识或路由",
  },
  columns: {
    name: { width: 240, fixed: "left" },
    routerUrl: { width: 180 },
    component: { width: 180 },
    perms: { width: 200 },
    createTime: false,
  },
  firstColumns: ["name"],
  fields: (row) => menuFields(row?.id ?? null),
  initial: { parentId: 0, type: "MULU" },
  formWidth: 700,
  actions: (page) => [
    {
      label: "新增下级",
      perm: "sys:menu:add",
      isHidden: ({ type }) => type === "ANNIU",
      onClick: (row) => page.add(startOf(row)),
    },
  ],
  refuseDelete: (row: MenuNode) => (row.children?.length ? "存在子菜单,不允许删除" : undefined),
  isOrdered: true,
});
