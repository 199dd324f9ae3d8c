import { definePage } from "@/crud/definePage";
import { lazyDialog } from "@/lib/lazyDialog";
import { CopyButton } from "@/widgets/CopyButton";
import { fullLink } from "./channelLink";

const PromotionDialog = lazyDialog(async () => (await import("./PromotionDialog")).PromotionDialog);

/** 渠道: where customers come from, and how far they go. */
export default definePage("app/qudao", {
  columns: {
    mingcheng: { width: 140, fixed: "left" },
    tuiguangUrl: {
      width: 220,
      render: ({ tuiguangUrl }) => (
        <span className="dt-copy">
          <span className="dt-cut">{fullLink(tuiguangUrl)}</span>
          <CopyButton text={fullLink(tuiguangUrl)} label="复制推广链接" />
        </span>
      ),
    },
    liulanshu: { width: 80 },
    zhuceshu: { width: 80 },
    shenqingshu: { width: 80 },
    fangkuanshu: { width: 80 },
  },
  firstColumns: [
    "mingcheng",
    "bianma",
    "type",
    "tuiguangUrl",
    "liulanshu",
    "zhuceshu",
    "shenqingshu",
    "fangkuanshu",
  ],
  fields: { bianma: { hint: "写在推广链接里，保存后不能修改，建议用字母和数字" } },
  actions: (page) => [
    {
      label: "推广",
      perm: "app:qudao:list",
      onClick: (channel) =>
        page.open((close) => <PromotionDialog channel={channel} onClose={close} />),
    },
  ],
});
