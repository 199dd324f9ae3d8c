import { Tag } from "./Tag";

/** The same words for overdue everywhere, in the seal's red. */
export function Overdue({ days }: { days: number }) {
  return <Tag type="danger">逾期 {days} 天</Tag>;
}
