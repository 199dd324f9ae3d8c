import type { RowOf } from "@/crud/column";
import { definePage } from "@/crud/definePage";
import type { PageHandle } from "@/crud/page";
import { callOnce } from "@/crud/verb/callOnce";
import { lazyDialog } from "@/lib/lazyDialog";

type Feedback = RowOf<"app/fankui">;

const AnswerDialog = lazyDialog(async () => (await import("./AnswerDialog")).AnswerDialog);

const HANDLE = "app:fankui:editState";

async function begin({ id }: Feedback, page: PageHandle<Feedback>) {
  try {
    await callOnce("POST /app/fankui/editState", { id, state: "CHULIZHONG" });
  } finally {
    page.reload();
  }
}

/** 意见反馈: what customers say, and what they are answered. */
export default definePage("app/fankui", {
  columns: { neirong: { width: 260, fixed: "left" }, huifu: { width: 200 } },
  firstColumns: ["neirong", "state", "type", "userShow", "phone", "lianxifangshi"],
  firstSearch: ["neirong", "userId"],
  offers: ["list", "query", "del", "export"],
  actions: (page) => [
    {
      label: "开始处理",
      perm: HANDLE,
      isHidden: ({ state }) => state !== "DAICHULI",
      onClick: (row) => void begin(row, page).catch(() => {}),
    },
    {
      label: "回复",
      perm: HANDLE,
      isHidden: ({ state }) => state !== "CHULIZHONG",
      onClick: (row) => page.open((close) => <AnswerDialog feedback={row} onClose={close} />),
    },
  ],
});
