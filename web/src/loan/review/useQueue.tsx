import { useQuery } from "@tanstack/react-query";
import { call, quiet } from "@/api/client";
import type { VerbProps } from "@/loan/verbs/verb";

/** Applications that were passed over since the queue was begun; they come up again with the next. */
const passed = new Set<number>();

/** The oldest applications that wait for a review, one page of them. */
export async function waiting(): Promise<{ ids: number[]; total: number }> {
  const asked = { state: "DAISHENHE", orders: "createTime:asc", current: 1, size: 50 };
  const page = await call("GET /app/dingdan/findAllByPage", asked, quiet);
  return { ids: page.records.map(({ id }) => id), total: page.total };
}

/** Begins at the oldest application again. */
export function beginQueue() {
  passed.clear();
}

/** 逐笔审核: after one application the next one opens. */
export function useQueue(id: number, isQueue: boolean, onNext: VerbProps["onNext"]) {
  const left = useQuery({
    queryKey: ["rows", "app/dingdan", "waiting", id],
    queryFn: waiting,
    enabled: isQueue,
  });

  async function goOn() {
    if (!isQueue) return;
    const { ids } = await waiting();
    const next = ids.find((one) => one !== id && !passed.has(one));
    if (next !== undefined) onNext?.("shenhe", next);
  }

  const line = isQueue ? (
    <div className="review-queue">
      <span>逐笔审核{left.data ? `：待审核 ${left.data.total} 笔` : ""}</span>
      <button
        type="button"
        className="link-button"
        onClick={() => {
          passed.add(id);
          void goOn();
        }}
      >
        跳过这笔
      </button>
    </div>
  ) : null;
  return { line, goOn: () => void goOn() };
}
