import type { RowOf } from "@/crud/column";
import { definePage } from "@/crud/definePage";
import type { PageHandle } from "@/crud/page";
import { callOnce } from "@/crud/verb/callOnce";
import { confirm } from "@/lib/feedback";

type Notice = RowOf<"app/tongzhi">;

async function withdraw(notice: Notice, page: PageHandle<Notice>) {
  const content = `撤回通知“${notice.biaoti}”？客户将不再看到它。`;
  if (!(await confirm({ content, okText: "撤回", focusCancel: true }))) return;
  try {
    await callOnce("POST /app/tongzhi/chehui", { id: notice.id });
  } finally {
    page.reload();
  }
}

/** 通知: what customers are told, one by one, by channel, or all of them. */
export default definePage("app/tongzhi", {
  columns: { biaoti: { width: 180, fixed: "left" }, neirong: { width: 240 } },
  fields: {
    userId: { isMust: true, isHidden: ({ duixiang }) => duixiang !== "ZHIDING" },
    qudaoId: { isMust: true, isHidden: ({ duixiang }) => duixiang !== "QUDAO" },
    tongdao: { hint: "站内信立即送达；短信和推送在接通通道前为待发送" },
  },
  actions: (page) => [
    {
      label: "撤回",
      perm: "app:tongzhi:chehui",
      isHidden: ({ state }) => state === "YICHEHUI",
      refusal: ({ isYidu }) => (isYidu ? "客户已读的通知不能撤回" : undefined),
      onClick: (notice) => void withdraw(notice, page).catch(() => {}),
    },
  ],
  refuseEdit: ({ state }) =>
    state === "DAIFASONG" ? undefined : "已发送或已撤回的通知不能修改，请撤回后重新发送",
});
