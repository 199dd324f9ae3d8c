import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call, quiet } from "@/api/client";

/** Three times as often as the server forgets. */
const EVERY_MS = 15_000;

/** Says who else is looking at an application while somebody decides about it. */
export function Lookers({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ["lookers", id],
    queryFn: ({ signal }) =>
      call("POST /app/dingdan/kanzhe", { dingdanId: id }, { ...quiet, signal }),
    refetchInterval: EVERY_MS,
    gcTime: 0,
  });
  useEffect(
    () => () => {
      const leaving = { dingdanId: id, isLikai: true };
      call("POST /app/dingdan/kanzhe", leaving, { ...quiet, keepalive: true }).catch(() => {});
    },
    [id],
  );
  const names = data?.xingming ?? [];
  if (names.length === 0) return null;
  return (
    <p className="lookers" role="status">
      {names.join("、")} 也在看这笔申请
    </p>
  );
}
