import { fenToYuan } from "@/lib/money";
import { Why } from "@/loan/why/Why";
import { Ledger, type LedgerColumn } from "@/widgets/Ledger";
import { Tag } from "@/widgets/Tag";
import type { Allocated, Allocation } from "@/api/types.gen";
import { shareColumns } from "./shareColumns";

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

function columnsOf(rows: readonly Allocated[]): LedgerColumn<Allocated>[] {
  return [
    ...shareColumns(rows),
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
