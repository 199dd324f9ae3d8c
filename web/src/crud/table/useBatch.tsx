import { Button } from "antd";
import type { ReactNode } from "react";
import type { ResourceMeta } from "@/api/resources";
import type { Row } from "@/crud/column";
import type { BatchAction, PageDefinition, PageHandle } from "@/crud/page";
import { refusing } from "@/lib/feedback";
import type { List } from "./useList";
import type { Remove } from "./useRemoval";

/** The buttons for ticked rows; none where this person can do nothing to several at once. */
export function useBatch(
  meta: ResourceMeta,
  page: PageDefinition<Row>,
  handle: PageHandle,
  canRemove: boolean,
  remove: Remove,
): ((list: List) => ReactNode) | undefined {
  const removal: BatchAction<Row> = {
    label: `批量${remove.verb}`,
    perm: `${meta.perm}:del`,
    // What no row of its own may be done to is not done to several either.
    refusal: (rows) => refused(remove.verb, rows, page.refuseDelete),
    onClick: (rows, _page, clear) =>
      void remove.run(rows).then(
        (isGone) => isGone && clear(),
        () => {},
      ),
  };
  const offered = [...(canRemove ? [removal] : []), ...(page.batch ?? [])].filter(({ perm }) =>
    handle.may(perm),
  );
  if (offered.length === 0) return undefined;
  return ({ selected, select }) =>
    offered.map((action) => {
      const refusal = action.refusal?.(selected);
      return (
        <Button
          key={action.label}
          {...action.look}
          {...refusing(refusal, () => action.onClick(selected, handle, () => select({})))}
        >
          {action.label}
        </Button>
      );
    });
}

/** Why one of the rows stands in the way; of several, how many do. */
function refused(
  verb: string,
  rows: readonly Row[],
  refuse: PageDefinition<Row>["refuseDelete"],
): string | undefined {
  const reasons = rows.flatMap((row) => refuse?.(row) ?? []);
  if (reasons.length === 0) return undefined;
  if (rows.length === 1) return reasons[0];
  return `所选 ${rows.length} 项中有 ${reasons.length} 项不能${verb}：${reasons[0]}`;
}
