import { definePage } from "@/crud/definePage";
import { lazyPart } from "@/lib/lazyPart";
import { PartFailed } from "@/lib/PartFailed";

/** Not needed before a role is added or changed. */
const MenuTreeField = lazyPart(async () => (await import("./MenuTreeField")).MenuTreeField, {
  waiting: () => null,
  failed: (_props, retry) => <PartFailed onRetry={retry} />,
});

/** 角色管理: what a role may open and press, and whose data it sees. */
export default definePage("sys/role", {
  columns: { code: { width: 116 }, dataScope: { width: 130 } },
  fields: {
    code: { hint: "保存后不能修改" },
    dataScope: { hint: "决定这个角色能看到谁的数据", isFullWidth: true },
    mendianList: {
      isMust: true,
      isFullWidth: true,
      isHidden: ({ dataScope }) => dataScope !== "ZIDINGYI",
    },
    isLiandong: { hint: "勾选上级时一并勾选下级" },
    menuIds: { isForm: true, isLast: true, isFullWidth: true, control: <MenuTreeField /> },
  },
  formWidth: 700,
  refuseDelete: ({ isXitong, userCount }) => {
    if (isXitong) return "内置角色不能删除";
    return userCount > 0 ? `还有 ${userCount} 个用户使用这个角色` : undefined;
  },
});
