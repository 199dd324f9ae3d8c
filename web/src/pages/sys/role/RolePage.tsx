import type { SysRole } from "@/api/types.gen";
import type { Row } from "@/crud/column";
import type { FieldOverrides } from "@/crud/form/FormFields";
import type { ColumnOverrides } from "@/crud/fromMeta";
import { ResourcePage } from "@/crud/ResourcePage";
import { MenuTreeField } from "./MenuTreeField";

type Role = Row & SysRole;

const columns: ColumnOverrides<Role> = {
  dataScope: { width: 130 },
};

const fields: FieldOverrides = {
  code: { hint: "保存后不能修改" },
  dataScope: { hint: "决定这个角色能看到谁的数据", isFullWidth: true },
  mendianList: {
    isMust: true,
    isFullWidth: true,
    isHidden: ({ dataScope }) => dataScope !== "ZIDINGYI",
  },
  isLiandong: { hint: "勾选上级时一并勾选下级" },
  menuIds: { isForm: true, isLast: true, isFullWidth: true, control: <MenuTreeField /> },
};

function refuseDelete({ isXitong, userCount }: Role): string | undefined {
  if (isXitong) return "内置角色不能删除";
  return userCount > 0 ? `还有 ${userCount} 个用户使用这个角色` : undefined;
}

/** 角色管理: what a role may open and press, and whose data it sees. */
export default function RolePage() {
  return (
    <ResourcePage<Role>
      resource="sys/role"
      columns={columns}
      fields={fields}
      formWidth={700}
      refuseDelete={refuseDelete}
    />
  );
}
