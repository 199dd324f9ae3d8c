import { usePermitted } from "@/lib/session";
import { useTab } from "@/lib/tabScope";

/** A customer's name leads to all orders of that customer. */
export function CustomerLink({ id, name }: { id: number; name: string | null }) {
  const tab = useTab();
  const text = name ?? String(id);
  // Without the right to list customers the search has no field to show whose orders these are.
  const canSearch = usePermitted(["app:user:list"]);
  if (!tab || !canSearch) return text;
  return (
    <a href={`#${tab.path}?userId=${id}`} title={`查看 ${text} 的全部订单`}>
      {text}
    </a>
  );
}
