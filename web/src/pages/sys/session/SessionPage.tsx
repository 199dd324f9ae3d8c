import type { SysSession } from "@/api/types.gen";
import { Button } from "antd";
import { call } from "@/api/client";
import { confirm } from "@/lib/feedback";
import type { Row } from "@/crud/column";
import type { ColumnOverrides } from "@/crud/fromMeta";
import { ResourcePage, type PageHandle, type ResourcePageProps } from "@/crud/ResourcePage";
import type { RowAction } from "@/crud/table/RowActions";
import { deviceOf } from "@/lib/device";
import { useSession } from "@/lib/session";

type Session = Row & SysSession;

async function kick(sessions: readonly Session[], page: PageHandle) {
  const names = [...new Set(sessions.map(({ nickName }) => nickName))].join("、");
  if (
    !(await confirm({
      content: `强制 ${names} 下线？未保存的内容会丢失。`,
      okText: "强制下线",
      focusCancel: true,
    }))
  )
    return;
  await call("DELETE", `/api/sys/session/delByIds/${sessions.map(({ id }) => id).join(",")}`);
  page.reload();
}

const PERMISSION = "sys:session:del";
/** Deleting a session is called what it is: the plain 删除 stays out. */
const OFFERS = ["list"] as const;

const actions = (page: PageHandle): RowAction<Session>[] => [
  {
    label: "强制下线",
    perm: PERMISSION,
    isDanger: true,
    onClick: (session) => void kick([session], page).catch(() => {}),
  },
];

/** The browser and system a person knows, not the text their browser sends. */
const columns: ColumnOverrides<Session> = {
  ua: { label: "设备", width: 160, render: ({ ua }) => <Device agent={ua} /> },
};

function Device({ agent }: { agent: string | null }) {
  return <span title={agent ?? undefined}>{deviceOf(agent)}</span>;
}

const renderBatch: NonNullable<ResourcePageProps<Session>["renderBatch"]> = (
  { rows, clear },
  page,
) => (
  <Button danger onClick={() => void kick(rows, page).then(clear, () => {})}>
    强制下线
  </Button>
);

/** 在线用户: who is signed in, and ending it. */
export default function SessionPage() {
  const mayKick = useSession((state) => state.permissions.has(PERMISSION));
  return (
    <ResourcePage<Session>
      resource="sys/session"
      columns={columns}
      actions={actions}
      offers={OFFERS}
      {...(mayKick ? { renderBatch } : {})}
    />
  );
}
