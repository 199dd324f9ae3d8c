import type { RowOf } from "@/crud/column";
import { definePage } from "@/crud/definePage";
import type { PageHandle } from "@/crud/page";
import { RefsSelect } from "@/crud/RefSelect";
import { callOnce } from "@/crud/verb/callOnce";
import { confirm } from "@/lib/feedback";
import { useSession } from "@/lib/session";
import { OneTimePassword, type Issued } from "./OneTimePassword";

type User = RowOf<"sys/user">;
type Page = PageHandle<User>;

const tell = (page: Page, issued: Issued) =>
  page.open((close) => <OneTimePassword {...issued} onClose={close} />);

async function resetPassword(user: User, page: Page) {
  const content = `重置 ${user.nickName}（${user.loginName}）的密码？其所有登录将立即失效。`;
  if (!(await confirm({ content, okText: "重置密码", focusCancel: true }))) return;
  const { password } = await callOnce("POST /sys/user/rePassword", { id: user.id });
  tell(page, { name: user.nickName, account: user.loginName, password });
}

async function unlock({ id }: User, page: Page) {
  await callOnce("POST /sys/user/jiesuo", { id });
  page.reload();
}

/** 用户管理: the staff who sign in. */
export default definePage("sys/user", {
  columns: {
    loginName: { width: 130, fixed: "left" },
    isSuoding: {
      options: [
        { value: "true", label: "已锁定", tagType: "danger" },
        { value: "false", label: "正常", tagType: "success" },
      ],
    },
  },
  fields: {
    loginName: { hint: "4 到 20 位字母、数字或下划线，保存后不能修改" },
    roleIds: {
      isForm: true,
      isMust: true,
      control: <RefsSelect resource="sys/role" placeholder="请选择角色" />,
    },
  },
  formWidth: 700,
  actions: (page) => [
    {
      label: "解锁",
      perm: "sys:user:jiesuo",
      isHidden: ({ isSuoding }) => !isSuoding,
      onClick: (user) => void unlock(user, page).catch(() => {}),
    },
    {
      label: "重置密码",
      perm: "sys:user:rePassword",
      onClick: (user) => void resetPassword(user, page).catch(() => {}),
    },
  ],
  refuseDelete: ({ loginName }) =>
    loginName === useSession.getState().user.loginName ? "不能删除自己" : undefined,
  onSaved: ({ password }, { nickName, loginName }, page) => {
    if (typeof password !== "string") return;
    tell(page, { name: String(nickName), account: String(loginName), password });
  },
});
