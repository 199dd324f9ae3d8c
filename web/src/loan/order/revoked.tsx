import type { RowOf } from "@/crud/column";
import type { ColumnOverrides } from "@/crud/fromMeta";
import type { ReactNode } from "react";
import { Money } from "@/widgets/Money";
import { Tag } from "@/widgets/Tag";

interface Revocable {
  isChexiao: boolean;
}

/** What was taken back stays in every list of money: struck through, and said in a word. */
export function struckText({ isChexiao }: Revocable, text: ReactNode): ReactNode {
  if (!isChexiao) return text;
  return (
    <>
      <del className="muted">{text}</del> <Tag type="danger">已撤销</Tag>
    </>
  );
}

export function struckMoney({ isChexiao }: Revocable, fen: number): ReactNode {
  if (!isChexiao) return <Money fen={fen} />;
  return (
    <del className="muted">
      <Money fen={fen} />
    </del>
  );
}

export const revokedColumns: ColumnOverrides<RowOf<"app/dingdan/xingqing">> = {
  miaoshu: { width: 190, render: (row) => struckText(row, row.miaoshu) },
  shifujine: { render: (row) => struckMoney(row, row.shifujine) },
};
