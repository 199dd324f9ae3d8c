import { fenToYuan } from "@/lib/money";
import { Why } from "@/loan/why/Why";
import { Ledger, type LedgerColumn } from "@/widgets/Ledger";
import { Money } from "@/widgets/Money";
import { Tag } from "@/widgets/Tag";
import type { Allocated, Allocation } from "@/api/types.gen";

interface Props {
  id: number;
  jine: number;
  riqi: string | null | undefined;
  allocation: Allocation;
  isOld: boolean;
}

/** Where the money goes, instalment by instalment, and what is left after it. */
export function AllocationTable({ id, jine, riqi, allocation, isOld }: Props) {
  const { fenpei, shengyu } = allocation;
  return (
    <div className={isOld ? "receipt-plan verb-loading" : "receipt-plan"} aria-busy={isOld}>
      <Ledger label="到账分配" columns={columnsOf(fenpei)} rows={fenpei} rowKey={({ qi }) => qi} />
      <p className="receipt-left">
        到账后{" "}
        {shengyu === 0 ? (
          <strong>全部还清</strong>
        ) : (
          <>
            还剩{" "}
            <Why id={id} asked={{ xiang: "DAOZHANG", jine }} riqi={riqi}>
              <strong>{fenToYuan(shengyu)}</strong>
            </Why>{" "}
            元待还
          </>
        )}
      </p>
    </div>
  );
}

const FIGURES = [
  ["yuqifei", "逾期费"],
  ["fuwufei", "服务费"],
  ["zixunfei", "保险费"],
  ["lixi", "利息"],
  ["benjin", "本金"],
  ["youhui", "优惠"],
] as const satisfies readonly (readonly [keyof Allocated, string])[];

/** Columns in the order in which money pays; those without a figure are left out. */
function columnsOf(rows: readonly Allocated[]): LedgerColumn<Allocated>[] {
  const used = FIGURES.filter(([key]) => rows.some((row) => row[key] !== 0));
  return [
    { key: "qi", label: "期次", cell: ({ qi }) => `第${qi}期` },
    ...used.map(([key, label]) => ({
      key,
      label,
      isNumber: true,
      cell: (row: Allocated) =>
        key === "youhui" && row.youhui > 0 ? `−${fenToYuan(row.youhui)}` : <Money fen={row[key]} />,
    })),
    { key: "heji", label: "合计(元)", isMain: true, cell: ({ heji }) => fenToYuan(heji) },
    {
      key: "hou",
      label: "到账后",
      cell: ({ isWancheng, weihuan }) =>
        isWancheng ? (
          <Tag type="success">还清</Tag>
        ) : (
          <Tag type="warning">待还 {fenToYuan(weihuan)}</Tag>
        ),
    },
  ];
}
