import type { SysUser } from "@/api/types.gen";
import { useCallback, useState } from "react";
import { call } from "@/api/client";
import type { Row } from "@/crud/column";
import type { FieldOverrides } from "@/crud/form/FormFields";
import type { ColumnOverrides } from "@/crud/fromMeta";
import { RefsSelect } from "@/crud/RefSelect";
import { ResourcePage, type PageHandle } from "@/crud/ResourcePage";
import type { RowAction } from "@/crud/table/RowActions";
import { confirm } from "@/lib/feedback";
import { useSession } from "@/lib/session";
import { OneTimePassword } from "./OneTimePassword";

type User = Row & SysUser;

const columns: ColumnOverrides<User> = {
  loginName: { width: 130, fixed: "left" },
  isSuoding: {
    options: [
      { value: "true", label: "已锁定", tagType: "danger" },
      { value: "false", label: "正常", tagType: "success" },
    ],
  },
};

const fields: FieldOverrides = {
  loginName: { hint: "4 到 20 位字母、数字或下划线，保存后不能修改" },
  roleIds: {
    isForm: true,
    isMust: true,
    control: <RefsSelect resource="sys/role" placeholder="请选择角色" />,
  },
};

interface Issued {
  name: string;
  account: string;
  password: string;
}

type Tell = (issued: Issued) => void;

async function resetPassword(user: User, tell: Tell) {
  const content = `重置 ${user.nickName}（${user.loginName}）的密码？其所有登录将立即失效。`;
  if (!(await confirm({ content, okText: "重置密码", focusCancel: true }))) return;
  const body = { id: user.id };
  const { password } = await call<Issued>("POST", "/api/sys/user/rePassword", { body });
  tell({ name: user.nickName, account: user.loginName, password });
}

async function unlock(user: User, page: PageHandle) {
  await call("POST", "/api/sys/user/jiesuo", { body: { id: user.id } });
  page.reload();
}

function userActions(page: PageHandle, tell: Tell): RowAction<User>[] {
  return [
    {
      label: "解锁",
      perm: "sys:user:jiesuo",
      isHidden: ({ isSuoding }) => !isSuoding,
      onClick: (user) => void unlock(user, page).catch(() => {}),
    },
    {
      label: "重置密码",
      perm: "sys:user:rePassword",
      onClick: (user) => void resetPassword(user, tell).catch(() => {}),
    },
  ];
}

/** 用户管理: the staff who sign in. */
export default function UserPage() {
  const [issued, setIssued] = useState<Issued | null>(null);
  const me = useSession((state) => state.user.loginName);
  const actions = useCallback((page: PageHandle) => userActions(page, setIssued), []);
  const refuseDelete = useCallback(
    ({ loginName }: User) => (loginName === me ? "不能删除自己" : undefined),
    [me],
  );
  return (
    <>
      <ResourcePage<User>
        resource="sys/user"
        columns={columns}
        fields={fields}
        formWidth={700}
        actions={actions}
        refuseDelete={refuseDelete}
        onSaved={({ password }, { nickName, loginName }) => {
          if (typeof password !== "string") return;
          setIssued({ name: String(nickName), account: String(loginName), password });
        }}
      />
      {issued ? <OneTimePassword {...issued} onClose={() => setIssued(null)} /> : null}
    </>
  );
}
