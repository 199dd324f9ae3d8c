import { fenToYuan } from "@/lib/money";
import { Overdue } from "@/widgets/Overdue";
import { Tag } from "@/widgets/Tag";
import type { BillLine } from "@/api/types.gen";

/** Awaited: what is due. Running: green, or red with the days. Done: what was paid. */
export function ItemState({ item }: { item: BillLine }) {
  switch (item.state) {
    case "DAIHUANKUAN":
      return <Tag type="info">待还款 {fenToYuan(item.yinghuan)}</Tag>;
    case "HUANKUANZHONG":
      return item.isYuqi ? <Overdue days={item.yuqiTianshu} /> : <Tag type="success">还款中</Tag>;
    case "YIWANCHENG":
      return (
        <span title={item.huankuanTime ?? undefined}>
          <Tag type="primary">已还款 {fenToYuan(item.shifu)}</Tag>
        </span>
      );
    default:
      return item.state;
  }
}
