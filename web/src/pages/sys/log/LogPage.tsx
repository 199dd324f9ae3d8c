import { definePage } from "@/crud/definePage";
import type { RowOf } from "@/crud/column";
import type { PageHandle } from "@/crud/page";
import { lazyDialog } from "@/lib/lazyDialog";

const LogDetail = lazyDialog(async () => (await import("./LogDetail")).LogDetail);

const PERMISSION = "sys:log:query";

type LogRow = RowOf<"sys/log">;

const show = ({ id }: LogRow, page: PageHandle<LogRow>) =>
  page.open((close) => <LogDetail id={id} onClose={close} />);

/** 操作日志: who did what, with what was there before and after. */
export default definePage("sys/log", {
  columns: {
    createTime: { fixed: "left" },
    state: { width: 90 },
    didian: { isShow: false },
    method: { isShow: false, width: 96 },
    traceId: { isShow: false },
  },
  // Whether it went well stands beside when it was.
  firstColumns: ["createTime", "state", "mokuai", "type", "miaoshu"],
  firstSearch: ["loginName", "mokuai", "createTime"],
  actions: (page) => [{ label: "详情", perm: PERMISSION, onClick: (row) => show(row, page) }],
  opening: { perm: PERMISSION, open: show },
  // Read, exported and archived: lines past their time leave the list, nothing is deleted.
  offers: ["list", "query", "export", "del"],
  removal: {
    verb: "归档",
    question: "确认要归档吗？",
    nameOf: ({ createTime, miaoshu }) => `${createTime} ${miaoshu}`,
  },
});
