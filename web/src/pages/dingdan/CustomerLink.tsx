import { useTab } from "../../lib/tabScope";

/** A customer's name leads to all orders of that customer. */
export function CustomerLink({ id, name }: { id: number; name: string | null }) {
  const tab = useTab();
  const text = name ?? String(id);
  if (!tab) return text;
  return (
    <a href={`#${tab.path}?userId=${id}`} title={`查看 ${text} 的全部订单`}>
      {text}
    </a>
  );
}
