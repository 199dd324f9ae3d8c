import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { quiet } from "@/api/client";
import type { Row, TableColumn } from "@/crud/column";
import { findSums } from "@/crud/rows";
import { addFen, type FenSum } from "@/lib/money";
import { Money } from "@/widgets/Money";
import type { List } from "./useList";

/** Which rows of a list of money count, where some of them do not. */
export interface Sums<R extends Row = Row> {
  counts?(row: R): boolean;
  /** What the sums leave out, beside their names. */
  note?: string;
  /** The call that adds them up, where `heji` says something else. */
  verb?: string;
}

/** The line of sums below a list of money: of the page, and of everything that is asked for. */
export function useSums<R extends Row, A>(
  path: string,
  columns: readonly TableColumn<R>[],
  list: List<R, A>,
  fixed: Readonly<Record<string, string | number>> | undefined,
  sums: Sums<R> | undefined,
): Readonly<Record<string, ReactNode>> | undefined {
  const asked = { ...list.search, ...fixed };
  const whole = useQuery({
    // Under the rows' key: what makes the list ask again makes the sums ask again.
    queryKey: ["rows", path, "sums", asked],
    queryFn: ({ signal }) => findSums(path, asked, { ...quiet, signal }, sums?.verb),
    enabled: sums !== undefined && list.total > 0,
    retry: false,
  });
  if (!sums || list.rows.length === 0) return undefined;
  const counted = list.rows.filter((row) => sums.counts?.(row) ?? true);
  const all = new Map(whole.data?.heji.map(({ ziduan, jine }) => [ziduan, jine]));
  const money = columns.filter(({ type }) => type === "money");
  const cells = money.map(({ prop }): [string, ReactNode] => [
    prop,
    <Pair key={prop} page={sumOf(counted, prop)} whole={all.get(prop)} />,
  ]);
  const first = columns.find(({ isFixture, isShow }) => !isFixture && isShow !== false);
  const head = <Names isBounded={whole.data?.isZhunque === false} note={sums.note} />;
  return Object.fromEntries([...(first ? [[first.prop, head] as const] : []), ...cells]);
}

function sumOf(rows: readonly Row[], prop: string): FenSum {
  return addFen(...rows.map((row) => (typeof row[prop] === "number" ? row[prop] : 0)));
}

function Pair({ page, whole }: { page: FenSum; whole: FenSum | undefined }) {
  return (
    <span className="dt-sums">
      <Money fen={page} />
      <Money fen={whole} />
    </span>
  );
}

function Names({ isBounded, note }: { isBounded: boolean; note?: string | undefined }) {
  return (
    <span className="dt-sums">
      <span>本页合计{note}</span>
      <span title={isBounded ? "超过 10000 条，缩小范围后才合计" : undefined}>
        {isBounded ? "全部：超过 10000 条" : "全部合计"}
      </span>
    </span>
  );
}
