import { addFen, fenToYuan } from "@/lib/money";
import type { LedgerColumn } from "@/widgets/Ledger";
import { Money } from "@/widgets/Money";

/** What money pays of one instalment; its figures before the discount. */
export interface ShareFigures {
  qi: number;
  yuqifei: number;
  weiyuefei?: number;
  fuwufei: number;
  zixunfei: number;
  lixi: number;
  benjin: number;
  youhui: number;
  /** The money of it. */
  heji: number;
}

const FIGURES = [
  ["yuqifei", "逾期费"],
  ["weiyuefei", "违约金"],
  ["fuwufei", "服务费"],
  ["zixunfei", "保险费"],
  ["lixi", "利息"],
  ["benjin", "本金"],
  ["youhui", "优惠"],
] as const satisfies readonly (readonly [keyof ShareFigures, string])[];

/** Columns in the order in which money pays; those without a figure are left out. */
export function shareColumns<R extends ShareFigures>(rows: readonly R[]): LedgerColumn<R>[] {
  const used = FIGURES.filter(([key]) => rows.some((row) => (row[key] ?? 0) !== 0));
  return [
    { key: "qi", label: "期次", cell: ({ qi }) => `第${qi}期`, foot: "合计" },
    ...used.map(([key, label]) => ({
      key,
      label,
      isNumber: true,
      cell: (row: R) =>
        key === "youhui" && row.youhui > 0 ? (
          `−${fenToYuan(row.youhui)}`
        ) : (
          <Money fen={row[key] ?? 0} />
        ),
      foot: `${key === "youhui" ? "−" : ""}${sumOf(rows, key)}`,
    })),
    {
      key: "heji",
      label: "合计(元)",
      isMain: true,
      cell: ({ heji }) => fenToYuan(heji),
      foot: sumOf(rows, "heji"),
    },
  ];
}

const sumOf = (rows: readonly ShareFigures[], key: Exclude<keyof ShareFigures, "qi">) =>
  fenToYuan(addFen(...rows.map((row) => row[key] ?? 0)));
