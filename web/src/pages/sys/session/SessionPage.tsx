import type { RowOf } from "@/crud/column";
import { definePage } from "@/crud/definePage";
import type { PageHandle } from "@/crud/page";
import { callOnce } from "@/crud/verb/callOnce";
import { deviceOf } from "@/lib/device";
import { confirm } from "@/lib/feedback";

type Session = RowOf<"sys/session">;

const PERMISSION = "sys:session:del";

async function kick(sessions: readonly Session[], page: PageHandle<Session>) {
  const names = [...new Set(sessions.map(({ nickName }) => nickName))].join("、");
  const isSure = await confirm({
    content: `强制 ${names} 下线？未保存的内容会丢失。`,
    okText: "强制下线",
    focusCancel: true,
  });
  if (!isSure) return;
  await callOnce("DELETE /sys/session/delByIds/{ids}", { ids: sessions.map(({ id }) => id) });
  page.reload();
}

/** 在线用户: who is signed in, and ending it. */
export default definePage("sys/session", {
  columns: {
    // The browser and system a person knows, not the text their browser sends.
    ua: {
      label: "设备",
      width: 160,
      render: ({ ua }) => <span title={ua ?? undefined}>{deviceOf(ua)}</span>,
    },
  },
  actions: (page) => [
    {
      label: "强制下线",
      perm: PERMISSION,
      isDanger: true,
      onClick: (session) => void kick([session], page).catch(() => {}),
    },
  ],
  batch: [
    {
      label: "强制下线",
      perm: PERMISSION,
      onClick: (sessions, page, clear) => void kick(sessions, page).then(clear, () => {}),
    },
  ],
  // Deleting a session is called what it is: the plain 删除 stays out.
  offers: ["list"],
});
